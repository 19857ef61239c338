import { PagehoundError } from "../../core/errors.js";
import type { StoredJob } from "../../store/schema.js";
import type { Store } from "../../store/store.js";
import type { EventBus } from "../sync/event-bus.js";
import type { LeaderElection } from "../sync/leader-election.js";
import type { KeptProblems } from "./ingest-list.js";
import type { IngestScheduler } from "./ingest-scheduler.js";

/** What the queue's commands work with. */
export interface WorkQueueContext {
  readonly store: Store<unknown>;
  readonly reader: IngestScheduler;
  readonly election: LeaderElection;
  readonly events: EventBus;
  readonly problems: KeptProblems;
}

/**
 * Changes the queue, in whichever tab: the change is made in the database, and the reader, which
 * may be another tab, is told to look.
 */
export class WorkQueue {
  readonly #context: WorkQueueContext;

  constructor(context: WorkQueueContext) {
    this.#context = context;
  }

  /** Whether this tab does the reading. */
  get reading(): boolean {
    return this.#context.election.isLeader;
  }

  /** Whether this tab does a job just now, so that it is going to tell of its end. */
  isBeingDone(ordinal: number): boolean {
    return this.#context.reader.isRunning(ordinal);
  }

  /** Takes jobs out. Settles when nothing is done for them here any more. */
  async cancel(ordinals: readonly number[]): Promise<void> {
    if (ordinals.length === 0) return;
    await this.gone(await this.#context.store.jobs.cancel(ordinals));
  }

  /** Tells that jobs were deleted. Settles when nothing is done for them here any more. */
  async gone(jobs: readonly Pick<StoredJob, "ordinal" | "path">[]): Promise<void> {
    const { reader, events } = this.#context;
    const ordinals = jobs.map(({ ordinal }) => ordinal);
    reader.drop(ordinals);
    for (const { ordinal, path } of jobs) {
      events.emit(ordinal, { type: "document-cancelled", path });
    }
    await this.changed();
    await reader.ended(ordinals);
  }

  /** Takes out the jobs at these paths, or all. */
  async cancelPaths(paths: readonly string[] | null): Promise<void> {
    const { jobs } = this.#context.store;
    const found = await (paths ? jobs.atPaths(paths) : jobs.all());
    await this.cancel(ordinalsOf(found));
  }

  async pause(paused: boolean): Promise<void> {
    await this.#context.store.jobs.setPaused(paused);
    await this.changed();
  }

  /** Puts the jobs at these paths before all others, in the order of the paths. */
  async prioritise(paths: readonly string[]): Promise<void> {
    const { jobs } = this.#context.store;
    const found = await jobs.atPaths(paths);
    const inOrder = paths.flatMap((path) => found.filter((job) => job.path === path));
    await jobs.prioritise(ordinalsOf(inOrder));
    await this.changed();
  }

  /** Reads documents anew, and the text in their images; returns the ordinals of those that can be. */
  async recognise(ordinals: readonly number[], languages: readonly string[]): Promise<number[]> {
    const { jobs } = this.#context.store;
    const begun: number[] = [];
    for (const ordinal of ordinals) {
      if (await jobs.reindex(ordinal, { now: true, recognise: languages })) begun.push(ordinal);
    }
    if (begun.length > 0) await this.changed();
    return begun;
  }

  /** Goes on with jobs that are held. Throws `not-found`, and then goes on with none. */
  async retry(paths: readonly string[], password: string | undefined): Promise<void> {
    const { store, events, problems } = this.#context;
    const held = (await store.jobs.atPaths(paths)).filter(
      ({ state, ordinal }) => state === "held" || (state === "queued" && problems.of(ordinal)),
    );
    const missing = paths.find((path) => !held.some((job) => job.path === path));
    if (missing !== undefined) {
      throw new PagehoundError("not-found", `${missing} is not waiting for anything here.`, {
        data: { path: missing },
      });
    }
    for (const { ordinal, path, size, state } of held) {
      // Before the job is released, so that the reader has it when it takes the job up.
      if (password !== undefined) await this.password(ordinal, password);
      if (state === "held") await store.jobs.change(ordinal, { state: "queued", problem: null });
      events.emit(ordinal, { type: "document-waiting", path, size });
    }
    this.released(held);
  }

  /** Hands a password to the tab that reads. */
  async password(ordinal: number, password: string): Promise<void> {
    const { reader, election } = this.#context;
    if (election.isLeader) await reader.password(ordinal, password);
    else election.send({ type: "password", ordinal, password });
  }

  /** These jobs can be done from now on. */
  released(jobs: readonly StoredJob[]): void {
    const { reader, election } = this.#context;
    if (election.isLeader) reader.release(jobs);
    else {
      const released = Math.min(...jobs.map(({ order }) => order));
      election.send({ type: "queue-changed", released });
    }
  }

  /** The queue is another. Settles when the reader has seen to it, if that is this tab. Never rejects. */
  async changed(): Promise<void> {
    const { reader, election, events } = this.#context;
    events.emitHere({ type: "queue-changed" });
    election.send({ type: "queue-changed" });
    await reader.look();
  }
}

function ordinalsOf(jobs: readonly StoredJob[]): number[] {
  return jobs.map(({ ordinal }) => ordinal);
}
