import { execFile } from "node:child_process";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import os from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { ensureBuilt } from "../driver/ensure-built.js";
import { repository } from "../driver/repository.js";
import { writePdf } from "./write-pdf.js";

const tsx = createRequire(import.meta.url).resolve("tsx/cli");
let folder: string;

/** Runs the command as `npm run -s ask -- …` does. */
function ask(...parameters: string[]): Promise<{ code: number; out: string; err: string }> {
  const command = [tsx, path.join(repository, "test/driver/ask.ts"), ...parameters];
  return new Promise((resolve) => {
    execFile(process.execPath, command, { cwd: folder }, (error, out, err) => {
      resolve({ code: error ? Number(error.code) : 0, out, err });
    });
  });
}

beforeAll(async () => {
  await ensureBuilt();
  folder = await mkdtemp(path.join(os.tmpdir(), "pagehound-ask-"));
  await mkdir(path.join(folder, "papers/old"), { recursive: true });
  await mkdir(path.join(folder, "empty"));
  await writePdf(path.join(folder, "papers/plant.pdf"), [
    "This page is about nothing in particular.",
    "The heliostat field has 4212 mirrors. They are washed each spring.",
  ]);
  await writeFile(path.join(folder, "papers/old/notes.md"), "# Cats\n\nCats sleep a lot.\n");
  await writeFile(path.join(folder, "papers/fake.pdf"), "This is a text file named .pdf.\n");
});

afterAll(() => rm(folder, { recursive: true }));

test("finds the passage, and says what it could not read", async () => {
  const { code, out } = await ask("papers", "--question", "How many mirrors?", "--json");
  expect(code).toBe(0);
  const answer = JSON.parse(out);
  expect(Object.keys(answer)).toEqual(["question", "answer", "passages", "coverage"]);
  expect(answer).toMatchObject({ question: "How many mirrors?", answer: null });
  expect(answer.passages[0]).toEqual({
    file: "papers/plant.pdf",
    page: 2,
    pageLabel: null,
    quote: expect.stringContaining("The heliostat field has 4212 mirrors."),
    score: expect.any(Number),
  });
  expect(answer.coverage).toEqual({
    documents: 2,
    pages: 3,
    pagesWithoutText: 0,
    refused: [{ file: "papers/fake.pdf", code: expect.any(String), message: expect.any(String) }],
  });
});

test("prints file, page and quote for people, files named by absolute path", async () => {
  const file = path.join(folder, "papers/plant.pdf");
  const { code, out } = await ask(file, "--question", "washed mirrors", "--limit", "1");
  expect(code).toBe(0);
  expect(out).toContain(`1. ${file}, page 2\n`);
  expect(out).toContain("They are washed each spring.");
  expect(out).not.toContain("\n2. ");
});

test("exits with 1 when nothing is found", async () => {
  const { code, out } = await ask("papers/plant.pdf", "--question", "zyzzyva", "--json");
  expect(code).toBe(1);
  expect(JSON.parse(out)).toMatchObject({ passages: [], coverage: { documents: 1, pages: 2 } });
});

test.each([
  ["a missing file", ["papers/plant.pdf", "missing.pdf"], "missing.pdf: no such file or folder."],
  ["an empty folder", ["empty"], "empty: the folder has no files."],
  ["a text file named .pdf", ["papers/fake.pdf"], "papers/fake.pdf"],
])("exits with 2 and one line on %s", async (_, files, line) => {
  const { code, out, err } = await ask(...files, "--question", "mirrors", "--json");
  expect({ code, out }).toEqual({ code: 2, out: "" });
  expect(err).toContain(line);
  expect(err.trimEnd().split("\n")).toHaveLength(1);
});

test("exits with 2 without a question", async () => {
  const { code, err } = await ask("papers/plant.pdf");
  expect(code).toBe(2);
  expect(err).toBe('A question is missing: add --question "…".\n');
});
