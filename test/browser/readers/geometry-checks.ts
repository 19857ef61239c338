import { expect } from "vitest";
import type { Page } from "../../../src/core/page.js";
import { openDocument } from "../../../src/readers/pdf/pdfjs.js";

/** The strings of each page's text items, read with pdf.js alone. */
export async function bareItems(blob: Blob, password?: string): Promise<string[][]> {
  const task = openDocument({
    data: new Uint8Array(await blob.arrayBuffer()),
    ...(password === undefined ? {} : { password }),
    cMapUrl: "/assets/cmaps/",
    standardFontDataUrl: "/assets/standard_fonts/",
  });
  const document = await task.promise;
  const pages: string[][] = [];
  for (let number = 1; number <= document.numPages; number++) {
    const page = await document.getPage(number);
    // A damaged page has no items.
    const { items } = await page.getTextContent().catch(() => ({ items: [] }));
    pages.push(items.flatMap((item) => ("str" in item ? [item.str] : [])));
  }
  await task.destroy();
  return pages;
}

/** Items may extend slightly beyond the page's edge. */
const overhang = 30;

/**
 * Checks what a viewer relies on: runs and lines are in order, each run shows the same characters
 * as its item, raised or lowered, and each character of an item is shown once.
 *
 * @param hasFields whether form fields show characters that belong to no item
 */
export function checkGeometry(page: Page, items: readonly string[], hasFields: boolean): void {
  const { text, lines, geometry, width, height } = page;
  if (!geometry) throw new Error("The page has no geometry.");
  const { runs, boxes, lengths } = geometry;
  expect([...lengths]).toEqual(items.map(({ length }) => length));

  const covered = new Uint8Array(text.length);
  const shown = items.map(({ length }) => new Uint8Array(length));
  let reached = 0;
  for (let run = 0; run < runs.length; run += 4) {
    const [start = 0, length = 0, item = 0, offset = 0] = runs.subarray(run, run + 4);
    expect(start).toBeGreaterThanOrEqual(reached);
    expect(length).toBeGreaterThan(0);
    reached = start + length;
    const itemText = items[item]?.slice(offset, offset + length);
    // Raised and lowered digits become superscripts and subscripts.
    expect(text.slice(start, reached).normalize("NFKC")).toBe(itemText?.normalize("NFKC"));
    covered.fill(1, start, reached);
    for (let at = offset; at < offset + length; at++) {
      expect(shown[item]?.[at]).toBe(0);
      shown[item]?.fill(1, at, at + 1);
    }
  }

  const lost = items
    .map((content, item) => [...content].filter((_, at) => shown[item]?.[at] === 0).join(""))
    .join("");
  expect(lost.replace(/[\s\p{Cc}\u00ad\u2010-]/gu, "")).toBe("");

  let end = 0;
  let block = 0;
  for (const line of lines) {
    expect(line.start).toBeGreaterThanOrEqual(end);
    expect(line.end).toBeGreaterThan(line.start);
    expect(line.block - block).toBeOneOf([0, 1]);
    expect(line.bottom).toBeGreaterThan(line.top);
    ({ end, block } = line);
    const content = text.slice(line.start, line.end);
    expect(content).not.toContain("\n");
    const uncovered = [...content].filter((_, at) => covered[line.start + at] === 0).join("");
    if (!hasFields) expect(uncovered.trim()).toBe("");
  }
  const between = lines.reduceRight(
    (rest, line) => rest.slice(0, line.start) + rest.slice(line.end),
    text,
  );
  expect(between.trim()).toBe("");

  for (const [item, flags] of shown.entries()) {
    // White space may be anywhere.
    if (!flags.includes(1)) continue;
    const [left = 0, top = 0, right = 0, bottom = 0] = boxes.subarray(item * 4, item * 4 + 4);
    expect(left).toBeLessThanOrEqual(right);
    expect(top).toBeLessThanOrEqual(bottom);
    expect(left).toBeGreaterThan(-overhang);
    expect(top).toBeGreaterThan(-overhang);
    expect(right).toBeLessThan(width + overhang);
    expect(bottom).toBeLessThan(height + overhang);
  }
}
