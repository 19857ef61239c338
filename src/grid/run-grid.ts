import {
  type Answer,
  askedOf,
  type CallOptions,
  type DocumentId,
  type DocumentSummary,
  type GridAnswer,
  type GridColumn,
  type GridDefinition,
  keyOf,
  notFound,
  PagehoundError,
} from "../core/index.js";
import { answerDocument, failure, questionFor, type ReadTables } from "./answer-document.js";
import { rowsOf } from "./table.js";

/** The services that running a grid needs from its caller. */
export interface GridHost {
  /** The current definition, so that columns added meanwhile are included; null if deleted. */
  definition(options: CallOptions): Promise<GridDefinition | null>;
  answers(options: CallOptions): Promise<readonly GridAnswer[]>;
  /** The currently stored answer, which may come from an import; null if there is none. */
  answer(hash: string, column: string, options: CallOptions): Promise<GridAnswer | null>;
  documents(options: CallOptions): Promise<readonly DocumentSummary[]>;
  ask(question: string, document: DocumentId, options: CallOptions): Promise<Answer>;
  readonly tables: ReadTables;
  keep(answer: GridAnswer, options: CallOptions): Promise<void>;
  /** Name of the model that writes the answers; null without a model. */
  readonly model: string | null;
}

/** Identifies an answer of a grid. */
export interface GridPlace {
  readonly document: DocumentId;
  /** Id of the column. */
  readonly column: string;
}

/**
 * Which answers to make in addition to missing and outdated ones: `failed` ones, `all`, or those
 * listed. An answer that a person has checked is made again only if it is listed.
 */
export type GridAgain = "failed" | "all" | readonly GridPlace[];

/** The events while a grid runs. */
export type GridEvent =
  | ({ readonly type: "answer-started" } & GridProgress & GridPlace)
  | ({ readonly type: "answer"; readonly answer: GridAnswer } & GridProgress & GridPlace)
  /** Another tab runs the grid; this one continues when that one stops. */
  | { readonly type: "waiting" };

/** The progress of a run. */
export interface GridProgress {
  /** Number of finished answers of the grid. */
  readonly done: number;
  /** Documents times columns. */
  readonly total: number;
}

/**
 * The number of consecutive failures after which the run ends, because the model is at fault rather
 * than the question.
 */
const maxFailures = 3;

/**
 * Makes the missing answers of a grid one by one, column by column. Each is stored before the next
 * one begins, so that an interrupted run continues with the answer it was interrupted in. Throws
 * `not-found` if the grid is deleted meanwhile, `model-failed` after three failures in a row, and
 * the signal's reason when that aborts.
 */
export async function runGrid(
  host: GridHost,
  again: GridAgain | null,
  onEvent: (event: GridEvent) => void,
  options: CallOptions,
): Promise<void> {
  const { signal } = options;
  const answers = new Map((await host.answers(options)).map((one) => [keyOf(one), one]));
  const renewed = new Set<string>();
  let failures = 0;
  let plan = null as Plan | null;
  while (true) {
    signal?.throwIfAborted();
    const definition = await host.definition(options);
    if (!definition) throw notFound("The grid was deleted while it ran.");
    // Documents may have been added, removed or changed since the plan was made.
    if (!plan?.fits(definition) || (plan.isWorn && plan.next === null)) {
      const documents = await host.documents(options);
      plan = new Plan({ definition, documents, answers, again, renewed });
    }
    const { next } = plan;
    if (!next) return;
    const stored = next.missing
      ? await host.answer(next.document.hash, next.column.id, options)
      : null;
    if (stored?.asked === next.asked) {
      answers.set(keyOf(stored), stored);
      plan.made();
      continue;
    }
    const place = { document: next.document.id, column: next.column.id };
    onEvent({ type: "answer-started", ...place, ...plan.progress });
    const answer = await make(host, next, options);
    if (answer === null) {
      plan = null;
      continue;
    }
    await host.keep(answer, options);
    const key = keyOf(answer);
    answers.set(key, answer);
    renewed.add(key);
    plan.made();
    onEvent({ type: "answer", answer, ...place, ...plan.progress });
    failures = answer.status === "failed" ? failures + 1 : 0;
    if (failures < maxFailures) continue;
    throw new PagehoundError(
      "model-failed",
      `The grid was paused after ${maxFailures} failures in a row. The last one: ${answer.reason} Check the model, then retry.`,
    );
  }
}

