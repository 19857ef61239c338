import { parseEvidenceId } from "../core/passage.js";
import { findOneDocument } from "./find-documents.js";
import type { ToolContext } from "./tool.js";

/** What is to be read, as `read` takes it, and where to go on in it. */
export interface ReadTarget {
  readonly target: string;
  readonly from: string | undefined;
}

/**
 * What a model's name for something to read means: an id as results write it, in brackets or not,
 * pages in other words ("d3 pages 12 to 14", "report.pdf p. 12"), a place to go on from
 * ("d3.p12.s4+350"), or a document's name. Throws `not-found` and `invalid-argument`.
 */
export async function readTarget(
  what: string,
  context: Pick<ToolContext, "reader" | "signal">,
): Promise<ReadTarget> {
  const name = bareName(what);
  if (idForm.test(name)) {
    await findOneDocument(name, context);
    return { target: name, from: undefined };
  }
  const [, passage = ""] = /^(.*)\+\d{1,9}$/.exec(name) ?? [];
  if (parseEvidenceId(passage)) return { target: passage, from: name };
  const [, document, first, last = first] =
    /^(.{1,120}?)[\s.,:]+(?:pages?|pp?\.?)\s*(\d{1,9})(?:\s*(?:-|–|to)\s*(?:p\.?|\1\.p)?(\d{1,9}))?$/i.exec(
      name,
    ) ?? [];
  if (document === undefined) {
    const found = await findOneDocument(name, context);
    return { target: found.id, from: undefined };
  }
  const { id } = await findOneDocument(document, context);
  return { target: `${id}.p${Number(first)}-${Number(last)}`, from: undefined };
}

/** An id as results write it; what it names need not be there. */
const idForm = /^d\d+(?:\.h\d+|\.p\d+(?:\.s\d+|-p?\d+)?)?$/;

/** A name without the brackets that results write around ids. */
export function bareName(what: string): string {
  const name = what.trim().replace(/^\[(.*)\]$/, "$1");
  return /^d\d/i.test(name) ? name.toLowerCase() : name;
}

/** In plain words, without ids, what is read: "pages 12 to 14", "a section", "“report.pdf”". */
export function targetWords(what: string): string {
  const name = bareName(what);
  if (/^d\d+$/.test(name)) return "a document";
  if (/^d\d+\.h\d+$/.test(name)) return "a section";
  const [, page, last, passage] = /^d\d+\.p(\d+)(?:-p?(\d+))?(\.s\d+(?:\+\d+)?)?$/.exec(name) ?? [];
  if (page === undefined) return `“${name}”`;
  if (passage !== undefined) return `a passage on page ${page}`;
  return last === undefined || last === page ? `page ${page}` : `pages ${page} to ${last}`;
}
