import { hiddenSlide, intersect, type Page, type Span } from "../../core/index.js";
import { element } from "./dom.js";
import type { Mark, MarkStrength, PageMatches, PlacePart, ViewerTarget } from "./marks.js";
import { NotePins, type PageNote } from "./note-pins.js";
import type { ViewedDocument } from "./opened-document.js";
import type { PageContext, PageSlot, UnmarkedPlaces } from "./page-slot.js";
import type { SlideDeck } from "./slide-deck.js";
import { type DrawnSlide, drawSlide } from "./slide-drawing.js";
import { marked, readingMarks, TextPage } from "./text-page.js";

/** The slides of a deck, drawn. */
export function slidePages(
  target: ViewerTarget,
  deck: SlideDeck,
  context: PageContext,
): ViewedDocument {
  const slots = Array.from({ length: target.document.pages.total }, (_, index) => {
    return new SlidePage(index + 1, deck, context);
  });
  return { target, slots, file: null, pageSize: deck.size, labels: null, textOnly: false };
}

/**
 * A drawn slide, with marks in its own text, and below it the text that is not in the picture:
 * notes, comments, the data of charts. If it cannot be drawn, all of it is text.
 */
class SlidePage implements PageSlot {
  readonly #number: number;
  readonly #deck: SlideDeck;
  readonly #context: PageContext;
  readonly #text: TextPage;
  readonly #picture: HTMLElement = element("div", { class: "picture" });
  #element: HTMLElement | null = null;
  #drawn: { readonly slide: DrawnSlide; readonly text: DrawnText } | null = null;
  #parts: readonly PlacePart[] = [];
  #current = -1;
  #matches: PageMatches | null = null;
  #notes: readonly PageNote[] = [];
  #pins: NotePins | null = null;

