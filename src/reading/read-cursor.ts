import { PagehoundError } from "../core/errors.js";
import { type EvidenceId, parseEvidenceId } from "../core/passage.js";

/** Where reading goes on: in a passage, `offset` UTF-16 code units into it. Written `d3.p12.s4+350`. */
export interface ReadCursor {
  readonly id: EvidenceId;
  /** The page the passage is on. */
  readonly page: number;
  readonly offset: number;
}

/** Without an offset, the passage's own id. */
export function writeCursor(id: EvidenceId, offset: number): string {
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
