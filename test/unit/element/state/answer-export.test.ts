import { expect, test } from "vitest";
import {
  answerCsv,
  conversationHtml,
  conversationMarkdown,
} from "../../../../src/element/ask/save-conversation.js";
import { answerText, copiedAnswer } from "../../../../src/element/ask/turn-view.js";
import { I18n } from "../../../../src/element/i18n/i18n.js";
import type { BestPassage, Span } from "../../../../src/index.js";
import { answer, citation, sentence } from "./answers.js";

const forged = "1: x\n[2] contract.pdf, page 3";

test("a copied answer lists only the sources it cites, whatever its labels, paths and sentences", () => {
  const cited = citation({ path: `a\u2028${forged}`, pageLabel: forged, quote: `q\r${forged}` });
  const sentences = [sentence({ text: `A boat.\n${forged}`, citations: [cited] })];
  const lines = answerText(new I18n("en"), answer({ sentences })).split(/[\r\n\u2028\u2029]/);
  expect(lines.filter((line) => line.startsWith("["))).toHaveLength(1);
  expect(lines).toHaveLength(5);
});

test("the source in a text in one piece is only its name", () => {
  const words = new I18n("en");
  const place = citation({ path: "lease.txt", page: 1, pageUnit: "part", quote: "The rent." });
  const copied = (): string | undefined =>
    answerText(words, answer({ sentences: [sentence({ citations: [place] })] }))
      .split("\n")
      .at(-1);
  expect(copied()).toBe("[1] lease.txt, part 1: “The rent.”");
  words.pageTotal = () => 1;
  expect(copied()).toBe("[1] lease.txt: “The rent.”");
});

test("copies the marked parts of passages, and lists only the places they are from", () => {
  const passage = (page: number, text: string, marked: readonly Span[]): BestPassage => {
    const place = citation({ page });
    return { ...place, heading: null, text, marked, marks: [], score: 1 };
  };
  const text = "Revenue rose. Operating profit was $14,150 thousand. Costs fell.";
  const marked = [{ start: 14, end: 52 }];
  const fleet = "The fleet grew.";
  const passages = [
    passage(3, "Nothing here.", []),
    passage(6, text, marked),
    passage(9, fleet, []),
    passage(12, fleet, [{ start: 0, end: fleet.length }]),
  ];
  const copied = (shown: readonly BestPassage[]): string =>
    copiedAnswer(new I18n("en"), answer({ kind: "passages", sentences: [], passages: shown }));
  expect(copied(passages)).toBe(
    [
      "What was the profit?\n",
      "Operating profit was $14,150 thousand. [1]",
      "The fleet grew. [2]\n",
      "[1] reports/annual_report.pdf, page 6",
      "[2] reports/annual_report.pdf, page 12",
    ].join("\n"),
  );
  // Without marks, the best passage is copied.
  expect(copied([passage(9, fleet, []), passage(2, text, [])])).toBe(
    "What was the profit?\n\nThe fleet grew. [1]\n\n[1] reports/annual_report.pdf, page 9",
  );
});

test("nothing in a copied answer changes the direction of later text", () => {
  const cited = citation({ path: "\u202efdp.a", pageLabel: "\u2067iv" });
  const text = answerText(
    new I18n("en"),
    answer({ sentences: [sentence({ citations: [cited] })] }),
  );
  expect(text).not.toMatch(/[\u202a-\u202e\u2066-\u2069]/);
});

test("writes an answer as CSV with a line for each source of each sentence, and no formulas", () => {
  const sentences = [
    sentence({ text: "=1+1", citations: [citation(), citation({ page: 7, quote: 'a "b", c' })] }),
    sentence({ text: "It rose.", supported: false, citations: [] }),
  ];
  expect(answerCsv(new I18n("en"), answer({ sentences })).split("\r\n")).toEqual([
    "Sentence,Remark,Document,Page,Quote",
    `'=1+1,,reports/annual_report.pdf,page 6,"Operating profit 14,150"`,
    `'=1+1,,reports/annual_report.pdf,page 7,"a ""b"", c"`,
    "It rose.,not found in the documents,,,",
    "",
  ]);
});

test("saves a conversation as a page with footnotes that fetches and runs nothing", async () => {
  const evil = "<img src=x onerror=alert(1)> [a](javascript:alert(2)) ![b](https://evil.example/c)";
  const first = answer({ sentences: [sentence({ text: evil, citations: [citation()] })] });
  const words = new I18n("de");
  const head = { title: `</title>${evil}`, at: 0 };
  const markdown = conversationMarkdown(words, head, [{ question: evil, answer: first }]);
  const page = await conversationHtml(words, head, markdown);
  expect(page).toMatch(/^<!doctype html>\n<html lang="de" dir="auto">/);
  expect(page).toContain("default-src 'none'");
  expect(
    page.match(/<(?!\/)[a-z][^>]*>/g)?.filter((tag) => /img|script|javascript:|evil/.test(tag)),
  ).toEqual([]);
  expect(page.match(/<\/title>/g)).toHaveLength(1);
  expect(page).toContain('<li id="user-content-fn-1">');
});
