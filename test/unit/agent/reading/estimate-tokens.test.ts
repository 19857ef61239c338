import { expect, it } from "vitest";
import { estimateTokens } from "../../../../src/agent/reading/reading.js";

// Counts by the cl100k tokenizer.
it.each([
  ["The quick brown fox jumps over the lazy dog.", 10],
  ["Net sales\t$ 1,577.00\t(1,284)\t22.8 %", 21],
  ["资料显示,公司去年的营业收入增长了百分之十二。", 23],
  ["第一四半期の売上高は前年同期比で増加した。", 23],
])("estimates the tokens of %j within a fifth", (text, tokens) => {
  expect(estimateTokens(text)).toBeGreaterThanOrEqual(tokens * 0.8);
  expect(estimateTokens(text)).toBeLessThanOrEqual(tokens * 1.2);
});

it("estimates zero for an empty text", () => {
  expect(estimateTokens("")).toBe(0);
});

it("counts a short word as one token", () => {
  expect(estimateTokens("word ".repeat(300))).toBe(300);
});
