import fc from "fast-check";
import { expect, it } from "vitest";
import { draftFrom } from "../../../src/agent/loop/read-reply.js";

it("reads a draft that fits the schema", () => {
  const draft = {
    enough: true,
    missing: "",
    sentences: [{ text: "It rose.", citations: [{ id: "d1.p2.s3", quote: "rose by 5%" }] }],
  };
  expect(draftFrom(draft)).toEqual(draft);
});

it("accepts common deviations from the schema", () => {
  const sentences = [{ text: "It rose.", citations: [] }];
  const whole = { enough: true, missing: "", sentences };
  expect(draftFrom("It rose.")).toEqual(whole);
  expect(draftFrom({ answer: " It rose. " })).toEqual(whole);
  expect(draftFrom({ sentences: "It rose." })).toEqual(whole);
  expect(draftFrom({ sentences: ["It rose."] })).toEqual(whole);
  expect(draftFrom({ sentences: [{ text: "It rose." }] })).toEqual(whole);
  expect(draftFrom({ sentences: { text: "It rose.", citations: null } })).toEqual(whole);
});

it("reads ids with and without brackets", () => {
  const citations = (claimed: unknown) =>
    draftFrom({ sentences: [{ text: "It rose.", citations: claimed }] })?.sentences[0]?.citations;
  expect(citations([{ id: "[d1.p2.s3]", quote: " a b " }])).toEqual([
    { id: "d1.p2.s3", quote: "a b" },
  ]);
  expect(citations("[d1.p2.s3], (d1.p2.s4)")).toEqual([
    { id: "d1.p2.s3", quote: "" },
    { id: "d1.p2.s4", quote: "" },
  ]);
  expect(citations(["d1.p2.s3"])).toEqual([{ id: "d1.p2.s3", quote: "" }]);
  expect(citations({ id: "<page 3>", quote: "x" })).toEqual([{ id: "page 3", quote: "x" }]);
  expect(citations([5, null, {}, "nothing"])).toEqual([]);
});

it.each([
  ["Margin was 36.46% (c1).", "Margin was 36.46%."],
  ["It rose [c1] in 2019.", "It rose in 2019."],
  ["It rose[d1.p3.s2].", "It rose."],
  ["[d1.p3.s2] It rose.", "It rose."],
  ["It rose. [d1.p3.s2][c12]", "It rose."],
  ["It rose (c1, d1.p3.s2), then fell [see d1.p3.s3].", "It rose, then fell."],
  ["It rose[c1]then fell.", "It rose then fell."],
  ["According to [d1.p3.s2], it rose.", "It rose."],
  ["It rose, as stated in [d1.p3.s2].", "It rose, as stated in [d1.p3.s2]."],
  ["Form (C1) and rule (c) [2].", "Form (C1) and rule (c) [2]."],
])("removes ids from a sentence: %s", (text, expected) => {
  expect(draftFrom(text)?.sentences[0]?.text).toBe(expected);
});

it("finds no sentence in a lone id", () => {
  expect(draftFrom("[d1.p3.s2]")).toBeNull();
});

it("applies citations outside the sentences to all sentences without any", () => {
  const cited = { id: "d1.p1.s1", quote: "own" };
  const shared = { id: "d1.p1.s2", quote: "shared" };
  const draft = draftFrom({
    sentences: ["One.", { text: "Two.", citations: [cited] }],
    citations: [shared],
  });
  expect(draft?.sentences.map(({ citations }) => citations)).toEqual([[shared], [cited]]);
});

it("reads no more than an answer may contain", () => {
  const citations = Array.from({ length: 500 }, (_, index) => ({
    id: `d1.p1.s${index + 1}`,
    quote: "q".repeat(60_000),
  }));
  const text = `${"word ".repeat(198)}11,588,000 ${"9".repeat(58_000)}`;
  const sentences = Array.from({ length: 500 }, () => ({ text, citations }));
  const draft = draftFrom({ missing: "m".repeat(60_000), sentences });
  expect(draft?.sentences).toHaveLength(24);
  expect(draft?.missing.length).toBeLessThanOrEqual(1000);
  const [first] = draft?.sentences ?? [];
  expect(first?.citations).toHaveLength(16);
  expect(first?.citations[0]?.quote.length).toBeLessThanOrEqual(1000);
  // A number cut off in the middle would be a different one.
  expect(first?.text).toBe(`${"word ".repeat(198).trim()}…`);
});

it("reports a draft that lacks evidence", () => {
  const missing = { enough: false, missing: "the year 2020", sentences: [] };
  expect(draftFrom({ enough: false, missing: "the year 2020", sentences: [] })).toEqual(missing);
  expect(draftFrom({ missing: "the year 2020" })).toEqual(missing);
  expect(draftFrom({ enough: "no", sentences: "It rose." })?.enough).toBe(false);
});

it("returns null for empty input", () => {
  for (const nothing of [
    null,
    undefined,
    5,
    "",
    " ",
    [],
    {},
    { sentences: [] },
    { sentences: [{}] },
  ]) {
    expect(draftFrom(nothing)).toBeNull();
  }
});

it("never throws, and returns only strings", () => {
  const hostile = new Proxy(
    {},
    {
      ownKeys: () => {
        throw new Error("no");
      },
    },
  );
  expect(draftFrom({ sentences: [hostile] })).toBeNull();
  const key = fc.constantFrom(
    "sentences",
    "text",
    "citations",
    "id",
    "quote",
    "enough",
    "missing",
    "__proto__",
    "constructor",
  );
  const anything = fc.anything({
    key: fc.oneof(key, fc.string()),
    withNullPrototype: true,
    maxDepth: 4,
  });
  fc.assert(
    fc.property(anything, (value) => {
      for (const { text, citations } of draftFrom(value)?.sentences ?? []) {
        expect(text).toBe(text.trim());
        expect(text).not.toBe("");
        for (const { id, quote } of citations)
          expect([typeof id, typeof quote]).toEqual(["string", "string"]);
      }
    }),
  );
});
