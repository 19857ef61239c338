import { PagehoundError } from "../core/errors.js";
import type { ObjectSchema } from "../core/json-schema.js";
import type { Tool } from "../tools/tool.js";
import type { TracedCall } from "./trace.js";

/**
 * The tools that a page had registered when a trace was recorded, each giving back what it gave
 * then: what is behind them is not there to be asked again. `own` names the library's tools.
 */
export function recordedTools(calls: readonly TracedCall[], own: readonly string[]): Tool[] {
  const foreign = calls.filter(({ tool, failed }) => !failed && !own.includes(tool));
  return [...new Set(foreign.map(({ tool }) => tool))].map((name) => {
    const made = foreign.filter(({ tool }) => tool === name);
    return {
      name,
      description: "Gives back what was recorded.",
      parameters: parametersOf(made),
      run: async (given) => {
        const same = JSON.stringify(given);
        const call = made.find((each) => JSON.stringify(each.arguments) === same);
        if (!call) throw new PagehoundError("not-found", `No such call of ${name} was recorded.`);
        const { text, evidence, summary } = call;
        return { text: withoutFence(text), evidence, summary };
      },
    };
  });
}

/** A schema that whatever was recorded fits. */
function parametersOf(calls: readonly TracedCall[]): ObjectSchema {
  const names = new Set(calls.flatMap((call) => Object.keys(call.arguments)));
  const properties = Object.fromEntries([...names].map((name) => [name, {}]));
  return { type: "object", properties };
}

/** Results are recorded as the model was shown them: between a line that opens them and one that closes them. */
function withoutFence(text: string): string {
  const lines = text.split("\n");
  return lines.length > 2 ? lines.slice(1, -1).join("\n") : text;
}
