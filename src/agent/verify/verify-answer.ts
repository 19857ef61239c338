import {
  type AnswerSentence,
  type Citation,
  type ClaimedCitation,
  countedAs,
  type DraftAnswer,
  type DraftSentence,
  duringStep,
  type EvidenceId,
  type MisplacedNumber,
  type PassageText,
  parseEvidenceId,
  resumeStep,
  type Step,
} from "../../core/index.js";
import { questionStep } from "../question-step.js";
import { estimateTokens } from "../reading/reading.js";
import { onOneLine } from "../reading/wording.js";
import { checkNumbers, type SourcedCalculation, sourcedCalculations } from "./check-numbers.js";
import { EvidenceCache, type VerifyContext } from "./evidence-cache.js";
import { isTooThin } from "./find-quote.js";
import { withTurningWords } from "./quote-context.js";

export type { VerifyContext } from "./evidence-cache.js";

/**
 * Checks a model's draft against the documents. A citation is kept if its quote is in the passage,
 * on its page, or in a passage that was shown; it then contains the page's own text at an exact
 * place, and the whole sentence if the quote leaves out words that change its meaning. A number is
 * kept if it is in a cited passage or in the question, or if it is the result of a calculation with
 * sources, whose operands are then cited, too.
 *
 * Whatever the draft contains, this rejects only with the signal's reason.
 */
export function verifyAnswer(
  draft: DraftAnswer,
  context: VerifyContext,
): Promise<AnswerSentence[]> {
  const [question = ""] = context.question.split("\n", 1);
  const step = questionStep("Checking the answer to", question);
  return duringStep(step, () => verifySentences(draft, context, step));
}

async function verifySentences(
  draft: DraftAnswer,
  context: VerifyContext,
  step: Step,
): Promise<AnswerSentence[]> {
  const { signal } = context;
  signal.throwIfAborted();
  const book = new EvidenceCache(context);
  const sourced = await sourcedCalculations(context.calculations, book);
  const sentences: AnswerSentence[] = [];
  for (const sentence of draft.sentences) {
    resumeStep(step);
    sentences.push(await verifySentence(sentence, { book, sourced, question: context.question }));
    signal.throwIfAborted();
  }
  return sentences;
}

async function verifySentence(
  { text, citations: claimed }: DraftSentence,
  parts: { book: EvidenceCache; sourced: readonly SourcedCalculation[]; question: string },
): Promise<AnswerSentence> {
  const { book, sourced, question } = parts;
  const { citations: verified, dropped } = await checkCitations(claimed, book);
  const passages = await passagesOf(verified, book);
  const quotes = verified.filter(({ quote }) => !quote.includes("\n"));
  const backing = { question, passages, quotes, calculations: sourced };
  const { unsupported, misplaced, calculations } = await checkNumbers(text, backing, book);
  const ofOperands = sourced.flatMap(({ calculation, citations }) =>
    calculations.includes(calculation) ? citations : [],
  );
  const shown = verified.map((citation) => withContext(citation, passages));
  const citations = withoutRepetition([...shown, ...ofOperands]);
  return {
    text,
    supported: citations.length > 0 && unsupported.length === 0,
    citations,
    calculations,
    unsupportedNumbers: unsupported,
    ...(misplaced.length > 0 ? { misplacedNumbers: misplaced } : {}),
    dropped,
  };
}

/** A citation, extended to the whole sentence if the quote alone would change its meaning. */
function withContext(citation: Citation, passages: readonly PassageText[]): Citation {
  const passage = passages.find(({ id }) => id === citation.evidence);
  if (!passage) return citation;
  const from = passage.span.start;
  const part = { start: citation.span.start - from, end: citation.span.end - from };
  const { start, end } = withTurningWords(passage.text, part);
  return {
    ...citation,
    quote: passage.text.slice(start, end),
    span: { start: from + start, end: from + end },
  };
}

async function passagesOf(
  citations: readonly Citation[],
  book: EvidenceCache,
): Promise<readonly PassageText[]> {
  const ids = [...new Set(citations.map(({ evidence }) => evidence))];
  const passages = await Promise.all(ids.map(async (id) => await book.passage(id)));
  return passages.filter((passage) => passage !== null);
}

/** Maximum number of citations of a sentence that are checked. */
const maxCitations = 16;

interface CheckedCitations {
  readonly citations: readonly Citation[];
  /** Why the others were dropped, as sentences for display. */
  readonly dropped: readonly string[];
}

/** Keeps citations whose quote is in the passage, its page or another shown one, cited there. */
async function checkCitations(
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
  if (left > 0) dropped.push(`${left} more citations were not checked.`);
  return { citations: withoutRepetition(citations), dropped: [...new Set(dropped)] };
}

