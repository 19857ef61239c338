import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { BadInput } from "../../../../cli/bad-input.js";
import { readManifest } from "../../../bench/robustness/manifest.js";

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), "pagehound-manifest-"));
  await mkdir(path.join(folder, "files"));
  await mkdir(path.join(folder, "reference_text"));
  await writeFile(path.join(folder, "files/a.pdf"), "a");
  await writeFile(path.join(folder, "files/b.pdf"), "b");
  await writeFile(path.join(folder, "reference_text/a.txt"), "one\ftwo\f");
});

afterEach(() => rm(folder, { recursive: true }));

function manifest(...lines: readonly string[]): Promise<void> {
  return writeFile(path.join(folder, "manifest.jsonl"), lines.join("\n"));
}

it("lists files by either way of naming them, with passwords and reference pages", async () => {
  await manifest('{"file": "files/a.pdf", "password": "x"}', "", '{"file": "b.pdf"}');
  expect(await readManifest(folder)).toEqual([
    {
      file: "files/a.pdf",
      location: path.join(folder, "files/a.pdf"),
      password: "x",
      reference: ["one", "two"],
      isWhole: false,
      leftOut: 0,
    },
    {
      file: "b.pdf",
      location: path.join(folder, "files/b.pdf"),
      password: null,
      reference: null,
      isWhole: false,
      leftOut: 0,
    },
  ]);
});

it.each([
  ["a damaged line", '{"file": "files/a.pdf"', "line 1"],
  ["a line that is not an object", "[1]", "line 1"],
  ["a line without a file", '{"name": "a.pdf"}', "names no file"],
  ["a missing file", '{"file": "files/c.pdf"}', "files/c.pdf"],
  ["a file outside the folder", '{"file": "../../etc/hostname"}', "../../etc/hostname"],
  ["a missing reference", '{"file": "a.pdf", "reference_text": "c.txt"}', "c.txt"],
  ["no lines", "", "lists no files"],
])("refuses %s", async (_what, line, message) => {
  await manifest(line);
  const refused = await readManifest(folder).catch((error: unknown) => error);
  expect(refused).toBeInstanceOf(BadInput);
  expect(String(refused)).toContain(message);
});

it("refuses a folder without a manifest", async () => {
  await expect(readManifest(folder)).rejects.toThrow("manifest.jsonl");
});
