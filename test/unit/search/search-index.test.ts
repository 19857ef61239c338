import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { termsOf } from "../../../src/core/text/terms.js";
import { DocumentPostingsBuilder } from "../../../src/search/index/document-postings.js";
import { ImpactIndex } from "../../../src/search/index/impact-index.js";
import {
  countTerms,
  PostingsBuilder,
  slotBits,
  slotCount,
  slotOf,
  weightOf,
} from "../../../src/search/index/postings.js";
import { best } from "../../../src/search/index/ranking.js";
import { SearchIndex } from "../../../src/search/index/search-index.js";
import { inverseDocumentFrequency } from "../../../src/search/index/vocabulary.js";
import { parseQuery } from "../../../src/search/query/query-language.js";
import { toIndexQuery } from "../../../src/search/query/to-index-query.js";
import { addPage } from "./add-page.js";

const options = { k1: 0.9, b: 0.4, referenceLength: 20 };
const words = ["cash", "flow", "debt", "tax", "rate", "sale", "constructor", "__proto__", "année"];
const text = fc.array(fc.constantFrom(...words), { maxLength: 30 }).map((list) => list.join(" "));
const documents = fc.array(fc.array(text, { minLength: 1, maxLength: 6 }), {
  minLength: 1,
  maxLength: 6,
});

function postingsOf(passages: readonly string[], name = "") {
  const builder = new DocumentPostingsBuilder("en");
  for (const passage of passages) addPage(builder, [{ text: passage, heading: "" }], "");
  return builder.finish(name, passages[0] ?? "");
}

function indexOf(list: readonly (readonly string[])[]): SearchIndex {
  const index = new SearchIndex();
  for (const [document, passages] of list.entries()) index.add(document, postingsOf(passages));
  return index;
}

function indexQuery(index: SearchIndex, query: string, scope: ReadonlySet<number>) {
  return toIndexQuery(query, parseQuery(query), index.context(scope)).query;
}

function search(index: SearchIndex, query: string, limit: number, scope: ReadonlySet<number>) {
  const { matches, take } = index.search(indexQuery(index, query, scope), scope);
  return { matches, passages: take(limit) };
}

const all = (index: readonly unknown[]) => new Set(index.keys());

describe("PostingsBuilder", () => {
  it("keeps for each term exactly the texts that contain it", () => {
    fc.assert(
      fc.property(fc.array(text), (texts) => {
        const builder = new PostingsBuilder(options);
        for (const each of texts) builder.add(countTerms(each));
        const { terms, offsets, entries } = builder.finish();
        const found = new Map(
          terms
            .split("\n")
            .filter((term) => term !== "")
            .map((term, i) => [
              term,
              [...entries.slice(offsets[i], offsets[i + 1])].map((entry) => entry >>> slotBits),
            ]),
        );
        const expected = new Map<string, number[]>();
        texts.forEach((each, number) => {
          for (const term of new Set(termsOf(each))) {
            expected.set(term, [...(expected.get(term) ?? []), number]);
          }
        });
        expect(found).toEqual(expected);
      }),
    );
  });

  it.each([
    [1_024, Uint16Array],
    [1_025, Uint32Array],
  ])("keeps the last of %i texts", (texts, width) => {
    const builder = new PostingsBuilder(options);
    for (let text = 0; text < texts; text++) builder.add(countTerms(`pier${text}`));
    const postings = builder.finish();
    expect(postings.entries).toBeInstanceOf(width);
    const index = new ImpactIndex();
    index.add({ postings, first: 0 });
    expect(index.get(`pier${texts - 1}`).flat()).toEqual([texts - 1]);
  });
});

describe("slots", () => {
  it("slots restore a weight to within half a slot", () => {
    fc.assert(
      fc.property(fc.double({ min: 0, max: 0.9999, noNaN: true }), (weight) => {
        expect(Math.abs(weightOf(slotOf(weight)) - weight)).toBeLessThanOrEqual(
          0.5 / slotCount + 1e-12,
        );
      }),
    );
  });
});

const allSlots = Array.from({ length: slotCount }, (_, slot) => slot);

