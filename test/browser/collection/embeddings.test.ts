import { deleteDB } from "idb";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { EmbeddingsProgress } from "../../../src/collection/api.js";
import { PagehoundError } from "../../../src/core/errors.js";
import type { SearchOptions } from "../../../src/index.js";
import type { EmbedderInfo } from "../../../src/models/embedders/embedder.js";
import {
  type EmbeddingHound,
  isWhole,
  long,
  openHound,
  silent,
  until,
} from "./embeddings-in-page.js";
import { inDatabase } from "./in-database.js";
import { textFile } from "./watched.js";
import { WordEmbedder } from "./word-embedder.js";

const name = "embeddings-test";
const open: EmbeddingHound[] = [];

beforeEach(() => deleteDB(`pagehound:${name}`));
afterEach(() => {
  for (const hound of open.splice(0)) hound.close();
});

async function opened(inMemory = false): Promise<EmbeddingHound> {
  const hound = await openHound(name, inMemory);
  open.push(hound);
  return hound;
}

const files = [
  textFile("garage.txt", "The automobile is repaired in the yard. It needs a new wheel."),
  textFile("ward.txt", "A surgeon came to the ward in the morning."),
  textFile("cakes.txt", "Butter, sugar and flour are stirred for the cake."),
];

/** A collection with documents, and an embedder connected to it. */
async function connected(
  added = files,
  inMemory = false,
): Promise<{ hound: EmbeddingHound; embedder: WordEmbedder }> {
  const hound = await opened(inMemory);
  await hound.add(...added);
  const embedder = new WordEmbedder();
  await hound.embeddings.use(embedder);
  return { hound, embedder };
}

const paths = async (hound: EmbeddingHound, query: string, options: SearchOptions) =>
  (await hound.search(query, options)).hits.map(({ path }) => path);

