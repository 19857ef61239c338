import { describe, expect, it } from "vitest";
import {
  type AskAnswer,
  type AskOutcome,
  askOutcome,
  type SentenceRemark,
} from "../../../cli/ask-answer.js";
import { printed } from "../../../cli/print-answer.js";
import { pageKey, printedQuote } from "../../../cli/printed-quote.js";
import type { BestPassage, Citation } from "../../../src/index.js";

type Sentence = AskAnswer["sentences"][number];

const cited = (quote: string, page = 38) => ({
  file: "a.pdf",
  page,
  quote,
  start: 0,
  end: quote.length,
});

const sentence = (text: string, supported: boolean, ...quotes: string[]): Sentence => ({
  text,
  supported,
  citations: quotes.map((quote) => cited(quote)),
});

const passage = (page: number): AskAnswer["passages"][number] => ({
  file: "a.pdf",
  page,
  pageLabel: null,
  quote: `Passage on page ${page}.`,
  score: 1,
});

function outcome(
  kind: AskOutcome["kind"],
  sentences: readonly Sentence[],
  more: Partial<AskOutcome> & Partial<Pick<AskAnswer, "passages">> = {},
): AskOutcome {
  const { passages = [], ...rest } = more;
  const coverage = { documents: 1, pages: 90, pagesWithoutText: 0, refused: [] };
  return {
    answer: { question: "q", answer: null, sentences, passages, coverage } as unknown as AskAnswer,
    kind,
    reason: null,
    places: passages.map(({ file, page }) => `${file}, page ${page}`),
    extent: "90 pages",
    marked: [],
    remarks: [],
    missing: "",
    unmatched: [],
    corrections: [],
    tried: [],
    notes: [],
    ...rest,
  };
}

const remark = (...unsupportedNumbers: string[]): SentenceRemark => ({
  unsupportedNumbers,
  places: ["a.pdf, page 38"],
  quotes: [],
});

describe("an answer on a terminal", () => {
  it("names the numbers that none of the sentence's sources contains", () => {
    const text = "Inventories rose by 3.8%, to $5,409 million.";
    const sentences = [sentence(text, false, "Inventories 5,409"), sentence("They grew.", false)];
    const shown = printed(outcome("answered", sentences, { remarks: [remark("3.8%"), remark()] }));
    expect(shown).toContain(`${text} [1] [not found: 3.8%]\n`);
    expect(shown).toContain("They grew. [not found in the documents]\n");
  });

  it("names words missing from all documents, and says that there is no clear answer if nothing is marked", () => {
    const passages = [passage(1)];
    const shown = printed(outcome("passages", [], { passages, unmatched: ["Tesla's"] }));
    expect(shown).toContain('No document searched has "Tesla\'s".\n');
    expect(shown).toContain("No clear answer in these passages.\n");
    const marked = [[{ start: 0, end: 7 }]];
    const clear = printed(outcome("passages", [], { passages, marked }));
    expect(clear).not.toContain("No document searched has");
    expect(clear).not.toContain("No clear answer");
  });

  it("shows the draft, what is missing and three passages if the answer was not found", () => {
    const passages = [1, 2, 3, 4, 5].map(passage);
    const sentences = [sentence("Sales were 177,866.", true, "Total net sales 177,866")];
    const missing = "the sales of\n2019";
    const remarks = [remark()];
    const shown = printed(outcome("not-found", sentences, { missing, passages, remarks }));
    expect(shown).toContain("Not found in these documents.\n");
    expect(shown).toContain("The model says what is missing: the sales of 2019\n");
    expect(shown).toContain("Sales were 177,866. [1]\n");
    expect(shown).toContain("1. a.pdf, page 38\n   “Total net sales 177,866”\n");
    expect(shown).toContain("Passage on page 3.");
    expect(shown).not.toContain("Passage on page 4.");
    const bare = printed(outcome("not-found", []));
    expect(bare).not.toMatch(/missing|Sources|nearest|do say/);
  });

  it("shows the nearest passage below an unsupported answer", () => {
    const passages = [1, 2, 3, 4].map(passage);
    const shown = printed(outcome("answered", [sentence("They grew.", false)], { passages }));
    expect(shown).toMatch(/They grew\. \[not found in the documents\]\n[\s\S]*Passage on page 3\./);
    expect(shown).not.toContain("Passage on page 4.");
  });

  it("lists one source for quotes of one row", () => {
    const sentences = [sentence("It rose.", true, "5,409", "5,209", "Merchandise inventories")];
    const row = "Merchandise inventories\t5,409\t5,209";
    const quotes = [row, row, "Merchandise inventories"];
    const shown = printed(
      outcome("answered", sentences, {
        remarks: [{ ...remark(), places: quotes.map(() => "a.pdf, page 38"), quotes }],
      }),
    );
    expect(shown).toContain("It rose. [1]\n");
    expect(shown).toContain("1. a.pdf, page 38\n   “Merchandise inventories 5,409 5,209”\n");
    expect(shown).not.toContain("2. a.pdf");
  });
});

