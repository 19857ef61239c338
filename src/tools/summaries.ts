import type { DocumentId, DocumentSummary } from "../core/document.js";
import { PagehoundError } from "../core/errors.js";
import { type EvidenceId, parseEvidenceId } from "../core/passage.js";
import {
  checkedBudget,
  type PassageReading,
  type ReadingContext,
  type TokenBudget,
} from "../reading/reading.js";
import { counted } from "../reading/wording.js";

type Named = Pick<DocumentSummary, "id" | "path" | "pageUnit">;

/** The document that a passage is in. */
export function documentOf(id: EvidenceId): DocumentId {
  const parts = parseEvidenceId(id);
  if (parts) return parts.document;
  throw new PagehoundError("internal", `"${id}" is no passage's id.`);
}

/** The documents that passages are in. */
export function documentsOf(ids: readonly EvidenceId[]): ReadonlySet<DocumentId> {
  return new Set(ids.map(documentOf));
}

/** "in report.pdf" when passages are all in one document, else "in 3 documents". */
export function inDocuments(ids: readonly EvidenceId[], documents: readonly Named[]): string {
  const found = documentsOf(ids);
  const [only, ...others] = documents.filter(({ id }) => found.has(id));
  return only && others.length === 0 ? `in ${only.path}` : `in ${counted(found.size, "document")}`;
}

/** "pages 12 to 14 of report.pdf": what a reading of one document shows; null when it shows nothing. */
export function whereRead(
  { pieces, evidence }: Pick<PassageReading, "pieces" | "evidence">,
  documents: readonly Named[],
): string | null {
  const [first] = documentsOf(evidence);
  const document = documents.find(({ id }) => id === first);
  if (!document) return null;
  const { path, pageUnit } = document;
  const pages = pieces.map(({ page }) => page);
  const [from, to] = [Math.min(...pages), Math.max(...pages)];
  return `${pageUnit}${from === to ? ` ${from}` : `s ${from} to ${to}`} of ${path}`;
}

/** The reading's text with the first of the pieces of advice behind it that has room; without when none has. */
export function withAdvice(
  { text }: Pick<ReadingContext, "text">,
  advice: readonly string[],
  budget: TokenBudget,
): string {
  const { limit, countTokens } = checkedBudget(budget);
  const fits = (longer: string) => countTokens(longer) <= limit;
  return advice.map((line) => `${text}\n${line}`).find(fits) ?? text;
}