interface PlanParts {
  readonly definition: GridDefinition;
  readonly documents: readonly DocumentSummary[];
  readonly answers: ReadonlyMap<string, GridAnswer>;
  readonly again: GridAgain | null;
  /** Keys of the answers made in this run. */
  readonly renewed: ReadonlySet<string>;
}

interface Task {
  readonly document: DocumentSummary;
  readonly column: GridColumn;
  /** The question that the answer is for, as returned by `askedOf`. */
  readonly asked: string;
  /** Whether no answer to that question exists yet. */
  readonly missing: boolean;
}

/** The answers to make, in order. */
class Plan {
  readonly #parts: PlanParts;
  readonly #tasks: readonly Task[];
  readonly #total: number;
  #missing = 0;
  #at = 0;

  constructor(parts: PlanParts) {
    this.#parts = parts;
    const { definition, documents } = parts;
    const rows = rowsOf(definition, documents);
    this.#total = rows.length * definition.columns.length;
    this.#tasks = definition.columns.flatMap((column) => {
      const question = askedOf(column);
      const tasks = rows.map((document) => {
        return {
          document,
          column,
          asked: question,
          missing: this.#isMissing(document, column, question),
        };
      });
      return tasks.filter((task) => this.#isWanted(task));
    });
    this.#missing = this.#tasks.filter(({ missing }) => missing).length;
  }

  /** Whether the plan was made for this definition. */
  fits({ updatedAt, columns }: GridDefinition): boolean {
    const { definition } = this.#parts;
    return definition.updatedAt === updatedAt && definition.columns.length === columns.length;
  }

  /** Whether any of its tasks are done. */
  get isWorn(): boolean {
    return this.#at > 0;
  }

  get next(): Task | null {
    return this.#tasks[this.#at] ?? null;
  }

  get progress(): GridProgress {
    return { done: this.#total - this.#missing, total: this.#total };
  }

  /** Moves on to the next answer; of documents with the same content, only one is asked. */
  made(): void {
    do {
      if (this.next?.missing) this.#missing--;
      this.#at++;
    } while (this.next && !this.#isWanted(this.next));
  }

  #isMissing({ hash }: DocumentSummary, { id }: GridColumn, question: string): boolean {
    return this.#parts.answers.get(keyOf({ hash, column: id }))?.asked !== question;
  }

  #isWanted({ document, column, asked }: Task): boolean {
    if (this.#isMissing(document, column, asked)) return true;
    const { answers, again, renewed } = this.#parts;
    const key = keyOf({ hash: document.hash, column: column.id });
    if (again === null || renewed.has(key)) return false;
    const answer = answers.get(key);
    if (again === "failed") return answer?.status === "failed";
    if (again === "all") return answer?.review !== "checked";
    return again.some((place) => place.document === document.id && place.column === column.id);
  }
}

/** Asks a document; null if it is gone. */
async function make(
  host: GridHost,
  { document: { id, hash }, column, asked }: Task,
  options: CallOptions,
): Promise<GridAnswer | null> {
  const { signal } = options;
  const known = {
    column: column.id,
    hash,
    asked,
    model: host.model,
    review: null,
  };
  try {
    const question = questionFor(column, host.model !== null);
    const answer = await host.ask(question, id, options);
    signal?.throwIfAborted();
    const made = await answerDocument(answer, column, host.tables);
    return { ...known, ...made, madeAt: Date.now() };
  } catch (error) {
    signal?.throwIfAborted();
    // A failure of the collection is not an answer of this document.
    if (!PagehoundError.isInstance(error) || fatal.has(error.code)) throw error;
    const isGone = async (): Promise<boolean> =>
      !(await host.documents(options)).some((document) => document.id === id);
    if (error.code === "not-found" && (await isGone())) return null;
    return { ...known, ...failure(error.message), madeAt: Date.now() };
  }
}

/** Errors after which no more questions can be asked. */
const fatal: ReadonlySet<string> = new Set([
  "closed",
  "outdated",
  "storage-full",
  "storage-failed",
  "internal",
]);
