import { html, nothing, type TemplateResult } from "lit";
import type { Answer, Coverage } from "../../index.js";
import type { App } from "../state/app.js";
import type { Turn } from "../state/turn.js";
import { count, counted, fileName } from "../state/words.js";
import { passagesView } from "./best-passages.js";

const MOST_GAPS = 6;

/** That the documents do not say it: what was tried, what came nearest, what could not be read. */
export function notFoundView(app: App, turn: Turn, answer: Answer): TemplateResult {
  const { tried, passages, coverage } = answer;
  const pages = coverage.pages - coverage.pagesWithoutText;
  return html`
    <h3>Not found in your documents</h3>
    <p>
      Nothing in the ${counted(pages, "page")} with text, in
      ${counted(coverage.documents, "document")}, was found to answer this.
    </p>
    ${
      tried.length > 0
        ? html`<h4>What was tried</h4>
            <ul class="plain">${tried.map((one) => html`<li>${one}</li>`)}</ul>`
        : nothing
    }
    ${unreadView(coverage)}
    ${
      passages.length > 0
        ? html`<h4>What came nearest</h4>
            ${passagesView(app, turn, passages)}`
        : nothing
    }
  `;
}

/** Where an answer may be that nobody can find. */
function unreadView(coverage: Coverage): TemplateResult | typeof nothing {
  const { gaps, pagesWithoutText } = coverage;
  const blank = gaps.filter(({ reason }) => reason !== "empty");
  if (pagesWithoutText === 0 || blank.length === 0) return nothing;
  const why = { scanned: "scanned", unreadable: "could not be read", empty: "empty" } as const;
  return html`<h4>What could not be read</h4>
    <ul class="plain">
      ${blank.slice(0, MOST_GAPS).map(({ path, reason, pages }) => {
        const ranges = pages
          .slice(0, 5)
          .map(({ from, to }) => (from === to ? count(from) : `${count(from)}–${count(to)}`));
        const total = pages.reduce((sum, { from, to }) => sum + to - from + 1, 0);
        const more = pages.length > 5 ? " and others" : "";
        return html`<li>
          <span class="where-name">${fileName(path)}</span>, ${total === 1 ? "page" : "pages"}
          ${ranges.join(", ")}${more}: ${why[reason]}
        </li>`;
      })}
      ${blank.length > MOST_GAPS ? html`<li>and pages of ${counted(blank.length - MOST_GAPS, "other document")}</li>` : nothing}
    </ul>`;
}
