import { readFile } from "node:fs/promises";
import type { Page } from "../../../src/core/page.js";
import type { Format, OpenDocument } from "../../../src/readers/format.js";

/** Opens content with a format, as a parse worker does. */
export function openContent(
  format: Format,
  content: string | Uint8Array,
  path = "file",
  encoding?: string,
): Promise<OpenDocument> {
  const bytes =
    typeof content === "string" ? new TextEncoder().encode(content) : new Uint8Array(content);
  return format.open({
    bytes,
    path,
    password: undefined,
    assetsBase: "https://example.invalid/",
    recogniser: null,
    encoding,
  });
}

/** Opens a file of `test/fixtures/text`. */
export async function openFixture(format: Format, name: string): Promise<OpenDocument> {
  const file = new URL(`../../fixtures/text/${name}`, import.meta.url);
  return openContent(format, new Uint8Array(await readFile(file)), name);
}

/** All pages of a document, in order. */
export async function readPages(document: OpenDocument): Promise<Page[]> {
  const pages: Page[] = [];
  for (let number = 1; number <= document.pageCount; number += 1) {
    pages.push(await document.readPage(number));
  }
  return pages;
}

/** A page as lines of `kind[level] block text`, for golden comparisons. */
export function outlineOf(page: Page): string[] {
  return page.lines.map(({ start, end, block, kind, level }) => {
    const name = level > 0 ? `${kind}${level}` : kind;
    return `${block} ${name}: ${page.text.slice(start, end)}`;
  });
}
