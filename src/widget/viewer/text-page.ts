import type { Line, Page } from "../../core/page.js";
import { intersect } from "../../core/span.js";
import { element } from "./dom.js";
import type { MarkOutcome, PageSlot } from "./page-slot.js";
import type { ViewerStrings } from "./strings.js";
import type { Mark, MarkStrength } from "./target.js";

const numeric = /^[\s$€£(]*[-+−]?\d[\d.,\s]*[%)]?\s*$/;

/** What a text page needs from the viewer around it. */
export interface TextPageContext {
  readonly strings: ViewerStrings;
  /** Runs a change of the sheet's size without moving what the reader looks at. */
  readonly keepPlace: (change: () => void) => void;
  readonly storedPage: (number: number, signal: AbortSignal) => Promise<Page>;
}

/** A part of a document without pages: its stored text, set for reading. */
export class TextPage implements PageSlot {
  readonly element: HTMLElement;
  readonly #number: number;
  readonly #context: TextPageContext;
  #page: Page | null = null;
  #marks: readonly Mark[] = [];
  #settleMarks: ((outcome: MarkOutcome) => void) | null = null;

  constructor(number: number, context: TextPageContext) {
    this.#number = number;
    this.#context = context;
    this.element = element("div", {
      class: "sheet prose",
      role: "group",
      "aria-label": context.strings.part(number),
    });
  }

  async show(signal: AbortSignal): Promise<void> {
    if (this.#page) return;
    try {
      this.#page = await this.#context.storedPage(this.#number, signal);
    } catch {
      signal.throwIfAborted();
      this.element.replaceChildren(
        element("p", { class: "sheet-problem" }, this.#context.strings.unreadablePage),
      );
      return this.#settle("inexact");
    }
    this.#write();
  }

  hide(): void {
    // Text is small; what was written stays, and with it the height that keeps the reader's place.
  }

  mark(marks: readonly Mark[]): Promise<MarkOutcome> {
    this.#settle("none");
    this.#marks = marks;
    if (this.#page) this.#write();
    if (marks.length === 0) return Promise.resolve("none");
    if (this.#page) return Promise.resolve(this.#outcome(this.#page));
    return new Promise((resolve) => {
      this.#settleMarks = resolve;
    });
  }

  firstMark(strength?: MarkStrength): Element | null {
    return this.element.querySelector(strength ? `mark[data-strength="${strength}"]` : "mark");
  }

  #outcome(page: Page): MarkOutcome {
    if (this.#marks.length === 0) return "none";
    return this.#marks.every(({ end }) => end <= page.text.length) ? "drawn" : "inexact";
  }

  #write(): void {
    const page = this.#page;
    if (!page) return;
    const outcome = this.#outcome(page);
    const marks = outcome === "drawn" ? this.#marks : [];
    const blocks = page.lines.length > 0 ? readingBlocks(page, marks) : [];
    if (blocks.length === 0) {
      const reason = page.problem ?? this.#context.strings.emptyPage;
      blocks.push(element("p", { class: "sheet-problem" }, reason));
    }
    this.#context.keepPlace(() => this.element.replaceChildren(...blocks));
    this.#settle(outcome);
  }

  #settle(outcome: MarkOutcome): void {
    this.#settleMarks?.(outcome);
    this.#settleMarks = null;
  }
}

/** The page's lines as headings, paragraphs, lists and tables; one element for each block. */
function readingBlocks(page: Page, marks: readonly Mark[]): HTMLElement[] {
  const blocks: HTMLElement[] = [];
  let last: { block: number; kind: Line["kind"]; element: HTMLElement } | null = null;
  for (const line of page.lines) {
    const joins: boolean = last?.block === line.block && last.kind === line.kind;
    if (!last || !joins || line.kind === "heading") {
      last = { block: line.block, kind: line.kind, element: blockElement(line) };
      blocks.push(last.kind === "row" ? tableFrame(last.element) : last.element);
    } else if (line.kind === "text") {
      last.element.append("\n");
    }
    last.element.append(...lineNodes(page.text, line, marks));
  }
  for (const block of blocks) {
    if (block.firstChild instanceof HTMLTableElement) alignNumbers(block.firstChild);
  }
  return blocks;
}

/** Sets columns that hold mostly numbers flush with their end, their headings too. */
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

/** A wide table scrolls by itself, reachable by keyboard. */
function tableFrame(table: HTMLElement): HTMLElement {
  return element("div", { class: "table-frame", tabindex: "0" }, table);
}

function blockElement(line: Line): HTMLElement {
  if (line.kind === "row") return element("table");
  if (line.kind === "list-item") return element("ul");
  if (line.kind !== "heading") return element("p");
  const level = Math.min(6, Math.max(1, line.level || 2));
  // One level down: the viewer stands below the page's own headings.
  return element("div", { role: "heading", "aria-level": String(level + 1), class: `h${level}` });
}

function lineNodes(text: string, line: Line, marks: readonly Mark[]): (Node | string)[] {
  if (line.kind === "list-item") {
    const marker = /^\s*[-*+•]\s+/.exec(text.slice(line.start, line.end))?.[0].length ?? 0;
    return [element("li", {}, ...marked(text, line.start + marker, line.end, marks))];
  }
  if (line.kind !== "row") return marked(text, line.start, line.end, marks);
  const row = element("tr");
  let start = line.start;
  for (const cell of text.slice(line.start, line.end).split("\t")) {
    const end = start + cell.length;
    row.append(element("td", {}, ...marked(text, start, end, marks)));
    start = end + 1;
  }
  return [row];
}

/** The text at `[start, end)`, cut where a mark begins or ends. */
function marked(
  text: string,
  start: number,
  end: number,
  marks: readonly Mark[],
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
    const strength = covering.some((mark) => mark.strength === "word") ? "word" : "passage";
    const mark = covering.length > 0 && piece.trim() !== "";
    nodes.push(
      mark ? element("mark", { "data-strength": strength, "data-text": piece }, piece) : piece,
    );
  }
  return nodes;
}
