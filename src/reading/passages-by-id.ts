import type { CallOptions } from "../core/call-options.js";
import type { DocumentId } from "../core/document.js";
import { PagehoundError } from "../core/errors.js";
import type { OutlineEntry } from "../core/outline.js";
import { type EvidenceId, type PassageText, parseEvidenceId } from "../core/passage.js";
import type { CollectionReader } from "./collection-reader.js";
import { compose, type Rest, type Shown } from "./compose.js";
import { notFound, whyNoPassage } from "./find-by-name.js";
import { type PassageContext, passageBlocks, shownPieces } from "./passage-blocks.js";
import { cursorAt, nextPlace, type Place, parseCursor, placesFrom, placesOf } from "./places.js";
import type { ReadOptions } from "./read.js";
import type { PassageReading, TokenBudget } from "./reading.js";
import { headsOfPlaces, pagesFrom } from "./table-heads.js";

/** So many names that mean nothing are given back. */
const mostUnknown = 10;

/**
 * Passages by their ids, in the order asked for, each once. Names that mean nothing are said to be
 * so at the end of the text. Throws `not-found` when not one of the passages is there, and
 * `invalid-argument` when none is named or the budget is too small.
 */
export async function passagesById(
  reader: CollectionReader,
  ids: readonly string[],
  budget: TokenBudget,
  { from, ...call }: ReadOptions & CallOptions = {},
): Promise<PassageReading> {
  const names = [...new Set(ids)];
  if (names.length === 0) throw new PagehoundError("invalid-argument", "No passage was named.");
  const { passages, unknown } = await fetchPassages(reader, names, call);
  if (passages.length === 0) throw notFound(unknown);
  const contexts = await contextsOf(reader, passages, call);
  const places =
    from === undefined ? placesOf(passages) : placesFrom(parseCursor(from), passages, "The list");
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

function restOf(places: readonly Place[], shown: Shown): Rest {
  const place = nextPlace(places, shown);
  if (!place) return { leftOut: null, next: null };
  const next = cursorAt(place);
  const left = [place, ...places.slice(shown.blocks + 1)].map(({ passage, offset }) =>
    offset > 0 ? `the rest of ${passage.id}` : passage.id,
  );
  return { leftOut: `Left out: ${left.join(", ")}. Go on from ${next}.`, next };
}

/** The passages that are there, and a sentence on the names that mean nothing, or none. */
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
  const named = missing.slice(0, mostUnknown).map((name) => whyNoPassage(name, documents));
  const more = missing.length > mostUnknown ? ` and ${missing.length - mostUnknown} more` : "";
  return { passages, unknown: `Not there: ${named.join(", ")}${more}.` };
}

async function contextsOf(
  reader: CollectionReader,
  passages: readonly PassageText[],
  call: CallOptions,
): Promise<(passage: PassageText) => PassageContext> {
  const documents = new Map((await reader.documents(call)).map((each) => [each.id, each]));
  const outlines = new Map<DocumentId, readonly OutlineEntry[]>();
  const of = ({ id }: PassageText) => parseEvidenceId(id)?.document as DocumentId;
  for (const document of new Set(passages.map(of))) {
    outlines.set(document, await reader.outline(document, call));
  }
  return (passage) => {
    const { path = "", pageUnit = "page" } = documents.get(of(passage)) ?? {};
    return { document: { path, pageUnit }, outline: outlines.get(of(passage)) ?? [] };
  };
}
