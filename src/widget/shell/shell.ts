import type { I18n } from "../i18n/i18n.js";
import type { Notices } from "./notices.js";
import type { Occurrence, Surface } from "./renderer.js";
import type { View, WidgetSetup } from "./setup.js";

/** The panes; on a narrow screen one of them is shown at a time. */
export type Pane = "documents" | "search" | "page";

/** What is shown of the interface, beside what features show. */
export interface ShownPanes {
  readonly pane: Pane;
  readonly documentsShown: boolean;
  readonly dragging: boolean;
}

/** What a feature knows of the interface around it, and can ask of it. */
export interface Shell extends ShownPanes {
  readonly surface: Surface;
  readonly setup: WidgetSetup;
  /** What the interface says, in the reader's language. */
  readonly words: I18n;
  readonly notices: Notices;
  readonly view: View;
  /** Told what happens, for the page around. */
  readonly tell: (occurrence: Occurrence) => void;
  /** Applies a change of what is shown and nothing else. */
  set(change: Partial<ShownPanes>): void;
  /** Draws again after a change of what is shown. */
  change(make: () => void): void;
  /** Does something, and says so when it did not work. */
  attempt(work: () => Promise<unknown>): Promise<void>;
  /** Says that something did not work. */
  fail(error: unknown): void;
}
