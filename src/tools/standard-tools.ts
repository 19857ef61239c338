import type { Calculation } from "../core/answer.js";
import { checkedOptions, checkShape, checkTexts } from "../core/arguments.js";
import type { DocumentId } from "../core/document.js";
import { PagehoundError } from "../core/errors.js";
import type { EvidenceId } from "../core/passage.js";
import { checkedBudget, type TokenBudget } from "../reading/reading.js";
import { calculateTool } from "./calculate.js";
import { checkArguments } from "./check-arguments.js";
import { grepTool } from "./grep.js";
import { listDocumentsTool, outlineTool } from "./overview.js";
import { getPassagesTool, previewTool, readTool } from "./read.js";
import { scopedReader } from "./scope.js";
import { searchTool } from "./search.js";
import {
  objectSchema,
  passageIdSchema,
  type Tool,
  type ToolDefinition,
  type ToolReader,
  type ToolResult,
  textSchema,
} from "./tool.js";

/** Ends a run. Its arguments are a `DraftAnswer`; the loop takes them, and never runs it. */
export const answerTool: Tool = {
  name: "answer",
  description: "Ends with the answer. Each quote is copied exactly from its passage.",
  parameters: objectSchema({
    enough: { type: "boolean", description: "whether you have seen enough to answer" },
    missing: textSchema(200, "what is missing; empty when nothing is"),
    sentences: {
      type: "array",
      maxItems: 8,
      items: objectSchema({
        text: textSchema(400),
        citations: {
          type: "array",
          maxItems: 3,
          items: objectSchema({
            id: passageIdSchema,
            quote: { type: "string", minLength: 4, maxLength: 160 },
          }),
        },
      }),
    },
  }),
  readOnly: true,
  describe: () => "Wrote the answer",
  async run() {
    throw new PagehoundError("internal", "The answer is taken by the loop and never run.");
  },
};

/** The library's own tools, in the order a model is told of them. */
export const standardTools: readonly Tool[] = [
  listDocumentsTool,
  outlineTool,
  searchTool,
  grepTool,
  previewTool,
  readTool,
  getPassagesTool,
  calculateTool,
  answerTool,
];

/** A tool for a loop of one's own. All of it but `run` can be cloned, and is JSON. */
export interface DocumentTool extends ToolDefinition {
  /**
   * Carries out a call. `call` is what the model wrote, as an object or as JSON: what is harmless is
   * forgiven, such as digits in text for a number. `text` of the result is for the model; `evidence`
   * names the passages that it shows, and `summary` tells a person what came of it. What the model can
   * mend, it rejects with: a `PagehoundError`, most often `invalid-argument` or `not-found`, whose
   * message names the valid choices and is to be shown to the model. Aborted, it rejects with the
   * signal's reason.
   */
  run(call: unknown, options?: { readonly signal?: AbortSignal | undefined }): Promise<ToolResult>;
}

/** What tools for a loop of one's own may see, and how much they may say. */
export interface DocumentToolsOptions {
  /**
   * Only these documents.
   *
   * @defaultValue all
   */
  readonly documents?: readonly DocumentId[] | undefined;
  /**
   * Of each result's text.
   *
   * @defaultValue 1,500 tokens by estimate
   */
  readonly budget?: TokenBudget | undefined;
}

const defaultBudget: TokenBudget = { limit: 1500 };

/**
 * The tools that Pagehound's own loop gives a model, for another one: to list documents, see their
 * outline, search, grep, preview, read, get passages, and calculate. They only read. One set is for
 * one conversation: `calculate` knows what was calculated before (`c1`) and what was shown. Throws
 * `invalid-argument`.
 *
 * @example With the AI SDK
 * ```ts
 * import { jsonSchema, tool } from "ai";
 * import { documentTools } from "pagehound/tools";
 *
 * const tools = Object.fromEntries(
 *   documentTools(hound).map(({ name, description, parameters, run }) => [
 *     name,
 *     tool({
 *       description,
 *       inputSchema: jsonSchema(parameters),
 *       execute: async (call, { abortSignal }) => (await run(call, { signal: abortSignal })).text,
 *     }),
 *   ]),
 * );
 * ```
 */
export function documentTools(
  reader: ToolReader,
  options: DocumentToolsOptions = {},
): readonly DocumentTool[] {
  const { documents = null, budget = defaultBudget } = checkedOptions(options);
  const methods = [
    "documents",
    "outline",
    "passages",
    "passagesById",
    "search",
    "grep",
    "coverage",
  ];
  checkShape("A collection", reader, Object.fromEntries(methods.map((name) => [name, "function"])));
  if (documents !== null) checkTexts("The documents in scope", documents);
  const checked = checkedBudget(budget);
  const scoped = scopedReader(reader, documents);
  const seen: EvidenceId[] = [];
  const calculations: Calculation[] = [];
  return standardTools
    .filter(({ name }) => name !== answerTool.name)
    .map((tool) => {
      const { name, description, parameters, readOnly } = tool;
      const run: DocumentTool["run"] = async (call, options) => {
        const { signal = new AbortController().signal } = checkedOptions(options);
        signal.throwIfAborted();
        const given = checkArguments(tool, call);
        const result = await tool.run(given, {
          reader: scoped,
          budget: checked,
          seen: [...seen],
          calculations: [...calculations],
          signal,
        });
        signal.throwIfAborted();
        seen.push(...result.evidence);
        if (result.calculation) calculations.push(result.calculation);
        return result;
      };
      return { name, description, parameters, readOnly, run };
    });
}
