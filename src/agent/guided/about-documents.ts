import {
  type AnswerSentence,
  answerUnits,
  type Citation,
  citationOf,
  countedAs,
  type DocumentSummary,
  documentDay,
  fileName,
  fold,
  type OutlineEntry,
  oneLine,
  type PassageText,
  type Span,
  type UnsaidFact,
} from "../../core/index.js";
import { bareQuestion, datesIn, numbersIn } from "../../figures/index.js";
import { sentenceByCode } from "../answer.js";
import type { Conclusion } from "../loop/loop.js";
import type { RunState } from "../loop/run-state.js";
import {
  type DocumentAspect,
  type DocumentExtreme,
  type DocumentFilter,
  documentExtreme,
  documentFilter,
  documentQuestion,
  documentsMeant,
  namesDocument,
} from "./document-question.js";
import { type DocumentRank, DocumentSentences } from "./document-sentences.js";

/** Maximum number of documents that one answer describes. */
const mostDocuments = 8;

/** Maximum number of documents whose first pages are read to find their type. */
const mostRead = 200;

/**
 * Answers a question about documents themselves from their properties, their first pages and, for
 * an overview, their headings. Reports that the fact is missing if a document is certainly meant
 * but does not state it. Null for any other question, if it is not clear that a document is meant,
 * and if nothing is known. Throws the signal's reason.
 *
 * @param withModel whether there is a model, which summarises better
 */
export async function aboutDocuments(
  question: string,
  state: RunState,
  withModel: boolean,
): Promise<Conclusion | UnsaidFact | null> {
  const { documents } = state;
  const words = new DocumentSentences(bareQuestion(question));
  const sentences = await amongDocuments(question, words, state);
  if (sentences) return answered(sentences, state);
  const asked = documentQuestion(question);
  if (!asked) return null;
  const { aspect } = asked;
  // "The date" alone is that of the only document, as in a grid.
  const which = asked.which === "" && documents.length === 1 ? "this document" : asked.which;
  if (aspect === "documents") return answered(listOf(documents, words), state);
  if (aspect === "overview" && withModel) return null;
  if (aspect !== "overview" && aspect !== "pages" && !namesDocument(which)) return null;
  const meant = documentsMeant(which, documents);
  if (meant.length === 0 || meant.length > mostDocuments) return null;
  const known: AnswerSentence[] = [];
  let unsaid: UnsaidFact | null = null;
  for (const document of meant) {
    const first = await firstPages(document, state);
    const opening = first.find(({ page }) => page === 1);
    const whole = opening ? [wholeOf(opening, document)] : [];
    if (aspect === "overview") {
      known.push(
        line(words.say.overview(nameOf(document), factsOf(document, words)), whole),
        ...(await overviewOf(document, first, words, state)),
      );
      continue;
    }
    const stated =
      factIn(aspect, document, first, words) ??
      (aspect === "author" ? authorAtEnd(document, await lastPage(document, state), words) : null);
    // A file may have been made long after what it says was written.
    const property = stated && aspect === "made" ? null : factOf(aspect, document, words);
    if (stated !== null) known.push(stated);
    if (property !== null) known.push(line(property, whole));
    else if (stated !== null) continue;
    else if (opening && (aspect === "author" || aspect === "made" || aspect === "changed")) {
      const { id, path } = document;
      const missing = aspect === "author" ? "author" : "day";
      unsaid = { kind: "unsaid", fact: missing, document: id, path, evidence: opening.id };
    }
  }
  if (known.length > 0) return answered(known, state);
  return meant.length === 1 ? unsaid : null;
}

function firstPages(
  { id }: DocumentSummary,
  { reader, signal }: RunState,
): Promise<readonly PassageText[]> {
  return reader.passages(id, { pages: { from: 1, to: 2 }, signal });
}

function lastPage(
  { id, pages }: DocumentSummary,
  { reader, signal }: RunState,
): Promise<readonly PassageText[]> {
  return reader.passages(id, { pages: { from: pages.total, to: pages.total }, signal });
}

function answered(sentences: readonly AnswerSentence[], state: RunState): Conclusion {
  state.tried.push("Looked at the properties of the documents");
  return { enough: true, missing: "", sentences };
}

/** Maximum number of documents in a list; the others are only counted. */
const mostListed = 100;

