import type { Span } from "../../core/index.js";
import { type View, views } from "../shell/setup.js";
import type { DialogName } from "../shell/shell.js";
import { namesPlace } from "./names-place.js";

/**
 * A page of a document as a link names it: by content hash, so that the link works wherever the
 * document is.
 */
export interface LinkedPage {
  /** SHA-256 of the file, in hexadecimal digits. */
  readonly document: string;
  /** Counts from 1. */
  readonly page: number;
  /** The passage, in the page's text. */
  readonly span: Span | null;
}

/** What the search is looking for. */
export interface LinkedSearch {
  readonly query: string;
  /** How a pattern is matched; null for a search by words. */
  readonly pattern: { readonly matchCase: boolean; readonly wholeWord: boolean } | null;
}

/**
 * What the middle pane shows: a conversation, which has no id before its first question, a search,
 * or a grid.
 */
export type MiddlePlace =
  | { readonly view: "ask"; readonly conversation: string | null }
  | { readonly view: "search"; readonly search: LinkedSearch }
  | { readonly view: "grid"; readonly grid: string | null };

/** The reader's place in the element. */
export interface AppPlace {
  readonly collection: string;
  readonly middle: MiddlePlace;
  /** The open page; `"unlinked"` if it is not from a document of the collection. */
  readonly page: LinkedPage | "unlinked" | null;
  readonly dialog: DialogName | null;
  /** On a narrow screen: the pane that is shown, if it is not the one opened last. */
  readonly pane: "documents" | "middle" | null;
}

/** The defaults, which an address leaves out. */
export interface StartPlace {
  readonly collection: string;
  readonly view: View;
}

type Pair = readonly [key: string, value: string];

const dialogs: readonly string[] = [
  "models",
  "settings",
  "network",
  "notes",
  "keys",
] satisfies DialogName[];
/** The place before anything was done. */
export function startPlace({ collection, view }: StartPlace): AppPlace {
  return { collection, middle: emptyMiddle(view), page: null, dialog: null, pane: null };
}

function emptyMiddle(view: View): MiddlePlace {
  if (view === "ask") return { view, conversation: null };
  if (view === "grid") return { view, grid: null };
  return { view, search: { query: "", pattern: null } };
}

/** Writes a place as a hash; empty for the initial place. */
export function formatPlace(place: AppPlace, start: StartPlace): string {
  const { collection, middle, page, dialog, pane } = place;
  const pairs: Pair[] = [];
  if (collection !== start.collection) pairs.push(["collection", collection]);
  pairs.push(...middlePairs(middle, start));
  if (page === "unlinked") pairs.push(["open", "page"]);
  else if (page) pairs.push(...pagePairs(page));
  if (dialog) pairs.push(["open", dialog]);
  if (pane) pairs.push(["pane", pane]);
  return hashOf(pairs);
}

function middlePairs(middle: MiddlePlace, start: StartPlace): Pair[] {
  const { view } = middle;
  const untouched: Pair[] = view === start.view ? [] : [["view", view]];
  if (view === "ask") {
    return middle.conversation === null ? untouched : [["conversation", middle.conversation]];
  }
  if (view === "grid") return middle.grid === null ? untouched : [["grid", middle.grid]];
  const { query, pattern } = middle.search;
  if (!pattern) return query === "" ? untouched : [["search", query]];
  const pairs: Pair[] = [["pattern", query]];
  if (pattern.matchCase) pairs.push(["case", "match"]);
  if (pattern.wholeWord) pairs.push(["word", "whole"]);
  return pairs;
}

/** Writes the hash of a link to a page, without the rest of the interface. */
export function formatLink(page: LinkedPage): string {
  return hashOf(pagePairs(page));
}

function pagePairs({ document, page, span }: LinkedPage): Pair[] {
  const pairs: Pair[] = [
    ["doc", document],
    ["page", String(page)],
  ];
  if (span) pairs.push(["span", `${span.start}-${span.end}`]);
  return pairs;
}

/**
 * Reads a place from a hash; null if the hash belongs to the surrounding page. Invalid parts are
 * ignored.
 */
export function parsePlace(hash: string, start: StartPlace): AppPlace | null {
  if (hash !== "" && hash !== "#" && !namesPlace(hash)) return null;
  const values = new URLSearchParams(hash.slice(1));
  const opens = values.getAll("open");
  const dialog = opens.find((name) => dialogs.includes(name)) as DialogName | undefined;
  const pane = values.get("pane");
  return {
    collection: values.get("collection") || start.collection,
    middle: middleOf(values, start),
    page: pageOf(values) ?? (opens.includes("page") ? "unlinked" : null),
    dialog: dialog ?? null,
    pane: pane === "documents" || pane === "middle" ? pane : null,
  };
}

function middleOf(values: URLSearchParams, start: StartPlace): MiddlePlace {
  const conversation = values.get("conversation");
  if (conversation) return { view: "ask", conversation };
  const grid = values.get("grid");
  if (grid) return { view: "grid", grid };
  const pattern = values.get("pattern");
  const query = pattern ?? values.get("search");
  if (query === null) {
    const view = values.get("view");
    return emptyMiddle(views.find((known) => known === view) ?? start.view);
  }
  const switches = {
    matchCase: values.get("case") === "match",
    wholeWord: values.get("word") === "whole",
  };
  return { view: "search", search: { query, pattern: pattern === null ? null : switches } };
}

function pageOf(values: URLSearchParams): LinkedPage | null {
  const document = values.get("doc")?.toLowerCase() ?? "";
  if (!/^[\da-f]{64}$/.test(document)) return null;
  const page = count(values.get("page"));
  const [start, end, ...more] = values.get("span")?.split("-").map(count) ?? [];
  const isSpan = start != null && end != null && start < end && more.length === 0;
  return { document, page: page || 1, span: page && isSpan ? { start, end } : null };
}

function count(text: string | null): number | null {
  return text !== null && /^\d{1,9}$/.test(text) ? Number(text) : null;
}

function hashOf(pairs: readonly Pair[]): string {
  if (pairs.length === 0) return "";
  return `#${pairs.map(([key, value]) => `${key}=${encode(value)}`).join("&")}`;
}

function encode(value: string): string {
  // What is typed may end in half a surrogate pair.
  return encodeURIComponent(value.toWellFormed()).replaceAll("%20", "+");
}
