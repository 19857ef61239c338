import { element } from "./dom.js";
import type { OpenNote } from "./note-pins.js";
import type { PageScroller } from "./page-scroller.js";
import type { PlaceMarks } from "./place-marks.js";
import type { ViewerStrings } from "./strings.js";

/** `auto` follows the page's own colour scheme, or the system's if the page sets none. */
export type ViewerTheme = "auto" | "light" | "dark";

/** The viewer's element and the slots in it. */
export class ViewerFrame {
  readonly host: HTMLElement = element("div", { class: "pagehound-viewer" });
  readonly findPlace: HTMLElement = element("div", { class: "find-place", hidden: "" });
  readonly panelPlace: HTMLElement = element("div", { class: "panel-place", hidden: "" });
  readonly #message: HTMLElement = element("div", { class: "message", hidden: "" });
  readonly #status: HTMLElement = element("p", { class: "unseen", role: "status" });
  readonly #root: ShadowRoot;

  constructor() {
    this.#root = this.host.attachShadow({ mode: "open" });
    this.#root.adoptedStyleSheets = [viewerStyles()];
  }

  /** Puts everything into its slot. */
  fill(toolbar: HTMLElement, strip: HTMLElement, scroller: PageScroller): void {
    const body = element("div", { class: "body" }, this.panelPlace, scroller.element);
    this.#root.append(toolbar, strip, this.findPlace, body, this.#message, this.#status);
  }

  /** Adds styles to the viewer's own. */
  addStyles(css: string): void {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(css);
    this.#root.adoptedStyleSheets = [...this.#root.adoptedStyleSheets, sheet];
  }

  /** Shows a message in place of the pages, or nothing. */
  say(message: string | null, ...more: Node[]): void {
    this.#message.hidden = message === null;
    const paragraphs = message === null ? [] : [element("p", {}, message)];
    this.#message.replaceChildren(...paragraphs, ...more);
    if (message !== null) this.announce(message);
  }

  /** Announces something to screen readers. */
  announce(message: string): void {
    this.#status.textContent = message;
  }

  dress(theme: ViewerTheme): void {
    const { style } = this.host;
    style.colorScheme = theme === "auto" ? "" : theme;
    if (theme === "auto" && getComputedStyle(this.host).colorScheme === "normal") {
      style.colorScheme = "light dark";
    }
  }
}

/** The panels that are open next to the pages of a viewer. */
export interface ViewerPanels {
  /** The text that the search inside the document looks for; null if the search is closed. */
  readonly find: string | null;
  /** The tab of the side panel, `outline` or `pages`; null if the panel is closed. */
  readonly side: string | null;
}

/** The options of a viewer. */
export interface ViewerOptions {
  /**
   * URL of the folder with `cmaps/`, `standard_fonts/`, `wasm/` and `iccs/`.
   *
   * @defaultValue `assets/` next to the module
   */
  readonly assetsBase?: string | URL | undefined;
  /** URL of the folder that workers are loaded from; see `PagehoundOptions.workerBase`. */
  readonly workerBase?: string | URL | undefined;
  /** Strings that replace the English ones. */
  readonly strings?: Partial<ViewerStrings> | undefined;
  /**
   * Language tag for formatting numbers in the English strings.
   *
   * @defaultValue the browser's own
   */
  readonly locale?: string | undefined;
  /**
   * Colours.
   *
   * @defaultValue `auto`
   */
  readonly theme?: ViewerTheme | undefined;
  /**
   * Returns the address that opens the current page; null if there is none. If set, a button copies
   * the address.
   */
  readonly link?: (() => string | null) | undefined;
  /** Called with a note of `DocumentViewer.showNotes` that is pressed, and its button. */
  readonly onNote?: OpenNote | undefined;
  /** Called by the button that lists notes, which exists only if this is set. */
  readonly onNotes?: (() => void) | undefined;
  /** Called by the key H, to highlight the selection or the marked passage. */
  readonly onHighlight?: (() => void) | undefined;
  /** Called when another page becomes the current one. */
  readonly onPageChange?: ((page: number) => void) | undefined;
  /** Called when `DocumentViewer.panels` has changed. */
  readonly onPanelsChange?: (() => void) | undefined;
  /** Called by the button that prints the page, which exists only if this is set. */
  readonly onPrint?: (() => void) | undefined;
  /** Called by Escape and the close button, which exists only if this is set. */
  readonly onClose?: (() => void) | undefined;
}