/** A note for the head of a list of only the first documents; empty if it contains all. */
function sayingFirst({ length }: readonly unknown[], { say }: DocumentSentences): string {
  return length > mostListed ? say.firstListed(mostListed) : "";
}

function listOf(
  documents: readonly DocumentSummary[],
  words: DocumentSentences,
): readonly AnswerSentence[] {
  const head = `${words.counted(documents.length, "document")}${sayingFirst(documents, words)}${words.say.colon}`;
  return [
    line(head, []),
    ...documents.slice(0, mostListed).map((document) => line(summaryLine(document, words), [])),
  ];
}

/** Answers which documents are of a kind, or the longest or newest; null for other questions. */
async function amongDocuments(
  question: string,
  words: DocumentSentences,
  state: RunState,
): Promise<readonly AnswerSentence[] | null> {
  const { documents } = state;
  const extreme = documentExtreme(question);
  if (extreme) return await extremeOf(extreme, words, state);
  const filter = documentFilter(question);
  if (!filter) return null;
  const reads = filter.by === "type";
  if (reads && documents.length > mostRead) return null;
  const found: AnswerSentence[] = [];
  for (const document of documents) {
    const first = reads ? await firstPages(document, state) : [];
    if (!isOfKind(filter, document, first)) continue;
    const [opening] = first;
    found.push(line(summaryLine(document, words), opening ? [wholeOf(opening, document)] : []));
  }
  if (found.length === 0) {
    if (filter.by !== "format") return null;
    const names = filter.formats.map((format) => format.toUpperCase()).join(", ");
    const isOne = documents.length === 1;
    return [
      line(words.say.noneOfFormat(words.counted(documents.length, "document"), isOne, names), []),
    ];
  }
  const how = filter.by === "format" ? "" : words.say.foundBy[filter.by];
  const all = words.counted(documents.length, "document");
  const head = `${words.say.ofDocuments(String(found.length), all)}${how}${sayingFirst(found, words)}${words.say.colon}`;
  return [line(head, []), ...found.slice(0, mostListed)];
}

/** Maximum characters of a first line that may name the type of its document. */
const longestFirstLine = 120;

function isOfKind(
  filter: DocumentFilter,
  document: DocumentSummary,
  first: readonly PassageText[],
): boolean {
  switch (filter.by) {
    case "format":
      return filter.formats.includes(document.format);
    case "author": {
      const author = fold(authorOf(document) ?? "");
      return author !== "" && author.includes(fold(filter.name));
    }
    case "type": {
      const [firstLine = ""] = (first[0]?.text ?? "").trimStart().split("\n", 1);
      const { path, heading = "", metadata } = document;
      const begins = firstLine.length <= longestFirstLine ? firstLine : "";
      const names = [fileName(path).replace(/_/gu, " "), metadata.title ?? "", heading, begins];
      return names.some((name) => filter.type.says.test(name));
    }
  }
}

/** The longest, shortest, newest or oldest documents; null if they cannot be compared. */
async function extremeOf(
  { by, way }: DocumentExtreme,
  words: DocumentSentences,
  state: RunState,
): Promise<readonly AnswerSentence[] | null> {
  const { documents } = state;
  const byPages = by === "pages" || (by === "length" && documents.every(isPaged));
  const compared = documents.filter((document) =>
    by === "day" ? documentDay(document.metadata) !== null : !byPages || isPaged(document),
  );
  const sizeOf = (document: DocumentSummary): string | number =>
    by === "day"
      ? (documentDay(document.metadata)?.day ?? "")
      : byPages
        ? document.pages.total
        : document.words;
  const sorted = compared.toSorted((a, b) => {
    const [one, other] = [sizeOf(a), sizeOf(b)];
    const order = one < other ? -1 : one > other ? 1 : 0;
    return way === "highest" ? -order : order;
  });
  const [first] = sorted;
  if (!first || sorted.length < 2) return null;
  const best = sorted.filter((document) => sizeOf(document) === sizeOf(first));
  if (best.length > mostDocuments) return null;
  const longest: DocumentRank = way === "highest" ? "longest" : "shortest";
  const newest: DocumentRank = way === "highest" ? "newest" : "oldest";
  const rank = words.say.ranks[by === "day" ? newest : longest];
  const left = documents.length - compared.length;
  const lacking = by === "day" ? "day" : "pages";
  const aside = left > 0 ? ` (${words.say.leftOut(words.counted(left, "document"), lacking)})` : "";
  const all = words.counted(compared.length, "document");
  const sentences: AnswerSentence[] = [];
  for (const document of best) {
    const size = by === "day" ? datedWords(document, words) : extentOf(document, byPages, words);
    const [opening] = await firstPages(document, state);
    sentences.push(
      line(
        `${words.say.ranked(document.path, rank, best.length, all)}${aside}${words.say.colon} ${size}.`,
        opening ? [wholeOf(opening, document)] : [],
      ),
    );
  }
  return sentences;
}

