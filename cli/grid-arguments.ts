import path from "node:path";
import type { GridForm } from "../src/grid/index.js";
import { type AskArguments, askArguments } from "./ask-arguments.js";
import { BadInput } from "./bad-input.js";
import { parseOptions } from "./parse-options.js";

/** The arguments of `pagehound grid`. */
export interface GridArguments
  extends Pick<AskArguments, "files" | "model" | "context" | "strategy" | "calls"> {
  readonly questions: readonly string[];
  /** A file with columns; null for none. */
  readonly columns: string | null;
  readonly title: string | null;
  /** The file to write, and its format; null for standard output. */
  readonly out: { readonly file: string; readonly form: GridForm } | null;
  readonly json: boolean;
}

const forms: Readonly<Record<string, GridForm>> = {
  ".csv": "csv",
  ".xlsx": "xlsx",
  ".md": "markdown",
  ".html": "html",
};

/** The text for `--help`. */
export const gridUsage: string = `Usage: pagehound grid FILE... --question "…" [--question "…"] [--out NAME] [options]

Reads files and folders in headless Chromium and asks each file the same questions. Every answer has a
status and the pages it comes from; if a document has no clear answer, the status says so. Without
--out it prints a table in Markdown.

  --question TEXT  what to ask; may be repeated
  --columns FILE   columns as a grid on a page saves them (JSON), with types and units
  --out NAME       the file to write; its ending sets the format: ${Object.keys(forms).join(", ")}
  --title TEXT     the title of the table
  --model SPEC, --context N, --strategy NAME, --calls N
                   as for pagehound ask
  --json           print all answers as one JSON object
  --help           print this

Exit code: 0 all asked; 1 some files could not be read, or some questions failed; 2 bad input, or a
model that cannot be reached; 3 Pagehound itself failed.
`;

/** Parses the command line. Null if help is requested; throws `BadInput`. */
export function gridArguments(parameters: readonly string[]): GridArguments | null {
  const { values, positionals } = parseOptions(parameters, {
    question: { type: "string", multiple: true },
    columns: { type: "string" },
    out: { type: "string" },
    title: { type: "string" },
    model: { type: "string" },
    context: { type: "string" },
    strategy: { type: "string" },
    calls: { type: "string" },
    json: { type: "boolean" },
    help: { type: "boolean", short: "h" },
  });
  if (values.help) return null;
  const questions = (values.question ?? []).map((text) => text.trim()).filter(Boolean);
  if (questions.length === 0 && values.columns === undefined) {
    throw new BadInput('Missing question: add --question "…", or --columns FILE.');
  }
  const forwarded = (["model", "context", "strategy", "calls"] as const).flatMap((name) => {
    const value = values[name];
    return value === undefined ? [] : [`--${name}=${value}`];
  });
  // Arguments shared with `ask` are parsed and checked there.
  const same = askArguments(["--question=?", ...forwarded, "--", ...positionals]);
  if (!same) return null;
  const { files, model, context, strategy, calls } = same;
  return {
    ...{ files, model, context, strategy, calls, questions },
    columns: values.columns ?? null,
    title: values.title?.trim() || null,
    out: values.out === undefined ? null : outputFile(values.out),
    json: values.json ?? false,
  };
}

function outputFile(file: string): { file: string; form: GridForm } {
  const form = forms[path.extname(file).toLowerCase()];
  if (form) return { file, form };
  throw new BadInput(`--out must end in one of ${Object.keys(forms).join(", ")}, not "${file}".`);
}
