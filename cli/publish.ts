import path from "node:path";
import type { Command } from "./commands.js";
import { gatherFiles } from "./gather-files.js";
import { startFolder } from "./package-folder.js";
import { reportProgress } from "./progress.js";
import { publishArguments, publishUsage } from "./publish-arguments.js";
import { publishDocuments } from "./publish-documents.js";

/** Writes files to one collection. */
export const publish: Command = async (parameters, prepare) => {
  const told = publishArguments(parameters);
  if (!told) {
    process.stdout.write(publishUsage);
    return 0;
  }
  const files = await gatherFiles(told.files, startFolder());
  const out = path.resolve(startFolder(), told.out);
  await prepare();
  const reading = reportProgress(files.length);
  const { refused, documents, pages, bytes } = await publishDocuments(
    { ...told, files, out },
    (event) => {
      if ("type" in event) reading(event);
      else if (event.done === 0) process.stderr.write(`Writing ${event.total} documents.\n`);
    },
  );
  for (const { message } of refused) process.stderr.write(`${message}\n`);
  const left = refused.length === 0 ? "" : ` ${refused.length} files could not be read.`;
  process.stdout.write(
    `${told.out}: ${documents} documents, ${pages} pages, ${bytes} bytes.${left}\n`,
  );
  return refused.length === 0 ? 0 : 1;
};
