import { describe, expect, test } from "vitest";
import type { DirectAnswer } from "../../../src/core/answer.js";
import { askWithoutModel } from "./ask-without-model.js";
import { MemoryReader } from "./tools/memory-reader.js";

const expenses = `Date,Category,Vendor,Amount (EUR),Paid by,Receipt
2025-01-04,Paint,Colour House,120.50,Ada,yes
2025-02-12,Timber,Oak & Co,310.00,Ben,no
2025-03-03,Paint,Hill Stores,79.50,Ada,yes
2025-03-20,Food,Hill Stores,45.25,Ben,no
2025-05-17,Food,Market Hall,98.00,Ada,yes
2026-01-08,Timber,Oak & Co,205.00,Cleo,yes
`;

const tasks = `ID,Task,Owner,Status,Priority,Due,Hours
T-1,Repair the gate,Ines,open,low,05/01/2026,8
T-2,Order new chairs,Kira,open,high,08/01/2026,22
T-3,Write the newsletter,Ines,done,low,11/02/2026,14
T-4,Book the band,Ines,blocked,low,14/02/2026,16
T-5,Clean the cellar,Jonas,in progress,high,17/03/2026,3
`;

const staff = `Name,Department,Job title,Start date,Salary,Office,Manager
Nora Berg,Sales,Analyst,2014-12-18,95000,Kiel,Ugo Pohl
Olaf Falk,Engineering,Assistant,2022-07-16,52000,Bremen,Nora Berg
Petra Holm,Sales,Clerk,2020-10-15,37000,Bremen,Ugo Pohl
Ugo Pohl,Finance,Manager,2021-01-13,39000,Bremen,Nora Berg
Rosa Moser,Support,Engineer,2017-06-08,68000,Kiel,Nora Berg
Stefan Nagel,Finance,Clerk,2012-03-04,41000,Kiel,Ugo Pohl
Tilda Otto,Support,Engineer,2013-10-05,45000,Bremen,Nora Berg
Vera Lind,Support,Clerk,2015-06-26,33500,Bremen,Nora Berg
`;

const files: Readonly<Record<string, string>> = {
  "expenses.csv": expenses,
  "tasks.csv": tasks,
  "staff.csv": staff,
};

async function directAnswer(
  question: string,
  documents: Readonly<Record<string, string>> = files,
): Promise<DirectAnswer | undefined> {
  const reader = new MemoryReader();
  for (const [path, text] of Object.entries(documents)) await reader.add(path, text);
  return (await askWithoutModel(reader, question)).direct;
}

