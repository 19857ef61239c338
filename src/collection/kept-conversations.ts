import { type ConversationSummary, fold, PagehoundError, wordFinder } from "../core/index.js";
import {
  type Conversations,
  joined,
  type NewTurn,
  type StoredTurn,
  turnVersion,
  type WholeConversation,
} from "../store/index.js";
import type { KeptConversation, KeptTurn, PartApi, PastTurn } from "./api.js";

/** How long a deleted conversation can be restored. */
const restorableMilliseconds = 30_000;

/** The conversations of a collection: listed, continued, deleted and restored. */
export class KeptConversations implements PartApi<"conversations"> {
  readonly #store: Conversations;
  /** Conversations deleted a moment ago. */
  readonly #deleted = new Map<string, WholeConversation>();

  constructor(store: Conversations) {
    this.#store = store;
  }

  /** All of them, the one with the latest answer first. */
  async conversations(): Promise<ConversationSummary[]> {
    const all = await this.#store.all();
    return all.sort((a, b) => b.updatedAt - a.updatedAt);
  }

  /** Those that have every word of `text`, the one with the latest answer first. */
  async findConversations({ text }: { text: string }): Promise<ConversationSummary[]> {
    const hasWords = wordFinder(text);
    const [all, turns] = await Promise.all([this.conversations(), this.#store.turns()]);
    const texts = new Map(all.map(({ id, title }) => [id, [title]]));
    for (const { conversation, question, text: answer } of turns)
      texts.get(conversation)?.push(question, answer);
    return all.filter(({ id }) => hasWords(fold(texts.get(id)?.join("\n") ?? "")));
  }

  async renameConversation({ id, title }: { id: string; title: string }): Promise<void> {
    if (await this.#store.rename(id, title)) return;
    throw new PagehoundError("not-found", `There is no conversation ${id}.`);
  }

  async conversation({ id }: { id: string }): Promise<KeptConversation> {
    const whole = await this.#store.whole(id);
    if (!whole) throw new PagehoundError("not-found", `There is no conversation ${id}.`);
    const turns = whole.turns.flatMap((turn, index) =>
      isKnown(turn) ? [keptTurn(turn, whole.traces[index]?.trace)] : [],
    );
    return { ...whole.conversation, turns, leftOut: whole.turns.length - turns.length };
  }

  /** The last turns as later questions need them, the oldest first. */
  async pastTurns({ id, limit }: { id: string; limit: number }): Promise<PastTurn[]> {
    const turns = await this.#store.lastTurns(id, limit);
    return turns.filter(isKnown).map(({ standalone: question, question: asked, text: answer }) => {
      return { question, asked, answer };
    });
  }

  async addTurn({ id, turn }: { id: string; turn: NewTurn }): Promise<void> {
    await this.#store.addTurn(id, turn, Date.now());
  }

  /**
   * Deletes a conversation; a missing one counts as deleted. Returns its questions, each as it was
   * understood.
   */
  async delete(id: string): Promise<readonly string[]> {
    const now = await this.#store.take(id);
    if (!now) return [];
    const before = this.#deleted.get(id);
    // Deleted twice within the time, it was begun again in between: both come back.
    const whole = before ? joined(before, now) : now;
    this.#deleted.set(id, whole);
    setTimeout(() => {
      if (this.#deleted.get(id) === whole) this.#deleted.delete(id);
    }, restorableMilliseconds);
    return now.turns.filter(isKnown).map(({ standalone }) => standalone);
  }

  async restoreConversation({ id }: { id: string }): Promise<void> {
    const whole = this.#deleted.get(id);
    if (!whole) {
      throw new PagehoundError("not-found", `There is no deleted conversation ${id} to restore.`);
    }
    await this.#store.putBefore(whole);
    this.#deleted.delete(id);
  }
}

/**
 * Whether this code knows the format of what was stored: newer code may have stored another one.
 */
function isKnown({ version = 1 }: StoredTurn): boolean {
  return version <= turnVersion;
}

function keptTurn(
  { question, standalone, answer }: Omit<KeptTurn, "trace">,
  trace: unknown,
): KeptTurn {
  return { question, standalone, answer, trace };
}
