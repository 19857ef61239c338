import { mkdir, writeFile } from "node:fs/promises";
import path from "node:path";
import { beforeEach, expect, test } from "vitest";
import { loadCollections } from "../../../bench/ir/collection.js";
import { temporaryFolder } from "../../driver/temporary-folder.js";

let folder: string;

beforeEach(async () => {
  folder = path.join(await temporaryFolder(), "cats");
  await mkdir(folder);
  await write("corpus.jsonl", '{"_id":"d1","title":"Cats","text":"They sleep."}\n{"_id":2}\n');
  await write("queries.train.jsonl", '{"_id":"q1","text":"sleep"}\n{"_id":"q2","text":"eat"}\n');
  await write("qrels.train.tsv", "query-id\tcorpus-id\tscore\nq1\td1\t2\nq1\td9\t0\nq2\td1\t0\n");
});

async function write(name: string, text: string): Promise<void> {
  await writeFile(path.join(folder, name), text);
}

test("reads a query with its judgements, and leaves out one without a relevant document", async () => {
  expect(await loadCollections(folder)).toEqual([
    {
      name: "cats (train)",
      queriesFile: "queries.train.jsonl",
      judgementsFile: "qrels.train.tsv",
      documents: [
        { id: "d1", title: "Cats", text: "They sleep." },
        { id: "2", title: "", text: "" },
      ],
      queries: [
        {
          id: "q1",
          text: "sleep",
          judgements: new Map([
            ["d1", 2],
            ["d9", 0],
          ]),
        },
      ],
      skipped: 1,
    },
  ]);
});

test("reads all collections in a folder, and each split separately", async () => {
  await write("queries.test.jsonl", '{"_id":"q1","text":"sleep"}\n');
  await write("qrels.test.tsv", "query-id\tcorpus-id\tscore\nq1\td1\t1\n");
  const names = (await loadCollections(path.dirname(folder))).map(({ name }) => name);
  expect(names).toEqual(["cats (test)", "cats (train)"]);
});

test("uses published judgements only if a split has none of its own", async () => {
  await write("qrels.as_published.tsv", "query-id\tcorpus-id\tscore\nq1\td1\t1\n");
  await write("queries.all.jsonl", '{"_id":"q1","text":"sleep"}\n');
  const files = (await loadCollections(folder)).map(({ judgementsFile }) => judgementsFile);
  expect(files).toEqual(["qrels.as_published.tsv", "qrels.train.tsv"]);
});

test("reads BEIR's own layout: one file of queries, and judgements in a folder", async () => {
  await mkdir(path.join(folder, "qrels"));
  await write("queries.jsonl", '{"_id":"q1","text":"sleep"}\n');
  await write("qrels/dev.tsv", "query-id\tcorpus-id\tscore\nq1\td1\t1\n");
  const files = (await loadCollections(folder)).map(({ judgementsFile }) => judgementsFile);
  expect(files).toEqual(["qrels/dev.tsv", "qrels.train.tsv"]);
});

test("refuses a folder without a collection in one line", async () => {
  await expect(loadCollections("/nowhere")).rejects.toThrow(/^No collection in \/nowhere: [^\n]+$/);
  await write("qrels.train.tsv", "query-id\tcorpus-id\tscore\nq1\td1\toops\n");
  await expect(loadCollections(folder)).rejects.toThrow(/qrels\.train\.tsv:2 is not/);
});
