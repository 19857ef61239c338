import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { longTarget } from "./long-pdf.js";
import {
  openShelf,
  removeViewers,
  type Shelf,
  type ShownViewer,
  showViewer,
} from "./viewer-room.js";

/** A message between a page and a worker on a port. */
interface Call {
  readonly type?: string;
  /** The number of the call, which its reply carries as well. */
  readonly call?: number;
  readonly method?: string;
}

let shelf: Shelf;
/** Viewer workers started since the test began and still running. */
let running: Set<Worker>;
let started: number;
/** Called with each call sent to a worker, and the port on which the reply arrives. */
let onCall: (call: Call, port: MessagePort) => void;
const { Worker: BrowserWorker } = globalThis;
const { postMessage } = MessagePort.prototype;

beforeAll(async () => {
  shelf = await openShelf("viewer-life", ["pdf/two-columns.pdf", "text/guide.md"]);
});
beforeEach(() => {
  running = new Set();
  started = 0;
  onCall = () => undefined;
  globalThis.Worker = class extends BrowserWorker {
    constructor(...args: ConstructorParameters<typeof Worker>) {
      super(...args);
      started++;
      running.add(this);
    }

    override terminate(): void {
      running.delete(this);
      super.terminate();
    }
  };
  MessagePort.prototype.postMessage = function (this: MessagePort, message: Call, more: never) {
    postMessage.call(this, message, more);
    if (message?.type === "call") onCall(message, this);
  };
});
afterEach(() => {
  removeViewers();
  globalThis.Worker = BrowserWorker;
  MessagePort.prototype.postMessage = postMessage;
});
afterAll(() => shelf.hound.close());

/** Workers have to start again, which takes time on a busy machine. */
const patience = { timeout: 30_000 };

const isDrawn = ({ all }: ShownViewer): Promise<void> =>
  expect.poll(() => all(".sheet canvas").length, patience).toBeGreaterThan(0);

/** Returns a function that reports whether a worker has closed its document since. */
function closed(): () => boolean {
  let done = false;
  const before = onCall;
  onCall = (call, port) => {
    before(call, port);
    if (call.method !== "close") return;
    // Replies to earlier calls may arrive first.
    port.addEventListener("message", ({ data }: MessageEvent<Call>) => {
      if (data.call === call.call) done = true;
    });
  };
  return () => done;
}

/** Makes the running workers fail the way they do on their own: they stop replying. */
function fail(): void {
  for (const worker of [...running]) {
    BrowserWorker.prototype.terminate.call(worker);
    running.delete(worker);
    worker.dispatchEvent(new ErrorEvent("error", { message: "out of memory" }));
  }
}

test("closes a PDF whose opening is aborted at the last moment, and reuses its worker", async () => {
  const shown = showViewer();
  const { viewer, all } = shown;
  const abort = new AbortController();
  onCall = ({ method }) => {
    if (method === "sheet") abort.abort();
  };
  const put = closed();
  await expect(viewer.open(longTarget(3, { signal: abort.signal }))).rejects.toThrow();
  expect(started).toBe(2);
  expect(all(".sheet")).toEqual([]);
  await expect.poll(put, patience).toBe(true);
  await new Promise(requestAnimationFrame);
  expect(await viewer.open(longTarget(3))).toMatchObject({ shown: true });
  await isDrawn(shown);
  expect(running.size).toBe(2);
});

test("a document that is closed while opening never appears", async () => {
  const { viewer, all } = showViewer();
  const opening = viewer.open(shelf.target("guide.md"));
  viewer.close();
  await expect(opening).rejects.toThrow();
  expect(all(".sheet")).toEqual([]);
});

test("replaces failed workers, even if another place in the document was opened since", async () => {
  const shown = showViewer();
  const { viewer, all, one } = shown;
  await viewer.open(longTarget(60));
  await isDrawn(shown);
  // The same document at another page: the first opening is over, and its signal has aborted.
  await viewer.open(longTarget(60, { page: 2 }));
  fail();
  one<HTMLInputElement>(".page-input").value = "50";
  one(".page-input").dispatchEvent(new Event("change"));
  await expect.poll(() => all('.sheet[aria-label="Page 50"] canvas').length, patience).toBe(1);
  expect(all(".sheet-problem")).toEqual([]);
  expect(running.size).toBe(2);
});

test("replaces workers that fail while nothing is open", async () => {
  const shown = showViewer();
  const { viewer } = shown;
  await viewer.open(longTarget(3));
  await isDrawn(shown);
  const put = closed();
  viewer.close();
  await expect.poll(put, patience).toBe(true);
  // Anything that waited for the reply has run as well.
  await new Promise(requestAnimationFrame);
  fail();
  expect(await viewer.open(longTarget(3))).toMatchObject({ shown: true });
  await isDrawn(shown);
});

test("retries a page that could not be drawn when its place is opened again", async () => {
  const { viewer, all } = showViewer();
  const { hound } = shelf;
  let broken = true;
  const source = {
    ...hound,
    original: hound.original.bind(hound),
    page: (...args: Parameters<typeof hound.page>) =>
      broken ? Promise.reject(new Error("not now")) : hound.page(...args),
  };
  const marks = [await shelf.spanOf("two-columns.pdf", 1, "weather")];
  const target = shelf.target("two-columns.pdf", { source, marks });
  expect(await viewer.open(target)).toMatchObject({ marked: false });
  expect(all(".sheet-problem").length).toBe(1);
  broken = false;
  expect(await viewer.open(target)).toMatchObject({ marked: true });
  expect(all(".sheet-problem")).toEqual([]);
});
