import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, test } from "vitest";
import { folderFiles } from "../../../../cli/evaluation/folder-files.js";
import type { DataSetName } from "../../../../src/evaluation/datasets/layout.js";
import {
  dataSetNames,
  filesInFolder,
  findDataSets,
  loadDataSet,
  pickedFiles,
} from "../../../../src/evaluation/datasets/load-data-set.js";
import { writeSmallDataSet } from "../../../fixtures/evaluation/small-data-set.js";
import { load, memoryFiles } from "./memory-files.js";

test.each<[name: DataSetName | null, paths: string[]]>([
  ["own", ["questions.jsonl", "documents/a.md"]],
  ["financebench", ["questions.jsonl", "pdfs/a.pdf"]],
  ["kg-rag", ["questions.jsonl", "docs/a.pdf"]],
  ["kg-rag", ["qna_data.csv", "docs/a.pdf"]],
  ["tatqa", ["tatqa_dataset_dev.json"]],
  ["llamahub", ["rag_dataset.json", "source_files/a.txt"]],
  ["finqa", ["questions.jsonl"]],
  ["beir", ["corpus.jsonl", "queries.jsonl", "qrels/test.tsv"]],
  ["seal-tools", ["tool.jsonl", "dev.jsonl"]],
  ["toole", ["plugin_des.json", "single_tool_queries.csv"]],
  ["toole-multi", ["big_tool_des.json", "multi_tool_queries.json"]],
  [null, ["manifest.jsonl", "files/a.pdf"]],
  [null, []],
])("recognises %s by its files", (name, paths) => {
  expect(findDataSets({ paths })[0]?.name ?? null).toBe(name);
});

test("describes every layout", () => {
  expect(dataSetNames).toHaveLength(11);
  for (const { description } of dataSetNames) expect(description).toMatch(/\.(?:json|csv)/);
});

test("finds all data sets below a folder, and skips everything else", () => {
  const paths = [
    "README.md",
    "mine/questions.jsonl",
    "mine/documents/corpus.jsonl",
    "ir/one/corpus.jsonl",
    "ir/one/queries.jsonl",
    "ir/one/qrels.test.tsv",
    "ir/two/corpus.jsonl",
    "ir/two/queries.jsonl",
    "ir/two/qrels.test.tsv",
    "broken/files/a.pdf",
    "tools/plugin_des.json",
    "tools/single_tool_queries.csv",
    "tools/big_tool_des.json",
    "tools/multi_tool_queries.json",
  ];
  expect(findDataSets({ paths })).toEqual([
    { name: "beir", folder: "ir/one", title: "one" },
    { name: "beir", folder: "ir/two", title: "two" },
    { name: "own", folder: "mine", title: "own" },
    { name: "toole", folder: "tools", title: "toole" },
    { name: "toole-multi", folder: "tools", title: "toole-multi" },
  ]);
});

test("lists only the files below a folder", async () => {
  const files = filesInFolder(memoryFiles({ "a/b/one.txt": "1", "a/bc/two.txt": "2" }), "a/b");
  expect(files.paths).toEqual(["one.txt"]);
  expect(await (await files.file("one.txt")).text()).toBe("1");
  await expect(files.file("../bc/two.txt")).rejects.toMatchObject({ code: "not-found" });
});

test("reports a layout with missing files together with the files it needs", async () => {
  await expect(load("tatqa", { "questions.jsonl": "" })).rejects.toMatchObject({
    code: "invalid-data",
    message: expect.stringContaining("tatqa_dataset_PART.json"),
  });
  await expect(load("nothing" as DataSetName, {})).rejects.toMatchObject({
    code: "invalid-argument",
  });
});

test("reads a folder on this machine", async () => {
  const folder = await mkdtemp(path.join(tmpdir(), "data-set-"));
  try {
    await writeSmallDataSet(folder);
    const set = await loadDataSet("own", await folderFiles(folder), { title: "harbour" });
    expect(set.name).toBe("harbour");
    expect(set.questions).toHaveLength(5);
    await expect(folderFiles(path.join(folder, "none"))).rejects.toThrow(/no such file or folder/);
  } finally {
    await rm(folder, { recursive: true });
  }
});

test("reads the files that a person has picked or dropped, below the folder", async () => {
  const picked = (relative: string): File =>
    Object.defineProperty(new File(["{}"], path.basename(relative)), "webkitRelativePath", {
      value: relative,
    });
  const folder = pickedFiles([picked("mine/questions.jsonl"), picked("mine/documents/a.md")]);
  expect(folder.paths).toEqual(["questions.jsonl", "documents/a.md"]);
  expect(await (await folder.file("questions.jsonl")).text()).toBe("{}");
  expect(pickedFiles([picked("a/x.md"), picked("b/x.md")]).paths).toEqual(["a/x.md", "b/x.md"]);
  const file = new File(["new"], "x.md");
  const dropped = pickedFiles([
    { path: "top/x.md", file },
    { path: "top/x.md", file: new File(["old"], "x.md") },
  ]);
  expect(dropped.paths).toEqual(["x.md"]);
  expect(await dropped.file("x.md")).toBe(file);
  await expect(dropped.file("top/x.md")).rejects.toMatchObject({ code: "not-found" });
});
