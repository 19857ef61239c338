import { html, nothing, type TemplateResult } from "lit/html.js";
import {
  type AnswerSentence,
  type Calculation,
  type Citation,
  fileName,
  type Operand,
  oneLine,
} from "../../core/index.js";
import { enumeration, type I18n } from "../i18n/i18n.js";
import { textView } from "../search/results-view.js";
import type { Shell } from "../shell/shell.js";
import { type Drawn, isolated } from "../shell/view-parts.js";
import type { ShownText } from "../tables/table-places.js";
import type { AskFeature } from "./ask-feature.js";
import { placedName } from "./placed-name.js";
import { distinctPlaces, placeKey } from "./turn.js";

const MOST = 420;

/**
 * The sources of a sentence as numbered chips, or a note that it has none. The space is the same
 * either way, and is reserved while the sentence is a draft, so that no word ever moves.
 */
export function sourcesView(
  feature: AskFeature,
  id: string,
  sentence: AnswerSentence,
  numberOf: (citation: Citation) => number,
): TemplateResult {
  return html`<span class="sources">${chips(feature, id, sentence, numberOf)}</span>`;
}

function chips(
  feature: AskFeature,
  id: string,
  sentence: AnswerSentence,
  numberOf: (citation: Citation) => number,
): Drawn | Drawn[] {
  const { supported, doubt, citations, calculations } = sentence;
  if (!supported && doubt === undefined) return missingChip(feature, id, sentence, numberOf);
  const distinct = distinctPlaces(citations);
  if (distinct.length === 0) {
    return calculations.length > 0 ? calculatedChip(feature, id, calculations) : nothing;
  }
  const shown = distinct.length <= 2 ? distinct : distinct.slice(0, 1);
  const rest = distinct.slice(shown.length);
  return [
    ...shown.map((one) =>
      citationChip(feature, `${id}-${numberOf(one)}`, one, numberOf(one), [sentence.text]),
    ),
    rest.length > 0 ? moreChip(feature, rest, sentence, numberOf) : nothing,
  ];
}

function citationChip(
  feature: AskFeature,
  id: string,
  citation: Citation,
  number: number,
  claims: readonly string[],
): TemplateResult {
  const { words } = feature.shell;
  const open = feature.shell.page?.hit === placeKey(citation);
  return html`<button
      class="cite"
      type="button"
      data-card
      .cardContent=${() => quoteView(feature, citation, claims)}
      aria-label=${words.t("source.number", { number })}
      aria-describedby=${`${id}-about`}
      aria-current=${open ? "true" : "false"}
      @click=${(event: Event) => feature.openCitation(citation, event)}
    >${words.count(number)}</button><span id=${`${id}-about`} hidden>${words.t("source.about", {
      source: placedName(words, fileName(citation.path), citation),
      quote: quoteWords(citation.quote),
    })}</span>`;
}

/** A chip for the sources that did not fit. */
function moreChip(
  feature: AskFeature,
  citations: readonly Citation[],
  { text }: AnswerSentence,
  numberOf: (citation: Citation) => number,
): TemplateResult {
  const { words } = feature.shell;
  return html`<button
    class="cite"
    type="button"
    data-card
    .cardContent=${() =>
      html`${citations.map((one) => openableQuote(feature, one, words.count(numberOf(one)), [text]))}`}
    aria-label=${words.t("source.more", { count: citations.length })}
    @click=${(event: Event) => enter(feature.shell, event)}
  >${words.t("source.more.chip", { count: citations.length })}</button>`;
}

function missingChip(
  feature: AskFeature,
  id: string,
  sentence: AnswerSentence,
  numberOf: (citation: Citation) => number,
): TemplateResult {
  const { unsupportedNumbers, misplacedNumbers = [], dropped } = sentence;
  const { shell } = feature;
  const { words } = shell;
  const misplaced = new Set(misplacedNumbers.map(({ number }) => number));
  const nowhere = unsupportedNumbers.filter((number) => !misplaced.has(number));
  const { length: count } = nowhere;
  const numbers = enumeration(nowhere, words);
  // If a number was found elsewhere, calling it unsupported would contradict what follows.
  const elsewhere = misplaced.size > 0 && count === 0;
  const heading = elsewhere ? [] : [words.t("answer.unsupported.sentence")];
  const about = [
    ...(count > 0 ? [words.t("answer.unsupported.numbers", { count, numbers })] : []),
    ...misplacedNumbers.map(({ kind, ...about }) => words.t(`answer.misplaced.${kind}`, about)),
    ...dropped,
  ];
  return html`<button
      class="cite missing"
      type="button"
      data-card
      .cardContent=${() => html`${[...heading, ...about].map((line) => html`<p dir="auto">${line}</p>`)}
        ${misplaced.size > 0 ? sentence.citations.map((one) => openableQuote(feature, one, words.count(numberOf(one)), [...misplaced])) : nothing}`}
      aria-label=${words.t("answer.unsupported")}
      aria-describedby=${`${id}-about`}
      @click=${(event: Event) => enter(shell, event)}
    >?</button><span id=${`${id}-about`} hidden>${about.join(" ")}</span>`;
}

