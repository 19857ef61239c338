import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { gradeAnswer, type Verdict } from "../../../../src/evaluation/grade/grade-answer.js";

function verdict(question: string, gold: string | readonly string[], answer: string): Verdict {
  const goldAnswers = typeof gold === "string" ? [gold] : gold;
  return gradeAnswer({ question, goldAnswers, answer }).verdict;
}

describe("numbers", () => {
  const margin = "What was Harbour Tea's net margin in FY2021, in percent?";
  const sales = "What were Harbour Tea's sales in FY2021? Answer in USD millions.";

  test.each([
    ["0.034", "The net margin was 3.4%."],
    ["0.034", "The net margin was 3.4 percent in FY2021."],
    ["3.4%", "The net margin was 0.034."],
    ["0.034", "It comes to 3.4."],
    ["-0.034", "There was a net loss, a margin of 3.4%."],
  ])("treats percent and fraction as the same: %s, %s", (gold, answer) => {
    expect(verdict(margin, gold, answer)).toBe("correct");
  });

  test.each([
    "Sales were $1,482 million.",
    "Sales were $1.482 billion.",
    "Sales were $1,482,000,000.",
    "Sales were 1482.",
    "Sales of $1,481.7 million were reported.",
  ])("accepts the scale of the question omitted or written out: %s", (answer) => {
    expect(verdict(sales, "1482", answer)).toBe("correct");
  });

  test.each(["Sales were $1,391 million.", "Sales were $1,482 thousand.", "Sales in FY2021 grew."])(
    "rejects other numbers: %s",
    (answer) => {
      expect(verdict(sales, "1482", answer)).toBe("incorrect");
    },
  );

  test("counts the concluding number, not intermediate ones", () => {
    const steps = `To calculate the ratio, we need both figures.
Current assets were 84.
Current liabilities were 40.
Some divide by assets, which gives 2.10.
Equity was 44.
Therefore, the ratio is`;
    expect(verdict("What is the ratio?", "2.10", `${steps} 2.10.`)).toBe("correct");
    expect(verdict("What is the ratio?", "2.10", `${steps} 0.48.`)).toBe("incorrect");
  });

  test("allows a little rounding, but not a digit more", () => {
    const question = "What was the turnover ratio? Round to two decimal places.";
    expect(verdict(question, "24.31", "It was 24.30.")).toBe("correct");
    expect(verdict(question, "24.31", "It was 24.61.")).toBe("incorrect");
  });

  test("requires the same years", () => {
    expect(verdict("When was the mill built?", "1874", "It was built in 1875.")).toBe("incorrect");
  });

  test("does not accept growth for a decline", () => {
    const question = "What was the growth of sales?";
    expect(verdict(question, "-2.5%", "Sales fell by 2.5%.")).toBe("correct");
    expect(verdict(question, "-2.5%", "Sales grew by 2.5%.")).toBe("incorrect");
  });

  test("accepts numbers spelled out", () => {
    expect(verdict("How many ships does it own?", "7", "It owns seven ships.")).toBe("correct");
  });
});

describe("yes and no", () => {
  const question = "Did Harbour Tea increase its debt in 2021?";

  test.each([
    ["No, it repaid a loan.", "No."],
    ["No, it repaid a loan.", "Harbour Tea did not increase its debt in 2021."],
    ["No, it repaid a loan.", "In 2021, Harbour Tea decreased its debt."],
    ["Yes, debt rose.", "Based on the report, Harbour Tea increased its debt in 2021."],
  ])("accepts the same answer in other words: %s, %s", (gold, answer) => {
    expect(verdict(question, gold, answer)).toBe("correct");
  });

  test.each([
    ["No, it repaid a loan.", "Yes, Harbour Tea increased its debt."],
    ["Yes, debt rose.", "Harbour Tea did not increase its debt in 2021."],
    ["Yes, debt rose.", "No. The debt of Harbour Tea fell in 2021."],
  ])("rejects the opposite: %s, %s", (gold, answer) => {
    expect(verdict(question, gold, answer)).toBe("incorrect");
  });

  test("rejects the same yes with other amounts", () => {
    const shops = "Did the number of shops change between 2020 and 2021?";
    const gold = "Yes, from 310 shops to 296.";
    expect(verdict(shops, gold, "Yes, it went from 310 shops to 296.")).toBe("correct");
    expect(verdict(shops, gold, "Yes, it went from 120 shops to 133.")).toBe("incorrect");
  });

  const debt = "Yes, total debt rose to $84 million in 2021.";

  test.each([
    "Yes. It drew a new loan of $25 million.",
    "Yes; interest paid came to $12 million.",
    "Yes, total debt, which was $60 million in 2020, rose.",
  ])("accepts amounts of something else, or of another year: %s", (answer) => {
    expect(verdict(question, debt, answer)).toBe("correct");
  });

  test.each(["Yes, total debt rose to $97 million.", "Yes, in 2021 total debt was $97 million."])(
    "rejects a different amount of the same thing: %s",
    (answer) => {
      expect(verdict(question, debt, answer)).toBe("incorrect");
    },
  );

  test("compares directions", () => {
    const either = "Did rent as a share of sales increase or decrease in 2021?";
    expect(verdict(either, "It increased.", "Rent as a share of sales rose in 2021.")).toBe(
      "correct",
    );
    expect(verdict(either, "It increased.", "Rent as a share of sales fell in 2021.")).toBe(
      "incorrect",
    );
  });

  test("treats “nothing is mentioned” as a no if the question asks whether", () => {
    const plan = "Does Harbour Tea plan to sell its ships?";
    expect(verdict(plan, "No.", "The report does not mention any plan to sell ships.")).toBe(
      "correct",
    );
  });
});

