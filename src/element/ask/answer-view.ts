import { repeat } from "lit/directives/repeat.js";
import { html, nothing, type TemplateResult } from "lit/html.js";
import type {
  Answer,
  AnswerPart,
  BestPassage,
  Calculation,
  SentencePart,
  Span,
} from "../../core/index.js";
import { modelLineView } from "../models/model-line-view.js";
import {
  excerptView,
  pagesWithText,
  resultItem,
  searchedDocuments,
  textView,
} from "../search/results-view.js";
import { correctedWords, extentWords, quotedWords } from "../search/summary-view.js";
import type { Shell } from "../shell/shell.js";
import { type Drawn, headingAbove, markedText, whereParts } from "../shell/view-parts.js";
import type { AskFeature } from "./ask-feature.js";
import { calculatedNumber, sourcesView } from "./citation-view.js";
import { directView } from "./direct-view.js";
import type { InlinePiece } from "./inline-markdown.js";
import { endsDoubt, numbering, type Turn } from "./turn.js";

export function sentencesView(feature: AskFeature, turn: Turn, answer: Answer): TemplateResult {
  const numberOf = numbering(answer);
  return html`<p class="answer-text" dir="auto">${answer.sentences.map((sentence, index) => {
    const id = `${turn.key}-${index}`;
    const sources = sourcesView(feature, id, sentence, numberOf);
    const { words } = feature.shell;
    const isDoubted = sentence.doubt !== undefined;
    const aside = isDoubted ? "answer.doubt.aside" : "answer.unsupported.aside";
    const missing = html`<span class=${isDoubted ? "doubt" : "unseen"}> ${words.t(aside)}</span>`;
    const isExplained = isDoubted ? endsDoubt(answer.sentences, index) : !sentence.supported;
    // A doubt comes last, because it refers to every sentence before it.
    const end = isDoubted
      ? html`${sources}${isExplained ? missing : nothing}`
      : isExplained
        ? html`${missing}${sources}`
        : sources;
    return html`<span class="sentence" ?data-line=${sentence.ownLine} ?data-item=${isItem(answer.sentences, index)} ?data-unsupported=${!sentence.supported && sentence.doubt === undefined}>${piecesView(
      inline(feature, sentence.text),
      withCalculated(feature, id, sentence.calculations),
      end,
    )}</span> `;
  })}</p>${answer.missing === "" ? nothing : html`<p class="doubt">${feature.shell.words.t("answer.doubted")}</p>`}`;
}

/** Whether a sentence is an item of a list: a line below one that ends with a colon, as no item does. */
function isItem(sentences: Answer["sentences"], index: number): boolean {
  const [sentence, next] = sentences.slice(index, index + 2);
  const isLine = sentence?.ownLine === true && (next === undefined || next.ownLine === true);
  if (!isLine || sentence.doubt !== undefined || sentence.text.endsWith(":")) return false;
  const head = sentences
    .slice(0, index)
    .findLast(({ ownLine, text }) => ownLine !== true || text.endsWith(":"));
  return head?.text.endsWith(":") ?? false;
}

/** Draft sentences, laid out like checked ones, so that checking only adds marks. */
export function draftsView(feature: AskFeature, turn: Turn): Drawn {
  const drafts = turn.drafts.filter((draft) => draft !== undefined);
  if (drafts.length === 0) return nothing;
  return html`<p class="answer-text" dir="auto" data-draft aria-busy="true">${drafts.map(
    (draft) =>
      html`<span class="sentence">${piecesView(
        inline(feature, draft),
        (text) => text,
        html`<span class="sources"></span>`,
      )}</span> `,
  )}</p>`;
}

function inline(feature: AskFeature, text: string): readonly InlinePiece[] {
  return feature.conversation.inline?.(text) ?? [{ type: "text", text }];
}

type OfText = (text: string) => unknown;

