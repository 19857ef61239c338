import { html, nothing, svg, type TemplateResult } from "lit/html.js";
import {
  beginsMessage,
  type DocumentSource,
  fileName,
  folderName,
  isListItem,
  quoteMark,
  type Span,
} from "../../core/index.js";
import type { I18n } from "../i18n/i18n.js";
import type { DialogName, Shell } from "./shell.js";

/** A name inside a sentence: it keeps its own direction, and does not affect the sentence's. */
export function isolated(name: string): TemplateResult {
  return html`<bdi>${name}</bdi>`;
}

/**
 * Truncates a long name in its middle, because its end distinguishes files and has the extension.
 * The style sheet draws the truncated name, so that copying it copies the name once.
 */
export function middleEllipsis(name: string): TemplateResult {
  const { head, tail } = cutName(name);
  return html`<span class="unseen">${name}</span
    ><span class="cut-name" dir="ltr" aria-hidden="true"
      ><span class="head" data-text=${head}></span
      ><span class="tail" data-text=${tail}></span></span
    >`;
}

/** The place of a text, named in the line above it. */
interface Where {
  readonly path: string;
  readonly from?: DocumentSource | undefined;
  /** The page, in words; empty if the document is in one piece. */
  readonly place: string;
  /** Whether folders are named. */
  readonly folder?: boolean;
}

/** The name, folder, source and page of a text, separated for eyes, screen readers and copying. */
export function whereParts({ path, from, place, folder: named = true }: Where): TemplateResult {
  const folder = named ? folderName(path) : "";
  return html`<span class="where-name">${middleEllipsis(fileName(path))}</span>${
    folder === "" ? nothing : html` <span class="where-folder">${isolated(folder)}</span>`
  }${from ? html` <span class="where-folder">${isolated(from.title)}</span>` : nothing}${
    place === "" ? nothing : html` <span class="where-page">${place}</span>`
  }`;
}

const TAIL = 10;
const fromRight =
  /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}\p{Script=Adlam}]/u;
const joinsBefore = /^[\p{M}\u200d]/u;

/** A name in two parts, the first of which may be truncated if there is no room. */
export interface CutName {
  readonly head: string;
  readonly tail: string;
}

/**
 * Where a name may be cut. One with right-to-left letters is left whole: its two parts would be
 * ordered separately, and numbers and words between them swapped.
 */
export function cutName(name: string): CutName {
  if (fromRight.test(name)) return { head: name, tail: "" };
  const letters = [...name];
  let cut = Math.max(0, letters.length - TAIL);
  // An accent stays with its letter; some systems store names with the two separate.
  while (cut > 0 && joinsBefore.test(letters[cut] ?? "")) cut--;
  return { head: letters.slice(0, cut).join(""), tail: letters.slice(cut).join("") };
}

const hasAppleKeys = (): boolean => /mac|iphone|ipad/i.test(navigator.userAgent);

/** A key with the command or control key, as this system writes it. */
export function commandKey(letter: string, words: I18n): string {
  if (hasAppleKeys()) return `⌘${letter}`;
  return words.t("keys.control", { letter });
}

/** A key with the alternative key, as this system writes it. */
export function altKey(letter: string, words: I18n): string {
  if (hasAppleKeys()) return `⌥${letter}`;
  return words.t("keys.alt", { letter });
}

/** Moves the focus to the next row, before the row of an event disappears. */
export function focusNeighbour(shell: Shell, event: Event): void {
  const { target } = event;
  const row = target instanceof Element ? target.closest("li") : null;
  const title = target instanceof Element ? target.closest("button")?.title : undefined;
  for (const neighbour of [row?.nextElementSibling, row?.previousElementSibling]) {
    const controls = [...(neighbour?.querySelectorAll<HTMLElement>("button, input") ?? [])];
    // The document itself rather than its delete button; in other rows, the button of the same
    // kind.
    const next =
      controls.find((control) => control.matches(".row-open")) ??
      controls.find((control) => title && control.title === title) ??
      controls[0];
    if (!next) continue;
    next.focus();
    return;
  }
  shell.focusBox();
}

/** Scrolls an expanded part into view once it is drawn. */
export function reveal({ surface }: Shell, id: string): void {
  const scroll = () => surface.find(`#${id}`)?.scrollIntoView({ block: "nearest" });
  requestAnimationFrame(() => requestAnimationFrame(scroll));
}

