import { html, nothing, type TemplateResult } from "lit";
import type { App } from "../state/app.js";
import { focusSearchOn } from "../state/search-field.js";
import { altKey } from "./key-names.js";

/** A form that can be typed, the part of it a reader replaces, and what it does. */
type Example = readonly [form: string, selected: string, meaning: string];

const wordForms: readonly Example[] = [
  ['"exact words"', "exact words", "these words, side by side"],
  ["words -without", "words", "leaves out what has the second word"],
  ["this OR that", "this", "either of the two"],
  ["begin*", "begin", "every word that begins so"],
  ["doc:name", "name", "only documents with this in their name"],
  ["type:pdf", "pdf", "only these; also text, markdown, html, csv"],
  ["page:3-7", "3-7", "only these pages"],
];

const patternForms: readonly Example[] = [
  ["\\d{4}", "\\d{4}", "four digits; \\w is a letter or digit"],
  ["profit|loss", "profit|loss", "either of the two"],
  ["net .* profit", "net .* profit", "anything between, on one line"],
  ["colou?r", "colou?r", "with or without the letter before"],
  ["\\bport", "\\bport", "at the beginning of a word"],
  ["^Total", "^Total", "at the beginning of a line"],
];

/** What can be typed, while nothing is asked. */
export function searchHelpView(app: App): TemplateResult {
  const pattern = app.mode === "pattern";
  return html`
    <section class="help" aria-label=${pattern ? "Patterns to try" : "Ways to search"}>
      <ul>${(pattern ? patternForms : wordForms).map((example, index) => exampleView(app, example, index))}</ul>
    </section>
    <p class="hint">
      <kbd>↑</kbd><kbd>↓</kbd> move through the results, <kbd>Enter</kbd> opens the page,
      <kbd>Esc</kbd> closes it${
        pattern ? nothing : html`, <kbd>${altKey("R")}</kbd> matches a pattern`
      }.
    </p>
  `;
}

function exampleView(app: App, [form, selected, meaning]: Example, index: number): TemplateResult {
  const use = (): void => {
    // A pattern finds lines as it is; words are only a place for the reader's own.
    if (app.mode === "pattern") app.patterns.type(form);
    else app.search.propose(form);
    focusSearchOn(app, selected);
  };
  return html`<li>
    <button class="example" type="button" aria-describedby=${`meaning-${index}`} @click=${use}><code>${form}</code></button>
    <span id=${`meaning-${index}`}>${meaning}</span>
  </li>`;
}
