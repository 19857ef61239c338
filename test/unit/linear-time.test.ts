import { expect, test } from "vitest";
import { optionsIn } from "../../src/agent/guided/compute.js";
import { mentionQuestion } from "../../src/agent/guided/count-mentions.js";
import { understand } from "../../src/agent/guided/understand.js";
import { stemsOf } from "../../src/agent/guided/word.js";
import { draftFrom, readAction, readCutAnswer } from "../../src/agent/loop/read-reply.js";
import { withWholeList } from "../../src/agent/loop/whole-list.js";
import {
  comparedQuote,
  findQuote,
  isTooThin,
  withoutLeader as rowLabel,
} from "../../src/agent/verify/find-quote.js";
import { quoteText } from "../../src/agent/verify/quote-text.js";
import { answerUnits } from "../../src/core/answer-units.js";
import { tokenBreaker } from "../../src/core/control-tokens.js";
import { oneLine } from "../../src/core/one-line.js";
import { findAbbreviations } from "../../src/core/text/abbreviations.js";
import { fold } from "../../src/core/text/fold.js";
import { detectLanguage } from "../../src/core/text/language.js";
import { queryWordsOf } from "../../src/core/text/query-words.js";
import { wordsOf } from "../../src/core/text/terms.js";
import {
  asksForSentences,
  readFigureQuestion,
  withoutInstructions,
} from "../../src/figures/figure-question.js";
import {
  labelIn,
  namedFormula,
  parseFormula,
  statedFormula,
  subjectOf,
} from "../../src/figures/formula.js";
import { monthIn } from "../../src/figures/months.js";
import { groupOf, partOf } from "../../src/figures/names.js";
import { figureNamesIn } from "../../src/figures/names-in-text.js";
import { askedPeriods } from "../../src/figures/period-columns.js";
import { datesIn, lengthsIn, periodIn, periodsIn, yearsIn } from "../../src/figures/periods.js";
import { asksList, asksReason, givesReason, readQuestion } from "../../src/figures/question.js";
import { statementIn } from "../../src/figures/statements.js";
import { tableHeadAbove } from "../../src/figures/table-rows.js";
import { scaleIn, tableScales, unitIn } from "../../src/figures/table-units.js";
import { csvBlocks } from "../../src/readers/csv/parser.js";
import { isTooDense, readFrontMatter } from "../../src/readers/markdown/parser.js";
import { cutParts } from "../../src/readers/parts.js";
import { trailingMarks, withoutLeader } from "../../src/readers/tables/describe.js";
import { isBullet, isFigure, isYears } from "../../src/readers/tables/lines.js";
import { withTables } from "../../src/readers/text/aligned-tables.js";
import { textBlocks } from "../../src/readers/text/parser.js";
import { cutExcerpt } from "../../src/search/cut-excerpt.js";
import { parseQuery } from "../../src/search/query/query-language.js";
import { clausesOf } from "../../src/search/query/query-words.js";
import { excerptOf, findMarks, phraseFinder } from "../../src/search/query/text-conditions.js";
import { tries } from "../tries.js";
import { countSteps } from "./count-steps.js";

const languages = new Set(["en", "de", "fr"] as const);
const breakTokens = tokenBreaker(["<|im_end|>", "[INST]"]);

