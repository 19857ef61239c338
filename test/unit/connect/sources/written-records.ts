import type { StoredPassage } from "../../../../src/connect/sources/engine-records.js";
import {
  type DocumentSummary,
  documentId,
  type OutlineEntry,
} from "../../../../src/core/document.js";

/** The summary of a document, as `pagehound index` writes it into a record. */
export const writtenSummary: DocumentSummary = {
  id: documentId(1),
  path: "a.pdf",
  hash: "0".repeat(64),
  format: "pdf",
  pageUnit: "page",
  metadata: {
    ...{ title: "Lamps", author: null, subject: null, keywords: null, creator: null },
    ...{ producer: null, created: "2023-05-04T00:00:00.000Z", modified: null, tagged: false },
    ...{
      encrypted: false,
      pageSize: { width: 595, height: 842 },
      fileSize: 9,
      formatVersion: "1.7",
    },
  },
  pages: { total: 2, text: 1, recognised: 0, empty: 0, scanned: 1, unreadable: 0 },
  gaps: [{ reason: "scanned", pages: [{ from: 2, to: 2 }] }],
  passages: 1,
  words: 3,
  addedAt: 1_700_000_000_000,
  linked: false,
  source: null,
  original: "absent",
  readHere: false,
};

/** The passage in a record of that document. */
export const writtenPassage: StoredPassage = {
  id: "d1.p1.s1",
  page: 1,
  pageLabel: "i",
  span: { start: 0, end: 13 },
  text: "Lamps shine. ",
  heading: 0,
  path: "a.pdf",
  pageUnit: "page",
  headingText: "Lamps",
  language: "en",
};

/** A heading of its outline. */
export const writtenHeading: OutlineEntry = {
  ...{ id: "d1.h1", text: "Lamps", level: 1, page: 1, span: { start: 0, end: 5 } },
  ...{ lastPage: 2, words: 3 },
};
