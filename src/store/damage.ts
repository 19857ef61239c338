import type { IngestProblem } from "../core/ingest.js";
import { pagesOf, releaseContents } from "./contents.js";
import type { Database } from "./database.js";
import { freshKey } from "./jobs.js";
import { isDocument, type StoredDocument, type StoredJob, type StoredOriginal } from "./schema.js";
import { dropVectors } from "./vectors.js";
import type { Writing } from "./writing.js";

const searchedStores = ["documents", "passages", "postings", "vectors"] as const;
const stores = [...searchedStores, "pages", "originals", "publications"] as const;

/** Documents whose pages are counted in one transaction. */
const countedTogether = 100;

/** What is done about documents of which parts are lost or cannot be used. */
export class Damage {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  /** Those of these documents of which not all pages are stored, looked up some at a time. */
  async withoutPages(
    documents: readonly Pick<StoredDocument, "ordinal" | "content" | "pages">[],
  ): Promise<{ readonly ordinal: number; readonly content: number }[]> {
    const found: { readonly ordinal: number; readonly content: number }[] = [];
    for (let from = 0; from < documents.length; from += countedTogether) {
      const some = documents.slice(from, from + countedTogether);
      const counts = await this.#database.read(["pages"], (reading) => {
        const pages = reading.objectStore("pages");
        return Promise.all(some.map(({ content }) => pages.count(pagesOf(content))));
      });
      const short = some.filter(({ pages }, index) => (counts[index] ?? 0) < pages.total);
      found.push(...short.map(({ ordinal, content }) => ({ ordinal, content })));
    }
    return found;
  }

  /** The copy of a `ready` document's file, where what is stored of the document has lost its hash. */
  unhashed(ordinal: number): Promise<Blob | undefined> {
    return this.#database.read(["documents", "originals"], async (reading) => {
      const document = await reading.objectStore("documents").get(ordinal);
      if (document?.state !== "ready" || isHash(document.hash)) return undefined;
      const original = await reading.objectStore("originals").get(contentOf(document));
      return original?.file instanceof Blob ? original.file : undefined;
    });
  }

  /**
   * Makes a `ready` document a job again that reads its file anew; without its file, one that is
   * `held` and names what is missing. One that came with a published collection is deleted, and its
   * collection is to be fetched again. Nothing of a row is taken for granted.
   *
   * @param problem what a job is held for
   * @param known `hash`: that of its file, where it has lost it; `content`: the pages that are not
   *   whole, of which it may have others by now, and then it stays
   */
  setAside(
    ordinal: number,
    problem: (path: string) => IngestProblem,
    known: { readonly hash: string | undefined; readonly content: number | undefined },
  ): Promise<void> {
    return this.#database.write(stores, async (writing) => {
      const document = await writing.from("documents").get(ordinal);
      if (document?.state !== "ready" || !isDocument(document)) return;
      if (known.content !== undefined && known.content !== document.content) return;
      writing.delete("documents", ordinal);
      writing.delete("passages", ordinal);
      writing.delete("postings", ordinal);
      dropVectors(writing, ordinal);
      const content = contentOf(document);
      const url = document.source?.url;
      if (typeof url === "string") await fetchAgain(writing, url);
      else {
        const stored = await writing.from("originals").get(content);
        const hash = isHash(document.hash) ? document.hash : known.hash;
        // Without a hash nobody could tell what the file is.
        const original = hash === undefined ? undefined : stored;
        const job = await jobOf(writing, { ...document, hash: hash ?? "" }, original);
        if (!original) writing.put("documents", { ...job, ...heldFor(problem(job.path)), content });
        else {
          // Its pages are read once more, which others with the same bytes may still use.
          writing.put("documents", job);
          writing.put("originals", { ...original, document: job.content });
        }
      }
      await releaseContents(writing, [content]);
    });
  }
}

function heldFor(problem: IngestProblem): Pick<StoredJob, "state" | "problem"> {
  return { state: "held", problem };
}

async function jobOf(
  writing: Writing,
  document: StoredDocument,
  original: StoredOriginal | undefined,
): Promise<StoredJob> {
  const { path, addedAt, ordinal: before } = document as Partial<StoredDocument>;
  // Under an ordinal of its own: what other tabs have in memory is that of another document.
  const ordinal = await freshKey(writing);
  const file = original?.file;
  return {
    ordinal,
    path: typeof path === "string" && path !== "" ? path : `d${before}`,
    hash: document.hash,
    content: ordinal,
    addedAt: Number.isFinite(addedAt) ? (addedAt as number) : Date.now(),
    size: file instanceof Blob ? file.size : (original?.seen?.size ?? 0),
    state: "queued",
    order: ordinal,
    reader: null,
    problem: null,
    renews: false,
    ...(file && !(file instanceof Blob) ? { linked: true } : {}),
  };
}

/** Where its pages and its file are: mostly under its own ordinal, where it does not say so any more. */
function contentOf({ content, ordinal }: StoredDocument): number {
  return Number.isSafeInteger(content) ? content : ordinal;
}

function isHash(hash: unknown): hash is string {
  return typeof hash === "string" && hash !== "";
}

/** Has the next look at a published collection fetch what is missing. */
async function fetchAgain(writing: Writing, url: string): Promise<void> {
  const publication = await writing.from("publications").get(url);
  if (publication) writing.put("publications", { ...publication, etag: null, complete: false });
}
