import { AwakeTimer } from "../../core/index.js";

/**
 * Keeps a slow document from holding up the files behind it: once it has used its share of a
 * parser's time, it gives way to waiting files. Its share doubles each time, so that even a slow
 * page or a slow opening finishes eventually.
 */
export class FairShares {
  readonly #milliseconds: number;
  readonly #giveWay: (job: number) => Promise<boolean>;
  /** How often each job has given way. */
  readonly #made = new Map<number, number>();
  readonly #running = new Map<number, AwakeTimer>();

  /**
   * @param seconds the first share
   * @param giveWay makes a job give way if others wait; resolves to whether they do
   */
  constructor(seconds: number, giveWay: (job: number) => Promise<boolean>) {
    this.#milliseconds = seconds * 1000;
    this.#giveWay = giveWay;
  }

  /** Call when a parser starts or resumes work on a job. */
  begin(job: number): void {
    if (this.#running.has(job)) return;
    const made = this.#made.get(job) ?? 0;
    const share = this.#milliseconds * 2 ** made;
    this.#running.set(job, new AwakeTimer(share, () => void this.#look(job, made)));
  }

  /** Call when no parser works on a job any more; `done`: the job has ended. */
  end(job: number, done: boolean): void {
    this.#running.get(job)?.stop();
    this.#running.delete(job);
    if (done) this.#made.delete(job);
  }

  async #look(job: number, made: number): Promise<void> {
    // If the database does not respond, the next check retries it.
    const gaveWay = await this.#giveWay(job).catch(() => false);
    if (gaveWay) this.#made.set(job, made + 1);
  }
}
