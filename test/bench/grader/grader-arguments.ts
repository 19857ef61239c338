import path from "node:path";
import { parseArgs } from "node:util";
import { BadInput } from "../../../cli/bad-input.js";
import { type Endpoint, parseEndpointSpec } from "../../../cli/model-spec.js";
import { startFolder } from "../../../cli/package-folder.js";

export interface GraderArguments {
  /** Path of the file with graded answers. */
  readonly path: string;
  /** Another model to use as a judge; null for none. */
  readonly judge: Endpoint | null;
  /** The judge's context length in tokens; null if the endpoint reports it or it is unknown. */
  readonly context: number | null;
  readonly json: boolean;
  readonly disagreements: boolean;
  readonly fit: boolean;
}

export const graderUsage = `Usage: npm run -s bench -- grader --path FILE [--judge SPEC] [--json] [--disagreements]

How far the grader, and a model as a judge, agree with people who graded the same answers.

  --path FILE       JSONL, one answer a line: financebench_id or id (text), question (text),
                    gold_answer (text, number, or a list of them), model_answer (text), and
                    label ("Correct Answer", "Incorrect Answer" or "Refusal")
  --judge SPEC      openai:URL#NAME for an endpoint that speaks OpenAI's chat completions, such as
                    openai:http://127.0.0.1:11434/v1#qwen3. Questions and answers are sent there.
                    A key is taken from the environment variable PAGEHOUND_API_KEY.
  --context N       tokens that the judge reads at once, where the endpoint does not say
  --disagreements   list where the grader disagrees, in the half of the questions it was tuned on;
                    the other half stays unseen
  --fit             try other thresholds on the half for tuning, instead of the report
  --json            print one JSON object
  --help            print this

Exit code: 0 printed; 2 bad input, a judge that cannot be reached included; 3 anything else.
`;

/** Parses the command line. Returns null if help is requested; throws `BadInput`. */
export function graderArguments(parameters: readonly string[]): GraderArguments | null {
  const { help, path: file, judge, context, ...flags } = parse(parameters);
  if (help) return null;
  if (file === undefined) throw new BadInput("A file is missing: add --path FILE.");
  return {
    ...flags,
    path: path.resolve(startFolder(), file),
    judge: judge === undefined ? null : judgeEndpoint(judge),
    context: context === undefined ? null : wholeNumber(context),
  };
}

function parse(parameters: readonly string[]) {
  try {
    return parseArgs({
      args: [...parameters],
      options: {
        path: { type: "string" },
        judge: { type: "string" },
        context: { type: "string" },
        json: { type: "boolean", default: false },
        disagreements: { type: "boolean", default: false },
        fit: { type: "boolean", default: false },
        help: { type: "boolean", short: "h", default: false },
      },
    }).values;
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    throw new BadInput(message.replaceAll("\n", " "));
  }
}

function judgeEndpoint(spec: string): Endpoint | null {
  try {
    return parseEndpointSpec(spec);
  } catch (error) {
    if (!(error instanceof BadInput)) throw error;
    throw new BadInput(error.message.replace("--model", "--judge"));
  }
}

function wholeNumber(text: string): number {
  const number = Number(text);
  if (Number.isInteger(number) && number >= 1 && number <= 10_000_000) return number;
  throw new BadInput(`--context needs a whole number from 1 to 10000000, not "${text}".`);
}