function calculatedChip(
  feature: AskFeature,
  id: string,
  calculations: readonly Calculation[],
): TemplateResult {
  const { words } = feature.shell;
  return html`<button
      class="cite"
      type="button"
      data-card
      .cardContent=${() => html`${calculations.map((one) => formulaView(feature, one))}`}
      aria-label=${words.t("calculated.how")}
      aria-describedby=${`${id}-about`}
      @click=${(event: Event) => enter(feature.shell, event)}
    >=</button><span id=${`${id}-about`} hidden>${enumeration(
      calculations.map((one) => formulaWords(words, one)),
      words,
    )}</span>`;
}

/** A calculated number: its formula on hover and focus, and its operands when pressed. */
export function calculatedNumber(
  feature: AskFeature,
  id: string,
  text: string,
  calculation: Calculation,
): TemplateResult {
  // Not a button element: that is an inline box, around which a line may break.
  return html`<span
      class="calculated"
      role="button"
      tabindex="0"
      data-card
      .cardContent=${() => formulaView(feature, calculation)}
      aria-describedby=${id}
      @click=${(event: Event) => enter(feature.shell, event)}
      @keydown=${(event: KeyboardEvent) => {
        if (event.key !== "Enter" && event.key !== " ") return;
        event.preventDefault();
        enter(feature.shell, event);
      }}
    >${text}</span><span id=${id} hidden>${formulaWords(feature.shell.words, calculation)}</span>`;
}

function formulaView(feature: AskFeature, calculation: Calculation): TemplateResult {
  const { expression, display, operands } = calculation;
  return html`
    <p class="formula" dir="ltr">${expression} = <strong>${display}</strong></p>
    ${operands.map((operand) => operandView(feature, operand))}
  `;
}

function operandView(feature: AskFeature, operand: Operand): Drawn {
  const { citation, origin, text } = operand;
  if (citation) return openableQuote(feature, citation, text, [text]);
  if (origin !== "unknown" && origin !== "result") return nothing;
  const number = isolated(text);
  const key = origin === "unknown" ? "calculated.unknown" : "calculated.before";
  return html`<p class="quiet">${feature.shell.words.parts(key, { number })}</p>`;
}

function formulaWords(words: I18n, { expression, display }: Calculation): string {
  return words.t("calculated.formula", { formula: `${expression} = ${display}` });
}

function openableQuote(
  feature: AskFeature,
  citation: Citation,
  label: string,
  claims: readonly string[],
): TemplateResult {
  const id = `${placeKey(citation).replaceAll(" ", "-")}-quote`;
  return html`<div
    class="source"
    @click=${() => {
      if (getSelection()?.isCollapsed === false) return;
      feature.shell.card.hide();
      feature.openCitation(citation);
    }}
  ><button class="source-label" type="button" aria-describedby=${id}>${label}</button>
    <div class="source-quote" id=${id}>${quoteView(feature, citation, claims)}</div></div>`;
}

/** A quote, as a table if it is in one, and its place. */
function quoteView(
  feature: AskFeature,
  citation: Citation,
  claims: readonly string[],
): TemplateResult {
  const { card, words } = feature.shell;
  const document = isolated(fileName(citation.path));
  const place = words.placeWithin(citation);
  const quote = words.t("source.quote", { quote: quoteWords(citation.quote) });
  return html`${textView(
    feature,
    { ...citedText(citation, claims), tools: false },
    html`<span class="quote" dir="auto">${quote}</span>`,
    () => card.drawAgain(),
  )}
    <span class="quote-place">${place === "" ? document : words.parts("source.place", { document, place })}${citation.from ? html` · ${isolated(citation.from.title)}` : nothing}</span>`;
}

/** The cited text of an answer, to be shown with its tables. */
export function citedText(
  citation: Citation,
  claims: readonly string[],
): Omit<ShownText, "id" | "tools"> {
  const { quote, span } = citation;
  return { ...citation, text: quote, excerpt: quote, ranges: [span], marks: [span], claims };
}

/** A quote on one line, short enough to take in. */
export function quoteWords(quote: string): string {
  const line = oneLine(quote.replaceAll("\t", " · "));
  return line.length <= MOST ? line : `${line.slice(0, MOST).replace(/(?<!\s)\s+\S*$/, "")} …`;
}

function enter(shell: Shell, event: Event): void {
  if (event.currentTarget instanceof HTMLElement) shell.card.enter(event.currentTarget);
}
