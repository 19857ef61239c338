import { readdir } from "node:fs/promises";
import path from "node:path";
import { parseArgs } from "node:util";
import { askOutcome } from "../../cli/ask-answer.js";
import { BadInput } from "../../cli/bad-input.js";
import { printed } from "../../cli/print-answer.js";
import type { LoadProgress } from "../../src/models/download/load-progress.js";
import { findModel, recommendedModels } from "../../src/models/web-llm/models.js";
import { drive } from "../driver/driver.js";
import { ensureBuilt } from "../driver/ensure-built.js";
import { repository } from "../driver/repository.js";
import { type CustomCommand, print } from "./command.js";
import { askOnWebGpu, type WebGpuAnswer, type WebGpuQuestion } from "./webgpu-question.js";

const usage = `Usage: npm run -s bench -- webgpu --model-base URL [--model ID] [--model-lib-base URL] [--question "…"]

Loads a model on this machine's graphics card, in Chromium and through the built library, asks it one
question about the sample documents, and prints the answer and how fast the model was. Where to get
weights and libraries is up to you; nothing is fetched from anywhere else.

  --model-base URL      a folder with the weights at ID/resolve/main/
  --model-lib-base URL  a folder with the model libraries (*.wasm) made for web-llm 0.2.86;
                        that of the weights unless told
  --model ID            one of ${recommendedModels
    .slice(0, 4)
    .map(({ id }) => id)
    .join(", ")},
                        ${recommendedModels
                          .slice(4)
                          .map(({ id }) => id)
                          .join(", ")},
                        or one of their variants; chosen for the device unless told
  --question TEXT       what to ask
  --help                print this

Exit code: 0 answered; 1 not found in the samples; 2 bad input, no graphics card or no model; 3 the
model or Pagehound itself failed.
`;

/** On Linux, Chromium's WebGPU needs to be asked for, with Vulkan below it. */
const browserArguments = [
  "--enable-unsafe-webgpu",
  "--ignore-gpu-blocklist",
  "--enable-features=Vulkan",
];

const defaultQuestion = "How much did revenue change against the year before?";

function told(parameters: readonly string[]): WebGpuQuestion | null {
  const { values } = parse(parameters);
  if (values.help) return null;
  const { model = null, question = defaultQuestion } = values;
  if (model !== null && !findModel(model, recommendedModels)) {
    const known = recommendedModels.map(({ id }) => id).join(", ");
    throw new BadInput(`There is no model "${model}". Choose one of ${known}.`);
  }
  return {
    modelBase: folder("--model-base", values["model-base"]),
    modelLibBase: folder("--model-lib-base", values["model-lib-base"] ?? values["model-base"]),
    model,
    question,
  };
}

function folder(option: string, address: string | undefined): string {
  if (address === undefined) throw new BadInput(`${option} is missing: add the URL of a folder.`);
  if (/^https?:/.test(address) && URL.canParse(address)) return address.replace(/\/*$/, "/");
  throw new BadInput(`${option} needs the URL of a folder, not "${address}".`);
}

function parse(parameters: readonly string[]) {
  try {
    return parseArgs({
      args: [...parameters],
      options: {
        "model-base": { type: "string" },
        "model-lib-base": { type: "string" },
        model: { type: "string" },
        question: { type: "string" },
        help: { type: "boolean", short: "h" },
      },
    });
  } catch (error) {
    throw new BadInput(error instanceof Error ? error.message : String(error));
  }
}

/** Throws before a browser is started if there is nothing to load. */
async function reach({ modelBase, model }: WebGpuQuestion): Promise<void> {
  const known = model === null ? null : findModel(model, recommendedModels);
  const variants = known ? Object.values(known.variants) : [];
  const found: string[] = [];
  for (const { id } of variants) {
    const url = new URL(`${id}/resolve/main/mlc-chat-config.json`, modelBase).href;
    try {
      const { ok, status } = await fetch(url);
      if (ok) return;
      found.push(`${url} answered ${status}`);
    } catch {
      throw new BadInput(`Nothing answers at ${modelBase}. Check --model-base.`);
    }
  }
  if (found.length > 0) throw new BadInput(`${found.join("; ")}. Check --model-base and --model.`);
}

async function check(asked: WebGpuQuestion): Promise<number> {
  await reach(asked);
  await ensureBuilt();
  const samples = path.join(repository, "public/samples");
  const names = (await readdir(samples)).filter((name) => name.endsWith(".pdf"));
  return drive(
    async (driver) => {
      await driver.setFiles(names.map((name) => path.join(samples, name)));
      const answered = await askOnWebGpu(driver, asked, reporter());
      const outcome = askOutcome(answered.answer, [], [], new Map());
      process.stdout.write(`${printed(outcome)}\n${figures(answered)}`);
      // Passages are the way out when a model fails; the printed answer says why.
      return { answered: 0, "not-found": 1, passages: 3 }[outcome.kind];
    },
    { browserArguments },
  );
}

/** Says on standard error how far the load is: each phase once, and each tenth of the download. */
function reporter(): (progress: LoadProgress) => void {
  let last = "";
  return ({ phase, loadedBytes, totalBytes }) => {
    const tenth = totalBytes ? Math.floor((loadedBytes / totalBytes) * 10) : 0;
    const line = `${phase} ${tenth * 10} %`;
    if (line !== last) process.stderr.write(`${line}\n`);
    last = line;
  };
}

function figures({ adapter, model, contextLength, loading, replies }: WebGpuAnswer): string {
  let [read, reused, written, reading, writing] = [0, 0, 0, 0, 0];
  for (const { usage, timing } of replies) {
    const first = timing.firstToken ?? timing.total;
    reused += usage.reusedTokens ?? 0;
    read += usage.promptTokens - (usage.reusedTokens ?? 0);
    // The first token is written with the prompt.
    written += Math.max(0, usage.completionTokens - 1);
    reading += first;
    writing += timing.total - first;
  }
  const rate = (tokens: number, time: number) => (time > 0 ? (tokens / time) * 1000 : 0).toFixed(1);
  const first = replies[0]?.timing.firstToken;
  return `
adapter                  ${adapter}
model                    ${model}, context of ${contextLength} tokens
load                     ${(loading / 1000).toFixed(1)} s
requests                 ${replies.length}
prefill                  ${rate(read, reading)} tokens/s (${read} read, ${reused} reused)
decode                   ${rate(written, writing)} tokens/s (${written} written)
time to the first token  ${first == null ? "none" : `${(first / 1000).toFixed(2)} s`}
`;
}

export const benchmark: CustomCommand = {
  main: async (parameters) => {
    const asked = told(parameters);
    if (asked) return check(asked);
    await print(usage);
    return 0;
  },
};
