import { mkdir, symlink, writeFile } from "node:fs/promises";
import path from "node:path";
import { beforeEach, expect, test } from "vitest";
import { BadInput } from "../../../cli/bad-input.js";
import { collectionPaths, gatherFiles } from "../../../cli/gather-files.js";
import { temporaryFolder } from "./temporary-folder.js";

let from: string;

beforeEach(async () => {
  from = await temporaryFolder();
  await mkdir(path.join(from, "folder/deep"), { recursive: true });
  await mkdir(path.join(from, "folder/.hidden"));
  await mkdir(path.join(from, "empty/inside"), { recursive: true });
  for (const file of ["one.pdf", "folder/b.pdf", "folder/deep/a.txt", "folder/.hidden/x.pdf"]) {
    await writeFile(path.join(from, file), "");
  }
});

async function paths(...names: string[]): Promise<string[]> {
  return (await gatherFiles(names, from)).map((file) => file.path);
}

test("walks folders and keeps paths as they were named", async () => {
  expect(await paths("one.pdf", "folder")).toEqual([
    "one.pdf",
    "folder/b.pdf",
    "folder/deep/a.txt",
  ]);
  expect(await paths("./folder/")).toEqual(["folder/b.pdf", "folder/deep/a.txt"]);
  expect(await paths(path.join(from, "one.pdf"))).toEqual([path.join(from, "one.pdf")]);
});

test("tells where files are in what was named, and nothing of where that lies", async () => {
  const inside = async (...names: string[]) =>
    (await gatherFiles(names, from)).map((file) => file.inside);
  expect(await inside(path.join(from, "folder/deep"), path.join(from, "one.pdf"))).toEqual([
    "deep/a.txt",
    "one.pdf",
  ]);
  expect(await inside("folder/")).toEqual(["folder/b.pdf", "folder/deep/a.txt"]);
});

test("takes each file once, and survives a link in a circle", async () => {
  await symlink(path.join(from, "folder"), path.join(from, "folder/deep/again"));
  expect(await paths("folder/b.pdf", "folder")).toEqual(["folder/b.pdf", "folder/deep/a.txt"]);
});

test.each([
  [["one.pdf", "missing.pdf"], "missing.pdf: no such file or folder."],
  [["empty"], "empty: the folder has no files."],
])("refuses %j", async (names, message) => {
  await expect(paths(...names)).rejects.toThrow(new BadInput(message));
});

test("paths for the collection have no root and differ", () => {
  const files = ["/a/b.pdf", "../a/b.pdf", "C:\\a\\b.pdf", "c.pdf"];
  expect(collectionPaths(files.map((path) => ({ path })))).toEqual([
    "a/b.pdf",
    "2/a/b.pdf",
    "3/a/b.pdf",
    "c.pdf",
  ]);
});
