import { readFile } from "node:fs/promises";
import path from "node:path";
import { type ExtractionGuide, isGuide } from "../src/search/source-knowledge/guide.js";
import { BadInput } from "./bad-input.js";
import type { Command } from "./commands.js";
import { extentText } from "./extent-text.js";
import { gatherFiles } from "./gather-files.js";
import { startFolder } from "./package-folder.js";
import { messages, output } from "./printer.js";
import { reportProgress } from "./progress.js";
import { publishArguments, publishUsage } from "./publish-arguments.js";
import { publishDocuments } from "./publish-documents.js";

/** Writes files as one collection. */
export const publish: Command = async (parameters, prepare) => {
  const options = publishArguments(parameters);
  if (!options) {
    output.text(publishUsage);
    return 0;
  }
  const { files, skipped } = await gatherFiles(options.files, startFolder());
  const out = path.resolve(startFolder(), options.out);
  const guides =
    options.guides === null ? [] : await guidesIn(path.resolve(startFolder(), options.guides));
  await prepare();
  const reading = reportProgress(files.length);
  const { refused, documents, bytes } = await publishDocuments(
    { ...options, files, out, guides },
    (event) => {
      if ("type" in event) reading(event);
      else if (event.done === 0) messages.line(`Writing ${event.total} documents.`);
    },
  );
  const left = [
    refused.length === 0 ? "" : ` ${refused.length} files could not be read.`,
    skipped.length === 0 ? "" : ` ${skipped.length} links that lead out were not followed.`,
  ];
  for (const { message } of [...refused, ...skipped]) messages.line(message);
  output.line(
    `${options.out}: ${documents.length} documents, ${extentText(documents)}, ${bytes} bytes.${left.join("")}`,
  );
  return refused.length + skipped.length === 0 ? 0 : 1;
};

/** Notes of where answers were found, as a file contains them. */
async function guidesIn(file: string): Promise<readonly ExtractionGuide[]> {
  let guides: unknown;
  try {
    guides = JSON.parse(await readFile(file, "utf8"));
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new BadInput(`${file} cannot be read: ${reason.replace(/\s+/gu, " ")}`);
  }
  if (Array.isArray(guides) && guides.every(isGuide)) return guides;
  throw new BadInput(
    `${file} is not a list of notes. Write one with JSON.stringify(await hound.guides.list()).`,
  );
}
