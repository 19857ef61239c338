import { html, nothing, type TemplateResult } from "lit/html.js";
import { scopeView } from "../documents/documents-view.js";
import { noticesView } from "../shell/notices-view.js";
import { engineHosts } from "../shell/setup.js";
import { altKey, commandKey, type Drawn, icon, lazyView } from "../shell/view-parts.js";
import { searchAction } from "../viewer/dom.js";
import { moveInResults, resultsView, searchAllButton } from "./results-view.js";
import type { PatternSwitch } from "./search.js";
import type { SearchFeature } from "./search-feature.js";
import { remarksView, summaryWords } from "./summary-view.js";

const loadHelp = () => import("./search-help-view.js");
const helpView = lazyView(async () => (await loadHelp()).searchHelpView);
const nothingView = lazyView(async () => (await loadHelp()).nothingFoundView);
const meaningView = lazyView(async () => (await import("./meaning-view.js")).meaningLine);
const loadElsewhere = () => import("../engines/engines.js");
const elsewhereView = lazyView(async () => (await loadElsewhere()).elsewhereView);
const linesView = lazyView(async () => (await import("./lines-view.js")).linesView);

/** The search box, the coverage of a search, and its results. */
export function searchPaneView(feature: SearchFeature): TemplateResult {
  return html`
    <div class="search-top">${searchBoxView(feature)}</div>
    ${feature.mode === "pattern" ? nothing : meaningView(feature.shell, feature)}
    <div class="search-body">
      ${noticesView(feature.documents)}
      <div id="said" role="status">
        <p class="summary">${summaryWords(feature)}</p>
        ${remarksView(feature)}
      </div>
      ${mayAskElsewhere(feature) ? elsewhereView(feature.shell, feature) : nothing}
      <div class="found" ?data-stale=${feature.asking.slow}>${foundView(feature)}</div>
    </div>
  `;
}

/** Whether engines can be asked for what is in the box; typing alone never sends it. */
function mayAskElsewhere({ documents, mode, search, shell }: SearchFeature): boolean {
  if (mode === "pattern" || search.resting || documents.list.narrowed) return false;
  return engineHosts(shell.setup).length > 0;
}

function foundView(feature: SearchFeature): Drawn {
  if (feature.documents.list.scope?.length === 0) return noneChosenView(feature);
  if (feature.asking.resting)
    return feature.documents.list.all.length > 0 ? helpView(feature.shell, feature) : nothing;
  if (feature.mode === "pattern") return linesView(feature.shell, feature);
  const { failure, hits, response } = feature.search;
  if (failure || !response || hits.length > 0) return resultsView(feature);
  return nothingView(feature.shell, feature, response);
}

/** Says that nothing is searched, because no document is selected or the notebook has none. */
function noneChosenView(feature: SearchFeature): TemplateResult {
  const { list, notebooks } = feature.documents;
  const isEmpty = notebooks && list.within && list.listed.length === 0;
  return html`<section class="answer">
    <h2>${isEmpty ? notebooks.nothingHere : feature.shell.words.t("search.noneChosen")}</h2>
    <div class="tries">${searchAllButton(feature)}</div>
  </section>`;
}

function searchBoxView(feature: SearchFeature): TemplateResult {
  const { asking, mode, patterns } = feature;
  const { words } = feature.shell;
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
          // Read now: the mode may have changed since this was drawn.
          if (event.target instanceof HTMLInputElement) type(feature, event.target.value);
        }}
        @keydown=${(event: KeyboardEvent) => onKey(feature, event)}
      >
      ${
        asking.query === "" && !pattern
          ? html`<kbd aria-hidden="true" dir="auto">${commandKey("K", words)}</kbd>`
          : nothing
      }
      <div class="toggles" role="group" aria-label=${words.t("search.match.group")}>
        ${
          pattern
            ? [
                switchView(feature, "matchCase", "C", words.t("search.match.case"), "Aa"),
                switchView(feature, "wholeWord", "W", words.t("search.match.word"), "ab"),
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
          @click=${() => feature.togglePatternMode()}
        ><span class="face" data-face=".*"></span></button>
      </div>
      ${scopeView(feature.documents)}
    </form>
  `;
}

function switchView(
  { patterns, shell: { words } }: SearchFeature,
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

function onKey(feature: SearchFeature, event: KeyboardEvent): void {
  if (event.key === "ArrowDown") moveInResults(feature.shell, event, 0);
  else if (event.key === "Enter") {
    // Else the key would also press the result that gets the focus.
    event.preventDefault();
    openFirst(feature);
  } else if (event.key === "Escape" && feature.asking.query !== "") {
    event.preventDefault();
    type(feature, "");
  }
}

/** Searches for the text in the box. Engines are asked again only on request. */
function type(feature: SearchFeature, query: string): void {
  if (query.trim() !== feature.elsewhere?.query) feature.elsewhere = null;
  feature.asking.type(query);
}

/**
 * Asks engines that were not asked yet, or else opens the first result, or on a narrow screen moves
 * the focus to it, as soon as the search for the text in the box has ended. An unchanged example is
 * searched for as it is.
 */
function openFirst(feature: SearchFeature): void {
  const { asking, opening, patterns, search } = feature;
  const { query } = asking;
  if (mayAskElsewhere(feature) && feature.elsewhere?.query !== search.query.trim()) {
    void feature.shell.attempt(async () => (await loadElsewhere()).searchElsewhere(feature));
  } else if (asking === search && search.resting) search.type(query);
  else {
    asking.whenAnswered(() => {
      if (asking.query !== query) return;
      // The page would cover the results, which the reader may not have seen behind the keyboard.
      if (!feature.shell.surface.wide) feature.shell.focusDrawn("[data-result] button");
      else if (asking === patterns) {
        if (patterns.hits[0]) opening.line(patterns.hits[0]);
      } else if (search.hits[0]) opening.hit(search.hits[0]);
    });
  }
}
