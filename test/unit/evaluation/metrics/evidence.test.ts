import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { GoldEvidence, RetrievedText } from "../../../../src/evaluation/api.js";
import {
  comparedTexts,
  contextPrecision,
  contextRecall,
} from "../../../../src/evaluation/metrics/evidence.js";
import { evidenceRanking } from "../../../../src/evaluation/metrics/ranking.js";

function text(path: string, words: string, page = 1, lastPage = page): RetrievedText {
  return { path, page, lastPage, text: words };
}

function passage(words: string, document = "a.txt"): GoldEvidence {
  return { unit: "passage", document, text: words };
}

function cell(row: string, words: string): GoldEvidence {
  return { unit: "cell", document: "a.txt", row, column: "2019", text: words };
}

function hits(unit: GoldEvidence["unit"], golds: GoldEvidence[], retrieved: RetrievedText[]) {
  const { ranked, judgements } = evidenceRanking(unit, golds, comparedTexts(retrieved));
  return ranked.map((id) => judgements.get(id) ?? 0);
}

const river = "the ferry crosses the river twice a day in summer and once in winter";

describe("retrieved texts in units of evidence", () => {
  test("a document counts once, at its best rank, with its grade", () => {
    const golds: GoldEvidence[] = [{ unit: "document", document: "b.txt", grade: 2 }];
    const retrieved = [text("a.txt", "x"), text("b.txt", "y"), text("b.txt", "z")];
    expect(hits("document", golds, retrieved)).toEqual([0, 2]);
  });

  test("a text is on every page it covers, and two texts of a page count once", () => {
    const golds: GoldEvidence[] = [{ unit: "page", document: "a.txt", page: 3, text: "" }];
    const retrieved = [text("a.txt", "x", 1), text("a.txt", "y", 2, 3), text("a.txt", "z", 3)];
    // Pages 1, 2 and 3.
    expect(hits("page", golds, retrieved)).toEqual([0, 0, 1]);
    expect(hits("page", golds, [text("b.txt", "x", 3)])).toEqual([0]);
  });

  test("a passage counts with half of its shingles, ignoring line breaks and capitals", () => {
    // 14 words have 10 shingles of 5; nine consecutive words contain 5 of them, eight contain 4.
    const nine = "The ferry crosses\nthe river, twice a day in";
    const more = "which nobody knew until the harbour master told us so";
    expect(hits("passage", [passage(river)], [text("a.txt", `${nine} ${more}`)])).toEqual([1]);
    const eight = nine.replace(" in", "");
    expect(hits("passage", [passage(river)], [text("a.txt", `${eight} ${more}`)])).toEqual([0]);
  });

  test("a part of a longer passage counts, but not a few of its words", () => {
    expect(hits("passage", [passage(river)], [text("a.txt", "twice a day in summer")])).toEqual([
      1,
    ]);
    expect(hits("passage", [passage(river)], [text("a.txt", "twice a day in")])).toEqual([0]);
  });

  test("a passage is in its document, if that is named", () => {
    expect(hits("passage", [passage(river)], [text("b.txt", river)])).toEqual([0]);
    expect(hits("passage", [passage(river, "")], [text("b.txt", river)])).toEqual([1]);
  });

  test("counts several texts of one passage once, like equal texts", () => {
    const other = text("a.txt", "something else altogether");
    const retrieved = [other, text("a.txt", river), text("a.txt", river.slice(0, 40)), other];
    expect(hits("passage", [passage(river)], retrieved)).toEqual([0, 1]);
  });

  test("a cell counts if its row's label and its text are on one line", () => {
    const table = "Year\t2019\t2018\nNet sales\t1,577\t1,420\nOther income\t12\t9";
    expect(hits("cell", [cell("Net sales", "$1,577")], [text("a.txt", table)])).toEqual([1]);
    expect(hits("cell", [cell("Other income", "1,577")], [text("a.txt", table)])).toEqual([0]);
    // "1,57" is not a word of the line.
    expect(hits("cell", [cell("Net sales", "57")], [text("a.txt", table)])).toEqual([0]);
    expect(hits("cell", [cell("Net sales", "Net sales")], [text("a.txt", table)])).toEqual([1]);
  });
});

describe("context recall", () => {
  const recall = (golds: GoldEvidence[], ...retrieved: RetrievedText[]) =>
    contextRecall(golds, comparedTexts(retrieved));

  test("context recall is the share of the evidence's words that all texts cover together", () => {
    // The first seven of 14 words.
    const first = text("a.txt", "the ferry crosses the river twice a");
    const second = text("a.txt", "day in summer and once in winter");
    expect(recall([passage(river)], first)).toBe(0.5);
    expect(recall([passage(river)], first, second)).toBe(1);
    expect(recall([passage(river)], text("b.txt", river))).toBe(0);
  });

  test("counts all or none of the words of short passages and cells", () => {
    // 2 of 2 words, 0 of 3 words ("sales 1 577"): 2/5.
    const golds = [passage("Ida Melling"), cell("Sales", "1,577")];
    expect(recall(golds, text("a.txt", "run by Ida Melling since 1990"))).toBe(0.4);
    expect(recall(golds, text("a.txt", "Ida\nSales 1,577"))).toBe(0.6);
  });

  test("context recall is undefined without a text to cover", () => {
    expect(recall([{ unit: "page", document: "a.txt", page: 3, text: "" }])).toBeNull();
    expect(recall([{ unit: "document", document: "a.txt", grade: 1 }])).toBeNull();
  });

  test("context recall is 1 for a passage in parts of at least five words, and always from 0 to 1", () => {
    const word = fc.constantFrom("tide", "quay", "rope", "mast", "1,577", "in", "the");
    fc.assert(
      fc.property(fc.array(word, { minLength: 10, maxLength: 60 }), fc.nat(40), (words, at) => {
        const cut = Math.min(Math.max(5, at), words.length - 5);
        const parts = [words.slice(0, cut), words.slice(cut)].map((one) =>
          text("a.txt", one.join(" ")),
        );
        const gold = passage(words.join("\n"));
        expect(recall([gold], ...parts)).toBe(1);
        const share = recall([gold], ...parts.slice(0, 1)) ?? -1;
        expect(share).toBeGreaterThan(0);
        expect(share).toBeLessThanOrEqual(1);
      }),
    );
  });
});

test("context precision is the share of the texts that overlap evidence", () => {
  const golds: GoldEvidence[] = [
    passage(river),
    { unit: "page", document: "a.txt", page: 2, text: "tickets are sold on board by the mate" },
  ];
  const retrieved = [
    text("a.txt", river),
    text("a.txt", "tickets are sold on board", 2),
    text("a.txt", "tickets are sold on board", 3),
    text("a.txt", "something else on the same page", 2),
  ];
  expect(contextPrecision(golds, comparedTexts(retrieved))).toBe(0.5);
  expect(contextPrecision(golds, [])).toBe(0);
  expect(contextPrecision([], comparedTexts(retrieved))).toBeNull();
});
