import { deleteDB } from "idb";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { IngestQueue } from "../../../src/client/ingest.js";
import type { CollectionApi } from "../../../src/collection/api.js";
import { createCollectionApi } from "../../../src/collection/serve-collection.js";
import { type CollectionInPage, openInPage } from "./in-page.js";
import { ends } from "./watched.js";

/** Part of the File System Access API that TypeScript's library lacks. */
interface Askable {
  queryPermission(): Promise<PermissionState>;
  requestPermission(): Promise<PermissionState>;
}

const name = "permission-test";
const handles = FileSystemFileHandle.prototype as unknown as Askable;
let permission: PermissionState;
let opened: CollectionInPage;
let queue: IngestQueue;

beforeEach(async () => {
  await deleteDB(`pagehound:${name}`);
  permission = "prompt";
  // A test's own files do not need permission.
  vi.spyOn(handles, "queryPermission").mockImplementation(async () => permission);
  opened = await openInPage(name, { copyUpTo: 10 });
  const { collection } = opened;
  const { queue: commands } = collection.ingestion;
  const remote: Pick<CollectionApi, "queueHandles" | "retry"> = {
    queueHandles: (request) => collection.queueHandles(request),
    retry: (request) => commands.retry(request),
  };
  queue = new IngestQueue({ ...createCollectionApi(), ...remote });
});
afterEach(() => {
  vi.restoreAllMocks();
  opened.close();
});

async function held(): Promise<void> {
  const folder = await navigator.storage.getDirectory();
  const handle = await folder.getFileHandle("linked.txt", { create: true });
  const writable = await handle.createWritable();
  await writable.write("A qersu is a kind of boat.");
  await writable.close();
  const file = { path: "linked.txt", file: await handle.getFile(), handle };
  expect(await opened.add([file])).toContainEqual(
    expect.objectContaining({ type: "document-refused", code: "permission-required", kept: true }),
  );
}

it("reads a held file once permission is granted", async () => {
  await held();
  vi.spyOn(handles, "requestPermission").mockImplementation(async () => {
    permission = "granted";
    return permission;
  });
  expect(await queue.allow(["linked.txt"])).toBe(true);
  await opened.idle();
  expect(opened.collection.summaries).toMatchObject([{ path: "linked.txt", linked: true }]);
});

it.each(["denied", "prompt"] as const)(
  "keeps a file held when the answer is %s",
  async (answer) => {
    await held();
    vi.spyOn(handles, "requestPermission").mockResolvedValue(answer);
    expect(await queue.allow(["linked.txt"])).toBe(false);
    const { files } = await opened.collection.ingestion.queuedFiles(null);
    expect(files).toMatchObject([{ state: "held", problem: { code: "permission-required" } }]);
  },
);

it("says what to do if the browser asks only after a click", async () => {
  await held();
  const refusal = new DOMException("No user activation.", "SecurityError");
  vi.spyOn(handles, "requestPermission").mockRejectedValue(refusal);
  await expect(queue.allow(["linked.txt"])).rejects.toMatchObject({
    code: "permission-required",
    message:
      "The browser can ask for permission to read files only right after a click. Click again.",
  });
  expect(ends(await opened.add([]))).toEqual([]);
});
