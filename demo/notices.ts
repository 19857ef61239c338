import type { InputFile } from "pagehound";

/** A file a notice is about. */
export interface NoticeItem {
  readonly name: string;
  readonly message: string;
  /** For an encrypted file: the file, to be added again with its password. */
  readonly locked: InputFile | null;
}

/** Something that went wrong or was left undone; it stays until it is dismissed. */
export interface Notice {
  readonly id: number;
  /** What happened, for the files that are still listed. */
  readonly title: (items: number) => string;
  readonly items: readonly NoticeItem[];
  /** What can be done about it, or null. */
  readonly action: { readonly label: string; readonly run: () => void } | null;
}

/** The notices that are shown, newest first. */
export class Notices {
  list: readonly Notice[] = [];
  readonly #changed: () => void;
  #next = 1;

  constructor(changed: () => void) {
    this.#changed = changed;
  }

  /** Shows a notice. */
  show(
    title: string | Notice["title"],
    items: readonly NoticeItem[] = [],
    action: Notice["action"] = null,
  ): void {
    const words = typeof title === "string" ? () => title : title;
    this.list = [{ id: this.#next++, title: words, items, action }, ...this.list];
    this.#changed();
  }

  /** Takes a notice away. */
  dismiss(id: number): void {
    this.list = this.list.filter((notice) => notice.id !== id);
    this.#changed();
  }

  /** Takes one file out of a notice, and the notice with its last file. */
  settle(id: number, name: string): void {
    this.list = this.list
      .map((notice) =>
        notice.id === id
          ? { ...notice, items: notice.items.filter((item) => item.name !== name) }
          : notice,
      )
      .filter((notice) => notice.id !== id || notice.items.length > 0);
    this.#changed();
  }
}
