import type {
  Calculation,
  Citation,
  DocumentId,
  EvidenceId,
  EvidencePlace,
  Span,
  ToolText,
} from "../core/index.js";
import type { Correction, Coverage } from "../search/index.js";

/** A number whose digits occur in the cited text, but with another meaning. */
export interface MisplacedNumber {
  /** The number as the sentence writes it. */
  readonly number: string;
  /**
   * The difference:
   *
   * - `column`, `row`: it is in a table, but for another time, or in another row.
   * - `unit`: its unit or currency.
   * - `sign`: its sign.
   * - `scale`: its scale, such as thousands or millions.
   * - `unstated`: the sentence has a scale word, but the document states no scale.
   * - `company`: the document is about another company.
   */
  readonly kind: "column" | "row" | "unit" | "sign" | "scale" | "unstated" | "company";
  /**
   * The counterpart in the document: the time, the label, the currency, the printed number, or the
   * company.
   */
  readonly stands: string;
  /** The value in the sentence, or else in the question. */
  readonly said: string;
}

/** A sentence of an answer, with the results of its verification. */
export interface AnswerSentence {
  readonly text: string;
  /**
   * True if at least one citation was verified and `unsupportedNumbers` is empty: every amount in
   * digits is in the citations, in the question, or the result of a calculation; every year, date,
   * ordinal and name with a number is in the citations, their headings and path, or the question;
   * every amount in words with a scale word, a currency or percent is in the citations or the
   * question in the same words. Numbers of list items, of notes in brackets, ids of passages and
   * other numbers in words ("three months") are not looked up. Also true for sentences that code
   * itself counted, copied, or composed from a document's properties.
   */
  readonly supported: boolean;
  /** Verified citations only. */
  readonly citations: readonly Citation[];
  /** Calculations whose result the sentence states. */
  readonly calculations: readonly Calculation[];
  /**
   * Numbers of the sentence without evidence, as written there: "$11,588", "March 14", "Q3",
   * "eleven billion dollars".
   */
  readonly unsupportedNumbers: readonly string[];
  /**
   * Unsupported numbers whose digits do occur there, but with another meaning; missing if there are
   * none.
   */
  readonly misplacedNumbers?: readonly MisplacedNumber[] | undefined;
  /** Why claimed citations were dropped, as sentences for display; empty if none was. */
  readonly dropped: readonly string[];
  /**
   * Why it may not answer the question, although its content is in the documents; `supported` is
   * then false. Missing if there is no such doubt.
   */
  readonly doubt?: string | undefined;
  /** True if it starts a new line: it is about one of several things that were asked about. */
  readonly ownLine?: boolean | undefined;
}

/** A sentence that code has counted, looked up or copied, so nothing is left to verify. */
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

/** A passage with marks on the sentences that most likely contain the answer. */
export interface BestPassage extends EvidencePlace {
  readonly heading: string | null;
  readonly text: string;
  /** Places in `text` of the sentences or rows that most likely contain the answer. */
  readonly marked: readonly Span[];
  /**
   * How likely it is that the marked part is the answer; missing if nothing is marked.
   *
   * - `likely`: it is more likely the answer than not.
   * - `possible`: it may be.
   */
  readonly certainty?: "likely" | "possible" | undefined;
  /** Place in `text` of the figure itself, if a table row with it is marked; missing otherwise. */
  readonly figure?: Span | undefined;
  /** Places of the question's words in the page's text. */
  readonly marks: readonly Span[];
  readonly score: number;
}

/** The conclusion that code draws from the shown passages, if they leave no doubt. */
export type DirectAnswer = SaidAnswer | CountedList | ComparedRows | UnsaidFact;

/** A question about a document's author or date that its properties do not answer. */
export interface UnsaidFact {
  readonly kind: "unsaid";
  readonly fact: "author" | "day";
  readonly document: DocumentId;
  readonly path: string;
  /** The first passage of the document. */
  readonly evidence: EvidenceId;
}

/** Yes or no, according to the first marked sentence. */
export interface SaidAnswer {
  readonly kind: "yes" | "no";
  /** The passage with the sentence. */
  readonly evidence: EvidenceId;
}

/** The number of items of the marked list. */
export interface CountedList {
  readonly kind: "count";
  readonly count: number;
  /** True if the question asks for the number; otherwise it only describes the list. */
  readonly isAsked: boolean;
  readonly evidence: EvidenceId;
}

