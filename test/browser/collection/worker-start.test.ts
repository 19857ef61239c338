import { deleteDB } from "idb";
import { afterEach, beforeEach, expect, it, onTestFinished, vi } from "vitest";
import { connectWorker } from "../../../src/core/rpc/worker-host.js";
import { Pagehound, requestLog } from "../../../src/index.js";
import { addAll, textFile } from "./watched.js";

const name = "worker-start-test";
const options = { name, assetsBase: "/assets/", parseWorkers: 1 };
const { Worker: Original } = globalThis;
const script = (url: string) => new URL(url, location.href).href;

/** Starts workers of one kind in a special way, and all others normally. */
function starting(
  kind: string,
  start: (options: WorkerOptions | undefined, url: string | URL) => Worker,
): void {
  vi.stubGlobal(
    "Worker",
    class {
      constructor(url: string | URL, options?: WorkerOptions) {
        // biome-ignore lint/correctness/noConstructorReturn: it stands in for another class.
        return String(url).includes(kind) ? start(options, url) : new Original(url, options);
      }
    },
  );
}

const refused = (): Worker => {
  throw new DOMException("Refused by the page's policy.", "SecurityError");
};

beforeEach(() => deleteDB(`pagehound:${name}`));
afterEach(() => {
  vi.unstubAllGlobals();
});

it("names the address of a worker that the browser refuses to start", async () => {
  starting("collection.worker", refused);
  await expect(Pagehound.open(options)).rejects.toMatchObject({
    code: "worker-failed",
    message: expect.stringMatching(/collection\.worker.*Refused by the page's policy/),
    data: { worker: "collection", url: expect.stringContaining("collection.worker") },
  });
  starting("agent.worker", refused);
  const hound = await Pagehound.open(options);
  await addAll(hound, textFile("a.txt", "A qersu is a boat."));
  const asking = hound.ask("What is a qersu?")[Symbol.asyncIterator]();
  await expect(asking.next()).rejects.toMatchObject({ code: "worker-failed" });
  hound.close();
});

it.each([
  ["refused", refused],
  ["not found", (options?: WorkerOptions) => new Original(script("/missing-worker.js"), options)],
] as const)("lets files wait if the parse worker is %s", async (_how, start) => {
  starting("parse.worker", start);
  const hound = await Pagehound.open(options);
  const events = await addAll(hound, textFile("a.txt", "A qersu is a boat."));
  expect(events.at(-1)).toMatchObject({
    type: "document-refused",
    code: "worker-failed",
    kept: true,
    message: expect.stringContaining("parse.worker"),
  });
  hound.close();
});

it.each([
  { cores: 8, memory: 8, parsers: 4 },
  { cores: 8, memory: undefined, parsers: 4 },
  { cores: 8, memory: 4, parsers: 2 },
  { cores: 2, memory: 8, parsers: 1 },
])("$cores cores and $memory GB of memory allow $parsers parse workers", async (machine) => {
  vi.spyOn(navigator, "hardwareConcurrency", "get").mockReturnValue(machine.cores);
  Object.defineProperty(navigator, "deviceMemory", { value: machine.memory, configurable: true });
  onTestFinished(() => {
    vi.restoreAllMocks();
    Reflect.deleteProperty(navigator, "deviceMemory");
  });
  let [running, most] = [0, 0];
  starting("parse.worker", (options, url) => {
    const worker = new Original(url, options);
    most = Math.max(most, ++running);
    worker.terminate = () => {
      running--;
      Original.prototype.terminate.call(worker);
    };
    return worker;
  });
  const hound = await Pagehound.open({ name, assetsBase: "/assets/" });
  const texts = Array.from({ length: 6 }, (_, at) => textFile(`${at}.txt`, `Boat ${at}.`));
  await addAll(hound, ...texts);
  expect(most).toBe(machine.parsers);
  hound.close();
});

it("rejects waiting and later calls if a worker's script is missing", async () => {
  const url = script("/missing-worker.js");
  const start = () => new Worker(url, { type: "module" });
  const { remote } = connectWorker<{ ask(request: null): Promise<void> }>(start, "missing");
  const failed = { code: "worker-failed", message: expect.stringContaining(url) };
  await expect(remote.ask(null)).rejects.toMatchObject(failed);
  await expect(remote.ask(null)).rejects.toMatchObject(failed);
});

it("logs the request of a worker that is terminated before its script has loaded", async () => {
  const url = script("/workers-that-are-ended.js");
  const start = () => new Worker(url, { type: "module" });
  connectWorker(start, "ended").end(new Error("enough"));
  const listed = () => requestLog().requests.filter((request) => request.url === url);
  await expect.poll(() => listed().length, { timeout: 60_000 }).toBe(1);
  expect(listed()[0]).toMatchObject({ from: "page", origin: "same", blocked: false });
});
