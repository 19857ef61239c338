import { type Citation, citationOf } from "../core/answer.js";
import { checkedOptions, checkShape, checkTexts } from "../core/arguments.js";
import type { CallOptions } from "../core/call-options.js";
import { type EvidenceId, parseEvidenceId } from "../core/passage.js";
import type { CollectionReader } from "../reading/reading.js";
import type { ToolResult } from "./tool.js";

/** What a tool answers, with the places that it shows. All of it is JSON. */
export interface CitedResult extends ToolResult {
  /** The passages named in `evidence`, as places to cite and to open; those removed meanwhile are left out. */
  readonly citations: readonly Citation[];
}

/**
 * Passages as places that can be cited and opened, in their order: document, page and place on it, with
 * the whole passage as the quote. Those that are no longer there are left out. Throws `invalid-argument`;
 * aborted, it rejects with the signal's reason.
 *
 * @example Opening what a tool has shown
 * ```ts
 * import { citationsOf, documentTools } from "pagehound/tools";
 * import { DocumentViewer } from "pagehound/viewer";
 *
 * const search = documentTools(hound).find(({ name }) => name === "search");
 * const result = await search?.run({ query: "notice period" });
 * const [citation] = await citationsOf(hound, result?.evidence ?? []);
 * const document = (await hound.documents()).find(({ id }) => id === citation?.document);
 * const viewer = new DocumentViewer(element, { assetsBase: "/pagehound-assets/" });
 * if (citation && document) {
 *   const { page, span } = citation;
 *   await viewer.open({ document, source: hound, page, passage: span, marks: [span] });
 * }
 * ```
 */
export async function citationsOf(
  reader: Pick<CollectionReader, "documents" | "passagesById">,
  evidence: readonly EvidenceId[],
  options: CallOptions = {},
): Promise<readonly Citation[]> {
  checkShape("A collection", reader, { documents: "function", passagesById: "function" });
  checkTexts("The evidence", evidence);
  const given = checkedOptions(options);
  if (evidence.length === 0) return [];
  const ids = [...new Set(evidence)];
  const [passages, documents] = await Promise.all([
    reader.passagesById(ids, given),
    reader.documents(given),
  ]);
  return passages.flatMap((passage, index) => {
    const named = parseEvidenceId(ids[index] ?? "")?.document;
    const document = documents.find(({ id }) => id === named);
    if (!passage || !document) return [];
    return [citationOf(passage, { start: 0, end: passage.text.length }, document)];
  });
}
