import type { DocumentSummary } from "../../index.js";
import { fileName } from "./document-names.js";

/** Documents with the same content. */
interface Copies {
  readonly all: Set<DocumentSummary>;
  /** The oldest of them; null until it is looked for. */
  oldest: DocumentSummary | null;
}

/**
 * What is asked of the documents with every drawing, kept in step with each that comes or goes: with
 * thousands of them, to go through all takes longer than to draw those in sight.
 */
export class DocumentIndex {
  readonly #byId = new Map<string, DocumentSummary>();
  readonly #byHash = new Map<string, Copies>();
  readonly #names = new Map<string, number>();
  readonly #ownPaths = new Map<string, number>();

  get(id: string): DocumentSummary | null {
    return this.#byId.get(id) ?? null;
  }

  /** Whether the person has a document of their own at a path. */
  hasOwn(path: string): boolean {
    return this.#ownPaths.has(path);
  }

  /** Whether other documents have the file name of this path, so that the folder has to tell which is meant. */
  isDoubled(path: string): boolean {
    return (this.#names.get(fileName(path)) ?? 0) > 1;
  }

  /**
   * The path of an older document with the same content, or null. Of what others have made it is not
   * known whether it has the same content.
   */
  originalOf(document: DocumentSummary): string | null {
    if (!document.readHere) return null;
    const copies = this.#byHash.get(document.hash);
    if (!copies || copies.all.size < 2) return null;
    copies.oldest ??= [...copies.all].reduce((a, b) => (byAge(a, b) <= 0 ? a : b));
    return copies.oldest === document ? null : copies.oldest.path;
  }

  add(document: DocumentSummary): void {
    const { id, hash, path } = document;
    this.remove(id);
    this.#byId.set(id, document);
    if (document.readHere) {
      const copies = this.#byHash.get(hash) ?? { all: new Set(), oldest: document };
      this.#byHash.set(hash, copies);
      copies.all.add(document);
      if (copies.oldest && byAge(document, copies.oldest) < 0) copies.oldest = document;
    }
    count(this.#names, fileName(path), 1);
    if (isOwn(document)) count(this.#ownPaths, path, 1);
  }

  /** Forgets a document; whether it was there. */
  remove(id: string): boolean {
    const document = this.#byId.get(id);
    if (!document) return false;
    const { hash, path } = document;
    this.#byId.delete(id);
    const copies = this.#byHash.get(hash);
    copies?.all.delete(document);
    if (copies?.oldest === document) copies.oldest = null;
    if (copies?.all.size === 0) this.#byHash.delete(hash);
    count(this.#names, fileName(path), -1);
    if (isOwn(document)) count(this.#ownPaths, path, -1);
    return true;
  }

  clear(): void {
    for (const map of [this.#byId, this.#byHash, this.#names, this.#ownPaths]) map.clear();
  }
}

const collator = new Intl.Collator("en", { numeric: true });

/** Sorts documents in the order in which they were added, as the collection itself lists them. */
export function byAge(a: DocumentSummary, b: DocumentSummary): number {
  return a.addedAt - b.addedAt || collator.compare(a.id, b.id);
}

/** Whether it is the person's own; published ones have paths of their own, which may be the same. */
export function isOwn({ source }: DocumentSummary): boolean {
  return source === null;
}

function count(counts: Map<string, number>, key: string, change: 1 | -1): void {
  const number = (counts.get(key) ?? 0) + change;
  if (number > 0) counts.set(key, number);
  else counts.delete(key);
}
