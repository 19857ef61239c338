import { deleteDB } from "idb";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { PagehoundError } from "../../../src/core/errors.js";
import type { PackedPage } from "../../../src/core/page.js";
import type { ParseApi } from "../../../src/readers/format.js";
import { createParseSession } from "../../../src/readers/parse-session.js";
import { Jobs } from "../../../src/store/jobs.js";
import type { StoredDocument } from "../../../src/store/schema.js";
import { inDatabase } from "./in-database.js";
import { type CollectionInPage, openInPage, searchFor } from "./in-page.js";
import { textFile } from "./watched.js";

const name = "renewals-test";
const patient = { timeout: 60_000 };
let opened: CollectionInPage;

beforeEach(async () => {
  await deleteDB(`pagehound:${name}`);
  opened = await openInPage(name);
});
afterEach(() => {
  vi.restoreAllMocks();
  opened.close();
});

/** Closes the collection and changes it to what an older reader would have stored. */
async function age(): Promise<void> {
  opened.close();
  await inDatabase(name, async (database) => {
    for (const document of await database.getAll("documents")) {
      const versions = { ...document.versions, format: 0 };
      await database.put("documents", { ...document, versions });
    }
  });
}

const stored = () =>
  inDatabase(name, async (database) => (await database.getAll("documents")) as StoredDocument[]);
const originals = () => inDatabase(name, (database) => database.count("originals"));
const paths = () => opened.collection.summaries.map(({ path }) => path);
/** The paths of documents last read by an older reader. */
const old = async () =>
  (await stored()).filter(({ versions }) => versions?.format === 0).map(({ path }) => path);

it("rereads documents one after the other, and keeps their order", async () => {
  const files = ["a", "b", "c", "d"].map((file) => textFile(`${file}.txt`, `A boat ${file}.`));
  await opened.add(files);
  await age();
  const { reindex } = Jobs.prototype;
  const queued: number[] = [];
  vi.spyOn(Jobs.prototype, "reindex").mockImplementation(async function (
    this: Jobs<unknown>,
    ordinal,
  ) {
    queued.push((await this.all()).length);
    return reindex.call(this, ordinal);
  });
  opened = await openInPage(name);
  await expect.poll(old, patient).toEqual([]);
  expect(queued).toEqual([0, 0, 0, 0]);
  await expect.poll(originals, patient).toBe(4);
  expect(paths()).toEqual(["a.txt", "b.txt", "c.txt", "d.txt"]);
});

it("parses the same bytes once for several documents, and shares the pages", async () => {
  for (const path of ["a.txt", "b.txt", "c.txt"]) await opened.add([textFile(path, "A qersu.")]);
  await age();
  let read = 0;
  const parser = (): ParseApi => {
    const session = createParseSession({ assetsBase: "/assets/", ocr: null });
    return {
      ...session,
      open: (request, options) => {
        read++;
        return session.open(request, options);
      },
    };
  };
  opened = await openInPage(name, { parser });
  await expect.poll(old, patient).toEqual([]);
  expect(read).toBe(1);
  await expect.poll(originals, patient).toBe(1);
  expect(new Set((await stored()).map(({ content }) => content)).size).toBe(1);
});

it("continues with other documents if one cannot be rebuilt", async () => {
  const files = ["a", "b", "c"].map((file) => textFile(`${file}.txt`, `A boat ${file}.`));
  await opened.add(files);
  await age();
  const { reindex } = Jobs.prototype;
  let calls = 0;
  vi.spyOn(Jobs.prototype, "reindex").mockImplementation(function (this: Jobs<unknown>, ordinal) {
    calls++;
    if (calls === 2) return Promise.reject(new Error("There is no room."));
    return reindex.call(this, ordinal);
  });
  opened = await openInPage(name);
  await expect.poll(old, patient).toEqual(["b.txt", "c.txt"]);
  await expect.poll(() => calls, patient).toBe(2);
  // Any change in the queue triggers another attempt; otherwise it waits a while.
  await opened.collection.ingestion.queue.pause({ paused: false });
  await expect.poll(old, patient).toEqual([]);
  expect(paths()).toEqual(["a.txt", "b.txt", "c.txt"]);
});

