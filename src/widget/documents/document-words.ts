import { fileName } from "../../core/paths.js";
import type { DocumentSummary, FormatId } from "../../index.js";
import { enumeration, type I18n } from "../i18n/i18n.js";

/** How long a document is; nothing for a text that is one piece. */
export function extent(
  words: I18n,
  { format, pageUnit, pages, metadata }: DocumentSummary,
): string {
  const { total: count } = pages;
  if (pageUnit === "page") return words.t("common.pages", { count });
  if (pageUnit === "slide") return words.t("common.slides", { count });
  const { units } = metadata;
  const key = unitWords[format] ?? (pageUnit === "section" ? "common.sections" : null);
  if (units !== undefined && key !== null) return words.t(key, { count: units });
  return count > 1 ? words.t("common.parts", { count }) : "";
}

/** What a reader calls that which the pages of a document are parts of. */
const unitWords: Partial<
  Record<FormatId, "common.sheets" | "common.chapters" | "common.messages">
> = {
  xlsx: "common.sheets",
  ods: "common.sheets",
  epub: "common.chapters",
  mail: "common.messages",
};

/** "412 of 430 searchable". */
export function searchableShare(words: I18n, { pages }: DocumentSummary): string {
  const { text: searchable, total: count } = pages;
  return words.t("documents.row.searchable", { searchable, count });
}

/** "412 of 430 pages searchable; 18 scanned.": why a document cannot be searched in full, or null when it can. */
export function partialReason(words: I18n, document: DocumentSummary): string | null {
  if (!isPartial(document)) return null;
  const { text: searchable, total: count, scanned, unreadable, empty } = document.pages;
  if (scanned === count) {
    return count === 1
      ? words.t("documents.partial.onlyPage")
      : words.t("documents.partial.allPages", { count });
  }
  const reasons = enumeration(
    [
      scanned > 0 ? words.t("documents.partial.scanned", { count: scanned }) : "",
      unreadable > 0 ? words.t("documents.partial.unreadable", { count: unreadable }) : "",
      empty > 0 ? words.t("documents.partial.empty", { count: empty }) : "",
    ].filter((reason) => reason !== ""),
    words,
  );
  return document.pageUnit === "page"
    ? words.t("documents.partial.pages", { searchable, count, reasons })
    : words.t("documents.partial.parts", { searchable, count, reasons });
}

/** That text was recognised in images, or null when none was. */
export function recognisedReason(words: I18n, { pages }: DocumentSummary): string | null {
  const { recognised, total: count } = pages;
  if (recognised === 0) return null;
  return recognised === count
    ? words.t("documents.recognised.all")
    : words.t("documents.recognised.some", { recognised, count });
}

/** That rare words are found by patterns only, or null when all words are known. */
export function leftOutReason(
  words: I18n,
  { termsLeftOut: count }: DocumentSummary,
): string | null {
  return count ? words.t("documents.leftOut", { count }) : null;
}

/** That documents were deleted, and that this can be undone. */
export function deletedWords(words: I18n, documents: readonly DocumentSummary[]): string {
  const [first] = documents;
  return documents.length === 1 && first
    ? words.t("documents.deleted.one.said", { name: fileName(first.path) })
    : words.t("documents.deleted.many.said", { count: documents.length });
}

/** That documents were replaced, and that this can be undone. */
export function replacedWords(words: I18n, documents: readonly { path: string }[]): string {
  const [first] = documents;
  return documents.length === 1 && first
    ? words.t("documents.replaced.one.said", { name: fileName(first.path) })
    : words.t("documents.replaced.many.said", { count: documents.length });
}

/** That documents were brought back. */
export function restoredWords(words: I18n, documents: readonly { path: string }[]): string {
  const [first] = documents;
  return documents.length === 1 && first
    ? words.t("documents.restored.one", { name: fileName(first.path) })
    : words.t("documents.restored.many", { count: documents.length });
}

/** Whether some of a document's pages have text that cannot be searched. */
export function isPartial({ pages }: DocumentSummary): boolean {
  return pages.scanned + pages.unreadable > 0;
}
