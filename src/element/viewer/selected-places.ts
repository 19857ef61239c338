import type { Span } from "../../core/index.js";
import type { ViewedDocument } from "./opened-document.js";

/** A passage of a page. */
export interface PlaceOnPage {
  /** Counts from 1. */
  readonly page: number;
  /** In the page's text. */
  readonly span: Span;
}

/**
 * The places in the stored text that a selected range shows, one on each page with selected text.
 * Empty if any of them is not exactly known.
 */
export async function selectedPlaces(
  range: Range,
  { target, slots }: Pick<ViewedDocument, "target" | "slots">,
  indexOf: (sheet: Element) => number,
): Promise<readonly PlaceOnPage[]> {
  const first = sheetAt(range.startContainer);
  if (!first) return [];
  const [from, to] = [indexOf(first), indexOf(sheetAt(range.endContainer) ?? first)];
  const places: PlaceOnPage[] = [];
  for (let index = from; index >= 0 && index <= to; index++) {
    const slot = slots[index];
    if (!slot) return [];
    const here = index > from && index < to ? null : rangeWithin(range, slot.element);
    if (here && lettersIn(here).trim() === "") continue;
    // A page in between may not be drawn.
    const span = here
      ? await slot.spanOf(here)
      : textSpan((await target.source.page(target.document.id, index + 1)).text);
    if (span) places.push({ page: index + 1, span });
    else if (here) return [];
  }
  return places;
}

function sheetAt(node: Node): Element | null {
  return (node instanceof Element ? node : node.parentElement)?.closest(".sheet") ?? null;
}

/** The part of a range that is in a sheet. */
function rangeWithin(range: Range, sheet: Element): Range {
  const here = range.cloneRange();
  if (!sheet.contains(range.startContainer)) here.setStart(sheet, 0);
  if (!sheet.contains(range.endContainer)) here.setEnd(sheet, sheet.childNodes.length);
  return here;
}

/** All of a page's text, without the white space around it; null if it has none. */
function textSpan(text: string): Span | null {
  const start = text.length - text.trimStart().length;
  return start === text.length ? null : { start, end: text.trimEnd().length };
}

/**
 * The text of a page in a range of its sheet: without captions, remarks, formulas and the names of
 * columns and rows.
 */
export function lettersIn(range: Range): string {
  const copy = range.cloneContents();
  for (const other of copy.querySelectorAll(".caption, .formula-bar, .note-pins, .sheet-note, th"))
    other.remove();
  return copy.textContent ?? "";
}
