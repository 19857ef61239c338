import {
  type DocumentSummary,
  hiddenSlide,
  intersect,
  type Line,
  labelAt,
  type NoteColor,
  type Page,
  printedLabel,
  type Span,
  usualNoteColor,
  withoutHidden,
} from "../../core/index.js";
import { element } from "./dom.js";
import type { Mark, MarkStrength, PageMatches, PlacePart } from "./marks.js";
import { NotePins, type PageNote, selectedSpan } from "./note-pins.js";
import type { PageContext, PageSlot, UnmarkedPlaces } from "./page-slot.js";
import { lettersIn } from "./selected-places.js";
import { sheetGrid, withFormulaBar } from "./sheet-grid.js";

/** The dependencies of a text page on the surrounding viewer. */
export interface TextPageContext extends PageContext {
  readonly format: string;
  /** The line above the text, for documents whose page numbers people refer to. */
  readonly caption: string | null;
  /** How many pages the document has; null if it has slides or parts. */
  readonly pages: number | null;
}

/** A page or part of a document as its stored text, set for reading. */
export class TextPage implements PageSlot {
  readonly #number: number;
  readonly #name: string;
  #element: HTMLElement | null = null;
  readonly #context: TextPageContext;
  readonly #read: PromiseWithResolvers<void> = Promise.withResolvers();
  #page: Page | null = null;
  #failed = false;
  #parts: readonly PlacePart[] = [];
  #current = -1;
  #matches: PageMatches | null = null;
  #notes: readonly PageNote[] = [];
  #pins: NotePins | null = null;
  #marking: PromiseWithResolvers<UnmarkedPlaces> | null = null;

  constructor(number: number, name: string, context: TextPageContext) {
    this.#number = number;
    this.#context = context;
    this.#name = name;
  }

