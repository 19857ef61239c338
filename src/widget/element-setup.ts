import type { ConfirmCall, LanguageModel, Tool } from "../index.js";
import { addressesIn } from "./state/collection-names.js";
import type { WidgetMode, WidgetSetup } from "./state/setup.js";

/** What `<page-hound>` is given by properties only. */
export interface RichOptions {
  suggestions: readonly string[] | null;
  model: LanguageModel | null;
  tools: readonly Tool[];
  confirm: ConfirmCall | null;
}

/** How an element is set up, read from its attributes and properties whenever it is asked for. */
export class ElementSetup implements WidgetSetup {
  readonly #host: HTMLElement;
  readonly #rich: Readonly<RichOptions>;

  constructor(host: HTMLElement, rich: Readonly<RichOptions>) {
    this.#host = host;
    this.#rich = rich;
  }

  get mode(): WidgetMode {
    return modeOf(this.#host.getAttribute("mode"));
  }

  get collection(): string {
    return this.#host.getAttribute("collection") || "default";
  }

  get assetsBase(): URL {
    // Not in one piece with `new URL`: bundlers would take it for a single file to copy.
    const beside = "assets/";
    return this.#folder("assets") ?? new URL(beside, import.meta.url);
  }

  get models(): string {
    return this.#host.getAttribute("models") ?? "./models/";
  }

  get samples(): URL | null {
    return this.#folder("samples");
  }

  get published(): readonly string[] {
    return addressesIn(this.#host.getAttribute("published") ?? "", document.baseURI);
  }

  get allowedOrigins(): readonly string[] {
    return (this.#host.getAttribute("allowed-origins") ?? "").split(/\s+/);
  }

  get suggestions(): readonly string[] | null {
    return this.#rich.suggestions;
  }

  get model(): LanguageModel | null {
    return this.#rich.model;
  }

  get tools(): readonly Tool[] {
    return this.#rich.tools;
  }

  get confirm(): ConfirmCall | null {
    return this.#rich.confirm;
  }

  get keysInside(): boolean {
    return this.#host.getAttribute("keys") === "inside";
  }

  #folder(name: string): URL | null {
    const value = this.#host.getAttribute(name);
    if (value === null) return null;
    return URL.parse(value.endsWith("/") ? value : `${value}/`, document.baseURI);
  }
}

/** The mode that an attribute names; the panel for what names none. */
export function modeOf(value: string | null): WidgetMode {
  return value === "button" || value === "page" ? value : "panel";
}
