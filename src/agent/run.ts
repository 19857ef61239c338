import type { LanguageModel } from "../model/language-model.js";
import type { CountTokens } from "../reading/reading.js";
import type { Tool } from "../tools/tool.js";
import type { ToolReader } from "../tools/tool-reader.js";
import type { AskRequest } from "./api.js";
import type { AgentEvent } from "./events.js";

/** What a run works with. */
export interface RunParts {
  /** All documents of the collection; the run narrows it to those asked for. */
  readonly reader: ToolReader;
  /** Null to answer with the best passages. */
  readonly model: LanguageModel | null;
  /** Tools besides the library's own. */
  readonly tools: readonly Tool[];
  readonly countTokens: CountTokens;
}

/**
 * Answers a question. Ends with an `answer` event whatever a model does; throws only the signal's
 * reason, and `no-documents` or `invalid-argument` for what cannot be asked.
 */
// biome-ignore lint/correctness/useYield: written next.
export async function* run(
  _request: Omit<AskRequest, "model" | "tools">,
  _parts: RunParts,
  _signal: AbortSignal,
): AsyncGenerator<AgentEvent, void, undefined> {
  throw new Error("Not written yet.");
}
