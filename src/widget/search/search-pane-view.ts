import { html, nothing, type TemplateResult } from "lit/html.js";
import { scopeView } from "../documents/scope-view.js";
import type { App } from "../shell/app.js";
import { icon } from "../shell/icons.js";
import { lazyView } from "../shell/lazy-view.js";
import { noticesView } from "../shell/notices-view.js";
import { altKey, commandKey } from "../shell/view-parts.js";
import { searchAction } from "../viewer/dom.js";
import type { PatternSwitch } from "./pattern-search.js";
import { moveInResults, resultsView, searchAllButton } from "./results-view.js";
import { remarksView, summaryWords } from "./summary-view.js";

const helpView = lazyView(async () => (await import("./search-help-view.js")).searchHelpView);
const linesView = lazyView(async () => (await import("./lines-view.js")).linesView);

/** The search box, what a search covered, and what it found. */
export function searchPaneView(app: App): TemplateResult {
  return html`
    <div class="search-top">${searchBoxView(app)}</div>
    <div class="search-body">
      ${noticesView(app)}
      <div id="said" role="status">
        <p class="summary">${summaryWords(app)}</p>
        ${remarksView(app)}
      </div>
      <div class="found" ?data-stale=${app.asking.slow}>${foundView(app)}</div>
    </div>
  `;
}

function foundView(app: App): TemplateResult | typeof nothing {
  if (app.documents.selected?.size === 0) return noneChosenView(app);
  if (app.asking.resting) return app.documents.list.length > 0 ? helpView(app.shell, app) : nothing;
  return app.mode === "pattern" ? linesView(app.shell, app) : resultsView(app);
}

/** That nothing is searched, because no document is chosen. */
function noneChosenView(app: App): TemplateResult {
  return html`<section class="answer">
    <h2>${app.shell.words.t("search.noneChosen")}</h2>
    <div class="tries">${searchAllButton(app)}</div>
  </section>`;
}

/** The search box, with what is matched and what is searched. */
function searchBoxView(app: App): TemplateResult {
  const { asking, mode, patterns } = app;
  const { words } = app.shell;
  const kind = mode === "pattern" ? "pattern" : "words";
  const byPattern = words.t("search.match.pattern");
  const pattern = mode === "pattern";
  return html`
    <form
      class="search-box"
      role="search"
      action=${searchAction}
      ?data-pattern=${pattern}
      @submit=${(event: Event) => event.preventDefault()}
    >
      ${icon("search")}
      <input
        id="search"
        type="search"
        aria-label=${words.t(`search.box.${kind}.label`)}
        aria-invalid=${pattern && patterns.fault !== null}
        aria-describedby=${pattern && patterns.fault !== null ? "said" : nothing}
        placeholder=${words.t(`search.box.${kind}.placeholder`)}
        autocomplete="off"
        autocapitalize="off"
        spellcheck="false"
        enterkeyhint="search"
        dir=${asking.query === "" ? nothing : "auto"}
        .value=${asking.query}
        @input=${(event: InputEvent) => {
          // Asked for anew: the mode may have changed since this was drawn.
          if (event.target instanceof HTMLInputElement) app.asking.type(event.target.value);
        }}
        @keydown=${(event: KeyboardEvent) => onKey(app, event)}
      >
      ${
        asking.query === "" && !pattern
          ? html`<kbd aria-hidden="true">${commandKey("K", words)}</kbd>`
          : nothing
      }
      <div class="toggles" role="group" aria-label=${words.t("search.match.group")}>
        ${
          pattern
            ? [
                switchView(app, "matchCase", "C", words.t("search.match.case"), "Aa"),
                switchView(app, "wholeWord", "W", words.t("search.match.word"), "ab"),
              ]
            : nothing
        }
        <button
          class="toggle"
          type="button"
          aria-label=${byPattern}
          aria-keyshortcuts="Alt+R"
          title=${words.t("search.match.withKey", { label: byPattern, key: altKey("R", words) })}
          aria-pressed=${pattern}
          @click=${() => app.togglePatternMode()}
        ><span class="face" data-face=".*"></span></button>
      </div>
      ${scopeView(app)}
    </form>
  `;
}

function switchView(
  { patterns, shell: { words } }: App,
  name: PatternSwitch,
  letter: string,
  label: string,
  face: string,
): TemplateResult {
  return html`<button
    class="toggle"
    type="button"
    aria-label=${label}
    aria-keyshortcuts=${`Alt+${letter}`}
    title=${words.t("search.match.withKey", { label, key: altKey(letter, words) })}
    aria-pressed=${patterns[name]}
    @click=${() => patterns.toggle(name)}
  ><span class="face" data-face=${face}></span></button>`;
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
