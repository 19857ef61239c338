import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import {
  currentStep,
  duringStep,
  inStep,
  onBehalfOf,
  reportSteps,
} from "../../../../src/core/current-step.js";
import { Heartbeat } from "../../../../src/core/rpc/heartbeat.js";
import type { RpcMessage } from "../../../../src/core/rpc/remote.js";
import { serveWatched } from "../../../../src/core/rpc/serve.js";
import { connectWatched } from "../../../../src/core/rpc/watched.js";

describe("a heartbeat", () => {
  const pings = vi.fn();
  const hangs = vi.fn();
  let heartbeat: Heartbeat;
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ["setInterval", "clearInterval", "performance"] });
    heartbeat = new Heartbeat({ seconds: 20, ping: pings, onHang: hangs });
  });
  afterEach(() => {
    heartbeat.end();
    vi.useRealTimers();
    vi.clearAllMocks();
  });

  it("reports a busy worker once if it is silent for too long", () => {
    heartbeat.heard();
    heartbeat.watch(true);
    vi.advanceTimersByTime(20_000);
    expect(hangs).not.toHaveBeenCalled();
    vi.advanceTimersByTime(60_000);
    expect(hangs).toHaveBeenCalledOnce();
  });

  it("accepts any message as a sign of life", () => {
    heartbeat.heard();
    heartbeat.watch(true);
    for (let time = 0; time < 10; time++) {
      vi.advanceTimersByTime(15_000);
      heartbeat.heard();
    }
    expect(hangs).not.toHaveBeenCalled();
  });

  it("leaves an idle worker alone", () => {
    heartbeat.heard();
    heartbeat.watch(true);
    vi.advanceTimersByTime(10_000);
    heartbeat.watch(false);
    const before = pings.mock.calls.length;
    vi.advanceTimersByTime(600_000);
    expect(pings).toHaveBeenCalledTimes(before);
    heartbeat.watch(true);
    vi.advanceTimersByTime(15_000);
    expect(hangs).not.toHaveBeenCalled();
  });

  it("waits for the first heartbeat until the script has loaded", () => {
    heartbeat.watch(true);
    vi.advanceTimersByTime(600_000);
    expect(hangs).not.toHaveBeenCalled();
    expect(pings).toHaveBeenCalledOnce();
  });

  it("a heartbeat ignores time in which its own timer did not run", () => {
    heartbeat.heard();
    heartbeat.watch(true);
    vi.advanceTimersByTime(2_000);
    const now = performance.now();
    // As if the computer had been asleep for an hour.
    const clock = vi.spyOn(performance, "now").mockImplementation(() => now + 3_600_000);
    vi.advanceTimersByTime(1_000);
    clock.mockRestore();
    expect(hangs).not.toHaveBeenCalled();
  });
});

it("the heartbeat stays quiet while the only pending call waits for events", async () => {
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval", "performance"] });
  const { port1, port2 } = new MessageChannel();
  const sent: string[] = [];
  port1.onmessage = ({ data }: MessageEvent<RpcMessage>) => sent.push(data.type);
  const onHang = vi.fn();
  const watch = { seconds: 1, waiting: ["changes"], onHang };
  const { remote, close } = connectWatched<{ changes(request: null): Promise<void> }>(port2, watch);
  const call = remote.changes(null);
  call.catch(() => {});
  port1.postMessage({ type: "pong" });
  await vi.waitFor(() => expect(sent).toEqual(["ping", "call"]));
  vi.advanceTimersByTime(60_000);
  expect(onHang).not.toHaveBeenCalled();
  // Steps that it reports for its own work count.
  const step = { doing: "Making a.txt searchable", advice: "Try again." };
  port1.postMessage({ type: "step", step, doneFor: null });
  await vi.waitFor(() => {
    vi.advanceTimersByTime(1_000);
    expect(onHang).toHaveBeenCalledWith(step);
  });
  close(new Error("end of test"));
  port1.close();
  vi.useRealTimers();
});

it("closing a connection rejects the call that hung with a different error from the others", async () => {
  const { port1, port2 } = new MessageChannel();
  const watch = { seconds: 60, onHang: () => {} };
  const { remote, close } = connectWatched<{ ask(request: null): Promise<void> }>(port2, watch);
  const calls = [remote.ask(null), remote.ask(null)];
  const [hung, others] = [new Error("own"), new Error("others")];
  const step = { doing: "Searching", advice: "Try again." };
  const rejected = vi.fn();
  // Calls are numbered from 1.
  port1.postMessage({ type: "step", step, doneFor: 2 });
  void remote.ask(null).catch(rejected);
  port1.postMessage({ type: "error", call: 3, error: { name: "Error", message: "", stack: "" } });
  await vi.waitFor(() => expect(rejected).toHaveBeenCalled());
  close(hung, others);
  await expect(calls[0]).rejects.toBe(others);
  await expect(calls[1]).rejects.toBe(hung);
  port1.close();
});

it.each([
  [{}, ["step", "result"], true],
  [{ culprit: { kind: "document", ordinal: 1 } }, ["step", "step", "result"], undefined],
] as const)(
  "a served thread reports the end of a step with its result, unless the step blames a document",
  async (more, types, ended) => {
    const { port1, port2 } = new MessageChannel();
    const sent: RpcMessage[] = [];
    port2.onmessage = ({ data }: MessageEvent<RpcMessage>) => sent.push(data);
    const step = { doing: "Searching", advice: "Try again.", ...more };
    const stop = serveWatched(port1, { ask: () => duringStep(step, async () => 7) });
    port2.postMessage({ type: "call", call: 1, method: "ask", request: null });
    await vi.waitFor(() => expect(sent.at(-1)).toMatchObject({ type: "result", value: 7 }));
    expect(sent.map(({ type }) => type)).toEqual(types);
    expect((sent.at(-1) as { ended?: true }).ended).toBe(ended);
    stop();
    reportSteps(() => {});
    port2.close();
  },
);

describe("the current step", () => {
  const [first, second] = ["first", "second"].map((doing) => ({ doing, advice: "" }));

  it("returns to the outer step when the inner one has ended", async () => {
    await duringStep(first as never, async () => {
      inStep(second as never, () => expect(currentStep()).toBe(second));
      expect(currentStep()).toBe(first);
    });
    expect(currentStep()).toBeNull();
  });

  it("assigns a step to the call that it was started for, with the steps inside it", async () => {
    const reports: unknown[] = [];
    reportSteps((step, call) => reports.push([step?.doing, call]));
    const work = async () => {
      await Promise.resolve();
      inStep(second as never, () => {});
    };
    await onBehalfOf(7, () => duringStep(first as never, work));
    const noCall = { doing: "third", advice: "" };
    await duringStep(noCall, async () => {});
    reportSteps(() => {});
    expect(reports).toEqual([
      ["first", 7],
      ["second", 7],
      ["first", 7],
      [undefined, null],
      ["third", null],
      [undefined, null],
    ]);
  });

  it("resets the current step to null if the step it replaced has ended meanwhile", async () => {
    let endFirst = (): void => {};
    const one = duringStep(first as never, () => new Promise<void>((end) => (endFirst = end)));
    let endSecond = (): void => {};
    const two = duringStep(second as never, () => new Promise<void>((end) => (endSecond = end)));
    endFirst();
    await one;
    expect(currentStep()).toBe(second);
    endSecond();
    await two;
    expect(currentStep()).toBeNull();
  });
});
