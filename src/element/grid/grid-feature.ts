import type { CollectionChange, DocumentId, DocumentSummary } from "../../core/index.js";
import {
  comparable,
  type GridAgain,
  type GridAnswer,
  type GridColumn,
  type GridColumnInput,
  type GridDefinition,
  type GridEvent,
  type GridForm,
  type GridProgress,
  type GridReview,
  type GridRow,
  type GridSort,
  type GridTable,
  gridTable,
  isCurrent,
  keyOf,
  sortedRows,
  usualValue,
} from "../../grid/index.js";
import type { DocumentsFeature } from "../documents/documents-feature.js";
import { gridWords } from "../i18n/english/grid.js";
import { addEnglish } from "../i18n/english.js";
import type { Models } from "../models/models.js";
import type { SearchFeature } from "../search/search-feature.js";
import { gridRunningName, keepText, keptJson } from "../shell/setup.js";
import type { Shell } from "../shell/shell.js";

addEnglish(gridWords);

/** Which documents of a grid are shown. */
export type GridShow = "all" | "check" | "differs" | "failed";

/** A question that is being written or changed. */
export interface ColumnDraft {
  /** Id of the column that it is to be; null for a new one. */
  readonly id: string | null;
  question: string;
  name: string;
  type: GridColumn["type"];
  unit: string;
  choices: string;
  fault: string | null;
}

/** A cell of the table, by its places. */
export interface CellPlace {
  readonly row: number;
  readonly column: number;
}

/** A run of the grid that is under way. */
interface GridRun {
  readonly abort: AbortController;
  readonly startedAt: number;
  /** Answers that were made by it. */
  made: number;
  progress: GridProgress | null;
  /** What is being asked. */
  document: DocumentId | null;
  column: string | null;
  waiting: boolean;
}

/** A grid with the rows that are shown of it, in their order. */
interface Arranged {
  readonly table: GridTable;
  readonly rows: readonly GridRow[];
}

/** Which grid was being answered when the page was left. */
interface KeptRun {
  readonly id: string;
  readonly model: boolean;
}

/** A change that can be undone. */
interface Undoable {
  readonly text: string;
  readonly undo: () => Promise<void>;
}

/** What a grid works with, and where it is kept. */
export interface GridApp {
  readonly shell: Shell;
  readonly documents: DocumentsFeature;
  readonly models: Models;
  readonly search: SearchFeature;
  grid: GridFeature | null;
}

/** The grid of an app, made with its code unless it is there. */
export function gridOf(app: GridApp): GridFeature {
  app.grid ??= new GridFeature(app);
  return app.grid;
}

