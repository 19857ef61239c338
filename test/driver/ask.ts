import { foundSomething } from "./ask-answer.js";
import { askArguments, askUsage } from "./ask-arguments.js";
import { askDocuments } from "./ask-documents.js";
import { BadInput } from "./bad-input.js";
import { ensureBuilt } from "./ensure-built.js";
import { gatherFiles } from "./gather-files.js";
import { printed } from "./print-answer.js";
import { reportProgress } from "./progress.js";
import { startFolder } from "./repository.js";

async function ask(): Promise<number> {
  const told = askArguments(process.argv.slice(2));
  if (!told) {
    process.stdout.write(askUsage);
    return 0;
  }
  const { json, ...asked } = told;
  const files = await gatherFiles(told.files, startFolder());
  await ensureBuilt();
  const apiKey = process.env.PAGEHOUND_API_KEY || undefined;
  const outcome = await askDocuments({ ...asked, files, apiKey }, reportProgress(files.length));
  for (const note of outcome.notes) process.stderr.write(`${note}\n`);
  const { answer } = outcome;
  process.stdout.write(json ? `${JSON.stringify(answer, null, 2)}\n` : printed(outcome));
  return foundSomething(outcome) ? 0 : 1;
}

try {
  process.exitCode = await ask();
} catch (error) {
  const message = error instanceof Error ? error.message : String(error);
  process.stderr.write(`${message}\n`);
  process.exitCode = error instanceof BadInput ? 2 : 3;
}