/** Removes citations whose text is inside that of another citation. */
function withoutRepetition(citations: readonly Citation[]): readonly Citation[] {
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

/** The citation, or a sentence that says why it was dropped. */
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
  if (!/[\p{Alpha}\p{N}]/u.test(claim.quote)) {
    return place ? `Nothing is quoted from ${where}.` : "A citation names no passage and no quote.";
  }
  if (isTooThin(claim.quote)) return `The quote “${quote}” is too short to prove anything.`;
  const cited = passage ? await citeFrom([passage], claim.quote, book) : null;
  const found =
    cited ??
    (id && place ? await citeFrom(await book.page(id), claim.quote, book) : null) ??
    (await citeFrom(await seenFirstFrom(id, book), claim.quote, book));
  return found ?? `The quote “${quote}” is not ${place ? "on" : "in"} ${where}.`;
}

/** The passages that were shown, with those of the same document first. */
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

/** "page 12 of report.pdf"; null if there is no such document. */
async function placeOf(id: EvidenceId, book: EvidenceCache): Promise<string | null> {
  const place = parseEvidenceId(id);
  const document = place && (await book.document(place.document));
  return document && place
    ? `${countedAs(document.pageUnit)} ${place.page} of ${onOneLine(document.path, 200)}`
    : null;
}

function evidenceIn(text: string): EvidenceId | null {
  const id = /d\d+\.p\d+\.s\d+/.exec(text.slice(0, 200))?.[0] ?? "";
  return parseEvidenceId(id) ? (id as EvidenceId) : null;
}

/** The id of a calculation, such as "c1", used in place of a passage's id. */
function calculationIn(text: string): string | null {
  return (
    /^[\s[({<]*(c\d{1,6}|q\d{1,6}(?:\.r\d{1,6}(?:\.c\d{1,6})?)?)[\s\])}>.,]*$/.exec(
      text.slice(0, 200),
    )?.[1] ?? null
  );
}

/** A short quote for a message: one line without invisible characters. */
function excerpt(quote: string): string {
  const line = quote
    .slice(0, 400)
    .replace(/[\s\p{C}]+/gu, " ")
    .trim();
  const characters = [...line];
  return characters.length > 60 ? `${characters.slice(0, 59).join("").trimEnd()}…` : line;
}

/** Maximum number of tokens of a repair request, estimated. */
const longest = 150;

/** How to repair the answer; mentions the calculator only if it can still be called. */
function adviceFor(callsLeft: number): string {
  const numbers =
    callsLeft > 0 ? "use calculate for computed numbers" : "drop numbers that no passage states";
  return `Copy each quote exactly from the text you were shown, ${numbers}, or drop the sentence. Then answer again.`;
}

/**
 * The request to repair an answer that could not be fully verified, in at most 150 tokens by
 * estimate; null if all was verified. `callsLeft` is the number of tool calls left.
 */
export function repairRequest(
  sentences: readonly AnswerSentence[],
  callsLeft: number,
): string | null {
  const failed = sentences.flatMap((sentence, index) =>
    sentence.supported ? [] : [`Sentence ${index + 1}: ${problemOf(sentence)}`],
  );
  if (failed.length === 0) return null;
  const advice = adviceFor(callsLeft);
  for (let shown = Math.min(failed.length, 12); shown > 0; shown--) {
    const left = failed.length - shown;
    const rest = left > 0 ? [`${left} more sentences failed.`] : [];
    const request = [...failed.slice(0, shown), ...rest, advice].join("\n");
    if (estimateTokens(request) <= longest) return request;
  }
  return `${failed.length} of ${sentences.length} sentences could not be verified.\n${advice}`;
}

function problemOf(sentence: AnswerSentence): string {
  const { citations, unsupportedNumbers, misplacedNumbers, dropped } = sentence;
  // Without citations no number can be supported; saying so as well would not help.
  if (citations.length === 0) return dropped[0] ?? "It cites nothing.";
  const [misplaced] = misplacedNumbers ?? [];
  if (misplaced) return misplacedText(misplaced);
  const numbers = unsupportedNumbers.slice(0, 3).map((number) => number.slice(0, 24));
  const are = unsupportedNumbers.length > 1 ? "are" : "is";
  return `${numbers.join(", ")} ${are} not in anything it cites.`;
}

/** The fault of a number, worded for a model; short, whatever the documents contain. */
function misplacedText({ kind, ...texts }: MisplacedNumber): string {
  const number = texts.number.slice(0, 24);
  const [stands, stated] = [texts.stands.slice(0, 60), texts.said.slice(0, 60)];
  switch (kind) {
    case "sign":
    case "scale":
      return `${number} is ${stands} there.`;
    case "unstated":
      return `${stands} is there, without a stated unit; the sentence says ${number}.`;
    case "company":
      return `${number} is in a document of ${stands}, and the sentence says ${stated}.`;
    case "unit":
      return `${number} is counted in ${stands}, and the sentence says ${stated}.`;
    default:
      return `${number} is in the ${kind} ${stands}, and the sentence says ${stated}.`;
  }
}
