import path from "node:path";
import { parseArgs } from "node:util";
import { BadInput } from "../../cli/bad-input.js";
import { startFolder } from "../../cli/package-folder.js";

export interface BenchArguments {
  /** Folder with the data. */
  readonly path: string;
  readonly json: boolean;
  /** A short run that only checks that everything works. */
  readonly quick: boolean;
  /** Print what each part of the ranking contributes. */
  readonly ablation: boolean;
  /** Collection sizes in passages, ascending; null by default. */
  readonly passages: readonly number[] | null;
  /** The number of files to add; null by default. */
  readonly files: number | null;
  /** Path of a model file; null by default. */
  readonly model: string | null;
  /** Folder with an embedder for transformers.js; null to search by words only. */
  readonly embedder: string | null;
  /** Folder with the same model for transformers.js to compare against; null by default. */
  readonly onnx: string | null;
  /** Base URL of a server to compare against; null by default. */
  readonly server: string | null;
  /** Folder that caches parsed files for later runs; null by default. */
  readonly cache: string | null;
  /** Path of a file of questions; null by default. */
  readonly questions: string | null;
  /** Whether to print misjudged items. */
  readonly misjudged: boolean;
  /** The number of workers that read files; null by default. */
  readonly workers: number | "all" | null;
  /** Measure only the demo page's document list. */
  readonly list: boolean;
  /** Measure only a grid of 10,000 cells on the demo page. */
  readonly grid: boolean;
  /** Measure how much of the text in pictures is recognised. */
  readonly recognise: boolean;
  /** Include the statements about filings. */
  readonly statements: boolean;
  /** A commit to compare against in the same run; null by default. */
  readonly against: string | null;
}

const options = {
  json: { type: "boolean", default: false },
  quick: { type: "boolean", default: false },
  ablation: { type: "boolean", default: false },
  passages: { type: "string" },
  files: { type: "string" },
  model: { type: "string" },
  embedder: { type: "string" },
  onnx: { type: "string" },
  server: { type: "string" },
  cache: { type: "string" },
  questions: { type: "string" },
  misjudged: { type: "boolean", default: false },
  workers: { type: "string" },
  list: { type: "boolean", default: false },
  grid: { type: "boolean", default: false },
  recognise: { type: "boolean", default: false },
  statements: { type: "boolean", default: false },
  against: { type: "string" },
} as const;

/** An option that only some benchmarks accept. */
export type BenchOption = keyof typeof options;

/** What a benchmark reads from the command line: the location of its data and its own options. */
export interface BenchOptions {
  readonly data: string;
  readonly options: readonly BenchOption[];
}

/** Parses the command line. Returns null if help is requested; throws `BadInput`. */
export function benchArguments(
  parameters: readonly string[],
  { data, options: known }: BenchOptions,
): BenchArguments | null {
  const parsed = parse(parameters);
  for (const token of parsed.tokens) {
    if (token.kind !== "option" || token.name === "path" || token.name === "help") continue;
    if (known.includes(token.name)) continue;
    throw new BadInput(`This benchmark has no option ${token.rawName}. --help lists those it has.`);
  }
  const { help, path: folder = data, ...named } = parsed.values;
  const { passages, files, workers, model, embedder, onnx, server, cache, ...others } = named;
  const { questions, against, ...flags } = others;
  if (help) return null;
  return {
    ...flags,
    path: path.resolve(startFolder(), folder),
    passages: passages === undefined ? null : sizes(passages),
    files: files === undefined ? null : count("files", files),
    workers:
      workers === undefined || workers === "all" ? (workers ?? null) : count("workers", workers),
    model: located(model),
    embedder: located(embedder),
    onnx: located(onnx),
    server: server ?? null,
    cache: located(cache),
    questions: located(questions),
    against: against ?? null,
  };
}

function parse(parameters: readonly string[]) {
  try {
    return parseArgs({
      args: [...parameters],
      tokens: true,
      options: {
        ...options,
        path: { type: "string" },
        help: { type: "boolean", short: "h", default: false },
      },
    });
  } catch (error) {
    throw new BadInput(error instanceof Error ? error.message : String(error));
  }
}

function located(file: string | undefined): string | null {
  return file === undefined ? null : path.resolve(startFolder(), file);
}

function sizes(list: string): number[] {
  const numbers = list.split(",").map(Number);
  const growing = numbers.every((size, index) => size > (numbers[index - 1] ?? 0));
  if (growing && numbers.every(Number.isInteger)) return numbers;
  throw new BadInput(
    `--passages needs growing whole numbers with commas between, not "${list}", for instance 10000,50000.`,
  );
}

function count(option: "files" | "workers", text: string): number {
  const number = Number(text);
  if (Number.isInteger(number) && number > 0) return number;
  throw new BadInput(`--${option} needs a whole number, not "${text}", for instance 4.`);
}
