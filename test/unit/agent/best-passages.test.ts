import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { bestPassages as passagesFor } from "../../../src/agent/loop/best-passages.js";
import type { DocumentId } from "../../../src/core/document.js";
import type { EvidenceId } from "../../../src/core/passage.js";
import { readQuestion } from "../../../src/figures/question.js";
import type { SearchHit, SearchResponse } from "../../../src/search/api.js";

const bestPassages = (response: SearchResponse, question: string, limit: number) =>
  passagesFor(response, readQuestion(question), limit);

const coverage = { documents: 1, pages: 9, pagesWithoutText: 0, gaps: [], pagesNotNamed: 0 };

/** What a search for some words would give, the passages in this order. */
function response(words: RegExp, texts: readonly string[], path = "report.pdf"): SearchResponse {
  const hits = texts.map((text, index): SearchHit => {
    // Passages seldom begin where their page does.
    const from = 40 * index;
    const found = [...text.matchAll(words)];
    return {
      id: `d1.p${index + 1}.s1` as EvidenceId,
      document: "d1" as DocumentId,
      path,
      page: index + 1,
      pageLabel: null,
      pageUnit: "page",
      span: { start: from, end: from + text.length },
      text,
      marks: found.map((match) => ({
        start: from + match.index,
        end: from + match.index + match[0].length,
      })),
      excerpt: { text: "", marks: [] },
      heading: null,
      score: 10 - index,
    };
  });
  const nothing = { corrections: [], unmatched: [], ignored: [] };
  return { query: "", hits, matches: hits.length, ...nothing, coverage };
}

function marked(question: string, found: SearchResponse, limit = 9): string[][] {
  return bestPassages(found, question, limit).map((passage) =>
    passage.marked.map(({ start, end }) => passage.text.slice(start, end)),
  );
}

describe("a question with an amount", () => {
  const words = /fermentation|takes|hours/giu;
  it("is not answered by a sentence about another, where one beside it is about that one", () => {
    const text = "Fermentation at 24 °C takes five hours. At 18 °C fermentation takes nine hours.";
    const [first] = marked("How long does fermentation take at 18 °C?", response(words, [text]));
    expect(first).toEqual(["At 18 °C fermentation takes nine hours."]);
  });
});

it("leaves out sentences without money where a price is asked for", () => {
  const text = "The flat has one parking space. The parking space costs £30 a month.";
  const found = response(/parking|space|costs?/giu, [text]);
  expect(marked("How much does the parking space cost?", found)[0]).toEqual([
    "The parking space costs £30 a month.",
  ]);
  const none = response(/parking|space|costs?/giu, ["The flat has one parking space for a car."]);
  expect(marked("How much does the parking space cost?", none).flat()).toEqual([]);
});

const statement = [
  "CONSOLIDATED STATEMENTS OF OPERATIONS",
  "(in millions)",
  "",
  "2017\t2018\t2019",
  "Net sales\t$ 17,866\t$ 23,887\t$ 28,522",
  "Other income (expense), net\t346\t(183)\t203",
  "Income before income taxes\t3,806\t1,261\t1,976",
  "Net income\t$ 3,033\t$ 1,073\t$ 1,588",
].join("\n");
const taxes = [
  "Provision for income taxes, net\t$ 769\t$ 1,197\t$ 2,374",
  "",
  "Other income, net of taxes, consists of gains. We expect that income taxes will rise.",
].join("\n");

