import { deleteDB } from "idb";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { Pagehound } from "../../../src/index.js";

const name = "pagehound-figures-test";
let hound: Pagehound;

/** The accounts of a made-up company, with figures that are easily confused with them. */
const accounts = (firm: string, revenue: readonly number[]) => `# ${firm} Inc.

We employed 7,300 people at the end of 2022. In 2022, about 110 employees moved to another city.

## Segments

(in millions)

| | 2022 | 2021 |
|---|---|---|
| Total segment revenues | 9,901 | 8,801 |
| Harbours | 3,301 | 2,201 |

## Consolidated Statements of Operations

(in millions)

| | 2022 | 2021 |
|---|---|---|
| Net sales | ${revenue[0]} | ${revenue[1]} |
| Research and development | 1,105 | 1,004 |
| Net income | 906 | 805 |

## Consolidated Balance Sheets

(in millions)

| | December 31, 2022 | December 31, 2021 |
|---|---|---|
| Inventories | 407 | 306 |
| Total assets | 20,208 | 19,109 |

## Consolidated Statements of Cash Flows

(in millions)

| | Year ended December 31, 2022 | Year ended December 31, 2021 |
|---|---|---|
| Inventories | (51) | (42) |
| Purchases of property and equipment | (603) | (502) |
`;

const prose =
  "# Notes\n\nRevenue is recognised when goods are delivered. Nothing else is said here.";

beforeAll(async () => {
  await deleteDB(`pagehound:${name}`);
  hound = await Pagehound.open({ name, assetsBase: "/assets/", parseWorkers: 1 });
  const texts = {
    "gannet.md": accounts("Gannet", [12_346, 11_235]),
    "puffin.md": accounts("Puffin", [22_347, 21_236]),
    "notes.md": prose,
  };
  const files = Object.entries(texts).map(([path, text]) => ({ path, file: new Blob([text]) }));
  for await (const event of hound.add(files)) expect(event.type).not.toMatch(/refused/);
});
afterAll(() => hound.close());

/**
 * The first result for a question: the path, the row or sentence, the cell, and whether it is
 * certain.
 */
async function first(question: string) {
  const { hits } = await hound.search(question, { figures: true });
  const [hit] = hits;
  const [figure] = hit?.figures ?? [];
  if (!hit || !figure) return null;
  const { text } = await hound.page(hit.document, hit.page);
  const at = (span: { start: number; end: number } | null) =>
    span && text.slice(span.start, span.end).trim();
  return { path: hit.path, place: at(figure.span), cell: at(figure.cell), sure: figure.sure };
}

describe("the requested figure", () => {
  it.each([
    ["What was Gannet's total revenue in 2022?", "gannet.md", /^Net sales/, "12346"],
    ["Puffin revenue 2021", "puffin.md", /^Net sales/, "21236"],
    ["Puffin R&D in 2021", "puffin.md", /^Research and development/, "1,004"],
    ["Gannet capex 2021", "gannet.md", /^Purchases of property/, "(502)"],
    ["Gannet inventories at December 31, 2021", "gannet.md", /^Inventories/, "306"],
    [
      "Using the income statement, what was Gannet's revenue in FY2021? Please answer in USD millions.",
      "gannet.md",
      /^Net sales/,
      "11235",
    ],
    ["Gannet segment revenues 2021", "gannet.md", /^Total segment revenues/, "8,801"],
  ])("finds the figure for the question: %s", async (question, path, place, cell) => {
    expect(await first(question)).toEqual({
      path,
      place: expect.stringMatching(place),
      cell,
      sure: true,
    });
  });

  it("finds the requested figure in a sentence", async () => {
    expect(await first("How many people does Puffin employ?")).toMatchObject({
      path: "puffin.md",
      place: expect.stringContaining("7,300 people"),
      cell: null,
    });
  });

  it("marks the figure as uncertain if two places disagree", async () => {
    const { hits } = await hound.search("net sales 2022", { figures: true });
    expect(hits[0]?.figures).toHaveLength(1);
    expect(hits.flatMap(({ figures = [] }) => figures).some(({ sure }) => sure)).toBe(false);
  });

  it("searches for a figure only on request, without affecting other questions", async () => {
    const query = "When is revenue recognised?";
    const plain = await hound.search(query);
    expect(plain.asksFigure).toBeUndefined();
    expect(plain.hits.every(({ figures }) => figures === undefined)).toBe(true);
    const looked = await hound.search(query, { figures: true });
    expect(looked.asksFigure).toBe(false);
    expect(looked.hits.map(({ id }) => id)).toEqual(plain.hits.map(({ id }) => id));
  });

  it("respects the required terms of a query", async () => {
    const { hits } = await hound.search('"net sales" doc:puffin 2022', { figures: true });
    expect(new Set(hits.map(({ path }) => path))).toEqual(new Set(["puffin.md"]));
  });
});

describe("rows", () => {
  it("finds rows by label and period, in everyday words", async () => {
    const gannet = (await hound.documents()).find(({ path }) => path === "gannet.md");
    const documents = gannet ? [gannet.id] : [];
    const [row] = await hound.findRows({ label: "revenue", period: "2021", documents });
    expect(row).toMatchObject({ path: "gannet.md", page: 1, tableNumber: 2 });
    const cell = row?.table.cells.find((one) => one.row === row.row && one.column === row.column);
    expect(cell?.text).toBe("11235");
  });

  it("returns as many passages as requested", async () => {
    expect(await hound.findRows({ label: "inventories", limit: 3 })).toHaveLength(3);
    await expect(hound.findRows({ label: "inventories", limit: 0 })).rejects.toMatchObject({
      code: "invalid-argument",
    });
    expect(await hound.findRows({ label: "zyzzyva" })).toEqual([]);
  });

  it("stops finding rows when aborted", async () => {
    const signal = AbortSignal.abort();
    await expect(hound.findRows({ label: "revenue" }, { signal })).rejects.toMatchObject({
      name: "AbortError",
    });
  });
});
