import fc from "fast-check";
import { expect, it } from "vitest";
import { likelyDecimalSign, likelyNumbers } from "../../../../src/agent/verify/check-numbers.js";
import { isBackedBy, labelOf } from "../../../../src/agent/verify/match-number.js";

import { scalesOf } from "../../../../src/figures/number-setting.js";

/** Whether a number in a line supports the only number of a claim. */
function backs(line: string, claim: string, scales: readonly number[] = []): boolean {
  const numbers = likelyNumbers(claim, likelyDecimalSign(claim) ?? likelyDecimalSign(line));
  const number = numbers.findLast(({ kind }) => kind === "quantity") ?? numbers[0];
  if (!number) throw new Error(`no number in ${claim}`);
  return likelyNumbers(line).some((backing) =>
    isBackedBy(
      { number, sentence: claim, question: "" },
      {
        number: backing,
        label: labelOf(line, backing.span),
        scales: scalesOf(backing, line, scales),
      },
    ),
  );
}

it.each<[string, string, readonly number[]]>([
  ["1,577", "$1.58 billion", [6]],
  ["Net income $ 1,577", "$1.58 billion", [6]],
  ["Net income was 1,577", "$1.58 billion", [6]],
  ["1,577", "1,577 million", [6]],
  ["1,577", "1577", [6]],
  ["1,577", "$1,577,000,000", [6]],
  ["1,577,123", "$1.58 billion", [3]],
  ["1.577,5", "1,58 Mrd. EUR", [6]],
  ["$1.577 billion", "$1,577 million", []],
  ["$1.577 billion", "$1.6 billion", []],
  ["12.5", "12.5%", []],
  [".125", "12.5%", []],
  ["0.1254", "12.5%", []],
  ["12.5%", "0.125", []],
  ["12.46", "12.5%", []],
  ["6.8%", "7%", []],
  ["(12)", "a loss of 12", []],
  ["Fuel (11,002)", "Fuel cost 11,002 thousand", [3]],
  ["Income tax expense (241)", "Income tax expense was $241", []],
  ["Net loss (241)", "Losses were $100 in 2018 and $241 in 2019", []],
  ["Net income (241)", "Net income was a loss of $241", []],
  ["Purchases of property (1,689)", "Purchases of property were $1,689", []],
  ["Capital expenditures (1,689)", "Capital expenditures, at 1,689, were high", []],
  ["(3.0)%", "decreased by 3%", []],
  ["$ (1,689)", "it spent $1,689", []],
  ["Net loss 12", "-12", []],
  ["1 577", "1,577", []],
])("%s supports %s", (line, claim, scales) => {
  expect(backs(line, claim, scales)).toBe(true);
});

it.each<[string, string, readonly number[]]>([
  ["1,577", "$1.58 billion", [3]],
  ["1,577", "$1.58 billion", []],
  ["Net income was $11,588.", "$11,588 million", []],
  ["Net income was $11,588.", "$11,588 trillion", []],
  ["We paid $500 to each employee.", "$500 million", [6]],
  ["(241)", "Operating profit after tax was $241.", []],
  ["Operating profit after tax (241)", "Operating profit after tax was $241.", []],
  ["Profit after tax (241)", "Tax cut the cost of investing; profit was $241.", []],
  ["Net income (loss) (241)", "Net income (loss) was $241.", []],
  ["Net income (241)", "Net income fell to $241.", []],
  ["Net income (241)", "Costs fell, and net income was $241.", []],
  ["Operating profit after tax 241", "-241", []],
  ["1,577", "$1.58 million", [6]],
  ["1,577", "$1.57 billion", [6]],
  ["1,577", "$1.5775 billion", [6]],
  ["1,577", "$2 billion", [6]],
  ["1,577", "1.577", []],
  ["5", "$5 million", []],
  ["12", "12,000", []],
  ["6.8", "7 countries", []],
  ["12.5%", "$12.5 million", []],
  ["$12.5", "12.5%", []],
  ["$12.5", "€12.5", []],
  ["(12)%", "rose by 12%", []],
  ["12", "-12", []],
  ["0.3", "0", []],
  ["Note 12", "12", []],
  ["May 12, 2019", "12", []],
  ["2019", "$2,019", []],
])("%s does not support %s", (line, claim, scales) => {
  expect(backs(line, claim, scales)).toBe(false);
});

const amount = fc.integer({ min: 100, max: 9_999_999 });

it("an amount in millions supports only the amount in billions that it rounds to", () => {
  fc.assert(
    fc.property(
      amount,
      fc.integer({ min: 0, max: 4 }),
      fc.integer({ min: -3, max: 3 }),
      (value, places, off) => {
        const unit = 10 ** places;
        const rounded = Math.round((value * unit) / 1000);
        const claim = `$${((rounded + off) / unit).toFixed(places)} billion`;
        const shown = rounded + off;
        const isClose = Math.abs((shown * 1000) / unit - value) <= 0.05 * value;
        const expected = shown > 0 && off === 0 && isClose;
        expect(backs(value.toLocaleString("en"), claim, [6]), `${value} ${claim}`).toBe(expected);
      },
    ),
  );
});

it("never supports a number more than five percent away, regardless of the form", () => {
  const scale = fc.constantFrom(
    ["", 1] as const,
    [" thousand", 1e3] as const,
    [" million", 1e6] as const,
    [" billion", 1e9] as const,
  );
  fc.assert(
    fc.property(
      amount,
      amount,
      scale,
      fc.constantFrom(0, 1, 2),
      (value, other, [word, factor], places) => {
        const claimed = Number((other / 1000).toFixed(places));
        const claim = `$${claimed.toFixed(places)}${word}`;
        if (!backs(value.toLocaleString("en"), claim, [6])) return;
        const sizes = [value, value * 1e6];
        const size = claimed * factor;
        expect(
          sizes.some((one) => Math.abs(one - size) <= 0.0501 * one),
          `${value} ${claim}`,
        ).toBe(true);
      },
    ),
  );
});
