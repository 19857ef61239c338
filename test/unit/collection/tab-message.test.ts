import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { isTabMessage, type TabMessage } from "../../../src/collection/sync/tabs.js";
import { type DocumentSummary, documentId } from "../../../src/core/document.js";

const path = "a.txt";
const document = { id: documentId(3), path } as DocumentSummary;

/** One message of each kind, as sent by tabs. */
const messages: readonly TabMessage[] = [
  { type: "documents-changed", ordinals: [] },
  { type: "documents-changed", ordinals: [1, 20] },
  { type: "documents-changed", ordinals: null },
  { type: "queue-changed" },
  { type: "queue-changed", released: -2.5 },
  { type: "published-changed" },
  { type: "embeddings-changed" },
  { type: "password", ordinal: 1, password: "" },
  { type: "reader-changed" },
  { type: "event", ordinal: 1, event: { type: "document-waiting", path, size: 0 } },
  { type: "event", ordinal: 1, event: { type: "document-started", path, pages: 2, done: 0 } },
  { type: "event", ordinal: 1, event: { type: "document-progress", path, done: 1, total: 2 } },
  { type: "event", ordinal: 1, event: { type: "document-indexing", path } },
  {
    ...{ type: "event", ordinal: 1 },
    event: { type: "document-ready", path, document, replaced: documentId(1), sameAs: null },
  },
  {
    ...{ type: "event", ordinal: 1 },
    event: { type: "document-refused", path, code: "empty-file", message: "No.", kept: false },
  },
  { type: "event", ordinal: 1, event: { type: "document-cancelled", path } },
];

const bad: readonly unknown[] = [
  null,
  undefined,
  5,
  "queue-changed",
  ["queue-changed"],
  {},
  { type: "nonsense" },
  { type: "toString" },
  { type: "__proto__" },
  { type: "documents-changed" },
  { type: "documents-changed", ordinals: [{}] },
  { type: "documents-changed", ordinals: [Number.NaN] },
  { type: "documents-changed", ordinals: [0.5] },
  { type: "documents-changed", ordinals: [2 ** 60] },
  { type: "queue-changed", released: "x" },
  { type: "queue-changed", released: Number.NaN },
  { type: "password", ordinal: {}, password: 5 },
  { type: "event", ordinal: 1, event: null },
  { type: "event", ordinal: 1, event: { type: "document-unchanged", path } },
  { type: "event", ordinal: {}, event: { type: "document-cancelled", path } },
  {
    ...{ type: "event", ordinal: 1 },
    event: { type: "document-ready", path, document, replaced: 5, sameAs: null },
  },
];

describe("a message from another tab", () => {
  it("accepts a valid message from another tab", () => {
    expect(messages.filter((message) => !isTabMessage(message))).toEqual([]);
  });

  it("rejects a malformed message from another tab", () => {
    expect(bad.filter(isTabMessage)).toEqual([]);
  });

  it("accepts a message from another tab only if its numbers are usable", () => {
    const type = fc.constantFrom(...messages.map((message) => message.type));
    const like = fc.record(
      {
        type,
        ordinal: fc.anything(),
        ordinals: fc.oneof(fc.anything(), fc.array(fc.anything())),
        released: fc.anything(),
        event: fc.oneof(fc.anything(), fc.record({ type: fc.string(), path: fc.anything() })),
        password: fc.anything(),
      },
      { requiredKeys: ["type"] },
    );
    const anything = fc.oneof(fc.anything(), like);
    fc.assert(
      fc.property(anything, (value) => {
        if (!isTabMessage(value)) return;
        if (value.type === "documents-changed") {
          expect(value.ordinals?.every(Number.isSafeInteger) ?? true).toBe(true);
        } else if (value.type === "queue-changed") {
          expect(Number.isFinite(value.released ?? 0)).toBe(true);
        } else if (value.type === "event" || value.type === "password") {
          expect(Number.isSafeInteger(value.ordinal)).toBe(true);
        }
      }),
    );
  });
});
