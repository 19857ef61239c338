import { PagehoundError } from "../core/errors.js";
import { isRecord, type ObjectSchema } from "../core/json.js";
import type { Pagehound } from "../index.js";
import { documentTools } from "../tools/index.js";
import { answerText } from "./ask/turn-view.js";
import type { App } from "./shell/app.js";

/** What a page offers to assistants of the browser, as the draft of WebMCP has it. */
interface ModelContext {
  registerTool(tool: OfferedTool, options: { readonly signal: AbortSignal }): Promise<void> | void;
}

interface OfferedTool {
  readonly name: string;
  readonly description: string;
  readonly inputSchema: ObjectSchema;
  readonly annotations: { readonly readOnlyHint: boolean; readonly untrustedContentHint: boolean };
  execute(input: unknown, options?: { readonly signal?: AbortSignal }): Promise<OfferedResult>;
}

/** What an assistant gets of a call; in the form of the Model Context Protocol. */
interface OfferedResult {
  readonly content: readonly { readonly type: "text"; readonly text: string }[];
  readonly isError: boolean;
}

/** Of the library's tools: those that find and read. */
const offered = ["list_documents", "search", "grep", "read"];

/**
 * Offers the documents to assistants of the browser (WebMCP, draft of the Web Machine Learning Community
 * Group), until the signal aborts: to list, search, grep and read them, and to ask a question as the
 * reader would. Does nothing in browsers without it. Of several elements in a page each offers tools
 * with names of its own.
 */
export async function offerToAssistants(
  hound: Pagehound,
  app: App,
  signal: AbortSignal,
): Promise<void> {
  const context = modelContext();
  if (!context) return;
  // Texts of documents may say anything to whoever reads them.
  const annotations = { readOnlyHint: true, untrustedContentHint: true };
  const tools = documentTools(hound).filter(({ name }) => offered.includes(name));
  const found = tools.map(({ name, description, parameters, run }): OfferedTool => {
    const execute: OfferedTool["execute"] = (input, options) =>
      resultOf(run, input, options?.signal);
    return { name, description, inputSchema: parameters, annotations, execute };
  });
  const ask: OfferedTool = {
    name: "ask",
    description:
      "Asks the documents a question, as the reader would: question and answer are shown on the page. The answer has numbered sources, which were checked.",
    inputSchema: {
      type: "object",
      properties: { question: { type: "string", maxLength: 2000 } },
      required: ["question"],
      additionalProperties: false,
    },
    annotations,
    execute: (input, options) =>
      resultOf((given, { signal }) => answerTo(app, given, signal), input, options?.signal),
  };
  for (const tool of [...found, ask]) await register(context, tool, signal);
}

function modelContext(): ModelContext | null {
  const context: unknown = Reflect.get(document, "modelContext");
  const offers = typeof context === "object" && context !== null && "registerTool" in context;
  return offers ? (context as ModelContext) : null;
}

/** The answer as it is copied from the page. What the assistant gives up, is stopped. */
async function answerTo(
  { ask, shell }: App,
  input: unknown,
  signal: AbortSignal | undefined,
): Promise<{ readonly text: string; readonly failed?: boolean }> {
  const question = isRecord(input) ? input.question : undefined;
  if (typeof question !== "string" || question.trim() === "") {
    throw new PagehoundError("invalid-argument", '"question" is missing: a question as a text.');
  }
  shell.show("ask");
  const answer = await ask.conversation.ask(question, signal);
  signal?.throwIfAborted();
  if (answer) return { text: answerText(shell.words, answer) };
  return {
    text: "There is no answer: it was stopped, or failed. The page says which.",
    failed: true,
  };
}

/** Other elements of the page have the plain names, if there are any. */
async function register(
  context: ModelContext,
  tool: OfferedTool,
  signal: AbortSignal,
): Promise<void> {
  for (let count = 1; count < 20 && !signal.aborted; count++) {
    const name = `pagehound_${tool.name}${count === 1 ? "" : `_${count}`}`;
    try {
      await context.registerTool({ ...tool, name }, { signal });
      return;
    } catch {
      // The name is taken, or the page lets nothing be offered: which of both is not told.
    }
  }
}

async function resultOf(
  run: (
    input: unknown,
    options: { readonly signal: AbortSignal | undefined },
  ) => Promise<{ readonly text: string; readonly failed?: boolean }>,
  input: unknown,
  signal: AbortSignal | undefined,
): Promise<OfferedResult> {
  try {
    const { text, failed = false } = await run(input, { signal });
    return { content: [{ type: "text", text }], isError: failed };
  } catch (error) {
    // Whoever gave it up hears nothing any more; the browser would write down that the tool failed.
    if (signal?.aborted) return { content: [], isError: true };
    if (!PagehoundError.isInstance(error)) throw error;
    return { content: [{ type: "text", text: error.message }], isError: true };
  }
}
