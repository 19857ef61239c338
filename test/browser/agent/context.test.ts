import { encode } from "gpt-tokenizer/encoding/o200k_base";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { InputFile, Pagehound } from "../../../src/index.js";
import { busyModel } from "../../fixtures/models/busy-model.js";
import { checkRun } from "./check-run.js";
import { openLibrary } from "./library.js";

const words = "revenue freight passengers fuel harbour vessels wages income taxes dividends".split(
  " ",
);

/** A report of some length, with headings, prose and rows of numbers. */
function report(number: number): InputFile {
  const sections = Array.from({ length: 30 }, (_, section) => {
    const word = words[(section + number) % words.length] ?? "";
    const prose = `The ${word} of the year ${2000 + number} were discussed at length by the board. `;
    const rows = Array.from({ length: 8 }, (_, row) => `${word} ${row}: ${number * 1000 + row}\n`);
    return `## ${word} ${section}\n\n${prose.repeat(12)}\n\n${rows.join("\n")}`;
  });
  const path = `reports/company-${number}-annual-report.md`;
  return { path, file: new Blob([`# Annual report ${number}\n\n${sections.join("\n\n")}`]) };
}

let hound: Pagehound;
beforeAll(async () => {
  hound = await openLibrary(
    "context-test",
    Array.from({ length: 6 }, (_, number) => report(number + 1)),
  );
});
afterAll(() => hound.close());

describe("runs of ten calls over twelve documents", () => {
  // Results of at least 250 tokens fill the shortest context before the calls are used up.
  it.each([
    { contextLength: 3072, made: 6, folds: 1, least: 0.6 },
    { contextLength: 4096, made: 10, folds: 1, least: 0.75 },
    { contextLength: 8192, made: 10, folds: 0, least: 0.85 },
  ])(
    "stay within $contextLength tokens, and reread little",
    async ({ contextLength, made, folds, least }) => {
      const question = "How did the revenue and the wages of company 3 develop?";
      const countTokens = (text: string) => encode(text, { disallowedSpecial: new Set() }).length;
      const model = busyModel({ contextLength, question, countTokens });
      const run = hound.ask(question, { model, strategy: "retrieve-tools" });
      const { answer } = await checkRun(hound, run, 10);
      const { calls, promptTokens, reusedTokens } = answer.usage;
      expect(calls).toBeGreaterThanOrEqual(made);
      expect(answer.usage.folds).toBe(folds);
      expect(model.overflows).toBe(0);
      expect(model.longest.together).toBeLessThanOrEqual(contextLength);
      expect(reusedTokens / promptTokens).toBeGreaterThanOrEqual(least);
    },
  );
});
