import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { fuse } from "../../../src/agent/context/opening.js";
import { minObservation, shareRoom } from "../../../src/agent/context/token-budget.js";
import { chooseStrategy } from "../../../src/agent/loop/run.js";
import { fenced } from "../../../src/agent/loop/system-prompt.js";
import type { SearchHit, SearchResponse } from "../../../src/search/api.js";

describe("the strategy", () => {
  const tools = { contextLength: 4096, choosesTools: true };
  it("is the whole text where it fits, else the best passages, with tools where the model can", () => {
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
  it("cannot be ended by the text in it", () => {
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

  it("hold each hit once, those first that several queries found", () => {
    expect(idsOf(fuse([response("a", "b"), response("b", "c")], 10))).toEqual(["b", "a", "c"]);
    expect(idsOf(fuse([response("a", "b"), response("b", "c")], 1))).toEqual(["b"]);
  });

  it("keep what the question itself found first, though no other query finds it", () => {
    const others = [response("x", "y"), response("y", "z")];
    expect(
      idsOf(fuse([response("rare"), ...others], 10))
        .map(String)
        .indexOf("rare"),
    ).toBeLessThanOrEqual(1);
  });
});

describe("the room for results", () => {
  it("lets ten calls go on without the context overflowing", () => {
    fc.assert(
      fc.property(fc.integer({ min: 3500, max: 32_768 }), (contextLength) => {
        let left = contextLength - 1500;
        for (let calls = 10; calls > 0; calls--) {
          const { observation, observations, answer } = shareRoom(contextLength, left, calls);
          expect(observation).toBeGreaterThanOrEqual(minObservation);
          if (observations === 0) break;
          left -= observation + 60;
          expect(left).toBeGreaterThanOrEqual(answer);
        }
      }),
    );
  });
});
