import { expect } from "vitest";
import { describeDocumentFully } from "../../../src/agent/reading/lists.js";
import type { Collection } from "../../../src/collection/collection.js";
import type { DocumentSummary } from "../../../src/core/document.js";
import { spanBoxes } from "../../../src/core/page.js";
import { searchFor } from "../../browser/collection/in-page.js";

/**
 * Checks what callers of a collection may rely on: every number is in range, every span is inside
 * its text, and every result contains what was searched for.
 */
export async function checkCollection(collection: Collection): Promise<void> {
  for (const document of collection.summaries) await checkDocument(collection, document);
  for (const word of ["qersu", "oak", "notice", "passwd"]) await checkSearch(collection, word);
}

async function checkDocument(collection: Collection, document: DocumentSummary): Promise<void> {
  const { id, path, pages, metadata } = document;
  expect(path).not.toBe("");
  expect(path).not.toMatch(/[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]/u);
  const { total, text, recognised, empty, scanned, unreadable } = pages;
  expect(text + empty + scanned + unreadable).toBe(total);
  expect(recognised).toBeLessThanOrEqual(text);
  for (const number of [...Object.values(pages), document.words, document.passages]) {
    expect(Number.isSafeInteger(number) && number >= 0).toBe(true);
  }
  expect((metadata.title ?? "").length).toBeLessThanOrEqual(10_000);
  expect(describeDocumentFully(document)).toContain("Words");
  const texts = new Map<number, string>();
  const found = { text: 0, empty: 0, scanned: 0, unreadable: 0 };
  for (let number = 1; number <= total; number++) {
    texts.set(number, await checkPage(collection, document, number, found));
  }
  expect({ text, empty, scanned, unreadable }).toEqual(found);
  await expect(collection.page({ document: id, number: total + 1 })).rejects.toThrow();
  const passages = await collection.passages({ document: id, pages: null });
  expect(passages).toHaveLength(document.passages);
  expect(new Set(passages.map((passage) => passage.id)).size).toBe(passages.length);
  for (const passage of passages) {
    const { start, end } = passage.span;
    expect(texts.get(passage.page)?.slice(start, end)).toBe(passage.text);
  }
  for (const { page, level, text: heading } of await collection.outline({ document: id })) {
    expect(page >= 1 && page <= total && level >= 0 && level <= 1_000).toBe(true);
    expect(heading.length).toBeLessThanOrEqual(10_000);
  }
}

async function checkPage(
  collection: Collection,
  { id }: DocumentSummary,
  number: number,
  found: Record<string, number>,
): Promise<string> {
  const page = await collection.page({ document: id, number: number });
  const { state, text, lines, geometry, width, height } = page;
  found[state] = (found[state] ?? 0) + 1;
  expect(page.number).toBe(number);
  expect(width >= 0 && height >= 0 && Number.isFinite(width + height)).toBe(true);
  expect((page.label ?? "").length + (page.problem ?? "").length).toBeLessThanOrEqual(1_100);
  let last = 0;
  for (const { start, end, level } of lines) {
    expect(start >= last && end >= start && end <= text.length).toBe(true);
    expect(level >= 0 && level <= 100).toBe(true);
    last = end;
  }
  if (geometry) {
    for (const box of spanBoxes(geometry, { start: 0, end: text.length })) {
      expect(Object.values(box).every(Number.isFinite)).toBe(true);
    }
  }
  return text;
}

async function checkSearch(collection: Collection, word: string): Promise<void> {
  const { hits } = await collection.search(searchFor(word, 50));
  for (const { document, page, span, marks, path, heading } of hits) {
    const { text } = await collection.page({ document: document, number: page });
    expect(span.start >= 0 && span.end <= text.length).toBe(true);
    for (const mark of marks) {
      expect(mark.start >= span.start && mark.end <= span.end).toBe(true);
    }
    const shown = [text.slice(span.start, span.end), heading ?? "", path].join(" ").toLowerCase();
    // A document's name and first pages count for all its pages.
    const first = (await collection.page({ document: document, number: 1 })).text.toLowerCase();
    expect(`${shown} ${first} ${text.toLowerCase()}`).toContain(word.slice(0, 4));
  }
}
