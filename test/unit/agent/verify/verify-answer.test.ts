import fc from "fast-check";
import { beforeAll, describe, expect, it } from "vitest";
import { estimateTokens } from "../../../../src/agent/reading/reading.js";
import { repairRequest, verifyAnswer } from "../../../../src/agent/verify/verify-answer.js";
import type {
  AnswerSentence,
  Calculation,
  Citation,
  ClaimedCitation,
  Operand,
} from "../../../../src/core/answer.js";
import type { EvidenceId, PassageText } from "../../../../src/core/passage.js";
import { MemoryCollection, sections } from "../reading/memory-collection.js";

const report = `# Annual report

## Income statement

Consolidated amounts, in millions of dollars, for the years ended December 31, 2019 and 2018.

| | 2019 | 2018 |
| --- | --- | --- |
| Net sales | $ 28,052 | $ 23,288 |
| Net income | 1,577 | (1,432) |
| Purchases of property | (1,689) | (1,343) |

## Outlook

${"The company expects that its markets will go on as they are, and plans accordingly. ".repeat(20)}

Gross margin rose to 41.25% of net sales. The notice period is three months.
`;
const reader = new MemoryCollection();
let statement: PassageText;
let outlook: PassageText;
const never = new AbortController().signal;

beforeAll(async () => {
  const id = await reader.add("reports/acme_2017.md", report);
  await reader.add("other.md", sections(8));
  const passages = await reader.passages(id);
  statement = passages.find(({ text }) => text.includes("Net income")) as PassageText;
  expect(passages.length).toBeGreaterThan(1);
  outlook = passages.find(({ text }) => text.includes("notice period")) as PassageText;
});

interface Parts {
  readonly seen?: readonly EvidenceId[];
  readonly question?: string;
  readonly calculations?: readonly Calculation[];
}

async function verify(
  text: string,
  citations: readonly ClaimedCitation[],
  { seen = [], question = "", calculations = [] }: Parts = {},
): Promise<AnswerSentence> {
  const draft = { enough: true, missing: "", sentences: [{ text, citations }] };
  const context = { reader, question, calculations, seen, signal: never };
  const [sentence] = await verifyAnswer(draft, context);
  return sentence as AnswerSentence;
}

/** The sentence with citations of the rows of net income and gross margin. */
async function withEvidence(text: string, parts: Parts = {}): Promise<AnswerSentence> {
  return await verify(
    text,
    [
      { id: statement.id, quote: "Net income 1,577" },
      { id: outlook.id, quote: "Gross margin rose to 41.25%" },
    ],
    parts,
  );
}

