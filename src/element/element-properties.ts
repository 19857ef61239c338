import type { Tool } from "../agent/index.js";
import type { ConfirmCall, Pagehound } from "../client/index.js";
import type { EngineOptions, HttpApiOptions } from "../connect/index.js";
import type { LanguageModel } from "../models/index.js";
import type { StringTable } from "./i18n/english.js";
import {
  type ElementOptions,
  ElementSetup,
  modeOf,
  optionNames,
  type View,
  viewOf,
  type WidgetMode,
} from "./shell/setup.js";

/** The colour scheme of `<page-hound>`: the system's, or always the same. */
export type Theme = "auto" | "light" | "dark";

const texts: readonly string[] = [
  ...["assets", "ocr", "models", "samples", "published", "allowedOrigins", "modelHosts", "keys"],
  ...["toolServers", "apis", "signIn", "without"],
];
const flags = ["addToolServers", "webMcp", "pageTools", "address", "open"];

/** Without custom elements, as on a server, the class can still be imported. */
const Base: typeof HTMLElement =
  globalThis.HTMLElement ?? (class {} as unknown as typeof HTMLElement);

/** The attributes of `<page-hound>` as properties, and settings that are only properties. */
export abstract class ElementProperties extends Base {
  /** Name of the collection; elements with the same name share it. */
  declare collection: string;
  /** Where the interface is placed. */
  declare mode: WidgetMode;
  /** The view that is shown first: questions, the search, or the grid. */
  declare view: View;
  /** The colour scheme. */
  declare theme: Theme;
  /** Folder with the files that PDFs need; empty for the one next to the script. */
  declare assets: string;
  /** Folder with the files that recognise text in pictures; empty if there is none. */
  declare ocr: string;
  /** Folder with models' files; empty if there is none. */
  declare models: string;
  /** Folder with sample documents; empty if there are none. */
  declare samples: string;
  /** Addresses of published collections, separated by spaces; empty if there are none. */
  declare published: string;
  /** Origins in addition to the page's that its policy lets it contact, separated by spaces. */
  declare allowedOrigins: string;
  /** Public hosts that models may be fetched from, separated by spaces; empty for none. */
  declare modelHosts: string;
  /** `inside` if the key for the box works only while the focus is inside. */
  declare keys: string;
  /** Addresses of tool servers (MCP), separated by spaces; empty for none. */
  declare toolServers: string;
  /** Addresses of descriptions of HTTP APIs (OpenAPI), separated by spaces; empty for none. */
  declare apis: string;
  /** HTTP APIs in addition to those of `apis`: with keys, or with other options of `HttpApi`. */
  declare httpApis: readonly HttpApiOptions[];
  /** Whether the reader may add tool servers at the origins that the page may contact. */
  declare addToolServers: boolean;
  /** Page of this site that completes a sign-in to a tool server; empty if nobody can sign in. */
  declare signIn: string;
  /** Whether assistants of the browser are offered the documents (WebMCP). */
  declare webMcp: boolean;
  /** Whether a model may use the tools that the page has registered with the browser (WebMCP). */
  declare pageTools: boolean;
  /** Whether the page's address keeps the reader's place. */
  declare address: boolean;
  /** Parts that the interface leaves out, separated by spaces: `models`, `settings`. */
  declare without: string;
  /** In button mode: whether the dialog is open. */
  declare open: boolean;
  /** An open collection to use instead of one that the element opens; the page closes it. */
  declare hound: Pagehound | null;
  /** Sentences that replace the interface's own, by their keys. */
  declare strings: Partial<StringTable>;
  /** Questions suggested at the start; null for suggestions from the documents' headings. */
  declare suggestions: readonly string[] | null;
  /** A model of the page, which answers from the start. */
  declare model: LanguageModel | null;
  /** Tools that a model may use in addition to reading the documents. */
  declare tools: readonly Tool[];
  /**
   * Engines that search for each question, in addition to those that the attribute names, with
   * display names and headers such as keys, which are kept in memory only. At most nine are used.
   */
  declare engines: readonly EngineOptions[];
  /** Called before a tool of the page that changes something; the element asks by default. */
  declare confirm: ConfirmCall | null;

  /** The element's settings, read when they are used. */
  protected readonly setup: ElementSetup = new ElementSetup(this);

  static {
    for (const name of texts) ElementProperties.#reflect(name, (value) => value ?? "");
    ElementProperties.#reflect("collection", (value) => value || "default");
    ElementProperties.#reflect("mode", modeOf);
    ElementProperties.#reflect("view", viewOf);
    ElementProperties.#reflect("theme", (value) =>
      value === "light" || value === "dark" ? value : "auto",
    );
    for (const name of flags) ElementProperties.#reflect(name, (value) => value !== null);
    for (const name of optionNames) {
      Object.defineProperty(ElementProperties.prototype, name, {
        get(this: ElementProperties) {
          return this.setup.options[name];
        },
        set(this: ElementProperties, value: never) {
          this.#setOption(name, value);
        },
      });
    }
  }

  /** Defines a property for an attribute; an empty text and `false` remove it. */
  static #reflect(name: string, read: (value: string | null) => unknown): void {
    const attribute = name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
    Object.defineProperty(ElementProperties.prototype, name, {
      get(this: HTMLElement) {
        return read(this.getAttribute(attribute));
      },
      set(this: HTMLElement, value: string | boolean) {
        if (typeof value === "boolean") this.toggleAttribute(attribute, value);
        else if (value === "" && texts.includes(name)) this.removeAttribute(attribute);
        else this.setAttribute(attribute, value);
      },
    });
  }

  #setOption<Name extends keyof ElementOptions>(name: Name, value: ElementOptions[Name]): void {
    const { options } = this.setup;
    if ((name === "hound" || name === "model") && value === options[name]) return;
    options[name] = value;
    // Tools and `confirm` are read again for each question.
    if (name !== "tools" && name !== "confirm") this.changed(name === "httpApis" ? "apis" : name);
  }

  /** Called with the name of each attribute or property that changed. */
  protected abstract changed(name: string): void;

  /** Applies properties that were set before the element was defined. */
  protected upgradeProperties(): void {
    for (const name of Object.keys(this)) {
      if (!(name in ElementProperties.prototype)) continue;
      const value: unknown = Reflect.get(this, name);
      Reflect.deleteProperty(this, name);
      Reflect.set(this, name, value);
    }
  }
}
