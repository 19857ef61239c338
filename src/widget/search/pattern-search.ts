import type {
  DocumentId,
  GrepHit,
  GrepProgress,
  GrepResponse,
  NumberedLine,
  Pagehound,
  Span,
} from "../../index.js";
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

  /** Looks for another pattern once the reader pauses; for the same one, nothing begins anew. */
  type(pattern: string): void {
    if (pattern === this.query) return;
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

/** A matching line with the lines around it that no other one shows. */
export interface ShownLine {
  readonly hit: GrepHit;
  readonly before: readonly NumberedLine[];
  readonly after: readonly NumberedLine[];
}

/** The matching lines of one document. */
export interface LineGroup {
  readonly document: DocumentId;
  readonly path: string;
  readonly lines: readonly ShownLine[];
}

/** Tells a matching line from all others. */
export function lineKey({ document, page, line }: GrepHit): string {
  return `${document} ${page} ${line}`;
}

/** The matching lines by document; a line between two of them is shown once. */
export function groupLines(hits: readonly GrepHit[]): LineGroup[] {
  const groups: { document: DocumentId; path: string; lines: ShownLine[] }[] = [];
  let shownTo = 0;
  hits.forEach((hit, index) => {
    if (!onSamePage(hits[index - 1], hit)) shownTo = 0;
    const next = hits[index + 1];
    const nextLine = onSamePage(hit, next) ? next.line : Number.POSITIVE_INFINITY;
    const before = hit.before.filter(({ number }) => number > shownTo);
    const after = hit.after.filter(({ number }) => number < nextLine);
    shownTo = after.at(-1)?.number ?? hit.line + hit.text.split("\n").length - 1;
    let group = groups.at(-1);
    if (group?.document !== hit.document) {
      group = { document: hit.document, path: hit.path, lines: [] };
      groups.push(group);
    }
    group.lines.push({ hit, before, after });
  });
  return groups;
}

function onSamePage(a: GrepHit | undefined, b: GrepHit | undefined): b is GrepHit {
  return a !== undefined && a.document === b?.document && a.page === b.page;
}

const LONGEST = 320;
const LEAD = 100;

/** The line's text with its marks; of a line too long to read, the part around the first match. */
export function visiblePart({ text, span, marks }: GrepHit): { text: string; marks: Span[] } {
  const placed = marks.map(({ start, end }) => ({
    start: start - span.start,
    end: end - span.start,
  }));
  if (text.length <= LONGEST) return { text, marks: placed };
  const first = placed[0]?.start ?? 0;
  const from = first <= LEAD ? 0 : wordStart(text, first - LEAD);
  const to = Math.min(text.length, from + LONGEST);
  const lead = from > 0 ? "…" : "";
  const move = lead.length - from;
  return {
    text: `${lead}${text.slice(from, to)}${to < text.length ? "…" : ""}`,
    marks: placed
      .filter(({ start }) => start < to)
      .map(({ start, end }) => ({ start: start + move, end: Math.min(end, to) + move })),
  };
}

/** The beginning of the next word, if one is near. */
function wordStart(text: string, position: number): number {
  const space = text.slice(position, position + 30).search(/\s/);
  return space < 0 ? position : position + space + 1;
}