describe("a citation", () => {
  it("shows a citation's whole sentence if the quote leaves out a negation", async () => {
    const id = await reader.add(
      "minutes.md",
      "The board met in May. It did not approve the merger.",
    );
    const [passage] = await reader.passages(id);
    const { citations } = await verify("The board approved the merger.", [
      { id: passage?.id ?? "", quote: "approve the merger" },
    ]);
    expect(citations.map(({ quote }) => quote)).toEqual(["It did not approve the merger."]);
    const [{ span } = { span: { start: 0, end: 0 } }] = citations;
    expect(span.end - span.start).toBe("It did not approve the merger.".length);
  });

  it("cites the page's own text, at its place on the page", async () => {
    const { citations, dropped, supported } = await verify("Net income was 1,577.", [
      { id: statement.id, quote: "“net income 1,577…”" },
    ]);
    expect(dropped).toEqual([]);
    expect(supported).toBe(true);
    const start = statement.span.start + statement.text.indexOf("Net income");
    const quote = /Net income\s1,577/.exec(statement.text)?.[0] ?? "";
    expect(citations).toEqual([
      {
        evidence: statement.id,
        document: "d1",
        path: "reports/acme_2017.md",
        page: 1,
        pageLabel: null,
        pageUnit: "part",
        quote,
        span: { start, end: start + quote.length },
      },
    ]);
  });

  it("moves a citation to its quote elsewhere on the page, or in a passage that was shown", async () => {
    const quote = "Net income 1,577";
    const samePage = await verify("It was 1,577.", [{ id: outlook.id, quote }]);
    expect(samePage.citations.map(({ evidence }) => evidence)).toEqual([statement.id]);
    const unknown: ClaimedCitation = { id: "d9.p9.s9", quote };
    expect((await verify("It was 1,577.", [unknown])).citations).toEqual([]);
    const shown = await verify("It was 1,577.", [unknown], { seen: [statement.id] });
    expect(shown.citations.map(({ evidence }) => evidence)).toEqual([statement.id]);
    expect(shown.supported).toBe(true);
  });

  it.each<[string, ClaimedCitation, string]>([
    [
      "nowhere",
      { id: "d1.p1.s1", quote: "net income of 2,000" },
      "The quote “net income of 2,000” is not on part 1 of reports/acme_2017.md.",
    ],
    [
      "in another document only",
      { id: "d1.p1.s1", quote: "says what the others leave out" },
      "The quote “says what the others leave out” is not on part 1 of reports/acme_2017.md.",
    ],
    [
      "of no document",
      { id: "d7.p1.s1", quote: "says what the others" },
      "The quote “says what the others” is not in any document that was read.",
    ],
    [
      "too short",
      { id: "d1.p1.s1", quote: "net" },
      "The quote “net” is too short to prove anything.",
    ],
    [
      "empty",
      { id: "d1.p1.s1", quote: " … " },
      "Nothing is quoted from part 1 of reports/acme_2017.md.",
    ],
    [
      "a calculation",
      { id: "c1", quote: "0.3646" },
      "c1 is a calculation; cite the passage its numbers come from, or nothing.",
    ],
    [
      "a calculation, too short",
      { id: "[c12]", quote: "5%" },
      "c12 is a calculation; cite the passage its numbers come from, or nothing.",
    ],
    [
      "empty, of nothing",
      { id: "__proto__", quote: "" },
      "A citation names no passage and no quote.",
    ],
  ])("drops a citation with the reason: %s", async (_, claim, reason) => {
    const { citations, supported, dropped } = await verify("It rose.", [claim]);
    expect({ citations, supported, dropped }).toEqual({
      citations: [],
      supported: false,
      dropped: [reason],
    });
  });

  it("moves a citation from a calculation to the passage with its quote", async () => {
    const claim = { id: "c1", quote: "Net income 1,577" };
    const { citations } = await verify("It was 1,577.", [claim], { seen: [statement.id] });
    expect(citations.map(({ evidence }) => evidence)).toEqual([statement.id]);
  });

  it("widens a quote of part of a row to the whole row", async () => {
    const claim = { id: statement.id, quote: "Net sales: 23,288" };
    const { citations, supported } = await verify("Net sales were $23,288 million.", [claim]);
    const row = /Net sales.*23,288/.exec(statement.text)?.[0];
    expect(citations.map(({ quote }) => quote)).toEqual([row]);
    expect(supported).toBe(true);
  });

  it("names the document of a dropped citation on one line", async () => {
    const pages = new MemoryCollection();
    await pages.add("two\nlines.md", sections(2));
    const citations = [{ id: "d1.p1.s1", quote: "net income of 2,000" }];
    const draft = { enough: true, missing: "", sentences: [{ text: "It rose.", citations }] };
    const context = { reader: pages, question: "", calculations: [], seen: [], signal: never };
    const [sentence] = await verifyAnswer(draft, context);
    expect(sentence?.dropped).toEqual([
      "The quote “net income of 2,000” is not on part 1 of two lines.md.",
    ]);
  });

  it("keeps a repeated citation only once", async () => {
    const claims = [
      "Net income 1,577",
      "Net income | 1,577 |",
      "Net income 1,577 (1,432)",
      "1,577",
    ];
    const { citations } = await verify(
      "It rose.",
      claims.map((quote) => ({ id: statement.id, quote })),
    );
    expect(citations.map(({ quote }) => quote.replace(/\s+/g, " "))).toEqual([
      "Net income 1,577 (1,432)",
    ]);
  });
});

