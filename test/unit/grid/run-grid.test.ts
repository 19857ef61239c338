import fc from "fast-check";
import { expect, it } from "vitest";
import type { Answer } from "../../../src/core/answer.js";
import type { DocumentSummary } from "../../../src/core/document.js";
import { PagehoundError } from "../../../src/core/errors.js";
import { completeColumns, type GridAnswer, keyOf } from "../../../src/core/grid.js";
import { type GridEvent, type GridHost, runGrid } from "../../../src/grid/run-grid.js";
import { documentAt, gridOf } from "./sample.js";

/** The part of an answer without a model that a grid reads. */
function shownAnswer(text: string): Answer {
  const passage = {
    ...{ evidence: "d1.p1.s1", document: "d1", path: "a", page: 1, pageLabel: null },
    ...{ pageUnit: "page", heading: null, marks: [], score: 1 },
    ...{ span: { start: 10, end: 10 + text.length }, text },
    ...{ marked: [{ start: 0, end: text.length }], certainty: "likely" },
  };
  return { kind: "passages", text, reason: null, passages: [passage] } as unknown as Answer;
}

function failedAnswer(reason: string): Answer {
  return { kind: "passages", text: "", reason, passages: [] } as unknown as Answer;
}

/** A collection that a grid runs on, which counts the requests it gets. */
class Ground {
  definition: GridHost["definition"] extends (options: never) => Promise<infer Definition>
    ? Definition
    : never;
  documents: readonly DocumentSummary[];
  readonly kept = new Map<string, GridAnswer>();
  /** How often each answer was stored. */
  readonly times = new Map<string, number>();
  readonly questions: string[] = [];
  answer: (question: string) => Answer = shownAnswer;
  /** Called between any two steps. */
  step: () => Promise<void> = async () => undefined;

  constructor(columns: readonly string[], documents: readonly DocumentSummary[]) {
    this.definition = gridOf(columns);
    this.documents = documents;
  }

  get host(): GridHost {
    return {
      model: null,
      tables: async () => [],
      definition: async () => this.definition,
      answers: async () => [...this.kept.values()],
      answer: async (hash, column) => this.kept.get(keyOf({ hash, column })) ?? null,
      documents: async () => this.documents,
      ask: async (question, document) => {
        await this.step();
        if (!this.documents.some(({ id }) => id === document)) {
          throw new PagehoundError("not-found", `There is no document ${document}.`);
        }
        this.questions.push(`${document} ${question}`);
        return this.answer(question);
      },
      keep: async (answer) => {
        await this.step();
        const key = keyOf(answer);
        this.kept.set(key, answer);
        this.times.set(key, (this.times.get(key) ?? 0) + 1);
      },
    };
  }

  async run(
    again: Parameters<typeof runGrid>[1] = null,
    signal: AbortSignal = new AbortController().signal,
  ): Promise<GridEvent[]> {
    const events: GridEvent[] = [];
    await runGrid(this.host, again, (event) => events.push(event), { signal });
    return events;
  }
}

const columns = ["Who?", "When?", "Why?"];
const documents = [1, 2, 3, 4].map((number) => documentAt(number));

it("a run makes every answer once, wherever and however often it is interrupted", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.nat(30), { maxLength: 20 }), async (moments) => {
      const ground = new Ground(columns, documents);
      for (const moment of moments) {
        const stop = new AbortController();
        let left = moment;
        ground.step = async () => {
          if (left-- === 0) stop.abort(new Error("closed"));
          stop.signal.throwIfAborted();
        };
        await ground.run(null, stop.signal).catch((error: Error) => {
          expect(error.message).toBe("closed");
        });
      }
      ground.step = async () => undefined;
      const events = await ground.run();
      expect(ground.kept.size).toBe(12);
      expect([...ground.times.values()].every((times) => times === 1)).toBe(true);
      const last = events.at(-1);
      if (last?.type === "answer") expect([last.done, last.total]).toEqual([12, 12]);
      expect(await ground.run()).toEqual([]);
    }),
  );
});