/** Marks the calculated numbers in a text, each result once. */
function withCalculated(
  feature: AskFeature,
  id: string,
  calculations: readonly Calculation[],
): OfText {
  const waiting = new Set(calculations);
  return (text) => {
    const shown: unknown[] = [];
    let end = 0;
    for (const place of calculatedPlaces(text, [...waiting])) {
      waiting.delete(place.calculation);
      shown.push(
        text.slice(end, place.start),
        calculatedNumber(
          feature,
          `${id}-${place.calculation.id}`,
          text.slice(place.start, place.end),
          place.calculation,
        ),
      );
      end = place.end;
    }
    return [...shown, text.slice(end)];
  };
}

/** Pieces of text, with `end` on the same line as the last word. */
function piecesView(
  pieces: readonly InlinePiece[],
  ofText: OfText,
  end: TemplateResult | null,
): unknown[] {
  return pieces.map((piece, index) => {
    const after = index === pieces.length - 1 ? end : null;
    if (piece.type === "text") {
      if (after === null) return ofText(piece.text);
      const last = /\S{0,24}$/.exec(piece.text)?.index ?? piece.text.length;
      return html`${ofText(piece.text.slice(0, last))}<span class="last">${ofText(
        piece.text.slice(last),
      )}${after}</span>`;
    }
    const inside = piecesView(piece.children, ofText, null);
    if (piece.type === "strong") return html`<strong>${inside}</strong>${after}`;
    if (piece.type === "em") return html`<em>${inside}</em>${after}`;
    return html`<code>${inside}</code>${after}`;
  });
}

/** A number in a text that is the result of a calculation. */
export interface CalculatedPlace extends Span {
  readonly calculation: Calculation;
}

const numbers =
  /(?<![\p{Alpha}\p{N}.,])\d+(?:[,\u00a0\u202f]\d{3}){0,9}(?:\.\d+)?(?![\p{Alpha}\p{N}])/gu;
const scales: Readonly<Record<string, number>> = {
  thousand: 1e3,
  million: 1e6,
  billion: 1e9,
  trillion: 1e12,
};

/**
 * Finds where a text states the results of calculations, rounded as the text rounds them. Returns
 * only the first place of each.
 */
function calculatedPlaces(text: string, calculations: readonly Calculation[]): CalculatedPlace[] {
  const places: CalculatedPlace[] = [];
  for (const match of text.matchAll(numbers)) {
    const [written] = match;
    const start = match.index;
    const end = start + written.length;
    const calculation = calculations.find(
      (one) =>
        !places.some((place) => place.calculation === one) &&
        states(written, text.slice(end), Number(one.value)),
    );
    if (calculation) places.push({ start, end, calculation });
  }
  return places;
}

function states(written: string, after: string, value: number): boolean {
  const digits = written.replace(/[^\d.]/g, "");
  const decimals = digits.split(".")[1]?.length ?? 0;
  const scale = scales[/^\s(\p{Alpha}+)/u.exec(after)?.[1]?.toLowerCase() ?? ""] ?? 1;
  const stated = Number(digits);
  // A fraction may be stated as a percentage.
  const percent = /^\s?(?:%|percent)/.test(after) ? [1, 0.01] : [1];
  return [scale, 1].some((factor) =>
    percent.some(
      (unit) =>
        Math.abs(value) / factor / unit === stated ||
        (Math.abs(value) / factor / unit).toFixed(decimals) === stated.toFixed(decimals),
    ),
  );
}

/** Maximum number of characters shown around the marked part of a passage, and of that part. */
const AROUND = 180;
const MOST = 900;

/** The best passages, shown if no model wrote an answer. */
export function bestPassagesView(feature: AskFeature, turn: Turn, answer: Answer): TemplateResult {
  const { words } = feature.shell;
  const { passages, reason, coverage, unmatched = [] } = answer;
  if (passages.length === 0) {
    const extent = extentWords(words, coverage);
    const documents = searchedDocuments(words, coverage);
    const none =
      extent === null
        ? words.t("passages.none", { count: pagesWithText(coverage) })
        : words.t("passages.none.units", { extent, documents });
    return html`
      <h3>${words.t("passages.none.title")}</h3>
      <p>${reason === null ? nothing : html`<bdi>${reason}</bdi> `}${none}</p>
    `;
  }
  const marked = markedKey(passages);
  const isNear = marked === "passages.unmarked" && unmatched.length > 0;
  return html`
    ${answer.direct ? directView(feature, turn.key, answer.direct) : nothing}
    <h3>${words.t("passages.title")}</h3>
    ${missingView(feature, answer)}
    <p class="quiet about">
      <bdi>${reason ?? words.t("passages.noModel")}</bdi> ${words.t(isNear ? "passages.nearest" : "passages.fit")}
      ${words.t(marked)}
    </p>
    ${answer.parts ? answer.parts.map((part, index) => partView(feature, turn, part, index)) : passagesView(feature, turn, passages)}
    ${turn.model === null ? modelLineView(feature, "passages") : nothing}
  `;
}

