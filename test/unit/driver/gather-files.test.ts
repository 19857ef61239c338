import { mkdir, symlink, writeFile } from "node:fs/promises";
import path from "node:path";
import { beforeEach, describe, expect, test } from "vitest";
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
  return (await gatherFiles(names, from)).files.map((file) => file.path);
}

test("walks folders, keeping the paths as the arguments spell them", async () => {
  expect(await paths("one.pdf", "folder")).toEqual([
    "one.pdf",
    "folder/b.pdf",
    "folder/deep/a.txt",
  ]);
  expect(await paths("./folder/")).toEqual(["folder/b.pdf", "folder/deep/a.txt"]);
  expect(await paths(path.join(from, "one.pdf"))).toEqual([path.join(from, "one.pdf")]);
});

test("reports paths relative to the named folder, without revealing where that is", async () => {
  const inside = async (...names: string[]) =>
    (await gatherFiles(names, from)).files.map((file) => file.inside);
  expect(await inside(path.join(from, "folder/deep"), path.join(from, "one.pdf"))).toEqual([
    "deep/a.txt",
    "one.pdf",
  ]);
  expect(await inside("folder/")).toEqual(["folder/b.pdf", "folder/deep/a.txt"]);
});

test("includes each file once, and survives a circular link", async () => {
  await symlink(path.join(from, "folder"), path.join(from, "folder/deep/again"));
  expect(await paths("folder/b.pdf", "folder")).toEqual(["folder/b.pdf", "folder/deep/a.txt"]);
});

describe("links in a folder", () => {
  /** Creates links in `folder`, by name. */
  async function link(links: Readonly<Record<string, string>>): Promise<void> {
    for (const [name, target] of Object.entries(links)) {
      await symlink(target, path.join(from, "folder", name));
    }
  }
  const insideFiles = ["folder/b.pdf", "folder/deep/a.txt"];

  test("skips and names links that lead out of the folder in any way", async () => {
    await mkdir(path.join(from, "private"));
    await writeFile(path.join(from, "private/key.txt"), "secret");
    await link({
      absolute: path.join(from, "private/key.txt"),
      relative: "../private/key.txt",
      folder: "../private",
      "deep/chain": "../relative",
      parent: "..",
      prefix: "../folder-two",
      device: "/dev/zero",
    });
    await mkdir(path.join(from, "folder-two"));
    const { files, skipped } = await gatherFiles(["folder"], from);
    expect(files.map((file) => file.path)).toEqual(insideFiles);
    expect(skipped.map(({ file }) => file)).toEqual(
      ["absolute", "deep/chain", "device", "folder", "parent", "prefix", "relative"].map(
        (name) => `folder/${name}`,
      ),
    );
    for (const { file, message } of skipped) {
      expect(message).toMatch(new RegExp(`^${file} is a link that leads out of the folder`));
    }
  });

  test("follows links inside the folder without looping", async () => {
    await link({ again: "deep", circle: ".", same: "b.pdf", nowhere: "gone" });
    const { files, skipped } = await gatherFiles(["folder"], from);
    expect(files.map((file) => file.path)).toEqual(["folder/again/a.txt", "folder/b.pdf"]);
    expect(skipped).toEqual([]);
  });

  test("follows links to anywhere if they are named themselves", async () => {
    await link({ "../one-link.pdf": "one.pdf", "../folder-link": "folder" });
    await link({ out: "../one.pdf" });
    expect(await paths("one-link.pdf", "folder-link")).toEqual([
      "one-link.pdf",
      ...insideFiles.map((name) => name.replace("folder", "folder-link")),
    ]);
    // Its target was named.
    expect((await gatherFiles(["folder", "one.pdf"], from)).skipped).toEqual([]);
  });

  test("names documents if no other files are found", async () => {
    await symlink("../../one.pdf", path.join(from, "empty/inside/out.pdf"));
    await expect(paths("empty")).rejects.toThrow(/^empty: .* empty\/inside\/out\.pdf is a link/);
  });
});

test.each([
  [["one.pdf", "missing.pdf"], "missing.pdf: no such file or folder."],
  [["empty"], "empty: the folder has no files."],
])("rejects %j", async (names, message) => {
  await expect(paths(...names)).rejects.toThrow(new BadInput(message));
});

test("makes the collection's paths unique and relative", () => {
  const files = ["/a/b.pdf", "../a/b.pdf", "C:\\a\\b.pdf", "c.pdf"];
  expect(collectionPaths(files.map((path) => ({ path })))).toEqual([
    "a/b.pdf",
    "2/a/b.pdf",
    "3/a/b.pdf",
    "c.pdf",
  ]);
});
