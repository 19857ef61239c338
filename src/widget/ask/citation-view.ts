import { html, nothing, type TemplateResult } from "lit/html.js";
import { oneLine } from "../../core/one-line.js";
import { fileName } from "../../core/paths.js";
import type { AnswerSentence, Calculation, Citation, Operand } from "../../index.js";
import { enumeration } from "../i18n/enumeration.js";
import type { App } from "../shell/app.js";
import { isolated } from "../shell/view-parts.js";
import { placeKey } from "./cited-places.js";

const MOST = 420;

/**
 * What stands behind a sentence: its sources as numbered chips, or that there is none. The room is
 * the same whatever it holds, and is kept while the sentence is a draft, so that no word ever moves.
 */
export function sourcesView(
  app: App,
  id: string,
  sentence: AnswerSentence,
  numberOf: (citation: Citation) => number,
): TemplateResult {
  return html`<span class="sources">${chips(app, id, sentence, numberOf)}</span>`;
}

/** The room for the sources of a sentence that is not checked yet. */
export function emptySourcesView(): TemplateResult {
  return html`<span class="sources"></span>`;
}

function chips(
  app: App,
  id: string,
  sentence: AnswerSentence,
  numberOf: (citation: Citation) => number,
): TemplateResult | TemplateResult[] | typeof nothing {
  const { supported, citations, calculations } = sentence;
  if (!supported) return missingChip(app, id, sentence);
  const distinct = [...new Map(citations.map((one) => [placeKey(one), one])).values()];
  if (distinct.length === 0) {
    return calculations.length > 0 ? calculatedChip(app, id, calculations) : nothing;
  }
  if (distinct.length <= 2) {
    return distinct.map((one) => citationChip(app, `${id}-${numberOf(one)}`, one, numberOf(one)));
  }
  const [first, ...rest] = distinct;
  return first
    ? [
        citationChip(app, `${id}-${numberOf(first)}`, first, numberOf(first)),
        moreChip(app, rest, numberOf),
      ]
    : nothing;
}

function citationChip(app: App, id: string, citation: Citation, number: number): TemplateResult {
  const { words } = app.shell;
  const open = app.shell.page?.hit === placeKey(citation);
  return html`<button
      class="cite"
      type="button"
      data-card
      .cardContent=${() => quoteView(app, citation)}
      aria-label=${words.t("source.number", { number })}
      aria-describedby=${`${id}-about`}
      aria-current=${open ? "true" : "false"}
      @click=${(event: Event) => app.openCitation(citation, event)}
    >${words.count(number)}</button><span id=${`${id}-about`} hidden>${words.t("source.about", {
      ...placeOf(app, citation),
      quote: quoteWords(citation.quote),
    })}</span>`;
}

/** The sources for which there is no room. */
function moreChip(
  app: App,
  citations: readonly Citation[],
  numberOf: (citation: Citation) => number,
): TemplateResult {
  return html`<button
    class="cite"
    type="button"
    data-card
    .cardContent=${() =>
      html`${citations.map((one) => openableQuote(app, one, app.shell.words.count(numberOf(one))))}`}
    aria-label=${app.shell.words.t("source.more", { count: citations.length })}
    @click=${(event: Event) => enter(app, event)}
  >${app.shell.words.t("source.more.chip", { count: citations.length })}</button>`;
}

function missingChip(app: App, id: string, sentence: AnswerSentence): TemplateResult {
  const { unsupportedNumbers, dropped } = sentence;
  const { words } = app.shell;
  const { length: count } = unsupportedNumbers;
  const numbers = enumeration(unsupportedNumbers, words);
  const about = [
    words.t("answer.unsupported.sentence"),
    ...(count > 0 ? [words.t("answer.unsupported.numbers", { count, numbers })] : []),
    ...dropped,
  ];
  return html`<button
      class="cite missing"
      type="button"
      data-card
      .cardContent=${() => html`${about.map((line) => html`<p dir="auto">${line}</p>`)}`}
      aria-label=${words.t("answer.unsupported")}
      aria-describedby=${`${id}-about`}
      @click=${(event: Event) => enter(app, event)}
    >?</button><span id=${`${id}-about`} hidden>${about.slice(1).join(" ")}</span>`;
}