/** The notices to show above the pages. */
export function viewerNotices(
  strings: ViewerStrings,
  state: {
    readonly places: Pick<PlaceMarks, "total" | "unmarked">;
    /** Whether the stored text replaces a missing file. */
    readonly textOnly: boolean;
    /** Whether the shown text came with a collection and was not read from the file here. */
    readonly notRead: boolean;
    /** Whether the text of the current page was recognised in an image. */
    readonly recognised: boolean;
    /** A file that was missing when pages were drawn. */
    readonly missing: string | null;
    /** Why a part of the viewer is missing. */
    readonly trouble: string | null;
  },
): string[] {
  const { total, unmarked } = state.places;
  const notices: string[] = [];
  if (state.notRead) notices.push(strings.notRead);
  else if (state.textOnly) notices.push(strings.textOnly);
  if (state.recognised) notices.push(strings.recognisedPage);
  if (state.missing !== null) notices.push(strings.assetsMissing(state.missing));
  if (unmarked > 0) {
    notices.push(total === 1 ? strings.unmarked : strings.unmarkedOf(unmarked, total));
  }
  if (state.trouble !== null) notices.push(state.trouble);
  return notices;
}

/** Announces the new place to screen readers. */
export function placeSaid(
  { marked, markOf }: ViewerStrings,
  { current, total, currentMarked }: PlaceMarks,
  place: string,
): string[] {
  const sentences = total > 1 ? [`${markOf(current + 1, total)}.`] : [];
  if (currentMarked) sentences.push(marked(place));
  return sentences;
}

/**
 * The viewer's own styles, as one constructed style sheet: a strict content security policy allows
 * no inline styles.
 */
function viewerStyles(): CSSStyleSheet {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(css);
  return sheet;
}