/** The functions that read untrusted text, by room. */
const readers: Readonly<Record<string, (text: string) => unknown>> = {
  "trailingMarks of tables": trailingMarks,
  "withoutLeader of tables": withoutLeader,
  "periodIn of tables": (text) => periodIn([text]),
  "monthIn of tables": monthIn,
  "scaleIn of tables": scaleIn,
  "unitIn of tables": (text) => unitIn([{ text, from: "caption" }], null),
  "isFigure of tables": isFigure,
  "isYears of tables": isYears,
  "isBullet of tables": isBullet,
  "fold of search": fold,
  "wordsOf of search, for the index": (text) => wordsOf(text),
  "wordsOf of search, for a query": (text) => wordsOf(text, "de", "query"),
  "detectLanguage of search": detectLanguage,
  "findAbbreviations of search": (text) => findAbbreviations(text),
  "figureNamesIn of search": figureNamesIn,
  "parseQuery of search": parseQuery,
  "queryWordsOf of search": (text) => queryWordsOf(text, languages),
  "clausesOf of search": clausesOf,
  "withoutInstructions of search": withoutInstructions,
  "asksForSentences of search": asksForSentences,
  "statementIn of search": statementIn,
  "readFigureQuestion of search": (text) => readFigureQuestion(text, languages, () => []),
  "phraseFinder of search": (text) => phraseFinder("net sales")(text),
  "findMarks of search": (text) => findMarks(text, ["visa", "sales"]),
  "excerptOf of search": (text) => excerptOf(text, findMarks(text, ["visa"])),
  "findQuote of the check of answers": (text) => findQuote("Visa … ending 2024", text),
  "findQuote of the check of answers, for the quote": (text) => findQuote(text, "Visa ending"),
  "comparedQuote of the check of answers": comparedQuote,
  "isTooThin of the check of answers": isTooThin,
  "withoutLeader of the check of answers": rowLabel,
  "quoteText of the check of answers": quoteText,
  "understand of the guide": understand,
  "mentionQuestion of the guide": mentionQuestion,
  "periodsIn of figures": periodsIn,
  "datesIn of figures": datesIn,
  "lengthsIn of figures": lengthsIn,
  "yearsIn of figures": yearsIn,
  "askedPeriods of figures": askedPeriods,
  "optionsIn of the guide": optionsIn,
  "partOf of the guide": partOf,
  "groupOf of the guide": groupOf,
  "labelIn of the guide": labelIn,
  "namedFormula of the guide": (text) => namedFormula(text, null),
  "statedFormula of the guide": (text) => statedFormula(text, null),
  "parseFormula of the guide": (text) => parseFormula(text, null),
  "subjectOf of the guide": subjectOf,
  "givesReason of figures": givesReason,
  "asksReason of figures": asksReason,
  "readQuestion of figures": readQuestion,
  "stemsOf of the guide": stemsOf,
  "readAction of the loop": readAction,
  "readCutAnswer of the loop": readCutAnswer,
  "draftFrom of the loop": draftFrom,
  "csvBlocks of the parser": (text) => csvBlocks(text, false),
  "textBlocks of the parser": (text) => [...textBlocks(text)],
  "withTables of the parser": (text) => [...textBlocks(text)].flatMap(withTables),
  "withTables of a log": (text) =>
    withTables({
      ...{ kind: "text", level: 0 },
      lines: text.match(/.{1,8}/gsu)?.map((part) => `12:00  one of many words of  ${part}`) ?? [],
    }),
  "cutParts of the parser": (text) => cutParts(textBlocks(text)),
  "readFrontMatter of the parser": (text) => readFrontMatter(`---\n${text}\n---\n`),
  "isTooDense of the parser": isTooDense,
  answerUnits,
  asksList,
  "withWholeList of an introduction": (text) =>
    withWholeList({ start: 0, end: 4 }, { text: `So: ${text}`, asksList: true }),
  "withWholeList of an item": (text) =>
    withWholeList({ start: 0, end: 4 }, { text: `1. A ${text}`, asksList: true }),
  tableScales,
  tableHeadAbove: (text) => tableHeadAbove(text, "Sales\t1"),
  cutExcerpt: (text) => cutExcerpt(text, [{ start: 2, end: 6 }], 200),
  oneLine,
  breakTokens,
};

/** What texts repeat: punctuation, digits, spaces, letters, and words that patterns name. */
const units = [
  ...Array.from({ length: 0x5f }, (_, index) => String.fromCharCode(0x20 + index)),
  ...[
    "\t",
    "\n",
    "\r\n",
    "\u00a0",
    "\u00ad",
    "…",
    "·",
    "†",
    "§",
    "€",
    "“",
    "”",
    "«",
    "’",
    "–",
    "•",
  ],
  ...["é", "字", "😀", "\ud83d", "ا", "。", "siebzehn", "one ", "million ", "10,000 ", "1 000 "],
  ...["2024 ", "of ", "and ", "the ", "not if ", "(1)", "(a) ", ". . ", ", ", "A.", "Acme Inc. "],
  ...[
    "net sales ",
    "d1.p1.s1 ",
    '\\"',
    "<b>",
    "[[",
    '"": ',
    "a\n\n",
    "- a\n",
    "a\t1\n",
    "what is ",
    "doc:“",
  ],
];
const around: readonly ((run: string) => string)[] = [(run) => run, (run) => `Visa ${run} ending`];

/** Fewer steps per character than this prove nothing. */
const fewSteps = 50;
/** More steps than this are too many, however they grow. */
const mostSteps = 5_000;

/** Papa Parse looks for the next delimiter after each quote, even if there is none. */
const slowElsewhere: Readonly<Record<string, RegExp>> = { "csvBlocks of the parser": /"/ };

/**
 * Whether the steps for a text, for one of twice its length, and for one of four times grow faster
 * than linearly.
 */
function isTooMany([one = 0, two = 0, four = 0]: readonly number[], length: number): boolean {
  if (four < fewSteps * 4 * length) return false;
  return four > mostSteps * 4 * length || four - two > 2.8 * (two - one);
}

const cases = Object.entries(readers).map(([name, read], index) => ({ name, read, index }));

/**
 * Repeats of a unit are read at a quarter, half and all of a length. Only one unit in several is
 * tried.
 */
const sizes = tries(
  [{ longest: 2_000, oneIn: 8 }],
  [
    { longest: 8_000, oneIn: 1 },
    { longest: 100_000, oneIn: 8 },
  ],
);

test.each(cases)("$name reads a text in linear time", ({ name, read, index }) => {
  // Initialises what is computed once, and caches for words.
  for (const unit of units) read(unit);
  const tooMany: string[] = [];
  for (const { longest, oneIn } of sizes) {
    for (const unit of units.filter((_, place) => (place + index) % oneIn === 0)) {
      if (slowElsewhere[name]?.test(unit)) continue;
      for (const put of around) {
        const steps = [longest / 4, longest / 2, longest].map((length) => {
          const text = put(unit.repeat(Math.ceil(length / unit.length)));
          return countSteps(() => read(text));
        });
        if (isTooMany(steps, longest / 4))
          tooMany.push(`${JSON.stringify(put(unit))}, ${longest}: ${steps.join(", ")}`);
      }
    }
  }
  expect(tooMany).toEqual([]);
});
