import { type DocumentSummary, fileName, literalSource } from "../../core/index.js";
import { namedFormula } from "../../figures/index.js";
import type { QuerySide } from "../../search/index.js";
import { asksLatest, byTime, timeOf } from "./named-documents.js";
import { type AskedQuestion, understand } from "./understand.js";

/** The part of a question about one of several companies, files or times. */
export interface QuestionSide {
  /** The heading of its part of the answer. */
  readonly name: string;
  readonly question: AskedQuestion;
  readonly documents: readonly DocumentSummary[];
}

/** A question about several things, and how to compare them. */
export interface SidedQuestion {
  readonly sides: readonly QuestionSide[];
  /** `time`: the sides are the same thing at several times, the earliest first. */
  readonly by: "name" | "time";
  /** For sides by name: whether the greatest or the least of them is asked for. */
  readonly extreme: "most" | "least" | null;
}

/** With more times, hardly a line would be left for each, so only the latest ones are used. */
const maxTimes = 8;

/**
 * The sides of a question: those it names, with what it asks of each, or else the times that "over
 * time" refers to. Null if the question asks only one thing.
 *
 * @param named the sides that the question names, according to search
 * @param ranked the documents that it is about, those of one company if it names one
 */
export function sidesOf(
  question: AskedQuestion,
  named: readonly QuerySide[],
  ranked: readonly DocumentSummary[],
  all: readonly DocumentSummary[],
): SidedQuestion | null {
  if (named.length > 1) {
    const { clause } = question;
    const names = named.map(({ name }) => name);
    const sides = named.map(({ name, documents }): QuestionSide => {
      const ids = new Set(documents.map(({ document }) => document));
      const asked = ofOne(clause, name, names);
      return { name, question: asked, documents: all.filter(({ id }) => ids.has(id)) };
    });
    const extreme = more.test(clause) ? "most" : less.test(clause) ? "least" : null;
    return { sides, by: "name", extreme };
  }
  if (question.periods.length > 0 || !overTime.test(question.clause)) return null;
  const dated = byTime(ranked.filter((document) => timeOf(document) !== null)).slice(-maxTimes);
  if (new Set(dated.map(timeOf)).size < 2) return null;
  const asked = atOneTime(question.clause);
  // A question about the latest of several reports is not about each of them.
  if (asked.kind === "text" && asksLatest(question)) return null;
  const sides = dated.map((document): QuestionSide => {
    const name = fileName(document.path).replace(/\.[^.]*$/u, "");
    return { name, question: asked, documents: [document] };
  });
  return { sides, by: "time", extreme: null };
}

const more =
  /\b(?:higher|highest|larger|largest|greater|greatest|bigger|biggest|more|most|better|best)\b/u;
const less = /\b(?:lower|lowest|smaller|smallest|less|least|fewer|fewest|worse|worst)\b/u;
const degrees = `(?:${more.source}|${less.source})`;
/** Forms of comparisons, and the question to ask of each side instead. */
const comparisons: readonly (readonly [form: RegExp, of: string])[] = [
  [/^(?:compare|contrast)\s+(?:the\s+)?/iu, "what was the "],
  [/^what (?:is|was|were|are) the differences? (?:between|in)\s+(?:the\s+)?/iu, "what was the "],
  [
    new RegExp(
      `^(?:which|who|what)\\b.*?\\b(?:had|has|have|reported|recorded|posted|generated|earned|made|spent|spends|pays|paid)\\s+(?:the\\s+|an?\\s+)?${degrees}\\s+(?:on\\s+|in\\s+)?`,
      "iu",
    ),
    "what was the ",
  ],
  [
    /^how (?:do|does|did|is|was|were|are)\s{1,9}(.+?)\s{1,9}compared?\b(?:\s{1,9}(?:with|to|against))?/iu,
    "what was $1",
  ],
  [
    new RegExp(
      `^(?:is|was|are|were|did|do|does|has|have)\\s{1,9}(.+?)\\s{1,9}(?:${degrees}|exceed\\w*)(?:\\s{1,9}than)?`,
      "iu",
    ),
    "what was $1",
  ],
];

