import { copyFile, mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { repository } from "../driver/repository.js";
import { type CommandEnd, runBenchmark } from "../driver/run-command.js";
import { isLong } from "../tries.js";

let folder: string;

/** Runs the benchmark the way `npm run -s bench -- robustness …` does. */
function robustness(...parameters: string[]): Promise<CommandEnd> {
  return runBenchmark(["robustness", ...parameters], { cwd: folder });
}

beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), "pagehound-robustness-"));
  await mkdir(path.join(folder, "files"));
  await mkdir(path.join(folder, "reference_text"));
  const fixtures = ["owner-password", "user-password", "scan-and-empty"];
  for (const name of fixtures) {
    const from = path.join(repository, `test/fixtures/pdf/${name}.pdf`);
    await copyFile(from, path.join(folder, `files/${name}.pdf`));
  }
  await writeFile(path.join(folder, "files/damaged.pdf"), "%PDF-1.7\n");
  await writeFile(path.join(folder, "files/letter.docx"), "PK\u0003\u0004 and so on");
  const reference = "Anyone may read this page, but not print it.\f";
  await writeFile(path.join(folder, "reference_text/owner-password.txt"), reference);
  const other = "Quite other words than those on the page are found here.\f";
  await writeFile(path.join(folder, "reference_text/user-password.txt"), other);
  const manifest = [
    { file: "files/owner-password.pdf", reference_text: "reference_text/owner-password.txt" },
    { file: "files/user-password.pdf", password: "open sesame" },
    { file: "files/scan-and-empty.pdf" },
    { file: "files/damaged.pdf" },
    { file: "files/letter.docx" },
  ];
  const lines = manifest.map((entry) => JSON.stringify(entry)).join("\n");
  await writeFile(path.join(folder, "manifest.jsonl"), lines);
});

afterAll(() => rm(folder, { recursive: true }));

test.runIf(isLong)(
  "every file reaches a final state, and pages are compared with the reference",
  async () => {
    const { code, out, err } = await robustness("--path", ".", "--json");
    expect(code, err).toBe(0);
    const { files, totals } = JSON.parse(out);
    const read = { code: null, unreadable: 0 };
    expect(files).toMatchObject([
      { ...read, state: "searchable", pages: 1, withoutText: 0, covered: 1, reference: 1 },
      { ...read, state: "searchable", pages: 1, withoutText: 0, covered: 0, reference: 1 },
      { ...read, state: "partial", covered: null, reference: null },
      { state: "refused", code: "damaged-file", pages: 0 },
      { state: "refused", code: "damaged-file", pages: 0 },
    ]);
    expect(files[2].withoutText).toBeGreaterThan(0);
    expect(totals).toMatchObject({
      files: 5,
      searchable: 2,
      partial: 1,
      refused: 2,
      crash: 0,
      hang: 0,
      unknown: 0,
      referencePages: 2,
      coveredPages: 1,
    });
  },
);

test.each([
  ["a folder without a manifest", "files"],
  ["a folder that is not there", "nowhere"],
])("exits with 2 and one line for %s", async (_what, where) => {
  const { code, out, err } = await robustness("--path", where);
  expect({ code, out }).toEqual({ code: 2, out: "" });
  expect(err).toContain("manifest.jsonl");
  expect(err.trimEnd().split("\n")).toHaveLength(1);
});
