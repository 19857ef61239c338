import type { FormatId } from "../core/document.js";
import type { PageRange } from "../core/page-range.js";
import type { Span } from "../core/span.js";
import type { IgnoredPart, QueryFilter } from "./query-syntax.js";

/** A field with its value as it was typed, quotes removed. */
export interface TypedField {
  readonly field: "doc" | "type" | "page";
  readonly value: string;
  readonly exclude: boolean;
  readonly text: string;
  readonly span: Span;
}

/** What a field comes to. */
export interface ReadField {
  readonly filters: readonly QueryFilter[];
  readonly ignored: readonly IgnoredPart[];
}

/** Names of formats and the extensions of their files. */
const formats: ReadonlyMap<string, FormatId> = new Map([
  ["pdf", "pdf"],
  ["text", "text"],
  ["txt", "text"],
  ["log", "text"],
  ["markdown", "markdown"],
  ["md", "markdown"],
  ["mdown", "markdown"],
  ["mkd", "markdown"],
  ["html", "html"],
  ["htm", "html"],
  ["xhtml", "html"],
  ["csv", "csv"],
  ["tsv", "csv"],
  ["tab", "csv"],
]);

/** The filters that a field means; several for a list with commas, such as `page:2-3,5`. */
export function readField(typed: TypedField): ReadField {
  const { field, exclude, text, span } = typed;
  const ignore = (reason: string): ReadField => ({
    filters: [],
    ignored: [{ text, span, reason }],
  });
  if (field === "doc") {
    const pattern = typed.value.replace(/[,;]+$/, "").trim();
    if (pattern === "") return ignore("No part of a path is given after doc:.");
    return { filters: [{ field, pattern, exclude, span }], ignored: [] };
  }
  // Punctuation of a sentence around the field is not meant.
  const values = typed.value.replace(/[^\p{L}\p{N}\-–]+$/u, "").split(/\s*,\s*/);
  if (field === "type") {
    return collect(values, (value) => {
      const format = formats.get(value.toLowerCase().replace(/^\./, ""));
      if (format) return { field, format, exclude, span };
      return `"${value}" is no type that is known; there are pdf, text, markdown, html and csv.`;
    });
  }
  if (exclude) return ignore("Pages can be chosen, not excluded.");
  return collect(values, (value) => {
    const range = readRange(value);
    return typeof range === "string" ? range : { field, range, exclude: false, span };
  });

  function collect(
    each: readonly string[],
    read: (value: string) => QueryFilter | string,
  ): ReadField {
    const results = each.map(read);
    return {
      filters: results.filter((result) => typeof result !== "string"),
      ignored: results
        .filter((result) => typeof result === "string")
        .map((reason) => ({ text, span, reason })),
    };
  }
}

/** A range of pages, or what is wrong with it. */
function readRange(value: string): PageRange | string {
  const match = /^(\d{1,9})?(?:\s*([-–])\s*(\d{1,9})?)?$/.exec(value);
  const [, first, dash, last] = match ?? [];
  if (!match || (first === undefined && last === undefined)) {
    return `"${value}" is no page or range of pages, such as 3, 10-20 or 10-.`;
  }
  const from = first === undefined ? 1 : Number(first);
  const open = dash === undefined ? from : Number.POSITIVE_INFINITY;
  const to = last === undefined ? open : Number(last);
  if (from < 1) return "Pages count from 1.";
  if (to < from) return `The range ${value} ends before it begins.`;
  return { from, to };
}
