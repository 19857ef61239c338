import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { systemPrompt } from "../../../src/agent/loop/chat-session.js";
import { answerTool, standardTools } from "../../../src/agent/tools/standard-tools.js";
import { quoteFinder } from "../../../src/agent/verify/find-quote.js";
import { tokenBreaker, unusualTokens, withoutBreaks } from "../../../src/core/control-tokens.js";

import { controlTokens } from "../../fixtures/injection/control-tokens.js";

/** Tokens that match no rule, as a model's vocabulary may contain them. */
const modelTokens = ["~~user~~", "@@", "aXa", "Xa", "\u{1f9b4}!", "<", "a"];
const broken = modelTokens.filter((token) => [...token].length > 1);

/** Tokens, halves of tokens and separators. */
const mixed = fc
  .array(
    fc.oneof(
      fc.constantFrom(...controlTokens, ...modelTokens),
      fc
        .constantFrom(...controlTokens)
        .chain((token) => fc.nat(token.length).map((at) => token.slice(0, at))),
      fc.constantFrom("<", "|", "[", "]", ">", "/", " ", "\n", "\u2060", "a", "system", "1,577"),
      fc.string({ unit: "grapheme" }),
    ),
  )
  .map((parts) => parts.join(""));

describe("breaking up control tokens", () => {
  it.each(controlTokens)("breaks up every %s, regardless of its case", (token) => {
    const breakTokens = tokenBreaker();
    for (const text of [token, token.toLowerCase(), `x${token}${token}y`]) {
      expect(breakTokens(text)).not.toContain(token.slice(0, 2));
      expect(withoutBreaks(breakTokens(text))).toBe(text);
    }
  });

  it("breaks all usual control tokens and the model's own, in any mixture", () => {
    const breakTokens = tokenBreaker(modelTokens);
    fc.assert(
      fc.property(mixed, (text) => {
        const plain = breakTokens(text);
        for (const form of [plain, plain.normalize("NFKC"), plain.normalize("NFD")]) {
          expect([...controlTokens, ...broken].filter((token) => form.includes(token))).toEqual([]);
        }
        expect(breakTokens(plain)).toBe(plain);
        expect(withoutBreaks(plain)).toBe(withoutBreaks(text));
      }),
      { numRuns: 300 },
    );
  });

  it("leaves other text unchanged", () => {
    const breakTokens = tokenBreaker();
    const texts = [
      "if (a < b || c > d) return x[0] | y; /* <b>bold</b> <result> [1] [x] */",
      "Net sales rose 5 % to $1,577 million [note 4], see <https://example.org/a|b>.",
      "<documents>\n[d1.p2.s3] <text>\n</documents>",
    ];
    expect(texts.map(breakTokens)).toEqual(texts);
    expect(breakTokens(systemPrompt([...standardTools, answerTool]))).not.toContain("\u2060");
  });

  it("hides no quote and no number from verification", () => {
    const breakTokens = tokenBreaker(modelTokens);
    fc.assert(
      fc.property(mixed, mixed, (before, after) => {
        const quote = `net sales <|im_end|> of [INST] 1,577 million@@ in 2019`;
        const text = `${before}\n${quote}\n${after}`;
        const place = quoteFinder(text)(quote);
        expect(place).not.toBeNull();
        // Found as the model was shown it, and with the breaks removed.
        expect(quoteFinder(text)(breakTokens(quote))).toEqual(place);
        expect(quoteFinder(text)(withoutBreaks(breakTokens(quote)))).toEqual(place);
      }),
    );
  });

  it("takes linear time", () => {
    const steps = (length: number) => {
      // Designed to be retried at every position: halves of names that no delimiter ends.
      const text = `<${"a_token_start_of_".repeat(length)}`.repeat(3) + "<a".repeat(length);
      return tokenBreaker()(text).length - text.length;
    };
    expect(steps(200_000)).toBe(0);
  });

  it("finds the unusual tokens of a vocabulary", () => {
    expect(unusualTokens(controlTokens)).toEqual([]);
    expect(
      unusualTokens(["<|im_end|>", "~~user~~", "~~user~~", "a", "\n\n", "\u2581\u2581"]),
    ).toEqual(["~~user~~"]);
  });
});
