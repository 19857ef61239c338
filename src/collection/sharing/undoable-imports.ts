import { notFound, type UndoneImport } from "../../core/index.js";
import type { ConversationImport, GridImport } from "../../store/index.js";
import type { Ingestion } from "../ingest/ingestion.js";
import type { KeptDefinition } from "../merge-grids.js";
import type { CollectionServices } from "../services.js";

/** The undoable changes of an import, with what was there before. */
export interface WrittenImport {
  readonly grids: readonly GridImport[];
  readonly conversations: readonly ConversationImport[];
}

/** How many imports can be undone. Each keeps what it replaced in memory. */
const mostImports = 10;

/** The latest imports of this tab, which can be undone until the collection is closed. */
export class UndoableImports {
  readonly #imports = new Map<string, WrittenImport>();
  readonly #store: CollectionServices["store"];
  readonly #ingestion: Ingestion;

  constructor({ store, ingestion }: CollectionServices) {
    this.#store = store;
    this.#ingestion = ingestion;
  }

  /** Remembers an import and returns its id; undefined if it wrote nothing. */
  keep(written: WrittenImport): string | undefined {
    if (written.grids.length + written.conversations.length === 0) return undefined;
    const id = crypto.randomUUID();
    this.#imports.set(id, written);
    for (const oldest of [...this.#imports.keys()].slice(0, -mostImports)) {
      this.#imports.delete(oldest);
    }
    return id;
  }

  /** See `CollectionFile.undo`. */
  async undo(id: string): Promise<UndoneImport> {
    const written = this.#imports.get(id);
    if (!written) {
      throw notFound(
        "This import can no longer be undone: it was already undone, ten others followed it, or the collection was reopened.",
      );
    }
    this.#imports.delete(id);
    const { grids, conversations } = written;
    const keptGrids = await undone(this.#store.grids, grids, ({ definition }) => {
      return (definition.after as KeptDefinition).title;
    });
    if (keptGrids.length < grids.length) this.#ingestion.announce("grids-changed");
    const keptConversations = await undone(
      this.#store.conversations,
      conversations,
      ({ after }) => after.conversation.title,
    );
    return {
      grids: grids.length - keptGrids.length,
      conversations: conversations.length - keptConversations.length,
      kept: [...keptGrids, ...keptConversations],
    };
  }
}

/** Undoes changes. Returns the titles of items that stay because they were changed since then. */
async function undone<Change>(
  store: { undoImport(change: Change): Promise<boolean> },
  changes: readonly Change[],
  titleOf: (change: Change) => string,
): Promise<string[]> {
  const kept: string[] = [];
  for (const each of changes) {
    if (!(await store.undoImport(each))) kept.push(titleOf(each));
  }
  return kept;
}
