import type { CallOptions } from "../core/call-options.js";
import type { CollectionReader } from "./collection-reader.js";
import { compose, type Fill, type Rest, type Shown } from "./compose.js";
import { gapsOn, gapWords } from "./coverage-line.js";
import { noPassage } from "./find-by-name.js";
import { passageBlocks, shownPieces } from "./passage-blocks.js";
import { PassageQueue } from "./passage-queue.js";
import { cursorAt, nextPlace, type Place, parseCursor, placesFrom, placesOf } from "./places.js";
import {
  type CountTokens,
  checkedBudget,
  type PassageReading,
  type TokenBudget,
} from "./reading.js";
import { findStretch, type Stretch } from "./stretch.js";
import { headsOfPlaces } from "./table-heads.js";
import { counted, pathNamed } from "./wording.js";

/** Where reading begins. */
export interface ReadOptions {
  /** `next` of the reading before; the beginning unless told. */
  readonly from?: string | undefined;
}

/**
 * Reads a document (`d3`), pages (`d3.p12`, `d3.p12-14`), a section (`d3.h5`) or a passage
 * (`d3.p12.s4`): its passages in order, each headed by its evidence id, its page and, where it
 * changes, its heading. Where a table goes on, its head is repeated in a line of its own,
 * "(table head: 2018 | 2017)", which belongs to no piece. Running headers, footers and page numbers
 * belong to no passage and are not in it. A passage is cut, at the end of a sentence or line where
 * it can be, only when there is no room for it alone, or when more than half of the room would stay
 * empty; reading on from `next` gives every character once. Throws `invalid-argument`, also when the budget is too small to show
 * anything, and `not-found`; both say what there is.
 */
export function read(
  reader: CollectionReader,
  target: string,
  budget: TokenBudget,
  options: ReadOptions & CallOptions = {},
): Promise<PassageReading> {
  return readStretch(reader, target, budget, { ...options, fill: "half-empty" });
}

/** As `read`; `fill` says when the last passage is cut to use the room. */
async function readStretch(
  reader: CollectionReader,
  target: string,
  budget: TokenBudget,
  { from, fill, ...call }: ReadOptions & CallOptions & { readonly fill: Fill },
): Promise<PassageReading> {
  const { limit } = checkedBudget(budget);
  const stretch = await findStretch(reader, target, call);
  const start = from === undefined ? null : parseCursor(from);
  const queue = new PassageQueue(reader, stretch, call, start?.page);
  // Half as much again as the estimate says, because the model's own count may be lower.
  for (let more = limit * 1.5; ; more *= 2) {
    await queue.fetch(more);
    const places = start ? placesFrom(start, queue.passages, target) : placesOf(queue.passages);
    if (places.length === 0 && stretch.passage)
      throw await noPassage(reader, stretch.passage, call);
    const heads = await headsOfPlaces(places, async (_, page) => queue.onPage(page));
    const layout = {
      head: headOf(stretch),
      blocks: passageBlocks(places, () => stretch, { paths: false, heads }),
      separator: "\n\n",
      rest: (shown: Shown) => restFrom(nextPlace(places, shown), stretch),
      foot: places.length === 0 ? "There is no text to read here." : "",
      fill,
    };
    const { reading, shown } = compose(layout, budget);
    if (shown.blocks === places.length && !queue.done) continue;
    return { ...reading, pieces: shownPieces(places, shown) };
  }
}

function headOf({ document, pages, name }: Stretch): string {
  const { id, path, pageUnit } = document;
  const gaps = gapsOn(document.gaps, pages);
  const without = gaps.length > 0 ? ` Without text: ${pageUnit} ${gapWords(gaps)}.` : "";
  return `${id} ${pathNamed(path)} (${counted(document.pages.total, pageUnit)}): ${name}.${without}`;
}

function restFrom(place: Place | null, { document, pages }: Stretch): Rest {
  if (!place) return { leftOut: null, next: null };
  const next = cursorAt(place);
  const { page } = place.passage;
  const unit = document.pageUnit;
  const where = page === pages.to ? `on ${unit} ${page}` : `to ${unit} ${pages.to}`;
  return { leftOut: `Left out: what follows ${where}. Go on from ${next}.`, next };
}

/** How long a preview is. */
export interface PreviewOptions {
  /** Tokens at most in the whole text; 200 unless told. */
  readonly tokens?: number | undefined;
  /** See `TokenBudget.countTokens`. */
  readonly countTokens?: CountTokens | undefined;
}

const usualTokens = 200;

/**
 * The beginning of anything `read` can read, cut at the end of a sentence or word. `read` goes on
 * from its `next`. Throws as `read` does.
 */
export function preview(
  reader: CollectionReader,
  target: string,
  { tokens = usualTokens, countTokens, ...call }: PreviewOptions & CallOptions = {},
): Promise<PassageReading> {
  return readStretch(reader, target, { limit: tokens, countTokens }, { ...call, fill: "always" });
}
