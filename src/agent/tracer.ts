import type { Meter } from "./meter.js";
import type { TracedCall, TracedNote, TracedTurn } from "./trace.js";

type Step = TracedTurn | TracedCall | TracedNote;

/** Records the steps of a run for its trace. */
export class Tracer {
  readonly #meter: Meter;
  readonly #steps: Step[] = [];

  constructor(meter: Meter) {
    this.#meter = meter;
  }

  get steps(): readonly Step[] {
    return this.#steps;
  }

  /** Records a request to the model; `at` is when it was made. */
  turn(turn: Omit<TracedTurn, "type">): void {
    this.#steps.push({ type: "turn", ...turn });
  }

  /** Records a tool call; `at` is when it was made. */
  call(call: Omit<TracedCall, "type">): void {
    this.#steps.push({ type: "call", ...call });
  }

  /** Records something else that happened now. */
  note(kind: string, text: string): void {
    this.#steps.push({ type: "note", kind, text, at: this.#meter.elapsed });
  }
}
