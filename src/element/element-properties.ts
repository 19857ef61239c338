import type { HttpApiOptions } from "../connect/sources/http-api.js";
import type { EngineOptions } from "../connect/sources/opensearch.js";
import type { ConfirmCall, LanguageModel, Pagehound, Tool } from "../index.js";
import type { StringTable } from "./i18n/english.js";
import {
  ElementSetup,
  modeOf,
  type RichOptions,
  type View,
  type WidgetMode,
} from "./shell/setup.js";

/** How `<page-hound>` looks: as the system does, or always the same. */
export type Theme = "auto" | "light" | "dark";

const names = [
  ...["collection", "mode", "view", "theme", "assets", "models", "samples", "keys", "open"],
  ...["toolServers", "addToolServers", "signIn", "apis", "httpApis"],
  ...["ocr", "published", "allowedOrigins", "modelHosts", "without", "webMcp", "pageTools"],
  ...["hound", "model", "tools", "confirm", "suggestions", "strings", "engines"],
] as const;

/** Where there are no elements, as on a server, the class can be imported all the same. */
const Base: typeof HTMLElement =
  globalThis.HTMLElement ?? (class {} as unknown as typeof HTMLElement);

/** The attributes of `<page-hound>` as properties, and what only properties can hold. */
export abstract class ElementProperties extends Base {
  readonly #rich: RichOptions = {
    suggestions: null,
    model: null,
    tools: [],
    confirm: null,
    engines: [],
    httpApis: [],
  };
  #hound: Pagehound | null = null;
  #strings: Partial<StringTable> = {};

  /** How the element is set up, as it is whenever it is read. */
  protected readonly setup: ElementSetup = new ElementSetup(this, this.#rich);

  /** Told which attribute or property was changed. */
  protected abstract changed(name: string): void;

  /** Name of the collection; elements with the same one share it. */
  get collection(): string {
    return this.setup.collection;
  }

  set collection(value: string) {
    this.setAttribute("collection", value);
  }

  /** Where the interface stands. */
  get mode(): WidgetMode {
    return modeOf(this.getAttribute("mode"));
  }

  set mode(value: WidgetMode) {
    this.setAttribute("mode", value);
  }

  /** What is shown: questions, or the search. */
  get view(): View {
    return this.getAttribute("view") === "search" ? "search" : "ask";
  }

  set view(value: View) {
    this.setAttribute("view", value);
  }

  get theme(): Theme {
    const value = this.getAttribute("theme");
    return value === "light" || value === "dark" ? value : "auto";
  }

  set theme(value: Theme) {
    this.setAttribute("theme", value);
  }

  /** Folder with what PDFs need; empty for the one beside the script. */
  get assets(): string {
    return this.getAttribute("assets") ?? "";
  }

  set assets(value: string) {
    this.#reflect("assets", value);
  }

  /** Folder with what recognises text in pictures; empty when there is none. */
  get ocr(): string {
    return this.getAttribute("ocr") ?? "";
  }

  set ocr(value: string) {
    this.#reflect("ocr", value);
  }

  /** Folder with models' files; empty when there is none. */
  get models(): string {
    return this.getAttribute("models") ?? "";
  }

  set models(value: string) {
    this.#reflect("models", value);
  }

  /** Folder with sample documents; empty when there are none. */
  get samples(): string {
    return this.getAttribute("samples") ?? "";
  }

  set samples(value: string) {
    this.#reflect("samples", value);
  }

  /** Addresses of published collections, with blanks between them; empty when there are none. */
  get published(): string {
    return this.getAttribute("published") ?? "";
  }

  set published(value: string) {
    this.#reflect("published", value);
  }

  /** Origins besides the page's own that its policy lets it contact, with blanks between them. */
  get allowedOrigins(): string {
    return this.getAttribute("allowed-origins") ?? "";
  }

  set allowedOrigins(value: string) {
    this.#reflect("allowed-origins", value);
  }

  /** Public hosts that models may be fetched from, with blanks between them; empty for none. */
  get modelHosts(): string {
    return this.getAttribute("model-hosts") ?? "";
  }

  set modelHosts(value: string) {
    this.#reflect("model-hosts", value);
  }

  /** `inside` when the key that goes to the box counts only while the focus is inside. */
  get keys(): string {
    return this.getAttribute("keys") ?? "";
  }

  set keys(value: string) {
    this.#reflect("keys", value);
  }

  /** Addresses of tool servers (MCP), with blanks between them; empty for none. */
  get toolServers(): string {
    return this.getAttribute("tool-servers") ?? "";
  }

  set toolServers(value: string) {
    this.#reflect("tool-servers", value);
  }

  /** Addresses of descriptions of HTTP APIs (OpenAPI), with blanks between them; empty for none. */
  get apis(): string {
    return this.getAttribute("apis") ?? "";
  }

  set apis(value: string) {
    this.#reflect("apis", value);
  }

  /** HTTP APIs besides those of `apis`: with keys, or with what else `HttpApi` is given. */
  get httpApis(): readonly HttpApiOptions[] {
    return this.#rich.httpApis;
  }

  set httpApis(value: readonly HttpApiOptions[]) {
    this.#rich.httpApis = value;
    this.changed("apis");
  }

  /** Whether the reader may add tool servers at the origins that the page may contact. */
  get addToolServers(): boolean {
    return this.hasAttribute("add-tool-servers");
  }

  set addToolServers(value: boolean) {
    this.toggleAttribute("add-tool-servers", value);
  }

  /** Page of this site that ends a sign-in to a tool server; empty where nobody can sign in. */
  get signIn(): string {
    return this.getAttribute("sign-in") ?? "";
  }

  set signIn(value: string) {
    this.#reflect("sign-in", value);
  }

  /** Whether assistants of the browser are offered the documents (WebMCP). */
  get webMcp(): boolean {
    return this.hasAttribute("web-mcp");
  }

  set webMcp(value: boolean) {
    this.toggleAttribute("web-mcp", value);
  }

  /** Whether a model may use the tools that the page has registered with the browser (WebMCP). */
  get pageTools(): boolean {
    return this.hasAttribute("page-tools");
  }

  set pageTools(value: boolean) {
    this.toggleAttribute("page-tools", value);
  }

  /** What the interface does without, with blanks between: `models`, `settings`. */
  get without(): string {
    return this.getAttribute("without") ?? "";
  }

  set without(value: string) {
    this.#reflect("without", value);
  }

  /** In button mode: whether the dialog is open. */
  get open(): boolean {
    return this.hasAttribute("open");
  }

  set open(value: boolean) {
    this.toggleAttribute("open", value);
  }

  /** An open collection to use instead of one of its own; the page closes it. */
  get hound(): Pagehound | null {
    return this.#hound;
  }

  set hound(value: Pagehound | null) {
    if (value === this.#hound) return;
    this.#hound = value;
    this.changed("hound");
  }

  /** Sentences that stand in for the interface's own, by their keys. */
  get strings(): Partial<StringTable> {
    return this.#strings;
  }

  set strings(value: Partial<StringTable>) {
    this.#strings = value;
    this.changed("strings");
  }

  /** Questions to begin with; null for those made of the documents' headings. */
  get suggestions(): readonly string[] | null {
    return this.#rich.suggestions;
  }

  set suggestions(value: readonly string[] | null) {
    this.#rich.suggestions = value;
    this.changed("suggestions");
  }

  /** A model of the page, which answers from the start. */
  get model(): LanguageModel | null {
    return this.#rich.model;
  }

  set model(value: LanguageModel | null) {
    if (value === this.#rich.model) return;
    this.#rich.model = value;
    this.changed("model");
  }

  /** What a model may do besides reading the documents. */
  get tools(): readonly Tool[] {
    return this.#rich.tools;
  }

  set tools(value: readonly Tool[]) {
    this.#rich.tools = value;
  }

  /**
   * Engines that each question is looked up in, besides those that the attribute names, with names for
   * people and headers such as keys, which are kept in memory alone. Nine are asked at most.
   */
  get engines(): readonly EngineOptions[] {
    return this.#rich.engines;
  }

  set engines(value: readonly EngineOptions[]) {
    this.#rich.engines = value;
    this.changed("engines");
  }

  /** Asked before a tool of the page that changes something is called; the element asks by default. */
  get confirm(): ConfirmCall | null {
    return this.#rich.confirm;
  }

  set confirm(value: ConfirmCall | null) {
    this.#rich.confirm = value;
  }

  /** Takes properties that were set before the browser knew the element. */
  protected upgradeProperties(): void {
    for (const name of names) {
      if (!Object.hasOwn(this, name)) continue;
      const value: unknown = Reflect.get(this, name);
      Reflect.deleteProperty(this, name);
      Reflect.set(this, name, value);
    }
  }

  #reflect(name: string, value: string): void {
    if (value === "") this.removeAttribute(name);
    else this.setAttribute(name, value);
  }
}
