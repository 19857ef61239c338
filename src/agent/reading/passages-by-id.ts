import {
  type CallOptions,
  checkedOptions,
  checkText,
  checkTexts,
  type DocumentId,
  type EvidenceId,
  invalidArgument,
  notFound,
  type OutlineEntry,
  type PassageText,
  parseEvidenceId,
} from "../../core/index.js";
import { blockText, compose, largestFit, type Rest, type Shown } from "./compose.js";
import { type NamedPassage, namedPassage, noPassage, whyNoPassage } from "./find-by-name.js";
import {
  cursorAt,
  headsOfPlaces,
  nextPlace,
  type PassageContext,
  pagesFrom,
  parseCursor,
  passageBlocks,
  placesFrom,
  type ReadingPlace,
  readingPlaces,
  shownPieces,
} from "./passage-blocks.js";
import { type ReadOptions, read } from "./read.js";
import {
  type CollectionReader,
  checkedBudget,
  checkReader,
  type PassageReading,
  type TokenBudget,
} from "./reading.js";
import { fileNamed, firstOf } from "./wording.js";

/** Maximum number of unknown names to list. */
const maxUnknown = 10;

/**
 * Passages by their ids, in the requested order, each once. Unknown names are reported at the end
 * of the text. Throws `not-found` if none of the passages exists, and `invalid-argument` if none is
 * named or the budget is too small.
 */
export async function passagesById(
  reader: CollectionReader,
  ids: readonly string[],
  budget: TokenBudget,
  options: ReadOptions & CallOptions = {},
): Promise<PassageReading> {
  checkReader(reader, "documents", "outline", "passages", "passagesById");
  checkTexts("The ids of passages", ids);
  checkedBudget(budget);
  const { from, ...call } = checkedOptions(options);
  const names = [...new Set(ids)];
  if (names.length === 0) throw invalidArgument("No passage was named.");
  const { passages, unknown } = await fetchPassages(reader, names, call);
  if (passages.length === 0) throw notFound(unknown);
  const contexts = await contextsOf(reader, passages, call);
  const places =
    from === undefined
      ? readingPlaces(passages)
      : placesFrom(parseCursor(from), passages, "The list");
  const heads = await headsOfPlaces(places, pagesFrom(reader, call));
  const { reading, shown } = compose(
    {
      head: "",
      blocks: passageBlocks(places, contexts, { paths: true, heads }),
      separator: "\n\n",
      rest: (shown) => restOf(places, shown),
      foot: unknown,
      fill: "half-empty",
    },
    budget,
  );
  return { ...reading, pieces: shownPieces(places, shown) };
}

function restOf(places: readonly ReadingPlace[], shown: Shown): Rest {
  const place = nextPlace(places, shown);
  if (!place) return { leftOut: null, next: null };
  const next = cursorAt(place);
  const left = [place, ...places.slice(shown.blocks + 1)].map(({ passage, offset }) =>
    offset > 0 ? `the rest of ${passage.id}` : passage.id,
  );
  return { leftOut: `Left out: ${left.join(", ")}. Go on from ${next}.`, next };
}

/** The passages that exist, and a sentence about the unknown names; empty if there are none. */
async function fetchPassages(
  reader: CollectionReader,
  names: readonly string[],
  call: CallOptions,
): Promise<{ passages: PassageText[]; unknown: string }> {
  const ids = names.filter((name) => parseEvidenceId(name) !== null) as EvidenceId[];
  const passages = (await reader.passagesById(ids, call)).filter((passage) => passage !== null);
  const found = new Set<string>(passages.map(({ id }) => id));
  const missing = names.filter((name) => !found.has(name));
  if (missing.length === 0) return { passages, unknown: "" };
  const documents = await reader.documents(call);
  const named = missing.map((name) => whyNoPassage(name, documents));
  return { passages, unknown: `Not there: ${firstOf(named, maxUnknown)}.` };
}

async function contextsOf(
  reader: CollectionReader,
  passages: readonly PassageText[],
  call: CallOptions,
): Promise<(passage: PassageText) => PassageContext> {
  const documents = new Map((await reader.documents(call)).map((each) => [each.id, each]));
  const outlines = new Map<DocumentId, readonly OutlineEntry[]>();
  const documentFor = ({ id }: PassageText) => parseEvidenceId(id)?.document as DocumentId;
  for (const document of new Set(passages.map(documentFor))) {
    outlines.set(document, await reader.outline(document, call));
  }
  return (passage) => {
    const { path = "", pageUnit = "page" } = documents.get(documentFor(passage)) ?? {};
    return { document: { path, pageUnit }, outline: outlines.get(documentFor(passage)) ?? [] };
  };
}

/** How many neighbours to read. */
export interface NeighbourOptions {
  /**
   * Number of passages before it, at most 100.
   *
   * @defaultValue `1`
   */
  readonly before?: number | undefined;
  /**
   * Number of passages after it, at most 100.
   *
   * @defaultValue `1`
   */
  readonly after?: number | undefined;
}

const maxNeighbours = 100;

/**
 * A passage with its neighbours, across pages, in order. If not all fit, the farthest are left out;
 * if the passage itself does not fit, it is read from its start, as by `read`. Throws `not-found`
 * and `invalid-argument`.
 */
export async function neighbours(
  reader: CollectionReader,
  id: string,
  budget: TokenBudget,
  options: NeighbourOptions & CallOptions = {},
): Promise<PassageReading> {
  checkReader(reader, "documents", "outline", "passages", "passagesById");
  checkText("The passage", id);
  const { before = 1, after = 1, ...call } = checkedOptions(options);
  const checked = checkedBudget(budget);
  for (const count of [before, after]) requireCount(count);
  const named = await namedPassage(reader, id, call);
  const { document } = named;
  const outline = await reader.outline(document.id, call);
  const around = await passagesAround(reader, named, { before, after }, call);
  const head = `${document.id} ${fileNamed(document.path)}: around ${id}.`;
  const all = readingPlaces(around.passages);
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

/**
 * The range of the `size` passages nearest to the middle one; the following passage is preferred to
 * the preceding one.
 */
function nearestPassages({ passages, index }: PassagesAround, size: number) {
  const most = passages.length - index - 1;
  const beforehand = Math.min(index, Math.floor((size - 1) / 2));
  const following = Math.min(most, size - 1 - beforehand);
  const start = index - Math.min(index, size - 1 - following);
  return { start, end: index + following + 1 };
}

function requireCount(count: number): void {
  if (Number.isInteger(count) && count >= 0 && count <= maxNeighbours) return;
  throw invalidArgument(
    `The number of neighbours must be a whole number from 0 to ${maxNeighbours}, not ${count}.`,
  );
}

/** Passages in order, with the index of the requested one. */
interface PassagesAround {
  readonly passages: readonly PassageText[];
  readonly index: number;
}

/**
 * A passage with its neighbours in its document. Fetches adjacent pages until there are enough
 * passages. Throws `not-found`.
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