  /** Created on first use: a text may have thousands of parts. */
  get element(): HTMLElement {
    const attributes = { class: "sheet prose", role: "group", "aria-label": this.#name };
    this.#element ??= element("div", attributes);
    return this.#element;
  }

  async show(signal: AbortSignal): Promise<void> {
    if (this.#page) return;
    try {
      this.#page = await this.#context.storedPage(this.#number, signal);
    } catch {
      signal.throwIfAborted();
      this.#failed = true;
      this.#fill(element("p", { class: "sheet-problem" }, this.#context.strings.unreadablePage));
      return this.#settle();
    }
    if (this.#page.recognised) this.#context.tellRecognised?.(this.#number);
    this.#write();
  }

  tryAgain(): boolean {
    const failed = this.#failed;
    this.#failed = false;
    return failed;
  }

  hide(): void {
    // Text is small, so it stays rendered, and its height keeps the reader's place.
  }

  mark(parts: readonly PlacePart[], current: number): Promise<UnmarkedPlaces> {
    this.#marking?.resolve(new Set());
    this.#marking = null;
    this.#parts = parts;
    this.#current = current;
    if (this.#page) this.#write();
    if (parts.length === 0) return Promise.resolve(new Set());
    if (this.#page || this.#failed) return Promise.resolve(this.#unmarked());
    this.#marking = Promise.withResolvers();
    return this.#marking.promise;
  }

  async canMark(marks: readonly Mark[], signal: AbortSignal): Promise<boolean> {
    if (marks.length === 0) return true;
    try {
      const page = this.#page ?? (await this.#context.storedPage(this.#number, signal));
      return marks.every((mark) => isInPage(page, mark));
    } catch {
      signal.throwIfAborted();
      return false;
    }
  }

  firstMark(place: number, strength?: MarkStrength): Element | null {
    const kind = strength ? `[data-strength="${strength}"]` : "";
    return this.element.querySelector(`mark[data-place="${place}"]${kind}`);
  }

  async highlight(matches: PageMatches | null): Promise<void> {
    const before = this.#matches;
    this.#matches = matches;
    if (before !== matches && this.#page) this.#write();
    else if (!this.#failed) await this.#read.promise;
  }

  currentMatch(): Element | null {
    return this.element.querySelector("mark.match[data-current]");
  }

  note(notes: readonly PageNote[]): void {
    if (notes.length === 0 && this.#notes.length === 0) return;
    this.#notes = notes;
    if (this.#page) this.#write();
  }

  notePin(id: string): HTMLElement | null {
    return this.#pins?.pin(id) ?? null;
  }

  async spanOf(range: Range): Promise<Span | null> {
    const page = this.#page;
    if (!page) return null;
    const before = new Range();
    before.setStart(this.element, 0);
    before.setEnd(range.startContainer, range.startOffset);
    return selectedSpan(page, lettersIn(range), lettersIn(before));
  }

  /** The highlights of a note. */
  noteMarks(id: string): readonly Element[] {
    return [...this.element.querySelectorAll(`mark[data-note="${CSS.escape(id)}"]`)];
  }

  async locate(span: Span, _signal: AbortSignal): Promise<number | null> {
    await this.#read.promise;
    const blocks = [...this.element.querySelectorAll<HTMLElement>("[data-start]")];
    const block = blocks.findLast(({ dataset }) => Number(dataset.start) <= span.start);
    if (!block) return null;
    return block.getBoundingClientRect().top - this.element.getBoundingClientRect().top;
  }

  #unmarked(): Set<number> {
    const page = this.#page;
    const parts = this.#parts.filter(
      ({ marks }) => !page || !marks.every((mark) => isInPage(page, mark)),
    );
    return new Set(parts.map(({ place }) => place));
  }

  #write(): void {
    const page = this.#page;
    if (!page) return;
    const unmarked = this.#unmarked();
    const parts = this.#parts.filter(({ place }) => !unmarked.has(place));
    const marks = readingMarks(parts, this.#current, this.#matches, this.#notes);
    const blocks = readingBlocks(page, marks, this.#context);
    if (blocks.length === 0) {
      const reason = page.problem ?? this.#context.strings.emptyPage;
      blocks.push(element("p", { class: "sheet-problem" }, reason));
    }
    this.#fill(...blocks);
    this.#settle();
  }

  #fill(...blocks: HTMLElement[]): void {
    const { keepPlace } = this.#context;
    const caption = this.#caption();
    this.element.toggleAttribute("data-grid", this.#page?.cells !== undefined);
    if (caption !== null) blocks.unshift(element("p", { class: "caption" }, caption));
    keepPlace(() => this.element.replaceChildren(...blocks));
    this.#showPins();
    this.#read.resolve();
  }

  #showPins(): void {
    const { openNote } = this.#context;
    if (!openNote || (this.#notes.length === 0 && !this.#pins)) return;
    this.#pins ??= new NotePins(this.element, openNote);
    this.#pins.show(this.#notes, (id) => this.noteMarks(id));
  }

  #caption(): string | null {
    const { caption: name, strings, format, pages } = this.#context;
    const page = this.#page;
    if (name !== null) {
      if (format === "pptx") return page?.label === hiddenSlide ? strings.hidden(name) : name;
      const printed = pages === null ? null : printedLabel(this.#number, page?.label ?? null);
      return printed === null ? name : strings.printed(printed, this.#number, pages ?? 0);
    }
    if (!page?.cells) return null;
    const label = page.label === null ? null : withoutHidden(page.label);
    const caption = sheetName({ ...page, label });
    return label === page.label || caption === null ? caption : strings.hidden(caption);
  }

  #settle(): void {
    this.#marking?.resolve(this.#unmarked());
    this.#marking = null;
  }
}

/** Whether a span is within the page's text and has visible characters. */
function isInPage({ text }: Page, { start, end }: Span): boolean {
  return start >= 0 && end <= text.length && text.slice(start, end).trim() !== "";
}

/** The name of the sheet that a page is a part of, with the cells that it shows. */
function sheetName(page: Page): string | null {
  return labelAt(page, { start: 0, end: page.text.length });
}

/** The pages or parts of a document as their stored text. */
export function textPages(document: DocumentSummary, context: PageContext): TextPage[] {
  const { pageUnit, pages, format } = document;
  const { strings } = context;
  const numbered = { page: strings.page, slide: strings.slide };
  const name = pageUnit in numbered ? numbered[pageUnit as "page" | "slide"] : strings.part;
  return Array.from({ length: pages.total }, (_, index) => {
    const caption = pageUnit in numbered ? name(index + 1) : null;
    return new TextPage(index + 1, name(index + 1), {
      ...context,
      format,
      caption,
      pages: pageUnit === "page" ? pages.total : null,
    });
  });
}

/** A mark or a match in a reading view. */
export interface ReadingMark extends Span {
  readonly kind: MarkStrength | "match" | "note";
  /** The place it belongs to; null for a match or a note. */
  readonly place: number | null;
  readonly current: boolean;
  readonly note?: string;
  readonly color?: NoteColor;
}

/** The marks of places, notes and search matches to put into a text. */
export function readingMarks(
  parts: readonly PlacePart[],
  currentPlace: number,
  matches: PageMatches | null,
  notes: readonly PageNote[] = [],
): ReadingMark[] {
  const marks: ReadingMark[] = parts.flatMap(({ place, marks: placed }) => {
    const current = place === currentPlace;
    return placed.map(({ strength, ...span }) => ({ ...span, kind: strength, place, current }));
  });
  for (const [index, span] of matches?.spans.entries() ?? []) {
    marks.push({ ...span, kind: "match", place: null, current: index === matches?.current });
  }
  for (const { id, span, color = usualNoteColor } of notes) {
    if (span) marks.push({ ...span, kind: "note", place: null, current: false, note: id, color });
  }
  return marks;
}

const numeric = /^[\s$€£(]*[-+−]?\d[\d.,\s]*(?:[%)]\s*)?$/;
const bullet = /^\s*[-*+•‣▪–]\s+/;
/** Numbers, letters and check boxes at the start of list items. */
const ownMarker = /^\s*(?:\(?[\p{Alpha}\d]{1,3}[.)]|\[[ x]\])\s/u;

/** The page's lines as headings, paragraphs, lists and tables; one element for each block. */
function readingBlocks(
  page: Page,
  marks: readonly ReadingMark[],
  { format, strings }: Pick<TextPageContext, "format" | "strings">,
): HTMLElement[] {
  const grid = sheetGrid(page, (start, end) => marked(page.text, start, end, marks));
  if (grid) {
    alignNumbers(grid);
    return withFormulaBar(page, grid, strings);
  }
  const blocks: HTMLElement[] = [];
  // Lines of a PDF end at the page's margin; those of other files are as the author set them.
  const flowing = format === "pdf";
  const usual = flowing ? usualSize(page.lines) : 0;
  let last: { block: number; kind: Line["kind"]; element: HTMLElement } | null = null;
  for (const line of page.lines) {
    const joins: boolean = last?.block === line.block && last.kind === line.kind;
    const nodes = marked(page.text, line.start, line.end, marks);
    if (last && joins && flowing && line.kind !== "row") {
      const end = line.kind === "list-item" ? last.element.lastElementChild : last.element;
      end?.append(" ", ...nodes);
      continue;
    }
    if (!last || !joins || line.kind === "heading") {
      last = { block: line.block, kind: line.kind, element: blockElement(line) };
      const isStrong = flowing && (line.bold || line.size > usual * 1.12);
      if (isStrong && line.kind === "text") last.element.dataset.strong = "";
      blocks.push(last.kind === "row" ? tableFrame(last.element) : last.element);
    } else if (line.kind === "text") {
      last.element.append("\n");
    }
    if (line.kind === "row") last.element.append(tableRow(page.text, line, marks));
    else if (line.kind === "list-item") last.element.append(listItem(page.text, line, marks));
    else last.element.append(...nodes);
  }
  for (const block of blocks) {
    if (block.firstChild instanceof HTMLTableElement) alignNumbers(block.firstChild);
  }
  return blocks;
}

/** The size in which most of a page's letters are set. */
function usualSize(lines: readonly Line[]): number {
  const letters = new Map<number, number>();
  for (const { size, start, end } of lines) {
    letters.set(size, (letters.get(size) ?? 0) + end - start);
  }
  return [...letters].sort(([, a], [, b]) => b - a)[0]?.[0] ?? 0;
}

/** Aligns columns that contain mostly numbers to their end, with their headings. */
function alignNumbers({ rows }: HTMLTableElement): void {
  const numbers: number[] = [];
  const texts: number[] = [];
  const cells = Array.from(rows, (row) => Array.from(row.cells));
  for (const cell of cells.flat()) {
    const tally = numeric.test(cell.textContent ?? "") ? numbers : texts;
    tally[cell.cellIndex] = (tally[cell.cellIndex] ?? 0) + 1;
  }
  for (const cell of cells.flat()) {
    const { cellIndex } = cell;
    if ((numbers[cellIndex] ?? 0) > (texts[cellIndex] ?? 0)) cell.dataset.number = "";
  }
}

/** A frame in which a wide table scrolls, and which the keyboard can reach. */
function tableFrame(table: HTMLElement): HTMLElement {
  return element("div", { class: "table-frame", tabindex: "0", dir: "auto" }, table);
}

function blockElement(line: Line): HTMLElement {
  const start = { "data-start": String(line.start), dir: "auto" };
  if (line.kind === "row") return element("table", { "data-start": start["data-start"] });
  if (line.kind === "list-item") return element("ul", start);
  if (line.kind !== "heading") return element("p", start);
  const level = Math.min(6, Math.max(1, line.level || 2));
  // One level down, because the viewer is below the page's own headings.
  const place = { role: "heading", "aria-level": String(level + 1), class: `h${level}` };
  return element("div", { ...start, ...place });
}

function listItem(text: string, line: Line, marks: readonly ReadingMark[]): HTMLElement {
  const itemText = text.slice(line.start, line.end);
  const marker = bullet.exec(itemText)?.[0].length ?? 0;
  const hasMarker = ownMarker.test(itemText) ? "" : null;
  const nodes = marked(text, line.start + marker, line.end, marks);
  return element("li", { "data-own": hasMarker }, ...nodes);
}

function tableRow(text: string, line: Line, marks: readonly ReadingMark[]): HTMLElement {
  const row = element("tr");
  let start = line.start;
  for (const cell of text.slice(line.start, line.end).split("\t")) {
    const end = start + cell.length;
    row.append(element("td", {}, ...marked(text, start, end, marks)));
    start = end + 1;
  }
  return row;
}

/** The text at `[start, end)`, cut where a mark begins or ends. */
export function marked(
  text: string,
  start: number,
  end: number,
  marks: readonly ReadingMark[],
): (Node | string)[] {
  const here = marks.filter((mark) => intersect(mark, { start, end }));
  if (here.length === 0) return [text.slice(start, end)];
  const cuts = new Set([start, end]);
  for (const mark of here) {
    cuts.add(Math.max(start, mark.start));
    cuts.add(Math.min(end, mark.end));
  }
  const places = [...cuts].sort((a, b) => a - b);
  const nodes: (Node | string)[] = [];
  for (const [index, from] of places.entries()) {
    const to = places[index + 1];
    if (to === undefined) break;
    const piece = text.slice(from, to);
    const covering = here.filter((mark) => mark.start <= from && mark.end >= to);
    nodes.push(piece.trim() === "" ? piece : markElement(piece, covering));
  }
  return nodes;
}

/** A piece of text with its marks: those of a place and of a search look different. */
function markElement(piece: string, covering: readonly ReadingMark[]): Node | string {
  const found = covering.filter(({ kind }) => kind === "match");
  const placed = covering.filter(({ kind }) => kind !== "match" && kind !== "note");
  let inner: Node | string = piece;
  for (const { note, color = null } of covering) {
    if (note === undefined) continue;
    const attributes = { class: "note", "data-note": note, "data-color": color };
    inner = element("mark", attributes, inner);
  }
  if (found.length > 0) {
    const current = found.some(({ current }) => current) ? "" : null;
    inner = element("mark", { class: "match", "data-current": current, "data-text": piece }, inner);
  }
  const shown = placed.find(({ current }) => current) ?? placed[0];
  if (!shown) return inner;
  const strong = placed.some(({ kind, current }) => kind === "word" && current === shown.current);
  const kind = {
    class: "mark",
    "data-strength": strong ? "word" : "passage",
    "data-place": String(shown.place),
    "data-current": shown.current ? "" : null,
    "data-text": piece,
  };
  return element("mark", kind, inner);
}
