import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { withTurningWords } from "../../../../src/agent/verify/quote-context.js";
import { tries } from "../../../tries.js";

function widened(text: string, quote: string): string {
  const start = text.indexOf(quote);
  const span = withTurningWords(text, { start, end: start + quote.length });
  return text.slice(span.start, span.end);
}

describe("a quote that leaves out words that change its meaning", () => {
  it.each([
    ["The board did not approve the merger with Acme.", "approve the merger with Acme"],
    ["Unless both parties agree, the contract ends in May.", "the contract ends in May"],
    ["The dividend is paid in July if the meeting approves it.", "The dividend is paid in July"],
    ["Sales would have been 5 million higher without the strike.", "5 million higher"],
    ["It is false that the drug cures asthma.", "the drug cures asthma"],
    ["Der Vertrag verlängert sich nicht um ein Jahr.", "verlängert sich"],
    ["La société n’a versé aucun dividende en mai.", "versé"],
    ["El contrato no se renueva en mayo.", "se renueva en mayo"],
    ["Il contratto non si rinnova a maggio.", "si rinnova a maggio"],
    ["O contrato não é renovado em maio.", "é renovado em maio"],
    ["Совет не одобрил сделку с компанией.", "одобрил сделку"],
    ["The CEO doesn't own shares of the company.", "own shares of the company"],
  ])("widens the quote to its sentence: %s", (sentence, quote) => {
    const text = `Something else comes first. ${sentence} Something else follows.`;
    expect(widened(text, quote)).toBe(sentence);
  });

  it.each([
    ["a negation is in another sentence", "It was not so. The board approved it."],
    ["it leaves out nothing important", "In its meeting of May the board approved it."],
  ])("leaves the quote unchanged if %s", (_, text) => {
    expect(widened(text, "board approved it")).toBe("board approved it");
  });

  it("leaves a quote in a table row unchanged", () => {
    expect(widened("Not approved\t12\t13\nApproved\t14\t15", "12")).toBe("12");
  });

  it("widens the quote only to the word if its sentence is too long to show", () => {
    const text = `${"We say it and ".repeat(90)}did not approve the merger of both firms.`;
    expect(widened(text, "approve the merger")).toBe("not approve the merger");
  });

  it("always contains the quote, and stays inside the text", () => {
    const words = fc.array(
      fc.constantFrom("not", "if", "the", "board", "x.", "Yes.", "\n", "\t", "n’a", "不"),
      { maxLength: 40 },
    );
    fc.assert(
      fc.property(words, fc.nat(200), fc.nat(200), (parts, one, other) => {
        const text = parts.join(" ");
        const [start = 0, end = 0] = [one % (text.length + 1), other % (text.length + 1)].sort(
          (a, b) => a - b,
        );
        const span = withTurningWords(text, { start, end });
        expect(span.start).toBeGreaterThanOrEqual(0);
        expect(span.start).toBeLessThanOrEqual(start);
        expect(span.end).toBeGreaterThanOrEqual(end);
        expect(span.end).toBeLessThanOrEqual(text.length);
      }),
      { numRuns: tries(300, 5000) },
    );
  });
});