  constructor(number: number, deck: SlideDeck, context: PageContext) {
    this.#number = number;
    this.#deck = deck;
    this.#context = context;
    const { slide, besideSlide } = context.strings;
    const isDrawn = (): boolean => this.#drawn !== null;
    this.#text = new TextPage(number, slide(number), {
      ...context,
      format: "pptx",
      openNote: null,
      pages: null,
      get caption() {
        return isDrawn() ? besideSlide : slide(number);
      },
      storedPage: async (_, signal) => this.#undrawn(await this.#stored(signal)),
    });
  }

  /** Created on first use. */
  get element(): HTMLElement {
    if (this.#element) return this.#element;
    const name = this.#context.strings.slide(this.#number);
    const text = this.#text.element;
    text.hidden = true;
    // Only the slide itself has an accessible name.
    text.removeAttribute("role");
    text.removeAttribute("aria-label");
    const attributes = { class: "sheet slide", role: "group", "aria-label": name };
    const sheet = element("div", attributes, this.#picture, text);
    const { width, height } = this.#deck.size;
    sheet.style.setProperty("--page-width", String(width));
    sheet.style.setProperty("--page-height", String(height));
    this.#element = sheet;
    return sheet;
  }

  async show(signal: AbortSignal): Promise<void> {
    // Zooming only changes styles.
    if (this.#drawn) return;
    void this.element;
    const slide = await this.#draw(signal);
    const page = slide && (await this.#stored(signal).catch(() => null));
    if (signal.aborted) slide?.dispose();
    signal.throwIfAborted();
    if (slide && page) {
      this.#drawn = { slide, text: new DrawnText(slide.root, page) };
      this.#write();
    } else {
      slide?.dispose();
    }
    if (page?.label === hiddenSlide) {
      const { strings } = this.#context;
      this.element.setAttribute("aria-label", strings.hidden(strings.slide(this.#number)));
    }
    const missing = page ? this.#undrawn(page).lines.length > 0 : true;
    this.#context.keepPlace(() => {
      this.#picture.hidden = this.#drawn === null;
      this.#text.element.hidden = !missing;
    });
    await this.#text.show(signal);
    this.#showPins();
  }

  tryAgain(): boolean {
    return this.#text.tryAgain();
  }

  hide(): void {
    this.#drawn?.slide.dispose();
    this.#drawn = null;
  }

  mark(parts: readonly PlacePart[], current: number): Promise<UnmarkedPlaces> {
    this.#parts = parts;
    this.#current = current;
    this.#write();
    // Text outside the picture is below it, so everything is marked in exactly one of them.
    return this.#text.mark(parts, current);
  }

  canMark(marks: readonly Mark[], signal: AbortSignal): Promise<boolean> {
    return this.#text.canMark(marks, signal);
  }

  firstMark(place: number, strength?: MarkStrength): Element | null {
    const kind = strength ? `[data-strength="${strength}"]` : "";
    const drawn = this.#drawn?.slide.root.querySelector(`mark[data-place="${place}"]${kind}`);
    return drawn ?? this.#text.firstMark(place, strength);
  }

  async highlight(matches: PageMatches | null): Promise<void> {
    this.#matches = matches;
    this.#write();
    await this.#text.highlight(matches);
  }

  currentMatch(): Element | null {
    const drawn = this.#drawn?.slide.root.querySelector("mark.match[data-current]");
    return drawn ?? this.#text.currentMatch();
  }

  note(notes: readonly PageNote[]): void {
    if (notes.length === 0 && this.#notes.length === 0) return;
    this.#notes = notes;
    this.#text.note(notes);
    this.#write();
  }

  notePin(id: string): HTMLElement | null {
    return this.#pins?.pin(id) ?? null;
  }

  /** The text below the picture; that of the picture itself cannot be selected. */
  spanOf(range: Range): Promise<Span | null> {
    return this.#text.spanOf(range);
  }

  async locate(span: Span, signal: AbortSignal): Promise<number | null> {
    const top = this.element.getBoundingClientRect().top;
    const drawn = this.#drawn?.text.topOf(span);
    if (drawn !== undefined && drawn !== null) return drawn - top;
    const below = await this.#text.locate(span, signal);
    if (below === null) return null;
    return this.#text.element.getBoundingClientRect().top - top + below;
  }

  async #draw(signal: AbortSignal): Promise<DrawnSlide | null> {
    try {
      return await drawSlide(this.#deck, this.#number, this.#picture, signal);
    } catch {
      signal.throwIfAborted();
      return null;
    }
  }

  #stored(signal?: AbortSignal): Promise<Page> {
    return this.#context.storedPage(this.#number, signal);
  }

  /** The page with only the lines that are not in the picture. */
  #undrawn(page: Page): Page {
    const text = this.#drawn?.text;
    return text ? { ...page, lines: page.lines.filter((_, index) => !text.has(index)) } : page;
  }

  #write(): void {
    this.#drawn?.text.mark(this.#parts, this.#current, this.#matches, this.#notes);
    this.#showPins();
  }

  #showPins(): void {
    const { openNote } = this.#context;
    if (!openNote || (this.#notes.length === 0 && !this.#pins)) return;
    this.#pins ??= new NotePins(this.element, openNote);
    this.#pins.show(this.#notes, (id) => {
      const drawn = this.#drawn?.slide.root.querySelectorAll(`[data-note="${CSS.escape(id)}"]`);
      return [...(drawn ?? []), ...this.#text.noteMarks(id)];
    });
  }
}

/** The texts in the drawing of a slide, and the lines of the stored page they show. */
class DrawnText {
  readonly #page: Page;
  readonly #pieces: { readonly text: string; readonly start: number; stands: ChildNode[] }[] = [];
  readonly #letters: Letters;
  readonly #lines: readonly (LinePlace | null)[];
  readonly #all: string;

  constructor(root: ShadowRoot, page: Page) {
    this.#page = page;
    const pieces = textsOf(root);
    let start = 0;
    for (const { node } of pieces) {
      this.#pieces.push({ text: node.data, start, stands: [node] });
      start += node.data.length;
    }
    this.#all = pieces.map(({ node }) => node.data).join("");
    this.#letters = lettersOf(pieces.map(({ node, apart }) => ({ text: node.data, apart })));
    this.#lines = linesDrawn(this.#letters, page);
  }

  /** Whether a line of the page, counting from 0, is in the drawing. */
  has(line: number): boolean {
    return this.#lines[line] !== null;
  }

  /** The position of a span from the top of the window; null if it is not in the drawing. */
  topOf(span: Span): number | null {
    const [first] = this.#drawn(span);
    if (!first) return null;
    const piece = this.#pieces.findLast(({ start }) => start <= first.start);
    const node = piece?.stands[0];
    if (!node) return null;
    const range = document.createRange();
    range.selectNode(node);
    return range.getBoundingClientRect().top;
  }

  /** Marks other places and matches, replacing earlier ones. */
  mark(
    parts: readonly PlacePart[],
    current: number,
    matches: PageMatches | null,
    notes: readonly PageNote[],
  ): void {
    const all = readingMarks(parts, current, matches, notes).flatMap((mark) => {
      return this.#drawn(mark).map((span) => ({ ...mark, ...span }));
    });
    for (const piece of this.#pieces) {
      const { text, start, stands } = piece;
      const nodes = marked(this.#all, start, start + text.length, all);
      const [first, ...others] = stands;
      if (!first || (nodes.length === 1 && stands.length === 1 && first instanceof Text)) {
        if (nodes.length === 1 && typeof nodes[0] === "string") continue;
      }
      const made = nodes.map((node) => {
        return typeof node === "string" ? document.createTextNode(node) : (node as ChildNode);
      });
      first?.replaceWith(...made);
      for (const each of others) each.remove();
      piece.stands = made;
    }
  }

  /** The spans of the drawing's text that show a span of the page. */
  #drawn(span: Span): Span[] {
    return this.#page.lines.flatMap((line, index) => {
      const place = this.#lines[index];
      if (!place || !intersect(line, span)) return [];
      return drawnSpan(this.#letters, this.#page.text, line, place, span) ?? [];
    });
  }
}

/** Texts of a drawing in order, each with whether it begins a paragraph, a cell or a line. */
function textsOf(root: ShadowRoot): { readonly node: Text; readonly apart: boolean }[] {
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT | NodeFilter.SHOW_ELEMENT, {
    acceptNode: (node) => {
      const isPicture = node instanceof Element && node.localName === "svg";
      return isPicture ? NodeFilter.FILTER_REJECT : NodeFilter.FILTER_ACCEPT;
    },
  });
  const found: { node: Text; apart: boolean }[] = [];
  let block: Element | null = null;
  let apart = true;
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    if (node instanceof Element && node.localName === "br") apart = true;
    if (!(node instanceof Text)) continue;
    const container = node.parentElement?.closest("div, td, th, p, li") ?? null;
    found.push({ node, apart: apart || container !== block });
    block = container;
    apart = false;
  }
  return found;
}