describe("embeddings", () => {
  it("embeddings are off by default, and a search by meaning says how to turn them on", async () => {
    const hound = await opened();
    await hound.add(...files);
    expect(await hound.embeddings.state()).toEqual({
      ...{ on: false, model: null, embedder: null, searchable: false, making: false },
      problem: null,
      ...{ documents: 0, done: 0, total: 3, bytes: 0 },
    });
    for (const by of ["meaning", "both"] as const) {
      await expect(hound.search("car", { by })).rejects.toMatchObject({
        code: "invalid-argument",
        message: expect.stringContaining("embeddings.start()"),
      });
    }
    await expect(hound.embeddings.start()).rejects.toMatchObject({ code: "invalid-argument" });
    await hound.embeddings.use(new WordEmbedder());
    expect(await hound.embeddings.state()).toMatchObject({ on: false, done: 0 });
    expect(await hound.search("car")).not.toHaveProperty("withoutVectors");
  });

  it("makes embeddings for every passage, and finds synonyms", async () => {
    const { hound, embedder } = await connected();
    const progress: EmbeddingsProgress[] = [];
    const state = await hound.embeddings.start({ onProgress: (each) => progress.push(each) });
    expect(state).toEqual({
      ...{ on: true, model: embedder.info, embedder: embedder.info, searchable: true },
      ...{ making: false, problem: null },
      ...{ documents: 3, done: 3, total: 3, bytes: 3 * (512 + 4) },
    });
    expect(progress.map(({ done }) => done)).toEqual([0, 1, 2, 3, 3]);
    expect(await paths(hound, "car", { by: "words" })).toEqual([]);
    const { hits, matches, withoutVectors } = await hound.search("car", { by: "meaning" });
    expect(hits[0]).toMatchObject({
      ...{ path: "garage.txt", marks: [], score: expect.closeTo(1 / Math.sqrt(14), 2) },
      excerpt: { text: expect.stringContaining("The automobile"), marks: [] },
    });
    expect({ matches, withoutVectors, hits: hits.length }).toEqual({
      ...{ matches: 3, withoutVectors: 0, hits: 3 },
    });
    const [first] = (await hound.search("a surgeon", { by: "meaning", limit: 1 })).hits;
    expect(first?.marks.length).toBeGreaterThan(0);
  });

  it("respects the filters of a search by meaning", async () => {
    const { hound, embedder } = await connected();
    await hound.embeddings.start();
    const found = async (query: string, options: SearchOptions = {}) =>
      (await paths(hound, query, { by: "meaning", ...options })).sort();
    expect(await found("doctor doc:ward")).toEqual(["ward.txt"]);
    expect(embedder.queries.at(-1)).toBe("doctor");
    expect(await found("doctor -butter")).toEqual(["garage.txt", "ward.txt"]);
    expect(await found('doctor "new wheel"')).toEqual(["garage.txt"]);
    // The phrase occurs nowhere, so the search is repeated without quotes.
    expect(await found('doctor "wheel new"')).toContain("garage.txt");
    expect(await found("doctor yard OR flour")).toEqual(["cakes.txt", "garage.txt"]);
    expect(await found("doctor page:2")).toEqual([]);
    expect(await found("doc:ward")).toEqual([]);
    const cakes = hound.idOf("cakes.txt");
    expect(await found("doctor", { documents: [cakes] })).toEqual(["cakes.txt"]);
    expect(await paths(hound, "doctor -surgeon", { by: "both" })).not.toContain("ward.txt");
  });

  it("adds similarity in meaning to the squared keyword scores", async () => {
    const { hound } = await connected([
      textFile("1.txt", "car vehicle automobile"),
      textFile(
        "2.txt",
        "car and some other words that make it long and far from all that is asked",
      ),
      textFile("3.txt", "vehicle"),
    ]);
    await hound.embeddings.start();
    const scores = async (by: SearchOptions["by"]) =>
      (await hound.search("car", { by })).hits.map(({ path, score }) => [path, score]);
    expect((await scores("words")).map(([path]) => path)).toEqual(["1.txt", "2.txt"]);
    // Both have only "car" as their meaning; the older document comes first.
    expect((await scores("meaning")).map(([path]) => path)).toEqual(["1.txt", "3.txt", "2.txt"]);
    const both = await scores("both");
    // The best keyword score is 2.08, including the bonus for a rare word, and is squared. On top
    // of that come 0.175 for each of the 0.71 standard deviations by which its meaning, like that
    // of another document, is nearer than the mean.
    expect(both[0]).toEqual(["1.txt", expect.closeTo(2.08 ** 2 + 0.175 * 0.71, 1)]);
    expect(both.map(([path]) => path).sort()).toEqual(["1.txt", "2.txt", "3.txt"]);
    expect((await hound.search("car", { by: "both" })).matches).toBe(3);
  });

  it("keeps embeddings in sync with documents that are added, removed, restored and replaced", async () => {
    const { hound, embedder } = await connected();
    await hound.embeddings.start();
    await hound.add(textFile("clinic.txt", "The physician is out."));
    await until(hound, (state) => isWhole(state) && state.total === 4);
    const nearest = (query: string) => paths(hound, query, { by: "meaning", limit: 1 });
    expect(await nearest("doctor")).toEqual(["clinic.txt"]);
    const clinic = hound.idOf("clinic.txt");
    await hound.remove("clinic.txt");
    expect(await nearest("doctor")).toEqual(["ward.txt"]);
    expect(await hound.embeddings.state()).toMatchObject({ done: 3, total: 3 });
    const before = embedder.passages.length;
    await hound.restore(clinic);
    expect(await nearest("doctor")).toEqual(["clinic.txt"]);
    expect(embedder.passages).toHaveLength(before);
    await hound.add(textFile("clinic.txt", "A vehicle."));
    await until(hound, isWhole);
    expect(await nearest("automobile")).toEqual(["clinic.txt"]);
    expect(await nearest("doctor")).toEqual(["ward.txt"]);
    // A copy shares the vectors.
    await hound.add(textFile("copy.txt", "A vehicle."));
    await until(hound, (state) => isWhole(state) && state.total === 5);
    expect(embedder.passages).toHaveLength(before + 1);
    expect((await paths(hound, "automobile", { by: "meaning", limit: 2 })).sort()).toEqual([
      "clinic.txt",
      "copy.txt",
    ]);
  });

  it("falls back to keywords for passages without vectors, and counts these passages", async () => {
    const { hound, embedder } = await connected();
    await hound.embeddings.start();
    await hound.embeddings.stop();
    await hound.add(textFile("new.txt", "This car is green."));
    await expect(hound.search("car", { by: "meaning" })).rejects.toMatchObject({
      code: "invalid-argument",
      message: expect.stringContaining("Words 1"),
    });
    await hound.embeddings.use(silent(embedder).embedder);
    expect(await hound.search("car", { by: "meaning" })).toMatchObject({
      ...{ withoutVectors: 1, matches: 3, hits: { length: 3 } },
    });
    const both = await hound.search("car", { by: "both" });
    expect(both).toMatchObject({ withoutVectors: 1, hits: { length: 4 } });
    expect(both.hits.map(({ path }) => path)).toContain("new.txt");
  });

  it("makes embeddings with one model at a time", async () => {
    const { hound } = await connected();
    await hound.embeddings.start();
    const other = new WordEmbedder("words", "2");
    await hound.embeddings.use(other);
    expect(await hound.embeddings.state()).toMatchObject({
      ...{ done: 3, model: { version: "1" }, embedder: { version: "2" } },
    });
    await expect(hound.search("car", { by: "both" })).rejects.toMatchObject({
      code: "invalid-argument",
      message: expect.stringMatching(/words@1.*words@2/),
    });
    expect(other.passages).toEqual([]);
    expect(await hound.embeddings.start()).toMatchObject({ done: 3, model: { version: "2" } });
    expect(other.passages).toHaveLength(3);
    expect(await paths(hound, "car", { by: "meaning", limit: 1 })).toEqual(["garage.txt"]);
    const models = await inDatabase(name, async (database) =>
      (await database.getAll("vectors")).map(({ model }) => model),
    );
    expect(models).toEqual(["words@2", "words@2", "words@2"]);
  });

  it("removes embeddings without a trace, and makes them again", async () => {
    const { hound } = await connected();
    await hound.embeddings.start();
    await hound.search("car", { by: "meaning" });
    await hound.embeddings.remove();
    expect(await hound.embeddings.state()).toMatchObject({ on: false, done: 0, bytes: 0 });
    await expect(hound.search("car", { by: "meaning" })).rejects.toMatchObject({
      code: "invalid-argument",
    });
    expect(await inDatabase(name, (database) => database.count("vectors"))).toBe(0);
    await hound.add(textFile("new.txt", "A new one."));
    expect(await hound.embeddings.state()).toMatchObject({ on: false, done: 0 });
    expect(await hound.embeddings.start()).toMatchObject({ done: 4, documents: 4 });
  });

  it("exports no embeddings with a collection", async () => {
    const { hound } = await connected();
    await hound.embeddings.start();
    const other = await opened(true);
    await other.import(await hound.export());
    expect(await other.embeddings.state()).toMatchObject({ on: false, done: 0, total: 3 });
  });

  it("reports in one call and in the full state whether a search by meaning is possible", async () => {
    const { hound } = await connected(files.slice(0, 1));
    const isSearchable = async () => {
      const { searchable } = await hound.embeddings.state();
      expect(await hound.searchable()).toBe(searchable);
      return searchable;
    };
    expect(await isSearchable()).toBe(false);
    await hound.embeddings.start();
    expect(await isSearchable()).toBe(true);
    const garage = hound.idOf("garage.txt");
    // Its vectors stay stored for as long as it can be restored.
    await hound.remove("garage.txt");
    expect(await isSearchable()).toBe(false);
    await hound.restore(garage);
    expect(await isSearchable()).toBe(true);
    await hound.embeddings.use(new WordEmbedder("other"));
    expect(await isSearchable()).toBe(false);
    await hound.embeddings.use(new WordEmbedder());
    expect(await isSearchable()).toBe(true);
    await hound.embeddings.stop();
    expect(await isSearchable()).toBe(false);
  });

  it("embeds tools too, so that requests find them by meaning", async () => {
    const { hound, embedder } = await connected();
    const tools = [
      { name: "book_vehicle", description: "Reserves it for a day." },
      { name: "call_physician", description: "Rings at the ward." },
    ];
    const among = tools.map(({ name }) => name);
    const find = (request: string) => hound.tools.findTools({ request, limit: 1, among });
    // With embeddings off, only words are searched.
    await hound.tools.keepTools({ tools });
    expect(await find("surgeon")).toEqual([]);
    await hound.embeddings.start();
    await hound.tools.keepTools({ tools });
    await expect.poll(() => find("surgeon")).toEqual(["call_physician"]);
    expect(await find("automobile")).toEqual(["book_vehicle"]);
    const made = embedder.passages.filter((text) => text.startsWith("book vehicle"));
    await hound.tools.keepTools({ tools });
    expect(await find("automobile")).toEqual(["book_vehicle"]);
    expect(embedder.passages.filter((text) => text.startsWith("book vehicle"))).toEqual(made);
    // Past questions outlive the vectors.
    await hound.tools.addToolExample({
      tools: ["book_vehicle"],
      question: "How do I get to Rome?",
    });
    expect(await find("to Rome")).toEqual(["book_vehicle"]);
    await hound.embeddings.remove();
    expect(await find("surgeon")).toEqual([]);
    expect(await find("to Rome")).toEqual(["book_vehicle"]);
    const rows = await inDatabase(name, (database) => database.getAll("tools"));
    expect(rows.map((row) => "vector" in row)).toEqual([false, false]);
  });

  it("keeps embeddings in memory if nothing may be stored", async () => {
    const { hound } = await connected(files, true);
    expect(await hound.embeddings.start()).toMatchObject({ done: 3 });
    expect(await paths(hound, "car", { by: "meaning", limit: 1 })).toEqual(["garage.txt"]);
  });
});

