import { documentId } from "../core/document.js";
import { PagehoundError } from "../core/errors.js";
import { untilAborted } from "../core/until-aborted.js";
import type { StoredDocument, StoredJob } from "../store/schema.js";
import type { Announcements, JobEvent } from "./announcements.js";
import type { Attempts } from "./attempts.js";
import { type IngestContext, type IngestedDocument, ingestJob } from "./ingest-job.js";
import { problemOf } from "./job-problem.js";
import type { LiveDocuments } from "./live-documents.js";
import type { Passwords } from "./passwords.js";
import { summaryOf } from "./summary.js";

/** What doing jobs takes. */
export interface JobRunnerContext
  extends Omit<IngestContext, "password" | "attempt" | "lent" | "tell" | "signal"> {
  readonly attempts: Attempts;
  readonly live: LiveDocuments;
  readonly announcements: Announcements;
  readonly passwords: Passwords;
  /** Called when documents were replaced, by others or by themselves, read anew. */
  readonly replaced: (ordinals: readonly number[], readAnew: boolean) => void;
  /** Called when newer code has the database, and every other job would fare alike. */
  readonly outdated: () => void;
}

/** A job that is being done. */
export interface RunningJob {
  readonly job: StoredJob;
  /** Aborted with one of the reasons below. */
  readonly stop: AbortController;
  /** One that is being indexed makes way for nobody: it is done in a moment. */
  indexing: boolean;
  /** Called when a parser works for it from now on. */
  readonly lent: () => void;
  ended: Promise<void>;
}

/** It makes way for others, or reading is paused: it goes on later. */
export const suspended: PagehoundError = new PagehoundError("closed", "Reading was interrupted.");
/** It is gone. */
export const cancelled: PagehoundError = new PagehoundError(
  "not-found",
  "The file was taken out of the queue.",
);
/** This tab reads no more. */
export const stopped: PagehoundError = new PagehoundError("closed", "Reading was stopped.");

/** How long to wait before a document that is stored is looked for again. */
const lookAgainMilliseconds = [100, 500, 2_000];

/** Does jobs, one at a time or several, and tells what became of each. */
export class JobRunner {
  readonly #context: JobRunnerContext;

  constructor(context: JobRunnerContext) {
    this.#context = context;
  }

  /** Does a job. Returns the document that was made of it, or null. Never rejects. */
  async run(running: RunningJob): Promise<StoredDocument | null> {
    const { job } = running;
    const { attempts, recent, passwords, replaced } = this.#context;
    try {
      const ingested = await this.#ingest(running);
      if (!ingested) return null;
      passwords.forget(job.ordinal);
      // It is stored by now: whatever fails from here on, it is not refused.
      await this.#publish(ingested, running);
      if (ingested.replaced.length > 0) replaced(ingested.replaced, job.renews);
      return ingested.finished.document;
    } catch (error) {
      const { signal } = running.stop;
      // What cannot even be told is seen to by those who look into the database.
      await this.#fail(job, signal.aborted ? signal.reason : error).catch(() => {});
      return null;
    } finally {
      // It was not taken where the job never got so far.
      recent.drop(job.content);
      attempts.end(job.ordinal);
    }
  }

  #ingest(running: RunningJob): Promise<IngestedDocument | null> {
    const { job, stop } = running;
    const { announcements, attempts, passwords } = this.#context;
    return ingestJob(job, {
      ...this.#context,
      signal: stop.signal,
      lent: running.lent,
      password: () => passwords.take(job.ordinal),
      attempt: (step, pages = 0) => attempts.begin(job.ordinal, step, pages),
      tell: (event: JobEvent) => {
        // What becomes of a job that was stopped is told by whoever stopped it.
        if (stop.signal.aborted) return;
        if (event.type === "document-indexing") running.indexing = true;
        announcements.tell(job.ordinal, event);
      },
    });
  }

  async #publish(ingested: IngestedDocument, running: RunningJob): Promise<void> {
    const { signal } = running.stop;
    const { live, announcements, outdated } = this.#context;
    const { finished, replaced, sameAs } = ingested;
    const { document } = finished;
    for (const wait of [...lookAgainMilliseconds, 0]) {
      try {
        // What is announced can be found …
        const { gone } = await live.sync([document.ordinal, ...replaced], finished);
        // Of others at its path, nobody has told that they went.
        const untold = gone.filter((ordinal) => !replaced.includes(ordinal));
        if (untold.length > 0) {
          const documents = untold.map((ordinal) => documentId(ordinal));
          announcements.tellHere({ type: "documents-removed", documents });
        }
        break;
      } catch (error) {
        if (PagehoundError.isInstance(error) && error.code === "outdated") return outdated();
        const later = new Promise((resolve) => setTimeout(resolve, wait));
        await untilAborted(later, signal).catch(() => {});
        // Whoever reads next looks at all documents.
        if (signal.reason === stopped) return;
      }
    }
    // … but for one that could not be looked for: the next look at any document finds it, too.
    const [old] = replaced;
    announcements.tell(running.job.ordinal, {
      type: "document-ready",
      path: document.path,
      document: summaryOf(live.get(document.ordinal)?.document ?? document),
      replaced: old === undefined ? null : documentId(old),
      sameAs,
    });
  }

  /** Sees to a job that was stopped, or could not be done. */
  async #fail({ ordinal, path, size }: StoredJob, error: unknown): Promise<void> {
    const { announcements, passwords, outdated, store } = this.#context;
    if (error === stopped) return;
    // It can be told from one that is being read.
    const waiting: JobEvent = { type: "document-waiting", path, size };
    if (error === suspended) return announcements.tell(ordinal, waiting);
    if (error === cancelled) return passwords.forget(ordinal);
    const code = PagehoundError.isInstance(error) ? error.code : null;
    if (code === "outdated") return outdated();
    // One was given while the file was tried without it.
    const mayHelp = code === "password-required" && passwords.isNew(ordinal);
    if (mayHelp) return announcements.tell(ordinal, waiting);
    passwords.forget(ordinal);
    const { held, ...problem } = problemOf(error, path);
    const kept = await this.#record(ordinal, held, problem);
    if (kept === null) return;
    // Or only just now, when the job did not yet say that it waits for one.
    if (code === "password-required" && passwords.isNew(ordinal)) {
      await store.jobs.change(ordinal, { state: "queued", problem: null });
      return announcements.tell(ordinal, waiting);
    }
    announcements.tell(ordinal, { type: "document-refused", path, ...problem, kept });
  }

  /** Stores what is wrong with a job. Returns whether it is kept, or null when it is gone anyway. */
  async #record(
    ordinal: number,
    held: boolean,
    problem: NonNullable<StoredJob["problem"]>,
  ): Promise<boolean | null> {
    try {
      const state = held ? "held" : "refused";
      const changed = await this.#context.store.jobs.change(ordinal, { state, problem });
      return changed ? held : null;
    } catch {
      // It stays queued, and is told to be kept, so that it is not tried again and again.
      return true;
    }
  }
}
