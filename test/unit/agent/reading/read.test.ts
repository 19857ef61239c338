import fc from "fast-check";
import { beforeAll, describe, expect, it } from "vitest";
import { preview, read } from "../../../../src/agent/reading/read.js";
import type { PassageReading, TokenBudget } from "../../../../src/agent/reading/reading.js";
import { anyCounter } from "./counters.js";
import { MemoryCollection, pagesInStates, sections, yearsTable } from "./memory-collection.js";

const plenty: TokenBudget = { limit: 100_000 };
const byWords = (limit: number): TokenBudget => ({
  limit,
  countTokens: (text) => text.split(/\s+/).length,
});

let collection: MemoryCollection;

beforeAll(async () => {
  collection = new MemoryCollection();
  await collection.add("notes/guide.md", sections(40));
  await collection.addPages(
    "scan.pdf",
    pagesInStates(["text", "scanned", "scanned", "text", "empty", "unreadable"]),
  );
  await collection.add("one.txt", `${"All in one line without an end ".repeat(30)}`);
  await collection.add("table.md", yearsTable(60));
});

async function readToEnd(target: string, budget: TokenBudget): Promise<PassageReading[]> {
  const readings: PassageReading[] = [];
  let from: string | undefined;
  do {
    const reading = await read(collection, target, budget, { from });
    readings.push(reading);
    from = reading.next ?? undefined;
  } while (from !== undefined);
  return readings;
}

/** The text of each passage, assembled from all its pieces in order. */
function joined(readings: readonly PassageReading[]): Record<string, string> {
  const texts: Record<string, string> = {};
  for (const { id, text } of readings.flatMap(({ pieces }) => pieces)) {
    texts[id] = (texts[id] ?? "") + text;
  }
  return texts;
}

