import { createWriteStream } from "node:fs";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { finished } from "node:stream/promises";
import PDFDocument from "pdfkit";
import { afterAll, beforeAll, expect, test } from "vitest";
import { seededRandom } from "../bench/seeded-random.js";
import { type CommandEnd, runBenchmark } from "../driver/run-command.js";
import { isLong, tries } from "../tries.js";
import { writePdf } from "./write-pdf.js";

let folder: string;

function bench(...parameters: string[]): Promise<CommandEnd> {
  return runBenchmark(parameters, { cwd: folder });
}

beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), "pagehound-bench-"));
  const lines = (...records: object[]) => records.map((one) => JSON.stringify(one)).join("\n");
  const corpus = lines(
    { _id: "d1", title: "Cats", text: "They sleep a lot." },
    { _id: "d2", title: "Dogs", text: "They bark at cats." },
  );
  await writeFile(path.join(folder, "corpus.jsonl"), corpus);
  await writeFile(path.join(folder, "queries.all.jsonl"), lines({ _id: "q1", text: "Who barks?" }));
  await writeFile(path.join(folder, "qrels.all.tsv"), "query-id\tcorpus-id\tscore\nq1\td2\t1\n");
});

/** Writes twelve reports with one question each, and enough words to fit how a vocabulary grows. */
async function writeReports(folder: string): Promise<void> {
  await mkdir(path.join(folder, "pdfs"), { recursive: true });
  const random = seededRandom(1);
  // Makes rare words as rare as in real text: the n-th most frequent has a frequency of about 1 /
  // n.
  const word = (): string => `term${Math.floor(20_000 ** random())}`;
  const questions: object[] = [];
  for (let report = 1; report <= 12; report++) {
    const name = `report-${String(report).padStart(2, "0")}`;
    const pages = Array.from({ length: report <= 3 ? 30 : 4 }, (_, page) => {
      const words = Array.from({ length: 200 }, word).join(" ");
      return `The harbour of ${name} counted ${report}00${page} ships. ${words}`;
    });
    await writePdf(path.join(folder, `pdfs/${name}.pdf`), pages);
    const evidence = [{ doc_name: name, evidence_page_num: 0 }];
    questions.push({ question: `How many ships did ${name} count?`, doc_name: name, evidence });
  }
  const lines = questions.map((one) => JSON.stringify(one)).join("\n");
  await writeFile(path.join(folder, "questions.jsonl"), lines);
}

// The other benchmarks have their own tests. A short run includes only the one for collections.
test.runIf(isLong).each(["retrieval", "context", "scale", "performance"])(
  "%s runs to the end, and prints exactly one JSON object",
  async (name) => {
    await writeReports(path.join(folder, "reports"));
    const { code, out, err } = await bench(name, "--path", "reports", "--quick", "--json");
    expect(code, err).toBe(0);
    const measured: object[] = Object.values(JSON.parse(out)).filter(Array.isArray).flat();
    expect(measured.length).toBeGreaterThan(1);
  },
  300_000,
);

test.runIf(isLong).each(["workbook", "engine", "meaning", "tools"])(
  "%s runs without data",
  async (name) => {
    // The engine benchmark uses a model of random weights, which a quick run would not shorten.
    const { code, out, err } = await bench(name, ...(name === "engine" ? [] : ["--quick"]));
    expect(code, err).toBe(0);
    expect(out).not.toBe("");
  },
  300_000,
);

test.runIf(isLong)(
  "searches for figures in filings, and repeats the output from a cached collection",
  async () => {
    const pdfs = path.join(folder, "filings/financebench/pdfs");
    await mkdir(pdfs, { recursive: true });
    const other = "The harbour is old and has a long wall.";
    await writePdf(path.join(pdfs, "harbour.pdf"), [
      other,
      "The harbour counted 4,711 ships in 2019.",
    ]);
    const question = {
      ...{ id: "q1", question: "How many ships did the harbour count in 2019?", named: true },
      ...{ document: "harbour.pdf", page: 2, row: "ships", column: null, value: "4,711" },
      ...{ unit: null, also: [], kind: "prose" },
    };
    await writeFile(path.join(folder, "figures.jsonl"), JSON.stringify(question));
    const parameters = [
      "--path",
      "filings",
      "--questions",
      "figures.jsonl",
      "--cache",
      "kept",
      "--json",
    ];
    const { code, out, err } = await bench("figures", ...parameters);
    expect(code, err).toBe(0);
    const { reports, questions } = JSON.parse(out);
    expect(reports).toMatchObject([
      {
        scope: "all",
        rates: { first: { count: 1, total: 1 }, markedFirst: { count: 1, total: 1 } },
      },
      { scope: "scoped", rates: { first: { count: 1, total: 1 } } },
    ]);
    expect(questions[0].scoped.passages[0]).toMatchObject({ path: "harbour.pdf", page: 2 });
    const again = await bench("figures", ...parameters);
    expect(again.err).not.toContain("Reading");
    expect(again.out).toBe(out);
  },
  300_000,
);

