import type { StoredDocument, StoredJob } from "../store/schema.js";
import type { AddingContext } from "./adding.js";
import type { JobEvent } from "./announcements.js";
import type { JobFollower } from "./job-follower.js";
import { summaryOf } from "./summary.js";

/** How often jobs that are followed are looked up. */
const checkMilliseconds = 2_000;

/** How many are looked up: those that are read first, and as many of the others in turn. */
const jobsAtOnce = 32;

/**
 * Tells the ends of jobs that nobody told: whichever tab was to tell may have died between what it
 * did in the database and the message, or what it did may have failed just then.
 */
export class MissedEnds {
  readonly #follower: JobFollower;
  readonly #context: AddingContext;
  readonly #timer: ReturnType<typeof setInterval>;
  /** Jobs that had ended at the last look: their end may just have been on its way. */
  #ended = new Set<number>();
  #turn = 0;
  #checking = false;

  /** Looks until it is stopped. */
  constructor(follower: JobFollower, context: AddingContext) {
    this.#follower = follower;
    this.#context = context;
    this.#timer = setInterval(() => void this.#check(), checkMilliseconds);
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  /** Never rejects: what fails is looked up again. */
  async #check(): Promise<void> {
    if (this.#checking) return;
    this.#checking = true;
    try {
      await this.#look();
    } catch {
      // Then it is as if this look had not been.
    } finally {
      this.#checking = false;
    }
  }

  async #look(): Promise<void> {
    const { store, live, announcements, followedUp } = this.#context;
    const { files } = this.#follower;
    const some = this.#some();
    const jobs = await store.jobs.some(some);
    const found = new Map<number, StoredJob | undefined>();
    for (const ordinal of some) {
      const job = jobs.get(ordinal);
      if (!job || (job.state !== "queued" && job.problem)) found.set(ordinal, job);
    }
    const sure = [...found.keys()].filter((ordinal) => this.#ended.has(ordinal));
    this.#ended = new Set(found.keys());
    if (sure.length === 0) return;
    await followedUp(sure);
    for (const ordinal of sure) {
      const path = files.get(ordinal)?.path;
      // Its end was told meanwhile.
      if (path === undefined) continue;
      const end = endOf(path, found.get(ordinal), live.get(ordinal)?.document);
      announcements.tellHere(end, ordinal);
    }
  }

  /** The jobs to be looked up now; whoever does one in this tab tells its end in any case. */
  #some(): number[] {
    const followed = [...this.#follower.files.keys()];
    const first = followed.slice(0, jobsAtOnce);
    const others = followed.slice(jobsAtOnce);
    if (this.#turn >= others.length) this.#turn = 0;
    const turn = [
      ...others.slice(this.#turn, this.#turn + jobsAtOnce),
      // Those of the last turn that seemed to have ended.
      ...others.filter((ordinal) => this.#ended.has(ordinal)),
    ];
    this.#turn += jobsAtOnce;
    return [...new Set([...first, ...turn])].filter(
      (ordinal) => !this.#context.queue.isBeingDone(ordinal),
    );
  }
}

/** How a job has ended, as far as the database tells. */
function endOf(
  path: string,
  job: StoredJob | undefined,
  document: StoredDocument | undefined,
): JobEvent {
  if (job?.problem) {
    const { code, message } = job.problem;
    return { type: "document-refused", path, code, message, kept: job.state === "held" };
  }
  if (!document) return { type: "document-cancelled", path };
  const summary = summaryOf(document);
  return { type: "document-ready", path, document: summary, replaced: null, sameAs: null };
}