function calculatedChip(
  app: App,
  id: string,
  calculations: readonly Calculation[],
): TemplateResult {
  return html`<button
      class="cite"
      type="button"
      data-card
      .cardContent=${() => html`${calculations.map((one) => formulaView(app, one))}`}
      aria-label=${app.shell.words.t("calculated.how")}
      aria-describedby=${`${id}-about`}
      @click=${(event: Event) => enter(app, event)}
    >=</button><span id=${`${id}-about`} hidden>${enumeration(
      calculations.map((one) => formulaWords(app, one)),
      app.shell.words,
    )}</span>`;
}

/** A number that the calculator gave: its formula on hover and focus, and on a press its operands. */
export function calculatedNumber(
  app: App,
  id: string,
  text: string,
  calculation: Calculation,
): TemplateResult {
  // Not a button element: that would be a box of its own, around which a line may break anew.
  return html`<span
      class="calculated"
      role="button"
      tabindex="0"
      data-card
      .cardContent=${() => formulaView(app, calculation)}
      aria-describedby=${id}
      @click=${(event: Event) => enter(app, event)}
      @keydown=${(event: KeyboardEvent) => {
        if (event.key !== "Enter" && event.key !== " ") return;
        event.preventDefault();
        enter(app, event);
      }}
    >${text}</span><span id=${id} hidden>${formulaWords(app, calculation)}</span>`;
}

function formulaView(app: App, calculation: Calculation): TemplateResult {
  const { expression, display, operands } = calculation;
  return html`
    <p class="formula" dir="ltr">${expression} = <strong>${display}</strong></p>
    ${operands.map((operand) => operandView(app, operand))}
  `;
}

function operandView(app: App, operand: Operand): TemplateResult | typeof nothing {
  const { citation, origin, text } = operand;
  if (citation) return openableQuote(app, citation, text);
  if (origin !== "unknown" && origin !== "result") return nothing;
  const number = isolated(text);
  const key = origin === "unknown" ? "calculated.unknown" : "calculated.before";
  return html`<p class="quiet">${app.shell.words.parts(key, { number })}</p>`;
}

function formulaWords({ shell: { words } }: App, { expression, display }: Calculation): string {
  return words.t("calculated.formula", { formula: `${expression} = ${display}` });
}

function openableQuote(app: App, citation: Citation, label: string): TemplateResult {
  return html`<button
    class="source"
    type="button"
    @click=${() => {
      app.shell.card.hide();
      app.openCitation(citation);
    }}
  ><span class="source-label">${label}</span> ${quoteView(app, citation)}</button>`;
}

function quoteView(app: App, citation: Citation): TemplateResult {
  const { words } = app.shell;
  const { document, place } = placeOf(app, citation);
  return html`<span class="quote" dir="auto">${words.t("source.quote", { quote: quoteWords(citation.quote) })}</span>
    <span class="quote-place">${words.parts("source.place", {
      document: isolated(document),
      place,
    })}</span>`;
}

function placeOf(
  { shell: { words } }: App,
  { path, page, pageUnit, pageLabel }: Citation,
): { document: string; place: string } {
  return { document: fileName(path), place: words.place(pageUnit, page, pageLabel) };
}

/** A quote on one line, not longer than can be taken in. */
export function quoteWords(quote: string): string {
  const line = oneLine(quote.replaceAll("\t", " · "));
  return line.length <= MOST ? line : `${line.slice(0, MOST).replace(/\s+\S*$/, "")} …`;
}

function enter(app: App, event: Event): void {
  if (event.currentTarget instanceof HTMLElement) app.shell.card.enter(event.currentTarget);
}