it("a run makes only the answers for a changed question, a new column and a new document", async () => {
  const ground = new Ground(columns, documents);
  await ground.run();
  ground.questions.length = 0;
  const [who, when] = completeColumns(ground.definition?.columns ?? []);
  if (!who || !when) throw new Error("The columns are gone.");
  const changed = [who, { ...when, question: "Since when?" }, ...completeColumns(["Where?"])];
  ground.definition = gridOf([], { columns: changed, updatedAt: 2 });
  ground.documents = [...documents.slice(1), documentAt(9)];
  await ground.run();
  expect(ground.questions.sort()).toEqual(
    [
      "d9 Who?",
      ...["d2", "d3", "d4", "d9"].flatMap((id) => [`${id} Since when?`, `${id} Where?`]),
    ].sort(),
  );
});

it("a run asks only once about documents with the same content", async () => {
  const [first] = documents;
  if (!first) throw new Error("There is no document.");
  const copy = { ...first, id: documentAt(7).id, path: "copy.pdf" };
  const ground = new Ground(columns, [first, copy]);
  const events = await ground.run();
  expect(ground.questions).toHaveLength(3);
  expect(events.at(-1)).toMatchObject({ done: 6, total: 6 });
});

it("a run includes columns and documents added meanwhile, and skips removed ones", async () => {
  const ground = new Ground(["Who?"], documents);
  let calls = 0;
  ground.step = async () => {
    if (++calls !== 2) return;
    const kept = ground.definition?.columns ?? [];
    const more = [...kept, ...completeColumns(["What?"])];
    ground.definition = gridOf([], { columns: more, updatedAt: 2 });
    ground.documents = [...documents.slice(0, 3), documentAt(5)];
  };
  await ground.run();
  expect(new Set(ground.questions.map((one) => one.split(" ")[0]))).toEqual(
    new Set(["d1", "d2", "d3", "d5"]),
  );
  expect(ground.questions.filter((one) => one.endsWith("What?"))).toHaveLength(4);
});

it("a run retries failed answers only on request, and pauses after three failures in a row", async () => {
  const ground = new Ground(columns, documents);
  ground.answer = () => failedAnswer("The model is gone.");
  await expect(ground.run()).rejects.toMatchObject({ code: "model-failed" });
  expect(ground.questions).toHaveLength(3);
  const reasons = [...ground.kept.values()].map(({ status, reason }) => `${status}: ${reason}`);
  expect(new Set(reasons)).toEqual(new Set(["failed: The model is gone."]));
  ground.answer = shownAnswer;
  await ground.run();
  expect([...ground.kept.values()].filter(({ status }) => status === "failed")).toHaveLength(3);
  await ground.run("failed");
  expect([...ground.kept.values()].filter(({ status }) => status === "failed")).toHaveLength(0);
  expect(ground.questions).toHaveLength(15);
});

it("a run remakes all answers except those a person has checked, or only the listed ones", async () => {
  const ground = new Ground(columns, documents);
  await ground.run();
  const [first] = ground.kept.values();
  if (!first) throw new Error("There is no answer.");
  ground.kept.set(keyOf(first), { ...first, review: "checked" });
  ground.questions.length = 0;
  await ground.run("all");
  expect(ground.questions).toHaveLength(11);
  ground.questions.length = 0;
  const column = ground.definition?.columns[0]?.id ?? "";
  await ground.run([{ document: documentAt(1).id, column }]);
  expect(ground.questions).toEqual(["d1 Who?"]);
  expect(ground.kept.get(keyOf(first))?.review).toBeNull();
});

it("a run marks an answer as unclear if nothing in a document answers clearly", async () => {
  const ground = new Ground(["Who?"], documents.slice(0, 1));
  const [best] = shownAnswer("Some text.").passages;
  const unmarked = { ...best, marked: [], certainty: undefined };
  ground.answer = () => ({ ...shownAnswer(""), passages: [unmarked] }) as unknown as Answer;
  await ground.run();
  expect([...ground.kept.values()]).toMatchObject([
    { status: "unclear", text: "", citations: [{ page: 1, quote: "Some text." }] },
  ]);
});
