import { deleteDB } from "idb";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type Answer, Pagehound } from "../../../src/index.js";

const name = "kinds-test";
let hound: Pagehound;

const files = {
  "orchard-report.md": `# Orchard report

by Mina Okafor

The orchard uses “grafting stock” for every tree that carries another one. Grafting stock is expensive, and grafting stock is bought in winter.

## Terms

“Windfall” means fruit that has fallen before it was picked. Windfall is sold to the cider mill.

## Tools

| Tools | Care |
| --- | --- |
| Sharp ones | A lopper is a pruner with long handles. Oil it in May. |

## Income from fruit

(in thousands)

| | 2021 | 2022 | 2023 |
| --- | --- | --- | --- |
| Apples | 41 | 57 | 52 |
| Pears | 12 | 9 | 15 |
`,
  "harvest.csv": "Day,Plot,Crates,Picker\n12,40,7,Ada\n13,12,9,Bo\n14,41,3,Cem\n15,42,8,Ada\n",
  "cider-hire.csv":
    "Item,Per day,Per week,Deposit,Note\nFruit press,22,88,60,charged per load\nApple mill,18,70,40,needs power\nBottling bench,9,30,40,\n",
  "stock.md":
    "# Stock\n\n| | December 31, 2022 |\n| --- | --- |\n| Quinces in store | 41 |\n| Medlars in store | 12 |\n",
  "press-offers.csv":
    "Firm,Device,Offer (EUR),Guarantee\nHolm,Basket presses,8400,5 years\nSitwell,Basket presses,7950,3 years\nHolm,Pulp pumps,3300,2 years\nKarlin,Pulp pumps,3150,4 years\n",
  "pickers-leave.csv": "Years of picking,Days of leave\nunder 2,12\n2 to 5,15\n6 to 10,19\n",
  "cider-depots.csv":
    "Depot,Manager,Telephone\nHill Lane,Runa Vale,0555 12\nMoss End,Teo Lund,0555 77\n",
  "cellar-lease.txt":
    "CELLAR LEASE AGREEMENT\n\nThe rent is due in March, and windfall is not stored.\n",
};

beforeAll(async () => {
  await deleteDB(`pagehound:${name}`);
  hound = await Pagehound.open({ name, assetsBase: "/assets/", parseWorkers: 1 });
  for (const [path, text] of Object.entries(files)) {
    for await (const event of hound.add([{ path, file: new Blob([text]) }])) {
      if (event.type === "document-refused") throw new Error(event.message);
    }
  }
});
afterAll(() => hound.close());

async function ask(question: string): Promise<Answer> {
  for await (const event of hound.ask(question)) if (event.type === "answer") return event.answer;
  throw new Error("The question got no answer.");
}

it("names a document's author from its first page, and reports a first page that names nobody", async () => {
  const { kind, sentences } = await ask("Who wrote the orchard report?");
  expect(kind).toBe("answered");
  expect(sentences[0]?.text).toContain("Mina Okafor");
  expect(sentences[0]?.citations[0]).toMatchObject({ page: 1, quote: "by Mina Okafor" });
  expect((await ask("Who wrote the cellar lease?")).direct).toMatchObject({
    kind: "unsaid",
    path: "cellar-lease.txt",
  });
});

it("lists the documents of a type", async () => {
  const { sentences } = await ask("Which of my files are agreements?");
  expect(sentences).toHaveLength(2);
  expect(sentences[1]?.text).toMatch(/^cellar-lease\.txt: /u);
  expect(sentences[1]?.citations).toHaveLength(1);
});

it.each([
  ["What does windfall mean?", "“Windfall” means fruit that has fallen before it was picked."],
  ["What is a lopper?", "A lopper is a pruner with long handles."],
])(
  "marks the sentence that defines a term, not one that only uses it: %s",
  async (question, sentence) => {
    const { passages } = await ask(question);
    const marked = passages.flatMap((passage) =>
      passage.marked.map(({ start, end }) => passage.text.slice(start, end)),
    );
    expect(marked).toEqual([sentence]);
  },
);

it("finds the year in which a row was highest", async () => {
  expect((await ask("In which year was the income from apples highest?")).direct).toMatchObject({
    kind: "highest",
    across: "years",
    label: "2022",
    rows: 3,
    value: "57 thousand",
  });
});

it.each([
  ["How many crates did plot 12 give?", ["12\t9"]],
  ["Who picked plot 41?", ["41\t3\tCem"]],
  ["On which day was plot 42 picked?", ["15\t42"]],
  // Only the day 13 and no plot 13 is in the table.
  ["How many crates did plot 13 give?", []],
  // Another picker picked it.
  ["How many crates did Ada pick on plot 12?", []],
])(
  "marks the cell of the row that a question names by a column's value: %s",
  async (question, cells) => {
    const { passages } = await ask(question);
    const marked = passages.flatMap((passage) =>
      passage.marked.map(({ start, end }) => passage.text.slice(start, end)),
    );
    expect(marked).toEqual(cells);
  },
);

it.each([
  ["deposit for the fruit press", "Fruit press", "60"],
  // "Per" is also in the note of another row.
  ["What does the apple mill cost per week?", "Apple mill", "70"],
  ["Who is the manager of the Moss End depot?", "Moss End", "Teo Lund"],
  // The day is no row 31 of a column "December".
  ["quinces in store at December 31, 2022", "Quinces in store", "41"],
])(
  "marks the cell in the row and the column that a question has the words of: %s",
  async (question, row, cell) => {
    const { text, marked, figure } = (await ask(question)).passages[0] ?? { text: "", marked: [] };
    const [mark] = marked.map(({ start, end }) => text.slice(start, end));
    expect(mark?.startsWith(row)).toBe(true);
    expect(text.slice(figure?.start, figure?.end)).toBe(cell);
  },
);

it.each([
  ["What was the lowest offer for the basket presses?", "Sitwell", "7950"],
  ["Who offers the longest guarantee on the pulp pumps?", "Karlin", "4 years"],
  ["What is the cheapest thing to hire by the week?", "Bottling bench", "30"],
  ["Which takes the lower deposit, the fruit press or the apple mill?", "Apple mill", "40"],
])("compares the rows that a question restricts itself to: %s", async (question, label, value) => {
  expect((await ask(question)).direct).toMatchObject({ label, value });
});

it("marks the cell in the row whose range has the amount of the question", async () => {
  const { text, figure } = (await ask("How many days of leave after 7 years of picking?"))
    .passages[0] ?? { text: "" };
  expect(text.slice(figure?.start, figure?.end)).toBe("19");
});

// No column says who hired something, and no row is a wine press.
it.each(["Who hired the fruit press?", "deposit for the wine press"])(
  "marks no cell if the table lacks a word of the question: %s",
  async (question) => {
    const { passages } = await ask(question);
    expect(passages.flatMap(({ marked }) => marked)).toEqual([]);
  },
);
