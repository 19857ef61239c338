import { deleteDB } from "idb";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type InputFile, Pagehound } from "../../../src/index.js";
import { addAll, ends, ofType, startAdding, textFile } from "../../browser/collection/watched.js";

// Files that are missing, locked or changed by the time they are read. The browser reads them from
// a simulated disk, and fails as it does for a deleted file.

const name = "changing-disk-test";
let hound: Pagehound;
let disk: FileSystemDirectoryHandle;

beforeAll(async () => {
  await deleteDB(`pagehound:${name}`);
  hound = await Pagehound.open({ name, assetsBase: "/assets/", parseWorkers: 1 });
  const root = await navigator.storage.getDirectory();
  await root.removeEntry(name, { recursive: true }).catch(() => {});
  disk = await root.getDirectoryHandle(name, { create: true });
});
afterAll(() => hound.close());

async function write(path: string, text: string): Promise<void> {
  const handle = await disk.getFileHandle(path, { create: true });
  const writing = await handle.createWritable();
  await writing.write(text);
  await writing.close();
}

/** A picked file; from now on, the disk has a different one, or none. */
async function picked(path: string, then: string | null): Promise<InputFile> {
  await write(path, "The morning edition. ".repeat(5_000));
  const file = await (await disk.getFileHandle(path)).getFile();
  if (then === null) await disk.removeEntry(path);
  else await write(path, then);
  return { path, file };
}

it("names files that were removed or changed after they were picked, and adds the others", async () => {
  const events = await addAll(
    hound,
    textFile("first.txt", "A qersu."),
    await picked("gone.txt", null),
    await picked("changed.txt", "The evening edition."),
    textFile("last.txt", "A vorn."),
  );
  expect(ends(events)).toEqual([
    "changed.txt: refused",
    "first.txt: ready",
    "gone.txt: refused",
    "last.txt: ready",
  ]);
  for (const { path, code, message, kept } of ofType(events, "document-refused")) {
    expect(code).toBe("damaged-file");
    expect(message).toBe(
      `${path} could not be read from the disk. It may have been moved or changed, or be too large for this browser; add it again.`,
    );
    expect(kept).toBe(false);
  }
  expect((await hound.queue.list()).files.filter(({ state }) => state === "held")).toEqual([]);
});

// A private window, which these tests use in Chromium, keeps a link to the file instead of a copy.
it("reads a file that disappears after it was added, or says what to do", async () => {
  await hound.queue.pause();
  await write("taken.txt", "The dralt was taken in.");
  const file = await (await disk.getFileHandle("taken.txt")).getFile();
  const adding = startAdding(hound, [{ path: "taken.txt", file }]);
  await expect
    .poll(async () => (await hound.queue.list()).files.map(({ path }) => path))
    .toEqual(["taken.txt"]);
  await disk.removeEntry("taken.txt");
  await hound.queue.resume();
  const events = await adding.done;
  const refused = ofType(events, "document-refused").map(({ code }) => code);
  expect(refused.length === 0 ? ends(events) : refused).toEqual(
    refused.length === 0 ? ["taken.txt: ready"] : ["damaged-file"],
  );
  const { hits } = await hound.search("dralt");
  expect(hits).toHaveLength(refused.length === 0 ? 1 : 0);
});
