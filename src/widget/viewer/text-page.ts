import type { DocumentSummary } from "../../core/document.js";
import type { Page, Span } from "../../core/page.js";
import { element } from "./dom.js";
import type { Mark, MarkGroup, MarkStrength, PageMatches } from "./marks.js";
import {
  type Deferred,
  deferredValue,
  type PageContext,
  type PageSlot,
  type UnmarkedStops,
} from "./page-slot.js";
import { type ReadingMark, readingBlocks } from "./reading-blocks.js";

/** What a text page needs from the viewer around it. */
export interface TextPageContext extends PageContext {
  readonly format: string;
  /** The line above the text, for documents whose pages have numbers that people refer to. */
  readonly caption: string | null;
}

/** A page or part of a document as its stored text, set for reading. */
export class TextPage implements PageSlot {
  readonly #number: number;
  readonly #name: string;
  #element: HTMLElement | null = null;
  readonly #context: TextPageContext;
  readonly #read: Deferred<void> = deferredValue();
  #page: Page | null = null;
  #failed = false;
  #groups: readonly MarkGroup[] = [];
  #matches: PageMatches | null = null;
  #marking: Deferred<UnmarkedStops> | null = null;

  constructor(number: number, name: string, context: TextPageContext) {
    this.#number = number;
    this.#context = context;
    this.#name = name;
  }

  /** Made when it is first needed: a text may have thousands of parts. */
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
    this.#write();
  }

  tryAgain(): boolean {
    const failed = this.#failed;
    this.#failed = false;
    return failed;
  }

  hide(): void {
    // Text is small; what was written stays, and with it the height that keeps the reader's place.
  }

  mark(groups: readonly MarkGroup[]): Promise<UnmarkedStops> {
    this.#marking?.resolve(new Set());
    this.#marking = null;
    this.#groups = groups;
    if (this.#page) this.#write();
    if (groups.length === 0) return Promise.resolve(new Set());
    if (this.#page || this.#failed) return Promise.resolve(this.#unmarked());
    this.#marking = deferredValue();
    return this.#marking.promise;
  }

  async canMark(marks: readonly Mark[], signal: AbortSignal): Promise<boolean> {
    if (marks.length === 0) return true;
    try {
      const page = this.#page ?? (await this.#context.storedPage(this.#number, signal));
      return marks.every((mark) => isThere(page, mark));
    } catch {
      signal.throwIfAborted();
      return false;
    }
  }

  firstMark(stop: number, strength?: MarkStrength): Element | null {
    const kind = strength ? `[data-strength="${strength}"]` : "";
    return this.element.querySelector(`mark[data-stop="${stop}"]${kind}`);
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

  async locate(span: Span, _signal: AbortSignal): Promise<number | null> {
    await this.#read.promise;
    const blocks = [...this.element.querySelectorAll<HTMLElement>("[data-start]")];
    const block = blocks.findLast(({ dataset }) => Number(dataset.start) <= span.start);
    if (!block) return null;
    return block.getBoundingClientRect().top - this.element.getBoundingClientRect().top;
  }

  #unmarked(): Set<number> {
    const page = this.#page;
    const groups = this.#groups.filter(
      ({ marks }) => !page || !marks.every((mark) => isThere(page, mark)),
    );
    return new Set(groups.map(({ stop }) => stop));
  }

  #write(): void {
    const page = this.#page;
    if (!page) return;
    const unmarked = this.#unmarked();
    const marks: ReadingMark[] = this.#groups.flatMap(({ stop, current, marks: own }) =>
      unmarked.has(stop)
        ? []
        : own.map(({ strength, ...span }) => ({ ...span, kind: strength, stop, current })),
    );
    const matches = this.#matches;
    for (const [index, span] of matches?.spans.entries() ?? []) {
      marks.push({ ...span, kind: "match", stop: null, current: index === matches?.current });
    }
    const blocks = readingBlocks(page, marks, this.#context.format);
    if (blocks.length === 0) {
      const reason = page.problem ?? this.#context.strings.emptyPage;
      blocks.push(element("p", { class: "sheet-problem" }, reason));
    }
    this.#fill(...blocks);
    this.#settle();
  }

  #fill(...blocks: HTMLElement[]): void {
    const { caption, keepPlace } = this.#context;
    if (caption !== null) blocks.unshift(element("p", { class: "caption" }, caption));
    keepPlace(() => this.element.replaceChildren(...blocks));
    this.#read.resolve();
  }

  #settle(): void {
    this.#marking?.resolve(this.#unmarked());
    this.#marking = null;
  }
}

/** Whether a span is a stretch of the page's text that shows something. */
function isThere({ text }: Page, { start, end }: Span): boolean {
  return start >= 0 && end <= text.length && text.slice(start, end).trim() !== "";
}

/** The pages or parts of a document as their stored text. */
export function textPages(document: DocumentSummary, context: PageContext): TextPage[] {
  const { pageUnit, pages, format } = document;
  const { strings } = context;
  const name = pageUnit === "page" ? strings.page : strings.part;
  return Array.from({ length: pages.total }, (_, index) => {
    const caption = pageUnit === "page" ? name(index + 1) : null;
    return new TextPage(index + 1, name(index + 1), { ...context, format, caption });
  });
}
