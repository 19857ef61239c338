import { countPages, unitsOf, unitsWords } from "../src/element/documents/document-words.js";
import { I18n } from "../src/element/i18n/i18n.js";
import type { Coverage, DocumentSummary } from "../src/index.js";

/** "11 pages, 2 sheets": how much was searched or written, in the words of the element. */
export function extentText(
  extent: Pick<Coverage, "pages" | "units"> | readonly DocumentSummary[],
): string {
  const { pages, units } = "pages" in extent ? extent : coverageOf(extent);
  return unitsWords(new I18n("en"), units ?? { page: pages, slide: 0, sheet: 0, part: 0 }, "");
}

function coverageOf(documents: readonly DocumentSummary[]): Pick<Coverage, "pages" | "units"> {
  return { pages: countPages(documents).count, units: unitsOf(documents) };
}