describe("a number", () => {
  it.each([
    "Net income was $1,577 million.",
    "Net income was $1.577 billion.",
    "Net income was $1.58 billion.",
    "Net income was about $1.6 billion.",
    "Net income was $1,577,000,000.",
    "Net income was 1577.",
    "Net sales were $28.1 billion in 2019.",
    "Gross margin was 41.25%.",
    "Gross margin was 41.3 percent.",
    // Exactly between the two, and programs round it either way.
    "Gross margin was 41.2%.",
    "Gross margin was about 41%.",
    "Gross margin was 0.4125 of sales.",
    "A loss of $1,432 million in 2018.",
    "Net income was -1,432 in 2018.",
    "The company spent $1.69 billion on purchases of property.",
    "1. As page 1 says, it rose on December 31, 2019, or 12/31/2019 [2].",
    "Net income was 1,577 (d1.p1.s1).",
    "The report is of FY17.",
    "The report is of 2017.",
    "The notice period is three months.",
  ])("supports a number: %s", async (text) => {
    const { unsupportedNumbers, supported } = await withEvidence(text);
    expect(unsupportedNumbers).toEqual([]);
    expect(supported).toBe(true);
  });

  it.each([
    ["Net income was $1,578 million.", "$1,578 million"],
    ["Net income was $1.57 billion.", "$1.57 billion"],
    ["Net income was $1.58 million.", "$1.58 million"],
    ["Net income was $1.58 trillion.", "$1.58 trillion"],
    ["Net income was $2 billion.", "$2 billion"],
    ["Net sales were €28,052 million.", "€28,052 million"],
    ["Net income was 577.", "577"],
    ["Net income was 1,432 in 2018.", "1,432"],
    ["Net income was -1,577.", "-1,577"],
    ["Gross margin was 41.1%.", "41.1%"],
    ["Gross margin was $41.25.", "$41.25"],
    ["It had 41 stores.", "41"],
    ["It rose in 2015.", "2015"],
    ["It has 5 stores.", "5"],
    ["As the 10-K says, it rose.", "10-K"],
    ["It rose, as page 12 says.", "page 12"],
    ["It rose, as Note 1 says.", "Note 1"],
    ["It rose on December 3, 2019.", "December 3"],
    ["It rose on 30 December 2019.", "30 December"],
    ["It rose at 10:30.", "10:30"],
    ["In Q4 it rose.", "Q4"],
    ["It rose in FY16.", "FY16"],
    ["It rose for the 3rd time.", "3rd"],
    ["Net income was eleven billion dollars.", "eleven billion dollars"],
    ["It was up by two hundred percent.", "two hundred percent"],
    ["It was half a million.", "half a million"],
    ["Es waren elf Milliarden Euro.", "elf Milliarden Euro"],
    ["Net income was [500].", "500"],
  ])("does not support a number: %s", async (text, number) => {
    const { unsupportedNumbers, supported } = await withEvidence(text);
    expect(unsupportedNumbers).toEqual([number]);
    expect(supported).toBe(false);
  });

  it("reports a missing quarter together with its year", async () => {
    const { unsupportedNumbers } = await withEvidence("It fell in Q3 FY16.");
    expect(unsupportedNumbers).toEqual(["Q3", "FY16"]);
  });

  it("accepts other forms of dates, quarters and notes", async () => {
    const question = "What came in the third quarter of 2018, by March 14, as Notes 3 and 4 say?";
    for (const text of [
      "In Q3 2018 it rose.",
      "In 3Q18 it rose.",
      "It rose by 14 March, see Note 4.",
    ]) {
      expect(await withEvidence(text, { question })).toMatchObject({ unsupportedNumbers: [] });
    }
    for (const text of ["In Q2 2018 it rose.", "It rose by March 4.", "It rose, see Note 5."]) {
      expect(await withEvidence(text, { question })).toMatchObject({ supported: false });
    }
  });

  it("supports a number in the scale that other pages of the document state", async () => {
    const pages = new MemoryCollection();
    const table =
      "# A\n\nIn millions of dollars\n\n| | 2019 |\n| --- | --- |\n| Net income | 1,577 |\n";
    const filler = `${"It goes on as it was, and that is all there is to say of it. ".repeat(120)}\n\n`;
    const bare =
      "# B\n\n| | 2019 |\n| --- | --- |\n| Total assets | 28,052 |\n\nThe fee was $28,051.\n";
    const id = await pages.add("long.md", table + filler.repeat(12) + bare);
    const [passage] = (await pages.passages(id)).filter(({ text }) => text.includes("28,052"));
    if (!passage) throw new Error("the test expected the second table");
    const on = (await pages.passages(id)).filter(({ page }) => page === passage.page);
    expect(on.some(({ text }) => text.includes("In millions"))).toBe(false);
    const citations = [
      { id: passage.id, quote: "Total assets 28,052" },
      { id: passage.id, quote: "The fee was $28,051" },
    ];
    const texts = [
      "It was $28,052 million.",
      "It was $28,052 trillion.",
      "The fee was $28,051 million.",
    ];
    const checked = await verifyAnswer(
      { enough: true, missing: "", sentences: texts.map((text) => ({ text, citations })) },
      { reader: pages, question: "", calculations: [], seen: [], signal: never },
    );
    expect(checked.map(({ supported }) => supported)).toEqual([true, false, false]);
  });

  it("supports a number that the question contains", async () => {
    const parts = { question: "Did sales pass $50 billion in 2015?" };
    expect((await withEvidence("They did not pass $50 billion in 2015.", parts)).supported).toBe(
      true,
    );
    expect((await withEvidence("They did not pass $60 billion in 2015.", parts)).supported).toBe(
      false,
    );
  });

  it("supports a number only if the citations contain it", async () => {
    const claim = { id: outlook.id, quote: "Gross margin rose to 41.25%" };
    expect((await verify("Net income was 1,577.", [claim])).unsupportedNumbers).toEqual(["1,577"]);
  });
});

