import type { CollectionChange, DocumentId, DocumentSummary, Pagehound } from "../../index.js";
import { byAge, DocumentIndex } from "./document-index.js";
import { UndoOffer } from "./undo-offer.js";

const timeToUndo = 10_000;
/** Longer: nobody who adds a folder looks on until its end. Still less than a replaced version is kept. */
const timeToUndoReplacing = 20_000;

/** A document whose older version can be brought back. */
export interface Replacement {
  readonly path: string;
  readonly older: DocumentId;
}

/** The documents that can be searched, those that were chosen, and those that can be brought back. */
export class Documents {
  list: readonly DocumentSummary[] = [];
  selected: ReadonlySet<DocumentId> = new Set();
  readonly index: DocumentIndex = new DocumentIndex();
  /** What was deleted just now. */
  readonly removals: UndoOffer<DocumentSummary>;
  /** What was replaced just now. */
  readonly replacements: UndoOffer<Replacement>;
  readonly #library: Pagehound;
  readonly #changed: () => void;

  /** `changed` is called after each change of the list or of the choice. */
  constructor(library: Pagehound, changed: () => void, drawn: () => void) {
    this.#library = library;
    this.#changed = changed;
    this.removals = new UndoOffer(timeToUndo, drawn);
    this.replacements = new UndoOffer(timeToUndoReplacing, drawn);
  }

  get(id: string): DocumentSummary | null {
    return this.index.get(id);
  }

  /** Reads the list again. */
  async refresh(): Promise<void> {
    const list = await this.#library.documents();
    this.index.clear();
    for (const document of list) this.index.add(document);
    this.#show(list);
  }

  /** Takes what happened in the collection, in whichever tab. */
  take(change: CollectionChange): void {
    if (change.type === "document-ready") {
      this.#join([change.document], change.replaced === null ? [] : [change.replaced]);
    } else if (change.type === "documents-restored") {
      this.#join(change.documents);
    } else if (change.type === "documents-removed") {
      this.#join([], change.documents);
    }
  }

  /** Deletes documents, with ten seconds to undo it. */
  async remove(documents: readonly DocumentSummary[]): Promise<void> {
    const ids = documents.map(({ id }) => id);
    await this.#library.remove(ids);
    this.removals.show(documents);
    this.#join([], ids);
  }

  /** Whether there is anything to undo. */
  get undoable(): boolean {
    return this.removals.last.length + this.replacements.last.length > 0;
  }

  /** Brings back what was deleted last, or else replaced; returns what that is. */
  async undo(): Promise<readonly { readonly path: string }[]> {
    const removed = this.removals.take();
    const replaced = removed.length > 0 ? [] : this.replacements.take();
    const ids = [...removed.map(({ id }) => id), ...replaced.map(({ older }) => older)];
    if (ids.length > 0) await this.#library.restore(ids);
    await this.refresh();
    return [...removed, ...replaced];
  }

  /** Takes a document into the scope of searches, or out of it. */
  select(id: DocumentId, selected: boolean): void {
    const next = new Set(this.selected);
    if (selected) next.add(id);
    else next.delete(id);
    this.selected = next;
    this.#changed();
  }

  /** Searches all documents again. */
  selectNone(): void {
    this.selected = new Set();
    this.#changed();
  }

  #join(documents: readonly DocumentSummary[], gone: readonly DocumentId[] = []): void {
    const without = new Set([...gone, ...documents.map(({ id }) => id)]);
    const known = [...without].filter((id) => this.index.remove(id));
    for (const document of documents) this.index.add(document);
    const others = known.length > 0 ? this.list.filter(({ id }) => !without.has(id)) : this.list;
    const last = others.at(-1);
    const [only] = documents;
    // A folder of thousands comes in one by one, each the youngest.
    const inOrder = documents.length <= 1 && (!last || !only || byAge(last, only) < 0);
    const list = [...others, ...documents];
    this.#show(inOrder ? list : list.sort(byAge));
  }

  #show(list: readonly DocumentSummary[]): void {
    this.list = list;
    if (this.selected.size > 0) {
      const kept = [...this.selected].filter((id) => this.index.get(id));
      if (kept.length !== this.selected.size) this.selected = new Set(kept);
    }
    this.#changed();
  }
}
