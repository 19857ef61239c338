import { beforeAll, describe, expect, it } from "vitest";
import { estimateTokens } from "../../../../src/agent/reading/reading.js";
import { calculateTool } from "../../../../src/agent/tools/calculate.js";
import { checkArguments } from "../../../../src/agent/tools/check-arguments.js";
import { findTool } from "../../../../src/agent/tools/check-tools.js";
import { standardTools } from "../../../../src/agent/tools/standard-tools.js";
import { haveTables } from "../../../../src/agent/tools/table-tools.js";
import type { ToolResult } from "../../../../src/agent/tools/tool.js";
import type { Calculation } from "../../../../src/core/answer.js";
import { parseTablePlace } from "../../../../src/core/table.js";
import { contextOf, MemoryReader } from "./memory-reader.js";

const accounts = `# Results

Net sales by segment (in millions)

| | 2022 | 2021 |
| --- | --- | --- |
| Americas | $ 5,207 | $ 4,963 |
| Europe | 1,100 | 1,000 |
| Total | 6,307 | 5,963 |
| Other income | (207) | 107 |

# Margins

Ratios (%)

| | 2022 | 2021 |
| --- | --- | --- |
| Operating margin | 12.5% | 10.1% |

The firm has 9,800 employees, and one plant in Acadia.
`;
const expenses = `# Costs

Expenses (in thousands)

| | 2022 | 2021 |
| --- | --- | --- |
| Research | 340,000 | 300,000 |
`;

let reader: MemoryReader;
beforeAll(async () => {
  reader = new MemoryReader();
  await reader.add("filings/acme 2022.md", accounts);
  await reader.add("filings/costs.md", expenses);
  await reader.add("long.md", longTable(40));
});

function longTable(rows: number): string {
  const lines = Array.from(
    { length: rows },
    (_, row) => `| Harbour ${row + 1} | ${1000 + row} | ${2000 + row} |`,
  );
  return `# Harbours\n\nBoats (in thousands)\n\n| | 2022 | 2021 |\n| --- | --- | --- |\n${lines.join("\n")}\n`;
}

type More = Parameters<typeof contextOf>[1];

async function call(name: string, args: object, more: More = {}): Promise<ToolResult> {
  const tool = findTool(standardTools, name);
  return tool.run(checkArguments(tool, args), contextOf(reader, more));
}

async function compute(expression: string, args: object = {}, more: More = {}) {
  const call = checkArguments(calculateTool, { expression, ...args });
  const { calculation, text } = await calculateTool.run(call as never, contextOf(reader, more));
  if (!calculation) throw new Error("the test expected a calculation");
  return { ...calculation, told: text };
}

describe("the ids of tables and cells", () => {
  it("parses the ids of tables and cells, with rows and columns counting from 0", () => {
    const place = { document: "d4", page: 52, number: 1 };
    expect(parseTablePlace("d4.p52.t1.r0.c2")).toEqual({ ...place, row: 0, column: 2 });
    expect(parseTablePlace("d4.p52.t1.r7")).toEqual({ ...place, row: 7, column: null });
    expect(parseTablePlace("d4.p52.t1")).toEqual({ ...place, row: null, column: null });
    for (const none of ["d4.p52.s1", "d4.p0.t1", "d4.p52.t0", "d4.p52.t1.c2", "d4"]) {
      expect(parseTablePlace(none)).toBeNull();
    }
  });
});

