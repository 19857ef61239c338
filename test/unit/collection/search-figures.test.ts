import { beforeAll, describe, expect, it } from "vitest";
import { FigureCollection } from "./figure-collection.js";

const table = (...rows: string[]): string => {
  const [head = "", ...others] = rows;
  const parts = head.split("|").map(() => "---");
  return [head, parts.join("|"), ...others].map((row) => `|${row}|`).join("\n");
};

/** A made-up report with figures that are easily confused with the requested ones. */
const report = `# Gannet plc

ANNUAL REPORT

## People

As of June 30, 2022, we had approximately 7,300 full-time and part-time employees. About 110 of our full-time employees work at sea.

Research and development is at the heart of R&D at Gannet. Our R&D works with the R&D of others, and R&D in 2022 was better than R&D in 2021.

## Outlook

We expect capital expenditures of $950 million in fiscal 2022 to be committed by its end.

## Consolidated Statements of Income

(in millions, except per share data)

${table(
  " | Year Ended June 30, 2022 | Year Ended June 30, 2021",
  "Net sales | 12,346 | 11,235",
  "Cost of sales | 7,201 | 6,803",
  "Research and development | 1,105 | 1,004",
  "Income before income taxes | 1,301 | 1,202",
  "Provision for income taxes | 301 | 282",
  "Net income | 1,000 | 920",
  "Net income per diluted share | 2.51 | 2.31",
)}

## Consolidated Balance Sheets

(in millions)

${table(
  " | June 30, 2022 | June 30, 2021",
  "Inventories | 407 | 306",
  "Property and equipment, net | 3,303 | 3,004",
  "Total assets | 20,208 | 19,109",
  "Long-term debt, less current portion | 5,011 | 5,512",
)}

## Consolidated Statements of Cash Flows

(in millions)

${table(
  " | Year Ended June 30, 2022 | Year Ended June 30, 2021",
  "Inventories | (51) | (42)",
  "Net cash provided by operating activities | 2,405 | 2,204",
  "Purchases of property and equipment, including internal-use software and websites | (603) | (502)",
  "Net cash used in investing activities | (799) | (688)",
  "Repayments of long-term debt | (501) | (402)",
  "Dividends paid | (205) | (194)",
  "Net cash used in financing activities | (706) | (596)",
)}

## Note 9. The harbour of Altona

We hold a part of the harbour of Altona, of which this is the statement.

${table(
  " | Year Ended June 30, 2022 | Year Ended June 30, 2021",
  "Net sales | 346 | 235",
  "Net income | 31 | 23",
)}

## Note 10. Dividends

In 2022 we declared dividends of $0.51 per share.
`;

const quarterly = `# Puffin Inc.

Second quarter of fiscal 2024

## Condensed Consolidated Statements of Earnings

(in millions)

${table(
  " | Three Months Ended July 29, 2023 | Three Months Ended July 30, 2022 | Six Months Ended July 29, 2023 | Six Months Ended July 30, 2022",
  "Revenue | 9,583 | 10,329 | 19,050 | 20,976",
  "Net earnings | 274 | 306 | 518 | 647",
)}

## Condensed Consolidated Balance Sheets

(in millions)

${table(
  " | July 29, 2023 | January 28, 2023 | July 30, 2022",
  "Accounts payable | 5,471 | 5,687 | 5,406",
  "Total assets | 15,318 | 15,803 | 15,419",
)}
`;

const collection = new FigureCollection();

beforeAll(async () => {
  await collection.add("gannet.md", report);
  await collection.add("puffin.md", quarterly);
});

