import path from "node:path";
import { repository } from "./repository.js";
import { staticClosure } from "./static-closure.js";

/** Compressed bytes (Brotli) that each file of the package may have, with all it imports statically. */
const budgets: Readonly<Record<string, number>> = {
  "embeddings.js": 7_500,
  "evaluation.js": 72_000,
  "index.js": 16_000,
  "models.js": 29_000,
  "reading.js": 18_000,
  "testing.js": 17_000,
  "viewer.js": 14_000,
  "widget.js": 58_000,
  "widget-define.js": 58_000,
  "workers/agent.worker.js": 950_000,
  "workers/collection.worker.js": 136_000,
  "workers/embed.worker.js": 135_000,
  "workers/draw.worker.js": 150_000,
  "workers/grep.worker.js": 4_000,
  "workers/parse.worker.js": 560_000,
  "workers/viewer.worker.js": 350_000,
  "workers/web-llm.worker.js": 1_800_000,
};

/** What those who embed the package install with it. */
const packages = ["pdfjs-dist", "@wllama/wllama"];

/** Prints the size of every entry beside its budget. Returns whether each is within it. */
async function check(dist: string): Promise<boolean> {
  let within = true;
  for (const [entry, budget] of Object.entries(budgets)) {
    const closure = await staticClosure(path.join(dist, entry), packages);
    const size = closure.reduce((sum, { brotli }) => sum + brotli, 0);
    const verdict = size <= budget ? "" : "  too large";
    process.stdout.write(`${entry.padEnd(32)}${size} of ${budget}${verdict}\n`);
    within &&= size <= budget;
  }
  return within;
}

process.exitCode = (await check(process.argv[2] ?? path.join(repository, "dist"))) ? 0 : 1;
