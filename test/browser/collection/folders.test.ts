import { deleteDB } from "idb";
import { afterEach, beforeEach, expect, it } from "vitest";
import { Pagehound } from "../../../src/index.js";
import { tries } from "../../tries.js";

const name = "folders-test";
const handles: Pagehound[] = [];
let root: FileSystemDirectoryHandle;
/**
 * The origin private file system stands in for the disk, because its handles have the same
 * interface.
 */
let folder: FileSystemDirectoryHandle;

beforeEach(async () => {
  await deleteDB(`pagehound:${name}`);
  root = await navigator.storage.getDirectory();
  await root.removeEntry("Reports", { recursive: true }).catch(() => undefined);
  folder = await root.getDirectoryHandle("Reports", { create: true });
});

afterEach(() => {
  for (const hound of handles.splice(0)) hound.close();
});

async function open(): Promise<Pagehound> {
  const hound = await Pagehound.open({ name, assetsBase: "/assets/" });
  handles.push(hound);
  return hound;
}

async function reopened(): Promise<Pagehound> {
  for (const hound of handles.splice(0)) hound.close();
  return open();
}

/** The directory handle and file name of a path. */
async function placeOf(path: string): Promise<[FileSystemDirectoryHandle, string]> {
  const parts = path.split("/");
  const file = parts.pop() ?? "";
  let place = folder;
  for (const part of parts) place = await place.getDirectoryHandle(part, { create: true });
  return [place, file];
}

async function write(path: string, text: string): Promise<void> {
  const [place, file] = await placeOf(path);
  const writable = await (await place.getFileHandle(file, { create: true })).createWritable();
  await writable.write(text);
  await writable.close();
}

async function remove(path: string): Promise<void> {
  const [place, file] = await placeOf(path);
  await place.removeEntry(file);
}

async function rename(path: string, to: string): Promise<void> {
  const [place, file] = await placeOf(path);
  const text = await (await (await place.getFileHandle(file)).getFile()).text();
  await remove(path);
  await write(to, text);
}

const text = (path: string, version = 1) => `The qersu of ${path} has ${version} oars.\n`;

/** Text of each document, by path. */
async function textsOf(hound: Pagehound): Promise<ReadonlyMap<string, string>> {
  const documents = await hound.documents();
  return new Map(
    await Promise.all(
      documents.map(async ({ id, path }) => [path, (await hound.page(id, 1)).text] as const),
    ),
  );
}

const counts = tries(
  { files: 40, added: 4, changed: 4, moved: 4, gone: 4 },
  { files: 500, added: 13, changed: 13, moved: 12, gone: 12 },
);

it("syncs documents with a folder in one check, reading only new or changed files", async () => {
  const path = (number: number) => `${number % 5}/file ${number}.txt`;
  for (let number = 0; number < counts.files; number++)
    await write(path(number), text(path(number)));
  const first = await (await open()).folders.add(folder);
  expect(first.added).toHaveLength(counts.files);
  const before = new Map((await handles[0]?.documents())?.map((each) => [each.path, each.id]));

  let next = 0;
  const expected = new Map([...before.keys()].map((at) => [at, text(at.slice("Reports/".length))]));
  const gone: string[] = [];
  const moved: [from: string, to: string][] = [];
  for (const end = next + counts.changed; next < end; next++) {
    await write(path(next), text(path(next), 2));
    expected.set(`Reports/${path(next)}`, text(path(next), 2));
  }
  for (const end = next + counts.gone; next < end; next++) {
    await remove(path(next));
    gone.push(`Reports/${path(next)}`);
  }
  for (const end = next + counts.moved; next < end; next++) {
    const to = `elsewhere/renamed ${next}.txt`;
    await rename(path(next), to);
    moved.push([`Reports/${path(next)}`, `Reports/${to}`]);
    expected.delete(`Reports/${path(next)}`);
    expected.set(`Reports/${to}`, text(path(next)));
  }
  for (let added = 0; added < counts.added; added++) {
    const at = `new ${added}.txt`;
    await write(at, text(at));
    expected.set(`Reports/${at}`, text(at));
  }

  const hound = await reopened();
  const run = hound.folders.look();
  const read = new Set<string>();
  for await (const event of run) if (event.type === "document-started") read.add(event.path);
  const [report] = await run;
  expect(report?.added).toHaveLength(counts.added + counts.changed);
  expect(report?.replaced).toHaveLength(counts.changed);
  expect(report?.unchanged).toEqual([]);
  expect(report?.moved.map(({ from, document }) => [from, document.path]).sort()).toEqual(
    moved.sort(),
  );
  expect(report?.missing.map((document) => document.path).sort()).toEqual(gone.sort());
  // Moved files were recognised by their bytes, and unchanged ones were not even opened.
  expect(read.size).toBe(counts.added + counts.changed);
  for (const [, to] of moved) expect(read.has(to)).toBe(false);

  // Documents whose files are gone are reported, and stay until they are removed.
  expect(await textsOf(hound)).toEqual(expected);
  const [watched] = await hound.folders.list();
  expect([...(watched?.gone ?? [])].sort()).toEqual(gone);
  const after = new Map((await hound.documents()).map((each) => [each.path, each.id]));
  for (const [from, to] of moved) expect(after.get(to)).toBe(before.get(from));
  const byName = await hound.search(`renamed ${next - 1}`, { limit: 3 });
  expect(byName.hits.map((hit) => hit.path)).toContain(`Reports/elsewhere/renamed ${next - 1}.txt`);

  // The older versions are restored, and the next check leaves them alone.
  await hound.restore(report?.replaced ?? []);
  for (const at of [...before.keys()].filter((each) => after.get(each) !== before.get(each))) {
    if (expected.has(at)) expected.set(at, text(at.slice("Reports/".length)));
  }
  expect(await hound.folders.look()).toMatchObject([{ added: [], moved: [], missing: [] }]);
  expect(await textsOf(hound)).toEqual(expected);
});

