import { beforeAll, describe, expect, it, vi } from "vitest";
import { calculateTool } from "../../../../src/agent/tools/calculate.js";
import { queryTableTool } from "../../../../src/agent/tools/query-table.js";
import { documentTools } from "../../../../src/agent/tools/standard-tools.js";
import { readTableTool } from "../../../../src/agent/tools/table-tools.js";
import { verifyAnswer } from "../../../../src/agent/verify/verify-answer.js";
import { PagehoundError } from "../../../../src/core/errors.js";
import { recognise } from "../../../../src/readers/registry.js";
import { excelFile } from "../../readers/office-files.js";
import { openContent, readPages } from "../../readers/open-fixture.js";
import { contextOf, MemoryReader } from "./memory-reader.js";

const regions = ["North", "South", "East"];

/** A file with this many records, on several pages. */
function sales(count: number): string {
  const lines = Array.from({ length: count }, (_, index) => {
    const day = `${1 + (index % 9)}/${13 + (index % 9)}/2023`;
    const amount = (1000 + index * 7).toLocaleString("en");
    return `${day},${regions[index % 3]},"${amount}",${index % 50 === 0 ? "" : index}`;
  });
  return ["Day,Region,Net sales ($),Units", ...lines, 'Total,,"999,999",1'].join("\n");
}

const accounts = `# Results

Net sales by segment (in millions)

| | 2022 | 2021 |
| --- | --- | --- |
| Americas | $ 5,207 | $ 4,963 |
| Europe | 1,100 | 1,000 |
| Total net sales | 6,307 | 5,963 |
| Total Recall films | 12 | 13 |
| Margin (%) | 12.5% | 10.1% |
`;

const text = (place: string, value: string) =>
  `<c r="${place}" t="inlineStr"><is><t>${value}</t></is></c>`;
const number = (place: string, value: number) => `<c r="${place}"><v>${value}</v></c>`;

function sheet(rows: readonly (readonly (string | number)[])[]): string {
  const cells = (row: readonly (string | number)[], at: number) =>
    row.map((value, column) => {
      const place = `${String.fromCharCode(65 + column)}${at + 1}`;
      return typeof value === "string" ? text(place, value) : number(place, value);
    });
  return rows.map((row, at) => `<row r="${at + 1}">${cells(row, at).join("")}</row>`).join("");
}

const costs = [
  ["Region", "Head", "Head", "2022"],
  ["North", "Ada", "x", 5],
  ["West", "Bo", "y", 7],
];

let reader: MemoryReader;
beforeAll(async () => {
  reader = new MemoryReader();
  await reader.add("sales.csv", sales(250));
  await reader.add("acme.md", accounts);
  const file = excelFile(
    {
      Costs: sheet(costs).replace(/<c r="D3"[^>]*>/, "$&<f>D2+2</f>"),
      Notes: sheet([
        ["a", "b"],
        ["c", "d"],
      ]),
    },
    { hidden: "Costs" },
  );
  const format = recognise(file, "plan.xlsx");
  const { metadata, ...document } = await openContent(format, file, "plan.xlsx");
  const pages = await readPages({ metadata, ...document });
  await reader.addPages("plan.xlsx", {
    format: format.id,
    pageUnit: format.pageUnit,
    metadata,
    pages,
  });
});

async function ask(query: string, more: Parameters<typeof contextOf>[1] = {}) {
  const { text, selection, evidence, summary } = await queryTableTool.run(
    { query },
    contextOf(reader, more),
  );
  return { text, selection, evidence, summary, cells: selection?.rows.map(({ cells }) => cells) };
}

