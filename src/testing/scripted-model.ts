import { Validator } from "@cfworker/json-schema";
import { PagehoundError } from "../core/errors.js";
import type { ChatRequest, ChatUsage, LanguageModel, ModelInfo } from "../models/language-model.js";
import { TestModel, testInfo, type Utterance } from "./test-model.js";

/** A reply word for word, or an object that is written as JSON. */
type Written = string | object;

/**
 * Makes a reply from the request. A `PagehoundError` it throws is what the model fails with; anything
 * else it throws, such as a failed assertion, is a fault that `finish` reports.
 */
export type ScriptedReply = (request: ChatRequest) => Written | Promise<Written>;

/** A step with expectations of the request. */
export interface ScriptedStep {
  readonly reply: Written | ScriptedReply;
  /** What must stand in the last message. */
  readonly prompt?: string | RegExp | undefined;
  /** How the name of the form that is asked for begins; null when free text must be asked for. */
  readonly format?: string | null | undefined;
  /** @defaultValue `stop` */
  readonly finishReason?: "stop" | "length" | undefined;
  /** @defaultValue estimated */
  readonly usage?: Partial<ChatUsage> | undefined;
}

/** A test double: it says what it was told to, and has no ability of its own. */
export interface ScriptedModel extends LanguageModel {
  /** All requests so far. */
  readonly requests: readonly ChatRequest[];
  /** Throws when a request was not as expected, or a step is unused. To be called at the end of a test. */
  finish(): void;
}

/**
 * A test double whose replies are given in order. A request beyond the last step, one that is not as
 * its step expects, and an object that does not fit the form asked for, reject with an `internal`
 * error; code that copes with failing models may hide that, so `finish` throws it again. Text is said
 * as it is, whether or not it fits, and is never cut off.
 *
 * @example
 * ```ts
 * import { scriptedModel } from "pagehound/testing";
 *
 * const answer = {
 *   thought: "",
 *   calls: [
 *     { tool: "answer", arguments: { enough: false, missing: "the year", sentences: [] } },
 *   ],
 * };
 * const model = scriptedModel([{ reply: answer, prompt: "Which year" }]);
 * await hound.ask("Which year was it?", { model, strategy: "tools" });
 * model.finish();
 * ```
 */
export function scriptedModel(
  steps: readonly (string | ScriptedReply | ScriptedStep)[],
  info: Partial<ModelInfo> = {},
): ScriptedModel {
  const requests: ChatRequest[] = [];
  const faults: PagehoundError[] = [];
  const model = new TestModel(testInfo("scripted", info), async (request, { say }) => {
    requests.push(request);
    const number = requests.length;
    try {
      const utterance = await perform(steps[number - 1], request);
      for (const piece of utterance.content.match(/[\s\S]{1,24}/g) ?? []) {
        say(piece);
        await null;
      }
      return utterance;
    } catch (thrown) {
      if (PagehoundError.isInstance(thrown)) throw thrown;
      const reason = thrown instanceof Error ? thrown.message : String(thrown);
      const fault = new PagehoundError("internal", `Step ${number} of the script: ${reason}`, {
        cause: thrown,
      });
      faults.push(fault);
      throw fault;
    }
  });
  return Object.assign(model, {
    requests,
    finish: () => {
      const [first] = faults;
      if (first) throw first;
      const unused = steps.length - requests.length;
      if (unused > 0) {
        throw new PagehoundError(
          "internal",
          `The script has ${steps.length} steps, and the last ${unused} were not used.`,
        );
      }
    },
  });
}

async function perform(
  given: string | ScriptedReply | ScriptedStep | undefined,
  request: ChatRequest,
): Promise<Utterance> {
  const last = request.messages.at(-1)?.content ?? "";
  if (given === undefined) {
    throw new Error(`there is no such step, but the model was asked: ${shorten(last)}`);
  }
  const step: ScriptedStep =
    typeof given === "string" || typeof given === "function" ? { reply: given } : given;
  expectPrompt(step, last);
  expectFormat(step, request);
  const written = typeof step.reply === "function" ? await step.reply(request) : step.reply;
  if (typeof written !== "string") expectFit(written, request);
  return {
    content: typeof written === "string" ? written : JSON.stringify(written),
    finishReason: step.finishReason ?? "stop",
    usage: step.usage,
  };
}

function expectPrompt({ prompt }: ScriptedStep, last: string): void {
  if (prompt === undefined) return;
  const found = typeof prompt === "string" ? last.includes(prompt) : last.search(prompt) >= 0;
  if (!found) throw new Error(`${String(prompt)} was expected in: ${shorten(last)}`);
}

function expectFormat({ format }: ScriptedStep, { responseFormat }: ChatRequest): void {
  if (format === undefined) return;
  const name = responseFormat?.name ?? null;
  if (format === null ? name !== null : !name?.startsWith(format)) {
    throw new Error(`the form "${format}" was expected, but "${name}" was asked for.`);
  }
}

function expectFit(written: object, { responseFormat }: ChatRequest): void {
  if (responseFormat === undefined) return;
  const { valid, errors } = new Validator(responseFormat.schema, "2020-12", false).validate(
    JSON.parse(JSON.stringify(written)),
  );
  if (valid) return;
  const reasons = errors.map(({ instanceLocation, error }) => `${instanceLocation} ${error}`);
  throw new Error(`the reply does not fit "${responseFormat.name}": ${reasons.join(" ")}`);
}

function shorten(text: string): string {
  return text.length > 400 ? `${text.slice(0, 400)}…` : text;
}
