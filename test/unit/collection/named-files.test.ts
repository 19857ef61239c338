import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { sidesOf } from "../../../src/collection/retrieval/named-things.js";
import type { SearchedDocument } from "../../../src/collection/retrieval/take-hits.js";

function documentsOf(names: readonly string[]): readonly SearchedDocument[] {
  return names.map((path, ordinal) => ({
    document: { ordinal, path },
  })) as unknown as readonly SearchedDocument[];
}

describe("sidesOf", () => {
  it("finds the files that a question names, however short their names", async () => {
    const part = fc.constantFrom("a", "b-1", "notes-2", "plan_b", "x9");
    const names = fc.uniqueArray(
      fc.tuple(part, part).map(([one, two]) => `${one}${two}.txt`),
      {
        minLength: 2,
        maxLength: 8,
      },
    );
    await fc.assert(
      fc.asyncProperty(names, fc.nat(), async (paths, chosen) => {
        const documents = documentsOf(["b1", ...paths]);
        const index = 1 + (chosen % paths.length);
        const name = paths[index - 1] ?? "";
        const sides = await sidesOf(`what does ${name} say?`, documents, null);
        expect(sides.map((side) => [side.name, [...side.ordinals]])).toContainEqual([
          name,
          [index],
        ]);
      }),
    );
    const both = await sidesOf(
      "compare b1 and notes-2.txt",
      documentsOf(["b1", "notes-2.txt"]),
      null,
    );
    expect(both.map((side) => side.name)).toEqual(["b1", "notes-2.txt"]);
  });
});
