import { expect, test } from "vitest";
import { reportWords } from "../../../../src/element/documents/document-words.js";
import type { IngestReport, RefusedFile } from "../../../../src/element/documents/ingest-rows.js";
import { english } from "../../../../src/element/i18n/english.js";
import { I18n } from "../../../../src/element/i18n/i18n.js";
import { summaryOf } from "./summary-of.js";

const words = new I18n("en");
const nothing: IngestReport = {
  ready: [],
  same: [],
  refused: [],
  replaced: [],
  missing: [],
  unchanged: [],
};
const whole = summaryOf({ total: 2 });

function empty(name: string): RefusedFile {
  return { path: `notes/${name}`, code: "empty-file", message: `${name} is empty.` };
}

test("reports nothing if everything went as expected", () => {
  expect(reportWords(words, { ...nothing, ready: [whole, whole] })).toBeNull();
});

test.each([
  [{ ready: 1, refused: 1, unchanged: 0 }, "1 document is ready; 1 file could not be read"],
  [
    { ready: 1200, refused: 2, unchanged: 0 },
    "1,200 documents are ready; 2 files could not be read",
  ],
  [{ ready: 0, refused: 2, unchanged: 0 }, "2 files could not be read"],
  [{ ready: 2, refused: 0, unchanged: 1 }, "2 documents are ready"],
  [{ ready: 0, refused: 0, unchanged: 1 }, "annual.pdf is already here, unchanged."],
  [{ ready: 0, refused: 0, unchanged: 2 }, "These files are already here, unchanged."],
])("the title of %o is: %s", ({ ready, refused, unchanged }, title) => {
  const report = {
    ...nothing,
    ready: Array.from({ length: ready }, () => whole),
    refused: Array.from({ length: refused }, (_, index) => empty(`${index}.txt`)),
    unchanged: Array.from({ length: unchanged }, () => whole),
  };
  expect(reportWords(words, report)?.title).toBe(title);
});

test("names a few unreadable files, or each reason once if there are many", () => {
  const few = reportWords(words, { ...nothing, refused: [empty("a.txt"), empty("b.txt")] });
  expect(few?.items).toEqual([
    { name: "notes/a.txt", message: "a.txt is empty." },
    { name: "notes/b.txt", message: "b.txt is empty." },
  ]);
  const broken: RefusedFile = { path: "c.pdf", code: "damaged-file", message: "c.pdf is damaged." };
  const refused = [empty("a.txt"), empty("b.txt"), broken, empty("d.txt")];
  expect(reportWords(words, { ...nothing, refused })?.items).toEqual([
    {
      message: "3 files are empty.",
      more: ["a.txt is empty.", "b.txt is empty.", "d.txt is empty."],
    },
    { name: "c.pdf", message: "c.pdf is damaged." },
  ]);
});

test("names the file in the line if the reason does not", () => {
  const german = new I18n("de", { ...english, "errors.empty-file": "Die Datei ist leer." });
  const refused = ["a", "b", "c", "d"].map((name) => empty(`${name}.txt`));
  expect(reportWords(german, { ...nothing, refused })?.items[0]?.more?.[0]).toBe(
    "notes/a.txt: Die Datei ist leer.",
  );
});

test("names documents that are searchable in part, or counts them", () => {
  const partial = (name: string): ReturnType<typeof summaryOf> =>
    summaryOf({ total: 9, scanned: 1, unreadable: 2 }, { path: name });
  const few = reportWords(words, { ...nothing, ready: [partial("a.pdf")] });
  expect(few?.items).toEqual([
    { message: "a.pdf: 6 of 9 pages searchable; 1 scanned, 2 could not be read." },
  ]);
  const many = reportWords(words, {
    ...nothing,
    ready: ["a.pdf", "b.pdf", "c.pdf", "d.pdf"].map(partial),
  });
  expect(many?.items[0]?.message).toBe(
    "4 documents can be searched in part: 4 scanned pages and 8 pages that could not be read.",
  );
  expect(many?.items[0]?.more).toHaveLength(4);
});

test("reports recognised text, unchanged files and duplicates along with new documents", () => {
  const report = {
    ...nothing,
    ready: [summaryOf({ total: 4, recognised: 1 })],
    unchanged: [whole],
    same: [
      { path: "old/copy.pdf", as: "annual.pdf" },
      { path: "old/annual.pdf", as: "new/annual.pdf" },
    ],
  };
  expect(reportWords(words, report)?.items.map(({ message }) => message)).toEqual([
    "The text of 1 scanned page in 1 document was recognised; it may have mistakes.",
    "1 file was already here, unchanged.",
    "copy.pdf has the same content as annual.pdf.",
    "old/annual.pdf has the same content as new/annual.pdf.",
  ]);
});
