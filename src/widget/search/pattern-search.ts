import type { DocumentId, GrepHit, GrepProgress, GrepResponse, Pagehound } from "../../index.js";
import { type Failure, LiveAnswer } from "./search.js";

const PAUSE = 120;
const STEP = 50;
const DEADLINE = 5_000;
const LONG_DEADLINE = 60_000;

/** What decides whether a line matches, besides the pattern. */
export type PatternSwitch = "matchCase" | "wholeWord";

/** Finds the lines that match a pattern, as the reader types. */
export class PatternSearch {
  /** The pattern, with every space it has. */
  query = "";
  matchCase = false;
  wholeWord = false;
  /** How far a search has got. */
  progress: GrepProgress | null = null;
  readonly #library: Pagehound;
  readonly #scope: () => readonly DocumentId[] | undefined;
  readonly #progressed: () => void;
  readonly #answer: LiveAnswer<GrepResponse>;
  #deadline = DEADLINE;

  constructor(
    library: Pagehound,
    scope: () => readonly DocumentId[] | undefined,
    changed: () => void,
    progressed: () => void,
  ) {
    this.#library = library;
    this.#scope = scope;
    this.#progressed = progressed;
    this.#answer = new LiveAnswer(changed);
  }

  /** What was found; `hits` are all lines fetched so far, from the first on. */
  get response(): GrepResponse | null {
    return this.#answer.value;
  }

  get failure(): Failure | null {
    return this.#answer.failure;
  }

  /** True when an answer takes long enough to be worth saying so. */
  get slow(): boolean {
    return this.#answer.slow;
  }

  /** True when nothing is asked. */
  get resting(): boolean {
    return this.query === "";
  }

  /** The matching lines, in the order of the documents. */
  get hits(): readonly GrepHit[] {
    return this.response?.hits ?? [];
  }

  /** Why the pattern cannot be used, or null. */
  get fault(): string | null {
    return this.failure?.code === "invalid-argument" ? this.failure.message : null;
  }

  /** Whether the pattern was stopped and may be given more time. */
  get canTakeLonger(): boolean {
    return this.response?.stopped != null && this.#deadline < LONG_DEADLINE;
  }

  /** Looks for another pattern once the reader pauses. */
  type(pattern: string): void {
    this.query = pattern;
    this.#deadline = DEADLINE;
    this.#ask(0, STEP, PAUSE);
  }

  /** Turns a switch on or off. */
  toggle(name: PatternSwitch): void {
    this[name] = !this[name];
    this.#ask(0, STEP, 0);
  }

  /** Looks again, because the documents or the scope changed. As many lines stay shown. */
  again(pause: number = 0): void {
    this.#ask(0, Math.max(STEP, this.hits.length), pause);
  }

  /** Shows more lines. */
  more(): void {
    this.#ask(this.hits.length, STEP, 0);
  }

  /** Looks again with more time for a pattern that was stopped. */
  takeLonger(): void {
    this.#deadline = LONG_DEADLINE;
    this.again();
  }

  #ask(offset: number, limit: number, pause: number): void {
    if (this.resting) this.#answer.clear();
    else this.#answer.ask((signal) => this.#look(offset, limit, signal), pause);
  }

  async #look(offset: number, limit: number, signal: AbortSignal): Promise<GrepResponse> {
    const shown = this.hits.slice(0, offset);
    this.progress = null;
    const response = await this.#library.grep(this.query, {
      ignoreCase: !this.matchCase,
      wholeWord: this.wholeWord,
      context: 1,
      documents: this.#scope(),
      deadline: this.#deadline,
      offset,
      limit,
      signal,
      onProgress: (progress) => {
        if (signal.aborted) return;
        this.progress = progress;
        if (this.slow) this.#progressed();
      },
    });
    return { ...response, hits: [...shown, ...response.hits] };
  }
}
