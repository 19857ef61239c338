import { expect, test } from "vitest";
import { renewalWords, stateWords } from "../../../../src/element/documents/ingest-row-view.js";
import type { IngestRow } from "../../../../src/element/documents/ingest-rows.js";
import { I18n } from "../../../../src/element/i18n/i18n.js";

const words = new I18n("en");
const waiting: IngestRow = {
  path: "atlas.pdf",
  size: 12_000,
  state: "waiting",
  done: 0,
  total: 0,
  problem: null,
  renews: false,
  stored: true,
  startedAt: 0,
  startedWith: 0,
};
const reading: IngestRow = { ...waiting, state: "reading", done: 3, total: 300 };

test("a file shows its state", () => {
  expect(stateWords(words, waiting, false)).toBe("Waiting · 12\u00a0kB");
  expect(stateWords(words, waiting, true)).toBe("Paused");
  expect(stateWords(words, reading, false)).toBe("3 of 300 pages");
  expect(stateWords(words, reading, true)).toBe("Paused · 3 of 300 pages");
  const opened = { ...waiting, state: "reading", opened: 0.35 } as const;
  expect(stateWords(words, opened, false)).toBe("Opening · 35%");
  // Its page count is unknown until it is opened again.
  expect(stateWords(words, { ...waiting, done: 1 }, true)).toBe("Paused · 1 page read");
  expect(stateWords(words, { ...reading, state: "indexing" }, false)).toBe("Making it searchable");
  expect(stateWords(words, { ...reading, state: "indexing", indexed: 0.4 }, false)).toBe(
    "Making it searchable · 40%",
  );
});

test("says what a held file lacks", () => {
  const problem = { code: "password-required", message: "" } as const;
  const held: IngestRow = { ...waiting, state: "held", problem };
  expect(stateWords(words, held, false, "asked")).toBe("Needs a password");
  expect(stateWords(words, held, false, "wrong")).toBe("Wrong password");
  const full = { ...held, problem: { code: "storage-full", message: "" } as const };
  expect(stateWords(words, full, true)).toBe("No room");
  const damaged = { code: "damaged-file", message: "" } as const;
  expect(stateWords(words, { ...held, state: "refused", problem: damaged }, true)).toBe("Damaged");
});

test("a document that is reread, or its new version, shows its state", () => {
  expect(renewalWords(words, waiting, false)).toBe("New version: waiting · 12\u00a0kB");
  expect(renewalWords(words, { ...reading, renews: true }, false)).toBe("Reading again: 3 of 300");
  expect(renewalWords(words, { ...reading, renews: true }, true)).toBe(
    "Reading again: paused · 3 of 300 pages",
  );
});
