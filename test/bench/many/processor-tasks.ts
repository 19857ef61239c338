import type { CDPSession, Page } from "playwright";

interface TraceEvent {
  readonly name: string;
  readonly ph: string;
  readonly pid: number;
  readonly tid: number;
  /** In microseconds: when a task started, how long it took, and its processor time. */
  readonly ts: number;
  readonly dur?: number;
  readonly tdur?: number;
  readonly args?: { readonly name?: string };
}

/** Set by the page to mark the browser's own tasks, which are excluded. */
export const browsersOwn = "bench-browsers-own";

/**
 * Measures the processor time of a page's tasks, which, unlike their duration, says little about
 * the load on the machine.
 */
export class ProcessorTasks {
  readonly #session: CDPSession;
  readonly #events: TraceEvent[] = [];

  private constructor(session: CDPSession) {
    this.#session = session;
    session.on("Tracing.dataCollected", ({ value }) => {
      for (const event of value as unknown as TraceEvent[]) {
        if (isWanted(event)) this.#events.push(event);
      }
    });
  }

  static async open(page: Page): Promise<ProcessorTasks> {
    return new ProcessorTasks(await page.context().newCDPSession(page));
  }

  async start(): Promise<void> {
    this.#events.length = 0;
    await this.#session.send("Tracing.start", {
      transferMode: "ReportEvents",
      traceConfig: {
        includedCategories: ["disabled-by-default-devtools.timeline", "blink.user_timing"],
      },
    });
  }

  /** The most processor time of any of the page's tasks since `start`, in milliseconds. */
  async stop(): Promise<number> {
    const complete = new Promise((resolve) =>
      this.#session.once("Tracing.tracingComplete", resolve),
    );
    await this.#session.send("Tracing.end");
    await complete;
    const threadOf = ({ pid, tid }: TraceEvent): string => `${pid} ${tid}`;
    const named = this.#events.filter(({ args }) => args?.name === "CrRendererMain");
    const threads = new Set(named.map(threadOf));
    const own = this.#events.filter(({ name }) => name === browsersOwn);
    const times = this.#events
      .filter((event) => event.name.endsWith("RunTask") && threads.has(threadOf(event)))
      .filter(({ ts, dur = 0 }) => !own.some((mark) => mark.ts >= ts && mark.ts <= ts + dur))
      .map(({ tdur = 0 }) => tdur / 1_000);
    return times.reduce((most, time) => Math.max(most, time), 0);
  }
}

/** Keeps only the events that are needed: the many shorter tasks would fill the memory. */
function isWanted({ name, ph, tdur = 0 }: TraceEvent): boolean {
  if (name === "thread_name" || name === browsersOwn) return true;
  return ph === "X" && name.endsWith("RunTask") && tdur >= 1_000;
}
