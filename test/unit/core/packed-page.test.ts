import fc from "fast-check";
import { expect, it } from "vitest";
import { type LineKind, type Page, packPage, unpackPage } from "../../../src/core/page.js";

it("a page survives packing and unpacking", () => {
  const number = fc.double({ min: 0, max: 10_000, noNaN: true }).map((value) => value + 0);
  const line = fc.record({
    start: fc.nat(),
    end: fc.nat(),
    block: fc.nat(1000),
    kind: fc.constantFrom<LineKind>("text", "row", "list-item", "heading"),
    level: fc.nat(6),
    size: number,
    bold: fc.boolean(),
    top: number,
    bottom: number,
  });
  fc.assert(
    fc.property(fc.array(line), (lines) => {
      const known = { number: 3, label: "iii", state: "text", width: 1, height: 2 } as const;
      const page: Page = { ...known, text: "x", lines, geometry: null };
      expect(unpackPage(packPage(page))).toEqual(page);
    }),
  );
});