describe("the requested figure", () => {
  it.each([
    ["the whole company's, not a part's", "Gannet net income 2022", "1,000"],
    [
      "the row's, not one from a text about it",
      "How much did Gannet spend on R&D in 2021?",
      "1,004",
    ],
    ["found by another name", "Gannet COGS 2021", "6,803"],
    ["not the one before it", "Gannet income taxes 2022", "301"],
    ["the balance, not its change", "Gannet inventory June 30, 2021", "306"],
    ["the amount paid, not the balance", "Gannet long-term debt repaid in 2021", "(402)"],
    ["that of the named activity", "Gannet operating cash flow 2022", "2,405"],
    ["found despite a qualified label", "Gannet capex 2022", "(603)"],
    ["not per share, unless asked for", "How much did Gannet pay in dividends in 2022?", "(205)"],
    ["per share", "Gannet diluted EPS 2021", "2.31"],
    ["that of a fiscal quarter", "Puffin revenue in the second quarter of fiscal 2024", "9,583"],
    ["that of half a year", "Puffin net income in the first half of fiscal 2024", "518"],
    [
      "that at the end of a fiscal quarter",
      "Puffin accounts payable at the end of Q2 fiscal 2024",
      "5,471",
    ],
    [
      "found despite instructions for the answer",
      "What is the FY2022 capital expenditure amount (in USD millions) for Gannet? Give a response to the question by relying on the details shown in the cash flow statement.",
      "(603)",
    ],
    ["found in lower case", "gannet net income 2022", "1,000"],
    ["found for “how high”", "How high was the cost of sales of Gannet in 2022?", "7,201"],
    ["per share of a company", "What was the net income per share of Gannet in 2021?", "2.31"],
  ])("the requested figure is %s: %s", async (_, question, cell) => {
    expect(await collection.first(question)).toMatchObject({ cell, sure: true });
  });

  it("finds the requested figure in a sentence about all rather than some", async () => {
    const first = await collection.first("How many employees did Gannet have in 2022?");
    expect(first).toMatchObject({ place: expect.stringContaining("7,300"), cell: null });
  });

  it.each(["What drove net sales of Gannet in 2022?", "Does Gannet pay income taxes?"])(
    "does not search for a figure if the question asks for something else: %s",
    async (question) => {
      const { hits, asksFigure } = await collection.search(question);
      expect(asksFigure).toBe(false);
      expect(hits.every(({ figures }) => figures === undefined)).toBe(true);
    },
  );

  it("is certain of a figure although its row does not name the document's subject", async () => {
    const ferries = new FigureCollection();
    const rows = [
      " | 2024 | 2023",
      "Freight | 17,940 | 18,730",
      "Total revenue | 106,200 | 99,300",
    ];
    const prose = "Kittiwake was founded in 1987. Kittiwake has ships, and freight ships.";
    await ferries.add(
      "kittiwake-harbour-ferries-2024.md",
      `# Kittiwake Harbour Ferries\n\n${prose}\n\n## Income statement\n\n${table(...rows)}`,
    );
    const first = await ferries.first("How much revenue did Kittiwake make in 2024?");
    expect(first).toMatchObject({ cell: "106,200", sure: true });
  });

  it("is not certain of a row with another number", async () => {
    const firms = new FigureCollection();
    const rows = Array.from(
      { length: 30 },
      (_, index) => `Firm ${index + 201} ${index === 13 ? "plc" : "Ltd"} | ${index * 31 + 170}`,
    );
    await firms.add("firms.md", `# Customers\n\n${table("Customer | Revenue", ...rows)}`);
    const first = await firms.first("revenue of Firm 214 Ltd");
    expect(first?.sure === true && !first.place.startsWith("Firm 214")).toBe(false);
  });

  it("reports a figure as uncertain if no row has its name", async () => {
    const { hits } = await collection.search("Gannet goodwill 2022");
    expect(hits.flatMap(({ figures = [] }) => figures).some(({ sure }) => sure)).toBe(false);
  });
});

describe("the passages for a figure question", () => {
  it("ranks tables of contents last for a question about a figure", async () => {
    const petrel = new FigureCollection();
    const contents = [
      "Business of harbours and revenue 4",
      "Properties and inventories 11",
      "Revenue and cost of sales 15",
      "Net income and dividends 22",
      "Revenue by harbour 31",
      "Notes to revenue 47",
    ];
    await petrel.add("index.md", contents.join("\n\n"));
    await petrel.add("notes.md", "The revenue of a harbour is told when a ship has left it.");
    const { hits } = await petrel.search("revenue by harbour 2022");
    expect(hits.map(({ path }) => path)).toEqual(["notes.md", "index.md"]);
    const plain = await petrel.search("revenue by harbour");
    expect(plain.hits.map(({ path }) => path)).toEqual(["index.md", "notes.md"]);
  });

  it("returns the original query, and does not report words that only phrase it", async () => {
    const query = "Please tell me the Gannet net sales of 2022, in USD millions";
    const { query: answered, unmatched } = await collection.search(query);
    expect(answered).toBe(query);
    expect(unmatched).not.toContain("please");
  });
});

