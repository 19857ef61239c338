import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  fuseRankings,
  quantise,
  rankByMeaning,
  similarity as similarityOf,
  type VectorStretch,
} from "../../../src/search/index/rank-by-meaning.js";
import { parseQuery } from "../../../src/search/query/query-language.js";
import { textOfQuery } from "../../../src/search/query/query-words.js";

const dimensions = 24;
const vector = fc
  .array(fc.double({ min: -1, max: 1, noNaN: true }), {
    minLength: dimensions,
    maxLength: dimensions,
  })
  .map((values) => Float32Array.from(values))
  .filter((values) => lengthOf(values) > 1e-3);

const lengthOf = (values: Float32Array) => Math.hypot(...values);
const dot = (a: Float32Array, b: Float32Array) =>
  a.reduce((sum, value, index) => sum + value * (b[index] as number), 0);
const cosine = (a: Float32Array, b: Float32Array) => dot(a, b) / lengthOf(a) / lengthOf(b);

/** The largest error of a quantised vector of length 1. */
const greatestError = (scale: number) => (scale * Math.sqrt(dimensions)) / 2;

function similarity(a: Float32Array, b: Float32Array): number {
  return similarityOf(quantise([a], dimensions), quantise([b], dimensions), 0);
}

describe("quantised vectors", () => {
  it("quantised vectors differ from the originals by at most half their scale, and have length 1", () => {
    fc.assert(
      fc.property(fc.array(vector, { maxLength: 4 }), (vectors) => {
        const { data, scales, count } = quantise(vectors, dimensions);
        expect(count).toBe(vectors.length);
        vectors.forEach((values, index) => {
          const scale = scales[index] as number;
          const quantised = data.subarray(index * dimensions, (index + 1) * dimensions);
          expect(Math.max(...quantised.map(Math.abs))).toBe(127);
          values.forEach((value, at) => {
            const off = value / lengthOf(values) - (quantised[at] as number) * scale;
            expect(Math.abs(off)).toBeLessThanOrEqual(scale / 2 + 1e-6);
          });
        });
      }),
    );
  });

  it("quantised vectors keep their cosine, within the errors of both vectors", () => {
    fc.assert(
      fc.property(vector, vector, (a, b) => {
        const [ofA = 0, ofB = 0] = quantise([a, b], dimensions).scales.map(greatestError);
        const off = Math.abs(similarity(a, b) - cosine(a, b));
        expect(off).toBeLessThanOrEqual(ofA + ofB + ofA * ofB + 1e-5);
      }),
    );
  });

  it("quantised vectors are similar to nothing if they are zero", () => {
    expect(similarity(new Float32Array(dimensions), new Float32Array(dimensions).fill(1))).toBe(0);
  });
});

