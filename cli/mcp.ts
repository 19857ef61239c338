import { usualHangSeconds } from "../src/client/hang.js";
import { BadInput } from "./bad-input.js";
import type { Command } from "./commands.js";
import { driveChromium } from "./driver.js";
import { gatherFiles } from "./gather-files.js";
import { startFolder } from "./package-folder.js";
import { parseOptions } from "./parse-options.js";
import { messages, output } from "./printer.js";
import { reportProgress } from "./progress.js";
import { serveTools } from "./serve-tools.js";
import { ServedDocuments } from "./served-documents.js";

const usage = `Usage: pagehound mcp [OPTION]... FILE...

Serves files and folders to an assistant that speaks the Model Context Protocol over standard input
and output: it lists, searches, greps and reads them, finds and queries rows of tables, and calculates,
with the same tools as Pagehound's own models. Nothing is written, and only what the assistant receives
leaves this machine. Files are read again at each start; until then, answers say how many have been
read. Ends when the assistant ends it.

  --hang-seconds N  seconds without an answer after which a call is ended (20)
  --help            print this

For an assistant that is configured by JSON:

  { "command": "npx", "args": ["pagehound", "mcp", "/path/to/folder"] }

Exit code: 0 ended by the assistant; 2 bad input; 3 Pagehound itself failed.
`;

/** Serves documents to assistants. */
export const mcp: Command = async (parameters, prepare) => {
  const { values, positionals: names } = parseOptions(parameters, {
    "hang-seconds": { type: "string", default: String(usualHangSeconds) },
    help: { type: "boolean", short: "h" },
  });
  if (values.help) {
    output.text(usage);
    return 0;
  }
  if (names.length === 0) throw new BadInput("Name at least one file or folder.");
  const hangSeconds = Number(values["hang-seconds"]);
  if (!(hangSeconds > 0)) {
    throw new BadInput(`--hang-seconds needs a number above 0, not "${values["hang-seconds"]}".`);
  }
  const gathered = await gatherFiles(names, startFolder());
  for (const { message } of gathered.skipped) messages.line(`Not read: ${message}`);
  await prepare();
  await driveChromium(async (driver) => {
    const onProgress = reportProgress(gathered.files.length);
    const documents = await ServedDocuments.open(driver, gathered, { hangSeconds, onProgress });
    await serveTools(documents);
  });
  return 0;
};
