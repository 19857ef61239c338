import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  type NumberInText,
  type NumberKind,
  numbersIn,
} from "../../../src/figures/find-numbers.js";

function only(text: string): NumberInText {
  const numbers = numbersIn(text);
  expect(
    numbers.map((number) => number.text),
    text,
  ).toHaveLength(1);
  return numbers[0] as NumberInText;
}

function values(text: string): string[][] {
  return numbersIn(text).map(({ readings }) => readings.map(({ value }) => value));
}

function kinds(text: string): [string, NumberKind][] {
  return numbersIn(text).map((number) => [number.text, number.kind]);
}

it.each(["45³ million", "45³, ⁴ million", "45^a million"])("skips the note mark in %j", (text) => {
  const [number, ...others] = numbersIn(text, { skipNoteMarks: true });
  expect(number).toMatchObject({ text, power: 6, readings: [{ value: "45000000" }] });
  expect(others).toEqual([]);
  // By default, the footnote mark ends the number.
  expect(values(text)).toEqual([["45"]]);
});

describe("numbersIn", () => {
  it.each([
    ["1,577.5", "1577.5"],
    ["1.577,5", "1577.5"],
    ["1 577,5", "1577.5"],
    ["1\u202f577,5", "1577.5"],
    ["1'577.50", "1577.5"],
    ["12,34,567", "1234567"],
    ["1577", "1577"],
    ["0.125", "0.125"],
    [".125", "0.125"],
    ["0,577", "0.577"],
    ["12,5", "12.5"],
    ["-5", "-5"],
    ["−5", "-5"],
    ["(1,577)", "-1577"],
    ["$(1,577)", "-1577"],
    ["$ (1,577)", "-1577"],
    ["($1,577)", "-1577"],
    ["-$5.2", "-5.2"],
    ["$-5.2", "-5.2"],
    ["(5.2)%", "-5.2"],
    ["(5.2%)", "-5.2"],
    ["$1.58 billion", "1580000000"],
    ["$3\nmillion", "3000000"],
    ["1,58 Mrd. EUR", "1580000000"],
    ["3 Millionen", "3000000"],
    ["2,5 millions d'euros", "2500000"],
    ["4 milliards", "4000000000"],
    ["5 mil millones", "5000000000"],
    ["20 thousand", "20000"],
    ["$5M", "5000000"],
    ["$5m", "5000000"],
    ["5bn", "5000000000"],
    ["20k", "20000"],
    ["1577万", "15770000"],
    ["TEUR 1.577,5", "1577500"],
    ["١٢٣", "123"],
    ["１２３", "123"],
    ["123456789012345678901234567890.25", "123456789012345678901234567890.25"],
  ])("reads %s as %s", (text, value) => {
    expect(only(text).readings[0]?.value).toBe(value);
    expect(only(text).text).toBe(text);
  });

  it("reads an ambiguous number both ways, unless the text shows its decimal sign", () => {
    expect(values("1,577")).toEqual([["1577", "1.577"]]);
    expect(values("1.577")).toEqual([["1.577", "1577"]]);
    expect(values("1,577 and 12.5")).toEqual([["1577"], ["12.5"]]);
    expect(values("1.577 und 12,5")).toEqual([["1577"], ["12.5"]]);
    expect(values("1.577 and 1,234,567")).toEqual([["1.577"], ["1234567"]]);
  });

  it("reads a small number in brackets both ways", () => {
    expect(values("within five (5) days")).toEqual([["-5", "5"]]);
    expect(values("a loss of $(5)")).toEqual([["-5"]]);
  });

  it("reads “m” as metres, not millions, without a currency", () => {
    expect(values("5 m")).toEqual([["5"]]);
    expect(values("5m wide")).toEqual([["5"]]);
  });

  it("does not read a hyphen between numbers as a minus", () => {
    expect(values("10-15%")).toEqual([["10"], ["15"]]);
    expect(values("5–10")).toEqual([["5"], ["10"]]);
    expect(values("5 – 10")).toEqual([["5"], ["10"]]);
  });

  it("ignores invisible characters between digits", () => {
    expect(values("10\u200b00 and 1\u00ad2 and 3\u2060.\u200d5")).toEqual([
      ["1000"],
      ["12"],
      ["3.5"],
    ]);
    expect(only("a total of 10\u200b00 units")).toMatchObject({
      text: "10\u200b00",
      span: { start: 11, end: 16 },
    });
    expect(values("5 \u200b 7")).toEqual([["5"], ["7"]]);
    fc.assert(
      fc.property(
        fc.nat(),
        fc.array(fc.constantFrom("", "\u200b", "\u00ad\u200d")),
        (number, unseen) => {
          const text = [...String(number)].map((digit, at) => digit + (unseen[at] ?? "")).join("");
          expect(values(text)).toEqual(values(String(number)));
        },
      ),
    );
  });

  it("reports the power of ten of the last digit shown", () => {
    expect(only("$1.58 billion").readings[0]?.lastPlace).toBe(7);
    expect(only("12.50").readings[0]?.lastPlace).toBe(-2);
    expect(only("1,577.").readings[0]?.lastPlace).toBe(0);
  });

  it("does not join numbers across cells or list items", () => {
    expect(values("1,577\t123")).toEqual([["1577", "1.577"], ["123"]]);
    expect(values("2018,2019")).toEqual([["2018"], ["2019"]]);
    expect(values("1,2,3")).toEqual([["1"], ["2"], ["3"]]);
    expect(values("12 500")).toEqual([["12500"]]);
    expect(numbersIn("12 500", { partAtSpaces: true }).map(({ text }) => text)).toEqual([
      "12",
      "500",
    ]);
  });
});