describe("a ranking by meaning", () => {
  const stretch = (document: number, first: number, vectors: Float32Array[]): VectorStretch => ({
    ...{ document, first, vectors: quantise(vectors, dimensions) },
  });
  const rank = (
    query: Float32Array,
    stretches: readonly VectorStretch[],
    keeps: ((document: number, passage: number) => boolean) | null = null,
  ) => rankByMeaning(query, stretches, keeps, async () => {});

  it("equals sorting by all similarities, however many results are taken", async () => {
    const stretches = fc.array(fc.array(vector, { minLength: 1, maxLength: 6 }), { maxLength: 5 });
    await fc.assert(
      fc.asyncProperty(
        vector,
        stretches,
        fc.integer({ min: 1, max: 600 }),
        async (query, all, n) => {
          const ranked = await rank(
            query,
            all.map((vectors, index) => stretch(index + 1, 3, vectors)),
          );
          const expected = all
            .flatMap((vectors, index) =>
              vectors.map((values, at) => ({
                document: index + 1,
                passage: 3 + at,
                score: Math.fround(similarity(query, values) + 2) - 2,
              })),
            )
            .sort((a, b) => b.score - a.score || a.document - b.document || a.passage - b.passage);
          expect(ranked.compared).toBe(expected.length);
          expect(ranked.take(n)).toEqual(expected.slice(0, n));
        },
      ),
    );
  });

  it("finds the nearest of very many passages with exact similarity", async () => {
    // Around many centres, like texts on many subjects; generated from a fixed seed.
    const wide = 96;
    let state = 7;
    const random = () => {
      state = (Math.imul(state, 1_664_525) + 1_013_904_223) | 0;
      return (state >>> 0) / 2 ** 32 - 0.5;
    };
    const centres = Array.from({ length: 60 }, () => Float32Array.from({ length: wide }, random));
    const near = (centre: number) =>
      (centres[centre] as Float32Array).map((value) => value + 1.5 * random());
    const all = Array.from({ length: 12_000 }, (_, index) => near(index % centres.length));
    const stretches = Array.from({ length: 12 }, (_, index) => ({
      document: index + 1,
      first: 0,
      vectors: quantise(all.slice(index * 1000, (index + 1) * 1000), wide),
    }));
    for (let round = 0; round < 5; round++) {
      const query = near(round * 7);
      const quantised = quantise([query], wide);
      const expected = stretches
        .flatMap(({ document, vectors }) =>
          Array.from({ length: vectors.count }, (_, passage) => {
            const score = Math.fround(similarityOf(quantised, vectors, passage) + 2) - 2;
            return { document, passage, score };
          }),
        )
        .sort((a, b) => b.score - a.score || a.document - b.document || a.passage - b.passage);
      const ranked = await rank(query, stretches);
      expect(ranked.compared).toBe(12_000);
      expect(ranked.take(20)).toEqual(expected.slice(0, 20));
      const found = new Set(
        ranked.take(500).map(({ document, passage }) => `${document}/${passage}`),
      );
      const recalled = expected
        .slice(0, 500)
        .filter(({ document, passage }) => found.has(`${document}/${passage}`));
      expect(recalled.length).toBeGreaterThanOrEqual(480);
    }
  });

  it("omits excluded passages", async () => {
    const query = new Float32Array(dimensions).fill(1);
    const opposite = query.map((value) => -value);
    const all = [stretch(4, 0, [query, opposite, query]), stretch(9, 128, [opposite])];
    const ranked = await rank(query, all, (_document, passage) => passage > 0);
    expect(ranked.compared).toBe(3);
    expect(ranked.take(9).map(({ document, passage }) => [document, passage])).toEqual([
      [4, 2],
      [4, 1],
      [9, 128],
    ]);
    expect(ranked.take(9).map(({ score }) => Math.round(score * 100))).toEqual([100, -100, -100]);
  });
});

