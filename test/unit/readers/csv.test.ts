import { describe, expect, it } from "vitest";
import { csvFormat } from "../../../src/readers/registry.js";
import { openContent, openFixture, outlineOf, readPages } from "./open-fixture.js";

const read = async (content: string, path = "a.csv") =>
  outlineOf(await (await openContent(csvFormat, content, path)).readPage(1));

describe("CSV", () => {
  it("makes one row per record, under the title above the header", async () => {
    const document = await openFixture(csvFormat, "segments.csv");
    expect(outlineOf(await document.readPage(1))).toEqual([
      "0 row: Northwind Harbour Ferries",
      "1 row: Segment\t2023\t2024",
      "1 row: Passenger, foot\t120.5\t134",
      "1 row: Cargo\t1,200\t(91)",
      "1 row: Two lines\t\t7",
    ]);
  });

  it("detects semicolons, and tabs by extension", async () => {
    const german = await openFixture(csvFormat, "semicolons.csv");
    expect(outlineOf(await german.readPage(1))[1]).toBe("0 row: Köln\t1,5\t20 %");
    const colours = await openFixture(csvFormat, "colours.tsv");
    expect(outlineOf(await colours.readPage(1))[2]).toBe("0 row: blue\t2");
    expect(await read("sep=|\na|b\n1|2\n")).toEqual(["0 row: a\tb", "0 row: 1\t2"]);
  });

  it("repeats the header at the top of every part", async () => {
    const rows = Array.from({ length: 500 }, (_, row) => `Route ${row},${row * 7}`).join("\n");
    const pages = await readPages(await openContent(csvFormat, `Route,Passengers\n${rows}`));
    expect(pages.length).toBeGreaterThan(2);
    for (const page of pages) expect(page.text.startsWith("Route\tPassengers\n")).toBe(true);
    const last = pages.at(-1);
    expect(last?.text.endsWith("Route 499\t3493\n")).toBe(true);
  });

  it("repeats nothing if the first record contains numbers", async () => {
    const rows = Array.from({ length: 900 }, (_, row) => `${row},${row * 7}`).join("\n");
    const pages = await readPages(await openContent(csvFormat, rows));
    expect(pages[1]?.text.startsWith("0\t0\n")).toBe(false);
  });

  it("reads records one by one although a quote is never closed", async () => {
    expect(await read('name,height\nboard,6"\nnail,"2 long\nbolt,3\n')).toHaveLength(4);
  });

  it("makes one empty part of a table without content", async () => {
    const page = await (await openContent(csvFormat, ",,\n , \n")).readPage(1);
    expect(page.state).toBe("empty");
  });
});