/** The letters of a drawing without white space, each with its position. */
export interface Letters {
  readonly text: string;
  readonly places: readonly number[];
  /** Letters that begin a paragraph, a cell or a line, or follow a bullet. */
  readonly starts: ReadonlySet<number>;
}

/** Where the letters of a line begin among those of a drawing. */
export interface LinePlace {
  readonly from: number;
}

/** The letters of pieces of text in their order. */
export function lettersOf(
  pieces: readonly { readonly text: string; readonly apart: boolean }[],
): Letters {
  const places: number[] = [];
  const starts = new Set<number>();
  let text = "";
  let at = 0;
  for (const [index, piece] of pieces.entries()) {
    const before = pieces[index - 1];
    // Bullets are separate pieces, and count as letters if a symbol font draws them.
    const isListed = before?.apart === true && before.text.trim().length <= 3;
    if (piece.apart || isListed) starts.add(text.length);
    for (const [index, letter] of [...inked(piece.text)]) {
      places.push(at + index);
      text += letter;
    }
    at += piece.text.length;
  }
  starts.add(text.length);
  return { text, places, starts };
}

/** The visible code units of a text, in lower case, each with its position. */
function* inked(text: string): Generator<[number, string]> {
  for (let index = 0; index < text.length; index++) {
    const unit = text.charAt(index);
    if (/[\s\u00ad\u200b-\u200f\u2060\ufeff]/.test(unit)) continue;
    const small = unit.toLowerCase();
    yield [index, small.length === 1 ? small : unit];
  }
}

/**
 * The position of each line of a page in a drawing, or null if it is not in it: the same letters,
 * beginning and ending at word boundaries. Lines with the same text are matched in order.
 */
export function linesDrawn(letters: Letters, page: Page): (LinePlace | null)[] {
  const { text } = letters;
  const taken = new Set<number>();
  let next = 0;
  const isEdge = (at: number): boolean =>
    letters.starts.has(at) ||
    !/[\p{Alpha}\p{N}]/u.test(text.charAt(at - 1)) ||
    !/[\p{Alpha}\p{N}]/u.test(text.charAt(at));
  return page.lines.map(({ start, end }) => {
    const wanted = [...inked(page.text.slice(start, end))].map(([, letter]) => letter).join("");
    if (wanted === "") return { from: 0 };
    const isFree = (at: number): boolean => {
      if (!isEdge(at) || !isEdge(at + wanted.length)) return false;
      for (let each = at; each < at + wanted.length; each++) if (taken.has(each)) return false;
      return true;
    };
    const from = firstAt(text, wanted, next, isFree) ?? firstAt(text, wanted, 0, isFree);
    if (from === null) return null;
    for (let each = from; each < from + wanted.length; each++) taken.add(each);
    next = from + wanted.length;
    return { from };
  });
}

function firstAt(
  text: string,
  wanted: string,
  from: number,
  isFree: (at: number) => boolean,
): number | null {
  for (let at = text.indexOf(wanted, from); at >= 0; at = text.indexOf(wanted, at + 1)) {
    if (isFree(at)) return at;
  }
  return null;
}

/** The stretch of a drawing's text that shows a span's part of a line; null if blank. */
export function drawnSpan(
  { places }: Letters,
  text: string,
  line: Span,
  { from }: LinePlace,
  span: Span,
): Span | null {
  const start = Math.max(line.start, span.start);
  const end = Math.min(line.end, span.end);
  const before = [...inked(text.slice(line.start, start))].length;
  const shown = [...inked(text.slice(start, end))].length;
  const first = places[from + before];
  const last = places[from + before + shown - 1];
  return shown === 0 || first === undefined || last === undefined
    ? null
    : { start: first, end: last + 1 };
}
