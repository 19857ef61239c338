import type { ConversationSummary, Pagehound } from "../../index.js";
import type { Surface } from "./surface.js";

const TIME_TO_UNDO = 10_000;
const key = "pagehound:conversations-to-delete";

/** Earlier conversations. A deleted one is gone from the list at once, and for good ten seconds later. */
export class ConversationList {
  shown = false;
  /** The conversation whose deletion can still be undone. */
  removed: ConversationSummary | null = null;
  #all: readonly ConversationSummary[] = [];
  readonly #surface: Surface;
  readonly #library: Pagehound;
  readonly #changed: () => void;
  readonly #failed: (error: unknown) => void;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(
    surface: Surface,
    library: Pagehound,
    changed: () => void,
    failed: (error: unknown) => void,
  ) {
    this.#surface = surface;
    this.#library = library;
    this.#changed = changed;
    this.#failed = failed;
  }

  /** What is listed, the latest first. */
  get list(): readonly ConversationSummary[] {
    return this.#all.filter(({ id }) => id !== this.removed?.id);
  }

  /** Shows the list or hides it. */
  async toggle(shown: boolean): Promise<void> {
    this.shown = shown;
    this.#changed();
    if (shown) await this.refresh();
  }

  /** Reads the list again. */
  async refresh(): Promise<void> {
    try {
      this.#all = await this.#library.conversations();
    } catch (error) {
      this.#failed(error);
    }
    this.#changed();
  }

  /** Deletes a conversation, with ten seconds to undo it. */
  async remove(conversation: ConversationSummary): Promise<void> {
    await this.forget();
    this.removed = conversation;
    remember(conversation.id);
    this.resume();
    this.#surface.announce("Conversation deleted. It can be undone for ten seconds.");
    this.#changed();
  }

  /** Brings back what was deleted last. */
  undo(): void {
    clearTimeout(this.#timer);
    if (!this.removed) return;
    this.removed = null;
    remember(null);
    this.#surface.announce("The conversation is back.");
    this.#changed();
  }

  /** Stops the clock, while the reader has the offer under the pointer or in focus. */
  pause(): void {
    clearTimeout(this.#timer);
  }

  /** Starts the clock again. */
  resume(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.forget(), TIME_TO_UNDO);
  }

  /** Deletes for good what was deleted, and takes the offer away. */
  async forget(): Promise<void> {
    clearTimeout(this.#timer);
    const { removed } = this;
    if (!removed) return;
    this.removed = null;
    this.#all = this.#all.filter(({ id }) => id !== removed.id);
    this.#changed();
    await this.#delete(removed.id);
  }

  /** Deletes what was deleted just before the page was left. */
  async finish(): Promise<void> {
    const left = stash()?.getItem(key);
    if (left) await this.#delete(left);
  }

  async #delete(id: string): Promise<void> {
    try {
      await this.#library.deleteConversation(id);
      remember(null);
    } catch (error) {
      this.#failed(error);
    }
  }
}

/** Keeps in mind what is to be deleted, in case the page is left within the ten seconds. */
function remember(id: string | null): void {
  if (id === null) stash()?.removeItem(key);
  else stash()?.setItem(key, id);
}

function stash(): Storage | null {
  try {
    return localStorage;
  } catch {
    return null;
  }
}
