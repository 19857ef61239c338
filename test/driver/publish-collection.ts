import path from "node:path";
import { BadInput } from "./bad-input.js";
import { ensureBuilt } from "./ensure-built.js";
import { gatherFiles } from "./gather-files.js";
import { reportProgress } from "./progress.js";
import { publishArguments, publishUsage } from "./publish-arguments.js";
import { publishDocuments } from "./publish-documents.js";
import { startFolder } from "./repository.js";

async function publish(): Promise<number> {
  const told = publishArguments(process.argv.slice(2));
  if (!told) {
    process.stdout.write(publishUsage);
    return 0;
  }
  const files = await gatherFiles(told.files, startFolder());
  const out = path.resolve(startFolder(), told.out);
  await ensureBuilt();
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
}

try {
  process.exitCode = await publish();
} catch (error) {
  const message = error instanceof Error ? error.message : String(error);
  process.stderr.write(`${message}\n`);
  process.exitCode = error instanceof BadInput ? 2 : 3;
}
