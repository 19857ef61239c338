import fc from "fast-check";
import { beforeAll, describe, expect, it } from "vitest";
import { listDocuments, outline } from "../../../../src/agent/reading/lists.js";
import { read } from "../../../../src/agent/reading/read.js";
import type { ReadingContext, TokenBudget } from "../../../../src/agent/reading/reading.js";
import type { DocumentId, DocumentSummary } from "../../../../src/core/document.js";
import { PagehoundError } from "../../../../src/core/errors.js";
import { anyCounter } from "./counters.js";
import { MemoryCollection, pagesInStates, sections } from "./memory-collection.js";

const plenty = { limit: 100_000 };
const d1 = "d1" as DocumentId;
let collection: MemoryCollection;

beforeAll(async () => {
  collection = new MemoryCollection();
  await collection.add(
    "notes/guide.md",
    `---\ntitle: "Harbour guide"\nauthor: Ada Kent\n---\n\n${sections(5)}`,
  );
  await collection.addPages("b/scan.pdf", pagesInStates(["text", "scanned", "text"]));
  await collection.add("a.csv", "Route,Boats\nNorth,12\nSouth,8\n");
});

describe("listDocuments", () => {
  it("returns a line per document", async () => {
    expect((await listDocuments(collection, plenty)).text).toBe(`3 documents.
d1 notes/guide.md, "Harbour guide", by Ada Kent (Markdown, 2 parts, 505 words)
d2 b/scan.pdf (PDF, 3 pages, 1 without text, 14 words)
d3 a.csv (CSV, 1 part, 6 words)`);
  });

  it("prints a title in brief mode only if it says more than the name", async () => {
    expect((await listDocuments(collection, plenty, { form: "brief" })).text).toBe(`3 documents.
d1 guide.md, "Harbour guide" (2 parts)
d2 scan.pdf (3 pages, 1 without text)
d3 a.csv (1 part)`);
    const named = new MemoryCollection();
    const titles = ["0001018724-18-000005", "Guide NOTES", "notes, guide 2019"];
    for (const title of titles)
      await named.add("notes/guide.md", `---\ntitle: "${title}"\n---\n\nText.`);
    expect((await listDocuments(named, plenty, { form: "brief" })).text).not.toContain('"');
  });

  it("returns only ids and file names in brief mode if not all documents fit otherwise", async () => {
    const countTokens = (text: string) => text.length;
    const list = (limit: number) =>
      listDocuments(collection, { limit, countTokens }, { form: "brief" });
    const { text, leftOut } = await list(60);
    expect(text).toBe("3 documents.\nd1 guide.md\nd2 scan.pdf\nd3 a.csv");
    expect(leftOut).toBeNull();
    expect((await list(100)).text).toContain("d2 scan.pdf\n");
    expect((await list(130)).text).toContain("d2 scan.pdf (3 pages");
  });

  it("returns everything known about each in full mode", async () => {
    const include = (path: string) => path.endsWith(".pdf");
    const { text } = await listDocuments(collection, plenty, { form: "full", include });
    expect(text).toBe(`1 of 3 documents.

d2 b/scan.pdf
  Format: PDF
  Pages: 3 pages, 1 without text
  Without text: page 2 (scanned)
  Words: 14
  File size: 1.2 MB
  Encrypted: no`);
  });

  it("sorts by path and by length", async () => {
    const order = async (sort: "added" | "path" | "words") =>
      (await listDocuments(collection, plenty, { sort })).text.match(/^d\d/gm);
    expect(await order("added")).toEqual(["d1", "d2", "d3"]);
    expect(await order("path")).toEqual(["d3", "d2", "d1"]);
    expect(await order("words")).toEqual(["d1", "d2", "d3"]);
  });

  it("says what it leaves out, and continues from there", async () => {
    const countTokens = (text: string) => text.split("\n").length;
    const first = await listDocuments(collection, { limit: 3, countTokens });
    expect(first.text).toMatch(
      /^3 documents\.\nd1 .*\nLeft out: 2 more documents\. Go on from d2\.$/,
    );
    expect(first.next).toBe("d2");
    const second = await listDocuments(collection, { limit: 3, countTokens }, { from: "d2" });
    expect(second.text).toMatch(/^3 documents\.\nd2 .*\nd3 .*$/);
    expect(second.next).toBeNull();
    await expect(listDocuments(collection, plenty, { from: "d9" })).rejects.toMatchObject({
      code: "not-found",
    });
  });

  it("says that there are no documents", async () => {
    expect((await listDocuments(new MemoryCollection(), plenty)).text).toBe("0 documents.");
  });
});