test.runIf(isLong)(
  "accepts or rejects statements about a gold table, and counts them",
  async () => {
    await mkdir(path.join(folder, "gold/tatqa"), { recursive: true });
    const table = [
      ["", "2019", "2018"],
      ["Net sales", "$ 28,052", "$ 23,288"],
      ["Cost of sales", "9,120", "8,450"],
    ];
    const about = { uid: "q1", order: 1, question: "What were net sales?", derivation: "" };
    const gold = {
      answer: ["$ 28,052"],
      answer_type: "span",
      answer_from: "table",
      scale: "million",
    };
    const rest = { rel_paragraphs: [], req_comparison: false };
    const paragraphs = [{ uid: "p1", order: 1, text: "Sales rose." }];
    const context = {
      table: { uid: "t1", table },
      paragraphs,
      questions: [{ ...about, ...gold, ...rest }],
    };
    await writeFile(
      path.join(folder, "gold/tatqa/tatqa_dataset_dev.json"),
      JSON.stringify([context]),
    );
    const { code, out, err } = await bench("verifier", "--path", "gold", "--quick", "--json");
    expect(code, err).toBe(0);
    const { true: truths, changed, groups } = JSON.parse(out);
    expect(truths.total).toBe(4);
    expect(changed.digit).toMatchObject({ rejected: 4, total: 4 });
    expect(Object.keys(groups)).toContain("TAT-QA, development");
  },
  300_000,
);

afterAll(() => rm(folder, { recursive: true }));

test("ranks a test collection, and prints exactly one JSON object", async () => {
  const { code, out } = await bench("ir", "--path", ".", "--json");
  expect(code).toBe(0);
  const { collections } = JSON.parse(out);
  expect(collections).toMatchObject([{ documents: 2, queries: 1, skipped: 0 }]);
  const names = collections[0].rankings.map(({ name }: { name: string }) => name);
  expect(names).toEqual(["Pagehound", "plain BM25", "FlexSearch", "MiniSearch"]);
  expect(collections[0].rankings[0].measures["nDCG@10"]).toEqual({ mean: 1, interval: [1, 1] });
});

/** Writes a PDF with one ruled table, and one with columns that are only aligned. */
async function writeTables(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  const pdf = new PDFDocument({ size: "A4" });
  const output = createWriteStream(path.join(folder, "made.pdf"));
  pdf.pipe(output);
  pdf.fontSize(10);
  const rows = [
    ["Town", "Ships", "Crews"],
    ["Altona", "12", "(8)"],
    ["Bremen", "30", "9"],
    ["Cuxhaven", "7", "21"],
  ];
  rows.forEach((row, line) => {
    row.forEach((text, column) => {
      pdf.rect(80 + 110 * column, 100 + 20 * line, 110, 20).stroke();
      pdf.text(text, 85 + 110 * column, 105 + 20 * line, { lineBreak: false });
      pdf.text(`${text}${column > 0 && line > 0 ? "" : "s"}`, 80 + 110 * column, 400 + 16 * line, {
        ...{ width: 100, lineBreak: false, align: column === 0 ? "left" : "right" },
      });
    });
  });
  pdf.end();
  await finished(output);
  const regions = ["", "s"].map((ending) => {
    const cells = rows.flatMap((row, line) =>
      row.map(
        (text, column) =>
          `<cell start-row='${line}' start-col='${column}'><content>${text}${column > 0 && line > 0 ? "" : ending}</content></cell>`,
      ),
    );
    return `<table><region page='1'>${cells.join("")}</region></table>`;
  });
  await writeFile(path.join(folder, "made-str.xml"), `<document>${regions.join("")}</document>`);
}

test.runIf(isLong)(
  "reads tables of a generated PDF cell by cell, whether ruled or aligned",
  async () => {
    await writeTables(path.join(folder, "tables"));
    const { code, out, err } = await bench("tables", "--path", "tables", "--quick", "--json");
    expect(code, err).toBe(0);
    const { documents, recall, precision, f1, files } = JSON.parse(out);
    expect({ documents, recall, precision, f1 }).toEqual({
      ...{ documents: 1, recall: 1, precision: 1, f1: 1 },
    });
    expect(files["made.pdf"]).toHaveLength(2);
    expect(files["made.pdf"][0]).toMatchObject({ page: 1, cells: { length: 12 } });
    expect(files["made.pdf"][0].cells[5]).toEqual([1, 1, 2, 2, "(8)"]);
  },
  300_000,
);

test.runIf(isLong)("an ablation lists the default ranking first", async () => {
  const { code, out } = await bench("ir", "--path", ".", "--ablation");
  expect(code).toBe(0);
  const [title, , , , first] = out.split("\n");
  expect(title).toContain("2 documents, 1 queries; queries.all.jsonl, qrels.all.tsv");
  expect(first?.trim().split(/\s+/)).toEqual(["default", "1.000", "1.000"]);
});

test.each(tries(["ir"], ["performance", "retrieval", "ir", "scale", "figures", "verifier"]))(
  "%s exits with 2 and one line if the data is missing",
  async (name) => {
    const { code, out, err } = await bench(name, "--path", "nowhere");
    expect({ code, out }).toEqual({ code: 2, out: "" });
    expect(err).toContain("nowhere");
    expect(err.trimEnd().split("\n")).toHaveLength(1);
  },
);

test.runIf(isLong)(
  "refuses an unknown option of a benchmark, and lists the known ones in its help",
  async () => {
    const { code, err } = await bench("ir", "--passages", "10");
    expect({ code, err }).toEqual({
      code: 2,
      err: "This benchmark has no option --passages. --help lists those it has.\n",
    });
    const { code: helped, out } = await bench("scale", "--help");
    expect(helped).toBe(0);
    expect(out).toContain("--passages N,N");
  },
);
