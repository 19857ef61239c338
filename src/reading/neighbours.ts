import type { CallOptions } from "../core/call-options.js";
import { PagehoundError } from "../core/errors.js";
import type { PassageText } from "../core/passage.js";
import type { CollectionReader } from "./collection-reader.js";
import { blockText } from "./compose.js";
import { type NamedPassage, namedPassage, noPassage } from "./find-by-name.js";
import { largestFit } from "./largest-fit.js";
import { passageBlocks, shownPieces } from "./passage-blocks.js";
import { placesOf } from "./places.js";
import { read } from "./read.js";
import { checkedBudget, type PassageReading, type TokenBudget } from "./reading.js";
import { headsOfPlaces, pagesFrom } from "./table-heads.js";
import { pathNamed } from "./wording.js";

/** How much is read around a passage. */
export interface NeighbourOptions {
  /** Passages before it, 100 at most; 1 unless told. */
  readonly before?: number | undefined;
  /** Passages after it, 100 at most; 1 unless told. */
  readonly after?: number | undefined;
}

const mostNeighbours = 100;

/**
 * A passage with those before and after it, across pages, in order. Where there is no room for all
 * of them, the farthest are left out; where there is none for the passage itself, it is read from
 * its beginning, as `read` does. Throws `not-found` and `invalid-argument`.
 */
export async function neighbours(
  reader: CollectionReader,
  id: string,
  budget: TokenBudget,
  { before = 1, after = 1, ...call }: NeighbourOptions & CallOptions = {},
): Promise<PassageReading> {
  const checked = checkedBudget(budget);
  for (const count of [before, after]) requireCount(count);
  const named = await namedPassage(reader, id, call);
  const { document } = named;
  const outline = await reader.outline(document.id, call);
  const around = await passagesAround(reader, named, { before, after }, call);
  const head = `${document.id} ${pathNamed(document.path)}: around ${id}.`;
  const all = placesOf(around.passages);
  const heads = await headsOfPlaces(all, pagesFrom(reader, call));
  const nearest = (size: number) => {
    const { start, end } = nearestPassages(around, size);
    const left = [...around.passages.slice(0, start), ...around.passages.slice(end)];
    const places = all.slice(start, end);
    const leftOut = left.length > 0 ? `Left out: ${left.map((each) => each.id).join(", ")}.` : null;
    return { places, leftOut };
  };
  const render = (size: number) => {
    const { places, leftOut } = nearest(size);
    const blocks = passageBlocks(places, () => ({ document, outline }), { paths: false, heads });
    const texts = blocks.map((block) => blockText(block));
    return [head, ...texts, ...(leftOut === null ? [] : [leftOut])].join("\n\n");
  };
  const fit = largestFit({ least: 1, greatest: around.passages.length }, render, checked);
  if (!fit) return read(reader, id, budget, call);
  const { places, leftOut } = nearest(fit.size);
  return {
    text: fit.text,
    tokens: fit.tokens,
    evidence: places.map(({ passage }) => passage.id),
    leftOut,
    next: null,
    pieces: shownPieces(places, { blocks: places.length, cut: 0 }),
  };
}

/** The `size` passages nearest to the one in the middle, as a range; what follows comes before what precedes. */
function nearestPassages({ passages, index }: PassagesAround, size: number) {
  const most = passages.length - index - 1;
  const beforehand = Math.min(index, Math.floor((size - 1) / 2));
  const following = Math.min(most, size - 1 - beforehand);
  const start = index - Math.min(index, size - 1 - following);
  return { start, end: index + following + 1 };
}

function requireCount(count: number): void {
  if (Number.isInteger(count) && count >= 0 && count <= mostNeighbours) return;
  throw new PagehoundError(
    "invalid-argument",
    `The number of neighbours is a whole number from 0 to ${mostNeighbours}, not ${count}.`,
  );
}

/** So many passages in order, with the place among them of the one that was asked for. */
interface PassagesAround {
  readonly passages: readonly PassageText[];
  readonly index: number;
}

/**
 * A passage with those before and after it in its document. Fetches the pages beside it, and more
 * of them as long as there are too few passages. Throws `not-found`.
 */
async function passagesAround(
  reader: Pick<CollectionReader, "passages">,
  named: NamedPassage,
  { before, after }: { readonly before: number; readonly after: number },
  options: CallOptions,
): Promise<PassagesAround> {
  const { id, document, page } = named;
  const last = document.pages.total;
  for (let reach = 1; ; reach *= 2) {
    const pages = { from: Math.max(1, page - reach), to: Math.min(last, page + reach) };
    const passages = await reader.passages(document.id, { ...options, pages });
    const index = passages.findIndex((passage) => passage.id === id);
    if (index < 0) throw await noPassage(reader, named, options);
    const enoughBefore = index >= before || pages.from === 1;
    const enoughAfter = passages.length - index > after || pages.to === last;
    if (!enoughBefore || !enoughAfter) continue;
    const start = Math.max(0, index - before);
    return { passages: passages.slice(start, index + after + 1), index: index - start };
  }
}
