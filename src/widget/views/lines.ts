import { html, nothing, type TemplateResult } from "lit";
import { repeat } from "lit/directives/repeat.js";
import type { DocumentMatchCount, GrepResponse, NumberedLine } from "../../index.js";
import type { App } from "../state/app.js";
import {
  groupLines,
  type LineGroup,
  lineKey,
  type ShownLine,
  visiblePart,
} from "../state/line-groups.js";
import type { PatternSwitch } from "../state/pattern-search.js";
import { focusSearch } from "../state/search-field.js";
import { count, counted, fileName, folderName, placeName } from "../state/words.js";
import { markedText, readable } from "./marked-text.js";
import { middleEllipsis } from "./middle-ellipsis.js";
import { onResultKey } from "./move-in-results.js";
import { searchAllButton, searchedPages, stillReading, unsearchableView } from "./nothing-found.js";
import { searchFailureView } from "./search-failure.js";

/** The lines that match a pattern, or that none does and what that is worth. */
export function linesView(app: App): TemplateResult | typeof nothing {
  const { patterns } = app;
  const { failure, response } = patterns;
  // What is wrong with a pattern is said under the box; it is being typed.
  if (patterns.fault !== null) return nothing;
  if (failure) return searchFailureView(failure, () => patterns.again());
  if (!response) return nothing;
  const groups = groupLines(response.hits);
  const order = new Map(response.hits.map((hit, index) => [lineKey(hit), index]));
  return html`
    ${groups.length === 0 ? noLineView(app, response) : nothing}
    ${repeat(
      groups,
      ({ document }) => document,
      (group) => groupView(app, group, order),
    )}
    ${endView(app, response)}
  `;
}

function groupView(app: App, group: LineGroup, order: ReadonlyMap<string, number>): TemplateResult {
  const counts = app.patterns.response?.documents.find(
    ({ document }) => document === group.document,
  );
  const folder = folderName(group.path);
  const name = fileName(group.path);
  return html`
    <section class="line-group" aria-label=${name}>
      <h2 class="line-head" title=${group.path}>
        <span class="where-name">${middleEllipsis(name)}</span>
        ${folder === "" ? nothing : html`<span class="where-folder">${folder}</span>`}
        <span class="where-page">${counts ? countWords(app, counts) : nothing}</span>
      </h2>
      <ol class="lines" aria-label=${`Matching lines of ${name}`}>
        ${repeat(
          group.lines,
          ({ hit }) => lineKey(hit),
          (line) => lineView(app, line, order.get(lineKey(line.hit)) ?? 0),
        )}
      </ol>
    </section>
  `;
}

/** "12 matching lines on 5 pages". */
function countWords(app: App, { document, lines, pages }: DocumentMatchCount): string {
  const { pageUnit, pages: all } = app.documents.get(document) ?? {};
  const found = counted(lines, "matching line");
  if (pageUnit === "part") {
    return all?.total === 1 ? found : `${found} in ${counted(pages.length, "part")}`;
  }
  return `${found} on ${counted(pages.length, "page")}`;
}

function lineView(app: App, { hit, before, after }: ShownLine, index: number): TemplateResult {
  const document = app.documents.get(hit.document);
  const single = hit.pageUnit === "part" && document?.pages.total === 1;
  const line = `line ${count(hit.line)}`;
  const place = placeName(hit.pageUnit, hit.page, hit.pageLabel);
  const open = app.opening.page?.hit === lineKey(hit);
  const { text, marks } = visiblePart(hit);
  return html`
    <li
      class="line"
      data-result
      ?data-open=${open}
      @click=${() => {
        // A reader who selects words of a line wants to copy them.
        if (getSelection()?.isCollapsed !== false) app.opening.line(hit);
      }}
    >
      ${before.map(contextView)}
      <button
        class="line-place"
        type="button"
        aria-label=${single ? line : `${place}, ${line}`}
        aria-current=${open ? "true" : "false"}
        aria-describedby=${`line-${index}`}
        @keydown=${(event: KeyboardEvent) => onResultKey(app, event, index)}
      >${single ? line : place}</button>
      <p class="line-text" id=${`line-${index}`}>${markedText(text, marks)}</p>
      ${after.map(contextView)}
    </li>
  `;
}

function contextView({ text }: NumberedLine): TemplateResult {
  return html`<p class="line-context">${readable(text)}</p>`;
}

function noLineView(app: App, { patterns, coverage, stopped }: GrepResponse): TemplateResult {
  if (stopped) {
    return html`<section class="answer"><h2>Stopped before a line was found</h2></section>`;
  }
  return html`
    <section class="answer">
      <h2>No line matches <code>${patterns[0]}</code></h2>
      <p>None of the ${searchedPages(coverage)}, has such a line. ${stillReading(app)}</p>
      ${unsearchableView(app)}
      <div class="tries">
        ${switchOffView(app, "matchCase", "Ignore case")}
        ${switchOffView(app, "wholeWord", "Match parts of words")}
        ${searchAllButton(app)}
      </div>
    </section>
  `;
}

function switchOffView(
  app: App,
  name: PatternSwitch,
  label: string,
): TemplateResult | typeof nothing {
  const { patterns } = app;
  if (!patterns[name]) return nothing;
  const turnOff = (): void => {
    patterns.toggle(name);
    focusSearch(app);
  };
  return html`<button class="button" type="button" @click=${turnOff}>${label}</button>`;
}

/** What can be done where the lines end. */
function endView({ patterns }: App, { left }: GrepResponse): TemplateResult | typeof nothing {
  if (patterns.canTakeLonger) {
    return html`<button class="button more" type="button" @click=${() => patterns.takeLonger()}>
      Look for up to a minute
    </button>`;
  }
  if (left === 0) return nothing;
  return html`<div class="line-end">
    <button class="button" type="button" @click=${() => patterns.more()}>Show more</button>
    <p>${counted(left, "more line")}; narrow the pattern to see fewer.</p>
  </div>`;
}
