import { readFile } from "node:fs/promises";
import path from "node:path";
import { BadInput } from "./bad-input.js";
import type { Command } from "./commands.js";
import {
  type HostedModel,
  knownModels,
  modelFiles,
  readShards,
  type Shard,
} from "./list-model-files.js";
import { sizeWords } from "./models.js";
import { startFolder } from "./package-folder.js";
import { parseOptions } from "./parse-options.js";
import { output } from "./printer.js";

const usage = `Usage: pagehound model-files [ID…] [--manifest FILE] [--json]

Lists the files of models to put into the folder that <page-hound models="…"> names. Fetches nothing.

  ID               ${knownModels().join(",\n                   ")},
                   one form of a model for graphics cards, such as Qwen3-1.7B-q4f16_1-MLC,
                   or any GGUF file (…-00001-of-00003.gguf if in parts); default: all known models
  --manifest FILE  a downloaded tensor-cache.json of the named form, to list its weights one by
                   one, with their sizes
  --json           print one JSON object
  --help           print this

Exit code: 0 listed; 2 bad input.
`;

/** Lists the files of models. */
export const listFiles: Command = async (parameters) => {
  await list(parameters);
  return 0;
};

async function list(parameters: readonly string[]): Promise<void> {
  const { values, positionals } = parse(parameters);
  if (values.help) return output.text(usage);
  const ids = positionals.length > 0 ? positionals : knownModels();
  const shards = values.manifest === undefined ? null : await shardsOf(values.manifest);
  const models = ids.flatMap((id) => modelFiles(id, shards));
  const [model, ...more] = models;
  if (shards && (more.length > 0 || model?.engine !== "web-llm")) {
    throw new BadInput("--manifest needs one form of a model, such as Qwen3-1.7B-q4f16_1-MLC.");
  }
  if (values.json) output.json({ models });
  else output.text(models.map(printed).join("\n"));
}

function parse(parameters: readonly string[]) {
  return parseOptions(parameters, {
    manifest: { type: "string" },
    json: { type: "boolean" },
    help: { type: "boolean", short: "h" },
  });
}

async function shardsOf(file: string): Promise<Shard[]> {
  const text = await readFile(path.resolve(startFolder(), file), "utf8").catch(() => null);
  if (text === null) throw new BadInput(`${file} could not be read.`);
  return readShards(text, file);
}

function printed(model: HostedModel): string {
  const about = [
    model.bytes === null
      ? "size unknown"
      : `${model.exact ? "weights of" : "about"} ${sizeWords(model.bytes)}`,
    model.license === null ? "licence unknown" : `licence ${model.license}`,
    `for ${model.for}`,
  ];
  const lines = model.files.map(({ path: place, bytes, from }) => {
    const source = from === null ? "" : `\n      from ${from}`;
    return `  ${place}${bytes === null ? "" : `  ${bytes} bytes`}${source}`;
  });
  return [`${model.name} (${model.id}): ${about.join(", ")}`, ...lines, ...hints(model), ""].join(
    "\n",
  );
}

function hints({ engine, exact, files }: HostedModel): string[] {
  if (engine !== "web-llm") return [];
  const tokenizer =
    "  tokenizer.model takes the place of tokenizer.json where mlc-chat-config.json names no other.";
  if (exact) return [tokenizer];
  const list = files.find(({ path: place }) => place.endsWith("/tensor-cache.json"))?.path;
  return [tokenizer, `  * is every dataPath in ${list}; --manifest lists them.`];
}
