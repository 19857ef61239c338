/** How to watch a worker. */
export interface HeartbeatOptions {
  /** Seconds without a sign of life after which it counts as hung. */
  readonly seconds: number;
  readonly ping: () => void;
  /** Called once; watching ends then. */
  readonly onHang: () => void;
}

/** How often a busy worker is pinged, unless its deadline is shorter. */
const beatMilliseconds = 1_000;

/** The time between two beats counts for at most this many times its planned length. */
const maxOfBeat = 2;

/**
 * Watches a worker while it is busy. Time counts only in beats of this thread's own timer, each for
 * at most two seconds: a sleeping computer, a background page with throttled timers, and a page
 * that was busy itself are not mistaken for a hung worker. The time that a worker takes to load its
 * script does not count either: it is watched from its first sign of life on.
 */
export class Heartbeat {
  readonly #options: HeartbeatOptions;
  readonly #limit: number;
  #timer: ReturnType<typeof setInterval> | undefined;
  #ended = false;
  #alive = false;
  #asked = false;
  #silent = 0;
  #last = 0;

  /** Pings at once, so that the first sign of life arrives before the answer to any call. */
  constructor(options: HeartbeatOptions) {
    this.#options = options;
    this.#limit = options.seconds * 1000;
    this.#ask();
  }

  /** Watches while `busy`; an idle worker and its page may sleep. */
  watch(busy: boolean): void {
    if (busy === (this.#timer !== undefined) || this.#ended) return;
    if (!busy) {
      this.#stop();
      return;
    }
    const planned = Math.min(beatMilliseconds, this.#limit / 8);
    this.#silent = 0;
    this.#last = performance.now();
    this.#timer = setInterval(() => this.#beat(planned), planned);
  }

  /** Called with every message, each of which is a sign of life. */
  heard(): void {
    this.#alive = true;
    this.#asked = false;
    this.#silent = 0;
  }

  end(): void {
    this.#ended = true;
    this.#stop();
  }

  #stop(): void {
    clearInterval(this.#timer);
    this.#timer = undefined;
  }

  #beat(planned: number): void {
    const now = performance.now();
    const passed = Math.min(now - this.#last, planned * maxOfBeat);
    this.#last = now;
    if (!this.#alive) return;
    // Silence is counted from the ping.
    if (!this.#asked) this.#ask();
    else this.#silent += passed;
    if (this.#silent < this.#limit) return;
    this.end();
    this.#options.onHang();
  }

  #ask(): void {
    this.#asked = true;
    this.#options.ping();
  }
}
