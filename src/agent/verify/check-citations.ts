import type { Citation, ClaimedCitation } from "../../core/answer.js";
import { type EvidenceId, type PassageText, parseEvidenceId } from "../../core/passage.js";
import { onOneLine } from "../../reading/wording.js";
import type { EvidenceCache } from "./evidence-cache.js";
import { isTooThin } from "./find-quote.js";

/** Citations of one sentence that are looked at. */
const maxCitations = 16;

/** What came of the citations a sentence claims. */
export interface CheckedCitations {
  readonly citations: readonly Citation[];
  /** Why others were dropped, in words for people. */
  readonly dropped: readonly string[];
}

/**
 * Keeps the citations whose quote stands in the passage, elsewhere on its page, or in another
 * passage that the model was shown; they say where it does stand.
 */
export async function checkCitations(
  claimed: readonly ClaimedCitation[],
  book: EvidenceCache,
): Promise<CheckedCitations> {
  const citations: Citation[] = [];
  const dropped: string[] = [];
  const different = new Map(claimed.map((claim) => [`${claim.id} ${claim.quote}`, claim]));
  for (const claim of [...different.values()].slice(0, maxCitations)) {
    const result = await checkCitation(claim, book);
    if (typeof result === "string") dropped.push(result);
    else citations.push(result);
  }
  const left = different.size - maxCitations;
  if (left > 0) dropped.push(`${left} more citations were not looked at.`);
  return { citations: withoutRepetition(citations), dropped: [...new Set(dropped)] };
}

/** Each place once: what stands inside another citation says nothing more. */
export function withoutRepetition(citations: readonly Citation[]): readonly Citation[] {
  return citations.filter(
    (citation, index) =>
      !citations.some(
        (other, at) =>
          at !== index &&
          other.document === citation.document &&
          other.page === citation.page &&
          other.span.start <= citation.span.start &&
          other.span.end >= citation.span.end &&
          (at < index || other.quote.length > citation.quote.length),
      ),
  );
}

/** The citation, or why there is none. */
async function checkCitation(
  claim: ClaimedCitation,
  book: EvidenceCache,
): Promise<Citation | string> {
  const id = evidenceIn(claim.id);
  const passage = id && (await book.passage(id));
  const place = id ? await placeOf(id, book) : null;
  const where = place ?? "any document that was read";
  const quote = excerpt(claim.quote);
  const calculation = id ? null : calculationIn(claim.id);
  if (calculation) {
    const elsewhere = isTooThin(claim.quote)
      ? null
      : await citeFrom(await seenFirstFrom(null, book), claim.quote, book);
    return (
      elsewhere ??
      `${calculation} is a calculation; cite the passage its numbers come from, or nothing.`
    );
  }
  if (!/[\p{L}\p{N}]/u.test(claim.quote)) {
    return place ? `Nothing is quoted from ${where}.` : "A citation names no passage and no quote.";
  }
  if (isTooThin(claim.quote)) return `The quote “${quote}” is too short to prove anything.`;
  const cited = passage ? await citeFrom([passage], claim.quote, book) : null;
  const found =
    cited ??
    (id && place ? await citeFrom(await book.page(id), claim.quote, book) : null) ??
    (await citeFrom(await seenFirstFrom(id, book), claim.quote, book));
  return found ?? `The quote “${quote}” does not stand ${place ? "on" : "in"} ${where}.`;
}

/** Passages that were shown, those of the same document first. */
async function seenFirstFrom(
  id: EvidenceId | null,
  book: EvidenceCache,
): Promise<readonly PassageText[]> {
  const seen = await book.seen();
  const document = id && parseEvidenceId(id)?.document;
  const isSame = (passage: PassageText): boolean =>
    parseEvidenceId(passage.id)?.document === document;
  return [...seen.filter(isSame), ...seen.filter((passage) => !isSame(passage))];
}

async function citeFrom(
  passages: readonly PassageText[],
  quote: string,
  book: EvidenceCache,
): Promise<Citation | null> {
  for (const passage of passages) {
    const span = book.find(quote, passage);
    const citation = span && (await book.cite(passage, span));
    if (citation) return citation;
  }
  return null;
}

/** "page 12 of report.pdf"; null when there is no such document. */
async function placeOf(id: EvidenceId, book: EvidenceCache): Promise<string | null> {
  const place = parseEvidenceId(id);
  const document = place && (await book.document(place.document));
  return document && place
    ? `${document.pageUnit} ${place.page} of ${onOneLine(document.path, 200)}`
    : null;
}

function evidenceIn(text: string): EvidenceId | null {
  const id = /d\d+\.p\d+\.s\d+/.exec(text.slice(0, 200))?.[0] ?? "";
  return parseEvidenceId(id) ? (id as EvidenceId) : null;
}

/** The id of a calculation, such as "c1", where one is given for a passage's. */
function calculationIn(text: string): string | null {
  return /^[\s[({<]*(c\d{1,6})[\s\])}>.,]*$/.exec(text.slice(0, 200))?.[1] ?? null;
}

/** A quote for a message: one line, not long, nothing unseen. */
function excerpt(quote: string): string {
  const line = quote
    .slice(0, 400)
    .replace(/[\s\p{C}]+/gu, " ")
    .trim();
  const characters = [...line];
  return characters.length > 60 ? `${characters.slice(0, 59).join("").trimEnd()}…` : line;
}