/** Whether a document has pages, slides or sheets, and not only parts that mean nothing. */
function isPaged({ pageUnit }: DocumentSummary): boolean {
  return countedAs(pageUnit) !== "part";
}

/** "12 pages", or the number of words. */
function extentOf(
  { pages, pageUnit, words: count }: DocumentSummary,
  byPages: boolean,
  words: DocumentSentences,
): string {
  return byPages ? words.counted(pages.total, countedAs(pageUnit)) : words.counted(count, "word");
}

/** "dated Mar 1, 2024"; empty if a document has no day. */
function datedWords({ metadata }: DocumentSummary, words: DocumentSentences): string {
  const day = documentDay(metadata);
  return day === null ? "" : words.say.dated(words.day(day), day.from);
}

/** "Annual report (report.pdf)". */
function nameOf({ path, metadata }: DocumentSummary): string {
  const title = oneLine(metadata.title ?? "", 120);
  return title === "" ? path : `${title} (${path})`;
}

/** "12 pages, by Ada Lovelace, dated Mar 1, 2024". */
function factsOf(document: DocumentSummary, words: DocumentSentences): string {
  const author = authorOf(document);
  return [
    extentOf(document, isPaged(document), words),
    author === null ? "" : words.say.by(author),
    datedWords(document, words),
  ]
    .filter((fact) => fact !== "")
    .join(", ");
}

/** "Annual report (report.pdf): 12 pages, by Ada Lovelace, dated Mar 1, 2024." */
function summaryLine(document: DocumentSummary, words: DocumentSentences): string {
  return `${nameOf(document)}${words.say.colon} ${factsOf(document, words)}.`;
}

type Fact = Exclude<DocumentAspect, "documents" | "overview">;

/** The fact in a document's properties; null if they do not contain it. */
function factOf(aspect: Fact, document: DocumentSummary, words: DocumentSentences): string | null {
  const { path, metadata, heading } = document;
  const { say } = words;
  switch (aspect) {
    case "pages":
      return isPaged(document)
        ? say.has(path, extentOf(document, true, words))
        : say.hasNoPages(path, extentOf(document, false, words));
    case "author": {
      const author = authorOf(document);
      return author === null ? null : say.author(path, author);
    }
    case "changed": {
      const day = documentDay(metadata);
      return day === null ? null : say.changed(path, words.day(day), day.from);
    }
    case "made": {
      const made = documentDay({ created: metadata.created, modified: null });
      if (made) return say.made(path, words.day(made));
      const changed = documentDay({ created: null, modified: metadata.modified });
      return changed && say.changedOnly(path, words.day(changed));
    }
    case "title": {
      const title = oneLine(metadata.title ?? heading ?? "", 200);
      return title === "" ? null : say.title(path, title);
    }
  }
}

/** Names of two or more words, of one or more people. */
const names =
  "\\p{Uppercase}[\\p{Alpha}\\p{M}.'’-]{0,30}(?:,? (?:(?:and|&|und|et|y|von|van|de|der) )?\\p{Uppercase}[\\p{Alpha}\\p{M}.'’-]{0,30}){1,8}";
/** A line that names the author of the text after it. */
const byline = new RegExp(
  `^(?:(?:(?:written|prepared|compiled|drafted|authored|edited) )?by|verfasst von|geschrieben von|von|par|écrit par|por|escrito por|(?:authors?|autor(?:in|en|es)?|auteure?s?|verfasser(?:in)?|written by|prepared by|minutes taken by) ?:) (${names})$`,
  "imu",
);
const person =
  "\\p{Uppercase}[\\p{Alpha}\\p{M}.’'-]*(?: \\p{Uppercase}[\\p{Alpha}\\p{M}.’'-]*){1,4}";