const css = `
:host {
  --surface: var(--pagehound-surface, light-dark(#ffffff, #1b1c1e));
  --desk: var(--pagehound-desk, light-dark(#ecedee, #121314));
  --text: var(--pagehound-text, light-dark(#1c1d1f, #e6e6e3));
  --muted: var(--pagehound-muted, light-dark(#5b5e63, #a3a6ab));
  --line: var(--pagehound-line, light-dark(#e0e1e3, #303236));
  --hover: var(--pagehound-hover, light-dark(#0000000d, #ffffff14));
  --accent: var(--pagehound-accent, light-dark(#2b57c4, #8fb0ff));
  --corner: var(--pagehound-corner, 8px); --field: light-dark(#8a8d93, #767a81); --target: 32px;
  --paper-accent: var(--pagehound-paper-accent, var(--pagehound-accent, #2b57c4));
  container-type: inline-size;
  display: flex; flex-direction: column; block-size: 100%; min-inline-size: 0;
  position: relative; background: var(--desk); color: var(--text);
  --reading: var(--pagehound-font-size, 1rem); font: 400 calc(0.8125 * var(--reading))/1.4 var(--pagehound-font, system-ui, sans-serif); -webkit-text-size-adjust: 100%; text-size-adjust: 100%;
}
* { box-sizing: border-box; }
[hidden] { display: none !important; }
.bar { background: var(--surface); border-block-end: 1px solid var(--line); padding-block: 8px 4px; padding-inline: 16px 8px; }
.title { display: flex; align-items: center; gap: 8px; min-block-size: 32px; }
.title > button { flex: none; }
.name { display: flex; min-inline-size: 0; margin: 0; font-size: calc(0.9375 * var(--reading)); font-weight: 600; }
.name + * { margin-inline-start: auto; }
.head { overflow: hidden; text-overflow: ellipsis; white-space: pre; }
.tail { flex: none; white-space: pre; }
.controls { display: flex; flex-wrap: wrap; align-items: center; gap: 0 8px; margin-inline-start: -8px; color: var(--muted);
  font-variant-numeric: tabular-nums; min-block-size: 36px; }
.group { display: flex; align-items: center; gap: 2px; }
.space { flex: 1; }
.more { display: none; }
.more svg { stroke-width: 2.5; }
.total { padding-inline: 6px 4px; white-space: nowrap; }
.label { overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
.zoom { min-inline-size: 5ch; text-align: center; }
button { display: inline-grid; place-items: center; inline-size: var(--target); block-size: var(--target); padding: 0; border: 0;
  border-radius: var(--corner); background: none; color: inherit; font: inherit; cursor: pointer; }
button:hover:not(:disabled) { background: var(--hover); color: var(--text); }
button:disabled { opacity: 0.4; cursor: default; }
button:is([aria-pressed="true"], [aria-expanded="true"]) { color: var(--accent); }
svg { inline-size: 20px; block-size: 20px; fill: none; stroke: currentColor; stroke-width: 1.5;
  stroke-linecap: round; stroke-linejoin: round; }
:dir(rtl) > svg { transform: scaleX(-1); }
.page-input { block-size: var(--target); padding: 0 4px; border: 1px solid var(--field); border-radius: calc(0.75 * var(--corner)); text-align: center;
  background: var(--surface); color: var(--text); font: inherit; font-variant-numeric: tabular-nums; }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 1px; }
.scroller:focus-visible { outline-offset: -2px; }
.strip { display: flex; flex-wrap: wrap; align-items: center; gap: 0 16px; min-block-size: 40px; padding-block: 4px;
  padding-inline: 16px 8px; background: var(--surface); border-block-end: 1px solid var(--line); }
.strip .group { margin-inline-start: auto; }
.place { padding-inline-end: 6px; font-variant-numeric: tabular-nums; }
.strip[data-quote] { display: none; }
.quote { display: none; margin: 0; padding-block: 4px; font-size: calc(0.9375 * var(--reading)); line-height: 1.45; max-block-size: 9em;
  overflow: auto; flex: 1 0 100%; border-inline-start: 3px solid #ffd964; padding-inline-start: 8px; }
.notice { margin: 0; padding-block: 4px; flex: 1; min-inline-size: 20ch; }
.original { padding-block: 4px; color: var(--accent); }
.body { position: relative; display: flex; flex: 1; min-block-size: 0; }
.panel-place { flex: none; inline-size: 248px; border-inline-end: 1px solid var(--line); }
.scroller { flex: 1; min-inline-size: 0; touch-action: pan-x pan-y; overflow: auto; overflow-anchor: none; position: relative;
  padding: 12px; --scale-factor: 1; }
.chunk { display: flow-root; }
.chunk[data-closed] { block-size: calc(var(--scale-factor) * var(--points) * 1px + var(--pages) * 12px); }
.scroller[data-spread] .chunk { display: grid; grid-template-columns: repeat(2, max-content); justify-content: center; align-items: start; column-gap: 12px; }
.scroller[data-spread] .chunk[data-closed] { block-size: calc((var(--scale-factor) * var(--points) * 1px + var(--pages) * 12px) / 2); }
.sheet { position: relative; margin: 0 auto 12px; }
@container (max-width: 639px) { .two-pages:not([aria-pressed="true"]) { display: none; } }
.paper { direction: ltr; contain: layout style; --user-unit: 1; --total-scale-factor: calc(var(--scale-factor) * var(--user-unit));
  --scale-round-x: 1px; --scale-round-y: 1px; isolation: isolate; color-scheme: only light; background: #fff; color: #1c1d1f;
  inline-size: calc(var(--scale-factor) * var(--page-width) * 1px);
  block-size: calc(var(--scale-factor) * var(--page-height) * 1px);
  box-shadow: 0 0 0 1px #0000000f, 0 1px 4px #00000014; }
canvas { position: absolute; inset: 0; inline-size: 100%; block-size: 100%; }
.marks { position: absolute; inset: 0; mix-blend-mode: multiply; pointer-events: none; }
.mark-box { position: absolute; border-radius: calc(var(--corner) / 4); background: #fff3b8; forced-color-adjust: none; }
.mark[data-strength="word"][data-current] .mark-box { background: #ffd964; }
[data-color] { --note: #bae9b2; --note-pale: #e3f6df; --note-ink: #1d5a1a; }
[data-color="yellow"] { --note: #f3ea70; --note-pale: #faf6cf; --note-ink: #5c4c00; }
[data-color="blue"] { --note: #a6d4f5; --note-pale: #dceefb; --note-ink: #0f4a73; }
[data-color="pink"] { --note: #ffc4de; --note-pale: #ffe6f1; --note-ink: #7d1c4b; }
.note .mark-box { background: var(--note); }
.note-pin { position: absolute; z-index: 1; inset-inline-end: 2px; inline-size: 26px; block-size: 26px; padding: 3px;
  border-radius: calc(0.75 * var(--corner)); background: var(--note-pale); color: var(--note-ink);
  box-shadow: 0 0 0 1px color-mix(in srgb, var(--note-ink) 25%, transparent); forced-color-adjust: none; }
.note-pin:hover:not(:disabled) { background: var(--note); color: var(--note-ink); }
.note-pin:focus-visible { outline-color: var(--note-ink); }
mark.note { background: var(--note); color: #1c1d1f; border-radius: calc(var(--corner) / 4); }
.link-area { position: absolute; display: block; inline-size: auto; block-size: auto; border-radius: 2px; cursor: pointer; }
.link-area:hover:not(:disabled) { background: color-mix(in srgb, var(--paper-accent) 16%, transparent); }
.link-area:focus-visible { outline-color: var(--paper-accent); }
@media print { .note-pins, .links { display: none; } }
.cell-frame, .cell-name { position: absolute; border-radius: calc(var(--corner) / 4); forced-color-adjust: none; }
.cell-frame { outline: 2px solid var(--paper-accent); }
.cell-name { background: #fff3b8; }
.match .mark-box { background: #cfe2ff; }
.match[data-current] .mark-box { background: #86b6ff; outline: 2px solid var(--paper-accent); }
.text { position: absolute; inset: 0; overflow: clip; line-height: 1; letter-spacing: normal; word-spacing: normal;
  text-align: initial; text-size-adjust: none; forced-color-adjust: none; transform-origin: 0 0;
  --min-font-size: 1; --text-scale-factor: calc(var(--total-scale-factor) * var(--min-font-size));
  --min-font-size-inv: calc(1 / var(--min-font-size)); }
.text :is(span, br) { position: absolute; color: transparent; white-space: pre; cursor: text; transform-origin: 0% 0%; }
.text > :not(.markedContent), .text .markedContent span:not(.markedContent) {
  --font-height: 0; --scale-x: 1; --rotate: 0deg;
  font-size: calc(var(--text-scale-factor) * var(--font-height));
  transform: rotate(var(--rotate)) scaleX(var(--scale-x)) scale(var(--min-font-size-inv)); }
.text .markedContent { display: contents; }
.text ::selection { background: color-mix(in srgb, var(--paper-accent) 28%, transparent); color: transparent; }
.text[data-main-rotation="90"] { transform: rotate(90deg) translateY(-100%); }
.text[data-main-rotation="180"] { transform: rotate(180deg) translate(-100%, -100%); }
.text[data-main-rotation="270"] { transform: rotate(270deg) translateX(-100%); }
.prose { max-inline-size: calc(34em + 48px); min-block-size: 240px; padding: 24px; background: var(--surface); color: var(--text);
  border-radius: calc(var(--corner) / 4); box-shadow: 0 0 0 1px var(--line);
  font-size: calc(var(--reading) * var(--text-zoom, 1)); line-height: 1.55; overflow-wrap: anywhere; }
.prose :is(p, ul) { margin: 0 0 1em; }
.prose p { white-space: pre-wrap; }
.prose ul { padding-inline-start: 1.25em; }
.prose li[data-own] { list-style: none; margin-inline-start: -1.25em; padding-inline-start: 1.75em; text-indent: -1.75em; }
.prose p[data-strong] { font-weight: 650; margin-block: 1.5em 0.5em; }
.prose li { margin-block-end: 0.25em; white-space: pre-wrap; }
.prose [role="heading"] { margin: 1.5em 0 0.5em; font-weight: 650; line-height: 1.35; }
.prose .h1 { font-size: 1.25em; }
.prose .h2 { font-size: 1.125em; }
.prose > :first-child { margin-block-start: 0 !important; }
.table-frame { overflow-x: auto; margin: 0 0 1em; }
table { border-collapse: collapse; font-size: 0.875em; font-variant-numeric: tabular-nums; }
td { padding: 4px 12px 4px 0; border-block-end: 1px solid var(--line); vertical-align: top; min-inline-size: 4ch; overflow-wrap: normal; }
td[data-number] { padding-inline: 12px; text-align: end; white-space: nowrap; }
td[data-number]:first-child { padding-inline-start: 0; }
.prose[data-grid] { max-inline-size: none; inline-size: max-content; }
.prose:has(> .formula-bar) { min-inline-size: min(100%, 34em); box-sizing: border-box; }
.grid { border-collapse: separate; border-spacing: 0; }
.grid :is(td, th) { max-inline-size: 28em; padding: 3px 8px; border-inline-end: 1px solid var(--line); }
.grid th, .grid thead td { position: sticky; z-index: 1; inset-inline-start: 0; background: var(--desk); color: var(--muted); font-weight: 400; text-align: center; }
.grid thead :is(td, th) { inset-block-start: -12px; }
.grid thead th { inset-inline-start: auto; }
.grid thead td { z-index: 2; }
.formula-bar { position: sticky; z-index: 3; inset-block-start: -12px; inset-inline-start: 0; display: flex; gap: 12px; contain: inline-size;
  box-sizing: border-box; block-size: 3.5em; inline-size: min(100%, 100cqi - 72px); margin: 0 !important; padding: 4px 8px; overflow: auto;
  background: var(--surface); border: 1px solid var(--line); font-size: 0.875em; line-height: 1.5; }
.formula-place { flex: none; min-inline-size: 5ch; color: var(--muted); font-variant-numeric: tabular-nums; }
.formula-place:empty { display: none; }
.formula-text { font-family: var(--mono, ui-monospace, monospace); overflow-wrap: anywhere; }
.formula-text:is([data-none], .formula-place:empty + *) { font-family: inherit; color: var(--muted); }
.formula-bar + .grid thead :is(td, th) { inset-block-start: calc(3.5em - 12px); }
.grid td[data-formula] { background: linear-gradient(225deg, var(--muted) 4px, transparent 4.5px); }
.grid td[aria-selected] { outline: 2px solid var(--accent); outline-offset: -2px; }
.grid td[data-cited] { outline: 2px solid var(--accent); outline-offset: -2px; }
mark { border-radius: calc(var(--corner) / 4); background: light-dark(#fff3b8, #4a4118); color: inherit; }
mark[data-strength="word"][data-current] { background: light-dark(#ffd964, #7a6412); }
mark.match { background: light-dark(#cfe2ff, #23406e); }
mark.match[data-current] { background: light-dark(#86b6ff, #2f62b8); outline: 2px solid var(--accent); }
.caption { color: var(--muted); font-size: 0.8125em; margin: 0 0 1em !important; }
.slide { inline-size: calc(var(--scale-factor) * var(--page-width) * 1px); }
.slide > .picture { position: relative; block-size: calc(var(--scale-factor) * var(--page-height) * 1px); background: #fff; box-shadow: 0 0 0 1px #0000000f, 0 1px 4px #00000014; }
.slide > .prose { max-inline-size: none; min-block-size: 0; margin: 0; padding: 16px; font-size: calc(var(--reading) * max(0.875, var(--text-zoom, 1))); }
.sheet-problem { margin: 0; padding: 24px; text-align: center; color: var(--muted); }
.paper .sheet-problem { position: absolute; inset: 0; display: grid; place-items: center; color: #5b5e63; }
.drawing::after {
  content: "";
  position: absolute;
  inset: min(40%, 160px) 0 auto;
  margin-inline: auto;
  inline-size: 24px;
  block-size: 24px;
  border: 3px solid #c8cbd0;
  border-block-start-color: #5b5e63;
  border-radius: 50%;
  opacity: 0;
  animation: show-drawing 0s 400ms forwards, turn 1s linear infinite;
}
@keyframes show-drawing { to { opacity: 1; } }
@keyframes turn { to { transform: rotate(1turn); } }
@media (prefers-reduced-motion: reduce) { .drawing::after { animation: show-drawing 0s 400ms forwards; } }
.sheet-note { position: relative; block-size: 0; margin: 0; padding: 8px 12px; text-align: center; color: #5b5e63; font-size: 0.8125em; }
.message { position: absolute; inset-block-start: 96px; inset-inline: 0; max-inline-size: 40ch; margin: 48px auto; padding: 0 24px;
  text-align: center; font-size: calc(0.9375 * var(--reading)); line-height: 1.5; }
.unseen { position: absolute; inline-size: 1px; block-size: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
@media (pointer: coarse) { :host { --target: 44px; } }
@container (max-width: 619px) {
  .more { display: inline-grid; }
  .zooming { flex-basis: 100%; flex-wrap: wrap; justify-content: center; padding-block-start: 4px; }
  .more:not([aria-expanded="true"]) + .zooming { display: none; }
  .panel-place { position: absolute; inset: 0; z-index: 1; inline-size: auto; border: 0; }
}
@container (max-width: 399px) {
  .strip[data-quote]:not([hidden]) { display: flex; }
  .quote:not(:empty) { display: block; }
  .label { display: none; }
  .controls { gap: 0; }
  .prose { padding: 16px; }
  .formula-bar { inline-size: min(100%, 100cqi - 56px); }
}
@media print {
  :host { display: block; container-type: normal; block-size: auto; color-scheme: only light !important; background: #ffffff;
    --surface: #ffffff; --desk: #ffffff; --text: #1c1d1f; --muted: #5b5e63; --line: #e0e1e3; --accent: #2b57c4; }
  .bar, .strip, .find-place, .panel-place, .unseen, .formula-bar, .chunk[data-closed], .sheet:not([data-current]) { display: none; }
  .body, .scroller, .chunk, .table-frame { display: block; overflow: visible; padding: 0; }
  .message { position: static; margin: 0; }
  .sheet { margin: 0; box-shadow: none; -webkit-print-color-adjust: exact; print-color-adjust: exact; }
  .paper, .slide { overflow: clip; }
  /** Actual size, or smaller if the whole page would not fit on the paper. */
  .paper, .slide { inline-size: min(100%, var(--page-width) * 1pt, 99vh * var(--page-width) / var(--page-height)); }
  .paper, .slide > .picture { block-size: auto; aspect-ratio: var(--page-width) / var(--page-height); box-shadow: none; }
  .prose, .prose[data-grid] { inline-size: auto; max-inline-size: none; min-block-size: 0; padding: 0; font-size: var(--reading); }
  .grid :is(td, th) { position: static; }
}
@media (forced-colors: active) {
  .page-input, .find-field, .message input { border-color: CanvasText; }
  .match[data-current] .mark-box, mark.match[data-current] { outline: 2px solid Highlight; }
  .mark[data-strength="word"] .mark-box { outline: 1px solid Highlight; }
  mark { background: Mark; color: MarkText; }
}
`;
