import { formatVersions } from "../parse/format-versions.js";
import type { StoredDocument } from "../store/schema.js";

/**
 * Whether the reader of today would make other pages of a document's file: a newer version of the
 * format's reader, or text being recognised where the document has scanned pages.
 *
 * @param recognition see `OpenRequest.recognition`
 */
export function isOutdated(
  { format, versions, pages }: Pick<StoredDocument, "format" | "versions" | "pages">,
  recognition: string,
): boolean {
  if (formatVersions[format] > versions.format) return true;
  return recognition !== "" && pages.scanned > 0 && versions.recognition !== recognition;
}
