import type { Calculation } from "../core/calculation.js";
import type { ObjectSchema } from "../core/json-schema.js";
import type { EvidenceId } from "../core/passage.js";
import type { TokenBudget } from "../reading/reading.js";
import type { ToolReader } from "./tool-reader.js";

/** What a model is told of a tool. All of it can be cloned between threads. */
export interface ToolDefinition {
  /** Lower case with underscores, such as `list_documents`. */
  readonly name: string;
  /** One or two short sentences, written for a small model: what it gives, and when to use it. */
  readonly description: string;
  /** Schema of the arguments: an object; each property has a short `description` where its name does not say it all. */
  readonly parameters: ObjectSchema;
  /**
   * Whether it only reads. Anything but `true` means that it may change something: such a tool of a
   * page is called only when the person agrees to that very call.
   */
  readonly readOnly: boolean;
}

/** What a tool is given besides its arguments. */
export interface ToolContext {
  /** The documents in scope, and nothing else. */
  readonly reader: ToolReader;
  /** Tokens of the result's text at most. */
  readonly budget: TokenBudget;
  /** Passages shown so far in this run, the newest last. */
  readonly seen: readonly EvidenceId[];
  /** Calculations made so far in this run. */
  readonly calculations: readonly Calculation[];
  readonly signal: AbortSignal;
}

/** What a tool answers. */
export interface ToolResult {
  /** For the model, within the budget; says itself what it leaves out. */
  readonly text: string;
  /** Passages of which the text shows something. */
  readonly evidence: readonly EvidenceId[];
  /** For people, in plain words, without the model's ids: "14 passages in 3 documents". */
  readonly summary: string;
  /** Set by the calculator only. */
  readonly calculation?: Calculation | undefined;
}

/**
 * Something the model may do. `run` throws a `PagehoundError` for what the model can mend: its
 * message is shown to the model, so it names the valid choices and what to try instead.
 */
export interface Tool<Arguments = Readonly<Record<string, unknown>>> extends ToolDefinition {
  /** In plain words, what a call does, for people: "Looked for “capital expenditure”". */
  describe?(call: Arguments): string;
  /** The arguments fit `parameters`: they were checked before. */
  run(call: Arguments, context: ToolContext): Promise<ToolResult>;
}
