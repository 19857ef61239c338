import { html, nothing, type TemplateResult } from "lit";
import type { App } from "../state/app.js";
import { icon } from "../state/icons.js";
import type { PatternSwitch } from "../state/pattern-search.js";
import { altKey, commandKey } from "./key-names.js";
import { moveInResults } from "./move-in-results.js";
import { scopeChip } from "./scope-chip.js";

/** The search box, with what is matched and what is searched. */
export function searchBoxView(app: App): TemplateResult {
  const { asking, mode, patterns } = app;
  const pattern = mode === "pattern";
  return html`
    <search class="search-box" ?data-pattern=${pattern}>
      ${icon("search")}
      <input
        id="search"
        type="search"
        aria-label=${pattern ? "Search your documents for a pattern" : "Search your documents"}
        aria-invalid=${pattern && patterns.fault !== null}
        aria-errormessage="said"
        placeholder=${pattern ? "A pattern to match" : "Search your documents"}
        autocomplete="off"
        autocapitalize="off"
        spellcheck="false"
        enterkeyhint="search"
        .value=${asking.query}
        @input=${(event: InputEvent) => {
          // Asked for anew: the mode may have changed since this was drawn.
          if (event.target instanceof HTMLInputElement) app.asking.type(event.target.value);
        }}
        @keydown=${(event: KeyboardEvent) => onKey(app, event)}
      >
      ${
        asking.query === "" && !pattern
          ? html`<kbd aria-hidden="true">${commandKey("K")}</kbd>`
          : nothing
      }
      <div class="toggles" role="group" aria-label="How to match">
        ${
          pattern
            ? [
                switchView(app, "matchCase", "C", "Match case", "Aa"),
                switchView(app, "wholeWord", "W", "Match whole words only", html`<u>ab</u>`),
              ]
            : nothing
        }
        <button
          class="toggle"
          type="button"
          aria-label="Match a pattern, line by line"
          aria-keyshortcuts="Alt+R"
          title=${`Match a pattern, line by line (${altKey("R")})`}
          aria-pressed=${pattern}
          @click=${() => app.togglePatternMode()}
        >.*</button>
      </div>
      ${scopeChip(app)}
    </search>
  `;
}

function switchView(
  { patterns }: App,
  name: PatternSwitch,
  letter: string,
  label: string,
  face: string | TemplateResult,
): TemplateResult {
  return html`<button
    class="toggle"
    type="button"
    aria-label=${label}
    aria-keyshortcuts=${`Alt+${letter}`}
    title=${`${label} (${altKey(letter)})`}
    aria-pressed=${patterns[name]}
    @click=${() => patterns.toggle(name)}
  >${face}</button>`;
}

function onKey(app: App, event: KeyboardEvent): void {
  if (event.key === "ArrowDown") moveInResults(app, event, 0);
  else if (event.key === "Enter") openFirst(app);
  else if (event.key === "Escape" && app.asking.query !== "") {
    event.preventDefault();
    app.asking.type("");
  }
}

/** Opens what was found first. An example that nobody has touched is searched for as it is. */
function openFirst(app: App): void {
  const { search, patterns } = app;
  if (app.mode === "pattern") {
    if (patterns.hits[0]) app.opening.line(patterns.hits[0]);
  } else if (search.hits[0]) app.opening.hit(search.hits[0]);
  else if (search.resting) search.type(search.query);
}
