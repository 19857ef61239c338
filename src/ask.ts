import type { Answer } from "./agent/answer.js";
import type { AskRequest } from "./agent/api.js";
import type { AgentEvent } from "./agent/events.js";
import { type StrategyName, strategies } from "./agent/strategies.js";
import type { AgentConnection } from "./agent-connection.js";
import type { CollectionApi } from "./collection/api.js";
import type { CallOptions } from "./core/call-options.js";
import type { DocumentId } from "./core/document.js";
import { PagehoundError } from "./core/errors.js";
import type { LanguageModel } from "./model/language-model.js";
import { type ConfirmCall, PageTools } from "./page-tools.js";
import type { Tool } from "./tools/tool.js";
import type { ToolReader } from "./tools/tool-reader.js";

/** How a question is asked. */
export interface AskOptions {
  /** Writes the answer. Without one, the answer is the best passages. */
  readonly model?: LanguageModel | undefined;
  /** Only these documents; all unless told. */
  readonly documents?: readonly DocumentId[] | undefined;
  /**
   * The conversation that the question belongs to: its last six turns are taken into account, and
   * question and answer are added to it. `"new"` begins one; so does an id of your own that has none
   * yet. Nothing is stored unless told.
   */
  readonly conversation?: string | undefined;
  /** Chosen by the size of the documents and the model unless told. */
  readonly strategy?: StrategyName | "auto" | undefined;
  /** Tool calls at most, from 1 to 15; 10 unless told. */
  readonly calls?: number | undefined;
  /**
   * Tools besides the library's own. They run on the page, with a `signal`, a `budget` whose tokens
   * are estimated, and a `reader` of the documents asked; `seen` and `calculations` are empty there,
   * and `describe` is not called. Only what stands in documents counts as support for an answer.
   */
  readonly tools?: readonly Tool[] | undefined;
  /**
   * Asked before each call of a tool that is not declared `readOnly: true`; such tools are not
   * offered to the model without it. What it refuses, the model is told.
   */
  readonly confirm?: ConfirmCall | undefined;
  /** How many passages an answer without a model has at most, from 1 to 250; 5 unless told. */
  readonly passages?: number | undefined;
  /**
   * Milliseconds that a model may be silent before a request to it is given up, at least 1; ten
   * minutes unless told, since a slow device reads a long prompt for minutes.
   */
  readonly turnTimeout?: number | undefined;
  /** Stops the question, with what the model and the tools are doing for it. */
  readonly signal?: AbortSignal | undefined;
}

type AnswerEvent = Extract<AgentEvent, { type: "answer" }>;

/** What happens while a question is answered, step by step. The last event is `answer`. */
export type AskEvent =
  | Exclude<AgentEvent, { type: "answer" }>
  | (AnswerEvent & {
      /** The conversation that the answer was added to, or null. */
      readonly conversation: string | null;
    });

/** Turns of a conversation that a question takes into account. */
const pastTurns = 6;
const strategyNames = ["auto", ...Object.keys(strategies)];

/** What questions are answered with. */
export interface AskParts {
  readonly agent: AgentConnection;
  readonly collection: CollectionApi;
  readonly reader: ToolReader;
}

/** Checks a question and its options; returns what answers it. Throws `invalid-argument`. */
export function prepareQuestion(
  question: string,
  options: AskOptions,
  { agent, collection, reader }: AskParts,
): (call: CallOptions<AskEvent>) => Promise<void> {
  const { model = null, conversation = null, tools = [] } = options;
  const documents = options.documents ?? null;
  const pageTools = new PageTools(tools, reader, documents, options.confirm);
  const asked = { ...checked(question, options), documents, tools: pageTools.definitions };
  const host = {
    complete: async ({ request }, call) => {
      if (model) return modelsOwn(model.complete(request, call), call.signal);
      throw new PagehoundError("invalid-argument", "This question is answered without a model.");
    },
    callTool: (request, call) => pageTools.call(request, call),
  } satisfies Parameters<AgentConnection["ask"]>[1];
  return async ({ signal, onProgress }) => {
    const id = conversation === "new" ? crypto.randomUUID() : conversation;
    const history =
      id === null ? [] : await collection.pastTurns({ id, limit: pastTurns }, { signal });
    const answers: AnswerEvent[] = [];
    await agent.ask({ ...asked, history, model: model?.info ?? null }, host, {
      signal,
      onProgress: (event) => {
        if (event.type === "answer") answers.push(event);
        else onProgress?.(event);
      },
    });
    for (const answer of answers) await settle(answer, id, collection, onProgress);
  };
}

/** Stores an answer and tells of it. One that cannot be stored is told of all the same. */
async function settle(
  event: AnswerEvent,
  id: string | null,
  collection: CollectionApi,
  onProgress: CallOptions<AskEvent>["onProgress"],
): Promise<void> {
  if (id === null) return onProgress?.({ ...event, conversation: null });
  const { answer, trace } = event;
  const { question, standalone } = answer;
  try {
    const turn = { question, standalone, text: answerText(answer), answer, trace };
    await collection.addTurn({ id, turn });
  } catch (error) {
    onProgress?.({ ...event, conversation: null });
    throw error;
  }
  onProgress?.({ ...event, conversation: id });
}

/** What of an answer later questions may build on. */
function answerText({ sentences }: Answer): string {
  return sentences.flatMap(({ supported, text }) => (supported ? [text] : [])).join(" ");
}

/** A reply of the model, its failures with a code. */
async function modelsOwn<T>(reply: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  try {
    return await reply;
  } catch (thrown) {
    signal?.throwIfAborted();
    if (PagehoundError.isInstance(thrown)) throw thrown;
    const detail = thrown instanceof Error ? thrown.message : String(thrown);
    throw new PagehoundError("model-failed", `The model failed: ${detail}`, { cause: thrown });
  }
}

function checked(
  question: string,
  { strategy = "auto", calls = 10, passages = 5, turnTimeout }: AskOptions,
): Pick<AskRequest, "question" | "strategy" | "calls" | "passages" | "turnTimeout"> {
  const text = question.trim();
  if (text === "") {
    throw new PagehoundError(
      "invalid-argument",
      "Ask a question first: there is nothing in it but white space.",
    );
  }
  if (!strategyNames.includes(strategy)) {
    throw new PagehoundError(
      "invalid-argument",
      `There is no strategy "${strategy}". There are ${strategyNames.join(", ")}.`,
    );
  }
  wholeNumber("The number of tool calls", calls, 15);
  wholeNumber("The number of passages", passages, 250);
  if (turnTimeout !== undefined) wholeNumber("The time for a turn", turnTimeout, 86_400_000);
  return { question: text, strategy, calls, passages, turnTimeout };
}

function wholeNumber(name: string, value: number, greatest: number): void {
  if (Number.isInteger(value) && value >= 1 && value <= greatest) return;
  throw new PagehoundError(
    "invalid-argument",
    `${name} is a whole number from 1 to ${greatest}, not ${value}.`,
  );
}