describe("texts", () => {
  test("requires a name to be stated", () => {
    const question = "Which product sold best in 2021?";
    expect(verdict(question, "Smoked oolong", "The best-selling product was smoked oolong.")).toBe(
      "correct",
    );
    expect(verdict(question, "Smoked oolong", "The best-selling product was green tea.")).toBe(
      "incorrect",
    );
  });

  test("accepts one of several gold answers", () => {
    const question = "Who founded the company?";
    expect(verdict(question, ["M. Okafor", "Miriam Okafor"], "Miriam Okafor did.")).toBe("correct");
  });

  test("accepts part of a long explanation, but not words of the question alone", () => {
    const question = "Why did the margin of Harbour Tea change?";
    const gold =
      "Freight became dearer after the canal was closed, and a drought in Assam raised the price of leaves.";
    expect(
      verdict(question, gold, "Because of freight, and a drought that made leaves dearer."),
    ).toBe("correct");
    expect(verdict(question, gold, "The margin of Harbour Tea did change.")).toBe("incorrect");
  });
});

describe("refusals", () => {
  const question = "What were Harbour Tea's sales in FY2021?";

  test.each([
    "",
    "   ",
    "I cannot answer this from the documents.",
    "The provided text does not contain information about sales.",
    "I'm sorry, but the sales for FY2021 are not given.",
    "To find the sales, you would need to look at the annual report. Please refer to the company's site.",
  ])("recognises refusals by their wording: %j", (answer) => {
    expect(verdict(question, "1482", answer)).toBe("refusal");
  });

  test.each([
    [
      "The sales of Harbour Tea were $1,391 in FY2021. The report does not split them.",
      "incorrect",
    ],
    ["The sales of Harbour Tea were $1,482 in FY2021. The report does not split them.", "correct"],
    [
      "I read the report. Harbour Tea's FY2021 sales were 1,391. No breakdown is given.",
      "incorrect",
    ],
    ["Sales are what is sold. The report does not state them.", "refusal"],
    ["Harbour Tea had 310 shops. The report does not state its sales.", "refusal"],
    ["To find sales, we need two figures. The report does not state them.", "refusal"],
  ])("grades an answer before the refusal, right or wrong: %s", (answer, expected) => {
    expect(verdict(question, "$1,482", answer)).toBe(expected);
  });

  test("grades a yes or no at the start, but not one in a refusal", () => {
    const ships = "Did Harbour Tea sell its ships in 2021?";
    const declined = "It cannot be determined when.";
    expect(verdict(ships, "Yes.", `No, Harbour Tea did not sell its ships. ${declined}`)).toBe(
      "incorrect",
    );
    expect(
      verdict(ships, "Yes.", `Ships are dear. Harbour Tea did sell its ships. ${declined}`),
    ).toBe("refusal");
  });

  test("grades an answer after the refusal", () => {
    const answer = "Sales are not stated directly. However, adding both divisions gives $1,482.";
    expect(verdict(question, "$1,482", answer)).toBe("correct");
  });
});

describe("any answer", () => {
  const text = fc.oneof(fc.string({ unit: "binary", maxLength: 200 }), fc.lorem({ maxCount: 30 }));

  test("never throws, and gives a reason", () => {
    fc.assert(
      fc.property(text, fc.array(text, { maxLength: 3 }), text, (question, goldAnswers, answer) => {
        expect(gradeAnswer({ question, goldAnswers, answer }).reason).not.toBe("");
      }),
      { numRuns: 60 },
    );
  });

  test("accepts the gold answer itself, and nothing without a gold answer", () => {
    fc.assert(
      fc.property(text, text, (question, gold) => {
        fc.pre(gold.trim() !== "");
        expect(verdict(question, gold, gold)).toBe("correct");
        expect(verdict(question, [], gold)).not.toBe("correct");
      }),
      { numRuns: 60 },
    );
  });

  test("treats a number the same as a percentage and as a fraction", () => {
    fc.assert(
      fc.property(fc.integer({ min: 11, max: 999 }), (thousandths) => {
        const question = "What is the share, in percent?";
        const fraction = (thousandths / 1000).toFixed(3);
        const percent = (thousandths / 10).toFixed(1);
        expect(verdict(question, fraction, `It is ${percent}%.`)).toBe("correct");
        expect(verdict(question, fraction, `It is ${percent}.`)).toBe("correct");
      }),
      { numRuns: 60 },
    );
  });
});
