import type { CollectionChange, DocumentId, DocumentSummary, Pagehound } from "../../index.js";
import { byAge, DocumentIndex } from "./document-index.js";
import { Removals } from "./removals.js";

/** The documents that can be searched, those that were chosen, and those that can be brought back. */
export class Documents {
  list: readonly DocumentSummary[] = [];
  selected: ReadonlySet<DocumentId> = new Set();
  readonly index: DocumentIndex = new DocumentIndex();
  readonly removals: Removals;
  readonly #library: Pagehound;
  readonly #changed: () => void;

  /** `changed` is called after each change of the list or of the choice. */
  constructor(library: Pagehound, changed: () => void, drawn: () => void) {
    this.#library = library;
    this.#changed = changed;
    this.removals = new Removals(library, drawn);
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
    await this.removals.remove(documents);
    this.#join(
      [],
      documents.map(({ id }) => id),
    );
  }

  /** Brings back what was deleted last; returns what that is. */
  async undo(): Promise<readonly DocumentSummary[]> {
    const restored = await this.removals.undo();
    await this.refresh();
    return restored;
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
