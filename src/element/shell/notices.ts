/** One of the things a notice tells. */
export interface NoticeItem {
  /** The file it is about, where the message does not name it. */
  readonly name?: string;
  readonly message: string;
  /** What is unfolded on request, line by line. */
  readonly more?: readonly string[];
  /** Whether these lines are names and no sentences. */
  readonly moreAreNames?: boolean;
}

/** Something to choose for what can be done. */
export interface NoticeChoice {
  readonly label: string;
  readonly value: string;
  readonly options: readonly { readonly value: string; readonly label: string }[];
  readonly take: (value: string) => void;
}

/** What can be done about a notice; the notice goes with it. */
export interface NoticeAction {
  readonly label: string;
  readonly run: () => void;
}

/** Something that is to be known; it stays until it is dismissed, or another of its topic comes. */
export interface Notice {
  readonly id: number;
  readonly title: string;
  readonly items: readonly NoticeItem[];
  readonly actions: readonly NoticeAction[];
  readonly choice: NoticeChoice | null;
  readonly icon: "check" | "model" | "note" | "scan" | "warning";
  readonly topic: string | null;
  /** How far something is that goes on; null where nothing does. */
  readonly progress: (() => NoticeProgress) | null;
  /** Paths of the documents that it is about: one about all of them takes its place. */
  readonly paths: readonly string[];
}

/** How far something is that a notice is about. */
export interface NoticeProgress {
  /** From 0 to 1. */
  readonly share: number;
  /** For those who see it move. */
  readonly words: string;
}

/** The page is older than another one, its storage is gone, or the worker of the collection has ended. */
export type LostReason = "outdated" | "storage-lost" | "worker-failed";

/** The notices that are shown, newest first. */
export class Notices {
  list: readonly Notice[] = [];
  readonly #changed: () => void;
  #next = 1;

  constructor(changed: () => void) {
    this.#changed = changed;
  }

  /** Shows a notice. */
  show(title: string, about: Partial<Omit<Notice, "id" | "title">> = {}): void {
    const { items = [], actions = [], choice = null, icon = "warning", topic = null } = about;
    const { progress = null, paths = [] } = about;
    const others = this.list.filter(
      (notice) =>
        (topic === null || notice.topic !== topic) &&
        (notice.paths.length === 0 || !notice.paths.every((path) => paths.includes(path))),
    );
    const shown = { id: this.#next++, title, items, actions, choice, icon, topic, progress, paths };
    this.list = [shown, ...others];
    this.#changed();
  }

  /** Takes away what was said of a topic. */
  forget(topic: string): void {
    if (!this.list.some((notice) => notice.topic === topic)) return;
    this.list = this.list.filter((notice) => notice.topic !== topic);
    this.#changed();
  }

  /** Changes what can be done about the notice of a topic, which stays where it is. */
  offer(topic: string, offer: Pick<Notice, "actions" | "choice">): void {
    this.list = this.list.map((notice) =>
      notice.topic === topic ? { ...notice, ...offer } : notice,
    );
    this.#changed();
  }

  /** Takes a notice away. */
  dismiss(id: number): void {
    this.list = this.list.filter((notice) => notice.id !== id);
    this.#changed();
  }
}
