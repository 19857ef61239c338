const CALM = 150;
const CALMEST = 1000;

/** Draws the page again when something changed: with the next frame, or calmly while work goes on. */
export class Renderer {
  readonly #draw: () => void;
  #frame = 0;
  /** Milliseconds that the last drawing took, until the page was free again. */
  #cost = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #ended = false;

  constructor(draw: () => void) {
    this.#draw = draw;
  }

  /** Draws at once. For what is typed into next, so that no key is lost. */
  now(): void {
    cancelAnimationFrame(this.#frame);
    this.#frame = 0;
    if (!this.#ended) this.#draw();
  }

  /** Draws with the next frame. For what a reader does. */
  soon(): void {
    if (this.#ended) return;
    this.#frame ||= requestAnimationFrame(() => {
      this.#frame = 0;
      clearTimeout(this.#timer);
      this.#timer = undefined;
      const start = performance.now();
      this.#draw();
      setTimeout(() => {
        this.#cost = performance.now() - start;
      });
    });
  }

  /** Draws within 150 ms, once for all changes until then; less often where drawing is slow. For progress. */
  later(): void {
    if (this.#ended) return;
    this.#timer ??= setTimeout(
      () => {
        this.#timer = undefined;
        this.soon();
      },
      Math.min(CALMEST, Math.max(CALM, 4 * this.#cost)),
    );
  }

  /** Draws no more. */
  end(): void {
    this.#ended = true;
    cancelAnimationFrame(this.#frame);
    clearTimeout(this.#timer);
  }
}
