import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { ThinkingFilter } from "../../../src/models/openai/read-reply.js";

function filtered(pieces: readonly string[]): string {
  const filter = new ThinkingFilter();
  return pieces.map((piece) => filter.push(piece)).join("") + filter.end();
}

/** The same for the whole text. */
function stripped(text: string): string {
  return text.replace(/^\s*<think>[\s\S]*?(?:<\/think>\s*|$)/, "");
}

describe("thinking at the beginning of a reply", () => {
  it("removes thinking at the beginning of a reply with the white space around it", () => {
    expect(filtered(["\n<think>\nHmm.\n</think>\n\n{}"])).toBe("{}");
  });

  it("removes thinking at the beginning of a reply even if it never ends", () => {
    expect(filtered(["<think>", "for ever", "</thin"])).toBe("");
  });

  it("keeps thinking anywhere else in a reply", () => {
    expect(filtered(["See <think>this</think>."])).toBe("See <think>this</think>.");
    expect(filtered(["<thin", "g>"])).toBe("<thing>");
    expect(filtered(["  ", "<th"])).toBe("  <th");
  });

  it("passes on a reply without thinking piece by piece", () => {
    const filter = new ThinkingFilter();
    expect(filter.push('{"a"')).toBe('{"a"');
    expect(filter.push(":1}")).toBe(":1}");
  });

  it("removes the same thinking however the reply is split", () => {
    const part = fc.oneof(
      fc.constantFrom("<think>", "</think>", "<", "think", ">", "</", " ", "\n", "{}", "<think"),
      fc.string(),
    );
    fc.assert(
      fc.property(fc.array(part, { maxLength: 12 }), (pieces) => {
        const text = pieces.join("");
        expect(filtered(pieces)).toBe(stripped(text));
        expect(filtered([...text])).toBe(stripped(text));
      }),
      { numRuns: 1000 },
    );
  });
});