it("retries lost pages in later sessions, up to a limit", async () => {
  opened.close();
  let [sessions, tried, works] = [0, 0, false];
  const parser = (): ParseApi => {
    const session = createParseSession({ assetsBase: "/assets/", ocr: null });
    return {
      ...session,
      readPage: async (request, options) => {
        if (request.number !== 2) return session.readPage(request, options);
        tried++;
        if (works) return session.readPage(request, options);
        throw new PagehoundError("worker-failed", "The parse worker failed.");
      },
    };
  };
  const readable = async () =>
    (await stored()).filter(({ state }) => state === "ready").map(({ pages }) => pages?.unreadable);
  const lost = async () => (await stored()).map((document) => document.lost);
  const open = async () => {
    opened = await openInPage(name, { parser });
    sessions++;
    tried = 0;
  };
  const long = textFile("a.txt", "A punt is pushed along with a pole.\n\n".repeat(1000));
  await open();
  await opened.add([long]);
  expect(await readable()).toEqual([1]);
  for (const times of [2, 3]) {
    opened.close();
    await open();
    await expect.poll(lost, patient).toEqual([times]);
    expect(tried).toBe(2);
  }
  opened.close();
  await open();
  // Only adding the file itself again triggers another attempt, which then happens at once.
  works = true;
  await opened.add([textFile("b.txt", "Another.")]);
  expect([sessions, tried]).toEqual([4, 0]);
  await opened.add([long]);
  await expect.poll(readable, patient).toEqual([0, 0]);
  await expect
    .poll(async () => (await lost()).filter((times) => times !== undefined), patient)
    .toEqual([]);
});

it("keeps a document unchanged if retrying its lost pages makes it worse", async () => {
  opened.close();
  let failing = [2];
  const parser = (): ParseApi => {
    const session = createParseSession({ assetsBase: "/assets/", ocr: null });
    return {
      ...session,
      readPage: async (request, options) => {
        if (!failing.includes(request.number)) return session.readPage(request, options);
        throw new PagehoundError("worker-failed", "The parse worker failed.");
      },
    };
  };
  opened = await openInPage(name, { parser });
  await opened.add([textFile("a.txt", "A punt is pushed along with a pole.\n\n".repeat(1000))]);
  const [before] = await stored();
  opened.close();
  failing = [1, 2, 3];
  opened = await openInPage(name, { parser });
  await expect.poll(stored, patient).toEqual([{ ...before, lost: 2 }]);
  await expect.poll(originals, patient).toBe(1);
});

it("retries scanned pages that could not be recognised, but only in the next session", async () => {
  opened.close();
  let [tried, works] = [0, false];
  const parser = (): ParseApi => {
    const session = createParseSession({ assetsBase: "/assets/", ocr: null });
    return {
      ...session,
      readPage: async (request, options) => {
        const page = await session.readPage(request, options);
        if (request.number !== 1) return page;
        tried++;
        const { problem: _problem, ...rest } = page;
        const scanned: PackedPage = {
          ...rest,
          state: "scanned",
          text: "",
          lines: new Float64Array(),
        };
        return works ? scanned : { ...scanned, problem: "What recognises text did not load." };
      },
    };
  };
  const long = textFile("a.txt", "A punt is pushed along with a pole.\n\n".repeat(1000));
  opened = await openInPage(name, { parser, recognition: "eng" });
  await opened.add([long]);
  expect((await stored()).map(({ versions }) => versions.recognition)).toEqual([undefined]);
  expect(tried).toBe(1);
  opened.close();
  works = true;
  opened = await openInPage(name, { parser, recognition: "eng" });
  await expect
    .poll(async () => (await stored()).map(({ versions }) => versions?.recognition), patient)
    .toEqual(["eng"]);
  expect(tried).toBe(2);
});

it("recognises the images of a requested document, and of no other", async () => {
  opened.close();
  const languages: (readonly string[] | undefined)[] = [];
  const parser = (): ParseApi => {
    const session = createParseSession({ assetsBase: "/assets/", ocr: null });
    let recognises = false;
    return {
      ...session,
      open: (request, options) => {
        languages.push(request.recognise);
        recognises = request.recognise !== undefined;
        // This test's parser has no recogniser.
        return session.open({ ...request, recognise: undefined }, options);
      },
      readPage: async (request, options) => {
        const page = await session.readPage(request, options);
        return recognises ? { ...page, recognised: true } : { ...page, state: "scanned", text: "" };
      },
    };
  };
  opened = await openInPage(name, { parser });
  await opened.add([textFile("a.txt", "A tjalk."), textFile("b.txt", "A punt.")]);
  const [a] = opened.collection.summaries;
  expect(
    await opened.collection.recognise({
      documents: a ? [a.id] : [],
      languages: ["deu", "eng"],
      careful: false,
    }),
  ).toHaveLength(1);
  const counted = () =>
    opened.collection.summaries.map(({ path, pages, recognition }) => [
      path,
      pages.recognised,
      recognition,
    ]);
  await expect.poll(counted, patient).toEqual([
    ["a.txt", 1, ["deu", "eng"]],
    ["b.txt", 0, undefined],
  ]);
  expect(languages).toEqual([undefined, undefined, ["deu", "eng"]]);
  const { hits } = await opened.collection.search(searchFor("tjalk", 5));
  expect(hits).toMatchObject([{ path: "a.txt", recognised: true }]);
  // A newer reader recognises it again, in the same languages.
  await age();
  opened = await openInPage(name, { parser });
  await expect.poll(old, patient).toEqual([]);
  expect(languages.slice(3)).toEqual([["deu", "eng"], undefined]);
});
