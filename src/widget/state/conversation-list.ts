import type { ConversationSummary, Pagehound } from "../../index.js";
import { keepText, keptText } from "./kept-text.js";
import type { WidgetSetup } from "./setup.js";
import type { Surface } from "./surface.js";

const TIME_TO_UNDO = 10_000;

/** What the lists of this page can still undo, as it is kept. */
const undoable = new Set<string>();

/** Earlier conversations. Deleted ones are gone from the list at once, and for good ten seconds later. */
export class ConversationList {
  shown = false;
  /** The conversations whose deletion can still be undone; null when there are none. */
  removed: readonly ConversationSummary[] | null = null;
  #all: readonly ConversationSummary[] = [];
  readonly #surface: Surface;
  readonly #library: Pagehound;
  readonly #key: string;
  readonly #changed: () => void;
  readonly #failed: (error: unknown) => void;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(
    surface: Surface,
    library: Pagehound,
    { collection }: Pick<WidgetSetup, "collection">,
    changed: () => void,
    failed: (error: unknown) => void,
  ) {
    this.#surface = surface;
    this.#library = library;
    this.#key = `pagehound:conversations-to-delete:${collection}`;
    this.#changed = changed;
    this.#failed = failed;
  }

  /** What is listed, the latest first. */
  get list(): readonly ConversationSummary[] {
    return without(this.#all, this.removed ?? []);
  }

  /** What the offer to undo says. */
  get removedTitle(): string {
    const { words } = this.#surface;
    const count = this.removed?.length ?? 0;
    return count > 1
      ? words.t("conversations.deletedAll.title", { count })
      : words.t("conversations.deleted.title");
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

  /** Deletes conversations, with ten seconds to undo it. */
  async remove(conversations: readonly ConversationSummary[]): Promise<void> {
    if (conversations.length === 0) return;
    await this.forget();
    this.removed = conversations;
    const kept = textOf(conversations.map(({ id }) => id));
    undoable.add(kept);
    keepText(this.#key, kept);
    this.resume();
    const { words } = this.#surface;
    const { length: count } = conversations;
    this.#surface.announce(
      count > 1 ? words.t("conversations.deletedAll", { count }) : words.t("conversations.deleted"),
    );
    this.#changed();
  }

  /** Brings back what was deleted last. */
  undo(): void {
    clearTimeout(this.#timer);
    const { removed } = this;
    if (!removed) return;
    this.removed = null;
    this.#forgotten(removed.map(({ id }) => id));
    const { words } = this.#surface;
    const { length: count } = removed;
    this.#surface.announce(
      count > 1 ? words.t("conversations.backAll", { count }) : words.t("conversations.back"),
    );
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
    this.#all = without(this.#all, removed);
    undoable.delete(textOf(removed.map(({ id }) => id)));
    this.#changed();
    await this.#delete(removed.map(({ id }) => id));
  }

  /** To be called when the element is taken away, and with it the offer to undo. */
  close(): void {
    void this.forget();
  }

  /** Deletes what was deleted just before the page was left. */
  async finish(): Promise<void> {
    const left = keptText(this.#key);
    // Another element may have the offer to undo it still.
    if (left && !undoable.has(left)) await this.#delete(left.split(" "));
  }

  async #delete(ids: readonly string[]): Promise<void> {
    try {
      for (const id of ids) await this.#library.deleteConversation(id);
      this.#forgotten(ids);
    } catch (error) {
      this.#failed(error);
    }
  }

  #forgotten(ids: readonly string[]): void {
    const kept = textOf(ids);
    undoable.delete(kept);
    // By now others may be waiting for their ten seconds to pass.
    if (keptText(this.#key) === kept) keepText(this.#key, null);
  }
}

function without(
  all: readonly ConversationSummary[],
  some: readonly ConversationSummary[],
): readonly ConversationSummary[] {
  const left = new Set(some.map(({ id }) => id));
  return all.filter(({ id }) => !left.has(id));
}

/** What is to be deleted, as it is kept in case the page is left within the ten seconds. */
function textOf(ids: readonly string[]): string {
  return ids.join(" ");
}
