import { describe, expect, test } from "vitest";
import {
  claimOf,
  type DocumentRecord,
  type PassageRecord,
  recordsOf,
} from "../../../../src/connect/sources/engine-records.js";
import type { DocumentSummary, OutlineEntry } from "../../../../src/core/document.js";
import { documentId, headingId } from "../../../../src/core/document.js";
import { evidenceId, type PassageText } from "../../../../src/core/passage.js";

const local = documentId(4);
const summary: DocumentSummary = {
  ...{ id: local, path: "Reports/Année 2023.pdf", hash: "ab", format: "pdf", pageUnit: "page" },
  metadata: {
    ...{ title: null, author: "Zoë Ångström", subject: null, keywords: null, creator: null },
    ...{ producer: null, created: "2023-05-04T10:00:00Z", modified: null, tagged: null },
    ...{ encrypted: false, pageSize: null, fileSize: 10, formatVersion: null },
  },
  pages: { total: 3, text: 2, recognised: 0, empty: 1, scanned: 0, unreadable: 0 },
  ...{ gaps: [], passages: 3, words: 12, addedAt: 1, linked: true, source: null },
  ...{ original: "here", readHere: true },
};
const outline: OutlineEntry[] = [
  {
    ...{ id: headingId(local, 0), text: "Harbour dues", level: 1, page: 1, span: null },
    ...{ lastPage: 3, words: 12 },
  },
];

function passage(page: number, ordinal: number, text: string, heading = 0): PassageText {
  const id = evidenceId(local, page, ordinal);
  return { id, page, pageLabel: null, span: { start: 0, end: text.length }, text, heading };
}

const passages = [
  passage(1, 1, "The ferries paid dues of 1,577 in the harbour."),
  passage(1, 2, "They paid them late."),
  passage(3, 1, "Nothing was paid.", -1),
];

describe("the records of a document", () => {
  const records = recordsOf(12, { summary, outline, passages });

  test("writes a record for each passage, each page and finally the document, under its number in the index", () => {
    expect(records.map(({ id }) => id)).toEqual([
      ...["d12.p1.s1", "d12.p1.s2", "d12.p3.s1"],
      ...["d12.p1", "d12.p3", "d12"],
    ]);
    expect(new Set(records.map(({ record }) => record.document))).toEqual(new Set([12]));
  });

  test("gives the record of a passage its own and its heading's terms, and returns its text under its new id", () => {
    const record = records[0]?.record as PassageRecord;
    const terms = record.terms.split(" ");
    expect(terms).toEqual(expect.arrayContaining(["ferri", "1577"]));
    // Once on its own, and twice for the heading.
    expect(terms.filter((term) => term === "harbour")).toHaveLength(3);
    const { path, pageUnit, headingText, language, ...read } = JSON.parse(record.passage);
    expect(read).toEqual({ ...passages[0], id: "d12.p1.s1" });
    expect({ path, pageUnit, headingText, language }).toEqual({
      ...{ path: summary.path, pageUnit: "page", headingText: "Harbour dues", language: "en" },
    });
  });

  test("compares paths and authors without case and accents, and stores a date as a day", () => {
    for (const { record } of records) {
      expect(record).toMatchObject({
        ...{ path: "reports/annee 2023.pdf", author: "zoe angstrom", day: "2023-05-04" },
      });
    }
  });

  test("reveals neither where the file is on this machine, nor that it was read here", () => {
    const record = records.at(-1)?.record as DocumentRecord;
    expect(JSON.parse(record.summary)).toMatchObject({
      ...{ id: "d12", linked: false, original: "absent", readHere: false },
    });
    expect(JSON.parse(record.outline)[0].id).toBe("d12.h1");
  });

  test("makes deterministic records, which stay invisible until they are complete", () => {
    expect(recordsOf(12, { summary, outline, passages })).toEqual(records);
    expect(records.at(-1)?.record).toMatchObject({ state: "ready", pages: 3, pagesWithoutText: 1 });
    expect(claimOf(12, summary)).toMatchObject({
      id: "d12",
      record: { state: "writing", name: "" },
    });
  });
});
