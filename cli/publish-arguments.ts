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

Reads files and folders in headless Chromium and writes them, ready to be searched, to one file. Put
that on a static server, and pages with Pagehound can have it by its address; or hand it on to be
imported. Everybody who gets the file can read all of its text, that of encrypted files included.

  --out NAME      the file to write; one that is there is replaced when the new one is complete
  --title TEXT    what readers see it called (the name of the file)
  --no-originals  leave the files themselves out: readers then see their text alone
  --guides FILE   add notes of where answers stood in these files, which help to find the like: JSON, as
                  \`hound.guides.list()\` gives them. They hold words of the questions that were asked
  --help          print this

Exit code: 0 written; 1 written, but some files could not be read and are not in it; 2 bad input, or
none of the files could be read; 3 Pagehound itself failed.
`;

/** Parses the command line. Null if help is requested; throws `BadInput`. */
export function publishArguments(parameters: readonly string[]): PublishArguments | null {
  const { values, positionals: files } = parse(parameters);
  if (values.help) return null;
  if (files.length === 0) throw new BadInput("No file or folder was named.");
  const out = values.out ?? "";
  if (!out.endsWith(suffix) || path.basename(out) === suffix) {
    throw new BadInput(
      `--out names the file to write; it ends in ${suffix}, as "handbook${suffix}".`,
    );
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