describe("outline", () => {
  it("returns ids, pages and sizes, indented by level", async () => {
    const { text } = await outline(collection, d1, plenty);
    expect(text).toBe(`d1 guide.md (2 parts, 505 words): 5 headings.
d1.h1 Part 1 (part 1, 303 words)
  d1.h2 Part 2 (part 1, 101 words)
  d1.h3 Part 3 (part 1, 101 words)
d1.h4 Part 4 (parts 1-2, 202 words)
  d1.h5 Part 5 (part 2, 101 words)`);
  });

  it("includes subsections in the size of a section, and all sections add up to the document", async () => {
    const [first, second, third, fourth] = await collection.outline(d1);
    const [document] = await collection.documents();
    expect(first?.words).toBeGreaterThan((second?.words ?? 0) + (third?.words ?? 0));
    const sum = (first?.words ?? 0) + (fourth?.words ?? 0);
    expect(Math.abs(sum - (document as DocumentSummary).words)).toBeLessThanOrEqual(1);
  });

  it("returns only the requested levels, or one section", async () => {
    const flat = await outline(collection, d1, plenty, { depth: 1 });
    expect(flat.text.match(/d1\.h\d+/g)).toEqual(["d1.h1", "d1.h4"]);
    expect(flat.leftOut).toBe("Left out: 3 headings of deeper levels.");
    const one = await outline(collection, d1, plenty, { within: "d1.h4" });
    expect(one.text.match(/d1\.h\d+/g)).toEqual(["d1.h4", "d1.h5"]);
  });

  it("returns ids of headings that read accepts", async () => {
    for (const { id, text } of await collection.outline(d1)) {
      expect((await read(collection, id, plenty)).pieces[0]?.text).toContain(text);
    }
  });

  it("says that a document has no headings, and lists them if one is unknown", async () => {
    const { text } = await outline(collection, "d2", plenty);
    expect(text).toBe("d2 scan.pdf (3 pages, 14 words): no headings. Read its pages.");
    await expect(outline(collection, d1, plenty, { within: "d1.h9" })).rejects.toMatchObject({
      code: "not-found",
      message: "There is no heading d1.h9; there are d1.h1 to d1.h5.",
    });
    await expect(outline(collection, d1, plenty, { from: "Part 2" })).rejects.toMatchObject({
      code: "invalid-argument",
    });
  });
});

it("keeps every list within its limit, and shows each entry once until the end", async () => {
  type Page = (
    budget: TokenBudget,
    options: { from: string | undefined },
  ) => Promise<ReadingContext>;
  const lists: { page: Page; ids: RegExp; expected: string[] }[] = [
    {
      page: (budget, options) => listDocuments(collection, budget, { ...options, form: "full" }),
      ids: /^d\d(?= )/gm,
      expected: ["d1", "d2", "d3"],
    },
    {
      page: (budget, options) => outline(collection, d1, budget, options),
      ids: /d1\.h\d(?= Part)/gm,
      expected: ["d1.h1", "d1.h2", "d1.h3", "d1.h4", "d1.h5"],
    },
  ];
  lists.push({
    page: (budget, options) => listDocuments(collection, budget, { ...options, form: "brief" }),
    ids: /^d\d(?= )/gm,
    expected: ["d1", "d2", "d3"],
  });
  const limits = fc.integer({ min: 1, max: 500 });
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...lists),
      anyCounter,
      limits,
      async (list, countTokens, limit) => {
        const seen: string[] = [];
        try {
          let from: string | undefined;
          do {
            const { text, next } = await list.page({ limit, countTokens }, { from });
            expect(countTokens(text)).toBeLessThanOrEqual(limit);
            seen.push(...(text.match(list.ids) ?? []));
            from = next ?? undefined;
          } while (from !== undefined);
        } catch (error) {
          if (!PagehoundError.isInstance(error)) throw error;
          expect(error).toMatchObject({ code: "invalid-argument", data: { limit } });
          return;
        }
        expect(seen).toEqual(list.expected);
      },
    ),
  );
});