describe("a calculation", () => {
  const operand = (citation: Citation | null, origin: Operand["origin"] = "document"): Operand => ({
    text: "1,577",
    value: "1577",
    citation,
    origin,
  });
  const growth = (operands: readonly Operand[], sourced = true): Calculation => ({
    id: "c1",
    expression: "(28052 - 23288) / 23288 * 100",
    value: "20.4568876674682",
    display: "20.4568876674682%",
    operands,
    sourced,
  });
  async function source(): Promise<Citation> {
    const { citations } = await withEvidence("It rose.");
    return citations[0] as Citation;
  }

  it("a calculation with sources supports its result, and its operands are cited", async () => {
    const cited = await source();
    const calculations = [growth([operand(cited)])];
    const sentence = await verify("Sales grew by 20.5%.", [], { calculations });
    expect(sentence).toMatchObject({ supported: true, calculations, citations: [cited] });
    expect((await verify("Sales grew by 20.4%.", [], { calculations })).supported).toBe(false);
    expect((await verify("Sales grew.", [], { calculations })).supported).toBe(false);
  });

  it("a calculation supports a sentence if the results it uses have sources", async () => {
    const first = growth([operand(await source())]);
    const second = {
      ...first,
      id: "c2",
      value: "3",
      display: "3",
      operands: [{ ...operand(null, "result"), text: "c1" }],
    };
    const sentence = await verify("It tripled, by a factor of 3.", [], {
      calculations: [first, second],
    });
    expect(sentence.calculations).toEqual([second]);
    expect(sentence.supported).toBe(true);
  });

  it("identifies a calculation by its id, not by its value", async () => {
    const first = { ...growth([operand(await source())]), value: "3", display: "3" };
    const result = { ...operand(null, "result"), text: "c9", value: "3" };
    const second = { ...first, id: "c2", value: "7", display: "7", operands: [result] };
    const calculations = [first, second];
    expect(await verify("It was 7.", [], { calculations })).toMatchObject({
      supported: false,
      calculations: [],
    });
  });

  it("does not scale a calculation again whose numbers were already scaled", async () => {
    const cited = await source();
    const applied = { ...operand(cited), value: "1577000000" };
    const calculations = [{ ...growth([applied]), value: "1577000000", display: "1,577,000,000" }];
    const parts = { calculations };
    expect((await verify("It was $1,577 million.", [], parts)).supported).toBe(true);
    expect((await verify("It was $1,577 trillion.", [], parts)).supported).toBe(false);
    const bare = [{ ...growth([operand(cited)]), value: "1577", display: "1,577" }];
    expect((await verify("It was $1,577 million.", [], { calculations: bare })).supported).toBe(
      true,
    );
  });

  it("a calculation supports nothing if it has no sources, only constants, or a missing source", async () => {
    const cited = await source();
    const wrong = { ...cited, span: { start: cited.span.start + 1, end: cited.span.end + 1 } };
    for (const calculation of [
      growth([operand(cited)], false),
      growth([operand(null, "constant")]),
      growth([operand(wrong)]),
      growth([operand(cited), operand({ ...cited, quote: "made up" })]),
      growth([]),
    ]) {
      const sentence = await verify("Sales grew by 20.5%.", [], { calculations: [calculation] });
      expect(sentence).toMatchObject({ supported: false, calculations: [], citations: [] });
    }
  });
});