describe("read", () => {
  it("returns pages with evidence ids, pages and headings, and omits nothing", async () => {
    const reading = await read(collection, "d2.p1-4", plenty);
    expect(reading.text).toBe(
      [
        "d2 scan.pdf (6 pages): pages 1-4. Without text: page 2-3 (scanned).",
        "[d2.p1.s1] page 1\nThis is page 1 of the report.",
        "[d2.p4.s1] page 4\nThis is page 4 of the report.",
      ].join("\n\n"),
    );
    expect(reading).toMatchObject({
      evidence: ["d2.p1.s1", "d2.p4.s1"],
      leftOut: null,
      next: null,
    });
  });

  it("names a heading when it changes, and again when reading continues", async () => {
    const [first, second] = await readToEnd("d1.p1", byWords(130));
    expect(first?.text).toContain('[d1.p1.s1] part 1, under "Part 1"\nPart 1\n');
    expect(second?.text).toContain('[d1.p1.s2] part 1, under "Part 2"\n');
  });

  it("returns a section from its heading to the next of its level, with subsections", async () => {
    const { text, pieces } = await read(collection, "d1.h4", plenty);
    const shown = pieces.map((piece) => piece.text).join("\n");
    expect(text).toMatch(/^d1 guide\.md \(\d+ parts\): section "Part 4", parts? [\d-]+\.\n/);
    for (const inside of ["Part 4\n", "Part 5\n", "Part 6\n", "9 of part 6"]) {
      expect(shown).toContain(inside);
    }
    expect(shown).not.toContain("Part 3\n");
    expect(shown).not.toContain("Part 7\n");
  });

  it("says that a range has no text, and why", async () => {
    const reading = await read(collection, "d2.p5-6", plenty);
    expect(reading.text).toBe(
      "d2 scan.pdf (6 pages): pages 5-6. Without text: page 6 (unreadable), 5 (empty).\n\nThere is no text to read here.",
    );
    expect(reading).toMatchObject({ evidence: [], pieces: [], next: null });
  });

  it("does not split a passage that fits by itself", async () => {
    const passages = await collection.passages("d1" as never);
    for (const { pieces } of await readToEnd("d1", byWords(250))) {
      for (const { id, text } of pieces) {
        expect(text).toBe(passages.find((passage) => passage.id === id)?.text);
      }
    }
  });

  it("splits a passage that is too long for the budget at the end of a sentence", async () => {
    const readings = await readToEnd("d1.p1.s1", byWords(60));
    expect(readings.length).toBeGreaterThan(1);
    expect(readings[0]?.pieces[0]?.text).toMatch(/leave out\.$/);
    expect(readings[0]?.next).toMatch(/^d1\.p1\.s1\+\d+$/);
    expect(readings[0]?.text).toContain(`Go on from ${readings[0]?.next}.`);
    expect(readings[1]?.text).toContain('[d1.p1.s1] part 1, under "Part 1", continued\n Sentence');
  });

  it("repeats the head of a continued table, outside every passage", async () => {
    const [, second] = await collection.passages("d4" as never);
    const id = second?.id ?? "";
    expect(second?.text).toMatch(/^Sales of harbour \d+\t/);
    const reading = await read(collection, id, plenty);
    expect(reading.text).toContain(`\n(table head: in millions; 2018 | 2017)\n${second?.text}`);
    expect(reading.pieces).toMatchObject([{ id, text: second?.text, span: second?.span }]);
    const whole = await read(collection, "d4", plenty);
    expect(whole.text).toMatch(/^\[d4\.p1\.s1\] part 1, under "Accounts"\nAccounts/m);
    expect(whole.text.match(/table head/g)).toHaveLength(whole.pieces.length - 1);
  });

  it("repeats the head of a table when reading continues inside a passage, unless there is no space", async () => {
    const [first, second] = await readToEnd("d4.p1.s1", { limit: 250 });
    expect(first?.text).not.toContain("table head");
    expect(second?.text).toContain("(table head: in millions; 2018 | 2017)\n");
    const { next } = first ?? {};
    const countTokens = (text: string) => (text.includes("table head") ? 1_000 : 1);
    const bare = await read(
      collection,
      "d4.p1.s1",
      { limit: 10, countTokens },
      { from: next ?? "" },
    );
    expect(bare.pieces[0]?.text).toBe(
      (await read(collection, "d4.p1.s1", plenty, { from: next ?? "" })).pieces[0]?.text,
    );
  });

  it("splits a table at the end of a row, without trailing white space", async () => {
    for (const { text, pieces, next } of await readToEnd("d4", { limit: 300 })) {
      expect(text).not.toMatch(/\n\n\n/);
      if (next !== null) expect(pieces.at(-1)?.text).toMatch(/\t\d,?\d{3}$/);
    }
  });

  it("does not split a table in its last three rows if there is slack", async () => {
    const rowsIn = ({ pieces }: PassageReading) =>
      pieces.flatMap(({ text }) => text.match(/^Sales of harbour/gm) ?? []).length;
    const { tokens } = await read(collection, "d4", plenty);
    let finished = 0;
    for (let limit = tokens - 200; limit < tokens; limit += 3) {
      const reading = await read(collection, "d4", { limit, slack: 90 });
      const left = 60 - rowsIn(reading);
      expect(reading.tokens).toBeLessThanOrEqual(left === 0 ? limit + 90 : limit);
      expect(left === 0 || left > 3).toBe(true);
      if (left === 0) expect(reading.next).toBeNull();
      if (left === 0 && reading.tokens > limit) finished++;
    }
    expect(finished).toBeGreaterThan(0);
  });

  it("splits the next passage if more than half of the space would stay empty", async () => {
    const short = new MemoryCollection();
    const long = "The harbour has many boats in it. ".repeat(24);
    await short.add("short.md", `# One\n\n${"It floats. ".repeat(30)}\n\n# Two\n\n${long}`);
    const passages = await short.passages("d1" as never);
    const { tokens } = await read(short, passages[0]?.id ?? "", plenty);
    const limit = tokens * 2 + 50;
    const reading = await read(short, "d1", { limit });
    expect(reading.evidence).toEqual(passages.slice(0, 2).map(({ id }) => id));
    expect(reading.tokens).toBeGreaterThan(limit * 0.6);
    expect(reading.next).toMatch(/\+\d+$/);
  });

  it("returns every character once when reading continues, for any counter, within the limit", async () => {
    const targets = fc.constantFrom("d1", "d1.p2-3", "d1.h4", "d1.p1.s1", "d2", "d3", "d4");
    await fc.assert(
      fc.asyncProperty(
        targets,
        anyCounter,
        fc.integer({ min: 250, max: 900 }),
        async (target, countTokens, limit) => {
          const whole = await read(collection, target, { limit: 10 ** 9, countTokens });
          const readings = await readToEnd(target, { limit, countTokens });
          expect(joined(readings)).toEqual(joined([whole]));
          for (const { text, tokens, evidence, pieces } of readings) {
            expect(tokens).toBe(countTokens(text));
            expect(tokens).toBeLessThanOrEqual(limit);
            expect(evidence).toEqual(pieces.map(({ id }) => id));
            for (const piece of pieces) {
              expect(text).toContain(piece.text);
              expect(piece.span.end - piece.span.start).toBe(piece.text.length);
            }
          }
        },
      ),
      { numRuns: 60 },
    );
  });

  it("respects the limit or says how much is needed, however small the limit", async () => {
    await fc.assert(
      fc.asyncProperty(anyCounter, fc.integer({ min: 1, max: 200 }), async (countTokens, limit) => {
        const outcome = await read(collection, "d1", { limit, countTokens }).catch(
          (error) => error,
        );
        if (outcome instanceof Error) {
          expect(outcome).toMatchObject({ code: "invalid-argument", data: { limit } });
          expect((outcome as unknown as { data: { needed: number } }).data.needed).toBeGreaterThan(
            limit,
          );
        } else {
          expect(countTokens(outcome.text)).toBeLessThanOrEqual(limit);
        }
      }),
    );
  });

  it("counts tokens rarely, and fetches only the pages it needs", async () => {
    const large = new MemoryCollection();
    await large.add("large.md", sections(600));
    let counts = 0;
    const countTokens = (text: string) => {
      counts++;
      return Math.ceil(text.length / 3.3);
    };
    const { pieces } = await read(large, "d1.p30-150", { limit: 3000, countTokens });
    expect(pieces[0]?.page).toBe(30);
    expect(counts).toBeLessThanOrEqual(6);
    expect(large.fetched[0]?.from).toBe(30);
    expect(large.fetched.at(-1)?.to).toBeLessThan(45);
  });

  it.each([
    ["x12", "invalid-argument", /"x12" names nothing that can be read\. .*"d3\.p12-14"/],
    ["d1.p3-2", "invalid-argument", /names nothing/],
    ["d7", "not-found", "There is no document d7. There are: d1, d2, d3, d4."],
    ["d2.p7", "not-found", "d2 has no page 7; it has pages 1 to 6."],
    ["d2.p5-9", "not-found", "d2 has no pages 5 to 9; it has pages 1 to 6."],
    ["d1.h99", "not-found", "d1 has no heading h99; it has h1 to h40."],
    ["d2.h1", "not-found", "d2 has no headings; read its pages, 1 to 6."],
    ["d2.p4.s2", "not-found", "There is no passage d2.p4.s2; page 4 of d2 has d2.p4.s1."],
    ["d2.p2.s1", "not-found", "There is no passage d2.p2.s1; page 2 of d2 has no text (scanned)."],
  ])("rejects %s, and lists the valid targets", async (target, code, message) => {
    await expect(read(collection, target, plenty)).rejects.toMatchObject({
      code,
      message: typeof message === "string" ? message : expect.stringMatching(message),
    });
  });

  it.each(["d1.p1", "d2.p9.s1", "d1.p1.s1+99999", "d3.p1.s1"])(
    "rejects the cursor %s",
    async (from) => {
      await expect(read(collection, "d1.p2", plenty, { from })).rejects.toMatchObject({
        code: "invalid-argument",
      });
    },
  );

  it("rejects a limit that is not a positive integer", async () => {
    for (const limit of [0, 1.5, Number.NaN]) {
      await expect(read(collection, "d1", { limit })).rejects.toMatchObject({
        code: "invalid-argument",
      });
    }
  });
});

describe("preview", () => {
  it("fills its space, and ends where read can continue", async () => {
    const budget = byWords(150);
    const { limit: tokens, countTokens } = budget;
    const begun = await preview(collection, "d1", { tokens, countTokens });
    expect(begun.tokens).toBeGreaterThan(130);
    expect(begun.tokens).toBeLessThanOrEqual(150);
    expect(begun.pieces.at(-1)?.text).toMatch(/\.\s*$/);
    const rest = await read(collection, "d1", plenty, { from: begun.next ?? "" });
    const whole = await read(collection, "d1", plenty);
    expect(joined([begun, rest])).toEqual(joined([whole]));
  });

  it("returns all of a short document", async () => {
    const { text, leftOut } = await preview(collection, "d2.p1");
    expect(text).toContain("This is page 1 of the report.");
    expect(leftOut).toBeNull();
  });
});