describe("marks", () => {
  it("mark the row whose label is asked for", () => {
    const found = response(/net|income|2019/gi, [statement, taxes]);
    expect(marked("What was net income in 2019?", found)).toEqual([
      ["Net income\t$ 3,033\t$ 1,073\t$ 1,588"],
      [],
    ]);
  });

  it("mark only the certain figure, if table rows may contain it", () => {
    const found = response(/net|income|2019/gi, [statement, taxes]);
    const start = statement.indexOf("Net income");
    const span = { start, end: statement.length };
    const cell = { start: start + 11, end: start + 18 };
    const looked = (
      asksFigure: boolean,
      sure: boolean,
      where: typeof cell | null = cell,
    ): SearchResponse => ({
      ...found,
      asksFigure,
      hits: found.hits.map((hit, index) =>
        index > 0 ? hit : { ...hit, figures: [{ span, cell: where, score: 0.7, sure }] },
      ),
    });
    const row = statement.slice(start);
    const question = "What was net income in 2019?";
    expect(marked(question, looked(true, true))).toEqual([[row], []]);
    expect(marked(question, looked(true, false))).toEqual([[], []]);
    expect(marked(question, looked(false, true))).toEqual([[row], []]);
    // A question for something else is answered by its words, and so is one where no row may hold it.
    expect(marked(question, looked(false, false))).toEqual(marked(question, found));
    expect(marked(question, looked(true, false, null))).toEqual(marked(question, found));
  });

  it("mark rows under the requested year", () => {
    const table = (years: string) => `${years}\nNet income\t$ 3,033\t$ 1,073`;
    const found = response(/net|income/gi, [table("2014\t2015"), table("2018\t2019")]);
    const passages = bestPassages(found, "What was net income in 2019?", 9);
    expect(passages.map(({ page, marked: { length } }) => [page, length])).toEqual([
      [2, 1],
      [1, 0],
    ]);
  });

  it("mark the sentence with the requested kind of number", () => {
    const people =
      "We rely on our employees. We had 79,800 employees at year end. Our employees are paid well.";
    const found = response(/employees/gi, [people, "Plan for employees"]);
    expect(marked("How many employees are there?", found)).toEqual([
      ["We had 79,800 employees at year end."],
      [],
    ]);
    const lease = "The lease expires if nobody pays. The lease expires on June 30, 2027.";
    expect(marked("When does the lease expire?", response(/lease|expires/gi, [lease]))).toEqual([
      ["The lease expires on June 30, 2027."],
    ]);
    const margin = "Gross margin was $ 5 million. Gross margin rose to 41.2%.";
    expect(
      marked("What was gross margin in percent?", response(/gross|margin/gi, [margin])),
    ).toEqual([["Gross margin rose to 41.2%."]]);
  });

  it("mark a count, not a percentage, for “how many”", () => {
    const people =
      "We have 41,000 employees in 40 countries. Of our employees, 17% are covered by agreements.";
    const found = response(/employees/gi, [people]);
    expect(marked("How many employees are there?", found)[0]).toEqual([
      "We have 41,000 employees in 40 countries.",
    ]);
  });

  it("prefer rare words to common ones", () => {
    const texts = [
      "The lease is long. The headquarters are in Bonn.",
      "The lease is short.",
      "A lease may end.",
      "No lease is free.",
    ];
    const found = response(/lease|headquarters/gi, texts);
    expect(marked("Where is the headquarters lease?", found)[0]).toEqual([
      "The headquarters are in Bonn.",
    ]);
  });

  it("are at most two per passage, in order", () => {
    const text = "The notice period is a month. ".repeat(5).trim();
    const [spans = []] = marked(
      "How long is the notice period?",
      response(/notice|period/g, [text]),
    );
    expect(spans).toEqual(["The notice period is a month. The notice period is a month."]);
    const [apart = []] = marked(
      "How long is the notice period?",
      response(/notice|period/g, [
        `${text.slice(0, 29)} The flat is dry. It has a door. ${text.slice(0, 29)}`,
      ]),
    );
    expect(apart).toEqual(["The notice period is a month.", "The notice period is a month."]);
  });

  it("include the sentence that the next one refers to, but none that lacks the figure", () => {
    const text =
      "The Newton Company built telescopes in Leeds. It also made lenses for ships. The sea is wide.";
    const found = response(/Newton|Company|made|lenses/g, [text]);
    expect(marked("Which lenses were made by the Newton Company?", found)[0]).toEqual([
      "The Newton Company built telescopes in Leeds. It also made lenses for ships.",
    ]);
    const figures = "The Newton Company built telescopes. It made 40 lenses for ships in all.";
    const counted = response(/Newton|Company|made|lenses/g, [figures]);
    expect(marked("How many lenses were made by the Newton Company?", counted)[0]).toEqual([
      "It made 40 lenses for ships in all.",
    ]);
  });

  it("prefer a number in a unit of what is asked for to shared words", () => {
    const text =
      "The oven is in the shared kitchen of the house. Bake the bread at 250 °C with steam for the first minutes.";
    expect(
      marked("How hot must the oven be?", response(/oven|bread/g, [text]))[0]?.join(" "),
    ).toContain("250 °C");
  });

  it("prefer what is counted to another number", () => {
    const text = "The hut has 46 beds in 6 rooms. The hut was opened in 1934 with 12 guests.";
    expect(marked("How many rooms has the hut?", response(/hut|rooms?/gi, [text]))[0]).toEqual([
      "The hut has 46 beds in 6 rooms.",
    ]);
  });

  it("leave out recitals if a rule is asked for", () => {
    const texts = [
      "WHEREAS, the receiver may get information of the discloser about the deal.",
      "The receiver may disclose information to its advisers.",
    ];
    const found = response(/receiver|may|disclose[r]?|information/gi, texts);
    const marks = marked("May the receiver disclose information of the discloser?", found);
    expect(marks.flat().join(" ")).not.toContain("WHEREAS");
  });

  it("prefer an instruction to a sentence about the thing", () => {
    const text =
      "The pin of the router is made of steel. Spare ones are sold by the shop in town. Hold the pin of the router for 15 seconds until the light blinks.";
    const found = response(/router|pin/g, [text]);
    expect(marked("How do I use the pin of the router?", found)[0]?.join(" ")).toContain(
      "Hold the pin",
    );
  });

  it("prefer a statement to words in capitals", () => {
    const text = "8. GOVERNING LAW.\n\nThe law of Ohio governs this contract.";
    expect(marked("Which law governs?", response(/law|governs|governing/gi, [text]))[0]).toEqual([
      "The law of Ohio governs this contract.",
    ]);
  });

  it("mark the sentence after a question or a heading, never these", () => {
    const faq = [
      "Can I keep a dog in the flat?",
      "No animals are allowed there without a written permission.",
      "",
      "Figure 2: A dog in a flat",
    ].join("\n");
    const found = response(/keep|dog|flat/gi, [faq, "Something else entirely."]);
    expect(marked("May I keep a dog in the flat?", found)).toEqual([
      ["No animals are allowed there without a written permission."],
      [],
    ]);
    const headed = "## Opening hours\n\nFrom nine to five on workdays, and never on Sundays.";
    const hours = response(/opening|hours/gi, [headed, "Something else entirely."]);
    expect(marked("What are the opening hours?", hours)[0]).toEqual([
      "From nine to five on workdays, and never on Sundays.",
    ]);
  });

  it("are absent if no document has a name or a number of the question", () => {
    const found = response(/revenue/gi, ["Revenue was $ 56,517 million.", "Revenue rose."]);
    const question = "What is Tesla's revenue?";
    expect(marked(question, { ...found, unmatched: ["Tesla's"] })).toEqual([[], []]);
    expect(marked("What was revenue in 2031?", { ...found, unmatched: ["2031"] })).toEqual([
      [],
      [],
    ]);
    // "many" only asks, so its absence does not count.
    const asked = response(/ships/gi, ["There are 30 ships in the harbour.", "A harbour."]);
    expect(marked("How many ships are there?", { ...asked, unmatched: ["many"] })[0]).toHaveLength(
      1,
    );
  });

  it("come with a confidence, the passage with the answer first", () => {
    const texts = [
      "The harbour was dug by hand. Much was written about it.",
      "Ida Melling has run the harbour of Skarvik since 2004, and lives there.",
      "Harbours freeze.",
    ];
    const found = response(/run|harbours?|skarvik/gi, texts);
    const [first, ...others] = bestPassages(found, "Who has run the harbour of Skarvik?", 9);
    expect(first).toMatchObject({ page: 2, certainty: "likely" });
    expect(others.every(({ certainty }) => certainty === undefined)).toBe(true);
    expect(others.map(({ page }) => page)).toEqual([1, 3]);
  });

  it("skip titles, and passages with only the document's name or the year", () => {
    const texts = ["Acme was founded early. It was 2019.", "NOTICE PERIOD", "Something else."];
    const found = response(/acme|2019|notice|period/gi, texts, "docs/Acme_2019.pdf");
    expect(marked("What is the notice period of Acme in 2019?", found)).toEqual([[], [], []]);
  });
});