describe("query_table", () => {
  it("lists tables with their columns in query syntax", async () => {
    const { text } = await ask("");
    expect(text).toContain("d1.p1.t1 sales.csv, 251 rows: Day (date, month first), Region (");
    expect(text).toContain("[Net sales ($)] ($), Units (number)");
    expect(text).toContain(
      'd3.p1.t1 plan.xlsx, sheet Costs (hidden), 2 rows: Region ("North"), Head ("Ada"), [Head 2] ("x"), [2022] (number)',
    );
    expect(text).toContain("Tables of 1 other document");
    expect(text).toContain("For example: SELECT Region, sum([Net sales ($)]) FROM d1.p1.t1");
    expect((await ask("acme.md")).text).toContain("label (");
  });

  it("names a page with slow tables, lists the others, and excludes it from counts", async () => {
    // A different reader, for which nothing is cached.
    const reader = new MemoryReader();
    await reader.add("sales.csv", sales(20));
    await reader.add("costs.csv", "Item,Amount\nsalt,12\npepper,15\n");
    const tables = reader.tables.bind(reader);
    const slow = new PagehoundError("timed-out", "The tables on page 1 of sales.csv are not read.");
    vi.spyOn(reader, "tables").mockImplementation(async (document, page) => {
      if (document === "d1" && page === 1) throw slow;
      return tables(document, page);
    });
    const ask = (query: string) => queryTableTool.run({ query }, contextOf(reader));
    const { text } = await ask("");
    expect(text).toContain(slow.message);
    expect(text).toContain("costs.csv, 2 rows");
    await expect(ask("SELECT count(*) FROM sales")).rejects.toBe(slow);
  });

  it("leaves formulas to read_table, which shows the formula of a named cell", async () => {
    expect((await ask("SELECT [2022] FROM Costs")).text).not.toContain("D2+2");
    const read = async (id: string) => (await readTableTool.run({ id }, contextOf(reader))).text;
    expect(await read("d3.p1.t1")).toContain(
      "Some cells have formulas; read_table d3.p1.t1.r2.c3 tells that of one.",
    );
    expect(await read("d3.p1.t1.r2.c3")).toContain("Formula of d3.p1.t1.r2.c3: =D2+2");
  });

  it("counts and sums over all pages of a sheet, and lists the rows", async () => {
    const { text, cells, selection, evidence } = await ask(
      "SELECT Region, count(*), sum([Net sales ($)]), avg(units) FROM sales.csv GROUP BY region ORDER BY 3 DESC",
    );
    expect(text).toContain("c3 sum([Net sales ($)]) | c4 avg(units)");
    expect(cells?.map(([region, count, sum]) => [region, count, sum])).toEqual(
      regions
        .map((region, first) => {
          const indices = Array.from({ length: 250 }, (_, index) => index).filter(
            (index) => index % 3 === first,
          );
          const sum = indices.reduce((all, index) => all + 1000 + index * 7, 0);
          return [region, String(indices.length), sum.toLocaleString("en")];
        })
        .sort((a, b) => Number(b[2]?.replaceAll(",", "")) - Number(a[2]?.replaceAll(",", ""))),
    );
    const from = selection?.rows[0]?.from ?? [];
    expect(from.length).toBeGreaterThan(1);
    expect(from[0]).toMatchObject({ table: "d1.p1.t1" });
    expect(evidence.length).toBeGreaterThan(0);
    expect(text).toMatch(/Not taken: 1 row of totals, such as d1\.p\d\.t1\.r\d+ "Total"/);
  });

  it("compares dates, their parts, and numbers by value", async () => {
    expect((await ask("SELECT count(*) FROM d1 WHERE month(Day) = 2")).cells).toEqual([["28"]]);
    expect((await ask("SELECT count(*) FROM d1 WHERE day >= '2023-09'")).cells).toEqual([["27"]]);
    expect((await ask("SELECT count(*) FROM d1 WHERE units IS NULL OR units < 3")).cells).toEqual([
      ["7"],
    ]);
    expect((await ask("SELECT max(day), min(net_sales) FROM d1")).cells).toEqual([
      ["9/21/2023", "1,000"],
    ]);
  });

  it("joins a sheet with a file, and names unmatched rows", async () => {
    const { cells } = await ask(
      "SELECT c.Head, count(*) FROM d1 s LEFT JOIN Costs c ON s.Region = c.Region GROUP BY c.Head ORDER BY 2",
    );
    expect(cells).toEqual([
      ["Ada", "84"],
      ["", "166"],
    ]);
  });

  it("names rows that may be totals, and keeps rows with a similar name", async () => {
    const { cells, text } = await ask(
      "SELECT sum([2022]) FROM d2.p1.t1 WHERE label NOT LIKE 'margin%'",
    );
    expect(cells).toEqual([["6,319"]]);
    expect(text).toContain('such as d2.p1.t1.r3 "Total net sales"');
    expect((await ask("SELECT label, 2022 FROM d2 WHERE label = 'total net sales'")).cells).toEqual(
      [["Total net sales", "6,307"]],
    );
    await expect(ask("SELECT sum([2022]) FROM d2")).rejects.toThrow(
      "combine numbers in $ million and %",
    );
  });

  it("reports the number of rows, and where to continue", async () => {
    const { text, selection } = await ask(
      "SELECT * FROM d1 WHERE region = 'north' LIMIT 5 OFFSET 2",
      { tokens: 200 },
    );
    expect(selection?.count).toBe(84);
    expect(text).toContain("84 rows from d1.p1.t1 sales.csv");
    expect(text).toMatch(/Left out: \d\d rows; OFFSET \d goes on\./);
  });

  it.each([
    ["SELECT foo FROM d1", "There is no column foo. There are: "],
    [
      "SELECT Region, Units FROM d1 GROUP BY Region",
      "Units is neither aggregated nor grouped. Add GROUP BY [Units]",
    ],
    [
      "SELECT Region FROM d1 JOIN d3.Costs ON d1.Region = Costs.Region",
      "No table is called Costs here. The tables are d1, d3.Costs.",
    ],
    [
      "SELECT Region FROM d1 s JOIN d3.Costs c ON s.Region = c.Region",
      "Region is a column of several tables: write s.[Region] or c.[Region].",
    ],
    ["SELECT Region FROM nowhere", 'There is no table "nowhere".'],
    ["SELECT * FROM plan.xlsx", "Name one table instead of"],
    ["SELECT * FROM (SELECT 1)", "Subqueries are not supported."],
    ["SELECT rank(Units) FROM d1", "There is no function rank. Available: count, sum"],
    ["SELECT Region FROM d1, d2", "with JOIN"],
    ["SELECT Region FROM d1 WHERE Units > 1,000", "numbers without commas"],
    ["SELECT Region FROM d1 WHERE", "it ends too early"],
    [`SELECT Region FROM d1 WHERE ${"(".repeat(40)}`, "more than 20 nested brackets"],
    [`SELECT ${"a, ".repeat(400)}b FROM d1`, "at most 1000 are allowed"],
  ])("answers %s with a valid alternative", async (query, message) => {
    await expect(ask(query)).rejects.toMatchObject({
      name: "PagehoundError",
      code: expect.stringMatching(/^(?:invalid-argument|not-found)$/),
      message: expect.stringContaining(message),
    });
  });
});

