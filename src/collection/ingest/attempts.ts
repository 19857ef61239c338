import { holdLock, type IngestProblem } from "../../core/index.js";
import {
  isOwn,
  type Store,
  type StoredAttempt,
  type StoredDocument,
  type StoredJob,
} from "../../store/index.js";
import type { HostApi, HungStep } from "../api.js";

/** What is done with a job that may end the page. */
export type AttemptStep = StoredAttempt["step"];

/** Times that a job may end the page before it is held. */
const maxFailed = 2;
/** Pages that a session has to read more than the one before so that its end is not held against the job. */
const progressPages = 16;

/** A job that ended the page too often, and the problem to report. */
export interface FailedJob {
  readonly job: StoredJob;
  readonly problem: IngestProblem;
}

/**
 * Writes down which jobs are being done, before anything is done that may not return: so that a job
 * which ends the page each time it is tried is noticed, and held. For the one tab that reads.
 */
export class Attempts {
  readonly #store: Pick<Store<unknown>, "settings" | "jobs" | "contents">;
  readonly #session: Pick<CollectionSession, "id" | "died" | "hungOn">;
  readonly #known = new Map<number, StoredAttempt>();
  #writing: Promise<void> = Promise.resolve();
  /** A write that has not begun, which takes all that is known by then. */
  #next: Promise<void> | null = null;

  constructor(
    store: Pick<Store<unknown>, "settings" | "jobs" | "contents">,
    session: Pick<CollectionSession, "id" | "died" | "hungOn">,
  ) {
    this.#store = store;
    this.#session = session;
  }

  /**
   * Looks at what the tab was doing that read before. Returns the jobs that have ended the page
   * twice in a row, once each: trying one again starts its count over.
   */
  async takeOver(): Promise<FailedJob[]> {
    const left = await this.#store.settings.get("attempts");
    if (!left) return [];
    const hung = await this.#session.hungOn(left.session);
    const died = hung === null && (await this.#session.died(left.session));
    const failed: FailedJob[] = [];
    for (const attempt of left.jobs) {
      const job = await this.#store.jobs.get(attempt.ordinal);
      if (job?.state !== "queued") continue;
      const hangs = attempt.ordinal === hung;
      const times = hangs ? attempt.failed + 1 : await this.#timesFailed(attempt, job, died);
      if (times >= maxFailed) {
        const problem = hangs ? tookTooLong(job.path) : stoppedThePage(job.path, attempt.step);
        failed.push({ job, problem });
      } else if (times > 0) {
        this.#known.set(attempt.ordinal, { ...attempt, failed: times, running: false });
      }
    }
    if (left.jobs.length > 0) await this.#save();
    return failed;
  }

  /** Await it before the step. Never rejects: a full disk is no reason not to read. */
  begin(ordinal: number, step: AttemptStep, pages: number): Promise<void> {
    const failed = this.#known.get(ordinal)?.failed ?? 0;
    this.#known.set(ordinal, { ordinal, step, pages, failed, running: true });
    return this.#save();
  }

  /** The job has ended; that is written together with the next one. */
  end(ordinal: number): void {
    const known = this.#known.get(ordinal);
    if (!known?.running) return;
    this.#known.delete(ordinal);
    // Nothing follows: a leftover would look as if it were still in progress.
    if (![...this.#known.values()].some(({ running }) => running)) void this.#save();
  }

  async #timesFailed(attempt: StoredAttempt, job: StoredJob, died: boolean): Promise<number> {
    if (!attempt.running || !died) return attempt.failed;
    if (attempt.step === "indexing") return attempt.failed + 1;
    // Whoever kills the page while a long file is read is not to find it held.
    const staged = await this.#store.contents.stagedPages(job.content);
    return staged.length >= attempt.pages + progressPages ? 0 : attempt.failed + 1;
  }

  #save(): Promise<void> {
    this.#next ??= this.#writing = this.#writing.then(async () => {
      this.#next = null;
      const value = { session: this.#session.id, jobs: [...this.#known.values()] };
      await this.#store.settings.set({ name: "attempts", value }).catch(() => {});
    });
    return this.#next;
  }
}

