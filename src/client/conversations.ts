import { type Replay, storedAnswer, type Trace } from "../agent/index.js";
import type { CollectionApi } from "../collection/index.js";
import {
  type CallOptions,
  type ConversationSummary,
  checkShape,
  checkText,
} from "../core/index.js";
import type { Conversation } from "./ask.js";
import type { AgentConnection } from "./workers.js";

/** The questions and answers stored through `AskOptions.conversation`. */
export class Conversations {
  readonly #remote: CollectionApi;
  readonly #agent: AgentConnection;

  /** @internal */
  constructor(remote: CollectionApi, agent: AgentConnection) {
    this.#remote = remote;
    this.#agent = agent;
  }

  /** All conversations, the one with the latest answer first. */
  list(options: CallOptions = {}): Promise<ConversationSummary[]> {
    return this.#remote.conversations(null, options);
  }

  /**
   * The conversations that contain every word of `text` in their title, questions or answers,
   * ignoring case and accents; all of them for an empty text. The one with the latest answer comes
   * first.
   */
  find(text: string, options: CallOptions = {}): Promise<ConversationSummary[]> {
    checkText("The text to find", text);
    return this.#remote.findConversations({ text }, options);
  }

  /** Renames a conversation, to its first question if the title is empty. Throws `not-found`. */
  async rename(id: string, title: string, options: CallOptions = {}): Promise<void> {
    checkText("The conversation's id", id);
    checkText("The conversation's title", title);
    return this.#remote.renameConversation({ id, title: title.trim() }, options);
  }

  /** A conversation with its turns. Throws `not-found`. */
  async get(id: string, options: CallOptions = {}): Promise<Conversation> {
    checkText("The conversation's id", id);
    // The value that `ask` has stored; the collection does not interpret it.
    const stored = (await this.#remote.conversation({ id }, options)) as Conversation;
    const turns = stored.turns.map((turn) => ({ ...turn, answer: storedAnswer(turn.answer) }));
    return { ...stored, turns };
  }

  /**
   * Deletes a conversation, if it exists; for 30 seconds `restore` brings it back. Deleting
   * documents deletes no conversations.
   */
  async remove(id: string, options: CallOptions = {}): Promise<void> {
    checkText("The conversation's id", id);
    return this.#remote.deleteConversation({ id }, options);
  }

  /**
   * Restores a conversation that was deleted less than 30 seconds ago. Questions asked under its id
   * since then are appended to it. Throws `not-found`.
   */
  async restore(id: string, options: CallOptions = {}): Promise<void> {
    checkText("The conversation's id", id);
    return this.#remote.restoreConversation({ id }, options);
  }

  /**
   * Runs a trace again over the current collection, without its model, and compares calls and
   * answer; times do not count. Recorded replies replace the model, recorded results the tools of
   * the page. Documents are found by their content, else by their path. Throws `invalid-argument`
   * for a value that is not a trace, and `no-documents` if none of its documents exists.
   */
  async replay(trace: Trace, options: CallOptions = {}): Promise<Replay> {
    checkShape("The trace", trace, {});
    return this.#agent.replay(trace, options);
  }
}
