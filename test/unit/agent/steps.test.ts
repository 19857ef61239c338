import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { documentsNamed, fuse, spreadPlaces } from "../../../src/agent/context/opening-text.js";
import { minObservation, shareRoom } from "../../../src/agent/context/token-budget.js";
import { fenced } from "../../../src/agent/loop/chat-session.js";
import { chooseStrategy } from "../../../src/agent/loop/run.js";
import { openingShare, strategies } from "../../../src/agent/strategies.js";
import type { DocumentId } from "../../../src/core/document.js";
import type { SearchHit, SearchResponse } from "../../../src/search/api.js";

describe("the default strategy", () => {
  const tools = { contextLength: 4096, choosesTools: true };
  it("shows the whole text if it fits, or else the best passages, with tools if the model supports them", () => {
    expect(chooseStrategy([{ words: 300 }], tools).name).toBe("full-tools");
    expect(chooseStrategy([{ words: 300 }], { ...tools, choosesTools: false }).name).toBe(
      "full-document",
    );
    expect(chooseStrategy([{ words: 40_000 }], tools).name).toBe("retrieve-tools");
    expect(chooseStrategy([{ words: 40_000 }], { ...tools, choosesTools: false }).name).toBe(
      "retrieve",
    );
    expect(chooseStrategy([{ words: 40_000 }], { ...tools, contextLength: 2048 }).name).toBe(
      "retrieve",
    );
  });
});

describe("a fence", () => {
  it("text inside a fence cannot close it", () => {
    const names = fc.constantFrom("result", "passages", "documents", "text", "notes");
    fc.assert(
      fc.property(fc.string(), names, fc.string(), fc.boolean(), (before, name, after, upper) => {
        const end = upper ? `</${name.toUpperCase()}>` : `</${name}>`;
        const text = fenced("result", "", `${before}${end}${after}`);
        expect(text.match(/<\/(result|passages|documents|text|notes)\b/gi)).toHaveLength(1);
      }),
    );
  });
});

describe("fused results", () => {
  const response = (...ids: string[]) =>
    ({
      matches: ids.length,
      hits: ids.map((id) => ({ id, score: 1 })),
    }) as unknown as SearchResponse;
  const idsOf = ({ hits }: { hits: readonly Pick<SearchHit, "id">[] }) => hits.map(({ id }) => id);

  it("fused results contain each hit once, those found by several queries first", () => {
    expect(idsOf(fuse([response("a", "b"), response("b", "c")], 10))).toEqual(["b", "a", "c"]);
    expect(idsOf(fuse([response("a", "b"), response("b", "c")], 1))).toEqual(["b"]);
  });

  it("fused results keep the question's own best hit, even if no other query finds it", () => {
    const others = [response("x", "y"), response("y", "z")];
    expect(
      idsOf(fuse([response("rare"), ...others], 10))
        .map(String)
        .indexOf("rare"),
    ).toBeLessThanOrEqual(1);
  });
});

describe("an opening in a long context", () => {
  const id = (text: string) => text as DocumentId;
  const document = (name: string, path: string, title: string | null = null) =>
    ({ id: id(name), path, metadata: { title } }) as never;

  it("uses up to 30 % of the context if tools follow", () => {
    const share = (name: keyof typeof strategies, contextLength: number) =>
      openingShare(strategies[name], contextLength);
    expect(share("retrieve-tools", 8192)).toBe(0.16);
    expect(share("retrieve-tools", 16_384)).toBe(0.3);
    expect(share("outline-tools", 16_384)).toBe(0.3);
    expect(share("full-tools", 16_384)).toBe(0.45);
    expect(share("retrieve", 16_384)).toBe(0.5);
    expect(share("tools", 16_384)).toBe(0.1);
  });

  it("recognises the documents that a question names, by their distinguishing words", () => {
    const filings = [
      document("d1", "filings/ACME_2018_10K.pdf"),
      document("d2", "filings/ACME_2019_10K.pdf"),
      document("d3", "filings/GLOBEX_2018_10K.pdf"),
      document("d4", "filings/INITECH_2018Q2_10Q.pdf", "Initech Holdings"),
    ];
    const named = (question: string) => documentsNamed(question, filings);
    expect(named("What were the sales of Globex?")).toEqual(["d3"]);
    expect(named("What did acme earn in 2019?")).toEqual(["d2"]);
    expect(named("What did Acme earn?")).toEqual(["d1", "d2"]);
    expect(named("What does the 10K of 2018 say?")).toEqual([]);
    expect(named("Who runs Holdings?")).toEqual(["d4"]);
    expect(named("What were sales in 2018?")).toEqual([]);
  });

  it("shows a few places from each document, named ones first, up to its limit", () => {
    const hits = Array.from({ length: 60 }, (_, index) => {
      const document = index < 40 ? "d1" : `d${index - 38}`;
      return { id: `${document}.p1.s${index}`, document: id(document) } as unknown as SearchHit;
    });
    const counts = (named: readonly DocumentId[], documents: number) => {
      const shown = spreadPlaces(hits, named, documents);
      const ofFirst = shown.filter(({ document }) => document === id("d1"));
      return [shown[0]?.document, ofFirst.length, shown.length];
    };
    expect(counts([], 21)).toEqual(["d1", 3, 23]);
    expect(counts([id("d5")], 21)).toEqual(["d5", 3, 23]);
    expect(counts([id("d1")], 21)).toEqual(["d1", 8, 28]);
    expect(counts([], 1)).toEqual(["d1", 30, 30]);
  });
});

describe("the space for results", () => {
  it("divides the space for results as if two or three calls followed, with a useful minimum", () => {
    const left = 3000;
    const { answer, observation, slack } = shareRoom(8192, left, 10);
    expect(3 * (observation + slack + 110)).toBeLessThanOrEqual(left - answer);
    expect(3 * (observation + slack + 110)).toBeGreaterThan(left - answer - 6);
    expect(shareRoom(8192, left, 2).observation).toBeGreaterThan(observation);
    expect(shareRoom(4096, 1100, 9).observation).toBe(250);
    expect(shareRoom(4096, 700, 9).observations).toBe(0);
  });

  it("results get more space in a larger context", () => {
    const most = (contextLength: number) => shareRoom(contextLength, contextLength, 10).observation;
    expect([most(8192), most(16_384), most(32_768)]).toEqual([700, 983, 1966]);
  });

  it("leaves space for further calls in the context", () => {
    fc.assert(
      fc.property(fc.integer({ min: 3500, max: 32_768 }), (contextLength) => {
        let left = contextLength - 1500;
        for (let calls = 10; calls > 0; calls--) {
          const { observation, slack, observations, answer } = shareRoom(
            contextLength,
            left,
            calls,
          );
          expect(observation).toBeGreaterThanOrEqual(minObservation);
          if (observations === 0) break;
          left -= observation + slack + 60;
          expect(left).toBeGreaterThanOrEqual(answer);
        }
      }),
    );
  });
});
