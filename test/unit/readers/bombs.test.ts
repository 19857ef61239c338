import { describe, expect, it } from "vitest";
import { PagehoundError } from "../../../src/core/errors.js";
import { recognise } from "../../../src/readers/registry.js";
import { paragraph, wordFile, zipped } from "./office-files.js";
import { openContent } from "./open-fixture.js";

// Small files that expand enormously. Each ends with pages or with a plain reason.

/** The number of pages of a file, or the code of the reason why there are none. */
async function ending(content: Uint8Array | string, path: string): Promise<number | string> {
  const bytes = typeof content === "string" ? new TextEncoder().encode(content) : content;
  try {
    const document = await openContent(recognise(bytes, path), bytes, path);
    const { pageCount } = document;
    await document.close();
    return pageCount;
  } catch (error) {
    if (PagehoundError.isInstance(error)) return error.code;
    throw error;
  }
}

function epub(chapter: string): Uint8Array {
  return zipped({
    mimetype: "application/epub+zip",
    "META-INF/container.xml":
      '<container><rootfiles><rootfile full-path="b.opf"/></rootfiles></container>',
    "b.opf":
      '<package><metadata/><manifest><item id="a" href="a.xhtml"/></manifest><spine><itemref idref="a"/></spine></package>',
    "a.xhtml": chapter,
  });
}

const odt = (body: string) =>
  zipped({
    mimetype: "application/vnd.oasis.opendocument.text",
    "content.xml": `<d><body><text>${body}</text></body></d>`,
  });

/** More blocks than a call can have arguments. */
const many = 130_000;

describe("a file with very many blocks", () => {
  it("reads very many blocks in one chapter of a book", async () => {
    expect(await ending(epub("<p>a</p>".repeat(many)), "a.epub")).toBeGreaterThan(1);
  });

  it("reads very many blocks in one section of an OpenDocument text", async () => {
    const body = `<section>${"<p>a</p>".repeat(many)}</section>`;
    expect(await ending(odt(body), "a.odt")).toBeGreaterThan(1);
  });

  it("reads very many blocks in one text box of a Word document", async () => {
    const box = `<w:txbxContent>${paragraph("a").repeat(many)}</w:txbxContent>`;
    const file = wordFile(`<w:p><w:r>${box}</w:r></w:p>`);
    expect(await ending(file, "a.docx")).toBeGreaterThan(1);
  });

  it("reads very many blocks in one list of a web page included in a Word document", async () => {
    const list = `<ul>${"<li>a</li>".repeat(many)}</ul>`;
    const chunk = '<w:altChunk r:id="c"/>';
    const file = wordFile(
      chunk + chunk,
      { "word/page.html": list },
      { c: ["aFChunk", "page.html"] },
    );
    expect(await ending(file, "a.docx")).toBeGreaterThan(1);
  });

  it("reads a web page with very many blocks that a Word document includes at forty places", async () => {
    const chunks = '<w:altChunk r:id="c"/>'.repeat(40);
    const parts = { "word/page.html": "<ul><li>a</ul>" };
    const file = wordFile(chunks, parts, { c: ["aFChunk", "page.html"] });
    expect(await ending(file, "a.docx")).toBe(1);
  });
});

describe("a file that expands enormously", () => {
  it("reads cells that span many rows and columns", async () => {
    const wide = "<td rowspan=200 colspan=200>x".repeat(10_000);
    const page = `<table><tr>${wide}${"<tr><td>a<td>b".repeat(200)}</table>`;
    expect(await ending(page, "a.html")).toBeGreaterThan(1);
  });

  it("refuses a web page with endless tags", async () => {
    expect(await ending("<p>".repeat(4_000_001), "a.html")).toBe("too-large");
  });

  it("refuses a chapter that unpacks to a thousand times its size", async () => {
    expect(await ending(epub(`<p>${" ".repeat(33 * 1024 * 1024)}`), "a.epub")).toBe("too-large");
  });

  it("refuses rows whose cells are far apart", async () => {
    const repeated = (count: number, text = "") =>
      `<table-cell number-columns-repeated="${count}">${text}</table-cell>`;
    const rows = Array.from(
      { length: 600 },
      (_, at) => `<table-row>${repeated(at * 1000 + 1)}${repeated(1000, "<p>x</p>")}</table-row>`,
    );
    expect(await ending(odt(`<table>${rows.join("")}</table>`), "a.odt")).toBe("too-large");
  });

  it("refuses a table that is too large for memory", async () => {
    const file = wordFile(`<w:tbl>${"<p/>".repeat(5_000_000)}</w:tbl>`);
    expect(await ending(file, "a.docx")).toBe("too-large");
  });

  it("refuses repeated rows that contain repeated cells", async () => {
    const row =
      '<table-row number-rows-repeated="1000"><table-cell number-columns-repeated="1000"><p>x</p></table-cell></table-row>';
    const file = zipped({
      mimetype: "application/vnd.oasis.opendocument.spreadsheet",
      "content.xml": `<d><body><spreadsheet><table name="S">${row.repeat(9)}</table></spreadsheet></body></d>`,
    });
    expect(await ending(file, "a.ods")).toBe("too-large");
  });
});
