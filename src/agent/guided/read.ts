import { answerUnits } from "../../core/answer-units.js";
import type { DocumentId } from "../../core/document.js";
import { PagehoundError } from "../../core/errors.js";
import { numbersIn } from "../../core/numbers/find-numbers.js";
import type { EvidenceId } from "../../core/passage.js";
import { type LanguageModel, type ModelInfo, readableTokens } from "../../models/language-model.js";
import type { SearchHit } from "../../search/api.js";
import { ChatSession } from "../loop/chat-session.js";
import type { RunState } from "../loop/run-state.js";
import type { GuidedStep } from "../trace/trace.js";
import { otherNamesIn } from "./figure-names.js";
import type { AskedQuestion } from "./understand.js";
import { stemsOf } from "./word.js";

/** What every request to the model begins with: the same for all of them, so that it is read once. */
const system = "You read short texts and do exactly what is asked, in as few words as possible.";

/** A sentence or a row that may hold the answer. */
export interface Candidate {
  readonly id: EvidenceId;
  /** As the page has it. */
  readonly quote: string;
  /** On one line, cells parted by bars. */
  readonly text: string;
  readonly kind: "sentence" | "row";
  /** The heading that it stands under, and who speaks; null where there is none. */
  readonly heading: string | null;
}

/** Tokens of sentences that are shown for a question … */
const usualTokens = 560;
/** … and at least, however slowly the model reads, and for each side of it. */
const leastTokens = 120;
/** How many of them are shown at once, and how long one is. */
const maxShown = 10;
const longestSentence = 700;

/** Tokens of a request besides the sentences, that the model has not read before. */
const otherTokens = 60;

/** Tokens of sentences that a model is shown for one of so many sides of a question, as fast as it reads. */
function shownTokens(info: ModelInfo, sides: number): number {
  const readable = Math.min(usualTokens, readableTokens(info) - otherTokens);
  return Math.max(leastTokens, Math.floor(readable / sides));
}

const fewHolders = 3;

/** What sentences are held against. */
export interface SoughtText {
  /** What is asked for, without the name of whom it is asked of. */
  readonly label: string;
  readonly years: readonly number[];
  /** Whether reasons are asked for. */
  readonly asksReason: boolean;
  /** Whether rows of tables answer it as well as sentences. */
  readonly takesRows: boolean;
  /** Whether it is the document itself that is asked about, which its prose says, from the first on. */
  readonly asksDocument: boolean;
}

/** What gives a reason. */
const reasonWords =
  /\b(?:due to|because|driven by|as a result|resulted from|reflect\w*|attribut\w+|primarily|mainly|owing to|led by|offset)\b/iu;
/** Whether a sentence gives a reason. */
export function givesReason(text: string): boolean {
  return reasonWords.test(text);
}

/** What only makes sense with the sentence before. */
const goesOn =
  /^(?:the|this|these|such) (?:increase|decrease|change|decline|improvement|reduction|growth)s?\b|^(?:it|they|this|these|both|among)\b/iu;

/** A sentence or a row of a passage, on its way to be a candidate. */
interface Line extends Candidate {
  /** Which of the passages has it, in the order they were found. */
  readonly passage: number;
}

/**
 * The sentences and rows of passages that are likeliest to answer: the passages with the best of them
 * first, the lines of each in the order of its text, for one line often only makes sense with the one
 * before it.
 */
