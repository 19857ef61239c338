import { deleteDB } from "idb";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { scriptedModel } from "../../../src/evaluation/testing/scripted-model.js";
import { Pagehound, type PagehoundOptions } from "../../../src/index.js";
import { ends, startAdding, textFile, watchChanges } from "../../browser/collection/watched.js";
import { WordEmbedder } from "../../browser/collection/word-embedder.js";
import { stuckWorkers } from "../../browser/stuck-workers.js";
import { isLong, tries } from "../../tries.js";

const name = "hung-workers-test";
const options = { name, assetsBase: "/assets/", parseWorkers: 1, hangSeconds: 2 };
const cards = textFile("cards.csv", "card,year,amount\nqersu,2023,12\numbriel,2024,15\n");
const note = textFile("note.txt", "A qersu is a boat. It has 4212 planks.");

let open: Pagehound[] = [];
async function opened(more: PagehoundOptions = {}): Promise<Pagehound> {
  const hound = await Pagehound.open({ ...options, ...more });
  open.push(hound);
  return hound;
}
beforeEach(() => deleteDB(`pagehound:${name}`));
afterEach(async () => {
  for (const hound of open) hound.close();
  open = [];
});

async function idOf(hound: Pagehound, path: string) {
  const found = (await hound.documents()).find((document) => document.path === path);
  if (!found) throw new Error(`${path} is not there.`);
  return found.id;
}

describe("slow tables", () => {
  const tooLong = {
    code: "timed-out",
    message: expect.stringContaining("Reading the tables on page 1 of cards.csv took too long"),
    data: { path: "cards.csv", page: 1, hung: true },
  };

  it("a call that is stuck in a page's tables fails with the page's name, and later calls no longer read these tables", async () => {
    const workers = stuckWorkers("collection", /tables on page 1 of cards\.csv/);
    const hound = await opened();
    await hound.add([cards, note].map(({ path, file }) => ({ path, file })));
    const id = await idOf(hound, "cards.csv");
    await expect(hound.tables(id, 1)).rejects.toMatchObject(tooLong);
    expect(workers.started).toBe(2);
    const { hits } = await hound.search("umbriel amount 2024", { figures: true });
    expect(hits[0]).toMatchObject({ path: "cards.csv", page: 1 });
    const refused = { code: "timed-out", message: expect.stringContaining("are skipped") };
    await expect(hound.tables(id, 1)).rejects.toMatchObject(refused);
    hound.close();
    const later = await opened();
    await expect(later.tables(id, 1)).rejects.toMatchObject(refused);
    expect(await later.tables(await idOf(later, "note.txt"), 1)).toEqual([]);
    expect(workers.started).toBe(3);
  });

  it.runIf(isLong)(
    "ends a search that reads endless tables, and answers the next one",
    async () => {
      stuckWorkers("collection", /tables on page 1 of cards\.csv/);
      const hound = await opened();
      await hound.add([cards, note]);
      const question = "What was the amount of umbriel in 2024?";
      await expect(hound.search(question, { figures: true })).rejects.toMatchObject(tooLong);
      const { hits } = await hound.search(question, { figures: true });
      expect(hits[0]).toMatchObject({ path: "cards.csv" });
    },
  );
});

describe("a file whose indexing never ends", () => {
  it("holds and names a file whose indexing never ends at the second attempt, while all others continue", async () => {
    const workers = stuckWorkers("collection", /cards\.csv searchable/);
    const hound = await opened();
    const changes = watchChanges(hound);
    const { added, refused } = await hound.add([cards, note]);
    expect(added.map(({ path }) => path)).toEqual(["note.txt"]);
    expect(refused).toMatchObject([
      {
        path: "cards.csv",
        code: "timed-out",
        kept: true,
        message: expect.stringContaining("cards.csv took too long to be made searchable"),
      },
    ]);
    expect(workers.started).toBe(3);
    const { files } = await hound.queue.list();
    expect(files).toMatchObject([{ path: "cards.csv", state: "held" }]);
    expect((await hound.search("planks")).hits).toMatchObject([{ path: "note.txt" }]);
    // Subscribers keep receiving events.
    await hound.add([textFile("later.txt", "Said later.")]);
    await changes.seen((event) => event.type === "document-ready" && event.path === "later.txt");
    changes.stop();
    // The file is tried again on request.
    workers.next(null);
    hound.close();
    const again = await opened();
    await again.queue.retry(["cards.csv"]);
    await expect.poll(async () => (await again.documents()).length).toBe(3);
  });

  it.runIf(isLong)("does not block other questions while a file is indexed forever", async () => {
    stuckWorkers("collection", /cards\.csv searchable/);
    const hound = await opened();
    await hound.add([note]);
    const adding = startAdding(hound, [cards]);
    await adding.seen(({ type }) => type === "document-indexing");
    expect((await hound.search("planks")).hits).toMatchObject([{ path: "note.txt" }]);
    expect(ends(await adding.done)).toEqual(["cards.csv: refused"]);
  });

  it.runIf(isLong)(
    "either tab finishes a file whose indexing hung one of them, and both have the documents",
    async () => {
      const workers = stuckWorkers("collection", /cards\.csv searchable/);
      const first = await opened();
      workers.next(null);
      const second = await opened();
      const adding = startAdding(first, [cards, note]);
      expect(ends(await adding.done)).toEqual(["cards.csv: ready", "note.txt: ready"]);
      // Either of the two may continue reading, as after any tab that closes.
      const lists = await Promise.all([first, second].map((hound) => hound.queue.list()));
      expect(lists.filter(({ here }) => here)).toHaveLength(1);
      for (const hound of [first, second]) {
        await expect.poll(async () => (await hound.documents()).length).toBe(2);
      }
    },
  );

  it("holds a file whose indexing keeps the collection from being opened", async () => {
    const workers = stuckWorkers("collection", /nothing/);
    const hound = await opened();
    await hound.add([cards, note]);
    hound.close();
    workers.next(/cards\.csv searchable/);
    const rebuilt = await opened({ rebuild: true });
    expect((await rebuilt.documents()).map(({ path }) => path)).toEqual(["note.txt"]);
    const { files } = await rebuilt.queue.list();
    expect(files).toMatchObject([
      { path: "cards.csv", state: "held", problem: { code: "timed-out" } },
    ]);
  });
});

