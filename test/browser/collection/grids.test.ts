import { deleteDB } from "idb";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { scriptedModel } from "../../../src/evaluation/testing/scripted-model.js";
import { type GridInput, Pagehound } from "../../../src/index.js";
import { tries } from "../../tries.js";
import { inDatabase } from "./in-database.js";

const name = "grids-test";
const options = { name, assetsBase: "/assets/", parseWorkers: 1 };
let hound: Pagehound;

/** A text about each plant; the last one does not mention mirrors. */
const plants = Array.from({ length: 9 }, (_, index) => ({
  path: `plants/${index}.txt`,
  text: `The plant of Town ${index} was opened on March ${index + 1}, 2019.\n\nThe heliostat field has ${
    4000 + index
  } mirrors, which are washed by robots.\n\nThe director is Ada Number${index}, an engineer.`,
}));
const silent = { path: "plants/silent.txt", text: "Recipes for bread, and how to keep it fresh." };

const grid: GridInput = {
  id: "plants",
  columns: [
    { question: "How many mirrors does the heliostat field have?", type: "number" },
    { question: "When was the plant opened?", type: "date" },
    "Who is the director?",
  ],
};

beforeEach(async () => {
  await deleteDB(`pagehound:${name}`);
  hound = await Pagehound.open(options);
  await hound.add([...plants, silent].map(({ path, text }) => ({ path, file: new Blob([text]) })));
});
afterEach(() => hound.close());

async function reopen(): Promise<void> {
  hound.close();
  hound = await Pagehound.open(options);
}

/** When the stored answers were made, by key. */
const made = () =>
  inDatabase(name, async (database) => {
    const answers: { column: string; hash: string; answer: { madeAt: number } }[] =
      await database.getAll("gridAnswers");
    return new Map(answers.map(({ column, hash, answer }) => [`${column} ${hash}`, answer.madeAt]));
  });

