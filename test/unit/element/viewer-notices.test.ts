import { describe, expect, it } from "vitest";
import {
  isNotRead,
  originalLink,
  type ViewedDocument,
} from "../../../src/element/viewer/opened-document.js";
import { englishStrings } from "../../../src/element/viewer/strings.js";
import { viewerNotices } from "../../../src/element/viewer/viewer-frame.js";
import type { DocumentSummary } from "../../../src/index.js";
import { summaryOf } from "./state/summary-of.js";

const strings = englishStrings("en");
const published = { url: "https://example.org/a.pagehound", title: "Handbook" };

/** The notice above a document shown as text, or as its file. */
function noticesFor(
  document: Partial<DocumentSummary>,
  { textOnly = false, recognised = false, file = null as ViewedDocument["file"] } = {},
): string[] {
  const target = {
    document: { ...summaryOf({ total: 1 }), ...document },
  } as ViewedDocument["target"];
  const opened = { target, slots: [], file, pageSize: null, labels: null, textOnly };
  const places = { total: 0, unmarked: 0 };
  const notRead = isNotRead(opened);
  const rest = { recognised, missing: null, trouble: null };
  return viewerNotices(strings, { places, textOnly, notRead, ...rest });
}

describe("the notice above a document", () => {
  it("the viewer says that the text came with a collection until the file is read here", () => {
    const absent = { readHere: false, original: "absent" } as const;
    expect(noticesFor(absent, { textOnly: true })).toEqual([strings.notRead]);
    expect(noticesFor({ readHere: false })).toEqual([strings.notRead]);
    expect(noticesFor({ ...absent, source: published }, { textOnly: true })).toEqual([
      strings.notRead,
    ]);
  });

  it("the viewer says that the page's text was recognised", () => {
    expect(noticesFor({}, { recognised: true })).toEqual([strings.recognisedPage]);
  });

  it("the viewer shows no notice if the file itself is shown, or its publisher is named next to it", () => {
    expect(noticesFor({})).toEqual([]);
    expect(noticesFor({ readHere: false }, { file: {} as ViewedDocument["file"] })).toEqual([]);
    expect(noticesFor({ readHere: false, source: published })).toEqual([]);
    expect(noticesFor({}, { textOnly: true })).toEqual([strings.textOnly]);
  });
});

describe("the link to a document's file", () => {
  const link = (originalUrl: string | undefined, format: DocumentSummary["format"] = "pdf") =>
    originalLink({ originalUrl, format }, 12);

  it("opens a PDF at the page, and other files as a whole", () => {
    const file = "https://intranet.example/files/a%20b.pdf";
    expect(link(file)).toBe(`${file}#page=12`);
    expect(link("http://intranet.example/notes.docx", "docx")).toBe(
      "http://intranet.example/notes.docx",
    );
  });

  it.each([undefined, "", "files/a.pdf", "javascript:alert(1)", "data:text/html,a", "file:///a"])(
    "offers no link for %s",
    (originalUrl) => {
      expect(link(originalUrl)).toBeNull();
    },
  );
});
