import { existsSync } from "node:fs";
import { readdir } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { BadInput } from "../../cli/bad-input.js";
import { threadHeaders, wllamaMounts } from "../../cli/engine-folders.js";
import { modelPath } from "../../cli/model-proxy.js";
import { repository } from "../driver/repository.js";
import type { BenchArguments } from "./bench-arguments.js";
import { driveBench } from "./bench-driver.js";
import { type BenchCommand, say } from "./command.js";
import type { EngineSpeed, SpeedRequest } from "./page/engine-speed.js";
import { median, percentile } from "./statistics.js";
import { table } from "./table.js";

const usage = `Usage: npm run -s bench -- engine [--model FILE.gguf [--onnx DIR] [--server URL] [--quick]] [--json]

How fast llama.cpp (wllama) with a small model of random weights gives way when it is stopped, and
how long it, and a question answered with it, hold up the main thread. With a model's file, instead:
how many tokens of a prompt of about a thousand it reads a second, and how many it writes.

  --model FILE  a GGUF file
  --onnx DIR    the same model for transformers.js, as scripts/gguf-to-onnx.ts makes it: both engines
                are measured, with one thread each
  --server URL  a server with the same file to compare with, such as http://127.0.0.1:8080/v1 of
                llama.cpp's own: llama-server -m FILE -t 2 -c 4096
  --quick       with a short prompt, to see that all works
  --json        print one JSON object
`;

const samples = path.join(repository, "public/samples");
const mounts = wllamaMounts();
/** Where the benchmarks' pages load the engine from. */
const engine = {
  mounts: {
    "/wllama/": mounts["/assets/wllama/"] ?? "",
    "/wllama-compat/": mounts["/assets/wllama-compat/"] ?? "",
    "/onnx/": path.join(repository, "site/assets/onnx"),
  },
};

async function measure(parsed: BenchArguments): Promise<string> {
  return parsed.model === null ? stopping(parsed) : speeds(parsed.model, parsed);
}

async function stopping({ json }: BenchArguments): Promise<string> {
  const names = (await readdir(samples)).filter((name) => name.endsWith(".pdf"));
  const times = await driveBench(async ({ page, setFiles }) => {
    await setFiles(names.map((name) => path.join(samples, name)));
    return page.evaluate((paths) => globalThis.bench.stopEngine(paths), names);
  }, engine);
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

/** One measured line: what it is, and how fast. */
interface Row {
  readonly name: string;
  readonly speed: EngineSpeed;
}

async function speeds(
  model: string,
  { onnx, server, json, quick }: BenchArguments,
): Promise<string> {
  if (!existsSync(model)) throw new BadInput(`There is no file ${model}. Check --model.`);
  if (onnx !== null && !existsSync(path.join(onnx, "config.json"))) {
    throw new BadInput(`There is no model for transformers.js in ${onnx}. Check --onnx.`);
  }
  const rows = await driveBench(
    async ({ context, page, setModel, url }) => {
      await setModel([model]);
      const session = await context.newCDPSession(page);
      await session.send("Performance.enable");
      await page.exposeFunction("cpuSeconds", async () => {
        const { metrics } = await session.send("Performance.getMetrics");
        return metrics.find(({ name }) => name === "ProcessTime")?.value ?? Number.NaN;
      });
      const own = { server: null, onnx: null, form: false, quick } as const;
      const cores = os.availableParallelism();
      const runs: [string, SpeedRequest][] = [["wllama, 1 thread", { ...own, threads: 1 }]];
      if (onnx === null) {
        // Takes minutes while other programs use the processor.
        if (!quick) runs.push([`wllama, all ${cores} cores`, { ...own, threads: cores }]);
        runs.push(
          ["wllama, as it is loaded", { ...own, threads: null }],
          ["the same, in the form of a tool call", { ...own, threads: null, form: true }],
        );
      } else {
        const folder = { ...own, onnx: "/onnx-model/", threads: 1 };
        runs.push(
          ["transformers.js, 1 thread", folder],
          ["the same, in the form of a tool call", { ...folder, form: true }],
        );
      }
      if (server !== null) {
        const address = `${url}${modelPath}`.replace(/\/$/, "");
        runs.push(["the server", { ...own, threads: null, server: address }]);
      }
      const measured: Row[] = [];
      for (const [name, request] of runs) {
        say(name);
        const speed = await page.evaluate((each) => globalThis.bench.engineSpeed(each), request);
        measured.push({ name, speed });
      }
      return measured;
    },
    {
      mounts: { ...engine.mounts, ...(onnx === null ? {} : { "/onnx-model/": onnx }) },
      ...{ headers: threadHeaders, model: server ?? undefined },
    },
  );
  if (json) return `${JSON.stringify(rows, null, 2)}\n`;
  const lines = rows.map(({ name, speed }) => [
    name,
    speed.readPerSecond.toFixed(1),
    speed.writtenPerSecond.toFixed(1),
    speed.readPerCpuSecond.toFixed(1),
    speed.writtenPerCpuSecond.toFixed(1),
    `${(speed.load / 1000).toFixed(1)} s`,
    `${(speed.reused * 100).toFixed(0)} %`,
    `${speed.longestPause.toFixed(0)} ms`,
  ]);
  const columns = [
    "",
    "read/s",
    "written/s",
    "read/CPU s",
    "written/CPU s",
    "load",
    "next prompt reused",
    "longest pause",
  ];
  return `${path.basename(model)}, prompt of ${rows[0]?.speed.read} tokens\n${table(columns, lines)}`;
}

export const benchmark: BenchCommand = {
  usage,
  data: ".",
  options: ["json", "model", "onnx", "quick", "server"],
  run: measure,
};
