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
OpenSearch or Elasticsearch, which Pagehound searches like a collection in a browser
("pagehound/connect"). A missing index is created. Unchanged files are skipped, and an interrupted run
is completed by the next. All text of the files is sent to the engine; files that are gone stay in the
index without --remove-missing.

  --to TARGET       opensearch: and the address of the index
  --remove-missing  remove documents from the index that are not among the files
  --originals URL   web address of the named folder, or of the folder above all named ones; each
                    document then links to its file. Without it, existing links are removed
  --help            print this

PAGEHOUND_ENGINE_AUTHORIZATION is sent as the header Authorization, such as "Basic …" or "ApiKey …".

Exit code: 0 written; 1 written, except files that could not be read; 2 bad input, or the engine
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
  if (names.length === 0) throw new BadInput("Name at least one file or folder.");
  const [, address] = /^opensearch:(.+)$/.exec(values.to ?? "") ?? [];
  if (address === undefined) {
    throw new BadInput(
      "--to must be opensearch: and the address of the index, such as opensearch:https://search.example/handbooks.",
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
      relinked > 0 ? `, ${relinked} links to files updated` : "",
      removed > 0 ? `, ${removed} removed` : "",
    ];
    output.line(
      `${written} documents with ${passages} passages written to ${index.name}; ${unchanged} unchanged${more.join("")}.`,
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