describe("the numbers of a result", () => {
  const query = "SELECT Region, sum(units) FROM d1 GROUP BY Region ORDER BY Region";

  it("the numbers of a result can be used in the calculator", async () => {
    const tools = documentTools(reader);
    const run = async (name: string, call: object) => {
      const result = await tools.find((each) => each.name === name)?.run(call);
      if (!result) throw new Error(`There is no tool ${name}.`);
      return result;
    };
    await run("query_table", { query });
    const { calculation } = await run("calculate", { expression: "q1.r1.c2 - q1.r2.c2" });
    expect(calculation).toMatchObject({
      id: "c1",
      sourced: true,
      expression: "q1.r1.c2 - q1.r2.c2",
    });
    await expect(run("calculate", { expression: "q7.r1.c2 + 1" })).rejects.toThrow(
      "There is no result q7.r1.c2.",
    );
  });

  it("accepts the numbers of a result in a sentence and cites their cells, but accepts no other numbers", async () => {
    const { selection, evidence } = await ask(query);
    const figures = selection?.figures ?? [];
    const [east, north] = figures.map(({ display }) => display);
    const { calculation } = await calculateTool.run(
      { expression: "q1.r1.c2 + q1.r2.c2" },
      contextOf(reader, { calculations: figures }),
    );
    const check = async (text: string) => {
      const [sentence] = await verifyAnswer(
        { enough: true, missing: "", sentences: [{ text, citations: [] }] },
        {
          reader,
          question: "How many units?",
          calculations: [...figures, ...(calculation ? [calculation] : [])],
          seen: evidence,
          signal: new AbortController().signal,
        },
      );
      return sentence;
    };
    const stated = await check(`East sold ${east} units.`);
    expect(stated).toMatchObject({ supported: true, calculations: [{ id: "q1.r1.c2" }] });
    expect(stated?.citations[0]).toMatchObject({
      document: "d1",
      quote: expect.stringMatching(/^\d+$/),
    });
    expect((await check(`East and North sold ${calculation?.display} units.`))?.supported).toBe(
      true,
    );
    const changed = String(Number(east?.replaceAll(",", "")) + 1);
    expect(await check(`East sold ${changed} units.`)).toMatchObject({ supported: false });
    expect(await check(`East sold ${north} units.`)).toMatchObject({
      supported: false,
      misplacedNumbers: [{ kind: "row", stands: "North", said: "East" }],
    });
    expect((await check(`East sold ${east} million units.`))?.supported).toBe(false);
  });

  it("an empty result counts zero, and cites what was examined", async () => {
    const { selection } = await ask("SELECT count(*) FROM d1 WHERE Region = 'Mars'");
    expect(selection?.figures).toMatchObject([
      { value: "0", sourced: true, operands: [{ text: "Day", cell: "d1.p1.t1.r0.c0" }] },
    ]);
  });
});
