/** Of a stretch between two beats no more counts than this many times what was planned. */
const maxOfBeat = 2;

/**
 * Counts the time that this thread is awake: a computer that slept, or a thread that was busy with
 * something else, adds next to nothing.
 */
export class AwakeTimer {
  readonly #timer: ReturnType<typeof setInterval>;
  #awake = 0;

  /** @param onElapsed called when the time is over, and at every beat from then on until it is stopped */
  constructor(milliseconds: number, onElapsed: () => void) {
    const planned = Math.min(1000, milliseconds / 8);
    let last = performance.now();
    this.#timer = setInterval(() => {
      const now = performance.now();
      this.#awake += Math.min(now - last, planned * maxOfBeat);
      last = now;
      if (this.#awake >= milliseconds) onElapsed();
    }, planned);
  }

  /** Starts again from zero. */
  reset(): void {
    this.#awake = 0;
  }

  stop(): void {
    clearInterval(this.#timer);
  }
}
