import type { PageCounts, PageGap } from "../core/document.js";
import type { Page } from "../core/page.js";
import { pageRanges } from "../core/page-range.js";
import type { PageSequence } from "../core/page-sequence.js";
import type { Passage } from "../core/passage.js";
import { slicer } from "../core/yield-to-messages.js";
import { countWords } from "../parse/words.js";

/** Raised whenever the same pages and passages would give other facts. */
export const factsVersion = 1;

/** What is kept of a document so that its pages need not be read to tell. */
export interface DocumentFacts {
  readonly pages: PageCounts;
  readonly gaps: readonly PageGap[];
  readonly words: number;
}

const reasons = ["unreadable", "scanned", "empty"] as const;

/** The facts of a document, whose passages come in order. Depends on its pages and passages alone. */
export async function documentFacts(
  pages: PageSequence,
  passages: Iterable<Passage>,
  signal: AbortSignal,
): Promise<DocumentFacts> {
  const pause = slicer(signal);
  const counter = new PageCounter();
  const without = new Map(reasons.map((reason) => [reason, [] as number[]]));
  const rest = passages[Symbol.iterator]();
  let passage = rest.next();
  let words = 0;
  for await (const page of pages) {
    counter.add(page);
    without.get(page.state as PageGap["reason"])?.push(page.number);
    for (; !passage.done && passage.value.page === page.number; passage = rest.next()) {
      words += countWords(page.text, passage.value.start, passage.value.end);
    }
    await pause();
  }
  const gaps = [...without].flatMap(([reason, numbers]) =>
    numbers.length > 0 ? [{ reason, pages: pageRanges(numbers) }] : [],
  );
  return { pages: counter.counts, gaps, words: Math.round(words) };
}

/** Counts pages by their state. */
export class PageCounter {
  readonly #counts = { total: 0, text: 0, recognised: 0, empty: 0, scanned: 0, unreadable: 0 };

  add({ state, recognised }: Page): void {
    this.#counts.total++;
    this.#counts[state]++;
    if (recognised) this.#counts.recognised++;
  }

  get counts(): PageCounts {
    return { ...this.#counts };
  }
}
