import type { Step } from "../core/index.js";
import { onOneLine } from "./reading/wording.js";

/** Characters of a question that an error repeats. */
const shown = 100;

/**
 * A step of answering a question.
 *
 * @param doing as the beginning of a sentence that the question ends: "Checking the answer to"
 */
export function questionStep(doing: string, question: string): Step {
  return {
    doing: `${doing} “${onOneLine(question, shown)}”`,
    advice: "Ask in other words, or ask fewer documents.",
  };
}