/** One question to every document: what is asked, what was answered, and how it is shown. */
export class GridFeature {
  readonly app: GridApp;
  readonly shell: Shell;
  list: readonly GridDefinition[] = [];
  definition: GridDefinition | null = null;
  run: GridRun | null = null;
  draft: ColumnDraft | null = null;
  undoable: Undoable | null = null;
  sort: GridSort | null = null;
  filter = "";
  show: GridShow = "all";
  /** The cell that the Tab key leads to. */
  focus: CellPlace = { row: 0, column: 0 };
  /** The cell to go to once it is drawn; null for none. */
  goTo: CellPlace | null = null;
  /** The answer that is shown in full: a document and a column. */
  selected: { readonly document: DocumentId; readonly column: string } | null = null;
  /** The column whose total is shown with what it is made of. */
  totalled: string | null = null;
  menuShown = false;
  startFault: string | null = null;
  /** Whether it waits for the model that was writing before the page was left. */
  waitsForModel = false;
  #answers = new Map<string, GridAnswer>();
  /** Counts what is wanted, so that what comes late takes the place of nothing newer. */
  #wanted = 0;
  #opened = false;
  /** What is being read again, and whether that is out of date already. */
  #reading: Promise<void> | null = null;
  #stale = false;
  /** The grid that is shown or on its way. */
  #opening: string | null = null;
  #closed = false;
  #rows: (Arranged & { readonly key: string }) | null = null;
  #made: {
    readonly definition: GridDefinition;
    readonly documents: readonly DocumentSummary[];
    readonly table: GridTable;
  } | null = null;
  #usual: { readonly table: GridTable; readonly values: readonly (string | null)[] } | null = null;

  constructor(app: GridApp) {
    this.app = app;
    this.shell = app.shell;
  }

  /** Opens the grid that is wanted (`Shell.grid`); null for where one is chosen or made. To be called when it is drawn. */
  follow(): void {
    const { grid } = this.shell;
    if (this.#opened && grid === this.#opening) return;
    this.#opened = true;
    void this.shell.attempt(() => this.#open(grid));
  }

  async #open(id: string | null): Promise<void> {
    const wanted = ++this.#wanted;
    this.shell.grid = id;
    this.#opening = id;
    const list = await (await this.shell.library).grids.list();
    if (wanted !== this.#wanted) return;
    this.list = list;
    const found = list.find((one) => one.id === id) ?? null;
    if (id !== null && !found) this.shell.notices.show(this.shell.words.t("grid.missing"));
    await this.#show(found, wanted);
  }

  async #show(definition: GridDefinition | null, wanted: number): Promise<void> {
    const table = definition && (await (await this.shell.library).grids.get(definition.id));
    if (wanted !== this.#wanted) return;
    this.definition = definition;
    this.#takeAnswers(table);
    this.select(null);
    this.draft = null;
    this.sort = null;
    this.focus = { row: 0, column: 0 };
    this.shell.grid = definition?.id ?? null;
    this.#opening = this.shell.grid;
    this.shell.changed();
  }

  /** Handles a collection event: another tab may have changed grids or answered a part of this one. */
  take({ type }: CollectionChange): void {
    // A run of this tab tells what it makes by itself.
    if (type !== "grids-changed" || !this.#opened || this.run) return;
    this.#reading ??= this.#read()
      .catch((error: unknown) => this.shell.fail(error))
      .finally(() => {
        this.#reading = null;
      });
    this.#stale = true;
  }

  /** Reads what is shown again, once more if it has changed meanwhile. */
  async #read(): Promise<void> {
    const { grids } = await this.shell.library;
    do {
      this.#stale = false;
      const wanted = this.#wanted;
      const list = await grids.list();
      const definition = list.find(({ id }) => id === this.definition?.id) ?? null;
      const table = definition && (await grids.get(definition.id));
      if (wanted !== this.#wanted || this.run) return;
      this.list = list;
      if (this.definition && !definition) {
        // Deleted in another tab.
        await this.#open(null);
        return;
      }
      if (table) {
        this.definition = definition;
        this.#takeAnswers(table);
      }
      this.shell.changed();
    } while (this.#stale);
  }

  /** Shows another grid; null for a new one. */
  async choose(id: string | null): Promise<void> {
    this.menuShown = false;
    this.undoable = null;
    this.pause();
    await this.#open(id);
    if (id === null) this.shell.focusBox();
  }

  /** Makes a grid of questions, one on each line, and begins to answer it. */
  async make(text: string): Promise<void> {
    const questions = text
      .split("\n")
      .map((line) => line.trim())
      .filter(Boolean);
    if (questions.length === 0) {
      this.startFault = this.shell.words.t("grid.start.empty");
      this.shell.surface.announce(this.startFault);
      this.shell.changed();
      return;
    }
    await this.#make("", questions);
    void this.start();
  }

  /** Makes a grid of the columns that a file has. */
  async openTemplate(file: File): Promise<void> {
    const { parseTemplate } = await import("../../grid/index.js");
    let template: ReturnType<typeof parseTemplate>;
    try {
      template = parseTemplate(await file.text());
    } catch {
      this.shell.notices.show(this.shell.words.t("grid.template.bad"));
      return;
    }
    await this.#make(template.title, template.columns);
  }

  async #make(title: string, columns: readonly (string | GridColumnInput)[]): Promise<void> {
    this.startFault = null;
    const { grids } = await this.shell.library;
    const { scope } = this.app.documents.list;
    const made = await grids.save({ title, columns, documents: scope ?? null });
    this.list = [made, ...this.list];
    this.undoable = null;
    await this.#show(made, ++this.#wanted);
  }

  /** Makes the answers that are missing, or those that are named as well. */
  async start(again?: GridAgain): Promise<void> {
    const { definition, shell } = this;
    if (!definition || this.run) return;
    const model = this.app.models.ready;
    const run: GridRun = {
      abort: new AbortController(),
      startedAt: performance.now(),
      ...{ made: 0, progress: null, document: null, column: null, waiting: false },
    };
    this.run = run;
    this.waitsForModel = false;
    this.menuShown = false;
    const kept: KeptRun = { id: definition.id, model: model !== null };
    keepText(this.#runningName, JSON.stringify(kept));
    shell.changed();
    try {
      await this.app.search.ready();
      const { signal } = run.abort;
      const library = await shell.library;
      const options = { model: model ?? undefined, again, signal };
      for await (const event of library.grid(definition.id, options)) this.#take(run, event);
    } catch (error) {
      if (!run.abort.signal.aborted) shell.fail(error);
    } finally {
      if (this.run === run) {
        this.run = null;
        const { done = 0, total = 0 } = run.progress ?? {};
        if (run.made > 0 && done === total) {
          shell.surface.announce(shell.words.t("grid.progress.complete", { count: total }));
        }
      }
      if (!this.#closed) keepText(this.#runningName, null);
      this.shell.changed();
    }
  }

  #take(run: GridRun, event: GridEvent): void {
    run.waiting = event.type === "waiting";
    if (event.type !== "waiting") {
      run.progress = { done: event.done, total: event.total };
      run.document = event.type === "answer-started" ? event.document : null;
      run.column = event.type === "answer-started" ? event.column : null;
    }
    if (event.type === "answer") {
      run.made++;
      this.#put(event.answer);
    }
    this.shell.progressed();
  }

  /** Stops making answers; what was made stays. */
  pause(): void {
    const { run, shell } = this;
    if (!run) return;
    this.run = null;
    run.abort.abort();
    shell.surface.announce(shell.words.t("grid.run.paused"));
    this.shell.changed();
  }

  /** Continues the grid that was being answered when the page was left, unless a model wrote it that is not here. */
  async resume(): Promise<void> {
    const kept = keptJson(this.#runningName) as Partial<KeptRun> | null;
    if (typeof kept?.id !== "string") return;
    const { grids } = await this.shell.library;
    const definition = (await grids.list()).find(({ id }) => id === kept.id);
    if (!definition) return keepText(this.#runningName, null);
    if (!this.definition) {
      this.#opened = true;
      this.#opening = definition.id;
      this.list = await grids.list();
      await this.#show(definition, ++this.#wanted);
    }
    if (this.definition?.id !== definition.id) return;
    this.waitsForModel = kept.model === true && this.app.models.ready === null;
    if (this.waitsForModel) this.shell.changed();
    else void this.start();
  }

  /** Follows the model: a run that waited for it goes on. */
  modelChanged(): void {
    if (this.waitsForModel && this.app.models.ready) void this.start();
  }

  /** Ends what goes on. It resumes when the page is opened again. */
  close(): void {
    this.#closed = true;
    this.run?.abort.abort();
  }

  get #runningName(): string {
    return gridRunningName(this.shell.setup.collection);
  }

  /** The documents with their answers, as they are stored. */
  get table(): GridTable | null {
    return this.#shown?.table ?? null;
  }

  /** The rows that are shown, in their order. */
  get rows(): readonly GridRow[] {
    return this.#shown?.rows ?? [];
  }

  get #shown(): Arranged | null {
    const table = this.#whole;
    if (!table) return null;
    const key = JSON.stringify([this.sort, this.filter, this.show, this.shell.words.locale]);
    if (this.#rows?.key === key && this.#rows.table === table) return this.#rows;
    this.#rows = { key, table, rows: this.#arranged(table) };
    return this.#rows;
  }

  /** The table, made once; each answer that comes changes its own row alone. */
  get #whole(): GridTable | null {
    const { definition } = this;
    if (!definition) return null;
    const documents = this.app.documents.list.all;
    const made = this.#made;
    if (made?.definition === definition && made.documents === documents) return made.table;
    const table = gridTable(definition, documents, this.#answers.values());
    this.#made = { definition, documents, table };
    return table;
  }

  /** Takes an answer into the table. */
  #put(answer: GridAnswer): void {
    this.#answers.set(keyOf(answer), answer);
    const made = this.#made;
    const index = made?.table.columns.findIndex(({ id }) => id === answer.column) ?? -1;
    const column = made?.table.columns[index];
    if (!made || !column || !isCurrent(answer, column)) return;
    const rows = made.table.rows.map((row) =>
      row.document.hash === answer.hash
        ? { ...row, answers: row.answers.with(index, answer) }
        : row,
    );
    const table = { ...made.table, rows };
    this.#made = { ...made, table };
    if (!this.#usual) return;
    // The other columns are as they were.
    const values = this.#usual.values.with(index, usualValue(rows, index));
    this.#usual = { table, values };
  }

  #arranged(table: GridTable): readonly GridRow[] {
    const wanted = this.filter.trim().toLowerCase();
    const usual = this.usualOf(table);
    const rows = table.rows.filter((row) => {
      if (wanted !== "" && !textOf(row).includes(wanted)) return false;
      return (
        this.show === "all" || row.answers.some((answer, at) => this.#isShown(answer, usual[at]))
      );
    });
    const { compare } = new Intl.Collator(this.shell.words.locale, { numeric: true });
    return this.sort ? sortedRows({ ...table, rows }, this.sort, compare) : rows;
  }

  #isShown(answer: GridAnswer | null, usual: string | null | undefined): boolean {
    if (!answer) return false;
    switch (this.show) {
      case "all":
        return true;
      case "failed":
        return answer.status === "failed";
      case "check":
        return answer.review === null && answer.status !== "likely" && answer.status !== "absent";
      case "differs":
        return differs(answer, usual ?? null);
    }
  }

  /** The value that most documents share, of each column. */
  usualOf(table: GridTable): readonly (string | null)[] {
    if (this.#usual?.table !== table) {
      const values = table.columns.map((_, index) => usualValue(table.rows, index));
      this.#usual = { table, values };
    }
    return this.#usual.values;
  }

  /** Answers of the grid and how many of them are made. */
  get progress(): GridProgress & { readonly failed: number } {
    const { columns, rows } = this.table ?? { columns: [], rows: [] };
    let [done, failed] = [0, 0];
    for (const { answers } of rows) {
      for (const answer of answers) {
        if (!answer) continue;
        done++;
        if (answer.status === "failed") failed++;
      }
    }
    return { done, total: rows.length * columns.length, failed };
  }

  /** Milliseconds that the rest will take, by what was made so far; null where that is not known. */
  get timeLeft(): number | null {
    const { run } = this;
    if (!run?.progress || run.made < 2) return null;
    const { done, total } = run.progress;
    return ((performance.now() - run.startedAt) / run.made) * (total - done);
  }

  /** Begins to write a question, or to change one. */
  edit(column: GridColumn | null): void {
    this.draft = {
      id: column?.id ?? null,
      question: column?.question ?? "",
      name: column && column.name !== column.question ? column.name : "",
      type: column?.type ?? "text",
      unit: column?.unit ?? "",
      choices: column?.choices?.join(", ") ?? "",
      fault: null,
    };
    this.shell.changed();
    requestAnimationFrame(() =>
      requestAnimationFrame(() => this.shell.surface.find("#grid-question")?.focus()),
    );
  }

  /** Keeps the question that was written. Answers to another question are made again. */
  async keepDraft(): Promise<void> {
    const { definition, draft, shell } = this;
    if (!definition || !draft) return;
    const choices = draft.choices
      .split(/[,\n]/)
      .map((text) => text.trim())
      .filter(Boolean);
    const { t } = shell.words;
    draft.fault =
      draft.question.trim() === ""
        ? t("grid.start.empty")
        : draft.type === "choice" && new Set(choices).size < 2
          ? t("grid.column.choices.few")
          : null;
    if (draft.fault !== null) {
      shell.surface.announce(draft.fault);
      shell.changed();
      return;
    }
    const { id, question, name, type, unit } = draft;
    const column = { ...(id === null ? {} : { id }), question, name, type, unit, choices };
    const columns =
      id === null
        ? [...definition.columns, column]
        : definition.columns.map((each) => (each.id === id ? column : each));
    this.draft = null;
    await this.#save({ columns });
    if (id !== null) return;
    this.goTo = { row: 0, column: columns.length - 1 };
    void this.start();
  }

  /** Takes a question out; its answers come back with it. */
  async removeColumn(column: GridColumn): Promise<void> {
    const { definition, shell } = this;
    if (!definition || definition.columns.length < 2) return;
    const { columns } = definition;
    this.draft = null;
    const text = shell.words.t("grid.column.removed", { name: column.name });
    await this.#save({ columns: columns.filter(({ id }) => id !== column.id) });
    this.#offer({ text, undo: () => this.#save({ columns }) });
  }

  /** Takes the documents that are its rows; null for all. */
  async chooseRows(documents: readonly DocumentId[] | null): Promise<void> {
    await this.#save({ documents });
  }

  async rename(title: string): Promise<void> {
    await this.#save({ title });
  }

  async #save(change: {
    readonly columns?: readonly GridColumnInput[];
    readonly documents?: readonly DocumentId[] | null;
    readonly title?: string;
  }): Promise<void> {
    const { definition } = this;
    if (!definition) return;
    const { grids } = await this.shell.library;
    const chosen = definition.documents === null ? null : this.#chosenIds;
    const saved = await grids.save({
      id: definition.id,
      title: definition.title,
      columns: definition.columns,
      documents: chosen,
      ...change,
    });
    this.undoable = null;
    this.definition = saved;
    this.list = this.list.map((one) => (one.id === saved.id ? saved : one));
    this.shell.changed();
  }

  get #chosenIds(): readonly DocumentId[] {
    return (this.table?.rows ?? []).map(({ document }) => document.id);
  }

  /** Deletes the grid with its answers. */
  async remove(): Promise<void> {
    const { definition, shell } = this;
    if (!definition) return;
    this.pause();
    const { grids } = await shell.library;
    await grids.remove(definition.id);
    await this.#open(null);
    const undo = async (): Promise<void> => {
      await grids.restore(definition.id);
      await this.#open(definition.id);
    };
    this.#offer({ text: shell.words.t("grid.deleted"), undo });
  }

  #offer(undoable: Undoable): void {
    this.undoable = undoable;
    this.shell.surface.announce(undoable.text);
    this.shell.changed();
  }

  /** Undoes the last change that can be undone. */
  async undo(): Promise<void> {
    const { undoable } = this;
    this.undoable = null;
    await undoable?.undo();
    this.shell.changed();
  }

  /** Marks an answer as checked or as wrong, or removes that mark. */
  async review(row: GridRow, column: GridColumn, review: GridReview): Promise<void> {
    const { definition } = this;
    const answer = this.answerAt(row, column);
    if (!definition || !answer) return;
    const { grids } = await this.shell.library;
    const verdict = answer.review === review ? null : review;
    const place = { document: row.document.id, column: column.id };
    const reviewed = await grids.review(definition.id, place, verdict);
    this.#put(reviewed);
    this.shell.changed();
  }

  /** The answer of a document to a column; null if it is missing. */
  answerAt(row: GridRow, column: GridColumn): GridAnswer | null {
    const index = this.definition?.columns.findIndex(({ id }) => id === column.id) ?? -1;
    return row.answers[index] ?? null;
  }

  #takeAnswers(table: GridTable | null): void {
    this.#answers = new Map(
      (table?.rows ?? []).flatMap(({ answers }) =>
        answers.flatMap((answer) => (answer ? [[keyOf(answer), answer] as const] : [])),
      ),
    );
    this.#made = null;
  }

  /** Shows an answer in full; null for none. */
  select(place: GridFeature["selected"]): void {
    this.selected = place;
    this.totalled = null;
  }

  /** Shows what the total of a column is made of, or hides it again. */
  showTotal(column: GridColumn): void {
    const shown = this.totalled === column.id;
    this.select(null);
    if (!shown) this.totalled = column.id;
    this.shell.changed();
  }

  /** Opens the page of a source beside the grid, marked. */
  openPage(document: DocumentSummary, citation: GridAnswer["citations"][number] | undefined): void {
    const { opening } = this.app.documents;
    if (citation) opening.link(document, { page: citation.page, span: citation.span });
    else opening.document(document);
  }

  /** Saves the grid as a file; the code for that is loaded only then. */
  async save(form: GridForm | "template"): Promise<void> {
    this.menuShown = false;
    this.shell.changed();
    const { saveGrid } = await import("./save-grid.js");
    if (this.table) await saveGrid(this.shell, this.table, form);
  }
}

const texts = new WeakMap<GridRow, string>();

/** What a row is filtered by. */
function textOf(row: GridRow): string {
  let text = texts.get(row);
  if (text === undefined) {
    const all = [row.document.path, ...row.answers.map((answer) => answer?.text ?? "")];
    text = all.join("\n").toLowerCase();
    texts.set(row, text);
  }
  return text;
}

/** Whether an answer differs from that of most documents in its column. */
export function differs(answer: GridAnswer, usual: string | null): boolean {
  if (usual === null) return false;
  const value = comparable(answer);
  return value !== null && value !== usual;
}