it("keep the order and the number of requested passages, with all data of a hit", () => {
  const found = response(/net|income/gi, [statement, taxes, statement]);
  expect(bestPassages(found, "net income", 2).map(({ evidence }) => evidence)).toEqual([
    "d1.p1.s1",
    "d1.p2.s1",
  ]);
  const { excerpt: _, id, ...rest } = found.hits[0] as SearchHit;
  expect(bestPassages(found, "net income", 1)[0]).toMatchObject({ ...rest, evidence: id });
  expect(bestPassages(found, "net income", 0)).toEqual([]);
  expect(bestPassages(response(/x/g, []), "", 5)).toEqual([]);
});

it("are inside the passage and do not overlap, for any text", () => {
  const text = fc
    .array(
      fc.constantFrom("net ", "income ", "5 ", "12.5% ", "2019 ", ". ", "\n", "\t", "\n\n", "The "),
    )
    .map((parts) => parts.join(""));
  const question = fc.oneof(
    fc.string(),
    text.map((words) => `How much ${words}?`),
  );
  fc.assert(
    fc.property(fc.array(text, { maxLength: 5 }), question, (texts, asked) => {
      for (const passage of bestPassages(response(/net|income|2019/g, texts), asked, 5)) {
        expect(passage.marked.length).toBeLessThanOrEqual(2);
        let last = 0;
        for (const { start, end } of passage.marked) {
          expect(start).toBeGreaterThanOrEqual(last);
          expect(end).toBeGreaterThan(start);
          expect(end).toBeLessThanOrEqual(passage.text.length);
          last = end;
        }
      }
    }),
  );
});
