import { assetsBeside, parseUrl } from "../core/paths.js";
import type { ConfirmCall, LanguageModel, Tool } from "../index.js";
import type { EngineOptions, HttpApiOptions } from "../sources/index.js";
import { addressesIn, type LeftOut, type WidgetMode, type WidgetSetup } from "./shell/setup.js";

/** What `<page-hound>` is given by properties only. */
export interface RichOptions {
  suggestions: readonly string[] | null;
  model: LanguageModel | null;
  tools: readonly Tool[];
  confirm: ConfirmCall | null;
  engines: readonly EngineOptions[];
  httpApis: readonly HttpApiOptions[];
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
    return this.#folder("assets") ?? assetsBeside(import.meta.url);
  }

  get ocr(): URL | null {
    // Browsers start workers from a page's own origin alone.
    return ofThisSite(this.#folder("ocr"));
  }

  get models(): string {
    return this.#host.getAttribute("models") ?? "./models/";
  }

  get modelsNamed(): boolean {
    return this.#host.hasAttribute("models");
  }

  get modelHosts(): string {
    return this.#text("model-hosts");
  }

  get samples(): URL | null {
    return this.#folder("samples");
  }

  get published(): readonly string[] {
    return this.#addresses("published");
  }

  get allowedOrigins(): readonly string[] {
    return this.#words("allowed-origins");
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

  get without(): ReadonlySet<LeftOut> {
    const named = new Set(this.#words("without"));
    return new Set((["models", "settings"] as const).filter((one) => named.has(one)));
  }

  get toolServers(): readonly string[] {
    return this.#addresses("tool-servers");
  }

  get engines(): readonly EngineOptions[] {
    const given = this.#rich.engines;
    const others = this.#addresses("engines").filter((url) => {
      return !given.some((one) => one.url === url);
    });
    return [...given, ...others.map((url) => ({ url }))];
  }

  get httpApis(): readonly HttpApiOptions[] {
    return [...this.#rich.httpApis, ...this.#addresses("apis").map((url) => ({ url }))];
  }

  get addsToolServers(): boolean {
    return this.#host.hasAttribute("add-tool-servers");
  }

  get signInPage(): URL | null {
    // Only a page of the same site can tell this one that somebody is back.
    return ofThisSite(parseUrl(this.#text("sign-in") || "no:", document.baseURI));
  }

  get offersAssistants(): boolean {
    return this.#usesBrowserTools("web-mcp");
  }

  get usesPageTools(): boolean {
    return this.#usesBrowserTools("page-tools");
  }

  get keysInside(): boolean {
    return this.#host.getAttribute("keys") === "inside";
  }

  #text(name: string): string {
    return this.#host.getAttribute(name) ?? "";
  }

  #words(name: string): readonly string[] {
    return this.#text(name).split(/\s+/);
  }

  #addresses(name: string): readonly string[] {
    return addressesIn(this.#text(name), document.baseURI);
  }

  /** Whether an attribute asks for what only browsers with WebMCP have. */
  #usesBrowserTools(name: string): boolean {
    return this.#host.hasAttribute(name) && "modelContext" in document;
  }

  #folder(name: string): URL | null {
    const value = this.#host.getAttribute(name);
    if (value === null) return null;
    return parseUrl(value.endsWith("/") ? value : `${value}/`, document.baseURI);
  }
}

function ofThisSite(url: URL | null): URL | null {
  return url?.origin === location.origin ? url : null;
}

/** The mode that an attribute names; the panel for what names none. */
export function modeOf(value: string | null): WidgetMode {
  return value === "button" || value === "page" ? value : "panel";
}
