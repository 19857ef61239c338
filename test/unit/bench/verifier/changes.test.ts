import fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import { amountIn, printedAmount } from "../../../bench/verifier/amount.js";
import {
  type ChangeKind,
  changeKinds,
  type StatementCase,
  statementsAbout,
} from "../../../bench/verifier/changes.js";
import type { FigureCell } from "../../../bench/verifier/figure-cell.js";
import type { Claim } from "../../../bench/verifier/statement.js";
import { tries } from "../../../tries.js";

const companies = ["Acme", "Harbour Works", "Northern Mills"];
const labels = [
  "Net sales",
  "Net income (loss)",
  "Cost of revenue",
  "Net cash used in investing activities",
  "Total current assets",
  "Share of customers",
];

const amounts = fc
  .tuple(fc.integer({ min: 10, max: 9_999_999 }), fc.integer({ min: 0, max: 99 }), fc.boolean())
  .map(([whole, decimals, negative]) => {
    const digits = whole.toLocaleString("en-US") + (decimals < 30 ? `.${decimals % 10}` : "");
    return { negative, digits, percent: false };
  })
  .filter(({ digits }) => printedAmount(digits) !== null);

const cells: fc.Arbitrary<FigureCell> = fc
  .record({
    company: fc.constantFrom("Acme", null),
    label: fc.constantFrom(...labels),
    period: fc.constantFrom("2019", "December 31, 2019", "Fiscal 2019", "FY19"),
    amount: amounts,
    scale: fc.constantFrom(null, "thousand", "million"),
    unit: fc.constantFrom(null, "$", "€", "%"),
    others: fc.uniqueArray(
      fc.record({ period: fc.constantFrom(null, "2018", "2017"), amount: amounts }),
      { maxLength: 3, selector: ({ period }) => period },
    ),
    neighbours: fc.uniqueArray(
      fc.record({ label: fc.constantFrom("Net loss", "Total assets"), amount: amounts }),
      { maxLength: 2, selector: ({ label }) => label },
    ),
  })
  .map((cell) => ({
    ...cell,
    ...{ context: "one", document: "one.html", page: null, row: [cell.label, cell.amount.digits] },
    around: new Set(
      [cell.amount, ...[...cell.others, ...cell.neighbours].map(({ amount }) => amount)].map(
        ({ digits }) => digits,
      ),
    ),
  }));

/** The parts of a claim that each kind of change may affect. */
const parts: Readonly<Record<ChangeKind, readonly (keyof Claim)[]>> = {
  column: ["period", "digits"],
  row: ["label", "digits"],
  scale: ["scale", "digits"],
  sign: ["negative"],
  digit: ["digits"],
  company: ["company"],
  unit: ["unit"],
};

function differences(one: Claim, other: Claim): (keyof Claim)[] {
  const names = Object.keys(one) as (keyof Claim)[];
  return names.filter((name) => one[name] !== other[name]);
}