it("distinguishes currency, percent and scale", () => {
  expect(only("US$ 5.2 bn")).toMatchObject({ currency: "US$", percent: false, power: 9 });
  expect(only("12,5 %")).toMatchObject({ currency: null, percent: true, power: 0 });
  expect(only("12 percent")).toMatchObject({ text: "12 percent", percent: true });
  expect(only("12 per cent")).toMatchObject({ percent: true });
  expect(only("5 million euros")).toMatchObject({ currency: "euros", power: 6 });
  expect(numbersIn("3 and £5").map(({ currency }) => currency)).toEqual([null, "£"]);
  expect(numbersIn("10 €5").map(({ currency }) => currency)).toEqual([null, "€"]);
});

describe("numbersIn", () => {
  it.each<[string, [string, NumberKind][]]>([
    ["in 2019", [["2019", "year"]]],
    ["FY2019", [["2019", "year"]]],
    ["established in 1834 and closed", [["1834", "year"]]],
    ["seit 1871.", [["1871", "year"]]],
    ["in 1834 cases", [["1834", "quantity"]]],
    ["1834 people", [["1834", "quantity"]]],
    ["2,019 people", [["2,019", "quantity"]]],
    ["$2019", [["$2019", "quantity"]]],
    [
      "December 31, 2019",
      [
        ["31", "date"],
        ["2019", "year"],
      ],
    ],
    [
      "31. Dezember 2019",
      [
        ["31", "date"],
        ["2019", "year"],
      ],
    ],
    [
      "31.12.2019",
      [
        ["31", "date"],
        ["12", "date"],
        ["2019", "year"],
      ],
    ],
    [
      "12/31/2019",
      [
        ["12", "date"],
        ["31", "date"],
        ["2019", "year"],
      ],
    ],
    [
      "2019-12-31",
      [
        ["2019", "year"],
        ["12", "date"],
        ["31", "date"],
      ],
    ],
    [
      "at 10:30",
      [
        ["10", "date"],
        ["30", "date"],
      ],
    ],
    [
      "2018-2020",
      [
        ["2018", "year"],
        ["2020", "year"],
      ],
    ],
    [
      "2018/19",
      [
        ["2018", "year"],
        ["19", "date"],
      ],
    ],
    ["it may 5 times", [["5", "quantity"]]],
    ["the 3rd", [["3", "ordinal"]]],
    [
      "1. Revenue\n2) Costs",
      [
        ["1", "list"],
        ["2", "list"],
      ],
    ],
    ["as said [4]", [["4", "list"]]],
    ["Q4", [["4", "label"]]],
    ["a 10-K", [["10", "label"]]],
    ["COVID-19", [["19", "label"]]],
    ["4.2.1", [["4.2.1", "label"]]],
    ["on page 12", [["12", "label"]]],
    [
      "d3.p12.s4",
      [
        ["3", "label"],
        ["12", "label"],
        ["4", "label"],
      ],
    ],
  ])("recognises the kinds of numbers in %s", (text, expected) => {
    expect(kinds(text)).toEqual(expected);
  });

  it("does not read numbers in words", () => {
    expect(numbersIn("twelve hundred and no digit")).toEqual([]);
  });
});

