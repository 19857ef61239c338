import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { ComparedRows } from "../../../src/core/answer.js";
import { askWithoutModel } from "./ask-without-model.js";
import { MemoryReader } from "./tools/memory-reader.js";

/** The rows that answer a question, from a document; null if none do. */
async function matching(
  question: string,
  text: string,
  path = "list.md",
): Promise<ComparedRows | null> {
  const reader = new MemoryReader();
  await reader.add(path, text);
  const { direct } = await askWithoutModel(reader, question);
  return direct && "calculation" in direct ? direct : null;
}

const members = `# Members of the rowing club

| Name | Joined | Subscription | Category |
| --- | --- | --- | --- |
| Ada Bell | 2009 | £28 | Senior |
| Cem Oz | 2016 | £45 | Full |
| Eva Lind | 2023 | £12 | Junior |
| Gus Hart | 2015 | £30 | Senior |`;

const flats = `# Wohnungen

| Wohnung | Wohnfläche (m²) | Miete |
| --- | --- | --- |
| EG | 78 | 690 € |
| 1. OG | 60 | 510 € |
| 2. OG | 81,5 | 735 € |`;

const register = `# Register of members

| No | Surname | First name | Fee class | Group | Office | Fee paid |
| --- | --- | --- | --- | --- | --- | --- |
| 1 | Arden | Una | full | Botany |  | yes |
| 2 | Brook | Tom | senior | Mountain | Tour leader | yes |
| 3 | Cole | Ines | senior | Botany | Tour leader | no |
| 4 | Dale | Kit | full | Mountain |  | no |
| 5 | Dale | Rhys | honorary | Mountain |  | n/a |`;

const boilers = `# Boilers

| Boiler | Output | Price | Guarantee |
| --- | --- | --- | --- |
| Calda | 24 kW | €1,890 | 60 months |
| Vento | 25 kW | €2,000 | 10 years |
| Brava | 35 kW | €3,120 | 2 years |`;

const cars = `# Cars

| Car | Price (€) | Weight (kg) |
| --- | --- | --- |
| Nova | 17990 | 1120 |
| Terra | 38700 | 1980 |
| Mica | 13450 | 905 |`;

const mowers = `# Mowers

| | Swift | Meadow | Pico |
| --- | --- | --- | --- |
| Weight | 12.4 kg | 19 kg | 9.8 kg |
| Price | £149 | £259 | £119 |
| Range | 30 min | – | 20 min |`;

