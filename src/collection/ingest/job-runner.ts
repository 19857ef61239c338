import { untilAborted } from "../../core/call-options.js";
import { documentId } from "../../core/document.js";
import { type ErrorCode, PagehoundError } from "../../core/errors.js";
import type { IngestProblem } from "../../core/ingest.js";
import { type AttachedFile, recognitionOf } from "../../readers/format.js";
import type { StoredDocument, StoredJob } from "../../store/schema.js";
import { summaryOf } from "../retrieval/describe.js";
import type { DocumentCache } from "../sync/document-cache.js";
import type { EventBus, JobEvent } from "../sync/tabs.js";
import type { Attempts } from "./attempts.js";
import { type IngestedDocument, ingestJob } from "./ingest-job.js";
import type { IngestContext } from "./read-content.js";
import { hashOf } from "./stored-file.js";

/** What doing jobs takes. */
export interface JobRunnerContext
  extends Omit<IngestContext, "password" | "attempt" | "attach" | "lent" | "emit" | "signal"> {
  readonly attempts: Attempts;
  readonly cache: DocumentCache;
  readonly events: EventBus;
  /** These jobs are to be done. */
  readonly release: (jobs: readonly StoredJob[]) => void;
  /** These jobs are gone. */
  readonly drop: (ordinals: readonly number[]) => void;
  readonly passwords: JobPasswords;
  /** Called when documents were replaced, by others or by themselves, read anew. */
  readonly replaced: (ordinals: readonly number[], readAnew: boolean) => void;
  /** Removes what was attached to an older version of a mail, and is not to this one. */
  readonly detach: (path: string, attached: ReadonlySet<string>) => Promise<void>;
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
      if (ingested.replaced.length > 0) {
        replaced(ingested.replaced, job.renews);
        if (!job.renews) await this.#context.detach(job.path, ingested.attached).catch(() => {});
      }
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
    const { events, attempts, passwords } = this.#context;
    return ingestJob(job, {
      ...this.#context,
      recognition: job.recognise ? recognitionOf(job.recognise) : this.#context.recognition,
      signal: stop.signal,
      lent: running.lent,
      password: () => passwords.take(job.ordinal),
      attach: (files) => takeInAttached(job, files, this.#context),
      attempt: (step, pages = 0) => attempts.begin(job.ordinal, step, pages),
      emit: (event: JobEvent) => {
        // What becomes of a job that was stopped is told by whoever stopped it.
        if (stop.signal.aborted) return;
        if (event.type === "document-indexing") running.indexing = true;
        events.emit(job.ordinal, event);
      },
    });
  }

  async #publish(ingested: IngestedDocument, running: RunningJob): Promise<void> {
    const { signal } = running.stop;
    const { cache, events, outdated } = this.#context;
    const { finished, replaced, sameAs } = ingested;
    const { document } = finished;
    for (const wait of [...lookAgainMilliseconds, 0]) {
      try {
        // What is announced can be found …
        const { gone } = await cache.sync([document.ordinal, ...replaced], finished);
        // Of others at its path, nobody has told that they went.
        const untold = gone.filter((ordinal) => !replaced.includes(ordinal));
        if (untold.length > 0) {
          const documents = untold.map((ordinal) => documentId(ordinal));
          events.emitHere({ type: "documents-removed", documents });
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
    events.emit(running.job.ordinal, {
      type: "document-ready",
      path: document.path,
      document: summaryOf(cache.get(document.ordinal)?.document ?? document),
      replaced: old === undefined ? null : documentId(old),
      sameAs,
    });
  }

  /** Sees to a job that was stopped, or could not be done. */
  async #fail({ ordinal, path, size }: StoredJob, error: unknown): Promise<void> {
    const { events, passwords, outdated, store } = this.#context;
    if (error === stopped) return;
    // It can be told from one that is being read.
    const waiting: JobEvent = { type: "document-waiting", path, size };
    if (error === suspended) return events.emit(ordinal, waiting);
    if (error === cancelled) return passwords.forget(ordinal);
    const code = PagehoundError.isInstance(error) ? error.code : null;
    if (code === "outdated") return outdated();
    // One was given while the file was tried without it.
    const mayHelp = code === "password-required" && passwords.isNew(ordinal);
    if (mayHelp) return events.emit(ordinal, waiting);
    passwords.forget(ordinal);
    const { held, ...problem } = problemOf(error, path);
    const kept = await this.#record(ordinal, held, problem);
    if (kept === null) return;
    // Or only just now, when the job did not yet say that it waits for one.
    if (code === "password-required" && passwords.isNew(ordinal)) {
      await store.jobs.change(ordinal, { state: "queued", problem: null });
      return events.emit(ordinal, waiting);
    }
    events.emit(ordinal, { type: "document-refused", path, ...problem, kept });
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

/**
 * Takes in what is attached to a document, each as a file of its own below the document's path, as if
 * it had been added. To be done before the document is ready, so that none is forgotten if this is
 * the last that happens. Returns their paths.
 */
async function takeInAttached(
  { path: parent }: Pick<StoredJob, "path">,
  files: readonly AttachedFile[],
  { store, events, release, drop }: Pick<JobRunnerContext, "store" | "events" | "release" | "drop">,
): Promise<ReadonlySet<string>> {
  const paths = new Set<string>();
  for (const { path: own, bytes } of files) {
    const path = `${parent}/${own}`;
    paths.add(path);
    const taken = await store.jobs.intake({
      path,
      hash: await hashOf(bytes.buffer),
      size: bytes.length,
      file: new Blob([bytes]),
      linked: false,
      addedAt: Date.now(),
    });
    drop(taken.superseded);
    for (const ordinal of taken.superseded) {
      events.emit(ordinal, { type: "document-cancelled", path });
    }
    if (taken.kind === "unchanged") continue;
    events.emit(taken.job.ordinal, { type: "document-waiting", path, size: bytes.length });
    release([taken.job]);
  }
  return paths;
}

/** Not the fault of the file: it can be read once what is missing is there. */
const curable: ReadonlySet<ErrorCode> = new Set([
  "password-required",
  "permission-required",
  "assets-missing",
  "storage-full",
  "storage-failed",
]);

/** What is wrong with a job. */
export interface JobProblem extends IngestProblem {
  /** Whether it waits for that to be put right. */
  readonly held: boolean;
}

/** What is wrong with a job that could not be done, and whether it waits for that to be put right. */
export function problemOf(error: unknown, path: string): JobProblem {
  if (!PagehoundError.isInstance(error)) {
    return {
      code: "internal",
      message: `${path} could not be added because of a fault in Pagehound. Adding it again may help.`,
      held: false,
    };
  }
  const { code, data } = error;
  // A reader that did not start is no fault of the file either, nor a disk that did not give it.
  const held = curable.has(code) || data.started === false || data.given === false;
  return { code, message: messageOf(error, path), held };
}

/** The message, with the file's name, and with how much room is missing where that is known. */
function messageOf({ code, message, data }: PagehoundError, path: string): string {
  if (code === "storage-full") return `${path} could not be stored. ${roomOf(data)}`;
  if (code === "storage-failed") return `${path} could not be stored. ${message}`;
  return message.includes(path) ? message : `${path} could not be read. ${message}`;
}

function roomOf({ needed, available }: PagehoundError["data"]): string {
  const help = "Remove documents, or free disk space, and try again.";
  if (typeof needed !== "number" || typeof available !== "number" || needed <= available) {
    return `The room that the browser grants this site is used up. ${help}`;
  }
  return `It needs ${inWords(needed)} and the browser grants this site ${inWords(available)} more: ${inWords(needed - available)} are missing. ${help}`;
}

/** A size as people read it. */
function inWords(bytes: number): string {
  const units = ["bytes", "kB", "MB", "GB"];
  const power = Math.min(3, Math.floor(Math.log10(Math.max(1, bytes)) / 3));
  const value = bytes / 1000 ** power;
  return `${value < 10 && power > 0 ? value.toFixed(1) : Math.round(value)} ${units[power]}`;
}

/** The passwords of files that wait to be read: in memory, and nowhere else. */
export class JobPasswords {
  readonly #given = new Map<number, { readonly password: string; tried: boolean }>();

  give(job: number, password: string): void {
    this.#given.set(job, { password, tried: false });
  }

  /** The password for a job's file, which is then tried. */
  take(job: number): string | undefined {
    const given = this.#given.get(job);
    if (given) given.tried = true;
    return given?.password;
  }

  /** Whether there is one that was not tried yet. */
  isNew(job: number): boolean {
    return this.#given.get(job)?.tried === false;
  }

  /** The jobs there are passwords for. */
  jobs(): number[] {
    return [...this.#given.keys()];
  }

  forget(job: number): void {
    this.#given.delete(job);
  }
}