/** An amount with an integer part and decimals. */
const amount = fc.record({
  whole: fc.bigInt({ min: 0n, max: 10n ** 24n }),
  decimals: fc.string({ unit: fc.constantFrom(..."0123456789"), maxLength: 6 }),
  negative: fc.boolean(),
});

function exactValue(whole: bigint, decimals: string, negative: boolean, power = 0): string {
  const places = decimals.length;
  const scaled = (whole * 10n ** BigInt(places) + BigInt(decimals || "0")) * 10n ** BigInt(power);
  const digits = String(scaled).padStart(places + 1, "0");
  const cut = digits.length - places;
  const fraction = digits.slice(cut).replace(/0+$/, "");
  const value = digits.slice(0, cut) + (fraction ? `.${fraction}` : "");
  return negative && /[1-9]/.test(value) ? `-${value}` : value;
}

const grouping = fc.constantFrom(
  { group: ",", point: "." },
  { group: ".", point: "," },
  { group: " ", point: "," },
  { group: "\u00a0", point: "." },
  { group: "\u2009", point: "," },
  { group: "\u202f", point: "," },
  { group: "'", point: "." },
  { group: "’", point: "." },
  { group: "", point: "." },
);
const signs = fc.constantFrom(
  (text: string) => `-${text}`,
  (text: string) => `−${text}`,
  (text: string) => `–${text}`,
  (text: string) => `(${text})`,
  (text: string) => `$(${text})`,
  (text: string) => `($${text})`,
  (text: string) => `-$${text}`,
  (text: string) => `$-${text}`,
);
const scales = fc.constantFrom(
  ["", 0] as const,
  [" thousand", 3] as const,
  [" million", 6] as const,
  [" Mio.", 6] as const,
  ["bn", 9] as const,
  [" Mrd.", 9] as const,
  [" milliards", 9] as const,
  ["-trillion", 12] as const,
);

it("reads back numbers written in any usual form", () => {
  fc.assert(
    fc.property(
      amount,
      grouping,
      signs,
      scales,
      (value, { group, point }, sign, [scale, power]) => {
        const { whole, decimals, negative } = value;
        const digits =
          String(whole).replace(/\B(?=(?:\d{3})+$)/g, group) + (decimals ? point + decimals : "");
        const written = (negative ? sign(digits) : digits) + scale;
        const text = `It was ${written}, they said.`;
        const number = only(text);
        expect(number.text).toBe(written);
        expect(text.slice(number.span.start, number.span.end)).toBe(written);
        const expected = exactValue(whole, decimals, negative, power);
        expect(number.readings.map((reading) => reading.value)).toContain(expected);
        const shown = number.readings.find((reading) => reading.value === expected);
        expect(shown?.lastPlace).toBe(power - decimals.length);
      },
    ),
  );
});

it("returns spans in order that never overlap and never split a character", () => {
  const pieces = fc.constantFrom(
    ..."0123456789.,'’-−–()$€%/: \t\n[]kMm",
    " million",
    " Mrd.",
    "December ",
    "1,577",
    "2019",
    "😀",
    "\ud83d",
    "é",
    "page ",
    "(",
    ")",
  );
  fc.assert(
    fc.property(fc.array(pieces, { maxLength: 60 }), (parts) => {
      const text = parts.join("");
      let last = 0;
      for (const { text: written, span, readings } of numbersIn(text)) {
        expect(span.start).toBeGreaterThanOrEqual(last);
        expect(text.slice(span.start, span.end)).toBe(written);
        expect(written).toMatch(/\d/);
        for (const { value } of readings) expect(value).toMatch(/^-?\d+(?:\.\d*[1-9])?$/);
        last = span.end;
      }
    }),
  );
});

it("assigns every digit of a text to a number", () => {
  fc.assert(
    fc.property(fc.string({ unit: "grapheme", maxLength: 80 }), (text) => {
      let rest = text;
      for (const { span } of [...numbersIn(text)].reverse()) {
        rest = rest.slice(0, span.start) + rest.slice(span.end);
      }
      expect(rest).not.toMatch(/[0-9]/);
    }),
  );
});
