import { deleteDB, openDB } from "idb";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { serveEmbedder } from "../../../src/models/embedders/embedder.js";
import { failWrites } from "../store/fail-writes.js";
import { type CollectionInPage, openInPage, searchFor } from "./in-page.js";
import { fakeTime, later } from "./later.js";
import { textFile } from "./watched.js";
import { WordEmbedder } from "./word-embedder.js";

const name = "embeddings-quota-test";
let page: CollectionInPage;

beforeEach(async () => {
  await deleteDB(`pagehound:${name}`);
  page = await openInPage(name);
});
afterEach(() => {
  vi.useRealTimers();
  page.close();
});

it.each(["thrown", "aborted", "at commit"] as const)(
  "full storage (%s) interrupts making embeddings until there is space",
  async (failure) => {
    const { embeddings } = page.collection;
    await page.add([
      textFile("garage.txt", "The automobile is repaired."),
      textFile("ward.txt", "A surgeon came to the ward."),
    ]);
    await allWritten();
    await embeddings.useEmbedder({ port: serveEmbedder(new WordEmbedder()) });
    // The first write is the setting; then come the vectors of each document.
    for (const [write, done] of [
      [1, 0],
      [1, 0],
      [2, 1],
    ] as const) {
      const end = failWrites(failure, write);
      const made = embeddings.makeEmbeddings(null);
      await expect(made).rejects.toMatchObject({ code: "storage-full" });
      end();
      expect(await embeddings.embeddings()).toMatchObject({ done, total: 2, making: false });
      if (!(await embeddings.embeddings()).on) {
        await page.collection.search({ ...searchFor("car", 9), by: "meaning" }).catch((error) => {
          expect(error).toMatchObject({ code: "invalid-argument" });
        });
        await switchOn();
      }
    }
    expect((await embeddings.embeddings()).problem).toMatchObject({ code: "storage-full" });
    // Removing a document frees space.
    const [garage] = page.collection.summaries;
    await page.collection.remove({ documents: garage ? [garage.id] : [] });
    for (let state = await embeddings.embeddings(); state.done < 1; )
      state = await embeddings.embeddings();
    const { hits } = await page.collection.search({ ...searchFor("doctor", 9), by: "meaning" });
    expect(hits.map(({ path }) => path)).toEqual(["ward.txt"]);
  },
);

it.each(["the tab that reads", "another tab"])(
  "%s resumes making embeddings once a replaced document frees its space, and notifies listeners of the stop",
  async (which) => {
    await page.add([textFile("garage.txt", "The automobile is repaired.")]);
    await allWritten();
    const maker = which === "another tab" ? await openInPage(name) : page;
    const { embeddings, ingestion } = maker.collection;
    await embeddings.useEmbedder({ port: serveEmbedder(new WordEmbedder()) });
    let events = 0;
    ingestion.listen(({ type }) => {
      if (type === "embeddings-changed") events++;
    });
    // The first write is the setting, the second the vectors.
    const end = failWrites("thrown", 2);
    await expect(embeddings.makeEmbeddings(null)).rejects.toMatchObject({ code: "storage-full" });
    end();
    expect(events).toBe(2);
    fakeTime();
    await page.add([textFile("garage.txt", "The vehicle is repaired.")]);
    await later(async () => (await embeddings.embeddings()).done === 1);
    expect((await embeddings.embeddings()).problem).toBeNull();
    if (maker !== page) maker.close();
  },
);

/**
 * Waits until it is recorded that no file is being read any more, because failing writes are
 * counted from then on.
 */
async function allWritten(): Promise<void> {
  const database = await openDB(`pagehound:${name}`);
  const reading = async (): Promise<number> =>
    (await database.get("settings", "attempts")).value.jobs.length;
  await expect.poll(reading).toBe(0);
  database.close();
}

/** Turns embeddings on without making any. */
async function switchOn(): Promise<void> {
  const stop = new AbortController();
  const made = page.collection.embeddings.makeEmbeddings(null, {
    signal: stop.signal,
    onProgress: () => stop.abort(),
  });
  await expect(made).rejects.toMatchObject({ name: "AbortError" });
}
