import fc from "fast-check";
import { beforeAll, describe, expect, it } from "vitest";
import { calculateTool } from "../../../../src/agent/tools/calculate.js";
import { checkArguments } from "../../../../src/agent/tools/check-arguments.js";
import type { Calculation } from "../../../../src/core/answer.js";
import { PagehoundError } from "../../../../src/core/errors.js";
import type { EvidenceId } from "../../../../src/core/passage.js";
import { tries } from "../../../tries.js";
import { contextOf, MemoryReader, passageWith, someDocuments } from "./memory-reader.js";

let reader: MemoryReader;
let income: EvidenceId;
let loss: EvidenceId;
let assets: EvidenceId;
beforeAll(async () => {
  reader = await someDocuments();
  income = await passageWith(reader, "13,958");
  loss = await passageWith(reader, "(1,577)");
  assets = await passageWith(reader, "$1.5 billion");
});

interface Given {
  readonly seen?: readonly EvidenceId[];
  readonly calculations?: readonly Calculation[];
  readonly tokens?: number;
}

async function run(expression: string, values: unknown = undefined, settings: Given = {}) {
  const call = checkArguments(calculateTool, { expression, values });
  return calculateTool.run(call as never, contextOf(reader, settings));
}

async function compute(...args: Parameters<typeof run>): Promise<Calculation> {
  const { calculation } = await run(...args);
  if (!calculation) throw new Error("the test expected a calculation");
  return calculation;
}

describe("the result of a calculation", () => {
  it.each([
    ["1 + 2 * 3", "7"],
    ["0.1 + 0.2", "0.3"],
    ["1 / 3 * 3", "1"],
    ["2 ^ 10", "1,024"],
    ["-2 ^ 2", "-4"],
    ["2(3)", "6"],
    ["= 13,958 − 11,588", "2,370"],
    ["5 × 4 ÷ 2", "10"],
    ["12345678901234567890 * 10", "123,456,789,012,345,678,900"],
    ["$1,577.00 / 2", "788.5"],
    ["2 million * 3", "6,000,000"],
    ["$1.5bn / 3", "500,000,000"],
    ["12.5% * 200", "25"],
    ["12.5% - 3%", "0.095"],
    ["12% of 500", "60"],
    ["2 / 3", "0.6667"],
    ["min(3, 1, 2) + max(3, 1, 2)", "4"],
    ["sum(1, 2, 3) / mean(1, 2, 3)", "3"],
    ["average([1, 2, 6])", "3"],
    ["median(4, 1, 3, 2)", "2.5"],
    ["abs(-3) + sqrt(16)", "7"],
    ["round(2.345, 2)", "2.35"],
    ["round(-2.5)", "-3"],
    ["5! / 3!", "20"],
    ["percent_change(11,588, 13,958)", "20.45%"],
    ["percent_change(-100, -50)", "50%"],
    ["round(percent_change(11588, 13958), 1)", "20.5%"],
    ["cagr(100, 121, 2)", "10%"],
    ["cagr(100, 200, 2019 - 2015)", "18.92%"],
    ["3 km to mile", "1.8641 mile"],
    ["20 degC to degF", "68 degF"],
    ["3 km / 2 h", "1.5 km / h"],
    ["36 km / h to m / s", "10 m / s"],
    ["3 b", "3 b"],
    ["2 mile / 1 mile", "2"],
  ])("the result of %s is %s", async (expression, display) => {
    expect((await compute(expression)).display).toBe(display);
  });

  it.each([
    ["max(100,200)", "200"],
    ["sum(100,200,300)", "600"],
    ["percent_change(11,588,13,958)", "20.45%"],
    ["abs(-1,577)", "1,577"],
    ["sum(1,577, 2,300)", "3,877"],
    ["sum((1,577), 2,300)", "3,877"],
    ["round(1,577.25, 1)", "1,577.3"],
  ])("interprets commas in %s correctly", async (expression, display) => {
    expect((await compute(expression)).display).toBe(display);
  });

  it.each([
    "sum(1,577,2,300)",
    "round(1,577)",
    "5 % 3",
    "(5 + 1)%",
    "11 588 + 1",
    "1,57 + 2",
    "x = 3",
    "f(x) = x",
    "1:10",
    "[1, 2]",
    "1; 2",
    "'a'",
    "2 > 1",
    "a.b",
    "d1.p3.s2 / 2",
    "((((",
    "2 +",
    "",
    "()",
    "1 / 0",
    "1 / (1 / 0)",
    "0 ^ -1",
    "10 ^ 40",
    "1e99 * 10",
    "9 ^ 9 ^ 9 ^ 9",
    "1000!",
    "100! / 1",
    "2.5!",
    "(-8) ^ (1 / 3)",
    "sqrt(-1)",
    "percent_change(0, 5)",
    "percent_change(1)",
    "cagr(-1, 2, 3)",
    "cagr(1, 2, 0)",
    "cagr(1, 2, 0.0001)",
    "round(1, 99)",
    "3 m + 2 s",
    "3 m ^ 99",
    "sum(3 km, 2)",
    "3 to mile",
    "2 ^ (3 km)",
    `${"(".repeat(60)}1${")".repeat(60)}`,
    `${"9".repeat(60)} + 1`,
    "(".repeat(290),
    "-".repeat(290),
    `2${"^2".repeat(140)}`,
    `1${"^".repeat(200)}`,
  ])("rejects %s with a plain reason", async (expression) => {
    const refused = await compute(expression).catch((error: unknown) => error);
    expect(PagehoundError.isInstance(refused) && refused.code).toBe("invalid-argument");
    expect((refused as Error).message.length).toBeLessThan(400);
  });

  it.each([
    "import(1)",
    "eval(1)",
    "constructor",
    "__proto__",
    "toString(1)",
    "a + 1",
    "c1 * 2",
    "6 / b",
    "b / 6",
    "sum(b, 2)",
    "5 * km",
  ])("rejects unknown names: %s", async (expression) => {
    await expect(compute(expression)).rejects.toMatchObject({ code: "not-found" });
  });

  it("always ends, with a result or a plain error", async () => {
    const piece = fc.constantFrom(
      ..."+-*/^()!%,. ".split(""),
      ..."1 2 9 100 2019 11,588 1e9 0 0.5 1e-9 $5 12.5% 3million a c1 km mile to of sum( mean( percent_change( cagr( round( sqrt( abs( max( [ ] = ; : ' d1.p1.s1".split(
        " ",
      ),
    );
    const written = fc.array(piece, { maxLength: 60 }).map((pieces) => pieces.join(""));
    const earlier: Calculation = {
      id: "c1",
      expression: "1 / 3",
      value: "0.3333",
      display: "0.3333",
      operands: [],
      sourced: true,
    };
    await fc.assert(
      fc.asyncProperty(fc.oneof(written, fc.string({ maxLength: 300 })), async (expression) => {
        try {
          const { calculation } = await run(expression, undefined, {
            calculations: [earlier],
            seen: [income, loss],
          });
          expect(calculation?.value).toMatch(/^-?\d+(\.\d+)?$/);
          expect(calculation?.value.length).toBeLessThan(90);
        } catch (thrown) {
          if (!PagehoundError.isInstance(thrown)) throw thrown;
          expect(["not-found", "invalid-argument"]).toContain(thrown.code);
        }
      }),
      { numRuns: tries(500, 5_000) },
    );
  });
});

