import { type StrategyName, strategies } from "../src/agent/strategies.js";
import { BadInput } from "./bad-input.js";
import { type Endpoint, type LocalModel, parseModelSpec } from "./model-spec.js";
import { parseOptions, wholeNumber } from "./parse-options.js";

/** The arguments of `pagehound ask`. */
export interface AskArguments {
  readonly files: readonly string[];
  readonly question: string;
  readonly json: boolean;
  /** Maximum number of passages. */
  readonly limit: number;
  /** Null for none. */
  readonly model: Endpoint | LocalModel | null;
  /** The model's context size in tokens; null if the endpoint reports it, or it is unknown. */
  readonly context: number | null;
  readonly strategy: StrategyName | "auto";
  /** Maximum number of tool calls. */
  readonly calls: number;
}

const strategyNames = ["auto", ...Object.keys(strategies)];

/** The text for `--help`. */
export const askUsage: string = `Usage: pagehound ask FILE... --question "…" [--model SPEC] [options]

Reads files and folders in headless Chromium. With a model it prints an answer with numbered
sources that were checked against the documents; without one, the best passages.

  --question TEXT  what to ask
  --model SPEC     none (default), or openai:URL#NAME for an endpoint that speaks OpenAI's chat
                   completions, such as openai:http://127.0.0.1:11434/v1#qwen3. Text of the documents
                   is sent there. The key is read from the environment variable PAGEHOUND_API_KEY.
                   wllama:FILE.gguf or transformers:FOLDER (ONNX) runs a model of this machine in
                   the browser, on the processor; nothing is sent
  --context N      context length in tokens, if the endpoint does not report it; 4096 for a file
  --strategy NAME  ${strategyNames.slice(0, 4).join(", ")},
                   ${strategyNames.slice(4).join(", ")}
  --calls N        maximum number of tool calls, from 1 to 15 (10)
  --limit N        maximum number of passages, from 1 to 250 (10)
  --json           print one JSON object
  --help           print this

Exit code: 0 answered, or passages found; 1 not found; 2 bad input, or a model that cannot be
reached; 3 Pagehound itself failed.
`;

/** Parses the command line. Null if help is requested; throws `BadInput`. */
export function askArguments(parameters: readonly string[]): AskArguments | null {
  const { values, positionals: files } = parse(parameters);
  if (values.help) return null;
  const question = values.question?.trim() ?? "";
  if (question === "") throw new BadInput('Missing question: add --question "…".');
  if (files.length === 0) throw new BadInput("Name at least one file or folder.");
  const { strategy = "auto" } = values;
  if (!isStrategy(strategy)) {
    throw new BadInput(`--strategy must be one of ${strategyNames.join(", ")}, not "${strategy}".`);
  }
  const { context } = values;
  return {
    files,
    question,
    json: values.json ?? false,
    limit: wholeNumber("--limit", values.limit ?? "10", 250),
    model: parseModelSpec(values.model ?? "none"),
    context: context === undefined ? null : wholeNumber("--context", context, 10_000_000),
    strategy,
    calls: wholeNumber("--calls", values.calls ?? "10", 15),
  };
}

function isStrategy(name: string): name is AskArguments["strategy"] {
  return strategyNames.includes(name);
}

function parse(parameters: readonly string[]) {
  return parseOptions(parameters, {
    question: { type: "string" },
    model: { type: "string" },
    context: { type: "string" },
    strategy: { type: "string" },
    calls: { type: "string" },
    limit: { type: "string" },
    json: { type: "boolean" },
    help: { type: "boolean", short: "h" },
  });
}
