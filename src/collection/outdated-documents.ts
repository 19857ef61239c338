import { formatVersions } from "../parse/format-versions.js";
import type { StoredDocument } from "../store/schema.js";

/**
 * Whether the reader of today would make other pages of a document's file: a newer version of the
 * format's reader, text being recognised where the document has scanned pages, or, as soon as they
 * are there, files that some of its pages could not be read without.
 *
 * @param recognition see `OpenRequest.recognition`
 */
export function isOutdated(
  {
    format,
    versions,
    pages,
    missing,
  }: Pick<StoredDocument, "format" | "versions" | "pages" | "missing">,
  recognition: string,
): boolean {
  if (formatVersions[format] > versions.format || missing) return true;
  return recognition !== "" && pages.scanned > 0 && versions.recognition !== recognition;
}

/**
 * Whether a document is to be read anew from its file: it is outdated, or it was imported with its
 * file, so that the file can tell what it says. Where its text was recognised in images, and would
 * not be here, it stays as it came.
 *
 * @param recognition see `OpenRequest.recognition`
 */
export function isToBeRead(document: StoredDocument, recognition: string): boolean {
  if (isOutdated(document, recognition)) return true;
  const { imported = false, original, pages, versions } = document;
  if (!imported || original !== undefined) return false;
  return pages.recognised === 0 || versions.recognition === recognition;
}
