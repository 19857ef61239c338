import fc from "fast-check";
import { expect, it } from "vitest";
import type { Answer } from "../../../src/core/answer.js";
import { completeColumns, type Page, type Span, type Table } from "../../../src/core/index.js";
import { answerDocument } from "../../../src/grid/answer-document.js";
import { tablesOf } from "../../../src/readers/tables/tables-of.js";

/** An answer without a model: parts of a page, with the figure if it is known. */
function markedIn({ text }: Page, marked: readonly Span[], figure?: Span, prefix = ""): Answer {
  const best = {
    ...{ evidence: "d1.p1.s1", document: "d1", path: "a", page: 1, pageLabel: null },
    ...{ pageUnit: "page", heading: null, marks: [], score: 1, certainty: "likely" },
    ...{ span: { start: 0, end: text.length }, text, marked, figure },
  };
  const passage = prefix + marked.map(({ start, end }) => text.slice(start, end)).join(" ");
  return { kind: "passages", text: passage, reason: null, passages: [best] } as unknown as Answer;
}

function pageOf(text: string): Page {
  let block = 0;
  let start = 0;
  const lines = text.split("\n").flatMap((line) => {
    const end = start + line.length;
    const at = { start, end, block, kind: line.includes("\t") ? "row" : "text" };
    start = end + 1;
    if (line === "") block++;
    return line === "" ? [] : [at];
  });
  return { number: 1, text, lines, geometry: null } as unknown as Page;
}

function rowOf({ text }: Page, label: string): Span {
  const start = text.indexOf(`\n${label}\t`) + 1;
  const end = text.indexOf("\n", start);
  return { start, end: end < 0 ? text.length : end };
}

async function numberIn(page: Page, answer: Answer, unit?: string) {
  const [column] = completeColumns([{ question: "How much?", type: "number", unit }]);
  if (!column) throw new Error("There is no column.");
  const tables = async (): Promise<readonly Table[]> => tablesOf(page);
  const { value, remark } = await answerDocument(answer, column, tables);
  return { number: value?.type === "number" ? `${value.number} ${value.unit}` : null, remark };
}

const statement = (caption: string): Page =>
  pageOf(
    [
      caption,
      "",
      "Item\t2022\t2021",
      "Revenue\t60,922\t26,974",
      "Net loss\t(1,200)\t(5)",
      "Margin\t12%\t11%",
      "Level 2 notes due 2030\t500\t",
      "",
      "Sales rose by 8%. The notice period is 30 days.",
    ].join("\n"),
  );

it.each([
  ["(in millions)", "Revenue", "60922000000 null"],
  ["(in thousands of euros)", "Revenue", "60922000 euros"],
  ["£m", "Revenue", "60922000000 £"],
  ["Selected figures", "Revenue", "60922 null"],
  ["(in millions)", "Net loss", "-1200000000 null"],
  ["(in thousands of euros)", "Margin", "12 %"],
  ["(in millions)", "Level 2 notes due 2030", "500000000 null"],
])("gives a row below %j the unit of its table: %s", async (caption, label, number) => {
  const page = statement(caption);
  const row = rowOf(page, label);
  expect((await numberIn(page, markedIn(page, [row]))).number).toBe(number);
  // The answer's text may say more than the row.
  expect((await numberIn(page, markedIn(page, [row], undefined, "Yes: "))).number).toBe(number);
});

it("gives a sentence next to a table its own numbers", async () => {
  const page = statement("(in millions)");
  const start = page.text.indexOf("Sales");
  const answer = markedIn(page, [{ start, end: page.text.length }]);
  expect(await numberIn(page, answer, "%")).toEqual({ number: "8 %", remark: null });
  expect(await numberIn(page, answer, "days")).toEqual({ number: "30 days", remark: null });
});

const captions = ["(in millions)", "(in thousands of euros)", "£m", "in USD thousands", "Figures"];
const cellTexts = fc.oneof(
  fc.integer({ min: -99_999, max: 99_999 }).map((number) => number.toLocaleString("en")),
  fc.integer({ min: 1, max: 9_999 }).map((number) => `(${number.toLocaleString("en")})`),
  fc.integer({ min: 0, max: 999 }).map((number) => `${number / 10}%`),
  fc.integer({ min: 1, max: 9_999 }).map((number) => `$${number}`),
  fc.integer({ min: 1990, max: 2030 }).map(String),
);

it("takes the same number from a row as from its cell alone", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...captions),
      fc.constantFrom(undefined, "EUR", "USD", "%"),
      fc.array(fc.array(cellTexts, { minLength: 3, maxLength: 3 }), { minLength: 2, maxLength: 5 }),
      async (caption, unit, rows) => {
        const lines = rows.map((cells, at) => [`Row ${"abcdef"[at]}`, ...cells].join("\t"));
        const page = pageOf([caption, "", "Item\tFirst\tSecond\tThird", ...lines].join("\n"));
        const [table] = tablesOf(page);
        if (!table) throw new Error("There is no table.");
        for (const [at] of rows.entries()) {
          const row = rowOf(page, `Row ${"abcdef"[at]}`);
          const { number } = await numberIn(page, markedIn(page, [row]), unit);
          const inRow = table.cells.filter(
            ({ value, spans }) =>
              value !== null &&
              spans.some(({ start, end }) => start >= row.start && end <= row.end),
          );
          const alone = await Promise.all(
            inRow.map(({ spans: [span] }) => numberIn(page, markedIn(page, [row], span), unit)),
          );
          const fitting = alone.flatMap((each) => each.number ?? []);
          // Amounts in another unit take precedence over what may be a year.
          if (number !== null) expect(fitting).toContain(number);
          else expect(fitting.filter((each) => !/^(?:199|20[0-3])/.test(each))).toEqual([]);
        }
      },
    ),
  );
});

it("reads a figure on its own, without the rest of its row", async () => {
  const page = statement("(in millions)");
  const row = rowOf(page, "Revenue");
  const start = page.text.indexOf("26,974");
  const answer = markedIn(page, [row], { start, end: start + 6 });
  expect(await numberIn(page, answer)).toEqual({ number: "26974000000 null", remark: null });
});