it("does not support a sentence without citations, with or without a number", async () => {
  expect(await verify("It rose.", [])).toMatchObject({ supported: false, dropped: [] });
});

it("rejects with the signal's reason", async () => {
  const reason = new Error("enough");
  const draft = { enough: true, missing: "", sentences: [{ text: "x", citations: [] }] };
  const context = { reader, question: "", calculations: [], seen: [] };
  await expect(verifyAnswer(draft, { ...context, signal: AbortSignal.abort(reason) })).rejects.toBe(
    reason,
  );
});

it("accepts nothing from unreadable passages", async () => {
  const broken = new Proxy(reader, {
    get: () => () => Promise.reject(new Error("the disk is gone")),
  });
  const claim = { id: "d1.p1.s1", quote: "Net income 1,577" };
  const draft = {
    enough: true,
    missing: "",
    sentences: [{ text: "It was 5.", citations: [claim] }],
  };
  const context = {
    reader: broken,
    question: "",
    calculations: [],
    seen: [statement.id],
    signal: never,
  };
  expect(await verifyAnswer(draft, context)).toMatchObject([{ supported: false, citations: [] }]);
});

describe("any reply of a model", () => {
  const id = fc.oneof(
    fc.constantFrom("d1.p1.s1", "d1.p1.s2", "d1.p1.s3", "d2.p1.s1", "d2.p2.s1"),
    fc.constantFrom(
      "",
      "__proto__",
      "constructor",
      "d0.p0.s0",
      "d1.p1",
      "d1.p999999999.s1",
      "d99999999999999999999.p1.s1",
    ),
    fc.string(),
  );
  const stretch = fc
    .tuple(fc.nat(report.length), fc.nat(120))
    .map(([from, length]) => report.slice(from, from + length));
  const quote = fc.oneof(
    stretch,
    stretch.map((text) => text.toUpperCase()),
    fc.constantFrom(
      "",
      "…",
      "a … b",
      "\u0000\u0007",
      "(".repeat(3000),
      "says what the others leave out",
      "1,577 … 2018",
    ),
    fc.string({ unit: "binary" }),
  );
  const text = fc.oneof(
    stretch,
    fc.string({ unit: "binary" }),
    fc.integer().map((number) => `It was $${number} million.`),
    fc.constantFrom("x".repeat(50_000), "1 ".repeat(400), `${"9".repeat(5000)}`),
  );
  const sentence = fc.record({
    text,
    citations: fc.array(fc.record({ id, quote }), { maxLength: 30 }),
  });

  it("every citation is the page's text at its place, and every number is checked", async () => {
    const passages = [
      ...(await reader.passages("d1" as never)),
      ...(await reader.passages("d2" as never)),
    ];
    await fc.assert(
      fc.asyncProperty(
        fc.array(sentence, { maxLength: 4 }),
        fc.boolean(),
        async (sentences, shown) => {
          const seen = shown ? passages.map((passage) => passage.id) : [];
          const draft = { enough: true, missing: "", sentences };
          const context = { reader, question: "", calculations: [], seen, signal: never };
          const checked = await verifyAnswer(draft, context);
          expect(checked.map((one) => one.text)).toEqual(sentences.map((one) => one.text));
          for (const { citations, supported, unsupportedNumbers } of checked) {
            expect(supported).toBe(citations.length > 0 && unsupportedNumbers.length === 0);
            for (const { evidence, span, quote: cited } of citations) {
              const passage = passages.find((one) => one.id === evidence) as PassageText;
              const { start } = passage.span;
              expect(passage.text.slice(span.start - start, span.end - start)).toBe(cited);
              expect(cited).not.toBe("");
            }
          }
        },
      ),
    );
  });

  it("finishes checking tens of thousands of digits", async () => {
    for (const digits of [3_500, 58_000]) {
      const text = `Net income was ${"7".repeat(digits)}.`;
      expect((await withEvidence(text)).supported).toBe(false);
    }
    const words = [
      "one ",
      "a ",
      "and ",
      "thousand ",
      "first ",
      "March 1 ",
      "ein",
      "x",
      "Q1 ",
      "(",
      "a-",
    ];
    for (const word of words) {
      const text = `It was ${word.repeat(3_900 / word.length)} 12 Note 12.`;
      expect((await withEvidence(text)).supported).toBe(false);
    }
  });

  it("finishes checking thousands of citations, and accounts for all of them", async () => {
    const claims = Array.from({ length: 5000 }, (_, index) => ({
      id: `d1.p${index}.s1`,
      quote: `net income of ${index}`,
    }));
    const { dropped } = await verify("It rose.", claims);
    expect(dropped.at(-1)).toBe("4984 more citations were not checked.");
  });
});