function candidatesIn(
  hits: readonly Pick<SearchHit, "id" | "text" | "heading">[],
  sought: SoughtText,
  count: (text: string) => number,
  tokens: number,
): Candidate[] {
  const all = hits.flatMap(({ id, text, heading }, passage) =>
    answerUnits(text).flatMap((unit): Line[] => {
      const quote = text.slice(unit.start, unit.end);
      const line = onOneLine(quote);
      if (line.length > longestSentence || saysNothing(line, unit.kind)) return [];
      if (sought.asksDocument && !isProse(line, unit.kind)) return [];
      return [{ id, quote, text: line, kind: unit.kind, heading, passage }];
    }),
  );
  const scores = scoresOf(all, sought);
  const scoreOf = (index: number): number => scores[index] ?? 0;
  const order = [...all.keys()].sort((one, other) => scoreOf(other) - scoreOf(one));
  const shown = new Set<number>();
  let left = tokens;
  const show = (index: number): void => {
    const line = all[index];
    const isTold = [...shown].some((one) => all[one]?.text === line?.text);
    const needed = line ? count(line.text) + 4 : 0;
    if (!line || isTold || needed > left || shown.size === maxShown) return;
    left -= needed;
    shown.add(index);
  };
  for (const index of order) {
    const [line, before] = [all[index], all[index - 1]];
    if (line && before?.id === line.id && goesOn.test(line.text)) show(index - 1);
    show(index);
  }
  const best = new Map<number, number>();
  for (const index of shown) {
    const { passage = 0 } = all[index] ?? {};
    best.set(passage, Math.max(best.get(passage) ?? 0, scoreOf(index)));
  }
  const worth = (index: number): number => best.get(all[index]?.passage ?? 0) ?? 0;
  return [...shown]
    .sort((one, other) => worth(other) - worth(one) || one - other)
    .flatMap((index) => {
      const { passage: _, ...candidate } = all[index] ?? { passage: 0 };
      return "id" in candidate ? [candidate] : [];
    });
}

/** How much of what is asked for each line says, rare words more, its heading's less. */
function scoresOf(
  all: readonly Line[],
  { label, years, asksReason, takesRows }: SoughtText,
): number[] {
  const asked = wordsAsked(label);
  const own = all.map(({ text }) => new Set(stemsOf(text)));
  const above = all.map(({ heading }) => new Set(stemsOf(heading ?? "")));
  const weights = asked.map(({ stems }) => {
    const holders = own.filter((each) => stems.some((stem) => each.has(stem))).length;
    // A word of one or two sentences may be rare by chance.
    return Math.log(1 + all.length / Math.max(fewHolders, holders));
  });
  const scores = all.map(({ text, kind, passage }, index) => {
    const said = asked.reduce((sum, { stems }, at) => {
      const isIn = (words: ReadonlySet<string> | undefined): boolean =>
        stems.some((stem) => words?.has(stem));
      const share = isIn(own[index]) ? 1 : isIn(above[index]) ? 0.5 : 0;
      return sum + share * (weights[at] ?? 0);
    }, 0);
    const named = (text.match(/(?<!\d)(?:19|20)\d\d(?!\d)/gu) ?? []).map(Number);
    const isOther =
      years.length > 0 &&
      named.length > 0 &&
      !named.some((year) => years.includes(year) || years.includes(year + 1));
    return (
      said *
      (1 + firstBonus / (1 + passage)) *
      (isOther ? 0.6 : 1) *
      (kind === "row" && !takesRows ? 0.4 : 1) *
      (asksReason && reasonWords.test(text) ? 1.5 : 1)
    );
  });
  // A sentence that goes on speaks of what the one before it says.
  return scores.map((score, index) => {
    const before = all[index - 1];
    const isNext = before?.id === all[index]?.id && goesOn.test(all[index]?.text ?? "");
    const isReason = asksReason && reasonWords.test(all[index]?.text ?? "");
    return isNext ? Math.max(score, (scores[index - 1] ?? 0) * (isReason ? 1.2 : 0.8)) : score;
  });
}

/** What a line gains by standing in the passage that search holds for the nearest. */
const firstBonus = 0.3;

/** The telling words of what is asked for, each with the words that say it otherwise. */
function wordsAsked(label: string): { readonly stems: readonly string[] }[] {
  const others = otherNamesIn(label).map((name) => stemsOf(name));
  return [...new Set(stemsOf(label))].map((stem) => {
    // An abbreviation stands for all words of its name.
    const isShort = /&/u.test(stem) || stem.length < 5;
    return { stems: [stem, ...(isShort ? others.flat() : [])] };
  });
}

