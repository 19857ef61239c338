import path from "node:path";
import { repository } from "./repository.js";
import { staticClosure } from "./static-closure.js";

/**
 * Maximum compressed size (Brotli) in bytes of each file in the package, including everything it
 * imports statically.
 */
const budgets: Readonly<Record<string, number>> = {
  "ai-sdk.js": 157_950,
  "connect.js": 20_220,
  "evaluation.js": 120_400,
  "index.js": 32_850,
  "langchain.js": 157_800,
  "models.js": 52_650,
  "tools.js": 157_000,
  "viewer.js": 19_520,
  "widget.js": 59_500,
  "workers/agent.worker.js": 279_000,
  "workers/collection.worker.js": 234_300,
  "workers/embed.worker.js": 135_000,
  "workers/draw.worker.js": 167_260,
  "workers/grep.worker.js": 5_520,
  // Half of it detects encodings from bytes: docs/decisions/074-encodings-are-told-by-bytes.md.
  "workers/parse.worker.js": 1_333_300,
  // Three quarters of it is xgrammar, including its wasm:
  // docs/decisions/086-onnx-models-in-a-loop-of-our-own.md.
  "workers/transformers.worker.js": 420_000,
  "workers/viewer.worker.js": 350_000,
  "workers/web-llm.worker.js": 1_800_000,
};

/** The packages that adapter entries are made for, which users bring and which are not counted. */
const brought: Readonly<Record<string, string>> = {
  "ai-sdk.js": "ai",
  "langchain.js": "@langchain/core",
};

/** Prints the size of every entry next to its budget. Returns true if all are within it. */
async function check(dist: string): Promise<boolean> {
  let within = true;
  for (const [entry, budget] of Object.entries(budgets)) {
    const closure = await staticClosure(path.join(dist, entry), brought[entry]);
    const size = closure.reduce((sum, { brotli }) => sum + brotli, 0);
    const verdict = size <= budget ? "" : "  too large";
    process.stdout.write(`${entry.padEnd(32)}${size} of ${budget}${verdict}\n`);
    within &&= size <= budget;
  }
  return within;
}

process.exitCode = (await check(process.argv[2] ?? path.join(repository, "dist"))) ? 0 : 1;
