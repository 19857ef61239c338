import type { Calculation, Citation, EvidencePlace, Span, ToolText } from "../core/index.js";
import type { Coverage } from "../search/index.js";

/** A number whose digits are in what a sentence cites, and there say something else. */
export interface MisplacedNumber {
  /** As the sentence writes it. */
  readonly number: string;
  /**
   * What differs.
   *
   * - `column`, `row`: it is in a table, below another time, or in another row.
   * - `unit`: it is counted in another currency.
   * - `sign`: it has the other sign.
   * - `scale`: it is counted in thousands or millions otherwise.
   * - `unstated`: the sentence has a word of scale, and the document does not say in what it is counted.
   * - `company`: the document is of somebody else.
   */
  readonly kind: "column" | "row" | "unit" | "sign" | "scale" | "unstated" | "company";
  /** What the document has: the time, the label, the currency, the number as it is printed, or whom it is of. */
  readonly stands: string;
  /** What the sentence, or else the question, says instead. */
  readonly said: string;
}

/** A sentence of an answer, with what code found out about it. */
export interface AnswerSentence {
  readonly text: string;
  /**
   * True when at least one citation was verified and none of `unsupportedNumbers` is left: every
   * amount in digits is in what is cited, in the question, or came out of the calculator; every
   * year, date, ordinal and name with a number in what is cited, its headings and path, or the
   * question; every amount in words with a scale word, a currency or percent in the same words in
   * what is cited or the question. Numbers of list items, of notes in brackets, ids of passages and
   * other numbers in words ("three months") are not looked up.
   * Also true of what code itself has counted, or tells of documents as such.
   */
  readonly supported: boolean;
  /** Verified citations only. */
  readonly citations: readonly Citation[];
  /** Calculations whose result the sentence states. */
  readonly calculations: readonly Calculation[];
  /** Numbers of the sentence that were not found where it says, as they are written there: "$11,588", "March 14", "Q3", "eleven billion dollars". */
  readonly unsupportedNumbers: readonly string[];
  /** Those whose digits occur there, and their meaning there; missing if there are none. */
  readonly misplacedNumbers?: readonly MisplacedNumber[] | undefined;
  /** Why claimed citations were dropped, in words for people; empty when none was. */
  readonly dropped: readonly string[];
  /**
   * Why it may not answer the question, although its content is in the documents; `supported` is
   * false then. Missing without such a doubt.
   */
  readonly doubt?: string | undefined;
  /** True if it begins a line: it is about one of several things that the question asks about. */
  readonly ownLine?: boolean | undefined;
}

/** A sentence that code has counted, looked up or copied, so that nothing of it is left to check. */
export function sentenceByCode(text: string, citations: readonly Citation[]): AnswerSentence {
  return {
    text,
    citations,
    supported: true,
    calculations: [],
    unsupportedNumbers: [],
    dropped: [],
  };
}

/** A passage with the sentences that carry the answer marked. */
export interface BestPassage extends EvidencePlace {
  readonly heading: string | null;
  readonly text: string;
  /** Places in `text` of the sentences or rows that most likely carry the answer. */
  readonly marked: readonly Span[];
  /**
   * How likely what is marked is the answer; missing if nothing is marked.
   *
   * - `likely`: as likely as not to need no second look.
   * - `possible`: it may be.
   */
  readonly certainty?: "likely" | "possible" | undefined;
  /** Place in `text` of the figure itself, where a row of a table that holds it is marked; missing otherwise. */
  readonly figure?: Span | undefined;
  /** Places of the question's words in the page's text. */
  readonly marks: readonly Span[];
  readonly score: number;
}

/** What a run cost. Tokens are the model's own where it counts them. */
export interface RunUsage {
  /** Tool calls that were carried out. */
  readonly calls: number;
  /** Requests to the model. */
  readonly turns: number;
  readonly promptTokens: number;
  /** Tokens of prompts that were still in the engine's memory: what it says, else by web-llm's rule. */
  readonly reusedTokens: number;
  readonly generatedTokens: number;
  /** How often older observations were compacted to notes. */
  readonly folds: number;
  /** Milliseconds to the first piece of the model's first reply; null without a model. */
  readonly firstToken: number | null;
  /** Milliseconds in all. */
  readonly total: number;
}

/** The usage if nothing is done. */
export const noUsage: RunUsage = {
  calls: 0,
  turns: 0,
  promptTokens: 0,
  reusedTokens: 0,
  generatedTokens: 0,
  folds: 0,
  firstToken: null,
  total: 0,
};

/** What a question was answered with. */
export interface Answer {
  /**
   * - `answered`: sentences, each with what code could verify; with `missing`, the model doubts that
   *   they are all that was asked for.
   * - `not-found`: the documents do not say; `tried`, `coverage` and `passages` show what was done.
   * - `passages`: no model was used, or it failed and `reason` says how; the best passages stand for themselves.
   */
  readonly kind: "answered" | "not-found" | "passages";
  /** As it was asked. */
  readonly question: string;
  /** As it was understood, made self-contained when it followed others. */
  readonly standalone: string;
  /**
   * The whole answer as plain text: the sentences, supported or not, or the marked part of the best
   * passage if there are none; empty if nothing was found. `sentences` say what was verified.
   */
  readonly text: string;
  /** Of `not-found`, those sentences that are supported nevertheless. */
  readonly sentences: readonly AnswerSentence[];
  /**
   * For `passages`, the best ones; for `not-found`, and if no sentence is supported, the nearest
   * ones; otherwise empty.
   */
  readonly passages: readonly BestPassage[];
  /** What the model says is missing; empty otherwise. Not checked. */
  readonly missing: string;
  /** Queries and patterns that were tried, in plain words. */
  readonly tried: readonly string[];
  /** Words of the question that no document searched has; see `SearchResponse.unmatched`. Missing if each has one. */
  readonly unmatched?: readonly string[] | undefined;
  readonly coverage: Coverage;
  readonly calculations: readonly Calculation[];
  /** Results of external tools, as far as sentences cite them; missing if none does. */
  readonly toolTexts?: readonly ToolText[] | undefined;
  /** Why a model gave no answer, in one sentence for people; null if it did. */
  readonly reason: string | null;
  readonly usage: RunUsage;
}

/** `Answer.text` of the rest of an answer. */
export function answerText({
  sentences,
  passages,
}: Pick<Answer, "sentences" | "passages">): string {
  if (sentences.length > 0) {
    return sentences
      .map(({ text, ownLine }, index) => (index === 0 ? "" : ownLine ? "\n" : " ") + text)
      .join("");
  }
  const [best] = passages;
  return best ? best.marked.map(({ start, end }) => best.text.slice(start, end)).join(" ") : "";
}

/** An answer as it was stored, also by versions that stored it without its text. */
export function storedAnswer(answer: Omit<Answer, "text"> & Partial<Answer>): Answer {
  return { ...answer, text: answer.text ?? answerText(answer) };
}
