import { repeat } from "lit/directives/repeat.js";
import { html, nothing, type TemplateResult } from "lit/html.js";
import { fileName, folderName } from "../../core/paths.js";
import type { Answer, BestPassage, Span } from "../../index.js";
import { modelLineView } from "../models/model-line-view.js";
import { textView } from "../search/results-view.js";
import { markedText, middleEllipsis } from "../shell/view-parts.js";
import type { AskFeature } from "./ask-feature.js";
import type { Turn } from "./turn.js";

const AROUND = 180;
const MOST = 900;

/** What is shown where no model wrote an answer: the passages that answer best. */
export function bestPassagesView(feature: AskFeature, turn: Turn, answer: Answer): TemplateResult {
  const { words } = feature.shell;
  const { passages, reason, coverage } = answer;
  if (passages.length === 0) {
    const count = coverage.pages - coverage.pagesWithoutText;
    return html`
      <h3>${words.t("passages.none.title")}</h3>
      <p>${reason === null ? nothing : html`<bdi>${reason}</bdi> `}${words.t("passages.none", { count })}</p>
    `;
  }
  const isMarked = passages.some((passage) => passage.marked.length > 0);
  return html`
    <h3>${words.t("passages.title")}</h3>
    <p class="quiet about">
      <bdi>${reason ?? words.t("passages.noModel")}</bdi> ${words.t("passages.fit")}
      ${words.t(isMarked ? "passages.marked" : "passages.unmarked")}
    </p>
    ${passagesView(feature, turn, passages)}
    ${turn.model === null ? modelLineView(feature, "passages") : nothing}
  `;
}

/** Passages, each opening its page. */
export function passagesView(
  feature: AskFeature,
  turn: Turn,
  passages: readonly BestPassage[],
): TemplateResult {
  return html`<ol class="results" aria-label=${feature.shell.words.t("passages.list")}>
    ${repeat(
      passages,
      ({ evidence }) => evidence,
      (passage, index) => passageView(feature, turn, `${turn.key}-passage-${index}`, passage),
    )}
  </ol>`;
}

function passageView(
  feature: AskFeature,
  turn: Turn,
  id: string,
  passage: BestPassage,
): TemplateResult {
  const { path, heading, pageUnit } = passage;
  const document = feature.documents.list.get(passage.document);
  const single = pageUnit === "part" && document?.pages.total === 1;
  const open = feature.shell.page?.hit === passage.evidence;
  const folder = folderName(path);
  const { text, marks, start, cutBefore, cutAfter } = part(passage);
  const onPage = ({ start: from, end }: Span, by: number): Span => ({
    start: from + by,
    end: end + by,
  });
  const begins = passage.span.start;
  return html`
    <li
      class="result"
      ?data-open=${open}
      @click=${(event: Event) => {
        if (getSelection()?.isCollapsed !== false)
          feature.opening.passage(passage, turn.question, event);
      }}
    >
      <button
        class="where"
        type="button"
        title=${path}
        aria-current=${open ? "true" : "false"}
        aria-describedby=${id}
      ><span class="where-name">${middleEllipsis(fileName(path))}</span>${
        folder === "" ? nothing : html`<span class="where-folder"><bdi>${folder}</bdi></span>`
      }${
        passage.from
          ? html`<span class="where-folder"><bdi>${passage.from.title}</bdi></span>`
          : nothing
      }${
        single
          ? nothing
          : html`<span class="where-page">${feature.shell.words.placeOf(passage)}</span>`
      }</button>
      ${heading ? html`<p class="where-heading" dir="auto">${heading}</p>` : nothing}
      ${textView(
        feature,
        {
          ...passage,
          ...{ id, excerpt: text, claims: [turn.question], tools: true },
          ranges: [onPage({ start, end: start + text.length }, begins)],
          marks: passage.marked.map((mark) => onPage(mark, begins)),
        },
        html`<p class=${text.includes("\t") ? "excerpt excerpt-table" : "excerpt"} id=${id} dir="auto">${cutBefore ? "… " : ""}${markedText(text, marks)}${cutAfter ? " …" : ""}</p>`,
      )}
    </li>
  `;
}

/** The part of a passage around what is marked in it, cut between words, or between the rows of a table. */
function part({ text, marked }: BestPassage): {
  text: string;
  marks: Span[];
  /** Where it begins in the passage. */
  start: number;
  cutBefore: boolean;
  cutAfter: boolean;
} {
  const first = marked[0] ?? { start: 0, end: 0 };
  const last = marked.at(-1) ?? first;
  let start = Math.max(0, first.start - AROUND);
  let end = Math.min(text.length, Math.max(last.end + AROUND, start + 2 * AROUND));
  if (end - start > MOST) end = Math.min(end, Math.max(first.end + AROUND, start + MOST));
  const isTable = text.includes("\t");
  const beginning = isTable ? /(?<=\n)\S/ : /(?<=\s)\S/;
  if (start > 0) start += Math.max(0, text.slice(start, first.start + 1).search(beginning));
  if (end < text.length) {
    const after = text.slice(end).search(isTable ? /\n/ : /\s/);
    end = after < 0 ? text.length : end + after;
  }
  const marks = marked
    .filter((mark) => mark.start >= start && mark.end <= end)
    .map((mark) => ({ start: mark.start - start, end: mark.end - start }));
  return {
    text: text.slice(start, end),
    marks,
    start,
    cutBefore: start > 0,
    cutAfter: end < text.length,
  };
}