/** What the forms of reports say, whoever fills them in. */
const formWords =
  /\b(?:check mark|appropriate box|area code|pursuant to Rule \d|Exchange Act \(17 CFR|for (?:further|additional) information|incorporated herein|the following tables? (?:presents?|sets? forth|shows?|summari[sz]es?|provides?)|as follows:|registrant as specified|Commission File|Exchange Act of 1934|Securities Act of 1933|incorporated (?:herein )?by reference|duly authorized|undersigned|forward-looking)\b/iu;

/** A heading, or a row that only heads others. */
function saysNothing(line: string, kind: "sentence" | "row"): boolean {
  if (formWords.test(line)) return true;
  const numbers = numbersIn(line);
  if (kind === "row")
    return !(/\p{L}{3}/u.test(line) && numbers.some(({ kind }) => kind === "quantity"));
  const words = line.match(/\p{L}{2,}/gu)?.length ?? 0;
  return words < 4 || (words < 9 && numbers.length === 0 && !/[.!?;:,]/u.test(line));
}

/** Sentences of fewer words are no prose. */
const fewWords = 9;

function isProse(line: string, kind: "sentence" | "row"): boolean {
  return kind === "sentence" && (line.match(/\p{L}{2,}/gu)?.length ?? 0) >= fewWords;
}

function onOneLine(text: string): string {
  return text
    .replace(/\s*\t\s*/gu, " | ")
    .replace(/\s+/gu, " ")
    .trim();
}

/**
 * Asks the model one thing at a time, in plain text: each request stands alone, with the least text
 * that can answer it. What a reply says is taken only in the form that was asked for.
 */
export class Interview {
  readonly #state: RunState;
  readonly #talk: ChatSession;

  constructor(state: RunState, model: LanguageModel, patience: number) {
    this.#state = state;
    this.#talk = new ChatSession(state, model, system, patience);
  }

  /** The numbers of the candidates that answer a question, the best first; empty when the reply names none. */
  async choose(
    question: string,
    candidates: readonly Pick<Candidate, "text" | "heading">[],
    most: number,
  ): Promise<number[]> {
    let heading: string | null = null;
    const lines = candidates.flatMap((candidate, index) => {
      const line = `${index + 1}. ${candidate.text}`;
      if (candidate.heading === null || candidate.heading === heading) return [line];
      heading = candidate.heading;
      return [`[${heading}]`, line];
    });
    const which =
      most > 1
        ? "Which lines answer the question? Reply with their numbers only, the best one first."
        : "Which line answers the question? Reply with its number only.";
    const prompt = `Lines of a document:\n${lines.join("\n")}\n\nQuestion: ${question}\n${which}`;
    const reply = await this.#ask(prompt, most > 1 ? 16 : 8);
    const numbers = (reply.match(/\d+/gu) ?? []).map(Number);
    const valid = numbers.filter((number) => number >= 1 && number <= candidates.length);
    return [...new Set(valid)].slice(0, most).map((number) => number - 1);
  }

  /** What the model answers in a sentence or a list, as it writes it of some lines. Nothing of it is checked. */
  async answer(
    question: string,
    candidates: readonly Pick<Candidate, "text" | "heading">[],
    { asksWhether, asksList }: { readonly asksWhether: boolean; readonly asksList: boolean },
  ): Promise<string> {
    let heading: string | null = null;
    const lines = candidates.flatMap((candidate) => {
      if (candidate.heading === null || candidate.heading === heading) return [candidate.text];
      heading = candidate.heading;
      return [`[${heading}]`, candidate.text];
    });
    const how = asksWhether
      ? "Answer yes or no, then say why in one short sentence, with the words of the text."
      : asksList
        ? "Answer with a short list, with the words of the text."
        : "Answer in one short sentence, with the words of the text.";
    const prompt = `Text:\n${lines.join("\n")}\n\nQuestion: ${question}\n${how}`;
    const reply = await this.#ask(prompt, asksList ? 120 : 80);
    const said = reply
      .trim()
      .split(/\n+/u)
      .slice(0, asksList ? 8 : 1);
    return said
      .map((line) => line.replace(/^(?:answer|a):\s*|^\s*(?:[-*•]|\d+[.)])\s*/iu, "").trim())
      .filter((line) => line !== "")
      .join("; ");
  }

  /** A question that can be understood without the conversation; empty when the reply is none. */
  async standalone(
    question: string,
    past: readonly { question: string; answer: string }[],
  ): Promise<string> {
    const said = past.map(
      ({ question: q, answer }) => `Q: ${q.slice(0, 300)}\nA: ${answer.slice(0, 300)}`,
    );
    const prompt = `${said.join("\n")}\nQ: ${question}\n\nRewrite the last question so that it can be understood without the others. Reply with the question only.`;
    const reply = await this.#ask(prompt, 80);
    const [line = ""] = reply.trim().split("\n");
    return line
      .replace(/^(?:Q|question):\s*/iu, "")
      .slice(0, 500)
      .trim();
  }

  async #ask(prompt: string, maxTokens: number): Promise<string> {
    this.#talk.transcript.restart(prompt);
    const { content } = await this.#talk.ask(null, maxTokens, 0);
    this.#state.signal.throwIfAborted();
    // What a model thinks aloud is no reply.
    return content.replace(/^\s*<think>[\s\S]*?(?:<\/think>|$)/u, "");
  }
}

