import path from "node:path";
import { parseArgs } from "node:util";
import { BadInput } from "../../cli/bad-input.js";
import { startFolder } from "../../cli/package-folder.js";
import { recommendedModels } from "../../src/models/web-llm/models.js";
import { drive } from "../driver/driver.js";
import { ensureBuilt } from "../driver/ensure-built.js";
import { trainedFolder } from "../e2e/trained-folder.js";
import { type CustomCommand, print, say } from "./command.js";
import type { Completed } from "./web-llm/in-page.js";
import { type FolderModel, modelInFolder } from "./web-llm/model-folder.js";
import {
  type AdapterKind,
  adapterArguments,
  type Outcome,
  speedsOf,
  steps,
  Trial,
} from "./web-llm/trial.js";

const usage = `Usage: npm run -s bench -- web-llm [--path DIR] [--model ID] [--adapter software|hardware] [--json]

Loads a model into web-llm in Chromium, through the built library, and has it stream, continue a
conversation, keep to a schema, stop while it writes and while it reads, refuse a prompt over its
context, answer a question over a short PDF whose citation is opened, load again from storage, and
unload. Prints what came of it, how fast the model was, and how much memory it took.

  --path DIR      folder with the weights at ID/resolve/main/ and the model libraries (*.wasm, made
                  for web-llm 0.2.86), as \`npx pagehound models fetch ID --to DIR\` fills it;
                  default: ../trained-models/web-llm
  --model ID      ${recommendedModels[0]?.id}, or a variant such as ${recommendedModels[0]?.variants.f16.id};
                  default: the first of the folder, which may be a model that no list knows
  --adapter KIND  software (default): Chromium's own, on the processor, which reads and writes a
                  token or two a second; hardware: the graphics card of this machine
  --json          print all of it as JSON
  --help          print this

Exit code: 0 all went as promised; 1 something did not; 2 bad input or no model; 3 it failed.
`;

interface WebLlmArguments {
  readonly folder: string;
  readonly model: string | null;
  readonly adapter: AdapterKind;
  readonly json: boolean;
}

function readArguments(parameters: readonly string[]): WebLlmArguments | null {
  const { values } = parse(parameters);
  if (values.help) return null;
  const { adapter } = values;
  if (adapter !== "software" && adapter !== "hardware") {
    throw new BadInput(`--adapter needs software or hardware, not "${adapter}".`);
  }
  const folder = values.path ?? path.join(trainedFolder, "web-llm");
  const { model = null, json } = values;
  return { folder: path.resolve(startFolder(), folder), model, adapter, json };
}

function parse(parameters: readonly string[]) {
  try {
    return parseArgs({
      args: [...parameters],
      options: {
        path: { type: "string" },
        model: { type: "string" },
        adapter: { type: "string", default: "software" },
        json: { type: "boolean", default: false },
        help: { type: "boolean", short: "h" },
      },
    });
  } catch (error) {
    throw new BadInput(error instanceof Error ? error.message : String(error));
  }
}

/** A step of the trial, and whether its guarantee held. */
interface Kept {
  readonly name: string;
  readonly isKept: boolean;
}

async function tryAll(found: FolderModel, adapter: AdapterKind): Promise<[Outcome, Kept[]]> {
  await ensureBuilt();
  return drive(
    async (driver) => {
      const trial = new Trial(driver, found);
      const kept: Kept[] = [];
      for (const { name, run } of steps) {
        say(name);
        kept.push({ name, isKept: await run(trial) });
      }
      return [trial.outcome, kept];
    },
    { mounts: { "/models/": found.folder }, browserArguments: adapterArguments[adapter] },
  );
}

const seconds = (milliseconds: number | null | undefined): string =>
  milliseconds == null ? "none" : `${(milliseconds / 1000).toFixed(1)} s`;

function report(outcome: Outcome, kept: readonly Kept[]): string {
  const { load, first, continued, reread, afterReading, widgetAnswer, memory, reload } = outcome;
  const replies = [first, continued, reread, afterReading].flatMap((one) => one?.reply ?? []);
  const { read, written } = speedsOf(replies);
  const firstPiece = (one: Completed | undefined) => seconds(one?.reply?.timing.firstToken);
  const rows: [string, string][] = [
    ["adapter", load?.adapter ?? ""],
    ["model", `${load?.info.name}, context of ${load?.info.contextLength} tokens`],
    ["load", `${seconds(load?.milliseconds)}, from storage ${seconds(reload?.milliseconds)}`],
    ["reads", `${read.toFixed(1)} tokens/s`],
    ["writes", `${written.toFixed(1)} tokens/s`],
    ["first word of a reply", firstPiece(first)],
    ["of the next turn", `${firstPiece(continued)}, read from the start ${firstPiece(reread)}`],
    ["control after an abort", seconds(outcome.stoppedReading?.abortedAfter)],
    [
      "the next reply after it",
      `${seconds(afterReading?.milliseconds)}, else ${seconds(first?.milliseconds)}`,
    ],
    ["memory, page and graphics", memory == null ? "" : `${(memory / 2 ** 20).toFixed(0)} MiB`],
    [
      "a question over a PDF",
      `${seconds(widgetAnswer?.milliseconds)}, ${widgetAnswer?.replies.length} requests to the model`,
    ],
  ];
  const texts = [first, continued, outcome.grammar].map((one) => one?.reply?.content ?? "");
  const width = Math.max(...rows.map(([name]) => name.length));
  return `${rows.map(([name, value]) => `${name.padEnd(width)}  ${value}`).join("\n")}

${[...texts, widgetAnswer?.text ?? "", widgetAnswer?.reason ?? ""].filter(Boolean).join("\n")}

${kept.map(({ name, isKept }) => `${isKept ? "yes" : "NO "}  ${name}`).join("\n")}
`;
}

export const benchmark: CustomCommand = {
  main: async (parameters) => {
    const options = readArguments(parameters);
    if (!options) {
      await print(usage);
      return 0;
    }
    const found = await modelInFolder(options.folder, options.model);
    const [outcome, kept] = await tryAll(found, options.adapter);
    const json = () => `${JSON.stringify({ ...outcome, kept }, null, 2)}\n`;
    await print(options.json ? json() : report(outcome, kept));
    return kept.every(({ isKept }) => isKept) ? 0 : 1;
  },
};
