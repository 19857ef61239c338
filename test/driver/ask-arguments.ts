import { parseArgs } from "node:util";
import { BadInput } from "./bad-input.js";

/** What `npm run ask` was told. */
export interface AskArguments {
  readonly files: readonly string[];
  readonly question: string;
  readonly json: boolean;
  readonly limit: number;
}

/** The text for `--help`. */
export const askUsage = `Usage: npm run -s ask -- FILE... --question "…" [--json] [--limit N]

Reads files and folders in headless Chromium and prints the passages that answer best.

  --question TEXT  what to look for
  --json           print one JSON object; -s keeps npm's own lines out of it
  --limit N        how many passages at most (10)
  --help           print this

Exit code: 0 found, 1 nothing found, 2 bad input, 3 Pagehound itself failed.
`;

/** Reads the command line. Null when help is asked for; throws `BadInput`. */
export function askArguments(parameters: readonly string[]): AskArguments | null {
  const { values, positionals: files } = parse(parameters);
  if (values.help) return null;
  const question = values.question?.trim() ?? "";
  if (question === "") throw new BadInput('A question is missing: add --question "…".');
  if (files.length === 0) throw new BadInput("No file or folder was named.");
  const limit = Number(values.limit ?? 10);
  if (!Number.isInteger(limit) || limit < 1 || limit > 1000) {
    throw new BadInput(`--limit needs a whole number from 1 to 1000, not "${values.limit}".`);
  }
  return { files, question, json: values.json ?? false, limit };
}

function parse(parameters: readonly string[]) {
  try {
    return parseArgs({
      args: [...parameters],
      allowPositionals: true,
      options: {
        question: { type: "string" },
        json: { type: "boolean" },
        limit: { type: "string" },
        help: { type: "boolean", short: "h" },
      },
    });
  } catch (error) {
    throw new BadInput(error instanceof Error ? error.message : String(error));
  }
}
