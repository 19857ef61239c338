import { html, nothing, type TemplateResult } from "lit";
import { repeat } from "lit/directives/repeat.js";
import type { GrepResponse, SearchResponse } from "../../index.js";
import type { App } from "../state/app.js";
import { hasOperators } from "../state/query-operators.js";
import { count } from "../state/words.js";

/** What a reader should know of a search besides what it found, a sentence each. */
export function remarksView(app: App): TemplateResult | typeof nothing {
  const remarks = remarksOn(app);
  if (remarks.length === 0) return nothing;
  return html`<ul class="remarks">
    ${repeat(
      remarks,
      (remark) => remark,
      (remark) => html`<li>${remark}</li>`,
    )}
  </ul>`;
}

function remarksOn({ asking, mode, search, patterns, documents }: App): string[] {
  if (asking.resting || asking.failure) return [];
  if (mode === "pattern") return patterns.response ? onPattern(patterns.response) : [];
  return search.response ? onQuery(search.response, documents.list.length) : [];
}

function onPattern({ stopped, notes }: GrepResponse): string[] {
  return stopped ? [stopped.message, ...notes] : [...notes];
}

function onQuery(response: SearchResponse, documents: number): string[] {
  const { query, hits, corrections, unmatched, ignored, coverage } = response;
  const none = coverage.documents < documents ? "No document searched" : "No document";
  const corrected = new Set(corrections.map(({ from }) => from));
  const missing = unmatched.filter((word) => !corrected.has(word));
  const remarks: string[] = [];
  if (hits.length > 0 && corrections.length > 0) {
    const from = listed(corrections.map((correction) => correction.from));
    const to = listed(corrections.map((correction) => correction.to));
    remarks.push(`${none} has ${from}; these are results for ${to}.`);
  }
  // Where nothing at all was found, that is said below.
  if (missing.length > 0 && (hits.length > 0 || hasOperators(query))) {
    remarks.push(`${none} has ${listed(missing)}.`);
  }
  for (const { text, reason } of ignored) remarks.push(`“${text}” was not used. ${reason}`);
  return remarks;
}

const MOST = 5;

/** “one”, “two” or “three”. */
function listed(words: readonly string[]): string {
  const quoted = [...new Set(words)].map((word) => `“${word}”`);
  const rest = quoted.length - MOST;
  const shown = rest > 0 ? [...quoted.slice(0, MOST), `${count(rest)} more words`] : quoted;
  const last = shown.pop() ?? "";
  return shown.length > 0 ? `${shown.join(", ")} or ${last}` : last;
}