describe("making embeddings", () => {
  it("lets searches go first", async () => {
    const { hound, embedder } = await connected();
    const called = Promise.withResolvers<void>();
    const answered = Promise.withResolvers<void>();
    embedder.before = async () => {
      called.resolve();
      await answered.promise;
    };
    const made = hound.embeddings.start();
    await called.promise;
    const { withoutVectors } = await hound.search("car", { by: "meaning" });
    expect(withoutVectors).toBe((await hound.embeddings.state()).total);
    expect(embedder.passages).toEqual([]);
    answered.resolve();
    expect(isWhole(await made)).toBe(true);
  });

  it("reports the embedder's error, and can be retried", async () => {
    const { hound, embedder } = await connected();
    embedder.before = async ([text]) => {
      if (text?.includes("surgeon")) throw new PagehoundError("device-lost", "It went away.");
    };
    await expect(hound.embeddings.start()).rejects.toMatchObject({ code: "device-lost" });
    expect(await hound.embeddings.state()).toMatchObject({
      ...{ done: 1, making: false },
      problem: { code: "device-lost", message: "It went away." },
    });
    embedder.before = async () => {};
    expect(await hound.embeddings.start()).toMatchObject({ done: 3, problem: null });
    const broken = new WordEmbedder("broken");
    broken.embed = async (texts) => texts.map(() => new Float32Array(7));
    await hound.embeddings.use(broken);
    for (const wrong of [undefined, [null, null, null], [[Number.NaN]]]) {
      await expect(hound.embeddings.start()).rejects.toMatchObject({ code: "model-failed" });
      broken.embed = async () => wrong as unknown as Float32Array[];
    }
    expect(await hound.embeddings.state()).toMatchObject({ on: true, done: 0 });
    for (const wrong of [undefined, { ...broken.info, version: undefined }, { dimensions: 0 }]) {
      const unknown = { ...broken, info: wrong as EmbedderInfo } as WordEmbedder;
      await expect(hound.embeddings.use(unknown)).rejects.toMatchObject({
        code: "invalid-argument",
      });
    }
    expect(await hound.embeddings.state()).toMatchObject({ embedder: { id: "broken" } });
  });

  it("ends when the embedder is released, or embeddings are removed", async () => {
    const { hound, embedder } = await connected();
    let { called } = silent(embedder);
    let made = hound.embeddings.start();
    await called;
    const rejected = expect(made).rejects.toMatchObject({ code: "closed" });
    await hound.embeddings.stop();
    await rejected;
    ({ called } = silent(embedder));
    await hound.embeddings.use(embedder);
    await called;
    made = hound.embeddings.start();
    await hound.embeddings.remove();
    expect(await made).toMatchObject({ on: false, done: 0 });
  });

  it("restarts immediately after being stopped", async () => {
    const { hound, embedder } = await connected();
    const { called } = silent(embedder);
    const controller = new AbortController();
    const made = hound.embeddings.start({ signal: controller.signal });
    const aborted = expect(made).rejects.toMatchObject({ name: "AbortError" });
    await called;
    embedder.before = async () => {};
    controller.abort();
    expect(await hound.embeddings.start()).toMatchObject({ done: 3 });
    await aborted;
  });

  it("ends when the embedder is released right after the start", async () => {
    const { hound } = await connected();
    const rejected = expect(hound.embeddings.start()).rejects.toMatchObject({ code: "closed" });
    await hound.embeddings.stop();
    await rejected;
  });

  it("skips texts that could not be stored, and embeds them later", async () => {
    const first = await opened();
    await first.add(...files);
    await inDatabase(name, async (database) => {
      for (const document of await database.getAll("documents")) {
        const versions = { ...document.versions, passages: 0 };
        await database.put("documents", { ...document, versions });
      }
    });
    // It splits the passages again for itself, because only the reading tab stores them.
    const second = await opened();
    const embedder = new WordEmbedder();
    await second.embeddings.use(embedder);
    expect(await second.embeddings.start()).toMatchObject({ done: 0, total: 3 });
    expect(embedder.passages).toEqual([]);
    first.close();
    await until(second, isWhole);
    expect(embedder.passages).toHaveLength(3);
  });

  it("another tab resumes making embeddings", async () => {
    const { hound: first, embedder } = await connected([long]);
    const { total } = await first.embeddings.state();
    const stuck = Promise.withResolvers<void>();
    embedder.before = async () => {
      if (embedder.passages.length < 128) return;
      stuck.resolve();
      await new Promise(() => {});
    };
    first.embeddings.start().catch(() => {});
    await stuck.promise;
    const second = await opened();
    const other = new WordEmbedder();
    await second.embeddings.use(other);
    const steps: number[] = [];
    const made = second.embeddings.start({ onProgress: ({ done }) => steps.push(done) });
    first.close();
    expect(await made).toMatchObject({ done: total });
    // It reports each batch, and never counts backwards.
    expect(steps).toEqual([...steps].sort((a, b) => a - b));
    expect(steps.filter((done) => done < total && done % 128 > 0)).not.toEqual([]);
    expect(other.passages.length).toBe(total - 128);
  });
});
