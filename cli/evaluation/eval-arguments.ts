import { PagehoundError } from "../../src/core/errors.js";
import {
  expandStrategies,
  strategyGroups,
  strategyNames,
} from "../../src/evaluation/strategies/strategy-named.js";
import { BadInput } from "../bad-input.js";
import {
  type Endpoint,
  type LocalModel,
  parseEndpointSpec,
  parseModelSpec,
} from "../model-spec.js";
import { parseOptions, wholeNumber } from "../parse-options.js";
import { type EmbedderFolder, embedderFolder } from "./embedder-folder.js";
import type { DataSetShape } from "./load-data-sets.js";

/** The arguments of `pagehound eval`. */
export interface EvalArguments extends DataSetShape {
  /** Name of a layout, or `all` for every data set below `path`. */
  readonly dataSet: string;
  /** Null if a run is replayed or scored again, since it has its own. */
  readonly path: string | null;
  /** Names of strategies and groups as requested; all of them exist. */
  readonly strategies: readonly string[];
  readonly model: Endpoint | LocalModel | null;
  /** The model's context size in tokens; null if the endpoint reports it, or it is unknown. */
  readonly context: number | null;
  readonly judge: Endpoint | null;
  readonly embedder: EmbedderFolder | null;
  /** Folder that keeps vectors beyond the run; null keeps none. */
  readonly vectors: string | null;
  readonly limit: number | null;
  readonly calls: number;
  /** Seconds that a model may be silent before a request is abandoned; null for the default. */
  readonly timeout: number | null;
  /** Folder of the run; null keeps nothing. */
  readonly out: string | null;
  readonly replay: string | null;
  readonly rescore: string | null;
  readonly baseline: string | null;
  readonly json: boolean;
  readonly markdown: string | null;
}

/** The text for `--help`. */
export const evalUsage: string = `Usage: pagehound eval --path DIR [--dataset NAME] [--strategy S[,S…]] [options]
       pagehound eval --replay DIR | --rescore DIR --path DIR [options]

Asks the questions of data sets in headless Chromium, with the library's own strategies and those
of the papers, and prints tables of the results. Nothing is downloaded.

  --path DIR        folder of a data set, or of several; for a recorded run, the folder of its data,
                    unless that is inside the folder of the run
  --dataset NAME    the layout of the folder, or all (default): every data set that is found there
  --strategy S,S…   retrieval (default) is everything that needs no model: for evidence of whole
                    documents search-k100 and chunks-1000-k100, for tools search and
                    chunks-1000-k20; see below
  --model SPEC      none (default), or openai:URL#NAME for an endpoint that speaks OpenAI's chat
                    completions, such as openai:http://127.0.0.1:11434/v1#qwen3. Text of the
                    documents is sent there. The key is read from PAGEHOUND_API_KEY. wllama:FILE.gguf
                    or transformers:FOLDER (ONNX) runs a model of this machine in the browser
  --context N       context length in tokens, if the endpoint does not report it
  --judge SPEC      another model that judges the answers
  --embedder DIR    folder of an embedding model for transformers.js, for strategies that need vectors;
                    DIR#ID names it in reports, else the folder does
  --vectors DIR     keeps vectors there, by their texts and embedder, so that a later run makes only
                    missing ones
  --limit N         only the first N questions of each data set
  --documents N,N…  only the first N documents of each data set and the questions about them, with a
                    table of the results for each N
  --own-documents   asks each question only of the documents with its evidence
  --calls N         maximum number of tool calls, from 1 to 15 (10)
  --timeout N       seconds that a model may be silent before a request is abandoned; raise it for
                    slow models (120 for an endpoint, 600 for a file)
  --out DIR         keeps the run there, with every prompt, reply and tool call, and answers.md: each
                    question with gold, answer, verdict and reason, the wrong ones first. With the
                    same folder, an interrupted run resumes, questions whose model did not answer are
                    asked again, and a finished run is not repeated
  --replay DIR      repeats the run in DIR without its model, and compares; an embedder must be
                    named again
  --rescore DIR     computes the scores of the run in DIR again, without running anything
  --baseline S      adds the results of the others relative to this strategy
  --json            print one JSON object instead: {"dataSets": [report, …]}, each an EvaluationReport
                    of pagehound/evaluation whose records have question, strategy, model, failure and
                    scores
  --markdown FILE   also writes the tables to a file
  --help            print this

Groups of strategies:
${listed(Object.entries(strategyGroups).map(([name, { description }]) => ({ name, description })))}
Strategies; <size> is a number, […] is optional:
${listed(strategyNames)}
Exit code: 0 done; 1 a replay differs from its recording; 2 bad input, with file, line and field of
invalid data, or an endpoint that does not answer; 3 Pagehound itself failed; 130 interrupted.
`;