describe("ImpactIndex", () => {
  it("returns all texts with a term, however many documents have been merged", () => {
    const steps = fc.infiniteStream(fc.constantFrom("add", "merge", ...words));
    fc.assert(
      fc.property(documents, steps, (list, next) => {
        const index = new ImpactIndex();
        const expected = new Map<string, number[][]>();
        const check = (term: string) => {
          const held = index.get(term);
          const slots = expected.get(term) ?? [];
          expect(allSlots.map((slot) => [...(held[slot] ?? [])])).toEqual(
            allSlots.map((slot) => slots[slot] ?? []),
          );
        };
        let first = 0;
        const waiting = [...list];
        while (waiting.length > 0) {
          const step = next.next().value;
          if (step === "merge") index.merge();
          else if (step !== "add") for (const term of termsOf(step)) check(term);
          if (step !== "add") continue;
          const texts = waiting.shift() ?? [];
          const builder = new PostingsBuilder(options);
          for (const each of texts) builder.add(countTerms(each));
          const postings = builder.finish();
          index.add({ postings, first });
          const terms = postings.terms === "" ? [] : postings.terms.split("\n");
          expect(terms).toEqual([...terms].sort());
          terms.forEach((term, at) => {
            const slots = expected.get(term) ?? allSlots.map(() => []);
            expected.set(term, slots);
            const { entries, offsets } = postings;
            for (const entry of entries.subarray(offsets[at], offsets[at + 1])) {
              slots[entry & (slotCount - 1)]?.push(first + (entry >>> slotBits));
            }
          });
          first += texts.length;
        }
        for (const term of expected.keys()) check(term);
        expect(new Set(index.terms())).toEqual(new Set(expected.keys()));
        for (const term of expected.keys()) check(term);
        expect(index.merge()).toBe(false);
      }),
    );
  });

  it("finds terms that begin with each other, whatever was looked up, added or merged before", () => {
    const names = ["=a", "=a b", "=a b c", "=ab", "=b", "=b a", "a", "ab", "abc", "b", ""];
    const name = fc.constantFrom(...names);
    const terms = fc.uniqueArray(
      name.filter((each) => each !== ""),
      { maxLength: 2 },
    );
    const step = fc.oneof(fc.record({ add: terms }), fc.constant({ merge: true } as const), {
      weight: 3,
      arbitrary: fc.record({ wanted: name }),
    });
    fc.assert(
      fc.property(fc.array(step, { maxLength: 60, size: "max" }), (steps) => {
        const index = new ImpactIndex();
        const list: (readonly string[])[] = [];
        for (const next of steps) {
          if ("merge" in next) index.merge();
          else if ("add" in next) {
            const builder = new PostingsBuilder(options);
            builder.add({ length: 1, frequencies: new Map() }, next.add);
            index.add({ postings: builder.finish(), first: list.length });
            list.push(next.add);
          } else {
            const holding = list.flatMap((each, text) =>
              each.includes(next.wanted) ? [text] : [],
            );
            expect(index.get(next.wanted).flat()).toEqual(holding);
          }
        }
      }),
      // Only the second document has nothing that begins with "=a".
      {
        examples: [
          [
            [
              { add: ["=a b"] },
              { wanted: "=a" },
              { add: [] },
              { wanted: "=a" },
              { wanted: "=a b" },
            ],
          ],
        ],
      },
    );
  });

  it("handles the terms of hundreds of documents", () => {
    const index = new ImpactIndex();
    for (let first = 0; first < 1_000; first++) {
      const builder = new PostingsBuilder(options);
      builder.add(countTerms(`harbour pier${first}`));
      index.add({ postings: builder.finish(), first });
    }
    expect(index.get("harbour").flat()).toHaveLength(1_000);
    expect(index.get("pier3").flat()).toEqual([3]);
    expect(index.get("pier999").flat()).toEqual([999]);
  });
});