/** Requests to the model in one run at most. */
const maxRequests = 8;

/** What all ways to an answer share: the run, the model to ask, and how each step is told and recorded. */
export class GuidedSteps {
  readonly state: RunState;
  readonly interview: Interview;
  readonly #info: ModelInfo;

  constructor(state: RunState, model: LanguageModel, patience: number) {
    this.state = state;
    this.#info = model.info;
    this.interview = new Interview(state, model, patience);
  }

  /** The sentences of passages that the model may read for one of so many sides of a question. */
  candidates(
    hits: readonly Pick<SearchHit, "id" | "text" | "heading">[],
    sought: SoughtText,
    sides: number,
  ): Candidate[] {
    return candidatesIn(hits, sought, this.state.gauge.count, shownTokens(this.#info, sides));
  }

  async opening(document: DocumentId): Promise<string> {
    const { reader, signal } = this.state;
    const passages = await reader.passages(document, { pages: { from: 1, to: 1 }, signal });
    return passages
      .map(({ text }) => text)
      .join("\n")
      .slice(0, 3000);
  }

  async choose(
    question: AskedQuestion,
    lines: readonly Pick<Candidate, "text" | "heading">[],
    most: number,
  ): Promise<number[]> {
    const chosen = await this.interview.choose(question.text, lines, most);
    const taken = chosen.map((index) => lines[index]?.text ?? "").join("\n");
    this.step("read", question.text, lines.map(({ text }) => text).join("\n"), taken);
    return chosen;
  }

  /** A reply, or else what stands for none: a model that fails here does not take back what was found. */
  async orEmpty<T>(reply: Promise<T>, otherwise: T): Promise<T> {
    try {
      return await reply;
    } catch (error) {
      this.state.signal.throwIfAborted();
      if (!PagehoundError.isInstance(error)) throw error;
      this.state.tracer.note("failure", error.message);
      return otherwise;
    }
  }

  mayAsk(): boolean {
    return this.state.meter.usage.turns < maxRequests;
  }

  /** Tells and records what was looked for, as a call of a tool. */
  looked(
    label: string,
    period: string,
    found: readonly string[],
    evidence: readonly EvidenceId[] = [],
  ): void {
    const query = `${label} ${period}`.trim();
    this.state.tellCall({
      tool: "search",
      arguments: { query },
      description: `Looked for “${query}”`,
      text: found.join("\n"),
      evidence,
      summary: found.length === 0 ? "Nothing found" : `${found.length} places`,
    });
  }

  step(step: GuidedStep, asked: string, given: string, taken: string): void {
    this.state.emit({ type: "step", step, asked, given, taken, usage: this.state.meter.usage });
    this.state.tracer.note(step, taken);
  }
}
