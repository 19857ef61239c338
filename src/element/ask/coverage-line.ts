import type { Answer } from "../../core/index.js";
import type { I18n } from "../i18n/i18n.js";
import { extentWords } from "../search/summary-view.js";
import { apart, workOf, workWords } from "./turn.js";

/** “7 searches · 412 of 430 pages covered · 18 scanned pages could not be read · 9 s”. */
export function coverageLine(words: I18n, answer: Answer): string {
  return apart([
    workWords(words, workOf(answer)),
    coveredWords(words, answer),
    scannedWords(words, answer),
    words.duration(answer.usage.total),
  ]);
}

function coveredWords(words: I18n, { coverage }: Answer): string {
  const extent = extentWords(words, coverage);
  if (extent !== null) return words.t("answer.covered.units", { extent });
  const { pages, pagesWithoutText } = coverage;
  const read = pages - pagesWithoutText;
  return pagesWithoutText === 0
    ? words.t("answer.covered.all", { count: pages })
    : words.t("answer.covered.part", { count: pages, read });
}

function scannedWords(words: I18n, { coverage: { gaps, units } }: Answer): string {
  // Then gaps are named with what was covered.
  if (units) return "";
  const scanned = gaps
    .filter(({ reason }) => reason === "scanned")
    .flatMap((gap) => gap.pages)
    .reduce((sum, { from, to }) => sum + to - from + 1, 0);
  return scanned > 0 ? words.t("answer.scanned", { count: scanned }) : "";
}
