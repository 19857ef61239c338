import { micromark } from "micromark";
import { gfm, gfmHtml } from "micromark-extension-gfm";
import Papa from "papaparse";
import { parseFragment } from "parse5";
import { expect, it } from "vitest";
import type { GridAnswer } from "../../../src/core/grid.js";
import { gridFile } from "../../../src/grid/grid-file.js";
import { type GridTable, gridTable } from "../../../src/grid/table.js";
import { formatTemplate, parseTemplate } from "../../../src/grid/template.js";
import type { GridFileOptions } from "../../../src/grid/write-grid.js";
import { recognise } from "../../../src/readers/registry.js";
import { openContent, readPages } from "../readers/open-fixture.js";
import { answerTo, documentAt, gridOf, numberAnswer } from "./sample.js";

const hostile = '=HYPERLINK("https://evil.example","<b>|x|</b>")';
const citations = [
  { page: 3, pageLabel: "iii", span: { start: 5, end: 9 }, quote: "30 days | or <more>" },
];

function sampleTable(): GridTable {
  const grid = gridOf([
    { question: "What is the revenue?", name: "Revenue", type: "number", unit: "USD" },
    { question: "When does it end?", name: "End", type: "date" },
    "What is said | about <b>notice</b>?",
  ]);
  const [revenue, end, notice] = grid.columns;
  if (!revenue || !end || !notice) throw new Error("The columns are gone.");
  const documents = [
    documentAt(1, 'a "quoted", file.pdf'),
    documentAt(2, "=cmd|calc.pdf", "=1+1 | <b>Lease</b>"),
    documentAt(3, "c.pdf"),
  ];
  const [a, b, c] = documents;
  if (!a || !b || !c) throw new Error("The documents are gone.");
  const answers: GridAnswer[] = [
    { ...numberAnswer(revenue, a, "60922000000", "USD"), citations },
    { ...numberAnswer(revenue, b, "-1200.5", "USD"), citations, review: "checked" },
    answerTo(revenue, c, { status: "unclear", citations }),
    answerTo(end, a, {
      ...{ text: "It ends on January 28, 2024.", citations },
      value: { type: "date", date: "2024-01-28" },
    }),
    answerTo(end, b, { status: "absent" }),
    answerTo(notice, a, { text: hostile, status: "possible", citations }),
    answerTo(notice, b, { status: "failed", reason: "The model is gone." }),
  ];
  return gridTable(grid, documents, answers);
}

const link: GridFileOptions["link"] = ({ document }, { page }) =>
  `https://docs.example/#doc=${document.hash}&page=${page}`;
const written = async (form: "csv" | "markdown" | "html"): Promise<string> =>
  (await gridFile(sampleTable(), form, { link })).text();

it("a CSV parser reads the numbers of a CSV file as numbers, and finds no formula", async () => {
  const text = await written("csv");
  const { data, errors } = Papa.parse<string[]>(text.replace(/^\u{feff}/u, ""), {
    skipEmptyLines: true,
  });
  expect(errors).toEqual([]);
  expect(data.map((row) => row.length)).toEqual([14, 14, 14, 14]);
  expect(data[1]?.slice(0, 4)).toEqual([
    'a "quoted", file.pdf',
    "60922000000",
    "Likely",
    `https://docs.example/#doc=${documentAt(1).hash}&page=3`,
  ]);
  expect(data[2]?.slice(0, 3)).toEqual(["'=cmd|calc.pdf", "-1200.5", "Likely; Checked"]);
  expect(data[1]?.[9]).toBe(`'${hostile}`);
  expect(data[3]?.slice(1, 3)).toEqual(["", "No clear answer"]);
  expect(data[2]?.[10]).toBe("Failed; The model is gone.");
  expect(data[3]?.[10]).toBe("Not answered yet");
  // Titles come last, so that the other columns keep their positions.
  expect(data.map((row) => row.at(-1))).toEqual(["Title", "", "'=1+1 | <b>Lease</b>", ""]);
});

