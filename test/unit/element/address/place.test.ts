import fc from "fast-check";
import { expect, test } from "vitest";
import { namesPlace } from "../../../../src/element/address/names-place.js";
import {
  type AppPlace,
  formatLink,
  formatPlace,
  type LinkedPage,
  parsePlace,
  type StartPlace,
  startPlace,
} from "../../../../src/element/address/place.js";
import { noPanels } from "../../../../src/element/shell/page-pane.js";

const start: StartPlace = { collection: "default", view: "ask" };

const text = fc.string({ unit: "grapheme", minLength: 1 });
const span = fc
  .tuple(fc.nat(9_999), fc.integer({ min: 1, max: 9_999 }))
  .map(([from, length]) => ({ start: from, end: from + length }));
const fileHash = fc.string({
  unit: fc.constantFrom(..."0123456789abcdef"),
  minLength: 64,
  maxLength: 64,
});
const linkedPage: fc.Arbitrary<LinkedPage> = fc.record({
  document: fileHash,
  page: fc.integer({ min: 1, max: 99_999 }),
  span: fc.option(span),
});
const answers = fc.array(fc.integer({ min: 1, max: 999 }));
const pattern = fc.record({ matchCase: fc.boolean(), wholeWord: fc.boolean() });
const middle: fc.Arbitrary<AppPlace["middle"]> = fc.oneof(
  fc.constant({
    view: "ask" as const,
    conversation: null,
    unfolded: { steps: [], sources: [] },
  }),
  fc.record({
    view: fc.constant("ask" as const),
    conversation: fc.uuid(),
    unfolded: fc.record({ steps: answers, sources: answers }),
  }),
  fc.record({
    view: fc.constant("search" as const),
    search: fc.record({
      query: fc.oneof(fc.constant(""), text),
      pattern: fc.option(pattern),
    }),
  }),
  fc.record({
    view: fc.constant("grid" as const),
    grid: fc.constant(null),
    cell: fc.constant(null),
    rows: fc.constant(null),
  }),
  fc.record({
    view: fc.constant("grid" as const),
    grid: fc.uuid(),
    cell: fc.option(fc.record({ row: fc.option(fileHash), column: text })),
    rows: fc.constantFrom(
      null,
      { sort: { column: null, descending: false }, filter: "", show: null },
      { sort: { column: "b3", descending: true }, filter: "lease & rent", show: "check" },
    ),
  }),
);
const dialog: fc.Arbitrary<Pick<AppPlace, "dialog" | "about">> = fc.oneof(
  fc.constant({ dialog: null, about: null }),
  fc.record({
    dialog: fc.constantFrom("models", "settings", "details", "notes"),
    about: fc.option(fileHash),
  }),
);
const page: fc.Arbitrary<Pick<AppPlace, "page" | "panels">> = fc.oneof(
  fc.constant({ page: null, panels: noPanels }),
  fc.record({
    page: fc.oneof(fc.constant("unlinked" as const), linkedPage),
    panels: fc.record({
      find: fc.option(fc.oneof(fc.constant(""), text)),
      side: fc.option(fc.constantFrom("outline", "pages")),
    }),
  }),
);
const middleAndPane: fc.Arbitrary<Pick<AppPlace, "collection" | "notebook" | "middle" | "pane">> =
  fc.record({
    collection: fc.oneof(fc.constant("default"), text),
    notebook: fc.option(text),
    middle,
    pane: fc.constantFrom(null, "documents", "middle"),
  });
const place: fc.Arbitrary<AppPlace> = fc
  .tuple(middleAndPane, page, dialog)
  .map(([rest, shown, opened]) => ({ ...rest, ...shown, ...opened }));
const starts: fc.Arbitrary<StartPlace> = fc.record({
  collection: fc.constantFrom("default", "contracts"),
  view: fc.constantFrom("ask", "search"),
});

test("reads back every place it has written, wherever the element starts", () => {
  fc.assert(
    fc.property(place, starts, (any, from) => {
      expect(parsePlace(formatPlace(any, from), from)).toEqual(any);
    }),
  );
});

test("gives an untouched page no hash, and reads an empty hash as an untouched page", () => {
  fc.assert(
    fc.property(starts, (from) => {
      expect(formatPlace(startPlace(from), from)).toBe("");
      expect(parsePlace("", from)).toEqual(startPlace(from));
    }),
  );
});

test("writes a link that identifies the document by its content, and contains only its place", () => {
  fc.assert(
    fc.property(linkedPage, (page) => {
      expect(parsePlace(formatLink(page), start)).toEqual({ ...startPlace(start), page });
    }),
  );
  const link = formatLink({ document: "ab".repeat(32), page: 3, span: { start: 120, end: 180 } });
  expect(link).toBe(`#doc=${"ab".repeat(32)}&page=3&span=120-180`);
});

test("leaves anchors of the surrounding page alone", () => {
  for (const hash of ["#prices", "#section-2", "#/orders?page=3", "#!doc"]) {
    expect(namesPlace(hash), hash).toBe(false);
    expect(parsePlace(hash, start), hash).toBeNull();
  }
});

test.each([
  ["a document that is no hash", "#doc=report.pdf&page=3"],
  ["a dialog that does not exist", "#view=ask&open=secrets"],
  ["a broken escape", "#view=ask&pane=%E0%A4%A"],
])("leaves %s out of the address", (_, hash) => {
  expect(parsePlace(hash, start)).toEqual(startPlace(start));
});

test.each(["span=180-120", "span=1-2-3", "span=a-b", "span=-1-5", "span=12"])(
  "opens the page without a mark for %s",
  (written) => {
    const document = "0f".repeat(32);
    const read = parsePlace(`#doc=${document}&page=2&${written}`, start);
    expect(read?.page).toEqual({ document, page: 2, span: null });
  },
);

test("accepts any hash without throwing", () => {
  fc.assert(fc.property(fc.string(), (hash) => void parsePlace(`#view=${hash}`, start)));
});