it("no longer reports a file as missing once it is back", async () => {
  await write("a.txt", text("a.txt"));
  await write("b.txt", text("b.txt"));
  const hound = await open();
  await hound.folders.add(folder);
  await remove("a.txt");
  expect(await hound.folders.look()).toMatchObject([{ missing: [{ path: "Reports/a.txt" }] }]);
  // A missing file is reported only once.
  expect(await hound.folders.look()).toMatchObject([{ missing: [] }]);
  await write("a.txt", text("a.txt"));
  expect(await hound.folders.look()).toMatchObject([{ added: [], missing: [] }]);
  expect(await hound.folders.list()).toMatchObject([{ path: "Reports", files: 2, gone: [] }]);
  expect(await hound.documents()).toHaveLength(2);
});

it("leaves documents unchanged when their folder is gone or forgotten", async () => {
  await write("a.txt", text("a.txt"));
  const hound = await open();
  await hound.folders.add(folder);
  await root.removeEntry("Reports", { recursive: true });
  expect(await hound.folders.look()).toMatchObject([
    { path: "Reports", missing: [], problem: { code: "not-found" } },
  ]);
  expect(await hound.documents()).toHaveLength(1);
  await hound.folders.forget("Reports");
  expect(await hound.folders.look()).toEqual([]);
  expect(await hound.documents()).toHaveLength(1);
});

it("renames a second folder of the same name, and adds each folder only once", async () => {
  await write("a.txt", text("a.txt"));
  const other = await folder.getDirectoryHandle("Reports", { create: true });
  await write("Reports/b.txt", text("b.txt"));
  const hound = await open();
  await hound.folders.add(folder);
  const again = await hound.folders.add(await root.getDirectoryHandle("Reports"));
  expect(again).toMatchObject({ path: "Reports", added: [], unchanged: [] });
  expect(await hound.folders.add(other)).toMatchObject({ path: "Reports (2)" });
  expect((await hound.folders.list()).map(({ path }) => path)).toEqual(["Reports", "Reports (2)"]);
});

it("keeps documents in sync while their folder is watched", async () => {
  await write("a.txt", text("a.txt"));
  const hound = await open();
  await hound.folders.add(folder);
  const stop = new AbortController();
  const reports = hound.folders.follow({ signal: stop.signal });
  /**
   * Resolves with the next report that mentions a file; a file still being written may be reported
   * earlier.
   */
  const saying = async (what: "added" | "missing", path: string): Promise<void> => {
    for (;;) {
      const { value } = await reports.next();
      if (!value) throw new Error(`Nobody said that ${path} is ${what}.`);
      if (value[what].some((document) => document.path === path)) return;
      expect(value.refused).toMatchObject([{ path, code: "empty-file" }]);
    }
  };
  const added = saying("added", "Reports/b.txt");
  await write("b.txt", text("b.txt"));
  await added;
  const missed = saying("missing", "Reports/a.txt");
  await remove("a.txt");
  await missed;
  const last = reports.next();
  stop.abort();
  expect((await last).done).toBe(true);
});

