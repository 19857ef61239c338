import fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import { findQuote, withoutLeader } from "../../../../src/agent/verify/find-quote.js";

const page = [
  "Amounts in millions\t2016\t2017\t2018",
  "Total net sales \t107,006 \t135,987 \t177,866",
  "Consolidated \t$ 2,233 \t$ 4,186 \t$ 4,106",
  "Cost of sales:\t$\t71,651\t$\t88,265",
  "Net (loss) income\t(1,432\t)\t1,577\t12\t%",
  "Other income\t—\t$ 5,101\t1 234\t2015-2016",
  "Note 12\t51\t61",
  "Segment A\t100\tSegment B\t200",
  "Tax\t10\t20",
  "Tax\t10\t30",
  "Fees\t41\t42",
  "Fees \t41 \t42",
].join("\n");

function found(quote: string): string | null {
  const span = findQuote(quote, page);
  return span && page.slice(span.start, span.end);
}

describe("a row quote that leaves out columns or signs", () => {
  it.each([
    ["Consolidated 2,233 4,186 4,106", "Consolidated \t$ 2,233 \t$ 4,186 \t$ 4,106"],
    ["Consolidated | $2,233 | $4,106", "Consolidated \t$ 2,233 \t$ 4,186 \t$ 4,106"],
    ["Cost of sales 71,651", "Cost of sales:\t$\t71,651\t$\t88,265"],
    ["cost of sales: $88,265.", "Cost of sales:\t$\t71,651\t$\t88,265"],
    ["Total net sales 177,866", "Total net sales \t107,006 \t135,987 \t177,866"],
    ["Total net sales: 107,006", "Total net sales \t107,006 \t135,987 \t177,866"],
    ["Net (loss) income 1,432 1,577", "Net (loss) income\t(1,432\t)\t1,577\t12\t%"],
    ["Net (loss) income: (1,432)", "Net (loss) income\t(1,432\t)\t1,577\t12\t%"],
    ["Net (loss) income -1,432 12%", "Net (loss) income\t(1,432\t)\t1,577\t12\t%"],
    ["Other income: — 5,101", "Other income\t—\t$ 5,101\t1 234\t2015-2016"],
    ["Note 12: 61", "Note 12\t51\t61"],
    ["Fees 42", "Fees\t41\t42"],
  ])("finds the whole row: %s", (quote, row) => {
    expect(found(quote)).toBe(row);
  });
});

it.each([
  ["a part of the label", "net sales 177,866"],
  ["a longer label", "Total net sales growth 177,866"],
  ["another number", "Total net sales 177,867"],
  ["a part of a number", "Total net sales 866"],
  ["a part of a cell", "Other income 234"],
  ["a part of a range", "Other income 2016"],
  ["a number of another row", "Total net sales 4,106"],
  ["another order", "Total net sales 177,866 107,006"],
  ["a number twice", "Total net sales 177,866 177,866"],
  ["words after the label", "Total net sales rose 177,866"],
  ["words after the number", "Total net sales 177,866 million"],
  ["no number", "Consolidated: $"],
  ["another currency", "Consolidated € 4,106"],
  ["a currency that the row lacks", "Total net sales $177,866"],
  ["a sign that the cell lacks", "Net (loss) income (1,577)"],
  ["a minus that the cell lacks", "Total net sales -177,866"],
  ["a percent sign that the cell lacks", "Net (loss) income 1,577%"],
  ["a cell without its percent sign", "Net (loss) income: 12"],
  ["a label cut inside a number", "Note 1: 51"],
  ["a number run together with the label", "Note 1261"],
  ["a second row beside the first", "Segment A 200"],
  ["several different rows", "Tax: 10"],
])("finds no row for %s", (_, quote) => {
  expect(found(quote)).toBeNull();
});

it("distinguishes rows with the same label by their numbers", () => {
  expect(found("Tax: 30")).toBe("Tax\t10\t30");
});

interface TableRow {
  readonly label: string;
  readonly numbers: readonly number[];
  readonly style: string;
}

function plain(number: number): string {
  return number.toLocaleString("en");
}

function cell(number: number, style: string): string {
  const shown = plain(number);
  return style === "()" ? `(${shown})` : style === "$" ? `$ ${shown}` : shown;
}

function line({ label, numbers, style }: TableRow): string {
  return [label, ...numbers.map((number) => cell(number, style))].join(" \t");
}

