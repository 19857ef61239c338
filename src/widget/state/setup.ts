import type { ConfirmCall, LanguageModel, Tool } from "../../index.js";

/** Where the interface stands: in the page, behind a button, or as the page itself. */
export type WidgetMode = "panel" | "button" | "page";

/** How a widget is set up, from its attributes and properties, as they are at that moment. */
export interface WidgetSetup {
  readonly mode: WidgetMode;
  /** The collection's name. */
  readonly collection: string;
  /** The folder with what PDFs and models on the processor need. */
  readonly assetsBase: URL;
  /** The folder that models are fetched from, as it is shown to people; relative to the page. */
  readonly models: string;
  /**
   * Origins besides the page's own that its policy lets it contact, for models and endpoints; none
   * unless told.
   */
  readonly allowedOrigins?: readonly string[];
  /** Addresses of the published collections that the page offers, absolute. */
  readonly published: readonly string[];
  /** The folder with sample documents, if there are some to try. */
  readonly samples: URL | null;
  /** Questions to begin with; null for those made of the documents' headings. */
  readonly suggestions: readonly string[] | null;
  /** The page's own model, which answers from the start; null when readers choose. */
  readonly model: LanguageModel | null;
  /** What the page lets the model do besides reading the documents. */
  readonly tools: readonly Tool[];
  /** Asked before a tool that changes something is called. */
  readonly confirm: ConfirmCall | null;
  /** Whether only keys that are pressed inside count, in the modes that are a part of a page. */
  readonly keysInside: boolean;
}

/** What the interface is to those who go from landmark to landmark. */
export type Landmark = "main" | "region" | "group";

/** The landmark of the interface: the page, or a part of one. */
export function landmark({ mode }: WidgetSetup): Landmark {
  // A dialog is announced as such; what is in it needs no more.
  if (mode === "button") return "group";
  return mode === "page" ? "main" : "region";
}