describe("rows that meet a condition", () => {
  test.each([
    ["How many members pay less than 30?", members, "Ada Bell; Eva Lind"],
    ["How many members pay at most 30?", members, "Ada Bell; Eva Lind; Gus Hart"],
    ["How many members pay £30 or more?", members, "Cem Oz; Gus Hart"],
    ["Who joined before 2015?", members, "Ada Bell"],
    ["Which members joined in 2015 or later?", members, "Cem Oz; Eva Lind; Gus Hart"],
    ["How many members joined in 2015?", members, "Gus Hart"],
    ["How many members joined since 2015?", members, "Cem Oz; Eva Lind; Gus Hart"],
    ["How many senior members does the rowing club have?", members, "Ada Bell; Gus Hart"],
    ["Who are the tour leaders?", register, "Brook; Cole"],
    ["Which tour leader belongs to the Botany group?", register, "Cole"],
    ["Which members of the Mountain group have not paid their fee?", register, "Dale"],
    ["Who has paid?", register, "Arden; Brook"],
    ["Who is in the senior fee class?", register, "Brook; Cole"],
    ["Which senior members have paid their fee?", register, "Brook"],
    ["How many members haven't paid?", register, "Cole; Dale"],
    ["Which of the members are in the Mountain group?", register, "Brook; Dale; Dale"],
    ["How many boilers cost more than 2,000 euros?", boilers, "Brava"],
    ["Which boilers are cheaper than €2,500?", boilers, "Calda; Vento"],
    ["Which boilers have a guarantee of at least 5 years?", boilers, "Calda; Vento"],
    ["List all boilers with an output over 24 kW", boilers, "Vento; Brava"],
    ["Wie viele Wohnungen sind größer als 60 m²?", flats, "EG; 2. OG"],
    ["Combien de boilers coûtent moins de 2 500 € ?", boilers, "Calda; Vento"],
    ["¿Cuántos boilers cuestan más de 1.900 €?", boilers, "Vento; Brava"],
    ["Which cars cost less than 20,000 euros?", cars, "Nova; Mica"],
    ["How many cars weigh more than 1,100 kg?", cars, "Nova; Terra"],
    ["Which mowers weigh less than 15 kg?", mowers, "Swift; Pico"],
    ["Which members are not in the Botany group?", register, "Brook; Dale; Dale"],
    ["Which members are not in the Mountain group and have paid their fee?", register, "Arden"],
  ])("%s", async (question, text, label) => {
    const found = await matching(question, text);
    const rows = label.split("; ").length;
    expect(found).toMatchObject({ kind: "matching", label, value: String(rows) });
    expect(found?.isAsked).toBe(/^(?:How many|Wie|Comb|¿Cu)/u.test(question) || undefined);
    expect(found?.calculation.operands).toHaveLength(rows);
    expect(found?.calculation.operands.every(({ citation }) => citation !== null)).toBe(true);
  });

  test.each([
    ["a column that the table does not have", "How many boilers weigh more than 40 kg?", boilers],
    ["another currency", "How many members pay less than 30 euros?", members],
    ["a bound without a unit", "Which boilers have a guarantee of at least 5?", boilers],
    ["an unrelated condition", "Which boilers with a tank cost more than €2,000?", boilers],
    ["two conditions", "Which boilers cost over €1,000 and give over 24 kW?", boilers],
    ["a negation", "How many members do not pay less than 30?", members],
    ["no word for the column", "How many members are over 28?", members],
    ["other things", "How many caretakers pay less than 30?", members],
    ["a category that no cell has", "How many honorary members does the club have?", members],
    [
      "all members, if only some are called so",
      "How many members does the club have?",
      members.replace("Full", "Member"),
    ],
    ["two categories of one column", "Which members are in Botany and Mountain?", register],
    ["a category with other words", "Which tour leaders of the Botany group ski?", register],
    [
      "a category that may be missing",
      "Who is in the Botany group?",
      register.replace("| Botany |  | yes", "|  |  | yes"),
    ],
    ["what another column says", "How many boilers over €1,900 have a guarantee?", boilers],
    ["what no row meets", "How many members pay more than 100?", members],
    [
      "a number that may have decimals or thousands",
      "Which boilers cost more than €1.900?",
      boilers,
    ],
  ])("gives no answer for %s", async (_, question, text) => {
    expect(await matching(question, text)).toBe(null);
  });

  test.each([
    ["one cell cannot be read", "£45", "on request"],
    ["one cell is empty", "£45", " "],
    ["one cell has another unit", "£45", "€45"],
    ["a range leaves it open", "£45", "£25–45"],
    ["a row is for the rest", "Cem Oz", "Others"],
    ["a name has two rows", "Cem Oz", "Ada Bell"],
    ["the rows are kinds of members", "| Name |", "| Type |"],
    ["two columns fit", "| Category |", "| Yearly fee |"],
  ])("gives no answer if %s", async (_, from, to) => {
    const question = "How many members pay less than 30?";
    const table = members.replace(from, to);
    expect(table).not.toBe(members);
    const changed = to.includes("fee") ? table.replace(/Senior|Full|Junior/gu, "£40") : table;
    expect(await matching(question, changed)).toBe(null);
  });

  test("counts no rows if a column has the number of what is counted", async () => {
    const rooms = `# Pupils and rooms\n\n| Room | Class | Pupils |\n| --- | --- | --- |\n| Hall | 7b | 28 |\n| Attic | 7a | 30 |`;
    expect(await matching("How many pupils are in class 7b?", rooms)).toBe(null);
    const pupils = `# Pupils\n\n| Pupil | Class |\n| --- | --- |\n| Ann | 7b |\n| Bo | 7a |\n| Cy | 7b |`;
    expect(await matching("How many pupils are in class 7b?", pupils)).toMatchObject({
      label: "Ann; Cy",
      value: "2",
      rows: 3,
    });
    const former = pupils.replace("| Class |", "| Class | Last class |");
    const twice = former.replace("--- |\n", "--- | --- |\n").replace(/(7[ab]) \|/gu, "$1 | 7b |");
    expect(await matching("How many pupils are in class 7b?", twice)).toBe(null);
  });

  test("counts the rows of all pages of a sheet, and not those of sheets that are too long", async () => {
    const row = (index: number) => `Item ${index},${index % 3 === 0 ? 12 : 40} €`;
    const sheet = (rows: number) =>
      ["Item,Price", ...Array.from({ length: rows }, (_, index) => row(index))].join("\n");
    const question = "How many items cost less than 20 €?";
    const found = await matching(question, sheet(120), "items.csv");
    expect(found).toMatchObject({ kind: "matching", value: "40", rows: 120 });
    expect(found?.label).toMatch(/^Item 0; Item 3; .*; Item 33; …$/u);
    expect(found?.calculation.operands).toHaveLength(16);
    expect(await matching(question, sheet(9000), "items.csv")).toBe(null);
  });
});

