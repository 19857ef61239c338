import { PagehoundError } from "../core/errors.js";
import { checkArguments } from "../tools/check-arguments.js";
import { findTool } from "../tools/find-tool.js";
import type { Tool, ToolDefinition, ToolResult } from "../tools/tool.js";
import type { TracedCall } from "./trace.js";

/**
 * The tools that a page had registered when a trace was recorded, each of them described as it was
 * then. A call gives what it gave then, and fails as it failed; what is behind the tools is not
 * there to be asked again. Another call throws `not-found`.
 */
export function recordedTools(
  definitions: readonly ToolDefinition[],
  calls: readonly TracedCall[],
): Tool[] {
  return definitions.map((definition) => {
    const outcomes = outcomesOf(definition, calls);
    const run = async (given: Readonly<Record<string, unknown>>): Promise<ToolResult> => {
      const recorded = outcomes.get(JSON.stringify(given))?.shift();
      if (!recorded) {
        throw new PagehoundError("not-found", `No such call of ${definition.name} was recorded.`);
      }
      const text = withoutFence(recorded.text);
      if (recorded.failed) throw new PagehoundError("model-failed", text);
      return { text, evidence: recorded.evidence, summary: recorded.summary };
    };
    return { ...definition, run };
  });
}

/** The calls that reached a tool, by what it was given, in their order: one that failed may have been tried again. */
function outcomesOf(
  definition: ToolDefinition,
  calls: readonly TracedCall[],
): Map<string, TracedCall[]> {
  const outcomes = new Map<string, TracedCall[]>();
  for (const call of calls) {
    const given = call.repeated ? null : givenBy(call, definition);
    if (!given) continue;
    const key = JSON.stringify(given);
    outcomes.set(key, [...(outcomes.get(key) ?? []), call]);
  }
  return outcomes;
}

/** What a call gave the tool: calls are recorded as the model wrote them. Null for one that did not reach it. */
function givenBy(
  { tool, arguments: claimed }: TracedCall,
  definition: ToolDefinition,
): Readonly<Record<string, unknown>> | null {
  try {
    return checkArguments(findTool([definition], tool), claimed);
  } catch {
    return null;
  }
}

/** Results are recorded as the model was shown them: between a line that opens them and one that closes them. */
function withoutFence(text: string): string {
  const lines = text.split("\n");
  return lines.length > 2 ? lines.slice(1, -1).join("\n") : text;
}
