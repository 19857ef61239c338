import fc from "fast-check";
import { expect, test } from "vitest";
import { PagehoundError } from "../../../../src/core/errors.js";
import type { EvaluationDataSet } from "../../../../src/evaluation/api.js";
import type { DataSetName } from "../../../../src/evaluation/datasets/layout.js";
import { type Contents, load } from "./memory-files.js";

/** Field names of all formats, so that random records resemble real ones. */
const names = (
  "id _id question query text answer answers evidence document documents page row column unit grade " +
  "unanswerable kind doc_name financebench_id evidence_page_num source_docs source_docs_pattern title " +
  "context api_name parameters calling api tool examples reference_contexts reference_answer table " +
  "paragraphs questions uid order derivation answer_type answer_from rel_paragraphs scale __proto__"
).split(" ");

const { record } = fc.letrec<{ record: object; value: unknown }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 4 },
    fc.string({ unit: "binary", maxLength: 12 }),
    fc.constantFrom<unknown>(
      "a.md",
      "ACME",
      "1/0",
      "(4+4)/2",
      "$ 1,2",
      "table",
      null,
      true,
      0,
      1,
      1.5,
      -1,
    ),
    fc.array(tie("value"), { maxLength: 3 }),
    tie("record"),
  ),
  record: fc.dictionary(fc.constantFrom(...names), tie("value"), { maxKeys: 12 }),
}));
const line = fc.oneof(
  record.map((one) => JSON.stringify(one)),
  fc.string({ maxLength: 30 }),
);
const lines = fc.array(line, { maxLength: 6 }).map((all) => all.join("\n"));
const json = fc.oneof(
  record.map((one) => JSON.stringify(one)),
  fc.array(record, { maxLength: 4 }).map((all) => JSON.stringify(all)),
  fc.string({ maxLength: 30 }),
);
const csv = fc.tuple(fc.constantFrom("Query,Tool\n", "Question,Answer,Source Docs\n", ""), lines);

const cases: readonly [DataSetName, fc.Arbitrary<Contents>][] = [
  ["own", fc.record({ "questions.jsonl": lines, "documents/a.md": fc.constant("") })],
  ["financebench", fc.record({ "questions.jsonl": lines, "pdfs/ACME.pdf": fc.constant("") })],
  ["kg-rag", fc.record({ "questions.jsonl": lines, "docs/a.md": fc.constant("") })],
  ["kg-rag", fc.record({ "a.csv": csv.map((all) => all.join("")), "docs/a.md": fc.constant("") })],
  ["tatqa", fc.record({ "tatqa_dataset_dev.json": json })],
  ["llamahub", fc.record({ "rag_dataset.json": json, "source_files/a.md": fc.constant("") })],
  ["finqa", fc.record({ "questions.jsonl": lines })],
  ["beir", fc.record({ "corpus.jsonl": lines, "queries.jsonl": lines, "qrels/test.tsv": lines })],
  ["seal-tools", fc.record({ "tool.jsonl": lines, "dev.jsonl": lines })],
  [
    "toole",
    fc.record({
      "plugin_des.json": json,
      "single_tool_queries.csv": csv.map((all) => all.join("")),
    }),
  ],
  ["toole-multi", fc.record({ "big_tool_des.json": json, "multi_tool_queries.json": json })],
];

test.each(cases)("reads or rejects files of %s with any content", async (name, contents) => {
  await fc.assert(
    fc.asyncProperty(contents, async (files) => {
      const loaded = await load(name, files).catch((error: unknown) => error);
      if (PagehoundError.isInstance(loaded)) expect(loaded.code).toBe("invalid-data");
      else expectSound(loaded as EvaluationDataSet);
    }),
    { numRuns: 40 },
  );
});

/** The data that was read satisfies its types. */
function expectSound({ questions, documents }: EvaluationDataSet): void {
  const paths = new Set(documents.map(({ path }) => path));
  const ids = questions.map(({ id }) => id);
  expect(new Set(ids).size).toBe(ids.length);
  for (const { text, evidence, answers, place } of questions) {
    expect(text.trim()).not.toBe("");
    expect(answers).not.toContain("");
    expect(place).toBeDefined();
    for (const gold of evidence) expect(paths).toContain(gold.document);
  }
}