test("names the columns of all conditions", async () => {
  const question = "Which members of the Mountain group have not paid their fee?";
  const found = await matching(question, register);
  expect(found?.column.split(", ").toSorted()).toEqual(["Fee paid", "Group"]);
  expect(found?.calculation.expression).toContain("Fee paid: no");
  expect(found?.calculation.expression).toContain("Group: mountain");
});

describe("things that are columns", () => {
  test.each([
    ["Which mower is the lightest?", "lowest", "Pico", "9.8 kg"],
    ["Which mower is the most expensive?", "highest", "Meadow", "£259"],
  ])("%s", async (question, kind, label, value) => {
    expect(await matching(question, mowers)).toMatchObject({ kind, label, value, rows: 3 });
  });

  test("does not answer if a cell is missing, or if the table is about other things", async () => {
    expect(await matching("Which mower has the shortest range?", mowers)).toBe(null);
    expect(await matching("Which boiler is the lightest?", mowers)).toBe(null);
  });
});

test("counts exactly the rows that meet the condition", async () => {
  const prices = fc.array(fc.integer({ min: 0, max: 60 }), { minLength: 2, maxLength: 8 });
  const forms = fc.constantFrom(
    ["more than", (one: number, bound: number) => one > bound] as const,
    ["at least", (one: number, bound: number) => one >= bound] as const,
    ["less than", (one: number, bound: number) => one < bound] as const,
    ["at most", (one: number, bound: number) => one <= bound] as const,
  );
  await fc.assert(
    fc.asyncProperty(prices, fc.nat({ max: 60 }), forms, async (values, bound, [form, meets]) => {
      const rows = values.map((value, index) => `| Shop ${"ABCDEFGH"[index]} | £${value} |`);
      const text = `# Shops\n\n| Shop | Price |\n| --- | --- |\n${rows.join("\n")}`;
      const found = await matching(`How many shops cost ${form} £${bound}?`, text);
      if (!found) return;
      const expected = values.flatMap((value, index) =>
        meets(value, bound) ? [`Shop ${"ABCDEFGH"[index]}`] : [],
      );
      expect(found).toMatchObject({
        label: expected.join("; "),
        value: String(expected.length),
      });
    }),
    { numRuns: 60 },
  );
});