describe("a question that names several companies", () => {
  const shore = new FigureCollection();
  const yearOf = (company: string, year: number, sales: string): string =>
    `# ${company} Inc.

Annual report ${year}. Net sales are what ${company} lives on: net sales of harbours, net sales of ships.

## Consolidated Statements of Income

${table(` | ${year}`, `Net sales | ${sales}`, "Operating margin | 12.1%")}

## Net sales by harbour

Our net sales and our operating margin rose in ${year}, as net sales did everywhere.`;

  beforeAll(async () => {
    for (const year of [2020, 2021, 2022]) {
      await shore.add(`gannet-${year}.md`, yearOf("Gannet", year, `${year},111`));
    }
    await shore.add("north/PUFFIN_2022.md", yearOf("Puffin", 2022, "2,022"));
    await shore.add("notes.md", "Net sales, operating margin: what Ospreys and Puffins have not.");
  });

  const sources = ({ hits }: { hits: readonly { path: string }[] }): string[] =>
    hits.map(({ path }) => path.replace(/^.*\/|[-_]?\d*\.md$/g, "").toLowerCase());

  it.each([true, false])("alternates passages of each, with figures: %s", async (figures) => {
    const found = await shore.search("Operating margin of Gannet and Puffin in 2022", 6, figures);
    expect(sources(found).slice(0, 2)).toEqual(["gannet", "puffin"]);
    expect(found.unmatched).toEqual([]);
  });

  it("marks the figure of each company if it is certain", async () => {
    const { hits } = await shore.search("What were the net sales of Puffin and Gannet in 2022?", 6);
    const sure = hits.filter(({ figures = [] }) => figures.some((figure) => figure.sure));
    expect(sure.map(({ path }) => path)).toEqual(["north/PUFFIN_2022.md", "gannet-2022.md"]);
  });

  it("accepts names of files instead of companies", async () => {
    const query = "net sales in gannet-2020 compared with gannet-2021.md";
    const { hits } = await shore.search(query, 4);
    expect(hits.slice(0, 2).map(({ path }) => path)).toEqual(["gannet-2020.md", "gannet-2021.md"]);
  });

  it("searches a named party's documents for the question's other words if the best hit is among them", async () => {
    const files = new FigureCollection();
    const preamble = (party: string): string =>
      `This agreement is made by and between Tern Harbours and ${party}, a party to the agreement, and ${party} is named in the agreement as the receiving party.`;
    const clause = "The receiving party may copy nothing of what it was shown.";
    const padding = "Notices are sent by post to the office that the other one names.";
    for (const party of ["Gannet Ferries", "Puffin Boats", "Osprey Rowing"]) {
      const text = [preamble(party), clause, ...Array.from({ length: 9 }, () => padding)];
      await files.add(
        `${party}, contract.md`,
        text.map((line) => `# Part\n\n${line}`).join("\n\n"),
      );
    }
    const found = await files.search(
      "In the agreement with Puffin Boats, may the party copy anything?",
    );
    expect(found.about).toMatchObject({
      name: "Puffin Boats",
      documents: [{ path: "Puffin Boats, contract.md" }],
    });
    expect(found.hits[0]).toMatchObject({ path: "Puffin Boats, contract.md" });
    expect(found.hits[0]?.text).toContain(clause);
    expect((await files.search("May the party copy anything?")).about).toBeUndefined();
  });

  it("does not search a named document for words that only identify the document", async () => {
    const files = new FigureCollection();
    const padding = "Notices are sent by post to the office that the other one names. ".repeat(20);
    const definition = "The agreement, this agreement and any annex are the agreement.";
    for (const party of ["Gannet Ferries", "Puffin Boats", "Osprey Rowing"]) {
      const text = [`${party} sign here. ${padding}`, `${definition} ${padding}`];
      const copies = `${padding} Nobody makes copies. ${padding}`;
      await files.add(
        `${party}, 2024.md`,
        [...text, copies].map((line) => `# Part\n\n${line}`).join("\n\n"),
      );
    }
    const { hits } = await files.search("In the agreement with Puffin Boats, are copies allowed?");
    expect(hits[0]).toMatchObject({ path: "Puffin Boats, 2024.md" });
    expect(hits[0]?.text).toContain("Nobody makes copies.");
  });

  it("does not mistake a question word, or a small part of a file's name, for a name", async () => {
    const ward = new FigureCollection();
    await ward.add("What-I-need-to-know-about-bladders.md", "Treatments for a bladder are drops.");
    await ward.add("asthma.md", "Treatments for Asthma are sprays.");
    await ward.add("wars/The_French_and_Indian_War.md", "The French fought.");
    await ward.add("places/Victoria_(Australia).md", "A French king was never in Victoria.");
    const result = await ward.search("What are the treatments for Asthma?");
    expect(result.sides).toBeUndefined();
    expect(result.hits[0]?.path).toBe("asthma.md");
    expect((await ward.search("Which French king saw Victoria?")).sides).toBeUndefined();
  });

  it("recognises companies in a question without capitals, but not the words of a contract", async () => {
    const found = await shore.search("net sales of puffin and gannet in 2022", 6);
    expect(found.sides?.map(({ name }) => name)).toEqual(["puffin", "gannet"]);
    const files = new FigureCollection();
    const clause =
      "The receiving party shall keep all Confidential Information, Company secrets too.";
    await files.add("NDA Puffin.md", `# Agreement with Puffin Inc.\n\n${clause}`);
    await files.add("NDA Gannet.md", `# Agreement with Gannet Inc.\n\n${clause}`);
    const { about } = await files.search(
      "in the agreement with puffin inc., who keeps confidential information",
    );
    expect(about?.documents.map(({ path }) => path)).toEqual(["NDA Puffin.md"]);
  });

  it("treats a question about a single company or with operators in the usual way", async () => {
    const one = await shore.search("Operating margin of Puffin in 2022", 3);
    expect(sources(one)[0]).toBe("puffin");
    const query = 'operating margin Gannet Puffin -"net sales of"';
    const found = await shore.search(query, 6, false);
    expect(found.hits.some(({ text }) => text.includes("net sales of"))).toBe(false);
  });
});
