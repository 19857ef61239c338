import { mkdir, rename, writeFile } from "node:fs/promises";
import path from "node:path";
import { beforeEach, expect, test } from "vitest";
import { loadDataSet } from "../../bench/data-set.js";
import { temporaryFolder } from "../driver/temporary-folder.js";

let folder: string;

beforeEach(async () => {
  folder = await temporaryFolder();
  await mkdir(path.join(folder, "pdfs"));
  for (const name of ["one.pdf", "two.pdf", "notes.txt"]) {
    await writeFile(path.join(folder, "pdfs", name), "");
  }
});

async function questions(...records: object[]): Promise<void> {
  const text = records.map((record) => `${JSON.stringify(record)}\n`).join("");
  await writeFile(path.join(folder, "questions.jsonl"), text);
}

test("counts evidence pages from 1, and allows evidence in several documents", async () => {
  const evidence = [
    { doc_name: "one", evidence_page_num: 0 },
    { doc_name: "two", evidence_page_num: 4 },
  ];
  await questions({ question: "Q?", doc_name: "one", evidence });
  const { unit, files, questions: read, skipped } = await loadDataSet(folder);
  expect(unit).toBe("page");
  expect([...files.keys()]).toEqual(["one.pdf", "two.pdf"]);
  expect(read).toEqual([
    {
      text: "Q?",
      document: "one.pdf",
      evidence: [
        { document: "one.pdf", key: "one.pdf#1" },
        { document: "two.pdf", key: "two.pdf#5" },
      ],
    },
  ]);
  expect(skipped).toBe(0);
});

test("counts questions without a document or evidence, but does not use them", async () => {
  const evidence = [{ doc_name: "one", evidence_page_num: 0 }];
  await questions(
    { question: "Q?", doc_name: "one", evidence },
    { question: "Q?", doc_name: "three", evidence },
    { question: "Q?", doc_name: "one", evidence: [] },
  );
  expect((await loadDataSet(folder)).skipped).toBe(2);
});

test("takes the source documents as a question's evidence if docs/ contains PDFs", async () => {
  await rename(path.join(folder, "pdfs"), path.join(folder, "docs"));
  await questions(
    { question: "Q?", source_docs: ["one.pdf", "two.pdf"] },
    { question: "Q?", source_docs: ["one.pdf", "three.pdf"] },
    { question: "Q?", source_docs: [] },
  );
  expect(await loadDataSet(folder)).toMatchObject({
    unit: "document",
    questions: [
      {
        text: "Q?",
        document: null,
        evidence: [
          { document: "one.pdf", key: "one.pdf" },
          { document: "two.pdf", key: "two.pdf" },
        ],
      },
    ],
    skipped: 2,
  });
});

test("refuses a folder without the data in one line", async () => {
  await expect(loadDataSet("/nowhere")).rejects.toThrow(/^No data in \/nowhere: [^\n]+$/);
  await expect(loadDataSet(folder)).rejects.toThrow(/questions\.jsonl/);
  await writeFile(path.join(folder, "questions.jsonl"), "{oops\n");
  await expect(loadDataSet(folder)).rejects.toThrow(/questions\.jsonl:1 is not a JSON object/);
});