describe("questions over lists", () => {
  test.each([
    ["How much did we spend on paint?", "€200"],
    ["How much was spent on timber in 2025?", undefined],
    ["How much did we spend at Hill Stores?", "€124.75"],
    ["How much did Ada pay?", "€298"],
    ["How much did we spend in March 2025?", "€124.75"],
    ["What did we spend on food?", "€143.25"],
    ["How much did we spend on food since March 2025?", "€143.25"],
    ["How many hours does Ines have?", "38"],
    ["average expense for paint", "€100"],
    ["How much did we spend on paint before February 2025?", undefined],
    ["How much did we pay Hill Stores after February 2025?", "€124.75"],
    ["How much did we spend per month?", undefined],
    ["How much did we spend on insurance?", undefined],
  ])("adds up the rows of events: %s", async (question, value) => {
    const direct = await directAnswer(question);
    const found = direct && "value" in direct ? direct.value.replace("EUR ", "€") : undefined;
    expect(found).toBe(value);
  });

  test.each([
    ["How many people work in Bremen?", "5"],
    // What is counted must not be a word among others.
    ["How many gates are there?", undefined],
    ["How many tasks are not done?", "4"],
    ["How many people started since 2020?", "3"],
    ["How often did we buy food?", "2"],
    ["How many customers do we have?", undefined],
    ["How many purchases did Nora Berg make?", undefined],
  ])("counts rows: %s", async (question, value) => {
    const direct = await directAnswer(question);
    const isCount = direct?.kind === "matching";
    expect(isCount ? direct.value : undefined).toBe(value);
    expect(isCount ? direct.isAsked : true).toBe(true);
  });

  test.each([
    ["Who works in Kiel?", "Nora Berg; Rosa Moser; Stefan Nagel"],
    ["Which purchases of timber were over 300 euros?", "2025-02-12"],
    ["Which purchases of food were over 50 euros?", "2025-05-17"],
    ["Which expenses have no receipt?", "2025-02-12; 2025-03-20"],
    ["What is due in February 2026?", "Write the newsletter; Book the band"],
    ["Which tasks are due before 10 January 2026?", "Repair the gate; Order new chairs"],
    ["Which tasks are due in January?", "Repair the gate; Order new chairs"],
    ["What are the low priority tasks?", "Repair the gate; Write the newsletter; Book the band"],
    ["Which tasks take more than 15 hours?", "Order new chairs; Book the band"],
    ["Who has low priority tasks?", "Ines"],
    ["Who paid for paint?", "Ada"],
    ["Who started between 2017 and 2020?", "Petra Holm; Rosa Moser"],
    ["List everyone in Sales", "Nora Berg; Petra Holm"],
    ["Whose salary is more than 60000?", "Nora Berg; Rosa Moser"],
    ["Who in Sales earns more than 60000?", "Nora Berg"],
    ["Which engineers work in Kiel?", "Rosa Moser"],
    ["tasks that are blocked", "Book the band"],
    ["Which tasks are finished?", "Write the newsletter"],
  ])("lists rows: %s", async (question, label) => {
    expect(await directAnswer(question)).toMatchObject({ kind: "matching", label });
  });

  test.each([
    ["Which category cost the most?", "highest", "Timber", "EUR 515", 3],
    ["Who paid the most?", "highest", "Ben", "EUR 355.25", 3],
    ["Who paid for most of the purchases?", "highest", "Ada", "3", 3],
    ["Which vendor did we pay the most?", "highest", "Oak & Co", "EUR 515", 4],
    ["Who has the most tasks?", "highest", "Ines", "3", 3],
    ["Which person has the fewest hours?", "lowest", "Jonas", "3", 3],
    ["Which department has the highest total salary?", "highest", "Support", "146,500", 4],
  ] as const)("compares groups of rows: %s", async (question, kind, label, value, groups) => {
    const direct = await directAnswer(question);
    expect(direct).toMatchObject({ kind, label, value, across: "groups", rows: groups });
  });

  test.each([
    ["What was the most expensive purchase of paint?", "highest", "2025-01-04", "120.50"],
    ["When did we last buy food?", "latest", "2025-05-17", "2025-05-17"],
    ["Who earns the least in Sales?", "lowest", "Petra Holm", "37000"],
    ["What is the lowest salary?", "lowest", "Vera Lind", "33500"],
  ])("compares rows: %s", async (question, kind, label, value) => {
    expect(await directAnswer(question)).toMatchObject({ kind, label, value });
  });

  test("adds up rows whose descriptions have the words, by their amounts rather than prices", async () => {
    const orders = `Order no,Date,Item,Unit price (€),Net amount (€),Sales rep
SO-1,2025-01-09,Standing desk,545.00,545.00,Wendy
SO-2,2025-01-10,Desk lamp,38.50,77.00,Joel
SO-3,2025-02-11,Task chair,172.50,345.00,Wendy
SO-4,2025-02-12,Visitor chair,89.00,178.00,Marcus
SO-5,2025-03-01,Task chair,172.50,172.50,Marcus
`;
    const ask = (question: string) => directAnswer(question, { "orders.csv": orders });
    expect(await ask("How much was spent on chairs?")).toMatchObject({ value: "€695.50" });
    expect(await ask("biggest order")).toMatchObject({ kind: "highest", value: "545.00" });
    expect(await ask("Who sold the most?")).toMatchObject({ label: "Wendy", across: "groups" });
    expect((await ask("How many chairs were sold in total?"))?.kind).not.toBe("total");
  });

  test("reads a list that has no word of the question", async () => {
    const found = await directAnswer("How many entries are there?", {
      "diary.csv": "Day,Walk\n1,Hill\n2,Lake\n3,Wood\n4,Mill\n5,Fen\n",
    });
    expect(found).toMatchObject({ kind: "matching", value: "5" });
  });

  test("gives no winner of groups for a tie, and no date for where", async () => {
    expect(await directAnswer("Who has the fewest tasks?")).toBe(undefined);
    expect(await directAnswer("Where did we spend the most?")).toBe(undefined);
  });

  test.each([
    ["Does Petra Holm work in Sales?", "yes"],
    ["Does Petra Holm work in Finance?", "no"],
    ["Is Nora Berg a manager?", "no"],
    ["Is the newsletter done?", "yes"],
    ["Is T-4 blocked?", "yes"],
    ["Does Petra Holm work in Hamburg?", undefined],
    ["Is the newsletter good?", undefined],
    ["Is Olaf Berg an analyst?", undefined],
  ])("says yes or no about a row: %s", async (question, says) => {
    expect((await directAnswer(question))?.kind).toBe(says);
  });

  test("says no only for values that exclude each other", async () => {
    const languages = (cell: string) => ({
      "languages.csv": `Name,Languages\nAda,${cell}\nBen,French\nCleo,German\nDora,German\n`,
    });
    const question = "Does Ada speak French?";
    const spoken = {
      "languages.csv": "Name,Speaks\nAda,German\nBen,French\nCleo,German\nDora,German\n",
    };
    expect((await directAnswer(question, spoken))?.kind).toBe("no");
    expect(await directAnswer(question, languages("German and French"))).toBe(undefined);
  });
});
