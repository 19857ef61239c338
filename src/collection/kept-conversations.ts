import type { ConversationSummary } from "../core/conversation.js";
import { PagehoundError } from "../core/errors.js";
import type { Conversations, NewTurn, WholeConversation } from "../store/conversations.js";
import type { KeptConversation, KeptTurn } from "./api.js";

/** How long a deleted conversation can be restored. */
const restorableMilliseconds = 30_000;

/** The conversations of a collection: listed, gone on with, deleted and restored. */
export class KeptConversations {
  readonly #store: Conversations;
  /** Conversations deleted a moment ago. */
  readonly #deleted = new Map<string, WholeConversation>();

  constructor(store: Conversations) {
    this.#store = store;
  }

  /** All of them, the one with the latest answer first. */
  async list(): Promise<ConversationSummary[]> {
    const all = await this.#store.all();
    return all.sort((a, b) => b.updatedAt - a.updatedAt);
  }

  async get(id: string): Promise<KeptConversation> {
    const whole = await this.#store.whole(id);
    if (!whole) throw new PagehoundError("not-found", `There is no conversation ${id}.`);
    const turns = whole.turns.map((turn, index) => keptTurn(turn, whole.traces[index]?.trace));
    return { ...whole.conversation, turns };
  }

  /** The last turns as later questions need them, the oldest first. */
  async past(
    id: string,
    limit: number,
  ): Promise<{ question: string; asked: string; answer: string }[]> {
    const turns = await this.#store.lastTurns(id, limit);
    return turns.map(({ standalone: question, question: asked, text: answer }) => {
      return { question, asked, answer };
    });
  }

  async add(id: string, turn: NewTurn): Promise<void> {
    await this.#store.addTurn(id, turn, Date.now());
    // A conversation begun anew under the same id is not written over by what was deleted.
    this.#deleted.delete(id);
  }

  /** Deletes a conversation; what is not there needs no deleting. */
  async delete(id: string): Promise<void> {
    const whole = await this.#store.whole(id);
    if (!whole) return;
    await this.#store.delete(id);
    this.#deleted.set(id, whole);
    setTimeout(() => {
      if (this.#deleted.get(id) === whole) this.#deleted.delete(id);
    }, restorableMilliseconds);
  }

  async restore(id: string): Promise<void> {
    const whole = this.#deleted.get(id);
    if (!whole) {
      throw new PagehoundError("not-found", `There is no deleted conversation ${id} to restore.`);
    }
    await this.#store.put(whole);
    this.#deleted.delete(id);
  }
}

function keptTurn(
  { question, standalone, answer }: Omit<KeptTurn, "trace">,
  trace: unknown,
): KeptTurn {
  return { question, standalone, answer, trace };
}
