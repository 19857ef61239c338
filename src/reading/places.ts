import { PagehoundError } from "../core/errors.js";
import type { PassageText } from "../core/passage.js";
import type { Shown } from "./compose.js";
import { type ReadCursor, writeCursor } from "./read-cursor.js";

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