it("names an endless search, and answers concurrent calls", async () => {
  stuckWorkers("collection", /Searching for “qersu boat”/);
  const hound = await opened();
  await hound.add([note]);
  const tooLong = {
    code: "timed-out",
    message: expect.stringContaining("Searching for “qersu boat” took too long"),
  };
  const search = hound.search("qersu boat");
  // These are called after the worker has hung.
  const others = [hound.coverage(), hound.search("planks"), hound.documents()] as const;
  const paused = hound.queue.pause().catch((error: unknown) => error);
  await expect(search).rejects.toMatchObject(tooLong);
  const [coverage, found, documents] = await Promise.all(others);
  expect(coverage.documents).toBe(1);
  expect(found.hits).toMatchObject([{ path: "note.txt" }]);
  expect(documents).toMatchObject([{ path: "note.txt" }]);
  // It is unknown whether the call took effect.
  expect(await paused).toMatchObject(tooLong);
  expect((await hound.search("planks")).hits).toMatchObject([{ path: "note.txt" }]);
});

it.runIf(isLong)("names an endless export", async () => {
  stuckWorkers("collection", /Exporting cards\.csv/);
  const hound = await opened();
  await hound.add([cards, note]);
  const message = expect.stringContaining("Exporting cards.csv took too long");
  await expect(hound.collection.export()).rejects.toMatchObject({ code: "timed-out", message });
  const others = { documents: [await idOf(hound, "note.txt")] };
  expect((await hound.collection.export(others)).size).toBeGreaterThan(0);
});

it.runIf(isLong)("a collection in memory closes when its worker hangs", async () => {
  stuckWorkers("collection", /Searching for “qersu boat”/);
  const hound = await opened({ storage: "memory" });
  await hound.add([note]);
  await expect(hound.search("qersu boat")).rejects.toMatchObject({ code: "timed-out" });
  const message = expect.stringContaining("Searching for “qersu boat” took too long");
  expect(await hound.closed).toMatchObject({ code: "timed-out", message });
});

describe("a question", () => {
  const claimOf = (text: string, id: string, quote: string) => {
    const sentences = [{ text, citations: [{ id, quote }] }];
    const args = { enough: true, missing: "", sentences };
    return { reply: { thought: "go on", calls: [{ tool: "answer", arguments: args }] } };
  };

  async function askAbout(hound: Pagehound) {
    const [hit] = (await hound.search("planks")).hits;
    const claim = claimOf("It has 4212 planks.", hit?.id ?? "", "has 4212 planks");
    return (question: string) => hound.ask(question, { model: scriptedModel([claim]) });
  }

  const checking = [
    "Checking the answer to “How many planks?” took too long",
    /Checking the answer to “How many/,
  ] as const;
  const answering = ["Answering “How many planks?” took too long", /Answering “How many/] as const;
  it.each(tries([checking], [checking, answering]))(
    "names a question that hangs the agent worker, and answers the next one: %s",
    async (message, pattern) => {
      const workers = stuckWorkers("agent", pattern);
      const hound = await opened();
      await hound.add([note]);
      const ask = await askAbout(hound);
      const tooLong = { code: "timed-out", message: expect.stringContaining(message) };
      await expect(ask("How many planks?")).rejects.toMatchObject(tooLong);
      const { sentences } = await ask("What number of planks?");
      expect(sentences).toMatchObject([{ text: "It has 4212 planks.", supported: true }]);
      expect(workers.started).toBe(2);
    },
  );

  it("stops a question that hangs the collection worker, and answers the next one", async () => {
    stuckWorkers("collection", /Searching for “How many planks\?”/);
    const hound = await opened();
    await hound.add([note]);
    const ask = await askAbout(hound);
    const message = expect.stringContaining("Searching for “How many planks?” took too long");
    await expect(ask("How many planks?")).rejects.toMatchObject({ code: "timed-out", message });
    const { sentences } = await ask("What number of planks?");
    expect(sentences).toMatchObject([{ text: "It has 4212 planks.", supported: true }]);
  });
});

it("an embedder continues with the worker that replaces one that hung", async () => {
  stuckWorkers("collection", /Searching for “qersu boat”/);
  const hound = await opened();
  await hound.add([note]);
  const embedder = new WordEmbedder();
  await hound.embeddings.use(embedder);
  await expect(hound.search("qersu boat")).rejects.toMatchObject({ code: "timed-out" });
  await expect
    .poll(async () => (await hound.embeddings.state()).embedder)
    .toMatchObject(embedder.info);
});