/** Paths of the documents in a notebook. */
async function pathsIn(hound: Pagehound, notebook: string): Promise<readonly string[]> {
  const inside = new Set((await hound.notebooks.contents(notebook)).documents);
  const documents = await hound.documents();
  return documents.filter(({ id }) => inside.has(id)).map(({ path }) => path);
}

it("puts files that arrive later into the notebooks that their folder was added to", async () => {
  await write("a.txt", text("a.txt"));
  let hound = await open();
  const one = await hound.notebooks.create("One");
  const two = await hound.notebooks.create("Two");
  await hound.folders.add(folder, { notebook: one.id });
  await write("b.txt", text("b.txt"));
  hound = await reopened();
  expect(await hound.folders.list()).toMatchObject([{ notebooks: [one.id] }]);
  await hound.folders.look();
  expect(await pathsIn(hound, one.id)).toEqual(["Reports/a.txt", "Reports/b.txt"]);
  // When the folder is added to another notebook, its files are in both, and so are new ones.
  await hound.folders.add(folder, { notebook: two.id });
  expect(await pathsIn(hound, two.id)).toEqual(["Reports/a.txt", "Reports/b.txt"]);
  await write("c.txt", text("c.txt"));
  await hound.folders.look();
  const three = ["Reports/a.txt", "Reports/b.txt", "Reports/c.txt"];
  expect(await pathsIn(hound, one.id)).toEqual(three);
  expect(await pathsIn(hound, two.id)).toEqual(three);
});

it("does not put changed or moved files back into a notebook they were removed from", async () => {
  await write("a.txt", text("a.txt"));
  await write("b.txt", text("b.txt"));
  await write("c.txt", text("c.txt"));
  const hound = await open();
  const { id } = await hound.notebooks.create("One");
  await hound.folders.add(folder, { notebook: id });
  const taken = (await hound.documents()).filter(({ path }) => path !== "Reports/c.txt");
  await hound.notebooks.remove(id, { documents: taken.map((document) => document.id) });
  await write("a.txt", text("a.txt", 2));
  await rename("b.txt", "moved.txt");
  await write("c.txt", text("c.txt", 2));
  await hound.folders.look();
  expect([...(await textsOf(hound)).keys()].sort()).toEqual([
    ...["Reports/a.txt", "Reports/c.txt", "Reports/moved.txt"],
  ]);
  expect(await pathsIn(hound, id)).toEqual(["Reports/c.txt"]);
  // A document that is removed and restored returns to its notebook.
  const [left] = (await hound.documents()).filter(({ path }) => path === "Reports/c.txt");
  if (!left) throw new Error("There is no c.txt.");
  await hound.remove([left.id]);
  await hound.restore([left.id]);
  expect(await pathsIn(hound, id)).toEqual(["Reports/c.txt"]);
});

it("follows the deletion and restoration of a folder's notebook", async () => {
  await write("a.txt", text("a.txt"));
  const hound = await open();
  const { id } = await hound.notebooks.create("One");
  await hound.folders.add(folder, { notebook: id });
  await hound.notebooks.delete(id);
  await write("b.txt", text("b.txt"));
  expect((await hound.folders.look())[0]).toMatchObject({ added: [{ path: "Reports/b.txt" }] });
  await hound.notebooks.restore(id);
  expect(await pathsIn(hound, id)).toEqual(["Reports/a.txt", "Reports/b.txt"]);
  await hound.folders.forget("Reports");
  await hound.folders.add(folder);
  await write("c.txt", text("c.txt"));
  await hound.folders.look();
  expect(await pathsIn(hound, id)).toEqual(["Reports/a.txt", "Reports/b.txt"]);
  expect(await hound.folders.list()).toMatchObject([{ notebooks: [] }]);
});

it("watches no folder for a notebook that does not exist", async () => {
  const hound = await open();
  const failed = hound.folders.add(folder, { notebook: "none" });
  await expect(failed).rejects.toMatchObject({ code: "not-found" });
  expect(await hound.folders.list()).toEqual([]);
});
