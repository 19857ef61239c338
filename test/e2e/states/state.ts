import type { BrowserContext, Page } from "playwright";
import type { ScriptedEndpoint } from "../scripted-endpoint.js";

/** What a state is brought about with. */
export interface Stage {
  readonly context: BrowserContext;
  readonly page: Page;
  /** Where the site is served, such as `http://127.0.0.1:40123`. */
  readonly origin: string;
  /** The model that the page can be connected to. */
  readonly endpoint: ScriptedEndpoint;
}

/** Where the element is: a page of its own, a panel in a page, or a button with a dialog. */
export type Mode = "page" | "panel" | "button";

/**
 * Something that a reader can see. Nothing in it is found by its words, so that it can be brought
 * about in every language.
 */
export interface State {
  readonly name: string;
  /** `page` by default. */
  readonly mode?: Mode;
  /** Whether there are documents when the page is opened. */
  readonly documents: "none" | "samples";
  /** Whether it changes the documents or conversations in a way that other states must not see. */
  readonly spoils?: boolean;
  /** Done before the page is opened. */
  readonly prepare?: (stage: Stage) => Promise<void>;
  /** What a reader does on the page to get there. */
  readonly bring: (stage: Stage) => Promise<void>;
}
