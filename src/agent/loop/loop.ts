import {
  type AnswerSentence,
  type DraftAnswer,
  PagehoundError,
  type PastTurn,
} from "../../core/index.js";
import type { LanguageModel } from "../../models/index.js";
import { notesText } from "../context/notes.js";
import { documentsText, openingText } from "../context/opening-text.js";
import { minObservation, shareRoom } from "../context/token-budget.js";
import { openingShare, type Strategy } from "../strategies.js";
import { signatureOf } from "../tools/check-arguments.js";
import { readThrough } from "../tools/reader-stages.js";
import { answerTool } from "../tools/standard-tools.js";
import type { Tool } from "../tools/tool.js";
import { repairRequest, verifyAnswer } from "../verify/verify-answer.js";
import {
  ChatSession,
  fenced,
  type SessionReply,
  systemPrompt,
  withoutFences,
} from "./chat-session.js";
import {
  type Action,
  actionFormat,
  answerFormat,
  type ClaimedCall,
  draftFrom,
  maxCallsPerTurn,
  readAction,
  readCutAnswer,
  readRewrite,
  rewriteFormat,
} from "./read-reply.js";
import type { RunState } from "./run-state.js";
import { sourcesNotAsked } from "./source-finder.js";
import { ToolExecutor } from "./tool-executor.js";

export interface LoopOptions {
  readonly state: RunState;
  readonly model: LanguageModel;
  /** All tools except `answer`. Tools found while the loop runs are appended. */
  readonly tools: readonly Tool[];
  readonly strategy: Strategy;
  /** Maximum number of tool calls. */
  readonly calls: number;
  readonly history: readonly PastTurn[];
  /** Milliseconds of silence after which a request is abandoned. */
  readonly patience: number;
}

export interface Conclusion {
  /** True if the model considers it an answer. */
  readonly enough: boolean;
  /** The missing information, according to the model. */
  readonly missing: string;
  readonly sentences: readonly AnswerSentence[];
}

/** How often a model may ask for more before its answer is accepted as is. */
const maxSelfChecks = 2;
/** Number of consecutive turns with only repeated calls after which the search ends. */
const maxRepeats = 2;
/** Tools whose calls are reported as attempts. */
const lookingTools = new Set(["search", "grep", "find_rows", "query_table"]);
/** How often the transcript is restarted because the prompt did not fit. */
const maxRestarts = 2;

/**
 * Acts and observes until the model answers or its calls are used up. Every turn uses up something
 * limited, so the loop always ends: calls, one repair of form, one of content, two self-checks.
 */
export class Loop {
  readonly #options: LoopOptions;
  readonly #state: RunState;
  readonly #talk: ChatSession;
  readonly #toolbox: ToolExecutor;
  readonly #prompt: string;
  /** Tools that the system prompt describes. */
  readonly #shown: number;
  /** The feedback on the model's last answer, and the sentences and quotes of that answer. */
  #said = "";
  #wrote: readonly string[] = [];
  #callsLeft: number;
  #compacted = false;
  #malformed = 0;
  #selfChecks = 0;
  /** Number of consecutive turns that did nothing new. */
  #repeats = 0;
  #restarts = 0;
  #best: Conclusion | null = null;

  constructor(options: LoopOptions) {
    const { state, model, tools, strategy, calls, patience } = options;
    this.#options = options;
    this.#state = state;
    this.#toolbox = new ToolExecutor(tools, state);
    this.#shown = tools.length;
    this.#prompt = systemPrompt([...tools, answerTool]);
    this.#talk = new ChatSession(state, model, this.#prompt, patience);
    this.#callsLeft = strategy.tools ? calls : 0;
  }

