/** How a worker is watched. */
export interface HeartbeatOptions {
  /** Seconds without a sign of life after which it counts as hung. */
  readonly seconds: number;
  /** Asks it for a sign of life. */
  readonly ping: () => void;
  /** Called once; it watches no more then. */
  readonly onHang: () => void;
}

/** How often a busy worker is pinged, unless its deadline is shorter. */
const beatMilliseconds = 1_000;

/** Of the time between two beats no more counts than this many times what was planned. */
const maxOfBeat = 2;

/**
 * Watches a worker while it is busy. Time counts only in beats of this thread's own timer, each for
 * at most two seconds: a computer that slept, a page in the background whose timers are slowed down,
 * and a page that was busy itself are not mistaken for a worker that hangs. Nor does the time count that
 * a worker takes to load its script: it is watched from its first sign of life on.
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

  /** Asks for the first sign of life at once, so that it comes before the answer to any call. */
  constructor(options: HeartbeatOptions) {
    this.#options = options;
    this.#limit = options.seconds * 1000;
    this.#ask();
  }

  /** Watches while `busy`; an idle worker and its page are left asleep. */
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

  /** There was a sign of life: any message. */
  heard(): void {
    this.#alive = true;
    this.#asked = false;
    this.#silent = 0;
  }

  /** Stops watching. */
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
    // Silence counts from the question on.
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
