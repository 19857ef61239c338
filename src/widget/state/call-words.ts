import type { Words } from "../strings/words.js";
import { anyOf } from "./any-of.js";

/** A call of a tool, as a run tells it. */
export interface ToldCall {
  readonly tool: string;
  readonly arguments: Readonly<Record<string, unknown>>;
  /** The library's own words for it. */
  readonly description: string;
}

/** What a call of a tool gave, as a run tells it. */
export interface ToldResult {
  readonly tool: string;
  readonly evidence: readonly string[];
  /** The library's own words for it. */
  readonly summary: string;
  readonly repeated: boolean;
}

/** What a call did. Tools of the page, and what is called in an odd way, are told in the library's words. */
export function callWords(words: Words, call: ToldCall): string {
  const { arguments: given, description } = call;
  switch (call.tool) {
    case "search":
      return typeof given.query === "string" ? searchWords(words, given.query) : description;
    case "grep":
      return isTexts(given.patterns) ? patternWords(words, given.patterns) : description;
    case "list_documents":
      return words.t(given.details === true ? "step.list.details" : "step.list");
    case "outline":
      return words.t("step.outline");
    case "get_passages":
      return Array.isArray(given.ids)
        ? words.t("step.passages", { count: given.ids.length })
        : description;
    case "preview":
      return previewWords(words, String(given.what)) ?? description;
    case "read":
      return readWords(words, String(given.what), Number(given.neighbours ?? 0)) ?? description;
    case "calculate":
      return words.t("step.calculate", { formula: description.replace(/^Computed /, "") });
    case "answer":
      return words.t("step.answer");
    default:
      return description;
  }
}

/** What came of a call: in English in the library's own words, which are the most exact. */
export function resultWords(words: Words, result: ToldResult): string | null {
  const outcome = outcomeWords(words, result);
  return outcome !== null && result.repeated ? words.t("step.repeated", { outcome }) : outcome;
}

/** What was tried, of which only the library's own words are kept. */
export function triedWords(words: Words, tried: string): string {
  const [, every, quoted] = /^Looked for (every )?“(.+)”$/s.exec(tried) ?? [];
  if (quoted === undefined) return tried;
  return every ? patternWords(words, quoted.split("” or “")) : searchWords(words, quoted);
}

/** Texts in quotes, one of which is enough. */
function quotedAny(words: Words, texts: readonly string[]): string {
  const quoted = texts.map((text) => words.t("remark.quoted", { text }));
  return anyOf(quoted, words);
}

function outcomeWords(words: Words, { tool, evidence, summary }: ToldResult): string | null {
  if (words.locale.startsWith("en")) return summary;
  switch (tool) {
    case "search":
    case "grep":
    case "preview":
    case "read":
    case "get_passages":
      return foundWords(words, evidence);
    case "list_documents":
    case "outline":
    case "answer":
      return null;
    default:
      return summary;
  }
}

function foundWords(words: Words, evidence: readonly string[]): string {
  if (evidence.length === 0) return words.t("step.found.none");
  const documents = new Set(evidence.map((id) => id.split(".", 1)[0])).size;
  return words.t("step.found", {
    count: evidence.length,
    documents: words.t("common.documents", { count: documents }),
  });
}

function searchWords(words: Words, query: string): string {
  return words.t("step.search", { query: query.trim() });
}

function patternWords(words: Words, patterns: readonly string[]): string {
  const trimmed = patterns.map((pattern) => pattern.trim());
  return words.t("step.grep", { patterns: quotedAny(words, trimmed) });
}

function previewWords(words: Words, what: string): string | null {
  const target = targetOf(what);
  if (!target) return null;
  const { kind, first, last } = target;
  if (kind === "document") return words.t("step.preview");
  if (kind === "section") return words.t("step.preview.section");
  if (kind === "passage") return null;
  return first === last
    ? words.t("step.preview.page", { page: first })
    : words.t("step.preview.pages", { first, last });
}

function readWords(words: Words, what: string, neighbours: number): string | null {
  const target = targetOf(what);
  if (!target) return null;
  const { kind, first, last } = target;
  if (neighbours > 0)
    return kind === "passage" ? words.t("step.read.around", { page: first }) : null;
  if (kind === "document") return words.t("step.read");
  if (kind === "section") return words.t("step.read.section");
  if (kind === "passage") return words.t("step.read.passage", { page: first });
  return first === last
    ? words.t("step.read.page", { page: first })
    : words.t("step.read.pages", { first, last });
}

interface Target {
  readonly kind: "document" | "section" | "passage" | "pages";
  readonly first: number;
  readonly last: number;
}

/** What an id of the library names; null for a name in words. */
function targetOf(what: string): Target | null {
  const id = what.trim().replace(/^\[(.*)\]$/, "$1");
  const [whole, heading, page, last, passage] =
    /^d\d+(?:(\.h\d+)|\.p(\d+)(?:-p?(\d+))?(\.s\d+(?:\+\d+)?)?)?$/.exec(id) ?? [];
  if (whole === undefined) return null;
  const first = Number(page ?? 0);
  const pages = { first, last: Number(last ?? first) };
  if (heading) return { kind: "section", ...pages };
  if (passage) return { kind: "passage", ...pages };
  return { kind: page === undefined ? "document" : "pages", ...pages };
}

function isTexts(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((one) => typeof one === "string");
}
