import type { IngestFile, IngestList, IngestProblem } from "../../core/index.js";
import {
  type JobAction,
  type JobState,
  type Store,
  type StoredJob,
  transitions,
} from "../../store/index.js";
import { type EventBus, isJobEvent, type JobEvent } from "../sync/tabs.js";

/** Milliseconds before the first retry of a job; they double each time. */
const firstWait = 5_000;
/** Maximum number of milliseconds before a retry. */
const longestWait = 600_000;

/** The state of a job in addition to the stored row. */
interface JobStatus {
  readonly state: JobState;
  /** Pages read so far, and all its pages; 0 while unknown. */
  readonly done: number;
  readonly total: number;
  /** Progress of opening and of indexing, from 0 to 1. */
  readonly opened?: number | undefined;
  readonly indexed?: number | undefined;
  /** Why it could not be read; null while it is being retried. */
  readonly problem: IngestProblem | null;
  /** How often it failed, and when it is retried automatically. */
  readonly failures: number;
  readonly retryAt: number;
}

const unknown: JobStatus = {
  ...{ state: "stored", done: 0, total: 0 },
  ...{ problem: null, failures: 0, retryAt: 0 },
};

/**
 * The state of each job, as reported by the tab that reads. The database lacks only progress, and
 * problems that did not fit into it: those jobs stay queued there, and would fail again.
 */
export class JobBoard {
  readonly #store: Store<unknown>;
  readonly #jobs = new Map<number, JobStatus>();

  constructor(store: Store<unknown>, events: EventBus) {
    this.#store = store;
    events.listen((change, job) => {
      if (job !== null && isJobEvent(change)) this.#follow(job, change);
    });
  }

  problemOf(job: number): IngestProblem | null {
    return this.#jobs.get(job)?.problem ?? null;
  }

  /** Milliseconds until a job may be retried; 0 if it can be tried at any time. */
  waitOf(job: number): number {
    const status = this.#jobs.get(job);
    return status?.problem ? Math.max(0, status.retryAt - performance.now()) : 0;
  }

  /** Allows these jobs, or all, to be retried because they may succeed now. */
  release(jobs: Iterable<number> | null): void {
    for (const job of [...(jobs ?? this.#jobs.keys())]) {
      const status = this.#jobs.get(job);
      if (status) this.#jobs.set(job, { ...status, problem: null });
    }
  }

  /** Call when another tab has become the reader: its predecessor's reports no longer apply. */
  forget(): void {
    this.#jobs.clear();
  }

  /** The files that are not documents, or not yet. `here`: whether this tab reads. */
  async list(here: boolean): Promise<IngestList> {
    const { jobs, settings } = this.#store;
    const known = [...this.#jobs.keys()];
    const [stored, setting] = await Promise.all([jobs.all(), settings.get("paused")]);
    const paused = setting ?? false;
    const present = new Set(stored.map(({ ordinal }) => ordinal));
    // Not every end is reported: a job that rereads a document is deleted with it.
    for (const job of known) if (!present.has(job)) this.#jobs.delete(job);
    const files = await Promise.all(stored.map((job) => this.#describe(job, paused)));
    return { paused, files, here };
  }

  async #describe(job: StoredJob, paused: boolean): Promise<IngestFile> {
    const { path, size, renews } = job;
    const status = this.#jobs.get(job.ordinal) ?? unknown;
    const { state, total, opened, indexed } = status;
    const kept = job.state === "queued" ? status.problem : null;
    const isUnderWay = total > 0 || state === "opening" || state === "indexing";
    return {
      path,
      size,
      state: kept ? "held" : shownState(job, state, paused),
      done: isUnderWay ? status.done : await this.#staged(job),
      total,
      ...(opened === undefined ? {} : { opened }),
      ...(indexed === undefined ? {} : { indexed }),
      problem: kept ?? job.problem,
      renews,
    };
  }

  /** How many pages an interrupted reading left. */
  async #staged({ state, reader, content }: StoredJob): Promise<number> {
    if (state === "refused" || !reader) return 0;
    return (await this.#store.contents.stagedPages(content)).length;
  }

  #follow(job: number, event: JobEvent): void {
    const status = statusAfter(this.#jobs.get(job) ?? unknown, event);
    if (status) this.#jobs.set(job, status);
    else this.#jobs.delete(job);
  }
}

/** A job's status after an event; null once the job has ended. */
function statusAfter({ done, total, failures, retryAt }: JobStatus, event: JobEvent) {
  const state = transitions[actionOf(event)].to;
  const status: JobStatus = { state, done, total, problem: null, failures, retryAt };
  switch (event.type) {
    case "document-waiting":
      return status;
    case "document-opening":
      return { ...status, opened: event.share };
    case "document-started":
      return { ...status, done: event.done, total: event.pages };
    case "document-progress":
      return { ...status, done: event.done, total: event.total };
    case "document-indexing":
      return { ...status, indexed: event.share };
    case "document-refused":
      return state === "held" ? heldStatus(failures + 1, event) : null;
    default:
      return null;
  }
}

function heldStatus(failures: number, { code, message }: IngestProblem): JobStatus {
  const wait = Math.min(longestWait, firstWait * 2 ** (failures - 1));
  const retryAt = performance.now() + wait;
  return { ...unknown, state: "held", problem: { code, message }, failures, retryAt };
}

export function actionOf(event: JobEvent): JobAction {
  switch (event.type) {
    case "document-waiting":
      return "wait";
    case "document-opening":
      return "open";
    case "document-started":
    case "document-progress":
      return "read";
    case "document-indexing":
      return "index";
    case "document-ready":
      return "finish";
    case "document-refused":
      return event.kept ? "hold" : "refuse";
    case "document-cancelled":
      return "cancel";
  }
}

function shownState(job: StoredJob, state: JobState, paused: boolean): IngestFile["state"] {
  if (job.state !== "queued") return job.state;
  if (state === "indexing") return "indexing";
  // A paused reader has stopped, and does not report that separately.
  return !paused && (state === "opening" || state === "reading") ? "reading" : "waiting";
}