/** The question about one of the sides, whose name replaces those of all sides. */
function ofOne(clause: string, name: string, names: readonly string[]): AskedQuestion {
  const any = `(?:${names.map(literalSource).join("|")})`;
  const owned = `${any}(?:['’]s?)?(?![a-zß-ɏḀ-ỿ])`;
  // "A, B and C's": the list becomes the side's own name.
  const listed = new RegExp(
    `${owned}(?:(?: ?, ?| ?,? (?:and|or|vs\\.?|versus|&) )${owned})+`,
    "giu",
  );
  const one = (mention: string): string => (/['’]s?$/u.test(mention) ? `${name}'s` : name);
  // "Higher than that of B", "compared with B": the comparison is removed.
  const against = new RegExp(
    ` ?,? (?:than|(?:as )?compared (?:to|with)|against|versus|vs\\.?|and|or|to|with) (?:(?:that|those) of |in )?${owned}`,
    "giu",
  );
  let text = clause.replace(/\s+/gu, " ").replace(listed, one).replace(against, " ");
  text = text.replace(new RegExp(owned, "giu"), one).replace(/\s+/gu, " ").trim();
  for (const [form, replacement] of comparisons) {
    if (form.test(text)) return asFigure(understand(text.replace(form, replacement)));
  }
  return understand(text);
}

/** Phrases that refer to several times at once. */
const overTime =
  /\bover (?:time|the (?:\p{Alpha}+ )?(?:years|quarters|periods|months))\b|\b(?:across|throughout|during|in|over) (?:all |the |these |those |each |every )*(?:reported |reporting |last |past |recent |different |several |fiscal |10-?[kq] )*(?:quarters|years|periods|reporting period|(?:10-?[kq]|8-?k)s|reports|filings)\b|\b(?:for|in|by) each (?:reported |reporting |fiscal )*(?:quarter|year|period|report)\b|\b(?:quarter|year)[- ](?:by|over|to)[- ](?:quarter|year)\b(?=.{0,300}\btrend)|\btrends?\b.{0,300}\b(?:quarters|years|periods)\b|\bcompar(?:ed?|ing)\b[^?]{0,300}? (?:to|with) (?:the )?(?:previous|prior|earlier|preceding) (?:quarters|years|periods|ones)\b/iu;

/** A lead-in before the actual question. */
const lead =
  /^(?:comparing|looking at|considering|across|over|in|during)\b[^,?]*,\s+(?=how|what|which|can|has|have)/iu;
/** A second question after the first, which figures do not answer. */
const andWhat =
  /[,;]?\s{1,9}(?:and|;)\s{1,9}(?:what|how|why|which|if|describe|explain|is|are)\b.*$/isu;
const changeNoun =
  "(?:trends?|changes?|shifts?|fluctuations?|developments?|movements?|increases?|decreases?|growth)";
const changeVerb =
  "(?:chang(?:e[ds]?|ing)|trend(?:s|ed|ing)?|fluctuat\\w+|evolv\\w+|develop(?:s|ed|ing)?|gr[eo]w(?:n|s|ing)?|var(?:y|ied)|mov(?:e[ds]?|ing)|shift(?:s|ed|ing)?|progress(?:es|ed)?|perform(?:s|ed)?|compare[ds]?|transform(?:s|ed)?|increas\\w+|decreas\\w+)\\b";

/** Forms of questions about a figure at several times; the group captures its name. */
const seriesForms: readonly RegExp[] = [
  new RegExp(`^how (?:has|have|had|did|do|does)\\s{1,9}(.+?)\\s{1,9}(?:been )?${changeVerb}`, "iu"),
  new RegExp(
    `^(?:can|could|are|is|were|was|has|have)\\b.*?\\b${changeNoun}\\b(?:\\s{1,9}be\\s{1,9}\\p{Alpha}+)?\\s{1,9}(?:in|of)\\s{1,9}(.+)$`,
    "ius",
  ),
  new RegExp(`^what (?:is|are|was|were) the ${changeNoun} (?:in|of)\\s{1,9}(.+)$`, "iu"),
  /^what (?:is|was|were|are)\s{1,9}(?:the\s{1,9})?(.+?)(?:\s{1,9}(?:as )?reported\b.*)?$/isu,
];

/**
 * The question about one of several times: for a figure if the clause names one, otherwise the
 * clause without the times.
 */
function atOneTime(clause: string): AskedQuestion {
  const first = clause.replace(lead, "").replace(andWhat, "");
  for (const form of seriesForms) {
    const [, phrase = ""] = form.exec(first) ?? [];
    const name = phrase
      .replace(new RegExp(overTime.source, "giu"), " ")
      .replace(
        /\s{1,9}(?:(?:as )?(?:reported|disclosed|recorded|stated)|in the (?:most recent|latest|last))\b.*$/isu,
        "",
      )
      .replace(/\s+/gu, " ")
      .trim();
    if (name !== "" && name.split(" ").length <= longestName && !/\bor\b/u.test(name)) {
      return asFigure(understand(`what was ${name}`));
    }
  }
  const rest = clause.replace(new RegExp(overTime.source, "giu"), " ").replace(/\s+/gu, " ").trim();
  return understand(rest === "" ? clause : rest);
}

/** Maximum number of words in a figure's name, including its owner. */
const longestName = 9;

/** Treats a question as asking for a figure, however it is worded. */
function asFigure(question: AskedQuestion): AskedQuestion {
  if (question.kind !== "text" || question.label === "") return question;
  const [period = null] = question.periods;
  const named = namedFormula(question.clause, period);
  if (named) return { ...question, kind: "computed", expression: named.expression };
  const figure = { kind: "figure", label: question.label, period } as const;
  return { ...question, kind: "figure", expression: figure };
}
