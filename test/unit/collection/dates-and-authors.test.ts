import fc from "fast-check";
import { beforeAll, describe, expect, it } from "vitest";
import { listDocuments } from "../../../src/agent/reading/lists.js";
import { queryNotes } from "../../../src/agent/reading/search-text.js";
import { describeArchived } from "../../../src/collection/sharing/archived-document.js";
import { documentDay } from "../../../src/core/document.js";
import { textMetadata } from "../../../src/readers/parts.js";
import type { StoredDocument } from "../../../src/store/schema.js";
import { MemoryCollection } from "../agent/reading/memory-collection.js";
import { FigureCollection } from "./figure-collection.js";

const documents = [
  ["minutes.txt", { author: "Ada Lovelace", created: "2019-03-04T23:30:00-05:00" }],
  ["plan.txt", { author: "Zoë Müller", created: "2018-01-01", modified: "2023-06-15T10:00:00Z" }],
  ["letter.txt", { author: "Ada Byron", created: "2023" }],
  ["copy.txt", { fileModified: "2024-02-29T12:00:00.000Z" }],
  ["note.txt", {}],
] as const;

let collection: FigureCollection;
beforeAll(async () => {
  collection = new FigureCollection();
  for (const [path, metadata] of documents) {
    await collection.add(path, `The harbour is deep. ${path} says so.`, metadata);
  }
});

const found = async (query: string) =>
  (await collection.search(query, 10, false)).hits.map(({ path }) => path).sort();
const notes = async (query: string) => queryNotes(await collection.search(query, 10, false));

describe("a search", () => {
  it.each([
    ["harbour after:2023", ["copy.txt", "letter.txt", "plan.txt"]],
    ["harbour before:2023", ["minutes.txt"]],
    ["harbour after:2019-03-05 before:2019-03-06", ["minutes.txt"]],
    ["harbour before:2019-03-05", []],
    ["harbour after:2023-06-15 before:2023-06-16", ["plan.txt"]],
    ["harbour author:ada", ["letter.txt", "minutes.txt"]],
    ["harbour author:ada author:muller", ["letter.txt", "minutes.txt", "plan.txt"]],
    ['harbour author:"zoe mu" after:2020', ["plan.txt"]],
    ["harbour -author:byron author:ada", ["minutes.txt"]],
    ["harbour doc:letter after:2023", ["letter.txt"]],
  ])("a search for %s finds the documents of that time or author", async (query, paths) => {
    expect(await found(query)).toEqual(paths);
  });

  it("ranks the remaining documents as it would without conditions", async () => {
    const { hits } = await collection.search("harbour deep plan.txt", 10, false);
    const narrowed = await collection.search("harbour deep plan.txt after:1900", 10, false);
    const left = hits.filter(({ path }) => path !== "note.txt");
    expect(narrowed.hits.map(({ path }) => path)).toEqual(left.map(({ path }) => path));
  });

  it("lists the existing values if its conditions leave nothing", async () => {
    expect(await notes("harbour before:2019")).toEqual([
      "None of 5 documents meets before:2019; the oldest is minutes.txt (2019-03-05). 1 document of them has no date.",
    ]);
    expect(await notes("harbour after:2025 doc:plan")).toEqual([
      "None of 1 document meets after:2025; the newest is plan.txt (2023-06-15).",
    ]);
    expect(await notes("harbour author:smith")).toEqual([
      "None of 5 documents meets author:smith; there are Ada Lovelace; Zoë Müller; Ada Byron.",
    ]);
    expect(await notes("harbour author:ada after:2024")).toEqual([
      "None of 5 documents meets author:ada after:2024. 1 document of them has no date.",
    ]);
    expect((await collection.search("harbour after:2023", 10, false)).unmet).toBeUndefined();
  });
});

it("sorts a list of documents, newest first", async () => {
  const reader = new MemoryCollection();
  await reader.add("none.md", "words");
  await reader.add("old.md", "---\ndate: 2019-05-04\n---\n\nwords");
  await reader.add("new.md", "---\ndate: 2023-05-04\n---\n\nwords");
  const { text } = await listDocuments(reader, { limit: 200 }, { sort: "date" });
  expect(text.match(/\w+\.md/g)).toEqual(["new.md", "old.md", "none.md"]);
});

it("an export does not reveal when the person's file was last modified", () => {
  const metadata = { ...textMetadata(1), author: "Ada", fileModified: "2024-02-29T00:00:00.000Z" };
  const stored = { path: "a.txt", metadata, versions: { format: 1 } } as unknown as StoredDocument;
  expect(describeArchived(stored).metadata).toEqual({ ...textMetadata(1), author: "Ada" });
});

describe("the date of a document", () => {
  const none = { created: null, modified: null };

  it("the date of a document is its modification date in UTC, else its creation date, else that of its file", () => {
    const created = "2019-03-04T23:30:00-05:00";
    expect(documentDay({ ...none, created })).toEqual({ day: "2019-03-05", from: "document" });
    expect(documentDay({ created, modified: "2020-01-02T03:04:05" })?.day).toBe("2020-01-02");
    expect(documentDay({ ...none, created: "2019-07" })?.day).toBe("2019-07-01");
    expect(documentDay({ ...none, fileModified: "2024-02-29T00:00:00Z" })).toEqual({
      day: "2024-02-29",
      from: "file",
    });
    expect(documentDay({ ...none, created: "yesterday" })).toBeNull();
  });

  it("the date of a document is a valid day for any metadata", () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.date({ noInvalidDate: true }).map((date) => date.toISOString().replace("Z", "+09:00")),
        ),
        (created) => {
          const day = documentDay({ ...none, created })?.day;
          expect(day ?? "0000-00-00").toMatch(/^\d{4}-\d\d-\d\d$/);
        },
      ),
    );
  });
});