describe("an outcome", () => {
  it("names places and what was searched as the element does", () => {
    const found = (document: string, more: Partial<BestPassage>): Partial<BestPassage> => ({
      ...{ document: document as BestPassage["document"], page: 1, pageLabel: null },
      ...{ text: "x", score: 1, marked: [], ...more },
    });
    const passages = [
      found("d1", { path: "a.pdf", pageUnit: "page", page: 4, pageLabel: "iv" }),
      found("d2", { path: "b.xlsx", pageUnit: "sheet", page: 2, pageLabel: "Budget\n2., B14" }),
      found("d3", { path: "c.txt", pageUnit: "part" }),
      found("d4", { path: "d.txt", pageUnit: "part", page: 2 }),
    ];
    const units = { page: 16, slide: 0, sheet: 1, part: 4 };
    const coverage = { documents: 4, pages: 23, pagesWithoutText: 0, units };
    const answer = { kind: "passages", sentences: [], passages, coverage, tried: [], missing: "" };
    const event = { answer, trace: [] } as unknown as Parameters<typeof askOutcome>[0];
    const shown = askOutcome(event, [], [], {
      named: new Map([["a.pdf", "papers/a.pdf"]]),
      totals: { d1: 16, d2: 3, d3: 1, d4: 3 } as Record<string, number>,
      pageTexts: {},
    });
    expect(shown.places).toEqual([
      "papers/a.pdf, page iv (4 of 16)",
      "b.xlsx, sheet “Budget 2., B14”",
      "c.txt",
      "d.txt, part 2",
    ]);
    expect(printed(shown)).toContain("Searched 16 pages, 1 sheet, 4 parts in 4 documents.\n");
  });
});

describe("a quote on a terminal", () => {
  const text = "Assets\t2017\t2016\nMerchandise inventories\t5,409\t5,209\nOther\t1\t2";
  const citation = (quote: string): Citation => {
    const start = text.indexOf(quote);
    const place = { evidence: "d1.p3.s1", document: "d1", path: "a.pdf", page: 3, pageLabel: null };
    const span = { start, end: start + quote.length };
    return { ...place, pageUnit: "page", quote, span } as Citation;
  };
  const pages = { [pageKey(citation("5,409"))]: text };

  it.each([
    ["5,409", "Merchandise inventories\t5,409\t5,209"],
    ["Assets", "Assets\t2017\t2016"],
    ["2", "Assets\t2017\t2016"],
    ["1\t2", "Other\t1\t2"],
    ["Merchandise inventories\t5,409", "Merchandise inventories\t5,409"],
  ])("shows %j as %j", (quote, shown) => {
    expect(printedQuote(citation(quote), pages)).toBe(shown);
  });

  it("prints a quote unchanged without the page's text, and shortens it around its number on a long line", () => {
    expect(printedQuote(citation("5,409"), {})).toBe("5,409");
    const long = `${"word ".repeat(300)}7,654${" word".repeat(300)}`;
    const span = { start: 1_500, end: 1_505 };
    const far = { ...citation("5,409"), quote: "7,654", span };
    const shown = printedQuote(far, { [pageKey(far)]: long });
    expect(shown).toMatch(/^…[\s\S]*7,654[\s\S]*…$/);
    expect(shown.length).toBeLessThan(220);
  });
});
