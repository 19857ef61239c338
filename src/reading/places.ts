import { PagehoundError } from "../core/errors.js";
import { type EvidenceId, type PassageText, parseEvidenceId } from "../core/passage.js";
import type { Shown } from "./compose.js";

/** A passage, or what is left of it from `offset` on. */
export interface Place {
  readonly passage: PassageText;
  readonly offset: number;
}

/** Passages from their beginnings. */
export function placesOf(passages: readonly PassageText[]): Place[] {
  return passages.map((passage) => ({ passage, offset: 0 }));
}

/** Passages from a cursor on. Throws `invalid-argument` when it is not in `name`, which they make up. */
export function placesFrom(
  { id, offset }: ReadCursor,
  passages: readonly PassageText[],
  name: string,
): Place[] {
  const index = passages.findIndex((passage) => passage.id === id);
  const [first, ...rest] = placesOf(index < 0 ? [] : passages.slice(index));
  if (first && offset < first.passage.text.length) return [{ ...first, offset }, ...rest];
  throw new PagehoundError(
    "invalid-argument",
    `${name} cannot be read on from ${writeCursor(id, offset)}, which is no place in it. Give back what the reading before named.`,
  );
}

/** The cursor that `placesFrom` goes on from. */
export function cursorAt({ passage, offset }: Place): string {
  return writeCursor(passage.id, offset);
}

/** The first place that a text does not show, or null when it shows all. */
export function nextPlace(places: readonly Place[], { blocks, cut }: Shown): Place | null {
  const next = places[blocks];
  return next ? { ...next, offset: next.offset + cut } : null;
}

/** Where reading goes on: in a passage, `offset` UTF-16 code units into it. Written `d3.p12.s4+350`. */
export interface ReadCursor {
  readonly id: EvidenceId;
  /** The page the passage is on. */
  readonly page: number;
  readonly offset: number;
}

/** Without an offset, the passage's own id. */
function writeCursor(id: EvidenceId, offset: number): string {
  return offset === 0 ? id : `${id}+${offset}`;
}

/** The inverse of `writeCursor`. Throws `invalid-argument`. */
export function parseCursor(text: string): ReadCursor {
  const [, id = "", offset = "0"] = /^(.*?)(?:\+(\d{1,9}))?$/.exec(text) ?? [];
  const parts = parseEvidenceId(id);
  if (parts) return { id: id as EvidenceId, page: parts.page, offset: Number(offset) };
  throw new PagehoundError(
    "invalid-argument",
    `"${text}" is no place to go on from. Give back what the reading before named, such as "d3.p12.s4" or "d3.p12.s4+350".`,
  );
}
