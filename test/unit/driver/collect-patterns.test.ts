import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { collectPatterns } from "../../../scripts/collect-patterns.js";

let root = "";
beforeEach(async () => {
  root = await mkdtemp(path.join(tmpdir(), "patterns-"));
  await mkdir(path.join(root, "src"));
});
afterEach(() => rm(root, { recursive: true }));

async function collected(files: Readonly<Record<string, string>>) {
  for (const [name, text] of Object.entries(files)) {
    await writeFile(path.join(root, "src", name), text);
  }
  return await collectPatterns(root, ["src"]);
}

test("collects literals, and patterns built from constants of any module", async () => {
  const { patterns, dynamic } = await collected({
    "words.ts": `const all = ["a", "b"]; export const words: string = all.join("|");`,
    "read.ts": `
      import { words as known } from "./words.js";
      const form = /x+/gu;
      const named = (word: string): string => \`(?:\${word})\`;
      export const both = new RegExp(\`\${form.source}\${named(known)}\`, "y");
      export const parts = "a b".split(/ /);
    `,
  });
  expect(dynamic).toEqual([]);
  expect(patterns).toEqual([
    { file: "src/read.ts", line: 3, source: "x+", flags: "gu", isRepeated: true },
    { file: "src/read.ts", line: 5, source: "x+(?:a|b)", flags: "y", isRepeated: false },
    { file: "src/read.ts", line: 6, source: " ", flags: "", isRepeated: true },
  ]);
});

test("reports patterns that need run-time values, and builds them with those", async () => {
  const { patterns, dynamic } = await collected({
    "find.ts": `export const find = (word: string) => new RegExp(\`^\${word}$\`, "i");`,
  });
  expect(patterns).toEqual([]);
  expect(dynamic.map(({ line, needs }) => [line, needs])).toEqual([[1, "word"]]);
  expect(dynamic[0]?.build({ word: "x" })).toMatchObject({ source: "^x$", flags: "i" });
});