/** Parses the command line. Null if help is requested; throws `BadInput`. */
export async function evalArguments(parameters: readonly string[]): Promise<EvalArguments | null> {
  const { values, positionals } = parse(parameters);
  if (values.help) return null;
  if (positionals[0] !== undefined) {
    throw new BadInput(`"${positionals[0]}" is not an option. Name the data with --path DIR.`);
  }
  const {
    path = null,
    replay = null,
    rescore = null,
    context,
    limit,
    timeout,
    calls = "10",
  } = values;
  if (replay !== null && rescore !== null) {
    throw new BadInput("--replay and --rescore are two commands: name one of them.");
  }
  if (path === null && replay === null && rescore === null) {
    throw new BadInput("The data is missing: add --path DIR.");
  }
  const strategies = checked(
    (values.strategy ?? "retrieval").split(",").map((name) => name.trim()),
  );
  return {
    dataSet: values.dataset ?? "all",
    path,
    strategies,
    model: parseModelSpec(values.model ?? "none"),
    context: context === undefined ? null : wholeNumber("--context", context, 10_000_000),
    judge: judgeSpec(values.judge),
    embedder: values.embedder === undefined ? null : await embedderFolder(values.embedder),
    vectors: values.vectors ?? null,
    limit: limit === undefined ? null : wholeNumber("--limit", limit, 10_000_000),
    calls: wholeNumber("--calls", calls, 15),
    timeout: timeout === undefined ? null : wholeNumber("--timeout", timeout, 86_400),
    ownDocuments: values["own-documents"] ?? false,
    documents: (values.documents?.split(",") ?? []).map((count) =>
      wholeNumber("--documents", count.trim(), 10_000_000),
    ),
    out: values.out ?? null,
    replay,
    rescore,
    baseline: values.baseline ?? null,
    json: values.json ?? false,
    markdown: values.markdown ?? null,
  };
}

function listed(
  entries: readonly { readonly name: string; readonly description: string }[],
): string {
  return entries.map(({ name, description }) => `  ${name}\n      ${description}\n`).join("");
}

function checked(names: readonly string[]): readonly string[] {
  try {
    expandStrategies(names);
    return names;
  } catch (error) {
    if (PagehoundError.isInstance(error)) throw new BadInput(`--strategy: ${error.message}`);
    throw error;
  }
}

function judgeSpec(text = "none"): Endpoint | null {
  try {
    return parseEndpointSpec(text);
  } catch (error) {
    if (!(error instanceof BadInput)) throw error;
    throw new BadInput(error.message.replace("--model", "--judge"));
  }
}

function parse(parameters: readonly string[]) {
  const text = { type: "string" } as const;
  const flag = { type: "boolean" } as const;
  return parseOptions(parameters, {
    dataset: text,
    path: text,
    strategy: text,
    model: text,
    context: text,
    judge: text,
    embedder: text,
    vectors: text,
    limit: text,
    calls: text,
    timeout: text,
    "own-documents": flag,
    documents: text,
    out: text,
    replay: text,
    rescore: text,
    baseline: text,
    json: flag,
    markdown: text,
    help: { type: "boolean", short: "h" },
  });
}
