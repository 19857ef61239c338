/** Reports come this often; people cannot read faster, and every message costs the page time. */
const reportMilliseconds = 100;

/** Passes the newest of many reports on, at most ten times a second; the last one always. */
export class PacedReport<Report> {
  readonly #emit: (report: Report) => void;
  #next: Report | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(emit: (report: Report) => void) {
    this.#emit = emit;
  }

  /** Takes a report; it is passed on at once when none was for a while, or else soon. */
  tell(report: Report): void {
    this.#next = report;
    if (this.#timer === undefined) this.#pass();
  }

  /** Passes on what waits. No report comes after that. */
  end(): void {
    clearTimeout(this.#timer);
    if (this.#next !== null) this.#emit(this.#next);
    this.#next = null;
  }

  #pass(): void {
    this.#timer = undefined;
    if (this.#next === null) return;
    this.#emit(this.#next);
    this.#next = null;
    this.#timer = setTimeout(() => this.#pass(), reportMilliseconds);
  }
}