/** A mark at the end of a row, with its reason on hover and focus. */
export function rowMark(name: IconName, reason: string, tabIndex: 0 | -1 = 0): TemplateResult {
  return html`<span class="partial" role="img" data-control="mark" tabindex=${tabIndex} aria-label=${reason}>
    ${icon(name)}<span class="tip" aria-hidden="true">${reason}</span>
  </span>`;
}

/**
 * A text of a document with parts of it marked.
 *
 * @param heading the heading shown above; the text does not begin with it once more, unless a mark
 * is in it
 */
export function markedText(
  text: string,
  marks: readonly Span[],
  heading?: string | null,
): (string | TemplateResult)[] {
  const pieces: (string | TemplateResult)[] = [];
  const unwrapped = withoutLineEnds(text);
  let end = heading ? startBelow(heading, text) : 0;
  if (marks.some(({ start }) => start < end)) end = 0;
  for (const mark of marks) {
    if (mark.start < end) continue;
    pieces.push(
      readable(unwrapped.slice(end, mark.start)),
      html`<mark>${readable(unwrapped.slice(mark.start, mark.end))}</mark>`,
    );
    end = mark.end;
  }
  pieces.push(readable(unwrapped.slice(end)));
  return pieces;
}

/**
 * The heading to show above a text with marks; null if the text begins with it and shows it, because
 * a mark is in it.
 */
export function headingAbove(
  heading: string | null | undefined,
  text: string,
  marks: readonly Span[],
): string | null {
  if (!heading) return null;
  const below = startBelow(heading, text);
  return marks.some(({ start }) => start < below) ? null : heading;
}

/** Whether a text consists of the heading that is shown above it. */
export function isHeading(heading: string, text: string): boolean {
  return lengthOfHeading(heading, text) === text.trimEnd().length;
}

/** Where the text below a heading starts, if a text begins with the heading; else 0. */
function startBelow(heading: string, text: string): number {
  const end = lengthOfHeading(heading, text);
  if (end === null) return 0;
  const below = text.slice(end).search(/\S/u);
  return text.slice(end, end + below).includes("\n") ? end + below : 0;
}

/** The length of a heading at the start of a text, whatever separates its words; else null. */
function lengthOfHeading(heading: string, text: string): number | null {
  let end = 0;
  for (const word of heading.trim().split(/\s+/u)) {
    if (end > 0) end += text.slice(end).search(/\S|$/u);
    if (!text.startsWith(word, end)) return null;
    end += word.length;
  }
  return end;
}

/**
 * Replaces line ends inside paragraphs and sentences by spaces, but keeps those of table rows, list
 * items, paragraphs, messages of a chat and lines quoted in a mail. The length of the text does not change.
 */