describe("the repair request", () => {
  it("says what failed and how to repair it, within 150 tokens", async () => {
    const good = await withEvidence("Net income was 1,577.");
    const bad = await withEvidence("Net income was 1,999 and 5,555.");
    const uncited = await verify("It rose.", []);
    const misquoted = await verify("It rose.", [{ id: statement.id, quote: "it rose a lot" }]);
    expect(repairRequest([good], 1)).toBeNull();
    expect(repairRequest([], 1)).toBeNull();
    expect(repairRequest([good, bad, uncited, misquoted], 1)).toBe(
      [
        "Sentence 2: 1,999, 5,555 are not in anything it cites.",
        "Sentence 3: It cites nothing.",
        "Sentence 4: The quote “it rose a lot” is not on part 1 of reports/acme_2017.md.",
        "Copy each quote exactly from the text you were shown, use calculate for computed numbers, or drop the sentence. Then answer again.",
      ].join("\n"),
    );
  });

  it("does not mention tools if no call is left", async () => {
    const bad = await withEvidence("Net income was 1,999.");
    expect(repairRequest([bad], 0)).toBe(
      [
        "Sentence 1: 1,999 is not in anything it cites.",
        "Copy each quote exactly from the text you were shown, drop numbers that no passage states, or drop the sentence. Then answer again.",
      ].join("\n"),
    );
  });

  it("does not mention numbers if no citation is valid", async () => {
    const claim = { id: statement.id, quote: "it rose a lot" };
    const bad = await verify("It was 1,999.", [claim]);
    expect(bad.unsupportedNumbers).toEqual(["1,999"]);
    expect(repairRequest([bad], 1)?.split("\n")[0]).toBe(
      "Sentence 1: The quote “it rose a lot” is not on part 1 of reports/acme_2017.md.",
    );
  });

  it("never makes the repair request longer than 150 tokens", async () => {
    const bad = await verify("It was 1,999.", [{ id: statement.id, quote: "q ".repeat(200) }]);
    const long = { ...bad, dropped: [`It stands in ${"a long path/".repeat(80)}.`] };
    for (const failed of [Array.from({ length: 40 }, () => bad), [long], [bad, long]]) {
      const request = repairRequest(failed, 0) ?? "";
      expect(estimateTokens(request)).toBeLessThanOrEqual(150);
      expect(request).toContain("Copy each quote exactly");
    }
  });
});
