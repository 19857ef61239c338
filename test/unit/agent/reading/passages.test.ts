import fc from "fast-check";
import { beforeAll, describe, expect, it } from "vitest";
import { neighbours, passagesById } from "../../../../src/agent/reading/passages-by-id.js";
import type { DocumentId } from "../../../../src/core/document.js";

import { anyCounter } from "./counters.js";
import { MemoryCollection, pagesInStates, sections, yearsTable } from "./memory-collection.js";

const plenty = { limit: 100_000 };
let collection: MemoryCollection;
/** The ids of all passages of d1. */
let ids: string[];

beforeAll(async () => {
  collection = new MemoryCollection();
  await collection.add("guide.md", sections(20));
  await collection.addPages(
    "scan.pdf",
    pagesInStates(["text", "scanned", "scanned", "scanned", "text"]),
  );
  await collection.add("table.md", yearsTable(60));
  ids = (await collection.passages("d1" as DocumentId)).map(({ id }) => id);
});

describe("neighbours", () => {
  it("returns a passage with the previous and the next one, across pages", async () => {
    const last = ids.findLastIndex((id) => id.startsWith("d1.p1."));
    const { text, evidence, leftOut } = await neighbours(collection, ids[last] ?? "", plenty);
    expect(evidence).toEqual(ids.slice(last - 1, last + 2));
    expect(evidence.at(-1)).toBe("d1.p2.s1");
    expect(text).toMatch(new RegExp(`^d1 guide\\.md: around ${ids[last]}\\.\n\n\\[`));
    expect(leftOut).toBeNull();
  });

  it("skips pages without text, and returns fewer neighbours at the ends", async () => {
    const first = await neighbours(collection, "d2.p1.s1", plenty);
    expect(first.evidence).toEqual(["d2.p1.s1", "d2.p5.s1"]);
    const wide = await neighbours(collection, ids[7] ?? "", plenty, { before: 100, after: 2 });
    expect(wide.evidence).toEqual(ids.slice(0, 10));
    const alone = await neighbours(collection, ids[7] ?? "", plenty, { before: 0, after: 0 });
    expect(alone.evidence).toEqual([ids[7]]);
  });

  it("leaves out the farthest neighbours, and names them", async () => {
    const countTokens = (text: string) => (text.match(/^\[/gm) ?? []).length;
    const around = { before: 3, after: 3 };
    const { evidence, leftOut } = await neighbours(
      collection,
      ids[7] ?? "",
      { limit: 4, countTokens },
      around,
    );
    expect(evidence).toEqual(ids.slice(6, 10));
    expect(leftOut).toBe(`Left out: ${ids[4]}, ${ids[5]}, ${ids[10]}.`);
  });

  it("always includes the requested passage, within its limit", async () => {
    const place = fc.nat(ids.length - 1);
    const count = fc.nat(6);
    const limit = fc.integer({ min: 250, max: 3000 });
    await fc.assert(
      fc.asyncProperty(
        place,
        count,
        count,
        anyCounter,
        limit,
        async (index, before, after, countTokens, most) => {
          const budget = { limit: most, countTokens };
          const { text, evidence, pieces } = await neighbours(
            collection,
            ids[index] ?? "",
            budget,
            { before, after },
          );
          expect(countTokens(text)).toBeLessThanOrEqual(most);
          expect(evidence).toContain(ids[index]);
          const first = ids.indexOf(evidence[0] ?? "");
          expect(evidence).toEqual(ids.slice(first, first + evidence.length));
          for (const piece of pieces) expect(text).toContain(piece.text);
        },
      ),
    );
  });

  it("rejects unknown ids", async () => {
    await expect(neighbours(collection, "d1.h2", plenty)).rejects.toMatchObject({
      code: "invalid-argument",
    });
    await expect(neighbours(collection, "d2.p2.s1", plenty)).rejects.toMatchObject({
      code: "not-found",
      message: "There is no passage d2.p2.s1; page 2 of d2 has no text (scanned).",
    });
    await expect(neighbours(collection, "d1.p1.s1", plenty, { before: -1 })).rejects.toMatchObject({
      code: "invalid-argument",
    });
  });
});

describe("passagesById", () => {
  it("returns passages in the requested order, each once, with their paths", async () => {
    const requested = ["d2.p5.s1", "d1.p1.s1", "d2.p5.s1", "d2.p1.s1"];
    const { text, evidence } = await passagesById(collection, requested, plenty);
    expect(evidence).toEqual(["d2.p5.s1", "d1.p1.s1", "d2.p1.s1"]);
    expect(text).toMatch(/^\[d2\.p5\.s1\] scan\.pdf, page 5\nThis is page 5 of the report\.\n\n/);
    expect(text).toContain('[d1.p1.s1] guide.md, part 1, under "Part 1"\n');
  });

  it("says which passages it leaves out, and which it returns in part", async () => {
    const [first = "", second = ""] = ids;
    const { leftOut, next } = await passagesById(collection, [first, second], { limit: 90 });
    expect(leftOut).toBe(`Left out: the rest of ${first}, ${second}. Go on from ${next}.`);
    const { tokens } = await passagesById(collection, [first], plenty);
    const after = await passagesById(collection, [first, second], { limit: tokens + 30 });
    expect(after.leftOut).toBe(`Left out: ${second}. Go on from ${second}.`);
  });

  it("repeats the head of a continued table, even for neighbours", async () => {
    const [, second = ""] = (await collection.passages("d3" as DocumentId)).map(({ id }) => id);
    const head = `[${second}] table.md, part 1, under "Accounts"\n(table head: in millions; 2018 | 2017)\nSales`;
    expect((await passagesById(collection, [second], plenty)).text).toContain(head);
    const around = await neighbours(collection, second, plenty, { before: 0, after: 0 });
    expect(around.text).toContain("\n(table head: in millions; 2018 | 2017)\nSales");
  });

  it("names missing passages, and why they are missing", async () => {
    const requested = ["d2.p1.s1", "d2.p9.s1", "d2.p1.s7", "d5.p1.s1", "page 3"];
    const { text } = await passagesById(collection, requested, plenty);
    expect(text.split("\n").at(-1)).toBe(
      "Not there: d2.p9.s1 (d2 has pages 1 to 5), d2.p1.s7 (not on this page), d5.p1.s1 (there is no d5), page 3 (no passage's id).",
    );
    await expect(passagesById(collection, ["d9.p1.s1"], plenty)).rejects.toMatchObject({
      code: "not-found",
    });
    await expect(passagesById(collection, [], plenty)).rejects.toMatchObject({
      code: "invalid-argument",
    });
  });

  it("resumes where it stopped, until every passage has been returned whole", async () => {
    await fc.assert(
      fc.asyncProperty(
        anyCounter,
        fc.integer({ min: 400, max: 2000 }),
        async (countTokens, limit) => {
          const requested = ids.slice(0, 8).reverse();
          const texts: Record<string, string> = {};
          let from: string | undefined;
          do {
            const reading = await passagesById(
              collection,
              requested,
              { limit, countTokens },
              { from },
            );
            expect(countTokens(reading.text)).toBeLessThanOrEqual(limit);
            for (const { id, text } of reading.pieces) texts[id] = (texts[id] ?? "") + text;
            from = reading.next ?? undefined;
          } while (from !== undefined);
          const stored = await collection.passagesById(requested as never);
          expect(texts).toEqual(Object.fromEntries(stored.map((each) => [each?.id, each?.text])));
        },
      ),
    );
  });
});