function withoutLineEnds(text: string): string {
  const lines = text.split("\n");
  const isTable = text.includes("\t");
  return lines
    .map((line, index) => {
      const before = lines[index - 1];
      const next = line || (lines.slice(index).find((one) => one !== "") ?? "");
      const isApart =
        before === undefined ||
        isRow(before) ||
        next.includes("\t") ||
        isListItem(next) ||
        beginsMessage(next) ||
        isQuoted(before) ||
        isQuoted(next);
      const isPhrase = /^\s?\p{Lowercase}/u.test(next) || (/^[“„«‘(]/u.test(next) && !ends(before));
      const goesOn = !isApart && (isPhrase || (!isTable && before !== "" && line !== ""));
      return (index === 0 ? "" : goesOn ? " " : "\n") + line;
    })
    .join("");
}

/** Whether a line is quoted in a mail: "> I agree." */
function isQuoted(line: string): boolean {
  return quoteMark(line).depth > 0;
}

/** Whether a line is a row of a table that ends with it; a cell of prose continues below. */
function isRow(line: string): boolean {
  return line.includes("\t") && line.length - line.lastIndexOf("\t") < 40;
}

/** Whether a line ends a sentence, or introduces what follows. */
function ends(line: string | undefined): boolean {
  return /(?:^|[.!?:;…])["”»’)]?\s?$/u.test(line ?? "");
}

/** Separates the cells of table rows visibly, and removes empty lines between blocks. */
export function readable(text: string): string {
  return text.replaceAll("\t", " · ").replace(/\n{2,}/g, "\n");
}

/** The result of a view: a template, or nothing. */
export type Drawn = TemplateResult | typeof nothing;

/**
 * A view whose code is loaded when it is first drawn. Nothing is shown until then, and the
 * surrounding page is redrawn once it is loaded; from then on it is drawn at once. If it cannot be
 * loaded, even at a second attempt, a message says so, with a button to try again.
 */
export function lazyView<Args extends readonly unknown[]>(
  fetchView: () => Promise<(...args: Args) => Drawn>,
): (shell: Shell, ...args: Args) => Drawn {
  let view: ((...args: Args) => Drawn) | null = null;
  let state: "unasked" | "coming" | "failed" = "unasked";
  const waiting = new Set<Shell>();
  const draw = (): void => {
    for (const shell of waiting) shell.changed();
    waiting.clear();
  };
  const begin = async (): Promise<void> => {
    state = "coming";
    try {
      // After a reload, Chromium may answer an import with the request that the reload aborted. A
      // second import fetches the file again.
      view = await fetchView().catch(fetchView);
    } catch {
      state = "failed";
    }
    draw();
  };
  return (shell, ...args) => {
    if (view) return view(...args);
    if (state === "failed") return failedView(shell, () => void begin());
    waiting.add(shell);
    if (state === "unasked") void begin();
    return nothing;
  };
}

function failedView({ changed, words }: Shell, again: () => void): TemplateResult {
  return html`<div class="part-failed">
    <p>${words.t("privacy.part.failed")}</p>
    <button class="button" type="button" @click=${() => {
      again();
      changed();
    }}>${words.t("common.tryAgain")}</button>
  </div>`;
}

const iconPaths = {
  search: "M9 15A6 6 0 1 0 9 3a6 6 0 0 0 0 12ZM13.5 13.5 17 17",
  add: "M10 4.5v11M4.5 10h11",
  close: "m5.5 5.5 9 9M14.5 5.5l-9 9",
  remove: "M4 5.5h12M8 5.5V3.5h4v2M5.5 5.5l.7 11h7.6l.7-11M8.5 8.5v5M11.5 8.5v5",
  document: "M5 2.5h6.5L15 6v11.5H5ZM11.5 2.5V6H15",
  partial: "M10 17a7 7 0 1 0 0-14 7 7 0 0 0 0 14ZM10 6.5v4.5M10 13.4v.1",
  device: "M3.5 4h13v9h-13ZM1.5 16h17",
  sidebar: "M3 4h14v12H3ZM8 4v12",
  warning: "M10 3 18 16.5H2ZM10 8v4M10 14.2v.1",
  chevron: "m6 8 4 4 4-4",
  list: "M6.5 5h10M6.5 10h10M6.5 15h10M3.2 5h.1M3.2 10h.1M3.2 15h.1",
  ask: "M3.5 4h13v9.5h-7L6 16.5v-3H3.5Z",
  enlarge: "M11.5 3.5h5v5M8.5 16.5h-5v-5M16.5 3.5 11 9M3.5 16.5 9 11",
  reduce: "M16.5 8.5h-5v-5M3.5 11.5h5v5M11.5 8.5l5.5-5.5M8.5 11.5 3 17",
  stop: "M6 6h8v8H6Z",
  send: "M10 16V4.5M5.5 9 10 4.5 14.5 9",
  copy: "M7 7h9.5v9.5H7ZM4 13H3.5V3.5H13V4",
  save: "M10 3.5v9M6.2 9 10 12.8 13.8 9M3.5 16.5h13",
  history: "M10 6v4l2.8 1.8M4.2 7A6.5 6.5 0 1 1 3.6 11.3M3.5 3.8V7.2H6.9",
  model: "M6 6h8v8H6ZM8 3v3M12 3v3M8 14v3M12 14v3M3 8h3M3 12h3M14 8h3M14 12h3",
  pattern: "M3.5 15h.1M7 15h9.5M3.5 5h13M3.5 10h8",
  calculator:
    "M5 2.5h10v15H5ZM7.5 5.5h5v2.5h-5ZM7.6 11h.1M10 11h.1M12.4 11h.1M7.6 14h.1M10 14h.1M12.4 14h.1",
  answer: "M4 5h12M4 10h12M4 15h7",
  check: "m4.5 10.5 3.7 3.7 7.3-8",
  note: "M10 17a7 7 0 1 0 0-14 7 7 0 0 0 0 14ZM10 9.2v4.3M10 6.5v.1",
  notes: "M4 4h12v8.5L12.5 16H4ZM12.5 16v-3.5H16M7 7.5h6M7 10.5h3",
  notebook: "M5 2.5h10.5v15H5ZM8 2.5v15M3.5 6h3M3.5 10h3M3.5 14h3",
  takeOut: "M10 17a7 7 0 1 0 0-14 7 7 0 0 0 0 14ZM7 10h6",
  tool: "M12.5 3.8a3.8 3.8 0 0 0-3.6 5.1l-5.4 5.4 2.2 2.2 5.4-5.4a3.8 3.8 0 0 0 4.9-4.6L13.7 8.8 11.2 6.3Z",
  disk: "M5 4h10l2 8v4H3v-4ZM3 12h14M13.5 14h.1",
  scan: "M3.5 7V3.5H7M13 3.5h3.5V7M16.5 13v3.5H13M7 16.5H3.5V13M6.5 8h7M6.5 12h7",
  lock: "M5 9h10v7.5H5ZM7 9V6.5a3 3 0 0 1 6 0V9",
  edit: "M4 16l.8-3.4 8.4-8.4a1.8 1.8 0 0 1 2.6 2.6l-8.4 8.4ZM11.6 5.8l2.6 2.6",
  first: "M10 16V7M6 10.8 10 6.8 14 10.8M5 3.8h10",
  again: "M15.8 7A6.5 6.5 0 1 0 16.4 11.3M16.5 3.8V7.2H13.1",
  more: "M4.5 9.3a.7.7 0 1 0 .1 0ZM10 9.3a.7.7 0 1 0 .1 0ZM15.5 9.3a.7.7 0 1 0 .1 0Z",
  page: "M5 2.5h10v15H5ZM7.5 6.5h5M7.5 9.5h5M7.5 12.5h3",
} as const;

/** The interface's icons, drawn in strokes of 1.5 px on a 20 px square. */
export type IconName = keyof typeof iconPaths;

/** An icon that assistive technology skips. */
export function icon(name: IconName): TemplateResult {
  return html`<svg class="icon" viewBox="0 0 20 20" aria-hidden="true">${svg`<path d=${iconPaths[name]}></path>`}</svg>`;
}

/** A button that shows an icon and has a name for screen readers. */
export function iconButton(
  name: IconName,
  label: string,
  press: (event: Event) => void,
  { look = "icon-button", title = label }: { readonly look?: string; readonly title?: string } = {},
): TemplateResult {
  return html`<button class=${look} type="button" aria-label=${label} title=${title} @click=${press}>${icon(name)}</button>`;
}

/** A dialog whose frame exists from the start, so that its announcements are heard. */
export interface DialogParts {
  readonly name: DialogName;
  readonly title: string;
  readonly body: () => unknown;
  /** Whether typed text stays when the dialog is closed; otherwise it is redrawn each time. */
  readonly stays?: boolean;
  readonly onClose?: () => void;
}

const openedDialogs = new WeakSet<HTMLDialogElement>();

/** Opens a dialog, closing another one that is open; the focus returns to what opened that. */
export function openDialog(shell: Shell, name: DialogName): void {
  shell.card.hide();
  shell.surface.find<HTMLDialogElement>("dialog.model-panel[open]")?.close();
  const dialog = dialogOf(shell, name);
  if (!dialog) return;
  openedDialogs.add(dialog);
  dialog.showModal();
  shell.changed();
  shell.dialogOpened(name);
}

export function closeDialog(shell: Shell, name: DialogName): void {
  dialogOf(shell, name)?.close();
}

/** The frame of a dialog with its title and close button; empty until it was opened. */
export function dialogView(shell: Shell, parts: DialogParts): TemplateResult {
  const { words } = shell;
  const { name, title, body, stays = false, onClose } = parts;
  const dialog = dialogOf(shell, name);
  const drawn = dialog !== null && (stays ? openedDialogs.has(dialog) : dialog.open);
  const close = words.t("common.close");
  return html`
    <dialog
      class="model-panel"
      id=${name}
      aria-labelledby=${`${name}-title`}
      @close=${() => {
        onClose?.();
        shell.changed();
      }}
      @click=${(event: Event) => {
        // A press on the backdrop targets the dialog itself.
        if (event.target === event.currentTarget) closeDialog(shell, name);
      }}
    >
      <div class="model-panel-body">
        <header class="model-panel-head">
          <h2 id=${`${name}-title`}>${title}</h2>
          ${iconButton("close", close, () => closeDialog(shell, name), {
            title: words.t("privacy.close.key", { label: close, key: "Esc" }),
          })}
        </header>
        <p class="unseen announcements" role="status"></p>
        ${drawn ? body() : nothing}
      </div>
    </dialog>
  `;
}

function dialogOf(shell: Shell, name: DialogName): HTMLDialogElement | null {
  return shell.surface.find<HTMLDialogElement>(`dialog#${name}`);
}
