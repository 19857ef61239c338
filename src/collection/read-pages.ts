import { PagehoundError } from "../core/errors.js";
import type { PackedPage } from "../core/packed-page.js";
import type { OpenedDocument, ParseApi } from "../parse/api.js";
import { transfer } from "../rpc/message.js";
import type { LentParser, ParserPool } from "./parser-pool.js";
import { TookTooLong, withinSeconds } from "./work-limit.js";

/** A file that is to be read, and what is done with its pages. */
export interface ReadingTask {
  readonly path: string;
  /** Its bytes, which are given away: asked for anew whenever it is opened again. */
  bytes(): Promise<ArrayBuffer>;
  readonly password: () => string | undefined;
  /** Seconds of work for a page; opening has four times as many. */
  readonly pageSeconds: number;
  readonly signal: AbortSignal;
  /** Called once, when the file is open; tells which pages are there already. */
  opened(document: OpenedDocument): Promise<ReadonlySet<number>>;
  /** Called for every other page, in order. */
  page(page: PackedPage): Promise<void>;
}

/** Pages asked for ahead: enough that the parser reads on while another document is being indexed. */
const pagesAhead = 16;

/** Opening has to read the whole file, so it may take longer than a page. */
const openingFactor = 4;

/** After so many pages in a row that a parser did not survive, it is not asked for the others. */
const mostLost = 5;

/**
 * Has parsers read the pages of a file. A page that takes too long, or that a parser dies of, is
 * recorded as unreadable; the parser is replaced, and the next page is read. Throws what the parser
 * says of a file that it cannot open, and `timed-out` when opening took too long.
 */
export async function readPages(task: ReadingTask, parsers: ParserPool): Promise<OpenedDocument> {
  const reading = new Reading(task);
  for (;;) {
    const opened = await parsers.lend(task.signal, (parser) => reading.readOn(parser));
    if (opened) return opened;
  }
}

/** The reading of one file, which outlives the parsers that it costs. */
class Reading {
  readonly #task: ReadingTask;
  /** The pages that are to be read, once it is known. */
  #wanted: number[] | null = null;
  /** Pages lost in a row. */
  #lost = 0;
  /** A parser died of a page up to this one, which are read one at a time to find out which. */
  #suspects = 0;

  constructor(task: ReadingTask) {
    this.#task = task;
  }

  /** Reads on with a parser. Returns null when that did not survive. */
  async readOn(parser: LentParser): Promise<OpenedDocument | null> {
    const { signal, opened } = this.#task;
    const document = await this.#open(parser);
    if (!this.#wanted) {
      const there = await opened(document);
      this.#wanted = numbers(document.pageCount).filter((number) => !there.has(number));
    }
    const asked: PendingPage[] = [];
    for (let next = 0; this.#wanted.length > 0; ) {
      while (next < this.#wanted.length && asked.length <= this.#ahead()) {
        asked.push(ask(parser.remote, this.#wanted[next++] as number, signal));
      }
      const page = await this.#answer(asked, parser);
      if (!page) return null;
      await this.#take(page);
      next--;
      if (this.#lost > 0) return this.#afterLoss(document);
    }
    // Not waited for: the next document can be opened meanwhile.
    void parser.remote.close(null).catch(() => {});
    return document;
  }

  /** How many pages are asked for ahead of the next one. */
  #ahead(): number {
    return (this.#wanted?.[0] ?? 0) <= this.#suspects ? 0 : pagesAhead;
  }

  async #open(parser: LentParser): Promise<OpenedDocument> {
    const { path, pageSeconds, signal, bytes, password } = this.#task;
    const whole = await bytes();
    // Moved, not read again there: the parser would wait for the disk.
    const request = transfer({ bytes: whole, path, password: password() }, [whole]);
    const seconds = pageSeconds * openingFactor;
    try {
      return await withinSeconds(seconds, () => parser.remote.open(request, { signal }));
    } catch (error) {
      if (hasDied(error)) throw brokeDown(path, error);
      if (!(error instanceof TookTooLong)) throw error;
      parser.end();
      throw new PagehoundError(
        "timed-out",
        `${path} could not be opened within ${inWords(seconds)}. It may be damaged; open and save it in another program, and add it again.`,
        { data: { path, seconds } },
      );
    }
  }

  /**
   * The first of the pages that were asked for, or why there is none; null when that is still to be
   * found out. Rejects only when aborted.
   */
  async #answer(asked: PendingPage[], parser: LentParser): Promise<PackedPage | null> {
    const { pageSeconds, signal } = this.#task;
    const { number, read } = asked.shift() as PendingPage;
    try {
      const page = await withinSeconds(pageSeconds, read);
      this.#lost = 0;
      return page;
    } catch (error) {
      signal.throwIfAborted();
      parser.end();
      // Pages are read in order, so that it is this one that takes so long. What a parser answered
      // before it died may be lost, however, so that it may have died of one of the next ones.
      const last = asked.at(-1)?.number;
      if (hasDied(error) && last !== undefined) {
        this.#suspects = last;
        return null;
      }
      this.#lost++;
      return unreadable(number, whyLost(error, pageSeconds));
    }
  }

  async #take(page: PackedPage): Promise<void> {
    this.#wanted?.shift();
    await this.#task.page(page);
  }

  /** Goes on with another parser, or gives up what is left. */
  async #afterLoss(document: OpenedDocument): Promise<OpenedDocument | null> {
    if (this.#wanted?.length === 0) return document;
    if (this.#lost < mostLost) return null;
    for (const number of [...(this.#wanted ?? [])]) {
      await this.#take(unreadable(number, notTried));
    }
    return document;
  }
}

/** A page that a parser was asked for. */
interface PendingPage {
  readonly number: number;
  /** Its answer, with a function to be called at every sign of life. */
  readonly read: (alive: () => void) => Promise<PackedPage>;
}

function ask(parser: ParseApi, number: number, signal: AbortSignal): PendingPage {
  let alive = (): void => {};
  const reading = parser.readPage({ number }, { signal, onProgress: () => alive() });
  // A page asked for ahead may fail while nobody waits for it yet.
  reading.catch(() => {});
  return {
    number,
    read: (told) => {
      alive = told;
      return reading;
    },
  };
}

function numbers(count: number): number[] {
  return Array.from({ length: count }, (_, index) => index + 1);
}

const notTried = `This page was not read, because the ${mostLost} pages before it could not be read either.`;

function hasDied(error: unknown): error is PagehoundError {
  return PagehoundError.isInstance(error) && error.code === "worker-failed";
}

function brokeDown(path: string, cause: PagehoundError): PagehoundError {
  return new PagehoundError(
    "worker-failed",
    `${path} could not be opened: the reader broke down over it. Open and save it in another program, and add it again.`,
    { data: { path }, cause },
  );
}

function whyLost(error: unknown, seconds: number): string {
  return error instanceof TookTooLong
    ? `This page could not be read within ${inWords(seconds)}.`
    : "This page could not be read: the reader broke down over it.";
}

function inWords(seconds: number): string {
  return seconds === 1 ? "a second" : `${seconds} seconds`;
}

function unreadable(number: number, problem: string): PackedPage {
  return {
    number,
    label: null,
    state: "unreadable",
    width: 0,
    height: 0,
    text: "",
    lines: new Float64Array(),
    geometry: null,
    problem,
  };
}
