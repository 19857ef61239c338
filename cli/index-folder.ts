import { EngineIndex } from "../src/connect/sources/opensearch.js";
import { PagehoundError } from "../src/core/errors.js";
import { BadInput } from "./bad-input.js";
import type { Command } from "./commands.js";
import { FileLinks } from "./file-links.js";
import { gatherFiles } from "./gather-files.js";
import { indexDocuments } from "./index-documents.js";
import { startFolder } from "./package-folder.js";
import { parseOptions } from "./parse-options.js";
import { messages, output } from "./printer.js";
import { reportProgress } from "./progress.js";

const usage = `Usage: pagehound index FILE... --to opensearch:URL/INDEX

Reads files and folders in headless Chromium and writes their pages and passages to an index of
OpenSearch or Elasticsearch, which Pagehound then searches as it searches what is stored in a browser
("pagehound/connect"). The index is made where there is none. Files that are there as they are now are
left alone, and what a run that was killed left undone is done by the next. All text of the files is
sent to the engine; files that are gone stay in the index until it is told.

  --to TARGET       opensearch: and the address of the index
  --remove-missing  take documents out of the index that are not among the files
  --originals URL   where readers find the files: the address of the one folder that was named, or the
                    one below which all that was named lies; each document then has a link to its file.
                    Without it, links that are there are taken out
  --help            print this

PAGEHOUND_ENGINE_AUTHORIZATION is sent as the header Authorization, such as "Basic …" or "ApiKey …".

Exit code: 0 written; 1 written, but for files that could not be read; 2 bad input, or the engine
refused; 3 Pagehound itself failed.
`;

/** Writes files to an engine's index. */
export const indexFolder: Command = async (parameters, prepare) => {
  const { values, positionals: names } = parseOptions(parameters, {
    to: { type: "string" },
    "remove-missing": { type: "boolean" },
    originals: { type: "string" },
    help: { type: "boolean", short: "h" },
  });
  if (values.help) {
    output.text(usage);
    return 0;
  }
  if (names.length === 0) throw new BadInput("No file or folder was named.");
  const [, address] = /^opensearch:(.+)$/.exec(values.to ?? "") ?? [];
  if (address === undefined) {
    throw new BadInput(
      "--to names the index to write: opensearch: and its address, as opensearch:https://search.example/handbooks.",
    );
  }
  const authorization = process.env.PAGEHOUND_ENGINE_AUTHORIZATION;
  try {
    const index = new EngineIndex({
      url: address,
      ...(authorization ? { headers: { authorization } } : {}),
    });
    const { files, skipped } = await gatherFiles(names, startFolder());
    const links = new FileLinks(files, values.originals ?? null, names.length);
    await index.make();
    await prepare();
    const reading = reportProgress(files.length);
    const removeMissing = values["remove-missing"] === true;
    const { written, unchanged, relinked, removed, passages, refused } = await indexDocuments(
      { files, index, removeMissing, links },
      reading,
    );
    const more = [
      relinked > 0 ? `, ${relinked} documents have another link to their file` : "",
      removed > 0 ? `, ${removed} taken out` : "",
    ];
    output.line(
      `${written} documents with ${passages} passages written to ${index.name}; ${unchanged} were there as they are${more.join("")}.`,
    );
    for (const { file, message } of refused) messages.line(`Not read: ${file}: ${message}`);
    for (const { message } of skipped) messages.line(`Not read: ${message}`);
    return refused.length + skipped.length > 0 ? 1 : 0;
  } catch (error) {
    const isTheirs =
      PagehoundError.isInstance(error) &&
      (error.code === "endpoint-failed" || error.code === "invalid-argument");
    throw isTheirs ? new BadInput(error.message) : error;
  }
};
