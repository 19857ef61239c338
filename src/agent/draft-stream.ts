import { withoutBreaks } from "../core/control-tokens.js";
import { longestSentence } from "./verify/draft-from.js";

const wholeText = /"text":\s*"((?:[^"\\]|\\.)*)"/g;

/**
 * Finds the sentences of an answer while the reply that holds it is still being written. A sentence
 * is reported once it is whole, and no more of it than an answer may have.
 */
export class DraftStream {
  readonly #found: (index: number, text: string) => void;
  #reply = "";
  #from = 0;
  #isAnswer = false;
  #count = 0;

  constructor(found: (index: number, text: string) => void) {
    this.#found = found;
  }

  /** Takes the next piece of the reply. */
  add(delta: string): void {
    // Only what is new can complete it, with what may have come before of it.
    const recent = Math.max(0, this.#reply.length - 40);
    this.#reply += delta;
    this.#isAnswer ||= /"tool":\s*"answer"/.test(this.#reply.slice(recent));
    if (!this.#isAnswer) return;
    wholeText.lastIndex = this.#from;
    for (let match = wholeText.exec(this.#reply); match; match = wholeText.exec(this.#reply)) {
      this.#from = wholeText.lastIndex;
      const text = unescaped(match[1] ?? "");
      if (text) this.#found(this.#count++, text.slice(0, longestSentence));
    }
  }
}

function unescaped(text: string): string {
  try {
    return withoutBreaks(String(JSON.parse(`"${text}"`))).trim();
  } catch {
    return "";
  }
}
