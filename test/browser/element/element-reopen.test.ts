import { deleteDB } from "idb";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { PageHoundElement } from "../../../src/element/element.js";
import { Pagehound } from "../../../src/index.js";
import { stuckWorkers } from "../stuck-workers.js";

const collection = "element-reopen-test";
const patient = { timeout: 60_000 };
const workers: Worker[] = [];
const { Worker: Original } = globalThis;

class KeptWorker extends Original {
  constructor(url: string | URL, options?: WorkerOptions) {
    super(url, options);
    if (String(url).includes("collection.worker")) workers.push(this);
  }
}

beforeEach(async () => {
  workers.length = 0;
  vi.stubGlobal("Worker", KeptWorker);
  if (!customElements.get("page-hound")) customElements.define("page-hound", PageHoundElement);
  await deleteDB(`pagehound:${collection}`);
});
afterEach(() => {
  document.body.replaceChildren();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

function put(fields: Partial<PageHoundElement> = {}): PageHoundElement {
  const element = document.createElement("page-hound") as PageHoundElement;
  element.setAttribute("collection", collection);
  element.setAttribute("assets", "/assets/");
  element.lang = "en";
  Object.assign(element, fields);
  document.body.append(element);
  return element;
}

const textOf = (element: PageHoundElement): string => element.shadowRoot?.textContent ?? "";
const button = (element: PageHoundElement, name: string): HTMLButtonElement | undefined =>
  [...(element.shadowRoot?.querySelectorAll("button") ?? [])].find(
    ({ textContent }) => textContent.trim() === name,
  );

it("a dead collection can be reopened, here and elsewhere on the page", async () => {
  const element = put();
  await vi.waitFor(() => expect(textOf(element)).toContain("Choose files"), patient);
  element.addFiles([new File(["A qersu is a kind of boat."], "boats.txt")]);
  // Wait until the document is stored, not just listed.
  await vi.waitFor(() => expect(textOf(element)).toContain("1 document"), patient);
  workers[0]?.dispatchEvent(new ErrorEvent("error", { message: "out of memory" }));
  const stopped = "The part of this page that holds your documents has stopped working.";
  await vi.waitFor(() => expect(textOf(element)).toContain(stopped), patient);
  expect(textOf(element)).not.toContain("Reload the page");
  // A new element receives a working collection.
  const other = put();
  await vi.waitFor(() => expect(textOf(other)).toContain("boats"), patient);
  expect(textOf(other)).not.toContain(stopped);
  expect(workers).toHaveLength(2);
  expect(textOf(element)).toContain(stopped);
  button(element, "Open again")?.click();
  await vi.waitFor(() => expect(textOf(element)).toContain("boats"), patient);
  expect(textOf(element)).not.toContain(stopped);
  expect(workers).toHaveLength(2);
});

it("offers to reopen a collection in memory whose worker hung", async () => {
  stuckWorkers("collection", /Searching for “qersu boat”/);
  const hound = await Pagehound.open({
    name: collection,
    assetsBase: "/assets/",
    storage: "memory",
    hangSeconds: 2,
  });
  const element = put({ hound });
  await vi.waitFor(() => expect(textOf(element)).toContain("Choose files"), patient);
  await expect(hound.search("qersu boat")).rejects.toMatchObject({ code: "timed-out" });
  const stopped = "The part of this page that holds your documents has stopped working.";
  await vi.waitFor(() => expect(textOf(element)).toContain(stopped), patient);
});

it("a failed opening leaves no listeners behind", async () => {
  const hound = await Pagehound.open({ name: collection, assetsBase: "/assets/" });
  const documents = vi.spyOn(hound, "documents").mockRejectedValueOnce(new Error("not now"));
  let [listening, begun] = [0, 0];
  const { changes } = Pagehound.prototype;
  vi.spyOn(hound, "changes").mockImplementation(async function* (options) {
    listening++;
    begun++;
    try {
      yield* changes.call(hound, options);
    } finally {
      listening--;
    }
  });
  const element = put({ hound });
  await vi.waitFor(() => expect(button(element, "Try again")).toBeDefined(), patient);
  await vi.waitFor(() => expect([begun, listening]).toEqual([1, 0]), patient);
  button(element, "Try again")?.click();
  await vi.waitFor(() => expect(textOf(element)).toContain("Choose files"), patient);
  const counts = () => [documents.mock.calls.length, begun, listening];
  await vi.waitFor(() => expect(counts()).toEqual([2, 2, 1]), patient);
  element.remove();
  await vi.waitFor(() => expect(listening).toBe(0), patient);
  hound.close();
});

it("the element works even if the notebooks cannot be listed", async () => {
  const hound = await Pagehound.open({ name: collection, assetsBase: "/assets/" });
  const list = vi.spyOn(hound.notebooks, "list").mockRejectedValue(new Error("not now"));
  const element = put({ hound });
  await vi.waitFor(() => expect(list).toHaveBeenCalled(), patient);
  await vi.waitFor(() => expect(textOf(element)).toContain("Choose files"), patient);
  element.remove();
  hound.close();
});