/** One of several questions of a message, with its own passages. */
function partView(
  feature: AskFeature,
  turn: Turn,
  { question, passages, direct }: AnswerPart,
  index: number,
): TemplateResult {
  const key = `${turn.key}-part-${index}`;
  return html`
    <section aria-labelledby=${key}>
      <h4 id=${key} dir="auto">${question}</h4>
      ${direct ? directView(feature, key, direct) : nothing}
      ${
        passages.some(({ marked }) => marked.length > 0)
          ? nothing
          : html`<p class="quiet about">${feature.shell.words.t("passages.unmarked")}</p>`
      }
      ${passagesView(feature, turn, passages, key)}
    </section>
  `;
}

/** The progress of the model that a question waits for, and a button to answer without it. */
export function waitingView(feature: AskFeature): TemplateResult {
  return html`
    ${modelLineView(feature, "start")}
    <button class="button again" type="button" @click=${() => feature.answerNow()}>
      ${feature.shell.words.t("ask.waits.now")}
    </button>
  `;
}

/** The key of the sentence that introduces the marks in some passages. */
function markedKey(
  passages: readonly BestPassage[],
): "passages.marked" | "passages.possible" | "passages.unmarked" {
  const marked = passages.filter((passage) => passage.marked.length > 0);
  if (marked.length === 0) return "passages.unmarked";
  const isLikely = marked.some(({ certainty }) => certainty !== "possible");
  return isLikely ? "passages.marked" : "passages.possible";
}

/** The words of a question that occur in no searched document, or were taken for typos. */
export function missingView(
  { shell: { words }, documents }: AskFeature,
  { unmatched = [], corrections = [], coverage }: Answer,
): Drawn {
  const isPart = coverage.documents < documents.list.all.length;
  const key = isPart ? "remark.missing.scope" : "remark.missing";
  const remarks = [
    ...(corrections.length > 0 ? [correctedWords(words, corrections, isPart)] : []),
    ...(unmatched.length > 0 ? [words.t(key, { words: quotedWords(words, unmatched) })] : []),
  ];
  return remarks.length === 0 ? nothing : html`<p class="missing-words">${remarks.join(" ")}</p>`;
}

/** Passages, each of which opens its page. */
export function passagesView(
  feature: AskFeature,
  turn: Turn,
  passages: readonly BestPassage[],
  key: string = turn.key,
): TemplateResult {
  return html`<ol class="results" aria-label=${feature.shell.words.t("passages.list")}>
    ${repeat(
      passages,
      ({ evidence }) => evidence,
      (passage, index) => passageView(feature, turn, `${key}-passage-${index}`, passage),
    )}
  </ol>`;
}

/**
 * Moves the focus between the passages of an answer with the arrow keys; down from the last one
 * leads to the question box.
 */
function moveInPassages(shell: Shell, event: KeyboardEvent): void {
  const step = event.key === "ArrowDown" ? 1 : event.key === "ArrowUp" ? -1 : 0;
  const { currentTarget } = event;
  if (step === 0 || !(currentTarget instanceof HTMLElement)) return;
  const all = [
    ...(currentTarget.closest(".turn-body")?.querySelectorAll<HTMLElement>(".results .where") ??
      []),
  ];
  const next = all[all.indexOf(currentTarget) + step];
  event.preventDefault();
  if (next) next.focus();
  else if (step === 1) shell.focusBox();
}

