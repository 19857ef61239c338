import { describe, expect, it } from "vitest";
import type { CachedDocument } from "../../../src/collection/sync/document-cache.js";
import { tallyVectors, textsOf } from "../../../src/collection/vectors/vector-memory.js";
import type { Page } from "../../../src/core/page.js";
import { packPassages } from "../../../src/store/contents.js";

const documentOf = (ordinal: number, passages: number) =>
  ({ document: { ordinal, passages } }) as CachedDocument;

describe("the count of vectors", () => {
  it("counts passages by stored parts, and lists the missing parts", () => {
    const documents = [documentOf(3, 128), documentOf(4, 300), documentOf(7, 0)];
    const made = [
      [3, 0],
      [4, 1],
      // Parts of a missing document, and of more passages than exist.
      [2, 0],
      [4, 3],
    ] as const;
    expect(tallyVectors(documents, made)).toEqual({
      ...{ done: 256, total: 428, documents: 2 },
      missing: [
        { document: 4, part: 0, from: 0, to: 128 },
        { document: 4, part: 2, from: 256, to: 300 },
      ],
    });
  });
});

describe("the embedded texts", () => {
  const texts = ["Rent is due.", "Pets\nCats may stay.", "Dogs may not."];
  const entries = packPassages(
    texts.map((text, index) => {
      const page = index === 0 ? 1 : 2;
      const start = index === 2 ? (texts[1]?.length ?? 0) : 0;
      return { page, ordinal: 1, start, end: start + text.length, heading: index - 1 };
    }),
  );
  const headings = [
    { text: "Pets", level: 1, page: 2 },
    { text: "Dogs and pets", level: 1, page: 2 },
  ];
  const cached = { document: { content: 9 }, passages: { entries, headings } };
  const pageOf = (number: number, text: string) => ({ number, text }) as Page;
  const pages = [pageOf(1, texts[0] ?? ""), pageOf(2, texts.slice(1).join(""))];
  const part = { document: 1, part: 0, from: 0, to: 3 };
  const embedded = (pages: readonly Page[]) =>
    textsOf(cached as unknown as CachedDocument, part, {
      pageRange: async (_content, { from, to }) =>
        pages.filter(({ number }) => from <= number && number <= to),
    });

  it("adds the heading before a passage that lacks it", async () => {
    expect(await embedded(pages)).toEqual([texts[0], texts[1], `Dogs and pets\n${texts[2]}`]);
  });

  it("returns null for embedded texts if a page is missing", async () => {
    expect(await embedded(pages.slice(1))).toBeNull();
  });
});
