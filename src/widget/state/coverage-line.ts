import type { Answer } from "../../index.js";
import type { Words } from "../strings/words.js";

/** “7 searches · 412 of 430 pages covered · 18 scanned pages could not be read · 9 s”. */
export function coverageLine(words: Words, answer: Answer): string {
  const { calls, total } = answer.usage;
  return apart([
    calls > 0 ? words.t("common.searches", { count: calls }) : "",
    coveredWords(words, answer),
    scannedWords(words, answer),
    words.duration(total),
  ]);
}

/** Short statements side by side. */
export function apart(parts: readonly string[]): string {
  return parts.filter((part) => part !== "").join(" · ");
}

function coveredWords(words: Words, { coverage: { pages, pagesWithoutText } }: Answer): string {
  const read = pages - pagesWithoutText;
  return pagesWithoutText === 0
    ? words.t("answer.covered.all", { count: pages })
    : words.t("answer.covered.part", { count: pages, read });
}

function scannedWords(words: Words, { coverage: { gaps } }: Answer): string {
  const scanned = gaps
    .filter(({ reason }) => reason === "scanned")
    .flatMap((gap) => gap.pages)
    .reduce((sum, { from, to }) => sum + to - from + 1, 0);
  return scanned > 0 ? words.t("answer.scanned", { count: scanned }) : "";
}
