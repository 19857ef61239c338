import type { EvaluatePage } from "../evaluate-page.js";
import { counted } from "../words.js";

/** The text for screen readers; changes rarely enough to be read out. */
export function announcement({ choice, run, model, notice }: EvaluatePage): string {
  if (notice !== null) return notice;
  if (choice.reading) return "Reading the questions.";
  if (choice.faults.length > 0) return "The questions could not be read.";
  if (run?.running) {
    const at = run.strategies.find(({ done }) => done < run.questions);
    return at && run.done > 0 ? `Trying ${at.strategy}.` : "Reading the documents.";
  }
  if (run && run.failures.length > 0) return `The run ended. ${run.failures[0]}`;
  if (run?.report) return "The run is complete. The results are below.";
  if (run) return "The run was stopped.";
  if (model.connecting) return "Connecting.";
  if (choice.chosen) return `${counted(choice.chosen.dataSet.questions.length, "question")} found.`;
  return "";
}
