import { calculateTool } from "../../../../src/agent/tools/calculate.js";
import { checkArguments } from "../../../../src/agent/tools/check-arguments.js";
import type { ToolContext } from "../../../../src/agent/tools/tool.js";
import type { EvidenceId } from "../../../../src/core/passage.js";

/** A page with a strict policy loads this module and receives the result. */
export interface UnderPolicy {
  readonly evaluates: boolean;
  readonly results: readonly string[];
}

const expressions = [
  "percent_change(11,588, 13,958)",
  "cagr(100, 121, 2)",
  "median(3, 1, 2) ^ 2",
  "3 km to mile",
  "2 million * 12.5%",
];

function evaluates(): boolean {
  try {
    return new Function("return true")();
  } catch {
    return false;
  }
}

async function run(): Promise<UnderPolicy> {
  const context: ToolContext = {
    // No passage has been seen, so nothing is looked up.
    reader: {} as ToolContext["reader"],
    budget: { limit: 1_000 },
    seen: [] as readonly EvidenceId[],
    calculations: [],
    signal: new AbortController().signal,
  };
  const results: string[] = [];
  for (const expression of expressions) {
    const call = checkArguments(calculateTool, { expression }) as { expression: string };
    const { calculation } = await calculateTool.run(call, context);
    results.push(calculation?.display ?? "");
  }
  return { evaluates: evaluates(), results };
}

run().then(
  (result) => parent.postMessage(result, "*"),
  (error) => parent.postMessage({ evaluates: evaluates(), results: [String(error)] }, "*"),
);