describe("a grid", () => {
  it("answers each question about each document with its place, or says that there is no answer", async () => {
    const { rows, running, title } = await hound.grid(grid);
    expect(running).toBe(false);
    expect(title).toBe("How many mirrors does the heliostat field have?");
    expect(rows.map(({ document }) => document.path)).toEqual(
      [...plants, silent].map(({ path }) => path),
    );
    for (const [index, { document, answers }] of rows.slice(0, plants.length).entries()) {
      expect(answers.map((answer) => answer?.value)).toEqual([
        { type: "number", number: String(4000 + index), unit: null },
        { type: "date", date: `2019-03-0${index + 1}` },
        null,
      ]);
      expect(answers[2]?.text).toContain(`Ada Number${index}`);
      for (const answer of answers) {
        const [citation] = answer?.citations ?? [];
        if (!citation) throw new Error("There is no citation.");
        const { text } = await hound.page(document.id, citation.page);
        expect(text.slice(citation.span.start, citation.span.end)).toBe(citation.quote);
      }
    }
    const none = rows.at(-1)?.answers.map((answer) => answer?.status);
    for (const status of none ?? []) expect(["unclear", "absent"]).toContain(status);
  });

  it("completes a grid that is interrupted again and again, making no answer twice", async () => {
    const total = (plants.length + 1) * grid.columns.length;
    const times = new Map<string, number>();
    const random = randomOf(39);
    let interruptions = 0;
    const follow = async (left: number): Promise<boolean> => {
      const run = hound.grid(interruptions === 0 ? grid : "plants");
      for await (const event of run) {
        if (event.type === "answer" && left-- <= 0) break;
        if (event.type === "answer-started" && left <= 0 && random() < 0.5) hound.close();
      }
      return (await run).rows.length > 0;
    };
    while (interruptions < tries(6, 20)) {
      await follow(Math.floor(random() * 2)).catch(() => {});
      interruptions++;
      for (const [key, at] of await made()) {
        expect(times.get(key) ?? at).toBe(at);
        times.set(key, at);
      }
      await reopen();
    }
    const { rows } = await hound.grid("plants");
    expect(rows.flatMap(({ answers }) => answers).filter((answer) => answer === null)).toEqual([]);
    const last = await made();
    expect(last.size).toBe(total);
    for (const [key, at] of times) expect(last.get(key)).toBe(at);
  });

  it("lists a grid as running if the page was closed meanwhile, but not if it was paused", async () => {
    const running = hound.grid(grid);
    for await (const { type } of running) {
      if (type === "answer") {
        hound.close();
        break;
      }
    }
    await running.catch(() => {});
    await reopen();
    expect((await hound.grids.list()).map((one) => one.running)).toEqual([true]);
    const stop = new AbortController();
    const paused = hound.grid("plants", { signal: stop.signal });
    for await (const { type } of paused) {
      stop.abort();
      expect(type).not.toBe("waiting");
      break;
    }
    await expect(paused).rejects.toThrow();
    await expect.poll(async () => (await hound.grids.list())[0]?.running).toBe(false);
  });

  it("makes each answer once when a grid runs in two handles at once", async () => {
    await hound.grids.save(grid);
    const other = await Pagehound.open(options);
    try {
      const [one, two] = await Promise.all([hound.grid("plants"), other.grid("plants")]);
      expect(one.rows.map(({ answers }) => answers)).toEqual(
        two.rows.map(({ answers }) => answers),
      );
    } finally {
      other.close();
    }
  });

  it("asks again about a new version of a file, and keeps the answers about other files", async () => {
    await hound.grid(grid);
    const before = await made();
    const path = "plants/3.txt";
    const text = "The heliostat field has 77 mirrors, which are washed by robots.";
    await hound.add([{ path, file: new Blob([text]) }]);
    const { rows } = await hound.grid("plants");
    const row = rows.find(({ document }) => document.path === path);
    expect(row?.answers[0]?.value).toMatchObject({ number: "77" });
    const after = await made();
    expect([...after].filter(([key]) => !before.has(key))).toHaveLength(grid.columns.length);
    for (const [key, at] of before) expect(after.get(key)).toBe(at);
  });

  it("keeps a person's review of an answer until the answer is remade", async () => {
    const { columns, rows } = await hound.grid(grid);
    const place = { document: rows[0]?.document.id ?? ("" as never), column: columns[0]?.id ?? "" };
    await hound.grids.review("plants", place, "wrong");
    await reopen();
    const table = await hound.grids.get("plants");
    expect(table.rows[0]?.answers[0]?.review).toBe("wrong");
    const again = await hound.grid("plants", { again: [place] });
    expect(again.rows[0]?.answers[0]?.review).toBeNull();
  });

  it("deletes a grid with its answers, and restores it completely", async () => {
    await hound.grid(grid);
    const whole = await hound.grids.get("plants");
    await hound.grids.remove("plants");
    expect(await hound.grids.list()).toEqual([]);
    expect((await made()).size).toBe(0);
    await hound.grids.restore("plants");
    expect(await hound.grids.get("plants")).toEqual(whole);
    await expect(hound.grids.restore("plants")).rejects.toMatchObject({ code: "not-found" });
  });

  it("asks a model, reports what it could not support, and pauses if the model fails", async () => {
    const columns = ["How many mirrors does the heliostat field have?"];
    const documents = (await hound.documents()).slice(0, 1).map(({ id }) => id);
    const quote = "The heliostat field has 4000 mirrors";
    const sentences = [{ text: "It has 4000 mirrors.", citations: [{ id: "d1.p1.s1", quote }] }];
    const draft = { enough: true, missing: "", sentences };
    const model = scriptedModel([
      { reply: { thought: "", calls: [{ tool: "answer", arguments: draft }] } },
    ]);
    const options = { model, strategy: "tools" } as const;
    const { rows } = await hound.grid({ id: "model", columns, documents }, options);
    expect(rows[0]?.answers[0]).toMatchObject({
      model: model.info.name,
      text: "It has 4000 mirrors.",
      status: "likely",
    });
    expect(rows[0]?.answers[0]?.citations[0]?.quote).toContain("4000 mirrors");
    const all = hound.grid({ id: "failing", columns }, options);
    await expect(all).rejects.toMatchObject({ code: "model-failed" });
    const failed = await hound.grids.get("failing");
    expect(failed.running).toBe(false);
    const statuses = failed.rows.map(({ answers }) => answers[0]?.status ?? null);
    expect(statuses.slice(0, 4)).toEqual(["failed", "failed", "failed", null]);
  });

  it("rejects a grid with invalid questions, and does not find a deleted one", async () => {
    await expect(hound.grid({ columns: [""] })).rejects.toMatchObject({ code: "invalid-argument" });
    await expect(hound.grid({ columns: [] })).rejects.toMatchObject({ code: "invalid-argument" });
    await expect(hound.grid("gone")).rejects.toMatchObject({ code: "not-found" });
    expect(() => hound.grid({} as GridInput)).toThrow("columns");
  });
});

/** Numbers from 0 to 1, the same in every run. */
function randomOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return state / 2_147_483_648;
  };
}
