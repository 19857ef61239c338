import { describe, expect, test } from "vitest";
import type { ComparedRows } from "../../../src/core/answer.js";
import { askWithoutModel } from "./ask-without-model.js";
import { MemoryReader } from "./tools/memory-reader.js";

/** The total or average that answers a question, from a document; null if none does. */
async function aggregate(question: string, text: string): Promise<ComparedRows | null> {
  const reader = new MemoryReader();
  await reader.add("list.md", text);
  const { direct } = await askWithoutModel(reader, question);
  return direct && "calculation" in direct ? direct : null;
}

const customers = `# Customers

| Customer | City | Paid | Revenue 2023 | Revenue 2024 | Discount |
| --- | --- | --- | --- | --- | --- |
| Arden Ltd | Leeds | yes | £1,200.50 | £1,350.25 | 5% |
| Brook plc | York | no | £800.00 | £910.00 | 0% |
| Cole LLP | Leeds | no | £400.10 | – | 10% |
| Dale Ltd | Hull | yes | £99.40 | £120.75 | 3% |`;

const expenses = `# Ausgaben

| Posten | Art | Betrag |
| --- | --- | --- |
| Farbe | Material | 120,50 € |
| Pinsel | Material | 19,50 € |
| Maler | Lohn | 640,00 € |`;

const sales = `# Sales

| Branch | Sales (thousands of €) |
| --- | --- |
| North | 1,234,567 |
| South | 1,234,570 |
| East | 1,234,571 |`;

const withTotal = `# Stalls

| Stall | Fee |
| --- | --- |
| Honey | 20 |
| Cheese | 35 |
| Total | 55 |`;

const withSum = `# Bill

| Item | Amount |
| --- | --- |
| Net | 100 |
| VAT | 20 |
| To pay | 120 |`;

const mixed = `# Lengths

| Trail | Length |
| --- | --- |
| Ridge | 12 km |
| Mill | see map |`;

describe("a total or an average of a column", () => {
  test.each([
    ["What is the total revenue in 2023?", customers, "total", "£2,500", 4],
    ["total revenue 2024", customers, "total", "£2,381", 3],
    ["How much was the revenue in 2023 from Leeds in total?", customers, "total", "£1,600.60", 2],
    ["What is the average discount?", customers, "average", "4.5%", 4],
    ["sum of the revenue 2023 of customers who have paid", customers, "total", "£1,299.90", 2],
    ["Wie hoch ist der Betrag für Material insgesamt?", expenses, "total", "€140", 2],
    ["What are the average sales?", sales, "average", "€1,234,569.33 thousand", 3],
    ["Was ist der durchschnittliche Betrag?", expenses, "average", "€260", 3],
  ] as const)("%s", async (question, text, kind, value, rows) => {
    const found = await aggregate(question, text);
    expect(found).toMatchObject({ kind, value, rows });
    expect(found?.calculation.operands).toHaveLength(rows);
    expect(found?.calculation.scale).toBe(text === sales ? 3 : undefined);
  });

  test.each([
    ["of percentages", "What is the total discount?", customers],
    ["of one of several columns", "What is the total revenue?", customers],
    ["under a condition that no column has", "total revenue 2023 from abroad", customers],
    ["of a table with a total of its own", "What is the total fee?", withTotal],
    ["of a table with an unnamed total", "What is the total amount?", withSum],
    ["of a column with other texts", "What is the total length?", mixed],
    ["that is a number of rows", "What is the total number of customers?", customers],
  ])("is not computed %s: %s", async (_, question, text) => {
    const found = await aggregate(question, text);
    expect(found?.kind).not.toBe("total");
  });
});