function passageView(
  feature: AskFeature,
  turn: Turn,
  id: string,
  passage: BestPassage,
): TemplateResult {
  const { path, heading } = passage;
  const { text, marks, start, cutBefore, cutAfter } = shownPart(passage);
  const onPage = ({ start: from, end }: Span, by: number): Span => ({
    start: from + by,
    end: end + by,
  });
  const begins = passage.span.start;
  const item = {
    isOpen: feature.shell.page?.hit === passage.evidence,
    path,
    label: whereParts({ ...passage, place: feature.shell.words.placeWithin(passage) }),
    id,
    open: (event: Event) => feature.opening.passage(passage, turn.question, event),
    onKey: (event: KeyboardEvent) => moveInPassages(feature.shell, event),
  };
  const marked = markedText(text, marks, heading);
  const above = headingAbove(heading, text, marks);
  const { sentenceStart, sentenceEnd } = passage;
  const onOtherPage = (part: SentencePart, isMarked: boolean): TemplateResult =>
    html`${pageName(feature, { ...passage, ...part })} ${markedText(part.text, isMarked ? [{ start: 0, end: part.text.length }] : [])}`;
  const before = cutBefore
    ? "… "
    : sentenceStart
      ? html`${onOtherPage(sentenceStart, marks[0]?.start === 0)} ${pageName(feature, passage)} `
      : "";
  const after = cutAfter
    ? " …"
    : sentenceEnd
      ? html` ${onOtherPage(sentenceEnd, marks.at(-1)?.end === text.length)}`
      : "";
  const excerpt = html`${before}${marked}${after}`;
  return resultItem(
    item,
    html`
      ${above === null ? nothing : html`<p class="where-heading" dir="auto">${above}</p>`}
      ${textView(
        feature,
        {
          ...passage,
          ...{ id, excerpt: text, claims: [turn.question], tools: true },
          ranges: [onPage({ start, end: start + text.length }, begins)],
          marks: passage.marked.map((mark) => onPage(mark, begins)),
        },
        excerptView(id, excerpt),
      )}
    `,
  );
}

/** The page of the text that follows, inside a sentence that continues on another page. */
function pageName({ shell: { words } }: AskFeature, passage: BestPassage): TemplateResult {
  return html`<span class="other-page">[${words.placeOf(passage)}]</span>`;
}

/** The part of a passage around its marks, cut between words, or at rows of a table. */
function shownPart({ text, marked }: BestPassage): {
  text: string;
  marks: Span[];
  /** Where the part starts in the passage. */
  start: number;
  cutBefore: boolean;
  cutAfter: boolean;
} {
  const first = marked[0] ?? { start: 0, end: 0 };
  const last = marked.at(-1) ?? first;
  let start = Math.max(0, first.start - AROUND);
  let end = Math.min(text.length, Math.max(last.end + AROUND, start + 2 * AROUND));
  if (end - start > MOST) end = Math.min(end, Math.max(first.end + AROUND, start + MOST));
  if (text.includes("\t")) {
    start = rowBefore(text, start);
    const after = text.slice(end).search(beforeRow);
    end = after < 0 ? text.length : end + after;
  } else {
    if (start > 0) start += Math.max(0, text.slice(start, first.start + 1).search(/(?<=\s)\S/));
    const after = text.slice(end).search(/\s/);
    end = after < 0 ? text.length : end + after;
  }
  end = start + text.slice(start, end).trimEnd().length;
  const marks = marked
    .filter((mark) => mark.start >= start && mark.end <= end)
    .map((mark) => ({ start: mark.start - start, end: mark.end - start }));
  return {
    text: text.slice(start, end),
    marks,
    start,
    cutBefore: start > 0,
    cutAfter: text.slice(end).trim() !== "",
  };
}

/** The line break before a row of a table: text next to rows is shown whole. */
const beforeRow = /\n(?=[^\n]*\t)/;

/** Where the row at `index` starts, or the text that contains it. */
function rowBefore(text: string, index: number): number {
  const tab = text.lastIndexOf("\t", index);
  if (tab < 0) return 0;
  const end = text.indexOf("\n", tab);
  return end >= 0 && end < index ? end + 1 : text.lastIndexOf("\n", tab) + 1;
}