describe("a ranking by words and meaning", () => {
  /** A ranking by words with these scores, by passage of document 1. */
  const byWords = (scores: readonly number[]) => ({
    greatest: Math.max(0, ...scores),
    scoreOf: (document: number, passage: number) => (document === 1 ? (scores[passage] ?? 0) : 0),
    take: (count: number) =>
      scores
        .map((score, passage) => ({ document: 1, passage, score }))
        .filter(({ score }) => score > 0)
        .sort((a, b) => b.score - a.score || a.passage - b.passage)
        .slice(0, count),
  });
  /** A ranking by meaning with these cosines; null for a passage without a vector. */
  const byMeaning = (cosines: readonly (number | null)[]) => ({
    compared: cosines.filter((cosine) => cosine !== null).length,
    similarityOf: (_document: number, passage: number) => cosines[passage] ?? null,
    take: (count: number) =>
      cosines
        .flatMap((score, passage) => (score === null ? [] : [{ document: 1, passage, score }]))
        .sort((a, b) => b.score - a.score || a.passage - b.passage)
        .slice(0, count),
  });
  const order = (
    scores: readonly number[],
    cosines: readonly (number | null)[],
    { count = 1000, hasNumber = false } = {},
  ) =>
    fuseRankings(byWords(scores), byMeaning(cosines), { count, hasNumber }).map(
      ({ passage }) => passage,
    );
  const someScores = fc.array(fc.nat(90), {
    maxLength: 40,
  });

  it("follows the words alone if there are no vectors, or all are equally near", () => {
    fc.assert(
      fc.property(someScores, fc.double({ min: -1, max: 1, noNaN: true }), (scores, cosine) => {
        const words = byWords(scores)
          .take(1000)
          .map(({ passage }) => passage);
        expect(order(scores, [])).toEqual(words);
        const found = scores.map((score) => (score > 0 ? cosine : null));
        expect(order(scores, found)).toEqual(words);
      }),
    );
  });

  it("follows the meaning alone if no word was found", () => {
    expect(order([], [0.1, 0.7, null, 0.4])).toEqual([1, 3, 0]);
  });

  it("loses no passage that either ranking finds, and ranks none below a passage it beats in both", () => {
    const passages = fc.array(
      fc.tuple(
        fc.double({ min: 0.1, max: 9, noNaN: true }),
        fc.double({ min: -1, max: 1, noNaN: true }),
      ),
      { minLength: 1, maxLength: 40 },
    );
    fc.assert(
      fc.property(passages, (all) => {
        const ranked = order(
          all.map(([score]) => score),
          all.map(([, cosine]) => cosine),
        );
        expect([...ranked].sort((a, b) => a - b)).toEqual(all.map((_, passage) => passage));
        for (const [at, above] of ranked.entries()) {
          for (const below of ranked.slice(at + 1)) {
            const [a, b] = [all[above], all[below]];
            if (!a || !b) throw new Error("A passage that nobody gave.");
            expect(b[0] > a[0] + 1e-9 && b[1] > a[1] + 1e-9).toBe(false);
          }
        }
      }),
    );
  });

  it("neither raises nor lowers a passage without a vector", () => {
    // The last is nearest, the first farthest, the second unknown.
    expect(order([3, 3, 3], [0.1, null, 0.9])).toEqual([2, 1, 0]);
  });

  it("puts a passage near in meaning first if it also has most of the words", () => {
    const others = Array.from({ length: 20 }, () => 0.1);
    const cosines = [0.3, 0.9, ...others.map(() => 0.2)];
    expect(order([3, 2.7, ...others], cosines, { count: 2 })).toEqual([1, 0]);
    expect(order([3, 1.2, ...others], cosines, { count: 2 })).toEqual([0, 1]);
  });

  it("follows the words for a query with a number, except for near ties", () => {
    const others = Array.from({ length: 20 }, () => 0.1);
    const cosines = [0.3, 0.9, ...others.map(() => 0.2)];
    const constraint = { count: 2, hasNumber: true };
    expect(order([3, 2.7, ...others], cosines, constraint)).toEqual([0, 1]);
    expect(order([3, 2.99, ...others], cosines, constraint)).toEqual([1, 0]);
    expect(order([], [0.1, 0.7, 0.4], constraint)).toEqual([1, 2]);
  });

  it("ignores differences between nearly equal cosines", () => {
    expect(order([3, 2.9, 2.8], [0.5, 0.5001, 0.5002])).toEqual([0, 1, 2]);
  });

  it("returns at most the requested number of passages", () => {
    expect(order([3, 2, 1], [0.2, 0.1, 0.3], { count: 2 })).toHaveLength(2);
  });
});

describe("the text of a query", () => {
  it.each([
    ["What does the lease cost?", "What does the lease cost?"],
    ["rent doc:lease type:txt page:1-2,4 cost", "rent cost"],
    ['rent -notice -"notice period" -doc:old', "rent"],
    ["doc:lease", ""],
    ['"notice period" OR rent*', '"notice period" OR rent*'],
  ])("omits the conditions of %s", (query, text) => {
    expect(textOfQuery(query, parseQuery(query))).toBe(text);
  });
});
