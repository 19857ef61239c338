import { describe, expect, test } from "vitest";
import { readCondition } from "../../../src/figures/index.js";

describe("conditions in questions", () => {
  test.each([
    ["How many members pay less than 30?", "below", false, 30, "less than 30"],
    ["Which rooms have at least 4 beds?", "above", true, 4, "at least 4"],
    ["Which rooms have 4 or more beds?", "above", true, 4, "4 or more"],
    ["List all invoices over £500.", "above", false, 500, "over £500"],
    ["Which courses are no longer than 3 but at most 5?", "", false, 0, ""],
    ["Wie viele Wohnungen kosten höchstens 1.250 €?", "below", true, 1250, "höchstens 1.250 €"],
    ["Combien d’appartements coûtent plus de 900 € ?", "above", false, 900, "plus de 900 €"],
    ["¿Cuántos socios pagan menos de 40 €?", "below", false, 40, "menos de 40 €"],
    ["Which boats cost more than 2000?", "above", false, 2000, "more than 2000"],
  ])("reads the bound: %s", (question, is, isIncluded, low, text) => {
    const bound = readCondition(question)?.bound;
    if (text === "") expect(bound).toBeUndefined();
    else expect(bound).toMatchObject({ is, isIncluded, text, quantity: { low } });
  });

  test("reads years only as times", () => {
    expect(readCondition("Who joined before 2015?")?.bound?.quantity.kind).toBe("date");
    expect(readCondition("Who joined in 2015 or later?")?.bound?.quantity.kind).toBe("date");
    expect(readCondition("Which boats cost more than 2015?")?.bound?.quantity.kind).toBe(null);
    expect(readCondition("Which boats came before the ferry?")).toBe(null);
  });

  test.each([
    "How many members do not pay more than 30?",
    "How many members don't pay more than 30?",
    "Which rooms are larger than the hall?",
    "Which rooms cost between 30 and 40?",
    "Which rooms cost over 30 and under 40?",
    "Which boats cost more than €1.900?",
    "Do members pay more than 30?",
    "What is in class 7b?",
  ])("does not read: %s", (question) => {
    expect(readCondition(question)).toBe(null);
  });

  test.each([
    ["How many pupils are in class 7b?", ["pupil"], null],
    ["Which pupils are in class 7b?", ["pupil"], null],
    ["Which members have not paid?", ["member", "paid"], "paid"],
    ["Which members haven't paid?", ["member", "paid"], "paid"],
    ["Who has not paid?", ["paid"], "paid"],
    ["Which rooms without a bath are free?", ["room", "bath", "free"], "bath"],
    ["Which rooms have no bath?", ["room", "bath"], "bath"],
    ["Welche Mitglieder haben nicht bezahlt?", ["mitgli", "bezahl"], "bezahl"],
  ] as const)("reads without a bound: %s", (question, things, negated) => {
    expect(readCondition(question)).toMatchObject({ bound: null, things, negated });
  });
});
