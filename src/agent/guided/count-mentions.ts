import {
  type AnswerSentence,
  type Citation,
  citationOf,
  countedAs,
  type DocumentSummary,
  fileName,
  intersect,
  isOnePiece,
} from "../../core/index.js";
import type { DocumentMatchCount, GrepFindings, GrepHit } from "../../search/index.js";
import { sentenceByCode } from "../answer.js";
import type { Conclusion } from "../loop/loop.js";
import type { RunState } from "../loop/run-state.js";
import { counted } from "../reading/wording.js";
import { documentsFor } from "./named-documents.js";
import { understand } from "./understand.js";

/** A question about how often, or where, some words occur. */
export interface MentionQuestion {
  readonly term: string;
  /** The words that say where to look; empty for everywhere. */
  readonly where: string;
  /** Whether it asks for the documents that contain the words, rather than for each occurrence. */
  readonly asksDocuments: boolean;
}

const quoted = /["“„«'‘]\s{0,9}([^"”“»]{1,120}?)\s{0,9}["”“»'’](?!\p{Alpha})/u;
const mentions =
  "(?:mention|name|contain|include|say|use|cite|quote|refer(?:s|red|ring)? to|speak|talk about)(?:s|ed|d|ing)?";
const isThere =
  "(?:appear|occur|mentioned|used|named|cited|found|there|said|written|contained|included|referred to|come up|show up|stand)";
const howOften = "(?:how (?:many times|often|frequently)|(?:what is )?the number of times)";
const noun = "(?:mentions?|occurrences?|instances?|appearances?|uses?)";
const places =
  "(?:documents?|files?|reports?|filings?|pages?|places?|passages?|sentences?|lines?|papers?|letters?|emails?|mails?)";

/** Question forms, each with the groups that capture the words to count and where to look. */
const forms: readonly (readonly [form: RegExp, term: number, where: number])[] = [
  // "How many times is X mentioned in Y", "how often does the word X appear in Y"
  [
    new RegExp(
      `^${howOften} (?:is|are|was|were|do|does|did|has|have) (.+?) (?:been )?${isThere}(?:s|ed)?\\b(.*)$`,
      "ius",
    ),
    1,
    2,
  ],
  // "How many times does Y mention X"
  [new RegExp(`^${howOften} (?:do|does|did|is|are|has|have) (.+?) ${mentions} (.+)$`, "ius"), 2, 1],
  // "How many mentions of X are there in Y", "find all occurrences of X"
  [
    new RegExp(
      `^(?:how many|(?:please )?(?:list|find|show|count|name|give)(?: me)? (?:every|all|each|the)?(?: the)?) ?(?:number of )?${noun} of (.+?)(?:\\s{1,9}(?:are|is) there\\b(.*))?$`,
      "ius",
    ),
    1,
    2,
  ],
  // "Which documents mention X", "list every page that contains X"
  [
    new RegExp(
      `^(?:which|what|how many|(?:please )?(?:list|find|show|count|name|give)(?: me)? (?:every|all|each)(?: the| of the)?) ${places} (?:(?:that|which|where) )?(?:do |does )?${mentions} (.+?)$`,
      "iu",
    ),
    1,
    0,
  ],
];

/** Where to look, if stated after the words to count. */
const behind =
  /\s{1,9}(?:anywhere\s{1,9})?(?:in|across|throughout|within|among|of)\s{1,9}((?:the|this|these|those|all|any|my|our|every|each)\b.*|[^\s]{1,120}\.\p{Alpha}{2,5}\b.*|\p{Uppercase}.*)$/su;

/**
 * Recognises a question about how often, or where, some words occur, such as "How many times is
 * “recall” mentioned?"; null for any other. Only English questions are recognised.
 */
export function mentionQuestion(question: string): MentionQuestion | null {
  const text = question
    .replace(/\s+/gu, " ")
    .replace(/(?<![?.!\s])[?.!\s]+$/u, "")
    .trim();
  for (const [form, termAt, whereAt] of forms) {
    const match = form.exec(text);
    if (!match) continue;
    const phrase = match[termAt] ?? "";
    const [whole = "", inQuotes] = quoted.exec(phrase) ?? [];
    const tail = inQuotes === undefined ? (behind.exec(phrase) ?? []) : [];
    const where = [whereAt === 0 ? "" : (match[whereAt] ?? ""), tail[1] ?? ""];
    if (inQuotes !== undefined) where.push(phrase.slice(phrase.indexOf(whole) + whole.length));
    const bare = inQuotes ?? phrase.slice(0, phrase.length - (tail[0]?.length ?? 0));
    const term = bare
      .replace(/^(?:the )?(?:words?|terms?|phrases?|names?|expressions?)\s+/iu, "")
      .replace(/^(?:the|an?)\s+(?=\p{Lowercase})/u, "")
      .trim();
    // A long clause is not meant word for word.
    if (term === "" || (inQuotes === undefined && term.split(" ").length > longestTerm))
      return null;
    const asksDocuments =
      /^(?:which|what|how many) (?:documents?|files?|reports?|filings?|papers?|letters?|e?mails?)/iu.test(
        text,
      );
    return { term, where: where.join(" ").trim(), asksDocuments };
  }
  return null;
}

/** Maximum number of words without quotation marks that may be meant literally. */
const longestTerm = 5;
/** Lines to fetch at once. Beyond that, documents without a line among them are searched again. */
const maxLines = 2000;
const deadline = 60_000;
/** Maximum number of documents that get a sentence each; the others are only counted. */
const maxDocuments = 20;
const maxCitations = 4;
const maxPages = 8;

/**
 * Counts some words in all documents in scope, or in those that the question names, and reports
 * where they occur. Code counts, so no model is asked. Throws the signal's reason.
 */
export async function countMentions(asked: MentionQuestion, state: RunState): Promise<Conclusion> {
  const { reader, signal } = state;
  const documents = await scopeOf(asked.where, state);
  const options = {
    fixed: true,
    ignoreCase: true,
    wholeWord: true,
    documents: documents.map(({ id }) => id),
    deadline,
    signal,
  };
  const findings = await reader.grep(asked.term, { ...options, limit: maxLines });
  const { matches, documents: holders, hits, coverage, stopped } = findings;
  const notes = [
    ...(coverage.pagesWithoutText > 0
      ? [`${counted(coverage.pagesWithoutText, "page")} without text could not be read`]
      : []),
    ...(stopped ? [`only pages up to ${stopped.pages.from} of ${stopped.path} were counted`] : []),
  ];
  const note = notes.length === 0 ? "" : ` (${notes.join("; ")})`;
  const among =
    documents.length === 1 ? (documents[0]?.path ?? "") : `${documents.length} documents`;
  state.tellCall({
    tool: "grep",
    arguments: { patterns: [asked.term] },
    description: `Looked for every “${asked.term}”`,
    text: holders.map(({ path, matches: count }) => `${path}: ${count}`).join("\n"),
    evidence: hits.flatMap(({ id }) => id ?? []).slice(0, maxDocuments),
    summary:
      matches === 0
        ? "Nothing found"
        : `${counted(matches, "time")} in ${counted(holders.length, "document")}`,
  });
  if (matches === 0) {
    const missing = `“${asked.term}” does not occur in ${among} as whole words, in upper or lower case${note}`;
    return { enough: false, missing, sentences: [] };
  }
  const sentences: AnswerSentence[] = [];
  for (const holder of holders.slice(0, maxDocuments)) {
    let documentHits = hits.filter(({ document }) => document === holder.document);
    if (documentHits.length === 0) {
      const narrow = { ...options, documents: [holder.document], limit: maxCitations };
      documentHits = [...(await reader.grep(asked.term, narrow)).hits];
    }
    const document = documents.find(({ id }) => id === holder.document);
    const cited = await citationsOf(documentHits, state);
    sentences.push({ ...sentenceByCode(holderText(holder, document), cited), ownLine: true });
  }
  const cited = await citationsOf(firstOfEach(hits), state);
  const head = sentenceByCode(
    `${totalText(asked, findings, documents)}${note}${unlistedText(holders)}.`,
    cited,
  );
  return { enough: true, missing: "", sentences: [head, ...sentences] };
}

/** How often the words occur in all documents, and how they were counted. */
function totalText(
  { term, asksDocuments }: MentionQuestion,
  { matches, documents: holders }: Pick<GrepFindings, "matches" | "documents">,
  documents: readonly DocumentSummary[],
): string {
  const times = counted(matches, "time");
  const share = `${holders.length} of ${counted(documents.length, "document")}`;
  const [first] = documents;
  const total = asksDocuments
    ? `${share} ${holders.length === 1 ? "has" : "have"} “${term}”, ${times} in all`
    : `“${term}” occurs ${times}, in ${documents.length === 1 && first ? first.path : share}`;
  return `${total}, counted as whole words, in upper or lower case`;
}

/** How often the words occur in the documents that get no sentence; empty if there are none. */
function unlistedText(holders: readonly DocumentMatchCount[]): string {
  const left = holders.slice(maxDocuments);
  if (left.length === 0) return "";
  const matches = left.reduce((sum, one) => sum + one.matches, 0);
  return `; ${counted(left.length, "more document")} with ${counted(matches, "time")} of it are not listed`;
}

/** The documents that a question says to look in; all if it names none. */
async function scopeOf(
  where: string,
  { documents, reader, signal }: RunState,
): Promise<readonly DocumentSummary[]> {
  if (where === "") return documents;
  const lowered = where.toLowerCase();
  const named = documents.filter(({ path }) => lowered.includes(fileName(path).toLowerCase()));
  return named.length > 0
    ? named
    : await documentsFor(understand(where), documents, reader, signal);
}

function holderText(
  { path, matches, pages }: DocumentMatchCount,
  document: DocumentSummary | undefined,
): string {
  const isWhole = document !== undefined && isOnePiece(document.pageUnit, document.pages.total);
  if (pages.length === 0 || isWhole) return `${path}: ${counted(matches, "time")}.`;
  const word = countedAs(document?.pageUnit ?? "page");
  const listed = pages.slice(0, maxPages).map(({ page }) => page);
  const more = pages.length - listed.length;
  const where = `${word}${pages.length === 1 ? "" : "s"} ${listed.join(", ")}${more > 0 ? ` and ${more} more` : ""}`;
  return `${path}: ${counted(matches, "time")}, ${where}.`;
}

function firstOfEach(hits: readonly GrepHit[]): GrepHit[] {
  return hits.filter(
    ({ document }, index) => hits.findIndex((hit) => hit.document === document) === index,
  );
}

/** Citations of lines, one per page. */
async function citationsOf(
  hits: readonly GrepHit[],
  { documents, reader, signal }: RunState,
): Promise<Citation[]> {
  const places = hits
    .flatMap(({ id, document, page, span }) => (id === null ? [] : [{ id, document, page, span }]))
    .filter(
      ({ document, page }, index, all) =>
        all.findIndex((one) => one.document === document && one.page === page) === index,
    )
    .slice(0, maxCitations);
  const passages = await reader.passagesById(
    places.map(({ id }) => id),
    { signal },
  );
  return places.flatMap(({ document: owner, span }, index) => {
    const passage = passages[index];
    const document = documents.find(({ id }) => id === owner);
    const line = passage && intersect(span, passage.span);
    if (!passage || !document || !line) return [];
    const { start } = passage.span;
    return [citationOf(passage, { start: line.start - start, end: line.end - start }, document)];
  });
}