/** The beginning of a line or sentence that names the people who wrote a document. */
const writtenBy = new RegExp(
  `(?<=^|[.!?]\\s)(?:Text |This \\p{Alpha}{3,20} (?:was|is) )?(?:[Ww]ritten|[Pp]repared|[Cc]ompiled|[Dd]rafted|[Vv]erfasst|[Gg]eschrieben|[Rr]édigée?|[Éé]crite?|[Ee]scrit[oa]|[Rr]edactad[oa]) (?:by|von|par|por):? (${person}(?:(?:,| and| und| et| y) ${person})*)`,
  "mu",
);
/** An academic degree after a name; MD and MS are also states. */
const degree =
  "(?:Ph\\.?D|M\\.D|D\\.?Phil|Dr\\.?P\\.?H|Sc\\.?D|Ed\\.?D|M\\.?Sc|M\\.?P\\.?H|MBA)\\.?";
/** Lines with people and their degrees, as articles print their authors below the title. */
const degrees = new RegExp(
  `^${person}, ${degree}(?:, ${degree})*(?:\\n${person}, (?:${degree}|M[ADS]|RN)(?:, ${degree})*)*$`,
  "mu",
);
/** A line of several people. */
const people = new RegExp(
  `^(?!(?:Mr|Mrs|Ms|Herrn?|Frau|Mme|Sra?)\\.? )${person}(?:, ${person}){0,20},? (?:and|&|und|et|y) (?:${person}|others|colleagues)$`,
  "u",
);
/** Words below the authors of a paper. */
const ofPaper =
  /(?<![a-zß-ɏḀ-ỿ])(?:abstract|published|university|institute|department|universität|université|universidad)(?![a-zß-ɏḀ-ỿ])/iu;

/** The line of people right below the title of a paper; null if there is none. */
function peopleBelowTitle(text: string): RegExpExecArray | null {
  const [title = "", second = ""] = text.split(/\n+/u, 2);
  const index = text.indexOf(second, title.length);
  const found = people.exec(second);
  if (!found || index < 0 || !ofPaper.test(text.slice(index))) return null;
  return Object.assign(found, { index });
}

/** A sentence that says who wrote the document that contains it. */
const selfWritten =
  /(?<![a-zß-ɏḀ-ỿ])this (?:\p{Alpha}{3,20} ){1,2}(?:was|is|has been) (?:written|prepared|compiled|drafted|authored) by ([^.,;]{2,80}?)(?= (?:as|for|in|on|and is|at) |[.,;])/iu;
const sender = new RegExp(`^(?:from|von|de) ?: (${names})(?: ?[<(].*)?$`, "imu");
const recipient = /^(?:to|subject|an|betreff|à|objet|para|asunto|date|sent|datum|fecha) ?:/imu;
/** Number of characters at the beginning of a page that may contain a byline. */
const beforeText = 1000;

/** The fact in the first pages of a document; null if they do not state it. */
function factIn(
  aspect: Fact,
  document: DocumentSummary,
  first: readonly PassageText[],
  words: DocumentSentences,
): AnswerSentence | null {
  const beginning = first.filter(({ page, span }) => page <= 1 && span.start < beforeText);
  if (aspect === "author") return authorAtBeginning(document, beginning, words);
  const [opening] = beginning;
  return aspect === "made" && opening ? dayLine(document, opening, words) : null;
}

function authorAtBeginning(
  document: DocumentSummary,
  beginning: readonly PassageText[],
  words: DocumentSentences,
): AnswerSentence | null {
  for (const passage of beginning) {
    const begins = passage.text.slice(0, beforeText);
    const found =
      writtenBy.exec(begins) ??
      byline.exec(begins) ??
      selfWritten.exec(begins) ??
      degrees.exec(begins) ??
      peopleBelowTitle(begins) ??
      (recipient.test(begins) ? sender.exec(begins) : null);
    if (found) return authorLine({ document, passage, found, where: "beginning", words });
  }
  return null;
}

