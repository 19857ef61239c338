/** Control characters except line feeds and tabs, and marks that change the direction of text. */
const unsafe = /(?![\n\t])\p{Cc}|[\u202a-\u202e\u2066-\u2069]/gu;

/** Moves a terminal's cursor to the start of its line and erases the line. */
const eraseLine = "\r\x1b[K";

/**
 * Text that a terminal shows but never obeys. Control characters become their pictures, such as ␛
 * for an escape, or else U+FFFD, as do marks that change the direction of text.
 */
export function visibleText(text: string): string {
  return text.replaceAll("\r\n", "\n").replace(unsafe, (character) => {
    const code = character.charCodeAt(0);
    if (code < 0x20) return String.fromCharCode(0x2400 + code);
    return code === 0x7f ? "\u2421" : "\ufffd";
  });
}

/** JSON with these characters escaped, so that it parses to the same value. */
function visibleJson(value: unknown): string {
  const hex = (character: string) => character.charCodeAt(0).toString(16).padStart(4, "0");
  return JSON.stringify(value, null, 2).replace(unsafe, (character) => `\\u${hex(character)}`);
}

/**
 * Prints to standard output or standard error. Commands print only through this class: their output
 * contains text of documents, models, servers and file names, none of which may control the
 * terminal. Control sequences that the commands need are written here.
 */
class Printer {
  readonly #stream: NodeJS.WriteStream;
  /** Whether the last line can be rewritten. */
  #isOpen = false;

  constructor(stream: NodeJS.WriteStream) {
    this.#stream = stream;
  }

  /** True on a terminal, where a line can be rewritten. */
  get isTerminal(): boolean {
    return this.#stream.isTTY === true;
  }

  /** Prints text without adding a line feed. */
  text(text: string): void {
    this.#close();
    this.#stream.write(visibleText(text));
  }

  /** Prints a line. */
  line(text: string): void {
    this.text(`${text}\n`);
  }

  /** Prints a value as JSON. */
  json(value: unknown): void {
    this.#close();
    this.#stream.write(`${visibleJson(value)}\n`);
  }

  /** Rewrites the last line of a terminal. The next text replaces it. */
  progress(text: string): void {
    this.#isOpen = text !== "";
    this.#stream.write(eraseLine + visibleText(text.replace(/\s+/gu, " ")));
  }

  /** Calls `done` once all output is written. */
  flush(done: () => void): void {
    this.#stream.write("", done);
  }

  #close(): void {
    if (!this.#isOpen) return;
    this.#stream.write(eraseLine);
    this.#isOpen = false;
  }
}

/** Standard output, for results. */
export const output: Printer = new Printer(process.stdout);

/** Standard error, for progress, notes and errors. */
export const messages: Printer = new Printer(process.stderr);