it("a Markdown file contains a table with links, whatever the documents contain", async () => {
  const markdown = await written("markdown");
  const html = micromark(markdown, { extensions: [gfm()], htmlExtensions: [gfmHtml()] });
  const rows = html.match(/<tr>/g) ?? [];
  expect(rows).toHaveLength(6);
  expect(html.match(/<t[hd][ >]/g)).toHaveLength(6 * 4);
  expect(html).not.toMatch(/<b>/);
  expect(html).toContain("https://docs.example/#doc=");
  expect(html).toContain("=HYPERLINK(");
  expect(html).toContain("60922000000 USD");
  expect(html).toContain("<td>=cmd|calc.pdf <em>=1+1 | &lt;b&gt;Lease&lt;/b&gt;</em></td>");
});

it("an HTML file runs nothing, and links to the places", async () => {
  const html = await written("html");
  const text = JSON.stringify(parseFragment(html), (key, value) =>
    key === "parentNode" ? undefined : value,
  );
  expect(html).not.toMatch(/<b>\|x\|<\/b>|<script/);
  expect(html).toContain(`href="https://docs.example/#doc=${documentAt(1).hash}&amp;page=3"`);
  expect(text).toContain("page=3");
  expect(html).toContain("60921998799.5 USD (2)");
  expect(html).toContain("=cmd|calc.pdf <small>=1+1 | &lt;b&gt;Lease&lt;/b&gt;</small>");
});

it("a workbook reads back with the same values, and lists the sources on a separate sheet", async () => {
  const file = await gridFile(sampleTable(), "xlsx", { link });
  const bytes = new Uint8Array(await file.arrayBuffer());
  const format = recognise(bytes, "grid.xlsx");
  const pages = await readPages(await openContent(format, bytes, "grid.xlsx"));
  const texts = pages.map(({ text }) => text);
  const rows = texts[0]?.split("\n").map((line) => line.split("\t")) ?? [];
  expect(rows.find(([name]) => name?.startsWith("a "))?.slice(0, 3)).toEqual([
    'a "quoted", file.pdf',
    "60922000000",
    "2024-01-28",
  ]);
  expect(rows.find(([name]) => name?.startsWith("=cmd"))?.[1]).toBe("-1200.5");
  expect(rows[0]?.at(-1)).toBe("Title");
  expect(rows.find(([name]) => name?.startsWith("=cmd"))?.at(-1)).toBe("=1+1 | <b>Lease</b>");
  expect(rows.find(([name]) => name === "Total")?.[1]).toMatch(/^60921998799/);
  expect(texts.slice(1).join("\n")).toContain("30 days | or <more>");
});

it("refuses an unknown file format by name", async () => {
  await expect(gridFile(sampleTable(), "pdf" as "csv")).rejects.toThrow(
    'A grid cannot be saved as "pdf". The formats are csv, xlsx, markdown, html.',
  );
});

it("reads a template back as written, and refuses any other file", () => {
  const { title, columns } = sampleTable();
  const read = parseTemplate(formatTemplate({ title, columns }));
  const bare = (list: typeof columns) => list.map(({ id: _, ...column }) => column);
  expect(read.title).toBe("Reports");
  expect(bare(read.columns)).toEqual(bare(columns));
  for (const text of [
    "",
    "[]",
    "null",
    '{"kind":"other"}',
    '{"kind":"pagehound-grid","version":2,"columns":[]}',
    '{"kind":"pagehound-grid","version":1,"columns":[{"question":""}]}',
    '{"kind":"pagehound-grid","version":1,"columns":[{"question":"a","type":"odd"}]}',
    '{"kind":"pagehound-grid","version":1,"columns":[3]}',
  ]) {
    expect(() => parseTemplate(text)).toThrow(/^This template cannot be read: /);
  }
});
