const opening = "<think>";
const closing = "</think>";

/**
 * Takes away the `<think>…</think>` that some models begin a reply with, and the white space around
 * it, while the reply comes in pieces. A block that never ends leaves nothing.
 */
export class ThinkingFilter {
  #state: "before" | "thinking" | "after" | "reply" = "before";
  #held = "";

  /** The part of the reply that is certain with this piece. */
  push(piece: string): string {
    if (this.#state === "reply") return piece;
    this.#held += piece;
    if (this.#state === "before") {
      const start = this.#held.trimStart();
      if (start.length < opening.length && opening.startsWith(start)) return "";
      if (!start.startsWith(opening)) return this.#release(this.#held);
      this.#state = "thinking";
      this.#held = start.slice(opening.length);
    }
    if (this.#state === "thinking") {
      const end = this.#held.indexOf(closing);
      if (end < 0) {
        this.#held = this.#held.slice(-(closing.length - 1));
        return "";
      }
      this.#state = "after";
      this.#held = this.#held.slice(end + closing.length);
    }
    const rest = this.#held.trimStart();
    if (rest !== "") return this.#release(rest);
    this.#held = "";
    return "";
  }

  /** What is still held back when the reply has ended. */
  end(): string {
    return this.#state === "before" ? this.#release(this.#held) : "";
  }

  #release(text: string): string {
    this.#state = "reply";
    this.#held = "";
    return text;
  }
}
