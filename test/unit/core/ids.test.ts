import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { documentId, documentOrdinal } from "../../../src/core/document.js";
import { intersect, mergeSpans } from "../../../src/core/page.js";
import { evidenceId, parseEvidenceId } from "../../../src/core/passage.js";

describe("ids", () => {
  it("parses ids from their text", () => {
    const counted = fc.integer({ min: 1, max: 1_000_000 });
    fc.assert(
      fc.property(counted, counted, counted, (document, page, ordinal) => {
        const id = documentId(document);
        expect(documentOrdinal(id)).toBe(document);
        expect(parseEvidenceId(evidenceId(id, page, ordinal))).toEqual({
          document: id,
          page,
          ordinal,
        });
      }),
    );
  });

  it.each(["", "d0", "d01", "3", "d-1", "d1.5", "D3", "d3.p1"])(
    "does not parse an id from %j",
    (text) => {
      expect(documentOrdinal(text)).toBeNull();
    },
  );

  it.each(["d3", "d3.p0.s1", "d3.p1.s", "d3.p1.s1 ", "d3p1s1"])(
    "rejects %j as an evidence id",
    (text) => {
      expect(parseEvidenceId(text)).toBeNull();
    },
  );
});

const span = fc
  .tuple(fc.nat(50), fc.integer({ min: 1, max: 20 }))
  .map(([start, length]) => ({ start, end: start + length }));

describe("spans", () => {
  it("merges spans into ordered, separate ones that cover the same characters", () => {
    fc.assert(
      fc.property(fc.array(span), (spans) => {
        const merged = mergeSpans(spans);
        const covered = (list: readonly { start: number; end: number }[]) =>
          new Set(
            list.flatMap(({ start, end }) =>
              Array.from({ length: end - start }, (_, i) => start + i),
            ),
          );
        expect(covered(merged)).toEqual(covered(spans));
        merged.slice(1).forEach((next, index) => {
          expect(next.start).toBeGreaterThan(merged[index]?.end ?? 0);
        });
      }),
    );
  });

  it("intersects spans", () => {
    expect(intersect({ start: 2, end: 6 }, { start: 4, end: 9 })).toEqual({ start: 4, end: 6 });
    expect(intersect({ start: 2, end: 4 }, { start: 4, end: 9 })).toBeNull();
  });
});