/** Number of lines at the beginning of a document that may date it. */
const datingLines = 12;
const longestDatingLine = 100;
/** What may precede the day that dates a document, besides a place: "Bern, Monday, 4 May 2026". */
const beforeDay =
  /^(?:\p{Alpha}[\p{Alpha}.’'-]{1,30}(?: \p{Alpha}[\p{Alpha}.’'-]{1,30}){0,2}, )?(?:(?:dated?|datum|fecha|le|den|on|am)[ :]{1,3})?(?:\p{Alpha}{4,10},? (?:the |le |den )?)?$/iu;
/** Kinds of documents and events that a line with a day may name. */
const dated =
  /(?<![a-zß-ɏḀ-ỿ])(?:minutes|meeting|agenda|letter|memo(?:randum)?|report|notes|invoice|quotation|statement|protokoll|sitzung|brief|rechnung|bericht|angebot|compte rendu|procès-verbal|réunion|lettre|facture|rapport|acta|reunión|carta|factura|informe)(?![a-zß-ɏḀ-ỿ])/iu;
/** The words before the day in the first sentence of a contract. */
const madeOn =
  /(?<![a-zß-ɏḀ-ỿ])(?:made|dated|entered into|signed|executed|effective)(?: (?:as of|on))?(?: this)? $/iu;

/** The day that the first lines of a document give it; null if they give none. */
function dayLine(
  document: DocumentSummary,
  passage: PassageText,
  { say }: DocumentSentences,
): AnswerSentence | null {
  let start = 0;
  const begins = passage.text.slice(0, beforeText);
  for (const text of begins.split("\n").slice(0, datingLines)) {
    const day = datingDay(text);
    const span = { start, end: start + text.length };
    if (day !== null) {
      const sentence = say.dayGiven(document.path, day, oneLine(text, 200));
      return line(sentence, [citationOf(passage, span, document)]);
    }
    start = span.end + 1;
  }
  return null;
}

/** The only day on a line that dates its document, with its year; null for other lines. */
function datingDay(text: string): string | null {
  const [day, other] = datesIn(text);
  if (!day || other) return null;
  const [year = ""] = /^,? ?(?:19|20)\d\d(?!\d)/u.exec(text.slice(day.end)) ?? [];
  if (year === "" && day.year === null) return null;
  const before = text.slice(0, day.start);
  const isAlone =
    beforeDay.test(before) && /^[.,]? {0,9}$/u.test(text.slice(day.end + year.length));
  const isDated = text.length <= longestDatingLine && (isAlone || dated.test(text));
  return isDated || madeOn.test(before) ? `${day.text}${year}` : null;
}

/** The author named in the last lines of a document; null if there is none. */
function authorAtEnd(
  document: DocumentSummary,
  last: readonly PassageText[],
  words: DocumentSentences,
): AnswerSentence | null {
  const passage = last.at(-1);
  const found = passage && writtenBy.exec(passage.text);
  return found ? authorLine({ document, passage, found, where: "end", words }) : null;
}

/** Where a document names its author. */
interface FoundAuthor {
  readonly document: DocumentSummary;
  readonly passage: PassageText;
  readonly found: RegExpExecArray;
  readonly where: "beginning" | "end";
  readonly words: DocumentSentences;
}

function authorLine({ document, passage, found, where, words }: FoundAuthor): AnswerSentence {
  const { index, 0: text, 1: name } = found;
  const span = { start: index, end: index + text.length };
  const author = oneLine(name ?? text.replaceAll("\n", "; "), 100);
  return line(words.say.authorGiven(document.path, author, where, oneLine(text, 200)), [
    citationOf(passage, span, document),
  ]);
}

/** Verbs with which a text may state its author. */
const authorship =
  /(?<![a-zß-ɏḀ-ỿ])(?:written|wrote|authored?s?|prepared|drafted|compiled|verfasst|geschrieben|autor(?:in|en)?|auteure?s?|écrit|rédigé|escrit[oa]|redactad[oa])(?![a-zß-ɏḀ-ỿ])/iu;

/** Whether a text may state a fact that the properties of its document lack. */
export function saysFact(fact: UnsaidFact["fact"], text: string): boolean {
  if (fact === "author") return authorship.test(text);
  return numbersIn(text).some(({ kind }) => kind === "date" || kind === "year");
}

