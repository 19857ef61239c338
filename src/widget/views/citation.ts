import { html, nothing, type TemplateResult } from "lit";
import type { AnswerSentence, Calculation, Citation, Operand } from "../../index.js";
import { oneLine, placeKey } from "../state/answer-export.js";
import type { App } from "../state/app.js";
import { counted, fileName, placeName } from "../state/words.js";

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
  const open = app.opening.page?.hit === placeKey(citation);
  return html`<button
      class="cite"
      type="button"
      data-card
      .cardContent=${() => quoteView(citation)}
      aria-label=${`Source ${number}`}
      aria-describedby=${`${id}-about`}
      aria-current=${open ? "true" : "false"}
      @click=${() => app.opening.citation(citation)}
    >${number}</button><span id=${`${id}-about`} hidden>${placeWords(citation)}: “${cut(citation.quote)}”</span>`;
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
      html`${citations.map((one) => openableQuote(app, one, String(numberOf(one))))}`}
    aria-label=${`${counted(citations.length, "more source")}`}
    @click=${(event: Event) => enter(app, event)}
  >+${citations.length}</button>`;
}

function missingChip(app: App, id: string, sentence: AnswerSentence): TemplateResult {
  const { unsupportedNumbers, dropped } = sentence;
  const numbers =
    unsupportedNumbers.length > 0
      ? `${unsupportedNumbers.join(", ")} stands nowhere in what was read.`
      : "";
  const about = ["Not found in your documents.", numbers, ...dropped].filter((one) => one !== "");
  return html`<button
      class="cite missing"
      type="button"
      data-card
      .cardContent=${() => html`${about.map((line) => html`<p>${line}</p>`)}`}
      aria-label="Not found in your documents"
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
      aria-label="How this was calculated"
      aria-describedby=${`${id}-about`}
      @click=${(event: Event) => enter(app, event)}
    >=</button><span id=${`${id}-about`} hidden>${calculations.map(formulaWords).join("; ")}</span>`;
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
    >${text}</span><span id=${id} hidden>${formulaWords(calculation)}</span>`;
}

function formulaView(app: App, calculation: Calculation): TemplateResult {
  const { expression, display, operands } = calculation;
  return html`
    <p class="formula">${expression} = <strong>${display}</strong></p>
    ${operands.map((operand) => operandView(app, operand))}
  `;
}

function operandView(app: App, operand: Operand): TemplateResult | typeof nothing {
  const { citation, origin, text } = operand;
  if (citation) return openableQuote(app, citation, text);
  if (origin === "unknown") return html`<p class="quiet">${text}: not found in your documents</p>`;
  return origin === "result" ? html`<p class="quiet">${text}: calculated before</p>` : nothing;
}

function formulaWords({ expression, display }: Calculation): string {
  return `Calculated: ${expression} = ${display}`;
}

function openableQuote(app: App, citation: Citation, label: string): TemplateResult {
  return html`<button
    class="source"
    type="button"
    @click=${() => {
      app.card.hide();
      app.opening.citation(citation);
    }}
  ><span class="source-label">${label}</span> ${quoteView(citation)}</button>`;
}

function quoteView(citation: Citation): TemplateResult {
  return html`<span class="quote">“${cut(citation.quote)}”</span>
    <span class="quote-place">${placeWords(citation)}</span>`;
}

function placeWords({ path, page, pageUnit, pageLabel }: Citation): string {
  return `${fileName(path)}, ${placeName(pageUnit, page, pageLabel)}`;
}

function cut(quote: string): string {
  const line = oneLine(quote.replaceAll("\t", " · "));
  return line.length <= MOST ? line : `${line.slice(0, MOST).replace(/\s+\S*$/, "")} …`;
}

function enter(app: App, event: Event): void {
  if (event.currentTarget instanceof HTMLElement) app.card.enter(event.currentTarget);
}
