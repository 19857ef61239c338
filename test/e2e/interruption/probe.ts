import type { Page } from "playwright";
import type {
  CollectionChange,
  DocumentId,
  IngestEvent,
  IngestList,
  Pagehound,
} from "../../../src/index.js";
import { password } from "./file-pool.js";

/** What the page reports while it works. */
export type Report =
  | { readonly type: "event"; readonly event: IngestEvent | CollectionChange }
  /** A call of `remove` returned. */
  | { readonly type: "removed"; readonly paths: readonly string[] }
  /** All added files have finished. */
  | { readonly type: "added" };

/** What can be searched, and where words are found. */
export interface Searchable {
  readonly documents: readonly FoundDocument[];
  /** The documents as listed after everything else was read. */
  readonly later: readonly FoundDocument[];
  /** Text of each page, by document; empty unless requested. */
  readonly texts: Readonly<Record<string, readonly string[]>>;
  /** For each word, the ids of the documents in which search and grep find it. */
  readonly found: Readonly<Record<string, { readonly search: string[]; readonly grep: string[] }>>;
}

/** A document in the list. */
export interface FoundDocument {
  readonly id: DocumentId;
  readonly path: string;
  readonly hash: string;
}

declare global {
  var hound: Pagehound | undefined;
  function report(report: Report): Promise<void>;
}

/** Opens the collection in the page, and reports its changes from then on. */
export async function openCollection(page: Page, name: string): Promise<void> {
  await page.evaluate(async (name) => {
    const opened = await globalThis.harness.library.Pagehound.open({ name });
    globalThis.hound = opened;
    void (async () => {
      for await (const event of opened.changes()) void globalThis.report({ type: "event", event });
    })().catch(() => {});
  }, name);
}

/** Starts adding files that the harness page holds, and reports the events. */
export async function beginAdding(
  page: Page,
  request: { files: readonly { file: number; path: string }[]; folders: readonly string[] },
): Promise<void> {
  await page.evaluate(({ files, folders }) => {
    const { hound } = globalThis;
    const held = globalThis.harness.files();
    const inputs = files.flatMap(({ file, path }) => {
      const found = held[file];
      return found ? [{ file: found, path }] : [];
    });
    void (async () => {
      for await (const event of hound?.add(inputs, { folders }) ?? []) {
        // The other events arrive through both streams.
        if (event.type !== "document-unchanged" && event.type !== "folder-compared") continue;
        void globalThis.report({ type: "event", event });
      }
      void globalThis.report({ type: "added" });
    })().catch(() => {});
  }, request);
}

/** Starts removing the documents at these paths, and reports when it is done. */
export async function beginRemoving(page: Page, paths: readonly string[]): Promise<void> {
  await page.evaluate((paths) => {
    void (async () => {
      const documents = (await globalThis.hound?.documents()) ?? [];
      const chosen = documents.filter((document) => paths.includes(document.path));
      await globalThis.hound?.remove(chosen.map(({ id }) => id));
      void globalThis.report({ type: "removed", paths: chosen.map(({ path }) => path) });
    })().catch(() => {});
  }, paths);
}

/** Lists the files being added, and the documents. */
export async function listAll(page: Page): Promise<{ list: IngestList; documents: string[] }> {
  return page.evaluate(async () => {
    const { hound } = globalThis;
    if (!hound) throw new Error("No collection is open.");
    const list = await hound.queue.list();
    const documents = await hound.documents();
    return { list, documents: documents.map(({ path }) => path) };
  });
}

/** Searches for every word, and reads every page if requested. */
export async function readSearchable(
  page: Page,
  request: { words: readonly string[]; texts: boolean },
): Promise<Searchable> {
  return page.evaluate(async ({ words, texts: wanted }) => {
    const { hound } = globalThis;
    if (!hound) throw new Error("No collection is open.");
    const listed = async () => {
      const documents = await hound.documents();
      return documents.map(({ id, path, hash, pages }) => ({ id, path, hash, pages: pages.total }));
    };
    const documents = await listed();
    const found: Record<string, { search: string[]; grep: string[] }> = {};
    const idsOf = (hits: readonly { readonly document: string }[]) => [
      ...new Set(hits.map(({ document }) => document)),
    ];
    const { hits: lines } = await hound.grep(words, { fixed: true, limit: 10_000 });
    for (const word of words) {
      const { hits } = await hound.search(`"${word}"`, { limit: 250 });
      const grep = idsOf(lines.filter(({ text }) => text.includes(word)));
      found[word] = { search: idsOf(hits), grep };
    }
    const texts: Record<string, string[]> = {};
    for (const { id, pages } of wanted ? documents : []) {
      const numbers = Array.from({ length: pages }, (_, index) => index + 1);
      const read = await Promise.all(numbers.map((number) => hound.page(id, number)));
      texts[id] = read.map(({ text }) => text);
    }
    return { documents, later: await listed(), texts, found };
  }, request);
}

/** Retries files held because the page was stopped or storage was full. */
export async function retryHeld(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const { hound } = globalThis;
    const { files } = (await hound?.queue.list()) ?? { files: [] };
    const curable = files.filter(
      ({ state, problem }) =>
        state === "held" && problem !== null && problem.code !== "password-required",
    );
    if (curable.length > 0) await hound?.queue.retry(curable.map(({ path }) => path));
  });
}

/** Resumes reading if it is paused, and waits until no file is being added. */
export async function runDry(page: Page): Promise<IngestList> {
  return page.evaluate(async () => {
    const { hound } = globalThis;
    if (!hound) throw new Error("No collection is open.");
    const stop = AbortSignal.timeout(60_000);
    const left = new AbortController();
    // Subscribed before reading the list, so that no change is missed in between.
    const signal = AbortSignal.any([stop, left.signal]);
    const changes = hound.changes({ signal })[Symbol.asyncIterator]();
    let next = changes.next();
    await hound.queue.resume();
    while (true) {
      const list = await hound.queue.list();
      const busy = list.files.some(({ state }) => state !== "held" && state !== "refused");
      if (!busy) {
        next.catch(() => {});
        left.abort();
        return list;
      }
      await next.catch(() => {
        throw new Error(`Reading came to a standstill: ${JSON.stringify(list)}`);
      });
      next = changes.next();
    }
  });
}

export async function resume(page: Page): Promise<void> {
  await page.evaluate(() => globalThis.hound?.queue.resume());
}

/** Provides the encrypted file's password if it is waiting for one. */
export async function unlock(page: Page, path: string): Promise<void> {
  await page.evaluate((request) => globalThis.hound?.queue.retry([request.path], request), {
    path,
    password,
  });
}
