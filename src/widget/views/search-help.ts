import { html, type TemplateResult } from "lit/html.js";
import type { App } from "../state/app.js";
import { patternExamples, type SearchExample, wordExamples } from "../state/search-examples.js";
import { focusSearchOn } from "../state/search-field.js";
import { altKey } from "./key-names.js";

/** What can be typed, while nothing is asked. */
export function searchHelpView(app: App): TemplateResult {
  const { words } = app;
  const pattern = app.mode === "pattern";
  const examples = pattern ? patternExamples(words) : wordExamples(words);
  const key = (name: string): TemplateResult => html`<kbd>${name}</kbd>`;
  const keys = { up: key("↑"), down: key("↓"), enter: key("Enter"), escape: key("Esc") };
  return html`
    <section class="help" aria-label=${words.t(pattern ? "search.help.patterns" : "search.help.words")}>
      <ul>${examples.map((example, index) => exampleView(app, example, index))}</ul>
    </section>
    <p class="hint">
      ${
        pattern
          ? words.parts("search.help.keys", keys)
          : words.parts("search.help.keys.pattern", { ...keys, pattern: key(altKey("R", words)) })
      }
    </p>
  `;
}

function exampleView(
  app: App,
  { form, part, meaning }: SearchExample,
  index: number,
): TemplateResult {
  const use = (): void => {
    // A pattern finds lines as it is; words are only a place for the reader's own.
    if (app.mode === "pattern") app.patterns.type(form);
    else app.search.propose(form);
    focusSearchOn(app, part);
  };
  return html`<li>
    <button class="example" type="button" aria-describedby=${`meaning-${index}`} @click=${use}><code dir=${app.mode === "pattern" ? "ltr" : "auto"}>${form}</code></button>
    <span id=${`meaning-${index}`}>${meaning}</span>
  </li>`;
}