/** Names of programs, which fill in the author field if no person does. */
const program = /(?:software|acrobat|word|writer|filer|office|tex\b|scanner|https?:)/iu;

function authorOf({ metadata: { author } }: DocumentSummary): string | null {
  const name = oneLine(author ?? "", 120);
  return name === "" || program.test(name) ? null : name;
}

/** Maximum number of headings in an overview, and of sentences from the beginning. */
const mostHeadings = 10;
const firstSentences = 2;
const longestSentence = 300;
/** Shorter units are titles, names and numbers. */
const shortestSentence = 40;

/**
 * A document's first sentences, and the first sentence under each of its main headings.
 *
 * @param first the passages of its first pages
 */
async function overviewOf(
  document: DocumentSummary,
  first: readonly PassageText[],
  words: DocumentSentences,
  { reader, signal }: RunState,
): Promise<readonly AnswerSentence[]> {
  const sentences: AnswerSentence[] = [];
  const beginning = first
    .flatMap((passage) => unitsOf(passage).map((unit) => ({ passage, unit })))
    .filter(({ passage, unit }) => !isTitleOf(document, textOf(passage, unit)))
    .slice(0, firstSentences);
  for (const { passage, unit } of beginning) {
    sentences.push(line(textOf(passage, unit), [citationOf(passage, unit, document)]));
  }
  const outline = await reader.outline(document.id, { signal });
  const top = Math.min(...outline.slice(1).map(({ level }) => level));
  const main = outline.filter(
    ({ level }, index) => level === top || (index > 0 && outline.length <= mostHeadings),
  );
  for (const [at, heading] of main.slice(0, mostHeadings).entries()) {
    const next = main[at + 1];
    const pages = { from: heading.page, to: Math.min(heading.lastPage, heading.page + 1) };
    const under = (await reader.passages(document.id, { pages, signal })).flatMap((passage) =>
      unitsOf(passage).map((unit) => ({ passage, unit })),
    );
    const found = under.find(
      ({ passage, unit }) =>
        isBehind(passage, unit, heading) &&
        !(next && isBehind(passage, unit, next)) &&
        !beginning.some(
          (shown) => shown.passage.id === passage.id && shown.unit.start === unit.start,
        ),
    );
    if (!found) continue;
    const { passage, unit } = found;
    const name = oneLine(heading.text, 120).replace(/(?<![.:\s])[.:\s]+$/u, "");
    const cited = citationOf(passage, unit, document);
    sentences.push(line(`${name}: ${textOf(passage, unit)}`, [cited]));
  }
  const more = main.length - mostHeadings;
  return more > 0
    ? [...sentences, line(words.say.moreHeadings(words.counted(more, "heading"), more === 1), [])]
    : sentences;
}

/** True if a text is only the title of a document, which its overview begins with. */
function isTitleOf({ metadata, heading }: DocumentSummary, text: string): boolean {
  const titles = [metadata.title ?? "", heading ?? ""].map((title) => fold(oneLine(title, 300)));
  return titles.includes(fold(text));
}

/** True if a sentence comes after a heading, on the same page or a later one. */
function isBehind(passage: PassageText, unit: Span, { page, span }: OutlineEntry): boolean {
  if (passage.page !== page) return passage.page > page;
  return span === null || passage.span.start + unit.start >= span.end;
}

/** The complete sentences of a passage, without those that are too short or too long. */
function unitsOf({ text }: PassageText) {
  return answerUnits(text).filter(
    ({ kind, start, end }) =>
      kind === "sentence" &&
      end - start >= shortestSentence &&
      end - start <= longestSentence &&
      /[.!?…。]["”»’)]?$/u.test(text.slice(start, end)),
  );
}

function textOf({ text }: PassageText, { start, end }: Span): string {
  return text.slice(start, end).replace(/\s+/gu, " ");
}

/** A passage cited by its first line, so that a click opens its document. */
function wholeOf(passage: PassageText, document: DocumentSummary): Citation {
  const [firstLine = ""] = passage.text.split("\n", 1);
  return citationOf(passage, { start: 0, end: firstLine.length }, document);
}

/** A sentence on a separate line. */
function line(text: string, citations: readonly Citation[]): AnswerSentence {
  return { ...sentenceByCode(text, citations), ownLine: true };
}