/** Labels that are no prefixes of one another, and numbers that each occur once. */
const table: fc.Arbitrary<readonly TableRow[]> = fc
  .tuple(
    fc.uniqueArray(fc.constantFrom("Net sales", "Cost (net)", "Long-term debt", "Taxe d’été"), {
      minLength: 2,
    }),
    fc.uniqueArray(fc.integer({ min: 0, max: 5_000_000 }), { minLength: 12, maxLength: 12 }),
    fc.array(fc.constantFrom("", "$", "()"), { minLength: 4, maxLength: 4 }),
  )
  .map(([labels, numbers, styles]) =>
    labels.map((label, index) => ({
      label,
      numbers: numbers.slice(index * 3, index * 3 + 3),
      style: styles[index] ?? "",
    })),
  );

const choice = fc.record({
  table,
  at: fc.nat(),
  keep: fc.subarray([0, 1, 2], { minLength: 1 }),
  signs: fc.boolean(),
  after: fc.constantFrom(" ", ": ", " | ", "\t", "… "),
  change: fc.nat(),
});

function quoteOf(
  row: TableRow,
  numbers: readonly number[],
  { signs, after }: { readonly signs: boolean; readonly after: string },
): string {
  const cells = numbers.map((number) => (signs ? cell(number, row.style) : plain(number)));
  return `${row.label}${after}${cells.join(" ")}`;
}

it("finds a row, or part of it, by its label and any of its numbers in order", () => {
  fc.assert(
    fc.property(choice, ({ table: rows, at, keep, ...form }) => {
      const row = rows[at % rows.length] as TableRow;
      const text = rows.map(line).join("\n");
      const span = findQuote(
        quoteOf(
          row,
          keep.map((index) => row.numbers[index] ?? 0),
          form,
        ),
        text,
      );
      expect(span).not.toBeNull();
      if (!span) return;
      const start = text.indexOf(line(row));
      expect(span.start).toBe(start);
      expect(span.end).toBeLessThanOrEqual(start + line(row).length);
      const cited = text.slice(span.start, span.end);
      for (const index of keep) expect(cited).toContain(plain(row.numbers[index] ?? 0));
    }),
  );
});

it("never finds a row for a changed digit, a number of another row, or another order", () => {
  fc.assert(
    fc.property(choice, ({ table: rows, at, keep, change, ...form }) => {
      // An ellipsis may stand for the line between two rows.
      fc.pre(form.after !== "… ");
      const row = rows[at % rows.length] as TableRow;
      const other = rows[(at + 1) % rows.length] as TableRow;
      const text = rows.map(line).join("\n");
      const kept = keep.map((index) => row.numbers[index] ?? 0);
      const place = change % kept.length;
      const digits = String(kept[place]);
      const digit = change % digits.length;
      const changed = Number(
        digits.slice(0, digit) + ((Number(digits[digit]) + 1) % 10) + digits.slice(digit + 1),
      );
      const wrong = [kept.with(place, other.numbers[change % 3] ?? 0)];
      if (!row.numbers.includes(changed)) wrong.push(kept.with(place, changed));
      if (kept.length > 1) wrong.push(kept.toReversed());
      for (const numbers of wrong) {
        const quote = quoteOf(row, numbers, form);
        expect(findQuote(quote, text), quote).toBeNull();
      }
    }),
  );
});

it("finishes on long and unusual lines", () => {
  const cells = "\t1".repeat(20_000);
  expect(findQuote(`Sales ${"1 ".repeat(1900)}2`, `Sales${cells}`)).toBeNull();
  const rows = "Sales\t1\t3\n".repeat(2000);
  expect(findQuote(`Sales ${"-(".repeat(1900)}2`, rows)).toBeNull();
});

test("removes any number of leader dots between a label and its numbers", () => {
  const row = `Rent ${".".repeat(200)}\t41\t42`;
  const text = `${row}\n${"Lease ".concat(".".repeat(60))}x\t1\t2`;
  expect(findQuote("Rent 42", text)).toEqual({ start: 0, end: row.length });
});

test("removes the colons and leader dots after a label", () => {
  const label = fc.string({ unit: fc.constantFrom("a", ".", ".", ":", " "), maxLength: 12 });
  fc.assert(
    fc.property(label, (text) => {
      expect(withoutLeader(text)).toBe(text.replace(/(?::|\.{3,})+$/, ""));
    }),
  );
});
