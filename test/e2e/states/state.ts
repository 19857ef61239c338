import type { BrowserContext, Page } from "playwright";
import type { ScriptedEndpoint } from "../scripted-endpoint.js";

/** What a state can use on its way. */
export interface Stage {
  readonly context: BrowserContext;
  readonly page: Page;
  /** The site's origin, such as `http://127.0.0.1:40123`. */
  readonly origin: string;
  /** The model that the page can connect to. */
  readonly endpoint: ScriptedEndpoint;
}

/** How the element appears: as a page of its own, a panel in a page, or a button with a dialog. */
export type Mode = "page" | "panel" | "button";

/**
 * Something that a reader can see. Nothing is located by its text, so that every state works in
 * every language.
 */
export interface State {
  readonly name: string;
  /** Defaults to `page`. */
  readonly mode?: Mode;
  /** The documents that exist when the page opens. */
  readonly documents: "none" | "samples";
  /** Whether it changes documents or conversations in a way that other states must not see. */
  readonly spoils?: boolean;
  /** Runs before the page opens. */
  readonly prepare?: (stage: Stage) => Promise<void>;
  /** What a reader does on the page to get there. */
  readonly bring: (stage: Stage) => Promise<void>;
}
