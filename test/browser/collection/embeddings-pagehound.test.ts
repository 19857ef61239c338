import { deleteDB } from "idb";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { Pagehound } from "../../../src/index.js";
import { isWhole, long, until } from "./embeddings-in-page.js";
import { addAll, textFile, watchChanges } from "./watched.js";
import { WordEmbedder } from "./word-embedder.js";

const name = "embeddings-pagehound-test";
const open: Pagehound[] = [];

beforeEach(() => deleteDB(`pagehound:${name}`));
afterEach(() => {
  for (const hound of open.splice(0)) hound.close();
});

async function opened(): Promise<Pagehound> {
  const hound = await Pagehound.open({
    name,
    assetsBase: "/assets/",
    parseWorkers: 1,
    persist: false,
  });
  open.push(hound);
  return hound;
}

/** A collection with that document, and an embedder connected to it. */
async function connected(): Promise<{ hound: Pagehound; embedder: WordEmbedder }> {
  const hound = await opened();
  await addAll(hound, long, textFile("garage.txt", "The automobile is repaired."));
  const embedder = new WordEmbedder();
  await hound.embeddings.use(embedder);
  return { hound, embedder };
}

const nearest = async (hound: Pagehound, query: string) =>
  (await hound.search(query, { by: "meaning", limit: 1 })).hits.map(({ path }) => path);

describe("Pagehound.embeddings", () => {
  it("making embeddings stops on abort, and resumes after the collection is reopened", async () => {
    const { hound, embedder } = await connected();
    const { total } = await hound.embeddings.state();
    expect(total).toBeGreaterThan(256);
    const controller = new AbortController();
    const made = hound.embeddings.start({
      signal: controller.signal,
      onProgress: ({ done }) => {
        if (done === 0) return;
        embedder.before = () => new Promise(() => {});
        controller.abort();
      },
    });
    await expect(made).rejects.toMatchObject({ name: "AbortError" });
    const state = await until(hound, ({ making }) => !making);
    expect(state).toMatchObject({ on: true, documents: 0 });
    expect(state.done % 128).toBe(0);
    hound.close();
    const again = await opened();
    expect(await again.embeddings.state()).toMatchObject({ done: state.done, total });
    const other = new WordEmbedder();
    await again.embeddings.use(other);
    await until(again, isWhole);
    expect(new Set(other.passages).size).toBe(total - state.done);
    const { hits } = await again.search("299 word299", { by: "meaning", limit: 1 });
    expect(hits[0]?.text).toContain("word299");
  });

  it("one tab at a time makes embeddings, for all tabs", async () => {
    const { hound: first, embedder } = await connected();
    const { total } = await first.embeddings.state();
    const second = await opened();
    const other = new WordEmbedder();
    await second.embeddings.use(other);
    const seen: number[] = [];
    const changes = watchChanges(second);
    const both = await Promise.all([
      first.embeddings.start(),
      second.embeddings.start({ onProgress: ({ done }) => seen.push(done) }),
    ]);
    expect(both.map(({ done }) => done)).toEqual([total, total]);
    expect(embedder.passages.length + other.passages.length).toBe(total);
    expect(seen.at(-1)).toBe(total);
    for (const hound of [first, second]) {
      expect(await nearest(hound, "car")).toEqual(["garage.txt"]);
    }
    await changes.seen(({ type }) => type === "embeddings-changed");
    changes.stop();
    await first.embeddings.remove();
    await expect(second.search("car", { by: "sound" as "words" })).rejects.toMatchObject({
      code: "invalid-argument",
    });
    await expect(second.search("car", { by: "meaning" })).rejects.toMatchObject({
      code: "invalid-argument",
    });
    expect(await second.embeddings.state()).toMatchObject({ on: false, done: 0 });
  });
});
