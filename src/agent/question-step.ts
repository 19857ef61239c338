import type { Step } from "../core/index.js";
import { onOneLine } from "./reading/wording.js";

/** Maximum number of characters of a question that an error message repeats. */
const shown = 100;

/**
 * A step of answering a question.
 *
 * @param doing the beginning of a phrase that the question completes: "Checking the answer to"
 */
export function questionStep(doing: string, question: string): Step {
  return {
    doing: `${doing} “${onOneLine(question, shown)}”`,
    advice: "Ask in other words, or ask fewer documents.",
  };
}