describe("SearchIndex", () => {
  it("searches a document that is added after a search of the same documents", () => {
    const index = indexOf([["cash"]]);
    const both = new Set([0, 1]);
    expect(search(index, "debt", 5, both).matches).toBe(0);
    index.add(1, postingsOf(["debt"]));
    expect(search(index, "debt", 5, both).passages).toMatchObject([{ document: 1 }]);
  });

  it("finds exactly the passages that contain a term", () => {
    fc.assert(
      fc.property(documents, fc.constantFrom(...words), (list, word) => {
        const index = indexOf(list);
        const { passages } = search(index, word, 1000, all(list));
        const found = passages.map(({ document, passage }) => `${document}.${passage}`).sort();
        const [term] = termsOf(word);
        const expected = list
          .flatMap((texts, document) =>
            texts.flatMap((each, passage) =>
              termsOf(each).includes(term ?? "") ? [`${document}.${passage}`] : [],
            ),
          )
          .sort();
        expect(found).toEqual(expected);
      }),
    );
  });

  it("ranks the same regardless of the order of insertion", () => {
    fc.assert(
      fc.property(
        documents,
        fc.constantFrom("cash tax", "debt rate sale", "flow"),
        (list, query) => {
          const scores = (order: readonly number[]) => {
            const index = new SearchIndex();
            for (const document of order) index.add(document, postingsOf(list[document] ?? []));
            const { passages } = search(index, query, 1000, all(list));
            return passages.map(
              ({ document, passage, score }) => `${document}.${passage} ${score.toFixed(4)}`,
            );
          };
          const order = [...list.keys()];
          expect(scores([...order].reverse())).toEqual(scores(order));
        },
      ),
    );
  });

  it("skips documents outside the requested set", () => {
    const index = indexOf([["cash flow"], ["cash tax"], ["cash debt"]]);
    const { passages, matches } = search(index, "cash", 10, new Set([0, 2]));
    expect(passages.map(({ document }) => document).sort()).toEqual([0, 2]);
    expect(matches).toBe(2);
  });

  it("finds a rare word first, however long the question", () => {
    const filler = Array.from(
      { length: 40 },
      (_, i) => `the company reports revenue of segment ${i} for the year`,
    );
    const index = indexOf([filler, [...filler, "a qersu is a kind of boat"]]);
    const query =
      "What does the company say for the year about revenue and the segment called a qersu?";
    expect(search(index, query, 1, new Set([0, 1])).passages[0]).toMatchObject({
      document: 1,
      passage: 40,
    });
  });

  it("prefers the document named in the query", () => {
    const index = new SearchIndex();
    index.add(1, postingsOf(["revenue grew strongly"], "reports/ALPHAWORKS_2018"));
    index.add(2, postingsOf(["revenue grew strongly"], "reports/BETAWORKS_2018"));
    const { passages } = search(index, "revenue of Beta Works", 2, new Set([1, 2]));
    expect(passages.map(({ document }) => document)).toEqual([2, 1]);
  });

  it("finds nothing for words in no document", () => {
    const index = indexOf([["cash flow"]]);
    expect(search(index, "zebra", 10, new Set([0]))).toMatchObject({ passages: [], matches: 0 });
    expect(search(index, "", 10, new Set([0]))).toMatchObject({ passages: [], matches: 0 });
  });
});

describe("best", () => {
  it("returns the head of the sorted list, with ties in their original order", () => {
    const scores = fc.array(fc.integer({ min: 0, max: 20 }));
    fc.assert(
      fc.property(scores, fc.integer({ min: 1, max: 12 }), (list, count) => {
        const expected = list
          .map((score, text) => ({ text, score }))
          .filter(({ score }) => score > 0)
          .sort((a, b) => b.score - a.score || b.text - a.text)
          .slice(0, count);
        expect(best(Float32Array.from(list), count, (text) => -text)).toEqual(expected);
      }),
    );
  });
});

describe("inverseDocumentFrequency", () => {
  it("the inverse document frequency falls as more texts contain a term, and stays positive", () => {
    expect(inverseDocumentFrequency(100, 1)).toBeCloseTo(Math.log(1 + 99.5 / 1.5));
    expect(inverseDocumentFrequency(100, 100)).toBeGreaterThan(0);
    expect(inverseDocumentFrequency(100, 2)).toBeLessThan(inverseDocumentFrequency(100, 1));
  });
});
