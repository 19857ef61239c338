import { describe, expect, it } from "vitest";
import { textFormat } from "../../../src/readers/registry.js";
import { openContent, openFixture, outlineOf, readPages } from "./open-fixture.js";

describe("plain text", () => {
  it("plain text has paragraphs separated by blank lines", async () => {
    const document = await openFixture(textFormat, "notes.txt");
    expect(outlineOf(await document.readPage(1))).toEqual([
      "0 text: Harbour notes, March",
      "1 text: The ferry to Northwind leaves at 07:40 on weekdays.",
      "1 text: It takes 35 minutes.",
      "2 text: Fuel is delivered on Thursdays. Café prices rose by 4 % in February.",
    ]);
    expect(document.metadata).toMatchObject({ title: null, fileSize: 166, pageSize: null });
  });

  it("starts a new part at a form feed", async () => {
    const pages = await readPages(await openFixture(textFormat, "form-feed.txt"));
    expect(pages.map(({ text }) => text)).toEqual(["first page\nsecond line\n", "next page\n"]);
  });

  it("reads plain text in other encodings", async () => {
    const western = await openFixture(textFormat, "windows-1252.txt");
    // Leaves out the characters 0x80 to 0x9f, which Node 20 (unlike every browser) decodes wrongly.
    expect((await western.readPage(1)).text).toBe("Café costs £5, über 12°\n");
    const wide = await openFixture(textFormat, "utf-16le.txt");
    expect((await wide.readPage(1)).text).toBe("Größe: 12 €\n");
  });

  it("makes one empty part of a text of only white space", async () => {
    const pages = await readPages(await openContent(textFormat, " \n\f\n\t "));
    expect(pages).toMatchObject([{ number: 1, state: "empty", text: "", lines: [] }]);
  });

  it("reads 20 MB of plain text without line breaks", async () => {
    const document = await openContent(textFormat, "x".repeat(20_000_000));
    expect(document.pageCount).toBeGreaterThan(6_000);
  });
});