describe("the sources of numbers", () => {
  it("cites the shown passages that contain the numbers of the expression", async () => {
    const { calculation, text, evidence } = await run("percent_change(11,588, 13,958)", undefined, {
      seen: [loss, income],
    });
    expect(calculation).toMatchObject({
      id: "c1",
      expression: "percent_change(11,588, 13,958)",
      display: "20.45%",
      sourced: true,
    });
    expect(
      calculation?.operands.map(({ text: written, value, origin }) => [written, value, origin]),
    ).toEqual([
      ["11,588", "11588", "document"],
      ["13,958", "13958", "document"],
    ]);
    expect(text).toContain("c1 = 20.45% (percent_change(11,588, 13,958))");
    expect(text).toContain(`11,588 from ${income} (acme 2019.md, part 1)`);
    expect(evidence).toEqual([income]);
  });

  it("cites exact positions", async () => {
    const { operands } = await compute("13,958 / 2", undefined, { seen: [income] });
    const { citation } = operands[0] ?? missing();
    const [passage] = await reader.passagesById([income]);
    const { span, quote } = citation ?? missing();
    const start = span.start - (passage?.span.start ?? 0);
    expect(passage?.text.slice(start, start + quote.length)).toBe(quote);
    expect(quote).toContain("13,958");
    expect(citation).toMatchObject({
      evidence: income,
      document: "d1",
      path: "reports/acme 2019.md",
      page: 1,
      pageLabel: null,
      pageUnit: "part",
    });
  });

  it("cites the most recent passages with the number", async () => {
    const second = await passageWith(reader, "Net income was 42");
    const { operands } = await compute("42 * 2", undefined, { seen: [second, income] });
    expect(operands[0]?.citation?.evidence).toBe(second);
  });

  it("names a number as missing if it was never shown", async () => {
    const { calculation, text } = await run("13,958 - 4,711", undefined, { seen: [income] });
    expect(calculation?.sourced).toBe(false);
    expect(calculation?.operands.map(({ origin }) => origin)).toEqual(["document", "unknown"]);
    expect(text).toContain("Not in any passage shown: 4,711.");
  });

  it("accepts constants of formulas", async () => {
    const constants =
      "100 * (13,958 + 11,588) / 2 / 12 * 365 + 11,588 ^ 3 + round(13,958, 5) + (2019 - 2015) + cagr(11,588, 13,958, 7) - 1";
    const { operands, sourced } = await compute(constants, undefined, { seen: [income] });
    expect(new Set(operands.map(({ origin }) => origin))).toEqual(
      new Set(["constant", "document"]),
    );
    expect(sourced).toBe(true);
    expect((await compute("100 * (1 + 100) / 2")).sourced).toBe(false);
    const doubtful = await compute("2019 * 3 + 7 + $100 + (2,019 - 2,015)");
    expect(doubtful.operands.map(({ origin }) => origin)).toEqual(Array(6).fill("unknown"));
  });

  it.each([
    "a * 0 + 4 * 100 + 12 * 1000000",
    "a + 4 * 100",
    "a + 12",
    "a + 1000000",
    "a * 0 + 100",
    "a - a + 100",
    "a ^ 0 * 100",
    "13,958 * 0 + 100",
    "max(a, 1000000)",
  ])("reports that %s contains unread numbers", async (expression) => {
    const { sourced } = await compute(expression, [{ name: "a", id: income, number: "11,588" }], {
      seen: [income],
    });
    expect(sourced).toBe(false);
  });

  it.each([
    "max(a, b)",
    "min(a, b)",
    "median(a, b, 12.5)",
    "round(a / b)",
    "(a + b) / 2",
    "a / b * 365",
    "100 * (a / b - 1)",
  ])("reports that %s depends on what was read", async (expression) => {
    const values = [
      { name: "a", id: income, number: "11,588" },
      { name: "b", id: income, number: "13,958" },
    ];
    expect((await compute(expression, values, { seen: [income] })).sourced).toBe(true);
  });

  it("takes the scale from the sources, not from the expression", async () => {
    const table = new MemoryReader();
    await table.add(
      "t.md",
      "# T\n\nIn millions of dollars\n\n| Net income | 11,588 |\n| --- | --- |\n| Growth | 4.5 |\n",
    );
    const id = await passageWith(table, "11,588");
    const value = async (number: string) => {
      const args = { expression: "a + 0", values: [{ name: "a", id, number }] };
      return (await calculateTool.run(args, contextOf(table))).calculation?.value;
    };
    expect(await value("11,588 million")).toBe("11588000000");
    expect(await value("11,588 billion")).toBe("11588");
    expect(await value("4.5%")).toBe("4.5");
    const typed = async (expression: string) =>
      (await calculateTool.run({ expression }, contextOf(table, { seen: [id] }))).calculation
        ?.sourced;
    expect(await typed("11,588 million * 10")).toBe(true);
    expect(await typed("11,588 billion * 10")).toBe(false);
    expect(await typed("4.5% * 10")).toBe(false);
  });

  it("does not mix scales", async () => {
    const values = (one: string, other: string) => [
      { name: "a", id: assets, number: one },
      { name: "b", id: assets, number: other },
    ];
    const { calculation, text } = await run("a + b", values("1.5", "340"));
    expect(calculation?.sourced).toBe(false);
    expect(text).toContain("No answer can rest on it");
    expect((await compute("a + b", values("$1.5 billion", "340 million"))).sourced).toBe(true);
  });

  it("ignores a single digit that occurs by chance", async () => {
    const plants = await passageWith(reader, "7 plants");
    const guessed = await compute("7 * 10", undefined, { seen: [plants] });
    expect(guessed.sourced).toBe(false);
    const named = await compute("a * 10", [{ name: "a", id: plants, number: "7" }]);
    expect(named).toMatchObject({ sourced: true, value: "70", expression: "7 * 10" });
  });

  it("cites the named passages", async () => {
    const { calculation, text } = await run("percent_change(a, b)", [
      { name: "a", id: income, number: "$11,588 million" },
      { name: "b", id: `[${income}]`, number: "13,958" },
    ]);
    expect(calculation?.operands.map(({ value }) => value)).toEqual(["11588000000", "13958"]);
    expect(calculation?.expression).toBe("percent_change(11,588,000,000, 13,958)");
    expect(text).toContain(`from ${income}`);
  });

  it("reads accounting brackets as negative", async () => {
    for (const number of ["(1,577)", "-1577"]) {
      const { value, expression } = await compute("a + 0", [{ name: "a", id: loss, number }]);
      expect([value, expression]).toEqual(["-1577", "(-1,577) + 0"]);
    }
  });

  it("keeps the model's sign, and says if the document prints another", async () => {
    const used = async (number: string, expression = "a + 0") => {
      const values = [{ name: "a", id: loss, number }];
      const { calculation, text } = await run(expression, values);
      return [calculation?.value, calculation?.sourced, /prints .*/.exec(text)?.[0] ?? ""];
    };
    expect(await used("1,577")).toEqual(["1577", true, "prints (1,577), used as 1,577."]);
    expect(await used("-1,577")).toEqual(["-1577", true, ""]);
    const typed = async (expression: string) =>
      /prints .*/.exec((await run(expression, undefined, { seen: [income, loss] })).text)?.[0] ??
      "";
    expect(await typed("13,958 + 1,577")).toBe("prints (1,577), used as 1,577.");
    expect(await typed("13,958 + -1,577")).toBe("");
    expect(await typed("-13,958 + 11,588")).toContain(", used as -13,958.");
  });

  it("reads thousands and decimals as the passage has them", async () => {
    const german = await passageWith(reader, "Umsatz");
    const value = async (number: string) =>
      (await compute("a + 0", [{ name: "a", id: german, number }])).value;
    expect(await value("1.577")).toBe("1577");
    expect(await value("12.345,50")).toBe("12345.5");
  });

  it("reads percentages and scale words as the model wrote them", async () => {
    const value = async (id: EvidenceId, number: string) =>
      (await compute("a + 0", [{ name: "a", id, number }])).value;
    expect(await value(income, "12.5%")).toBe("0.125");
    expect(await value(income, "12.5")).toBe("12.5");
    expect(await value(assets, "$1.5 billion")).toBe("1500000000");
    expect(await value(assets, "1.5")).toBe("1.5");
  });

  it("rejects a missing number, and lists the existing ones", async () => {
    const refused = compute("a * 2", [{ name: "a", id: income, number: "11,589" }]);
    await expect(refused).rejects.toMatchObject({
      code: "not-found",
      message: expect.stringMatching(/11,589 is not in d1\.p1\.s\d, which has: .*11,588/),
    });
    await expect(compute("a", [{ name: "a", id: "d1.p1.s99", number: "1" }])).rejects.toMatchObject(
      { code: "not-found", message: expect.stringContaining("d1.p1.s99") },
    );
    await expect(compute("a", [{ name: "a", id: income, number: "many" }])).rejects.toMatchObject({
      code: "invalid-argument",
    });
  });

  it("rejects ambiguous and repeated names", async () => {
    for (const name of ["sum", "c1"]) {
      await expect(compute(name, [{ name, id: income, number: "11,588" }])).rejects.toMatchObject({
        code: "invalid-argument",
      });
    }
    const value = { name: "a", id: income, number: "11,588" };
    await expect(compute("a", [value, value])).rejects.toMatchObject({ code: "invalid-argument" });
  });

  it("accepts earlier results as sources", async () => {
    const first = await compute("13,958 - 11,588", undefined, { seen: [income] });
    const second = await compute("c1 / 2", undefined, { calculations: [first] });
    expect(second).toMatchObject({ id: "c2", value: "1185", sourced: true });
    expect(second.operands[0]).toMatchObject({ text: "c1", value: "2370", origin: "result" });
    const guessed = await compute("4,711 + 0");
    const third = await compute("c1 * 2", undefined, { calculations: [guessed] });
    expect(third.sourced).toBe(false);
    await expect(compute("c7", undefined, { calculations: [first] })).rejects.toMatchObject({
      code: "not-found",
      message: "There is no result c7. Available: c1.",
    });
  });

  it("drops sources if there is no space, but never the result", async () => {
    const { text } = await run("percent_change(11,588, 13,958)", undefined, {
      seen: [income],
      tokens: 60,
    });
    expect(text).toContain("c1 = 20.45%");
    expect(text).toContain("Omitted: the places of the other numbers.");
    const least = await run("13,958 - 4,711", undefined, { seen: [income], tokens: 12 });
    expect(least.text).toBe("c1 = 9,247");
  });
});

function missing(): never {
  throw new Error("the test expected something to be there");
}
