import { repeat } from "lit/directives/repeat.js";
import { html, nothing, type TemplateResult } from "lit/html.js";
import type { GrepResponse, SearchResponse } from "../../index.js";
import { anyOf } from "../state/any-of.js";
import type { App } from "../state/app.js";
import { hasOperators } from "../state/query-operators.js";
import type { Words } from "../strings/words.js";

/** What a reader should know of a search besides what it found, a sentence each. */
export function remarksView(app: App): TemplateResult | typeof nothing {
  const remarks = remarksOn(app);
  if (remarks.length === 0) return nothing;
  return html`<ul class="remarks">
    ${repeat(
      remarks,
      (remark) => remark,
      (remark) => html`<li dir="auto">${remark}</li>`,
    )}
  </ul>`;
}

function remarksOn({ asking, mode, search, patterns, documents, words }: App): string[] {
  if (asking.resting || asking.failure) return [];
  if (mode === "pattern") return patterns.response ? onPattern(patterns.response) : [];
  return search.response ? onQuery(words, search.response, documents.list.length) : [];
}

function onPattern({ stopped, notes }: GrepResponse): string[] {
  return stopped ? [stopped.message, ...notes] : [...notes];
}

function onQuery(words: Words, response: SearchResponse, documents: number): string[] {
  const { query, hits, corrections, unmatched, ignored, coverage } = response;
  const isPart = coverage.documents < documents;
  const corrected = new Set(corrections.map(({ from }) => from));
  const missing = unmatched.filter((word) => !corrected.has(word));
  const remarks: string[] = [];
  if (hits.length > 0 && corrections.length > 0) {
    const key = isPart ? "remark.corrected.scope" : "remark.corrected";
    const from = listed(
      words,
      corrections.map((correction) => correction.from),
    );
    const to = listed(
      words,
      corrections.map((correction) => correction.to),
    );
    remarks.push(words.t(key, { from, to }));
  }
  // Where nothing at all was found, that is said below.
  if (missing.length > 0 && (hits.length > 0 || hasOperators(query))) {
    const key = isPart ? "remark.missing.scope" : "remark.missing";
    remarks.push(words.t(key, { words: listed(words, missing) }));
  }
  for (const { text, reason } of ignored) remarks.push(words.t("remark.unused", { text, reason }));
  return remarks;
}

const MOST = 5;

/** “one”, “two” or “three”. */
function listed(words: Words, texts: readonly string[]): string {
  const quoted = [...new Set(texts)].map((text) => words.t("remark.quoted", { text }));
  const count = quoted.length - MOST;
  const rest = count > 0 ? [words.t("remark.moreWords", { count })] : [];
  return anyOf([...quoted.slice(0, MOST), ...rest], words);
}
