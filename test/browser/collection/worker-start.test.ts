import { deleteDB } from "idb";
import { afterEach, beforeEach, expect, it, onTestFinished, vi } from "vitest";
import { hiddenMilliseconds } from "../../../src/client/follow-device.js";
import { connectWorker } from "../../../src/core/rpc/worker-host.js";
import { Pagehound, requestLog } from "../../../src/index.js";
import { addAll, ends, textFile } from "./watched.js";

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
  const workers = onDevice({ ...machine });
  const hound = await Pagehound.open({ name, assetsBase: "/assets/" });
  await addAll(hound, ...texts("boats"));
  expect(workers.most).toBe(machine.parsers);
  hound.close();
});

/** Counts parse workers on a device with these properties. */
function onDevice(device: Readonly<Record<string, unknown>> & { readonly cores: number }) {
  const { cores, memory, ...more } = device;
  vi.spyOn(navigator, "hardwareConcurrency", "get").mockReturnValue(cores);
  const properties = { deviceMemory: memory, ...more };
  for (const [name, value] of Object.entries(properties)) {
    Object.defineProperty(navigator, name, { value, configurable: true });
  }
  onTestFinished(() => {
    vi.restoreAllMocks();
    for (const name of Object.keys(properties)) Reflect.deleteProperty(navigator, name);
  });
  const workers = { running: 0, most: 0 };
  starting("parse.worker", (options, url) => {
    const worker = new Original(url, options);
    workers.most = Math.max(workers.most, ++workers.running);
    worker.terminate = () => {
      workers.running--;
      Original.prototype.terminate.call(worker);
    };
    return worker;
  });
  return workers;
}

const texts = (folder: string) =>
  Array.from({ length: 6 }, (_, at) => textFile(`${folder}/${at}.txt`, `${folder}, ${at}.`));

it("reads with fewer parse workers on battery or hidden, and with all of them again", async () => {
  let followed = (): void => {};
  const isFollowed = new Promise<void>((resolve) => {
    followed = resolve;
  });
  const battery = Object.assign(new EventTarget(), { charging: false });
  const listen = battery.addEventListener.bind(battery);
  battery.addEventListener = (...listener: Parameters<typeof listen>) => {
    listen(...listener);
    queueMicrotask(followed);
  };
  const workers = onDevice({ cores: 8, getBattery: async () => battery });
  const setTimeoutOfPage = setTimeout;
  vi.stubGlobal("setTimeout", (run: () => void, milliseconds: number) =>
    setTimeoutOfPage(run, milliseconds === hiddenMilliseconds ? 0 : milliseconds),
  );
  const hound = await Pagehound.open({ name, assetsBase: "/assets/" });
  await isFollowed;
  await addAll(hound, ...texts("boats"));
  expect(workers.most).toBe(2);
  battery.charging = true;
  battery.dispatchEvent(new Event("chargingchange"));
  await addAll(hound, ...texts("ships"));
  expect(workers.most).toBe(4);

  const visibility = vi.spyOn(document, "visibilityState", "get").mockReturnValue("hidden");
  document.dispatchEvent(new Event("visibilitychange"));
  await expect.poll(() => workers.running, { timeout: 60_000 }).toBeLessThanOrEqual(1);
  workers.most = 0;
  expect(ends(await addAll(hound, ...texts("rafts")))).toHaveLength(6);
  expect(workers.most).toBeLessThanOrEqual(1);
  visibility.mockReturnValue("visible");
  document.dispatchEvent(new Event("visibilitychange"));
  await addAll(hound, ...texts("kayaks"));
  expect(workers.most).toBe(4);
  hound.close();
});

it("keeps the number of parse workers that the site has set", async () => {
  const getBattery = vi.fn();
  const workers = onDevice({ cores: 8, getBattery });
  const hound = await Pagehound.open({ ...options, parseWorkers: 3 });
  await addAll(hound, ...texts("boats"));
  expect(workers.most).toBe(3);
  expect(getBattery).not.toHaveBeenCalled();
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
