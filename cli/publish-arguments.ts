import path from "node:path";
import { BadInput } from "./bad-input.js";
import { parseOptions } from "./parse-options.js";

/** The arguments of `pagehound publish`. */
export interface PublishArguments {
  readonly files: readonly string[];
  /** The file to write. */
  readonly out: string;
  readonly title: string;
  readonly originals: boolean;
  /** The file with notes of where answers were found; null for none. */
  readonly guides: string | null;
}

const suffix = ".pagehound";

/** The text for `--help`. */
export const publishUsage: string = `Usage: pagehound publish FILE... --out NAME${suffix} [options]

Reads files and folders in headless Chromium and writes them to one file, ready to be searched. Put it
on a static server for pages with Pagehound, or pass it on to be imported. Everybody who has the file
can read all of its text, including that of encrypted files.

  --out NAME      the file to write; an existing one is replaced when the new one is complete
  --title TEXT    the title that readers see (default: the name of the file)
  --no-originals  leave the files themselves out: readers then see only their text
  --guides FILE   add notes of where answers were found, which help with similar questions: JSON of
                  \`hound.guides.list()\`. They contain words of the questions
  --help          print this

Exit code: 0 written; 1 written, but some files could not be read and are not in it; 2 bad input, or
none of the files could be read; 3 Pagehound itself failed.
`;

/** Parses the command line. Null if help is requested; throws `BadInput`. */
export function publishArguments(parameters: readonly string[]): PublishArguments | null {
  const { values, positionals: files } = parse(parameters);
  if (values.help) return null;
  if (files.length === 0) throw new BadInput("Name at least one file or folder.");
  const out = values.out ?? "";
  if (!out.endsWith(suffix) || path.basename(out) === suffix) {
    throw new BadInput(`--out must end in ${suffix}, such as "handbook${suffix}".`);
  }
  const title = values.title?.trim() || path.basename(out, suffix);
  return { files, out, title, originals: !values["no-originals"], guides: values.guides ?? null };
}

function parse(parameters: readonly string[]) {
  return parseOptions(parameters, {
    out: { type: "string" },
    title: { type: "string" },
    "no-originals": { type: "boolean" },
    guides: { type: "string" },
    help: { type: "boolean", short: "h" },
  });
}
