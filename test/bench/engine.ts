import { readdir } from "node:fs/promises";
import { createRequire } from "node:module";
import path from "node:path";
import { repository } from "../driver/repository.js";
import { driveBench } from "./bench-driver.js";
import { command } from "./command.js";
import { median, percentile } from "./statistics.js";
import { table } from "./table.js";

const usage = `Usage: npm run -s bench:engine -- [--json]

How fast llama.cpp (wllama) with a small model of random weights gives way when it is stopped, and
how long it, and a question answered with it, hold up the main thread.

  --json  print one JSON object
`;

const installed = createRequire(import.meta.url);
const folderOf = (name: string) => path.dirname(installed.resolve(`${name}/package.json`));
const samples = path.join(repository, "public/samples");
const mounts = {
  "/wllama/": path.join(folderOf("@wllama/wllama"), "esm/wasm"),
  "/wllama-compat/": path.join(folderOf("@wllama/wllama-compat"), "wasm"),
};

async function engine({ json }: { readonly json: boolean }): Promise<string> {
  const names = (await readdir(samples)).filter((name) => name.endsWith(".pdf"));
  const times = await driveBench(async ({ page, setFiles }) => {
    await setFiles(names.map((name) => path.join(samples, name)));
    return page.evaluate((paths) => globalThis.bench.stopEngine(paths), names);
  }, mounts);
  if (json) return `${JSON.stringify(times, null, 2)}\n`;
  const row = (name: string, values: readonly number[]) => [
    name,
    ...[median(values), percentile(values, 0.95)].map((value) => `${value.toFixed(1)} ms`),
  ];
  const rows = [
    row("Abort until the caller has control", times.callerStopped),
    row("Abort until another request is answered", times.engineFree),
    row("That request without an abort", times.oneToken),
  ];
  return `${table(["", "median", "p95"], rows)}
${times.decodedPerSecond.toFixed(0)} tokens a second; ${(times.reused * 100).toFixed(0)} % of the next prompt reused.
Longest main-thread task while a model was loaded and a question answered: ${times.longestTask === 0 ? "none of 50 ms or more" : `${times.longestTask.toFixed(0)} ms`}.
`;
}

await command({ usage, data: ".", options: ["json"], run: engine });