describe("find_rows", () => {
  it("returns rows with their headings, unit, ids and the requested cell", async () => {
    const { text, evidence, summary } = await call("find_rows", {
      label: "americas",
      period: "2021",
    });
    expect(text).toBe(`d1.p1.t1 acme 2022.md, part 1
Net sales by segment ($ million) | c1 2022 | c2 2021
[d1.p1.s1]
r1 Americas | $ 5,207 | $ 4,963
Likeliest: d1.p1.t1.r1.c2 = $ 4,963 (2021).`);
    expect(evidence).toEqual(["d1.p1.s1"]);
    expect(summary).toBe("1 row in 1 document");
  });

  it("prints the headings of a table once", async () => {
    const { text } = await call("find_rows", { label: "harbour 1" });
    expect(text.match(/c1 2022 \| c2 2021/g)).toHaveLength(1);
    expect(text.match(/^r\d+ Harbour 1/gm)?.length).toBeGreaterThan(5);
  });

  it("says that no row matches, and what to try", async () => {
    const { text, evidence } = await call("find_rows", { label: "zebras", documents: ["d1"] });
    expect(text).toContain("No row of a table is called: zebras");
    expect(text).toContain("leave documents out, or search");
    expect(evidence).toEqual([]);
    await expect(call("find_rows", { label: " " })).rejects.toMatchObject({
      code: "invalid-argument",
    });
  });

  it("keeps headings and unit if only a few rows fit", async () => {
    const { text } = await call("find_rows", { label: "harbour" }, { tokens: 130 });
    expect(estimateTokens(text)).toBeLessThanOrEqual(130);
    expect(text).toContain("(thousand) | c1 2022 | c2 2021");
    expect(text).toMatch(/Left out: \d+ rows that fit less\./);
  });
});

