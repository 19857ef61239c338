import type { IDBPDatabase } from "idb";
import type { Schema, StoredConversation, StoredTrace, StoredTurn } from "./schema.js";
import { guarded } from "./storage-error.js";

/** A turn that is to be stored; the database gives its place. */
export type NewTurn = Omit<StoredTurn, "conversation" | "number"> & Pick<StoredTrace, "trace">;

/** A conversation with all that belongs to it. */
export interface WholeConversation {
  readonly conversation: StoredConversation;
  readonly turns: readonly StoredTurn[];
  readonly traces: readonly StoredTrace[];
}

const stores = ["conversations", "turns", "traces"] as const;

/** The conversations of one collection in IndexedDB. A turn is stored whole or not at all. */
export class Conversations {
  readonly #database: IDBPDatabase<Schema<unknown>>;

  constructor(database: IDBPDatabase<Schema<unknown>>) {
    this.#database = database;
  }

  /** All of them, without their turns, in no particular order. */
  all(): Promise<StoredConversation[]> {
    return guarded(() => this.#database.getAll("conversations"));
  }

  /** One with its turns and traces, or undefined. */
  whole(id: string): Promise<WholeConversation | undefined> {
    return guarded(async () => {
      const transaction = this.#database.transaction(stores);
      const [conversation, turns, traces] = await Promise.all([
        transaction.objectStore("conversations").get(id),
        transaction.objectStore("turns").getAll(turnsOf(id)),
        transaction.objectStore("traces").getAll(turnsOf(id)),
      ]);
      return conversation && { conversation, turns, traces };
    });
  }

  /** The last turns, `limit` at most, the oldest first; none when there is no such conversation. */
  lastTurns(id: string, limit: number): Promise<StoredTurn[]> {
    return guarded(async () => {
      const turns: StoredTurn[] = [];
      const { store } = this.#database.transaction("turns");
      let cursor = await store.openCursor(turnsOf(id), "prev");
      while (cursor && turns.length < limit) {
        turns.unshift(cursor.value);
        cursor = await cursor.continue();
      }
      return turns;
    });
  }

  /** Adds a turn at the end of a conversation, and begins the conversation when it is the first. */
  addTurn(id: string, { trace, ...turn }: NewTurn, now: number): Promise<void> {
    return guarded(async () => {
      const transaction = this.#database.transaction(stores, "readwrite");
      const conversations = transaction.objectStore("conversations");
      const begun = await conversations.get(id);
      const number = (begun?.turns ?? 0) + 1;
      const { title, startedAt } = begun ?? { title: turn.question, startedAt: now };
      await Promise.all([
        conversations.put({ id, title, turns: number, startedAt, updatedAt: now }),
        transaction.objectStore("turns").add({ ...turn, conversation: id, number }),
        transaction.objectStore("traces").add({ conversation: id, number, trace }),
        transaction.done,
      ]);
    });
  }

  /** Stores a conversation as it was. One that has the same id is replaced. */
  put({ conversation, turns, traces }: WholeConversation): Promise<void> {
    return guarded(async () => {
      const transaction = this.#database.transaction(stores, "readwrite");
      const { id } = conversation;
      await Promise.all([
        transaction.objectStore("turns").delete(turnsOf(id)),
        transaction.objectStore("traces").delete(turnsOf(id)),
        transaction.objectStore("conversations").put(conversation),
        ...turns.map((turn) => transaction.objectStore("turns").put(turn)),
        ...traces.map((trace) => transaction.objectStore("traces").put(trace)),
        transaction.done,
      ]);
    });
  }

  /** Deletes a conversation and all that belongs to it. */
  delete(id: string): Promise<void> {
    return guarded(async () => {
      const transaction = this.#database.transaction(stores, "readwrite");
      await Promise.all([
        transaction.objectStore("conversations").delete(id),
        transaction.objectStore("turns").delete(turnsOf(id)),
        transaction.objectStore("traces").delete(turnsOf(id)),
        transaction.done,
      ]);
    });
  }
}

function turnsOf(conversation: string): IDBKeyRange {
  // An array sorts after every number, so this ends after the last turn.
  return IDBKeyRange.bound([conversation], [conversation, []]);
}