function stoppedThePage(path: string, step: AttemptStep): IngestProblem {
  const doing = step === "reading" ? "being read" : "being made searchable";
  return {
    code: "page-stopped",
    message: `${path} stopped the page twice while it was ${doing}; it may need more memory than there is. Try it again, or take it out. All other files go on.`,
  };
}

function tookTooLong(path: string): IngestProblem {
  return {
    code: "timed-out",
    message: `${path} took too long to be made searchable, twice. Try it again when this computer has less to do, split it into smaller files, or take it out. All other files go on.`,
  };
}

/** Words of all documents together below which loading them is not what ends a page. */
const heavyWords = 20_000_000;

/**
 * Loads what is needed to search the documents, and sees to it that a collection can be opened that
 * has become too much for the memory: when loading has ended the page twice, the document with most
 * words is held instead of searched. Returns the ordinals of those.
 */
export async function guardOpening(
  store: Store<unknown>,
  session: Pick<CollectionSession, "id" | "died">,
  load: (documents: readonly StoredDocument[]) => Promise<void>,
): Promise<number[]> {
  const documents = await store.documents.ready();
  // Of one that is damaged, the number may be missing.
  if (documents.reduce((sum, { words }) => sum + (words || 0), 0) < heavyWords) {
    await load(documents);
    return [];
  }
  const before = await store.settings.get("opening");
  let failed = before ? before.failed : 0;
  if (before && (await session.died(before.session))) failed++;
  const held: number[] = [];
  if (failed >= maxFailed) {
    // Of one whose file is not here nothing could be made again.
    const candidates = documents.filter((document) => isOwn(document) && !document.original);
    const [largest] = candidates.sort((a, b) => b.words - a.words);
    if (largest && (await store.damage.hold(largest.ordinal, tooMuch(largest.path)))) {
      held.push(largest.ordinal);
    }
    failed = 0;
  }
  // A full disk is no reason not to open.
  const value = { session: session.id, failed };
  await store.settings.set({ name: "opening", value }).catch(() => {});
  try {
    await load(documents.filter(({ ordinal }) => !held.includes(ordinal)));
  } finally {
    await store.settings.delete("opening").catch(() => {});
  }
  return held;
}

/**
 * Holds the documents that a worker hung over, such as one that newer code made searchable again while
 * the collection was opened: without that it could not be opened at all. Returns their ordinals. A
 * file that was still to become a document is another matter; see `Attempts`.
 */
export async function holdHung(
  { damage }: Pick<Store<unknown>, "damage">,
  hung: readonly HungStep[],
): Promise<number[]> {
  const held: number[] = [];
  for (const { culprit, message } of hung) {
    if (culprit.kind !== "document") continue;
    const { ordinal } = culprit;
    if (await damage.hold(ordinal, { code: "timed-out", message })) held.push(ordinal);
  }
  return held;
}

function tooMuch(path: string): IngestProblem {
  return {
    code: "page-stopped",
    message: `The page was stopped twice while the documents were being loaded, and ${path} is the largest of them: it is not searched for now. Try it again, or take it out.`,
  };
}

/** This page's time with the collection, and whether others before it ended as they should. */
export class CollectionSession {
  readonly id: string;
  readonly #host: Pick<HostApi, "wasLeft" | "hungOn">;

  /** @param host is asked what the page knows about earlier sessions */
  constructor(id: string, host: Pick<HostApi, "wasLeft" | "hungOn">) {
    this.id = id;
    this.#host = host;
    // Held for as long as this worker lives, so that other tabs can tell.
    void holdLock(lockOf(id));
  }

  /** The one job that a session was ended over because it hung; null if that is not why it ended. */
  hungOn(session: string): Promise<number | null> {
    return this.#host.hungOn({ session });
  }

  /** Whether a session ended and its page was not left: by its own work, or from outside. */
  async died(session: string): Promise<boolean> {
    if (session === this.id) return false;
    if (await this.#host.wasLeft({ session })) return false;
    const { held = [] } = (await navigator.locks?.query()) ?? {};
    return !held.some(({ name }) => name === lockOf(session));
  }
}

function lockOf(session: string): string {
  return `pagehound:session:${session}`;
}