describe("a changed statement", () => {
  it("differs from the true one in exactly one thing, and in its text", () => {
    fc.assert(
      fc.property(cells, (cell) => {
        const { truth, changed } = statementsAbout(cell, companies);
        for (const { kind, claim, text } of changed) {
          const [part, ...more] = differences(truth.claim, claim);
          expect(more, kind).toEqual([]);
          expect(parts[kind]).toContain(part);
          expect(text).not.toBe(truth.text);
        }
      }),
      { numRuns: tries(300, 3000) },
    );
  });

  it("names no other row or period whose amount is the same", () => {
    fc.assert(
      fc.property(cells, fc.boolean(), (drawn, isSame) => {
        // Neighbouring rows and columns often have the same amount.
        const others = drawn.others.map((one) => (isSame ? { ...one, amount: drawn.amount } : one));
        const near = drawn.neighbours.map((one) => ({ ...one, amount: drawn.amount }));
        const cell = { ...drawn, others, neighbours: isSame ? near : drawn.neighbours };
        const { truth, changed } = statementsAbout(cell, companies);
        for (const { kind, claim } of changed) {
          if (kind === "row") expect(isSame).toBe(false);
          if (kind === "column") expect(isSame).toBe(false);
          if (claim.digits !== truth.claim.digits) continue;
          const named = cell.others.filter(({ period }) => period === claim.period);
          const labelled = cell.neighbours.filter(({ label }) => label === claim.label);
          for (const { amount } of [...named, ...labelled]) {
            expect(amount.digits).not.toBe(cell.amount.digits);
          }
        }
      }),
      { numRuns: tries(300, 3000) },
    );
  });

  it("changes a digit without stating another nearby amount", () => {
    fc.assert(
      fc.property(cells, (cell) => {
        const { truth, changed } = statementsAbout(cell, companies);
        const digit = changed.find(({ kind }) => kind === "digit");
        if (!digit) return;
        const [one, other] = [truth.claim.digits, digit.claim.digits];
        const places = [...one].filter((character, at) => character !== other.charAt(at));
        expect(other).toHaveLength(one.length);
        expect(places).toHaveLength(1);
        if (truth.claim.digits === cell.amount.digits) expect(cell.around).not.toContain(other);
      }),
      { numRuns: tries(300, 3000) },
    );
  });
});

const sales: FigureCell = {
  ...{ context: "one", document: "one.pdf", page: 3, row: ["Net sales", "28,052", "23,288"] },
  ...{ company: "Acme", label: "Net sales", period: "2019", scale: "million", unit: "$" },
  amount: { negative: false, digits: "28,052", percent: false },
  others: [{ period: "2018", amount: { negative: false, digits: "23,288", percent: false } }],
  neighbours: [
    { label: "Gross profit", amount: { negative: false, digits: "9,120", percent: false } },
  ],
  around: new Set(["28,052", "23,288", "9,120"]),
};

/** From many contexts, so that every wording and form occurs. */
function manyCases(cell: FigureCell): readonly StatementCase[] {
  return Array.from({ length: 200 }, (_, context) =>
    statementsAbout({ ...cell, context: String(context) }, companies),
  );
}

test("states a cell in its scale and the next one, written out, and without its unit", () => {
  const texts = manyCases(sales).map(({ truth }) => truth.text);
  for (const amount of ["$28,052 million", "$28.1 billion", "$28,052,000,000", "28,052."]) {
    expect(texts.some((text) => text.includes(amount))).toBe(true);
  }
  expect(texts.every((text) => !text.includes("$28,052."))).toBe(true);
});

test("makes all kinds of changes, in a reproducible way", () => {
  const kinds = new Set(manyCases(sales).flatMap(({ changed }) => changed.map(({ kind }) => kind)));
  expect([...kinds].sort()).toEqual([...changeKinds].sort());
  expect(manyCases(sales)).toEqual(manyCases(sales));
});

test("accepts an outflow with or without its sign", () => {
  const spent = {
    ...sales,
    label: "Net cash used in investing activities",
    amount: { ...sales.amount, negative: true },
  };
  const cases = manyCases(spent);
  expect(cases.flatMap(({ changed }) => changed).some(({ kind }) => kind === "sign")).toBe(false);
  expect(new Set(cases.map(({ truth }) => truth.claim.negative))).toEqual(new Set([true, false]));
});

test.each([
  ["$ (1,432)", { negative: true, digits: "1,432", percent: false }],
  ["4.00%", { negative: false, digits: "4.00", percent: true }],
  ["(150)%", { negative: true, digits: "150", percent: true }],
  ["-72.5", { negative: true, digits: "72.5", percent: false }],
  ["2019", null],
  ["—", null],
  ["7", null],
  ["35 (2)", null],
])("recognises whether the cell %j is an amount", (text, amount) => {
  expect(printedAmount(text)).toEqual(amount);
});

test("writes decimals out exactly", () => {
  expect(amountIn("1,452.4", "million", "full")).toEqual({ digits: "1,452,400,000", scale: null });
  expect(amountIn("0.5", "million", "full")).toEqual({ digits: "500,000", scale: null });
  expect(amountIn("912", "million", "rounded")).toBeNull();
});