  /** Returns the answer; null if no reply could be read. Throws model errors and on abort. */
  async conclude(): Promise<Conclusion | null> {
    try {
      return await this.#takeTurns();
    } catch (error) {
      this.#state.signal.throwIfAborted();
      // If a model fails while correcting an answer, the earlier answer is kept.
      if (!this.#best || !PagehoundError.isInstance(error)) throw error;
      this.#state.tracer.note("failure", error.message);
      return this.#best;
    }
  }

  async #takeTurns(): Promise<Conclusion | null> {
    await this.#open();
    while (true) {
      const reply = await this.#ask();
      if (reply === null) continue;
      const action =
        readAction(reply.content) ?? (reply.whole ? null : readCutAnswer(reply.content));
      const draft = isAnswer(action) ? draftFrom(action?.calls[0]?.arguments) : null;
      const isUseless = !draft && (isAnswer(action) || this.#callsLeft === 0);
      if (!action || isUseless) {
        if (!this.#askAgain(reply)) return this.#best;
        continue;
      }
      if (action.thought !== "") this.#state.emit({ type: "thought", text: action.thought });
      if (!draft) await this.#act(action.calls);
      else if (await this.#settles(draft)) return this.#best;
    }
  }

  /** Adds the documents, what the strategy shows of them, and the question. */
  async #open(): Promise<void> {
    const { strategy, history, model } = this.#options;
    if (strategy.rewrites || history.length > 0) {
      await rewriteQuestion(this.#state, this.#talk, history);
    }
    const { contextLength } = model.info;
    const share = Math.floor(contextLength * openingShare(strategy, contextLength));
    const { answer } = this.#share();
    const limit = Math.min(share, this.#talk.room - answer - minObservation);
    const opening = await openingText(this.#state, strategy, { limit, contextLength });
    this.#addUserText(opening, wording.question(this.#state.standalone, this.#callsLeft));
  }

  /** Returns the next reply, or null if the prompt did not fit and was restarted. */
  async #ask(): Promise<SessionReply | null> {
    const { tools } = this.#options;
    const format = this.#callsLeft > 0 ? actionFormat(tools, answerTool) : answerFormat(answerTool);
    try {
      return await this.#talk.ask(format, this.#share().answer, this.#callsLeft);
    } catch (error) {
      const isTooLong = PagehoundError.isInstance(error) && error.code === "context-exceeded";
      if (!isTooLong || this.#restarts >= maxRestarts) throw error;
      this.#restarts++;
      this.#state.gauge.distrust();
      await this.#compact();
      return null;
    }
  }

  /** Asks for a reply that can be read, once. */
  #askAgain({ whole }: SessionReply): boolean {
    if (this.#malformed++ > 0) return false;
    const reason = whole
      ? "The model's reply did not have the form that was asked for."
      : "The model's reply was too long.";
    this.#state.emit({ type: "repair", reason });
    this.#state.tracer.note("repair", reason);
    const request = whole ? wording.malformed : wording.cutOff;
    this.#talk.transcript.addUserText(request(this.#callsLeft));
    return true;
  }

  /** Carries out calls and shows the model all results in one message. */
  async #act(claimed: readonly ClaimedCall[]): Promise<void> {
    const calls = claimed.filter((call) => !isAnswerCall(call));
    if (this.#share().observations < Math.min(calls.length, 1) && !this.#compacted)
      await this.#compact();
    const { observation: limit, slack, observations: fitting } = this.#share();
    const max = Math.min(maxCallsPerTurn, this.#callsLeft, Math.max(1, fitting));
    const observations = await this.#toolbox.run(calls.slice(0, max), { limit, slack });
    this.#callsLeft -= observations.length;
    // A turn without a valid call counts as a call, so that such turns end as well.
    if (observations.length === 0) this.#callsLeft = Math.max(0, this.#callsLeft - 1);
    for (const { tool, failed, description } of observations) {
      if (!failed && lookingTools.has(tool)) this.#state.tried.push(description);
    }
    const isRepeated = observations.length > 0 && observations.every(({ repeated }) => repeated);
    this.#repeats = isRepeated ? this.#repeats + 1 : 0;
    // The model has run out of ideas, so it must answer from what it has seen.
    if (this.#repeats >= maxRepeats) this.#callsLeft = 0;
    const texts = observations.map(({ text }) => text);
    const remarks: string[] = [];
    if (calls.length < claimed.length) remarks.push(wording.answerAlone);
    if (calls.length > max) remarks.push(wording.tooManyCalls(max));
    const left =
      this.#talk.room - texts.reduce((sum, text) => sum + this.#state.gauge.count(text), 0);
    const next = shareRoom(this.#options.model.info.contextLength, left, this.#callsLeft);
    if (this.#compacted && next.observations === 0) this.#callsLeft = 0;
    this.#addUserText(...texts, ...remarks, wording.callsLeft(this.#callsLeft));
  }

  /** Checks an answer. Returns false if the model has to continue. */
  async #settles(draft: DraftAnswer): Promise<boolean> {
    const { seen, signal, toolTexts } = this.#state;
    const reader = readThrough(this.#state.reader, toolTexts.stage);
    const calculations = [...this.#state.calculations, ...this.#state.figures];
    // Only the person's own words count; the model's rewriting is not evidence.
    const asked = this.#options.history.map((turn) => turn.asked);
    const question = [this.#state.question, ...asked].join("\n");
    const context = { reader, question, calculations, seen, signal };
    const sentences = await verifyAnswer(this.#withoutOwnWords(draft), context);
    const conclusion = { enough: draft.enough, missing: draft.missing, sentences };
    // A model that only echoes its instructions, like one that fails, does not withdraw its answer.
    const isEcho = sentences.length === 0 && draft.sentences.length > 0;
    if (!this.#best || (!isEcho && worth(conclusion) >= worth(this.#best))) this.#best = conclusion;
    const request = draft.enough ? repairRequest(sentences, this.#callsLeft) : null;
    const notAsked = sourcesNotAsked(this.#options.tools, this.#state.tracer.steps);
    const feedback = draft.enough
      ? request
      : this.#callsLeft > 0
        ? wording.notEnough(draft, this.#callsLeft, this.#selfChecks > 0, notAsked)
        : null;
    const again = feedback === null ? null : withoutFences(feedback);
    if (again === null || this.#selfChecks >= maxSelfChecks || !this.#hasRoomFor(again)) {
      return true;
    }
    // An answer is repaired once; a model may ask for more twice.
    this.#selfChecks += draft.enough ? maxSelfChecks : 1;
    const message = draft.enough
      ? "Part of the answer is not in the documents; the model corrects it."
      : draft.missing || "The model needs more.";
    this.#state.emit({ type: "self-check", enough: draft.enough, message });
    this.#state.tracer.note("self-check", message);
    this.#said = again;
    this.#wrote = draft.sentences
      .flatMap(({ text, citations }) => [text, ...citations.map(({ quote }) => quote)])
      .map(comparable);
    this.#addUserText(again, ...(draft.enough ? [wording.callsLeft(this.#callsLeft)] : []));
    return false;
  }

  /**
   * Instructions to the model are neither an answer nor a quote from a document, although a small
   * model may repeat them. Feedback about its own sentences and quotes still counts as its own.
   */
  #withoutOwnWords(draft: DraftAnswer): DraftAnswer {
    const isIn = (statement: string, text: string): boolean => {
      const words = comparable(text);
      if (words.split(" ").length < fewWords) return false;
      // A small model also leaves out the quoted part.
      return [statement, statement.replace(/“[^“”]*”/gu, "")].some((form) =>
        comparable(form).includes(words),
      );
    };
    const isSaid = (text: string): boolean =>
      isIn(this.#said, text) && !this.#wrote.includes(comparable(text));
    const sentences = draft.sentences
      .filter(({ text }) => !isIn(this.#prompt, text) && !isSaid(text))
      .map((sentence) => {
        const citations = sentence.citations.filter(({ quote }) => !isIn(this.#prompt, quote));
        return { ...sentence, citations };
      });
    return { ...draft, sentences };
  }

  /** Replaces all observations so far with notes. */
  async #compact(): Promise<void> {
    const { state, model, tools } = this.#options;
    const { contextLength } = model.info;
    const tokensBefore = this.#talk.transcript.tokens;
    const list = await documentsText(state, contextLength * 0.08);
    const notes = await notesText(state, this.#toolbox.observations, contextLength * 0.2);
    const question = wording.question(state.standalone, this.#callsLeft);
    const found = wording.found(tools.slice(this.#shown));
    this.#talk.transcript.restart([list, found, notes, question].filter(Boolean).join("\n\n"));
    this.#toolbox.forget();
    this.#compacted = true;
    const tokensAfter = this.#talk.transcript.tokens;
    state.meter.add({ folds: 1 });
    state.emit({ type: "compaction", tokensBefore, tokensAfter });
    state.tracer.note("compaction", `${tokensBefore} tokens became ${tokensAfter}.`);
  }

  #addUserText(...parts: readonly string[]): void {
    this.#talk.transcript.addUserText(parts.filter((part) => part !== "").join("\n\n"));
  }

  #share() {
    const { contextLength } = this.#options.model.info;
    return shareRoom(contextLength, this.#talk.room, this.#callsLeft);
  }

  #hasRoomFor(message: string): boolean {
    return this.#talk.room - this.#state.gauge.count(message) > this.#share().answer * 0.6;
  }
}

/** Sentences with fewer words may occur anywhere by chance. */
const fewWords = 3;

function comparable(text: string): string {
  return text
    .toLowerCase()
    .replace(/[^\p{Alpha}\p{N}]+/gu, " ")
    .trim();
}

function isAnswer(action: Action | null): boolean {
  const [call, ...others] = action?.calls ?? [];
  return call !== undefined && others.length === 0 && isAnswerCall(call);
}

function isAnswerCall({ tool }: ClaimedCall): boolean {
  return tool.trim().toLowerCase() === answerTool.name;
}

/** The value of an answer: one without sentences is worth more than an unsupported sentence. */
function worth({ sentences }: Conclusion): number {
  const supported = sentences.filter((sentence) => sentence.supported).length;
  return supported * 10 - (sentences.length - supported);
}

/** The loop's messages to the model between its turns. */
const wording = {
  found: (tools: readonly Tool[]): string =>
    tools.length === 0
      ? ""
      : `Tools found:\n${tools.map((tool) => `- ${signatureOf(tool)}`).join("\n")}`,
  callsLeft: (calls: number): string =>
    calls === 0
      ? "No calls left. Answer now from what you have seen."
      : `Calls left: ${calls}.${calls <= 2 ? " Answer as soon as you can." : ""}`,
  question: (question: string, calls: number): string =>
    `Question: ${question}\n${wording.callsLeft(calls)}`,
  malformed: (calls: number): string =>
    `That reply could not be read. Reply with one JSON object only, in the form {"thought":"…","calls":[{"tool":"…","arguments":{…}}]}. ${wording.callsLeft(calls)}`,
  notEnough: ({ missing }: DraftAnswer, calls: number, again: boolean, notAsked: string): string =>
    again
      ? `Still missing. One more try, or the same answer again. ${wording.callsLeft(calls)}`
      : `You say that something is missing${missing === "" ? "" : ` (${missing.slice(0, 200)})`}. Search on: use other words, a single rare word with grep, another document, or read the pages around what came nearest.${notAsked} If the question itself is unclear, or nothing more can be found, give the same answer again. ${wording.callsLeft(calls)}`,
  answerAlone: "answer comes alone, as the only call of a reply. It was not taken.",
  tooManyCalls: (most: number): string => `Not carried out: at most ${most} calls in a reply.`,
  cutOff: (calls: number): string =>
    `That reply was too long and was cut off. Answer again with at most three short sentences and one short quote each. ${wording.callsLeft(calls)}`,
};

const replyTokens = 240;
const maxPast = 4;
const longestPast = 400;

/**
 * Lets the model rewrite the question as a self-contained one and derive queries from it, in the
 * first turn of the conversation. An invalid reply changes nothing.
 */
async function rewriteQuestion(
  state: RunState,
  talk: ChatSession,
  history: readonly PastTurn[],
): Promise<void> {
  talk.transcript.addUserText(requestFor(state.question, history));
  const rewrite = readRewrite((await talk.ask(rewriteFormat, replyTokens, 0)).content);
  if (!rewrite) {
    state.tracer.note("rewrite", "The reply was no question; it stays as it was asked.");
    return;
  }
  // A question without history is already complete, and rewriting might lose a rare word.
  if (history.length > 0) state.standalone = rewrite.question;
  state.queries = [...new Set([state.standalone, state.question, ...rewrite.queries])];
  const { standalone: question, queries } = state;
  state.emit({ type: "question-rewrite", question, queries });
  state.tracer.note("rewrite", `${question} (${queries.join("; ")})`);
}

function requestFor(question: string, history: readonly PastTurn[]): string {
  const past = history
    .slice(-maxPast)
    .map((turn) => `Q: ${cut(turn.question)}\nA: ${cut(turn.answer) || "Not found."}`)
    .join("\n");
  // Earlier answers contain words of documents.
  const before = past === "" ? "" : `${fenced("conversation", "", past)}\n\n`;
  return `${before}Question: ${question}

First, before any tool, reply in this form: {"question":"…","queries":["…"]}
question: the same question, understandable without the conversation. queries: one to three short searches for it, with words that the documents would use.`;
}

function cut(text: string): string {
  return text.length > longestPast ? `${text.slice(0, longestPast)} …` : text;
}