describe("read_table", () => {
  it("returns a table by its own id, by that of a row, a cell or a passage, or by its page", async () => {
    const { text, evidence } = await call("read_table", { id: "d2.p1.t1" });
    expect(text).toBe(`d2.p1.t1 costs.md, part 1, row 1
Expenses (thousand) | c1 2022 | c2 2021
[d2.p1.s1]
r1 Research | 340,000 | 300,000
A cell is named like d2.p1.t1.r1.c1.`);
    expect(evidence).toEqual(["d2.p1.s1"]);
    for (const id of ["[D2.p1.t1]", "d2.p1.t1.r1", "d2.p1.t1.r1.c2", "d2.p1.s1", "d2.p1"]) {
      expect((await call("read_table", { id })).text).toBe(text);
    }
  });

  it("returns the requested rows and columns", async () => {
    const rows = async (args: object) =>
      (await call("read_table", { id: "d1.p1.t1", ...args })).text.match(/^r\d.*/gm);
    expect(await rows({ rows: "2-3" })).toEqual([
      "r2 Europe | 1,100 | 1,000",
      "r3 Total | 6,307 | 5,963",
    ]);
    expect(await rows({ rows: "r4", columns: "c2" })).toEqual(["r4 Other income | 107"]);
    expect(await rows({ rows: "1,3-", columns: "2021" })).toEqual([
      "r1 Americas | $ 4,963",
      "r3 Total | 5,963",
      "r4 Other income | 107",
    ]);
  });

  it.each([
    ["d1.p1.t7", "There is no table d1.p1.t7. That page has d1.p1.t1 (rows 1 to 4)"],
    ["d9.p1.t1", "There is no document d9."],
    ["d1.p9.t1", "d1 has no part 9"],
    ["d1.p1", "has 2 tables: d1.p1.t1 (rows 1 to 4)"],
    ["net sales", '"net sales" is not the id of a table.'],
  ])("answers %s with the valid choices", async (id, message) => {
    await expect(call("read_table", { id })).rejects.toMatchObject({
      message: expect.stringContaining(message),
    });
  });

  it("answers missing rows and columns with the existing ones", async () => {
    await expect(call("read_table", { id: "d1.p1.t1", rows: "9" })).rejects.toMatchObject({
      message: "d1.p1.t1 has no rows 9. It has rows 1 to 4.",
    });
    await expect(call("read_table", { id: "d1.p1.t1", columns: "2019" })).rejects.toMatchObject({
      message: expect.stringContaining("has no column 2019. It has c0, c1 2022, c2 2021."),
    });
  });

  it("names the nearest table if a page has none", async () => {
    const far = new MemoryReader();
    await far.add("far.md", `# One\n\n${"Words without a table. ".repeat(400)}\n\n${accounts}`);
    const [document] = await far.documents();
    expect(document?.pages.total).toBeGreaterThan(1);
    const tool = findTool(standardTools, "read_table");
    await expect(tool.run({ id: "d1.p1.t1" }, contextOf(far))).rejects.toMatchObject({
      message: expect.stringMatching(
        /^There is no table on page 1 of d1\. The nearest: d1\.p\d\.t1 \(/,
      ),
    });
  });

  it("resumes where it ran out of space, but not within three rows of its end", async () => {
    const { text } = await call("read_table", { id: "d3.p1.t1" }, { tokens: 200 });
    const [, from, to] = /Left out: rows (\d+)-(\d+)\./.exec(text) ?? [];
    expect(to).toBe("40");
    expect(estimateTokens(text)).toBeLessThanOrEqual(200);
    const rest = await call("read_table", { id: "d3.p1.t1", rows: `${from}-${to}` });
    expect(rest.text).toContain(`\nr${from} `);
    expect(rest.text).not.toContain("Left out");
    const slack = { limit: 0, slack: 100 };
    let finished = 0;
    for (let limit = 110; limit < 700; limit += 5) {
      const budget = { ...slack, limit };
      const { text } = await call("read_table", { id: "d3.p1.t1" }, { budget });
      const left = 40 - (text.match(/^r\d+ /gm)?.length ?? 0);
      expect([0, 1, 2, 3].includes(left) ? left : 0).toBe(0);
      expect(estimateTokens(text)).toBeLessThanOrEqual(left === 0 ? limit + 100 : limit);
      if (left === 0 && estimateTokens(text) > limit) finished++;
    }
    expect(finished).toBeGreaterThan(0);
  });
});

describe("calculations with cells", () => {
  it("calculates with the printed numbers of cells, and opens the cells", async () => {
    const found = await compute("percent_change(d1.p1.t1.r1.c2, [d1.p1.t1.r1.c1])");
    expect(found).toMatchObject({
      display: "4.92%",
      expression: "percent_change(4,963, 5,207)",
      sourced: true,
    });
    const [operand] = found.operands;
    expect(operand).toMatchObject({ cell: "d1.p1.t1.r1.c2", value: "4963", origin: "document" });
    const { evidence, quote, span } = operand?.citation ?? missing();
    const [passage] = await reader.passagesById([evidence]);
    const from = passage?.span.start ?? 0;
    expect(passage?.text.slice(span.start - from, span.end - from)).toBe(quote);
    expect(quote).toContain("4,963");
    expect(found.told).toContain("from d1.p1.t1.r1.c2 [d1.p1.s1] (acme 2022.md, part 1)");
  });

  it.each([
    ["d1.p1.t1.r2.c1 + d1.p1.t1.r2.c2", {}, "$2,100 million", "2100", 6],
    ["d1.p1.t1.r1.c1 - d1.p1.t1.r1.c2", {}, "$244 million", "244", 6],
    ["d1.p1.t1.r1.c1 - d1.p1.t1.r1.c2", { as: "billion" }, "$0.244 billion", "0.244", 9],
    ["d1.p1.t1.r1.c1 - d1.p1.t1.r1.c2", { as: "million" }, "$244 million", "244", 6],
    ["d1.p1.t1.r2.c1 / d1.p1.t1.r3.c1", {}, "0.1744", expect.any(String), undefined],
    ["d1.p1.t1.r2.c1 / d1.p1.t1.r3.c1", { as: "percent" }, "17.44%", expect.any(String), undefined],
    ["percent_change(1,000, d1.p1.t1.r2.c1)", { as: "ratio" }, "0.1", "0.1", undefined],
    // Millions and thousands are brought to the same scale, once.
    ["d1.p1.t1.r2.c1 + d2.p1.t1.r1.c1", {}, "1,440,000,000", "1440000000", undefined],
    ["d1.p1.t1.r2.c1 + d2.p1.t1.r1.c1", { as: "million" }, "1,440 million", "1440", 6],
    // A percentage is a hundredth, and the difference of two is a percentage.
    ["d1.p1.t2.r1.c1 * d1.p1.t1.r2.c1", {}, "137.5 million", "137.5", 6],
    ["d1.p1.t2.r1.c1 - d1.p1.t2.r1.c2", {}, "2.4%", "2.4", undefined],
    // A number that the model copied from the table has the table's scale; one from a sentence has
    // none.
    ["d1.p1.t1.r2.c1 - 1,000", {}, "100 million", "100", 6],
    ["d1.p1.t1.r2.c1 / 9,800", {}, "112,244.898", expect.any(String), undefined],
    ["-d1.p1.t1.r4.c1 + 0", {}, "$207 million", "207", 6],
  ])("the result of %s as %j is %s", async (expression, form, display, value, scale) => {
    const seen = ["d1.p1.s1", "d1.p1.s2", "d1.p1.s3", "d2.p1.s1"] as const;
    const seenPassages = (await reader.passagesById([...seen])).flatMap((each) => each?.id ?? []);
    const found = await compute(expression, form, { seen: seenPassages });
    expect([found.display, found.value, found.scale]).toEqual([display, value, scale]);
    expect(found.sourced).toBe(true);
  });

  it("keeps the scale of an earlier result", async () => {
    const { told: _, ...first } = await compute("d1.p1.t1.r2.c1 + d1.p1.t1.r2.c2");
    const more = { calculations: [first as Calculation] };
    expect((await compute("c1 / d2.p1.t1.r1.c1", {}, more)).display).toBe("6.1765");
    expect((await compute("c1 / 2", {}, more)).display).toBe("1,050 million");
  });

  it("reports numbers that differ from the printed ones", async () => {
    const mixed = await compute("d1.p1.t1.r2.c1 + d2.p1.t1.r1.c1");
    expect(mixed.told).toContain("d1.p1.t1.r2.c1 prints 1,100, used as 1,100,000,000.");
    const values = [{ name: "a", id: "d1.p1.t1.r4.c1", number: "207" }];
    const signed = await compute("a + d1.p1.t1.r3.c1", { values });
    expect(signed).toMatchObject({ display: "$6,514 million", sourced: true });
    expect(signed.told).toContain("d1.p1.t1.r4.c1 prints (207), used as 207.");
    const plain = await compute("d1.p1.t1.r4.c1 + d1.p1.t1.r3.c1");
    expect(plain).toMatchObject({ display: "$6,100 million" });
    expect(plain.told).not.toContain("prints");
  });

  it.each([
    [
      "d1.p1.t1.r1.c0 + 1",
      /holds no number\. Row 1, "Americas", has d1\.p1\.t1\.r1\.c1 \(2022\) \$ 5,207/,
    ],
    ["d1.p1.t1.r1.c9 + 1", /holds no number\. Row 1, "Americas", has /],
    ["d1.p1.t1 + 1", /d1\.p1\.t1 is a table, not a cell\. It has rows 1 to 4/],
    ["d1.p1.t1.r99.c1 + 1", /There is no row 99 in d1\.p1\.t1\. It has rows 1 to 4/],
    ["d1.p1.t9.r1.c1 + 1", /There is no table d1\.p1\.t9\./],
  ])("answers %s with the existing cells", async (expression, message) => {
    await expect(compute(expression)).rejects.toMatchObject({
      code: "not-found",
      message: expect.stringMatching(message),
    });
  });

  it("rejects a number that is not the cell's", async () => {
    const values = [{ name: "a", id: "d1.p1.t1.r2.c1", number: "1,101" }];
    await expect(compute("a + 1", { values })).rejects.toMatchObject({
      message: "1,101 is not in d1.p1.t1.r2.c1, which has 1,100.",
    });
  });

  it("describes a computation to people without ids", () => {
    expect(calculateTool.describe?.({ expression: "d1.p1.t1.r1.c0 / [d1.p1.t1.r2.c0]" })).toBe(
      "Computed … / …",
    );
  });
});

describe("documents", () => {
  it("recognises documents with tables from a few of their pages", async () => {
    const { signal } = new AbortController();
    expect(await haveTables(reader, signal)).toBe(true);
    const prose = new MemoryReader();
    await prose.add("a.md", `# A\n\n${"Words without a table. ".repeat(900)}`);
    expect(await haveTables(prose, signal)).toBe(false);
  });
});

function missing(): never {
  throw new Error("the test expected something to be there");
}
