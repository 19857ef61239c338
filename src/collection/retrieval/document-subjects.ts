import {
  countsOf,
  fold,
  isFunctionWord,
  isFunctionWordIn,
  type Language,
  legalForm,
  literalSource,
  oncePer,
} from "../../core/index.js";
import type { SearchedDocument } from "./take-hits.js";

/** Words of paths that are not company names: times, numbers, and kinds of reports and files. */
const plainPart =
  /^(?:\p{N}+|q[1-4]|[1-4]q|h[12]|[fc]y\d*|\d+-?[kq]|annual|quarterly|interim|reports?|forms?|filings?|statements?|results|earnings|dated?|final|draft|copy|version|v\d+|pdf|docx?|xlsx?|pptx?|html?|md|txt|csv)$/u;
/** A word that is only a company's legal form. */
export const legalWord: RegExp = new RegExp(`^${legalForm}$`, "iu");
/** The share of a file or folder name's words that a name must cover to be its subject. */
const subjectShare = 0.5;

type Described = SearchedDocument["document"];

/** The words of each part of a document's path that may name its subject. Cached. */
const namedParts = oncePer(({ path }: Described): readonly (readonly string[])[] =>
  fold(path)
    .split("/")
    .map((part) =>
      (part.match(/[\p{Alpha}\p{N}]+/gu) ?? []).filter(
        (word) => !plainPart.test(word) && !legalWord.test(word) && !isFunctionWord(word, "en"),
      ),
    ),
);

/** Languages whose question words and function words never count as names. */
const questionLanguages: readonly Language[] = ["en", "de", "fr", "es"];

export function isGrammar(word: string): boolean {
  return isFunctionWordIn(word, questionLanguages);
}

/** A capitalised word right before a name, which makes that name the end of a longer one. */
const nameBefore = /(?<![\p{Alpha}\p{M}])(?!The )\p{Uppercase}[\p{Alpha}\p{M}&.’'-]{0,40} $/u;
const longestWord = 40;

/** A name that documents may be about, parsed once for all of them. */
export interface SubjectName {
  readonly text: string;
  /** Its words in lower case, without function words. */
  readonly words: readonly string[];
  /** The words joined into one. */
  readonly whole: string;
}

/** Parses a name from a question. */
export function subjectName(text: string): SubjectName {
  const words = (fold(text).match(/[\p{Alpha}\p{N}]+/gu) ?? []).filter(
    (word) => word !== "s" && !isFunctionWord(word, "en"),
  );
  return { text, words, whole: words.join("") };
}

/** Whether a part of a document's path may begin with one of these names; a cheap first test. */
export function mayBeNamed(
  document: Described,
  names: readonly SubjectName[],
  common: ReadonlySet<string>,
): boolean {
  return namedParts(document).some((part) => {
    const first = part.find((word) => !common.has(word));
    return (
      first !== undefined && names.some(({ words, whole }) => first === whole || first === words[0])
    );
  });
}

/**
 * Returns a test of whether a document is about a name: the name begins a file or folder name and
 * makes up half of it, or it is on the first page. Words that nearly all paths contain do not
 * count.
 */
export function subjectTest(
  document: Described,
  opening: string,
  common: ReadonlySet<string>,
): (name: SubjectName) => boolean {
  const parts = namedParts(document).map((part) => part.filter((word) => !common.has(word)));
  return ({ text, words, whole }) => {
    const isSubject = parts.some((part) => {
      const isWhole = part[0] === whole || words.every((word, index) => part[index] === word);
      const count = part[0] === whole ? 1 : words.length;
      return isWhole && count >= subjectShare * part.length;
    });
    if (isSubject && words.length > 0) return true;
    if (opening === "") return false;
    const spaced = text.split(/\s+/u).map(literalSource).join("\\s+");
    const firm = new RegExp(
      `(?<!\\p{Alpha})${spaced}(?:\\.com)?(?!,\\s+(?:Company|Group|Holdings?)(?!\\p{Alpha})),?\\s+${legalForm}`,
      "giu",
    );
    return [...opening.matchAll(firm)].some(
      ({ index, 0: found }) =>
        !/^\p{Lowercase}/u.test(found) &&
        !nameBefore.test(opening.slice(Math.max(0, index - longestWord), index)),
    );
  };
}

/** Minimum number of documents; with fewer, a word in all names may be the subject of each. */
const fewDocuments = 4;

/** A word in the paths of more than this share of documents does not distinguish them. */
const commonShare = 0.8;

/** The words that nearly all documents have in their paths. Cached for each list of documents. */
export const commonWords: (documents: readonly SearchedDocument[]) => ReadonlySet<string> = oncePer(
  (documents: readonly SearchedDocument[]) => {
    if (documents.length < fewDocuments) return new Set();
    const holders = countsOf(
      documents.flatMap(({ document }) => [...new Set(namedParts(document).flat())]),
    );
    const common = [...holders].filter(([, count]) => count > commonShare * documents.length);
    return new Set(common.map(([word]) => word));
  },
);
