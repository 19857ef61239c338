import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { loadTokenCounter } from "../../../../src/evaluation/strategies/chunk-text.js";

const countTokens = await loadTokenCounter();

describe("counting tokens", () => {
  it("counts as the tokenizer does", () => {
    expect(countTokens("")).toBe(0);
    expect(countTokens("hello world")).toBe(2);
    expect(countTokens("The quick brown fox jumps over the lazy dog.")).toBe(10);
  });

  it("treats the names of special tokens as ordinary text", () => {
    expect(countTokens("<|endoftext|>")).toBeGreaterThan(1);
    expect(countTokens("before <|endofprompt|> after")).toBeGreaterThan(4);
  });

  it.each([
    ["equal letters", "a".repeat(100_000)],
    [
      "different letters",
      Array.from({ length: 100_000 }, (_, i) => "qzxjkvwpy"[(i * i) % 9]).join(""),
    ],
    ["spaces", " ".repeat(100_000)],
    ["line breaks", "\n".repeat(100_000)],
    ["dots", ".".repeat(100_000)],
    ["Chinese", "中文字".repeat(30_000)],
    ["unpaired surrogates", "\ud800".repeat(10_000)],
  ])("copes with long runs of %s", (_, text) => {
    const tokens = countTokens(text);
    expect(tokens).toBeGreaterThan(0);
    expect(tokens).toBeLessThanOrEqual(3 * text.length);
  });

  it("counts a long run in pieces, and the text around it unchanged", () => {
    const run = "a".repeat(300);
    expect(countTokens(`one ${run} two`)).toBe(
      countTokens("one ") +
        countTokens("a".repeat(256)) +
        countTokens("a".repeat(44)) +
        countTokens(" two"),
    );
  });

  it("never throws, regardless of the text", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (text) => {
        expect(countTokens(text)).toBeGreaterThanOrEqual(text === "" ? 0 : 1);
      }),
    );
  });
});
