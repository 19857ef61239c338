import { PagehoundError } from "../../core/errors.js";
import type { ChatRequest } from "../language-model.js";

/**
 * Throws `invalid-argument` for what web-llm would refuse, before it is asked: from its own error
 * nobody could tell whether it can still be used.
 */
export function checkRequest({ messages, maxTokens, temperature, seed }: ChatRequest): void {
  if (maxTokens !== undefined && !(Number.isInteger(maxTokens) && maxTokens > 0)) {
    throw refused(`maxTokens is a whole number of tokens, at least 1, not ${maxTokens}.`);
  }
  if (temperature !== undefined && !(Number.isFinite(temperature) && temperature >= 0)) {
    throw refused(`temperature is a number from 0, not ${temperature}.`);
  }
  if (seed !== undefined && !Number.isInteger(seed)) {
    throw refused(`seed is a whole number, not ${seed}.`);
  }
  const isOrdered = messages.every(({ role }, index) => role !== "system" || index === 0);
  if (!isOrdered || messages.at(-1)?.role !== "user") {
    throw refused(
      "The messages of a request begin with the system's, if any, and end with the user's.",
    );
  }
}

function refused(message: string): PagehoundError {
  return new PagehoundError("invalid-argument", message);
}
