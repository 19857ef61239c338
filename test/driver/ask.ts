import { type AskAnswer, printed } from "./ask-answer.js";
import { askArguments, askUsage } from "./ask-arguments.js";
import { askDocuments } from "./ask-documents.js";
import { BadInput } from "./bad-input.js";
import { ensureBuilt } from "./ensure-built.js";
import { gatherFiles } from "./gather-files.js";
import { reportProgress } from "./progress.js";
import { startFolder } from "./repository.js";

async function ask(): Promise<number> {
  const told = askArguments(process.argv.slice(2));
  if (!told) {
    process.stdout.write(askUsage);
    return 0;
  }
  const { question, limit, json } = told;
  const files = await gatherFiles(told.files, startFolder());
  await ensureBuilt();
  const asked = { files, question, limit };
  const { answer, notes } = await askDocuments(asked, reportProgress(files.length));
  for (const note of notes) process.stderr.write(`${note}\n`);
  process.stdout.write(json ? `${JSON.stringify(forJson(answer), null, 2)}\n` : printed(answer));
  return answer.passages.length > 0 ? 0 : 1;
}

/** Written out field by field: scripts rely on exactly this shape. */
function forJson({ question, answer, passages, coverage }: AskAnswer): AskAnswer {
  const { documents, pages, pagesWithoutText, refused } = coverage;
  return {
    question,
    answer,
    passages,
    coverage: { documents, pages, pagesWithoutText, refused },
  };
}

try {
  process.exitCode = await ask();
} catch (error) {
  const message = error instanceof Error ? error.message : String(error);
  process.stderr.write(`${message}\n`);
  process.exitCode = error instanceof BadInput ? 2 : 3;
}
