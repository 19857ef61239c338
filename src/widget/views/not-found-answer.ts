import { html, nothing, type TemplateResult } from "lit/html.js";
import type { Answer, Coverage } from "../../index.js";
import type { App } from "../state/app.js";
import { triedWords } from "../state/call-words.js";
import { fileName } from "../state/document-names.js";
import { enumeration } from "../state/enumeration.js";
import type { Turn } from "../state/turn.js";
import type { Words } from "../strings/words.js";
import { passagesView } from "./best-passages.js";

const MOST_GAPS = 6;
const MOST_RANGES = 5;

/** That the documents do not say it: what was tried, what came nearest, what could not be read. */
export function notFoundView(app: App, turn: Turn, answer: Answer): TemplateResult {
  const { tried, passages, coverage } = answer;
  const { words } = app;
  const searched = words.t("notFound.searched", {
    count: coverage.pages - coverage.pagesWithoutText,
    documents: words.t("common.documents", { count: coverage.documents }),
  });
  return html`
    <h3>${words.t("notFound.title")}</h3>
    <p>${searched}</p>
    ${
      tried.length > 0
        ? html`<h4>${words.t("notFound.tried")}</h4>
            <ul class="plain">${tried.map((one) => html`<li dir="auto">${triedWords(words, one)}</li>`)}</ul>`
        : nothing
    }
    ${unreadView(words, coverage)}
    ${
      passages.length > 0
        ? html`<h4>${words.t("notFound.nearest")}</h4>
            ${passagesView(app, turn, passages)}`
        : nothing
    }
  `;
}

/** Where an answer may be that nobody can find. */
function unreadView(
  words: Words,
  { gaps, pagesWithoutText }: Coverage,
): TemplateResult | typeof nothing {
  const blank = gaps.filter(({ reason }) => reason !== "empty");
  if (pagesWithoutText === 0 || blank.length === 0) return nothing;
  const count = blank.length - MOST_GAPS;
  return html`<h4>${words.t("notFound.unread")}</h4>
    <ul class="plain">
      ${blank.slice(0, MOST_GAPS).map((gap) => html`<li>${gapWords(words, gap)}</li>`)}
      ${count > 0 ? html`<li>${words.t("notFound.unread.others", { count })}</li>` : nothing}
    </ul>`;
}

function gapWords(words: Words, { path, reason, pages }: Coverage["gaps"][number]): unknown[] {
  const ranges = pages
    .slice(0, MOST_RANGES)
    .map(({ from, to }) =>
      from === to ? words.count(from) : words.t("notFound.unread.range", { from, to }),
    );
  const named = enumeration(ranges, words);
  const more = pages.length > MOST_RANGES;
  const key = reason === "scanned" ? "notFound.unread.scanned" : "notFound.unread.unreadable";
  return words.parts(key, {
    count: pages.reduce((sum, { from, to }) => sum + to - from + 1, 0),
    document: html`<bdi class="where-name">${fileName(path)}</bdi>`,
    pages: more ? words.t("notFound.unread.more", { pages: named }) : named,
  });
}
