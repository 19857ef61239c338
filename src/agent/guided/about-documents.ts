import {
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
} from "../../core/index.js";
import { type AnswerSentence, sentenceByCode } from "../answer.js";
import type { Conclusion } from "../loop/loop.js";
import type { RunState } from "../loop/run-state.js";
import { counted } from "../reading/wording.js";

/**
 * What a question wants to know of documents as such:
 *
 * - `documents`: which there are.
 * - `pages`: how many pages one has.
 * - `author`: whom its properties name as its author.
 * - `day`: when it was last changed, or made.
 * - `overview`: what is in it, in short.
 */
export type DocumentAspect = "documents" | "pages" | "author" | "day" | "overview";

/** A question about documents as such. */
export interface DocumentQuestion {
  readonly asks: DocumentAspect;
  /** What it says of which document is meant; empty for all of them. */
  readonly which: string;
}

const pageWord =
  "(?:pages?|slides?|sheets?|seiten|folien|blätter|diapositives?|páginas?|diapositivas?)";
const documentWord =
  "(?:documents?|files?|pdfs?|papers?|dokumente?n?|dateien|fichiers?|documentos?|archivos?)";

/**
 * Ways to ask, in English, German, French and Spanish, each as a whole question. The group is what is
 * said of the document.
 */
const forms: readonly (readonly [asks: DocumentAspect, form: RegExp])[] = [
  [
    "documents",
    new RegExp(
      `^(?:(?:what|which|how many) ${documentWord} (?:do (?:i|we|you) have|have (?:i|we|you)(?: added| got)?|did (?:i|we) add|are (?:there|here|loaded))|(?:please )?(?:list|show|name)(?: me)? (?:all |all of )?(?:my|the|our|these)? ?${documentWord}|(?:welche|wie viele) ${documentWord} (?:habe ich|haben wir|hast du|gibt es|sind (?:da|hier))|(?:quels|combien de) ${documentWord} (?:ai-je|avons-nous|as-tu|avez-vous|y a-t-il)|(?:qué|que|cuántos|cuantos) ${documentWord} (?:tengo|tenemos|tienes|hay))(?: here| in here| hier| ici| aquí)?()$`,
      "iu",
    ),
  ],
  [
    "pages",
    new RegExp(
      `^(?:how many ${pageWord} (?:has|have|does|do|are(?: there)? in|is|are) (.+?)(?: have| got| contain)?|wie viele ${pageWord} (?:hat|haben|sind in|enthält) (.+)|combien de ${pageWord} (?:a|compte|contient|y a-t-il dans) (.+)|cuánt[oa]s ${pageWord} (?:tiene|hay en) (.+))$`,
      "iu",
    ),
  ],
  [
    "author",
    /^(?:who (?:wrote|authored|(?:is|was|are|were) the authors? of) (.+)|wer (?:hat|schrieb) (.+?)(?: geschrieben| verfasst)?|qui a (?:écrit|rédigé) (.+)|quién(?:es)? (?:escribió|escribieron) (.+))$/iu,
  ],
  [
    "day",
    /^(?:when (?:was|were) (.+?) (?:last )?(?:changed|modified|updated|saved|created|written)|wann wurde (.+?) (?:zuletzt )?(?:geändert|gespeichert|erstellt|geschrieben)|quand (.+?) a-t-(?:il|elle) été (?:modifiée?|créée?|écrite?)|cuándo se (?:modificó|cambió|creó|escribió) (.+))$/iu,
  ],
  [
    "overview",
    /^(?:(?:please )?(?:can|could|would) you )?(?:(?:please )?(?:summari[sz]e|sum up) (.+)|(?:please )?(?:(?:give|show) me )?(?:an? |the )?(?:(?:short|brief|quick) )?(?:summary|overview) of (.+)|what(?: is|'s|’s) (.+) (?:all )?about|(?:bitte )?fass(?:e|en sie)? (.+) zusammen|(?:eine? )?(?:kurze )?(?:zusammenfassung|übersicht) (?:von|über|zu) (.+)|worum geht es in (.+)|(?:résume[rz]?|fais un résumé de) (.+)|(?:un )?résumé (?:de |du )(.+)|de quoi parle (.+)|resume (.+)|(?:un )?resumen (?:de |del )(.+)|de qué trata (.+))$/iu,
  ],
];

/** Longer questions say more than what is asked of which document. */
const longestQuestion = 200;

/** Reads a question about documents as such, such as "How many pages has the annual report?"; null for any other. */
export function documentQuestion(question: string): DocumentQuestion | null {
  if (question.length > longestQuestion) return null;
  const text = question
    .replace(/\s+/gu, " ")
    .replace(/^[¿¡\s]+|(?<![?.!\s])[?.!\s]+$/gu, "")
    .trim();
  for (const [topic, form] of forms) {
    const found = form.exec(text);
    if (found)
      return { asks: topic, which: found.slice(1).find((group) => group !== undefined) ?? "" };
  }
  return null;
}

/** Words for a document that tell none from another, unless its name has them. */
const plainWords = new Set(
  "document documents file files pdf paper papers article report letter text one dokument datei bericht artikel brief fichier rapport texte documento archivo informe artículo texto carta".split(
    " ",
  ),
);
/** Small words between the others. Those of the language of a text take a dictionary, which is not needed here. */
const smallWords = new Set(
  "the this that these my our your its of in on for from by about with and to an is der die das den dem des dieses dieser diese ein eine mein meine von vom im zu über für le la les ce cet cette mon ma mes un une de du des en dans sur pour el los las este esta mi mis del sobre para".split(
    " ",
  ),
);
/** Words that say which of several is meant by being at hand. */
const pointing = /^(?:this|these|the|my|our|dies|der|die|das|mein|ce|cet|le|la|mon|est|el|mi)/iu;
/** What a document is called has this share of the words that say which is meant, at least. */
const leastShare = 0.6;
/** As many documents are told about in one answer. */
const mostDocuments = 8;

/**
 * The documents whose names or titles have the words that say which is meant, those with the most; one
 * that is alone needs no name. None where the words may as well be about something that documents tell
 * of: "the treaty" is no document because one of them mentions it.
 */
function documentsMeant(
  which: string,
  documents: readonly DocumentSummary[],
): readonly DocumentSummary[] {
  const words = (fold(which).match(/[\p{L}\p{N}]+/gu) ?? []).filter(
    (word) => word.length > 1 && !smallWords.has(word),
  );
  const telling = words.filter((word) => !plainWords.has(word));
  if (telling.length === 0) return documents.length === 1 && pointing.test(which) ? documents : [];
  const counts = documents.map((document) => {
    const names = nameWords(document);
    const held = telling.filter((word, at) => {
      const pairs = [`${telling[at - 1] ?? ""}${word}`, `${word}${telling[at + 1] ?? ""}`];
      return pairs.some((pair) => names.has(pair)) || [...names].some((name) => isForm(word, name));
    });
    // A word that is only a kind of document decides between those that have all the others.
    const kinds = words.filter((word) => plainWords.has(word) && names.has(word));
    return held.length + kinds.length / (words.length + 1);
  });
  const best = Math.max(...counts);
  if (Math.floor(best) < leastShare * telling.length) return [];
  return documents.filter((_, at) => counts[at] === best);
}

/** The words of a document's file name and title. */
function nameWords({ path, metadata: { title } }: DocumentSummary): ReadonlySet<string> {
  const name = fileName(path).replace(/\.[^.]*$/u, "");
  return new Set(fold(`${name} ${title ?? ""}`).match(/\p{L}+|\p{N}+/gu) ?? []);
}

/** Letters that an ending of a word has at most, and the rest at least. */
const longestEnding = 3;
const shortestStem = 4;

/** Whether two words are the same but for an ending: "search" and "searching". */
function isForm(one: string, other: string): boolean {
  const [short, long] = one.length < other.length ? [one, other] : [other, one];
  if (short === long) return true;
  const rest = long.length - short.length;
  return short.length >= shortestStem && rest <= longestEnding && long.startsWith(short);
}

/**
 * Answers a question about documents as such, from what is known of them and, for an overview, from
 * their first words and headings; null for any other question, where it is not clear that a document
 * is meant, and where nothing is known. Throws the signal's reason.
 *
 * @param withModel whether a model can be asked, which sums up better
 */
export async function aboutDocuments(
  question: string,
  state: RunState,
  withModel: boolean,
): Promise<Conclusion | null> {
  const asked = documentQuestion(question);
  if (!asked) return null;
  const { asks: topic, which } = asked;
  const { documents } = state;
  if (topic === "documents") return answered(listOf(documents), state);
  if (topic === "overview" && withModel) return null;
  const meant = documentsMeant(which, documents);
  if (meant.length === 0 || meant.length > mostDocuments) return null;
  const sentences: AnswerSentence[] = [];
  for (const document of meant) {
    const known =
      topic === "overview" ? `Overview of ${summaryLine(document)}` : factOf(topic, document);
    if (known === null) continue;
    const { reader, signal } = state;
    const first = await reader.passages(document.id, { pages: { from: 1, to: 2 }, signal });
    const opening = first.find(({ page }) => page === 1);
    sentences.push(line(known, opening ? [wholeOf(opening, document)] : []));
    if (topic === "overview") sentences.push(...(await overviewOf(document, first, state)));
  }
  return sentences.length === 0 ? null : answered(sentences, state);
}

function answered(sentences: readonly AnswerSentence[], state: RunState): Conclusion {
  state.tried.push("Looked at what is known of the documents");
  return { enough: true, missing: "", sentences };
}

/** Documents of a list that are named; the others are told by their number. */
const mostListed = 100;

function listOf(documents: readonly DocumentSummary[]): readonly AnswerSentence[] {
  const more = documents.length - mostListed;
  const rest = more > 0 ? `, of which the first ${mostListed} are` : "";
  return [
    line(`${counted(documents.length, "document")}${rest}:`, []),
    ...documents.slice(0, mostListed).map((document) => line(summaryLine(document), [])),
  ];
}

/** "Annual report (report.pdf): 12 pages, by Ada Lovelace, of 2024-03-01." */
function summaryLine(document: DocumentSummary): string {
  const { path, metadata, pages, pageUnit } = document;
  const title = oneLine(metadata.title ?? "", 120);
  const name = title === "" ? path : `${title} (${path})`;
  const author = authorOf(document);
  const day = documentDay(metadata)?.day;
  const parts = [
    counted(pages.total, countedAs(pageUnit)),
    ...(author === null ? [] : [`by ${author}`]),
    ...(day === undefined ? [] : [`of ${day}`]),
  ];
  return `${name}: ${parts.join(", ")}.`;
}

function factOf(topic: "pages" | "author" | "day", document: DocumentSummary): string | null {
  const { path, metadata, pages, pageUnit } = document;
  switch (topic) {
    case "pages":
      return `${path} has ${counted(pages.total, countedAs(pageUnit))}.`;
    case "author": {
      const author = authorOf(document);
      return author === null ? null : `The properties of ${path} name ${author} as its author.`;
    }
    case "day": {
      const day = documentDay(metadata);
      if (day === null) return null;
      return day.from === "document"
        ? `The properties of ${path} give ${day.day} as the day it was last changed.`
        : `The file ${path} was last changed on ${day.day}.`;
    }
  }
}

/** Names of programs, which stand where an author's name was left out. */
const program = /(?:software|acrobat|word|writer|filer|office|tex\b|scanner|https?:)/iu;

function authorOf({ metadata: { author } }: DocumentSummary): string | null {
  const name = oneLine(author ?? "", 120);
  return name === "" || program.test(name) ? null : name;
}

/** Headings that an overview names, and sentences that it takes from the beginning. */
const mostHeadings = 10;
const firstSentences = 2;
const longestSentence = 300;
/** Shorter units are titles, names and numbers. */
const shortestSentence = 40;

/**
 * How a document begins, and for each of its main headings its first sentence.
 *
 * @param first the passages of its first pages
 */
async function overviewOf(
  document: DocumentSummary,
  first: readonly PassageText[],
  { reader, signal }: RunState,
): Promise<readonly AnswerSentence[]> {
  const sentences: AnswerSentence[] = [];
  const beginning = first
    .flatMap((passage) => unitsOf(passage).map((unit) => ({ passage, unit })))
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
    ? [...sentences, line(`${counted(more, "more heading")} follow.`, [])]
    : sentences;
}

/** Whether a sentence comes after a heading: behind its place, or on a later page. */
function isBehind(passage: PassageText, unit: Span, { page, span }: OutlineEntry): boolean {
  if (passage.page !== page) return passage.page > page;
  return span === null || passage.span.start + unit.start >= span.end;
}

/** The sentences of a passage that say something. */
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

/** The beginning of a passage, by which its document is opened. */
function wholeOf(passage: PassageText, document: DocumentSummary): Citation {
  const [firstLine = ""] = passage.text.split("\n", 1);
  return citationOf(passage, { start: 0, end: firstLine.length }, document);
}

/** A sentence on a line of its own. */
function line(text: string, citations: readonly Citation[]): AnswerSentence {
  return { ...sentenceByCode(text, citations), ownLine: true };
}