/** The result of comparing the rows of a table. */
export interface ComparedRows {
  /**
   * `share`: the row's share of a total; `earliest`, `latest`: by dates; `matching`: the rows that
   * meet the question's condition.
   */
  readonly kind: "highest" | "lowest" | "earliest" | "latest" | "share" | "matching";
  /**
   * The label of the row, or the year if years are compared; for several rows the first twelve
   * labels: "Tea; Milk".
   */
  readonly label: string;
  /**
   * Its number as printed, with the unit that the table states, or the computed result: "16.9%",
   * "3" rows.
   */
  readonly value: string;
  /** True if rows are compared by their change. */
  readonly isChange: boolean;
  /** For a share, the label of the total. */
  readonly whole?: string | undefined;
  /** Whether rows of a column are compared, or the years of one row. */
  readonly across: "rows" | "years";
  /** The heading of the column, or the label of the row if years are compared. */
  readonly column: string;
  /** Number of rows or years that were compared. */
  readonly rows: number;
  /** Set if the question asks whether one is greater than the other. */
  readonly says?: "yes" | "no" | undefined;
  /** The passage with the cells. */
  readonly evidence: EvidenceId;
  /** The calculation, with the cells that it used. */
  readonly calculation: Calculation;
}

/** The cost of a run. Tokens are as counted by the model if it counts them. */
export interface RunUsage {
  /** Tool calls that were carried out. */
  readonly calls: number;
  /** Requests to the model. */
  readonly turns: number;
  readonly promptTokens: number;
  /**
   * Tokens of prompts that were still in the engine's memory, as reported, or else by web-llm's
   * rule.
   */
  readonly reusedTokens: number;
  readonly generatedTokens: number;
  /** Number of times that older observations were compacted to notes. */
  readonly folds: number;
  /** Milliseconds to the first piece of the model's first reply; null without a model. */
  readonly firstToken: number | null;
  /** Milliseconds in total. */
  readonly total: number;
}

/** The usage before anything is done. */
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

/** The answer to a question. */
export interface Answer {
  /**
   * - `answered`: sentences, each with its verification; if `missing` is not empty, the model
   *   doubts that they are complete.
   * - `not-found`: the documents do not contain the answer; `tried`, `coverage` and `passages` show
   *   what was done.
   * - `passages`: no model was used, or it failed for the given `reason`; the best passages are the
   *   answer.
   */
  readonly kind: "answered" | "not-found" | "passages";
  /** The question as asked. */
  readonly question: string;
  /** The question as understood, rewritten to be self-contained if it is a follow-up. */
  readonly standalone: string;
  /**
   * The whole answer as plain text: the sentences, supported or not; if there are none, `direct`
   * and the marked part of the best passage; empty if nothing was found. `sentences` show what was
   * verified.
   */
  readonly text: string;
  /** For `not-found`, those sentences that are supported nevertheless. */
  readonly sentences: readonly AnswerSentence[];
  /**
   * For `passages`, the best ones; for `not-found`, and if no sentence is supported, the nearest
   * ones; otherwise empty.
   */
  readonly passages: readonly BestPassage[];
  /** For `passages`: their certain answer, computed without a model; missing otherwise. */
  readonly direct?: DirectAnswer | undefined;
  /** The missing information, according to the model; empty otherwise. Not verified. */
  readonly missing: string;
  /** Queries and patterns that were tried, as sentences for display. */
  readonly tried: readonly string[];
  /**
   * Words of the question that none of the searched documents contains; see
   * `SearchResponse.unmatched`. Missing if there are none.
   */
  readonly unmatched?: readonly string[] | undefined;
  /**
   * Words of the question that no document contains and that were taken for typos, with the words
   * searched for instead. Missing if there are none.
   */
  readonly corrections?: readonly Correction[] | undefined;
  readonly coverage: Coverage;
  readonly calculations: readonly Calculation[];
  /** Results of external tools that sentences cite; missing if there are none. */
  readonly toolTexts?: readonly ToolText[] | undefined;
  /** Why a model gave no answer, in one sentence for display; null if it did. */
  readonly reason: string | null;
  readonly usage: RunUsage;
}

/** Makes `Answer.text` from the rest of an answer. */
export function answerText({
  sentences,
  passages,
  direct,
}: Pick<Answer, "sentences" | "passages" | "direct">): string {
  if (sentences.length > 0) {
    return sentences
      .map(({ text, ownLine }, index) => (index === 0 ? "" : ownLine ? "\n" : " ") + text)
      .join("");
  }
  const [best] = passages;
  if (direct && "calculation" in direct) {
    const { says, label, value, kind } = direct;
    if (kind === "matching") return `${value}: ${label}`;
    return `${says ? `${yesOrNo[says]}: ` : ""}${label}: ${value}`;
  }
  const marked = best
    ? best.marked.map(({ start, end }) => best.text.slice(start, end)).join(" ")
    : "";
  if (direct?.kind === "unsaid") {
    const fact = direct.fact === "author" ? "names no author" : "gives no date";
    return marked === "" ? `${direct.path} ${fact} in its properties.` : marked;
  }
  if (direct?.kind === "count") return direct.isAsked ? `${direct.count}: ${marked}` : marked;
  return direct ? `${yesOrNo[direct.kind]}: ${marked}` : marked;
}

const yesOrNo = { yes: "Yes", no: "No" } as const;

/** A stored answer, which may come from a version that stored it without its text. */
export function storedAnswer(answer: Omit<Answer, "text"> & Partial<Answer>): Answer {
  return { ...answer, text: answer.text ?? answerText(answer) };
}
