import path from "node:path";
import { BadInput } from "./bad-input.js";
import type { Command } from "./commands.js";
import { fetchModels } from "./fetch-models.js";
import { knownModels, modelFiles } from "./list-model-files.js";
import { startFolder } from "./package-folder.js";
import { parseOptions } from "./parse-options.js";
import { output } from "./printer.js";

const usage = `Usage: pagehound models [list]
       pagehound models fetch ID… [--to DIR]

Lists the models that pages offer, or downloads some into a folder for a site to serve, so that its
visitors fetch them from there. Interrupted downloads resume; sizes and, if known, hashes are checked.

  ID         ${knownModels().join(",\n             ")},
             one form of a model for graphics cards, such as Qwen3-1.7B-q4f16_1-MLC, or the
             address of a GGUF file
  --to DIR   the folder (default: models). \`npm start\` serves it if it is next to site/; elsewhere,
             name it in the attribute models of <page-hound>
  --help     print this

PAGEHOUND_MODEL_HOSTS names other hosts than the public ones, or a mirror with the same paths:
huggingface.co=https://mirror.example

Exit code: 0 listed or fetched; 2 bad input; 3 a file could not be downloaded.
`;

/** Lists models, or fetches them into a folder. */
export const models: Command = async (parameters) => {
  const { values, positionals } = parse(parameters);
  const [what = "list", ...ids] = positionals;
  if (values.help) output.text(usage);
  else if (what === "list") output.text(listing());
  else if (what !== "fetch") {
    throw new BadInput(`"models ${what}" is neither "models list" nor "models fetch ID".`);
  } else if (ids.length === 0) {
    throw new BadInput("Name a model. `pagehound models` lists the known ones.");
  } else await fetchModels(ids, path.resolve(startFolder(), values.to ?? "models"));
  return 0;
};

function parse(parameters: readonly string[]) {
  return parseOptions(parameters, {
    to: { type: "string" },
    help: { type: "boolean", short: "h" },
  });
}

const usedFor = {
  "web-llm": "graphics card",
  wllama: "processor",
  transformers: "search by meaning",
} as const;

function listing(): string {
  const rows = knownModels().map((id) => {
    const forms = modelFiles(id);
    const [model] = forms;
    const bytes = forms.map((form) => form.bytes ?? 0);
    const size = `${forms.some(({ exact }) => exact) ? "" : "about "}${sizeWords(Math.min(...bytes))}`;
    const runsOn = model ? usedFor[model.engine] : "";
    return [id, size, runsOn, model?.license ?? "", hostOf(model?.files[0]?.from)];
  });
  const widths = rows[0]?.map((_, column) =>
    Math.max(...rows.map((row) => row[column]?.length ?? 0)),
  );
  return rows
    .map((row) => row.map((cell, column) => cell.padEnd(widths?.[column] ?? 0)).join("  "))
    .map((line) => `${line.trimEnd()}\n`)
    .join("");
}

function hostOf(address: string | null | undefined): string {
  return address ? new URL(address).host : "";
}

/** Bytes for people. */
export function sizeWords(bytes: number): string {
  return bytes >= 1e9 ? `${(bytes / 1e9).toFixed(2)} GB` : `${Math.round(bytes / 1e6)} MB`;
}
