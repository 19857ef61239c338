import { foundSomething } from "./ask-answer.js";
import { askArguments, askUsage } from "./ask-arguments.js";
import { askDocuments } from "./ask-documents.js";
import type { Command } from "./commands.js";
import { gatherFiles } from "./gather-files.js";
import { startFolder } from "./package-folder.js";
import { missed, printed } from "./print-answer.js";
import { messages, output } from "./printer.js";
import { reportProgress } from "./progress.js";

/** Answers a question from files. */
export const ask: Command = async (parameters, prepare) => {
  const parsed = askArguments(parameters);
  if (!parsed) {
    output.text(askUsage);
    return 0;
  }
  const { json, ...options } = parsed;
  const { files, skipped } = await gatherFiles(parsed.files, startFolder());
  await prepare();
  const apiKey = process.env.PAGEHOUND_API_KEY || undefined;
  const outcome = await askDocuments(
    { ...options, files, skipped, apiKey },
    reportProgress(files.length),
  );
  // The text of an answer has them above it.
  const words = json ? missed(outcome) : [];
  for (const note of [...outcome.notes, ...words]) messages.line(note);
  const { answer } = outcome;
  if (json) output.json(answer);
  else output.text(printed(outcome));
  return foundSomething(outcome) ? 0 : 1;
};
