import { type ConversationSummary, doUnlessHeld, holdLock } from "../../core/index.js";
import { keepText, keptJson } from "../shell/setup.js";
import type { Shell } from "../shell/shell.js";

const TIME_TO_UNDO = 10_000;

/** Conversations that were deleted together, as they are kept in case the page is left before they are gone. */
interface Deletion {
  /** Names the offer to undo it; whoever has it on the screen holds a lock of this name. */
  readonly offer: string;
  readonly ids: readonly string[];
}

/** Earlier conversations. Deleted ones are gone from the list at once, and for good ten seconds later. */
export class ConversationList {
  shown = false;
  /** The conversations whose deletion can still be undone; null when there are none. */
  removed: readonly ConversationSummary[] | null = null;
  #all: readonly ConversationSummary[] = [];
  readonly #shell: Shell;
  readonly #key: string;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #deletion: Deletion | null = null;
  /** Lets others delete what was deleted here. */
  #release: () => void = () => undefined;

  constructor(shell: Shell) {
    this.#shell = shell;
    this.#key = `pagehound:conversations-to-delete:${shell.setup.collection}`;
  }

  /** What is listed, the latest first. */
  get list(): readonly ConversationSummary[] {
    return without(this.#all, this.removed ?? []);
  }

  /** What the offer to undo says. */
  get removedTitle(): string {
    const { words } = this.#shell;
    const count = this.removed?.length ?? 0;
    return count > 1
      ? words.t("conversations.deletedAll.title", { count })
      : words.t("conversations.deleted.title");
  }

  /** Shows the list or hides it. */
  async toggle(shown: boolean): Promise<void> {
    this.shown = shown;
    this.#shell.changed();
    if (shown) await this.refresh();
  }

  /** Reads the list again. */
  async refresh(): Promise<void> {
    try {
      this.#all = await (await this.#shell.library).conversations.list();
    } catch (error) {
      this.#shell.fail(error);
    }
    this.#shell.changed();
  }

  /** Deletes conversations, with ten seconds to undo it. */
  async remove(conversations: readonly ConversationSummary[]): Promise<void> {
    if (conversations.length === 0) return;
    await this.forget();
    const offer = crypto.randomUUID();
    this.#release = await holdLock(this.#lock(offer));
    this.removed = conversations;
    this.#deletion = { offer, ids: conversations.map(({ id }) => id) };
    keepText(this.#key, JSON.stringify(this.#deletion));
    this.resume();
    const { words } = this.#shell;
    const { length: count } = conversations;
    this.#shell.surface.announce(
      count > 1 ? words.t("conversations.deletedAll", { count }) : words.t("conversations.deleted"),
    );
    this.#shell.changed();
  }

  /** Brings back what was deleted last. */
  undo(): void {
    clearTimeout(this.#timer);
    const { removed } = this;
    if (!removed) return;
    this.removed = null;
    this.#forgotten(this.#deletion);
    const { words } = this.#shell;
    const { length: count } = removed;
    this.#shell.surface.announce(
      count > 1 ? words.t("conversations.backAll", { count }) : words.t("conversations.back"),
    );
    this.#shell.changed();
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
    this.#all = without(this.#all, removed);
    this.#shell.changed();
    if (this.#deletion) await this.#delete(this.#deletion);
  }

  /** To be called when the element is taken away, and with it the offer to undo. */
  close(): void {
    void this.forget();
  }

  /** Deletes what was deleted just before the page was left. */
  async finish(): Promise<void> {
    const left = this.#left();
    // Another element or tab may have the offer to undo it still.
    if (left) await doUnlessHeld(this.#lock(left.offer), () => this.#delete(left));
  }

  async #delete(deletion: Deletion): Promise<void> {
    try {
      const { conversations } = await this.#shell.library;
      for (const id of deletion.ids) await conversations.remove(id);
      this.#forgotten(deletion);
    } catch (error) {
      this.#shell.fail(error);
    }
  }

  #forgotten(deletion: Deletion | null): void {
    if (deletion === this.#deletion) {
      this.#deletion = null;
      this.#release();
    }
    // By now others may be waiting for their ten seconds to pass.
    if (this.#left()?.offer === deletion?.offer) keepText(this.#key, null);
  }

  /** What was deleted and perhaps not for good yet, in whichever tab. */
  #left(): Deletion | null {
    const left = keptJson(this.#key);
    return isDeletion(left) ? left : null;
  }

  #lock(offer: string): string {
    return `${this.#key}:${offer}`;
  }
}

function without(
  all: readonly ConversationSummary[],
  some: readonly ConversationSummary[],
): readonly ConversationSummary[] {
  const left = new Set(some.map(({ id }) => id));
  return all.filter(({ id }) => !left.has(id));
}

function isDeletion(value: unknown): value is Deletion {
  const { offer, ids } = (value ?? {}) as { readonly offer?: unknown; readonly ids?: unknown };
  return (
    typeof offer === "string" && Array.isArray(ids) && ids.every((id) => typeof id === "string")
  );
}
