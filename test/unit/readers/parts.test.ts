import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Format } from "../../../src/readers/format.js";
import {
  type Block,
  leadLimit,
  openParts,
  partLimit,
  textMetadata,
} from "../../../src/readers/parts.js";
import {
  csvFormat,
  htmlFormat,
  markdownFormat,
  textFormat,
} from "../../../src/readers/registry.js";

import { openContent, readPages } from "./open-fixture.js";

const words = fc.string({ unit: "grapheme", maxLength: 12 });
const separators = fc.constantFrom(
  " ",
  "\n",
  "\n\n",
  "\t",
  ". ",
  ",",
  "\f",
  "\r\n",
  "# ",
  "- ",
  "",
);
const longRun = fc.nat(9000).map((length) => "lorem ".repeat(length).slice(0, length));
const prose = fc
  .array(fc.tuple(fc.oneof({ weight: 20, arbitrary: words }, longRun), separators), {
    maxLength: 60,
  })
  .map((pieces) => pieces.flat().join(""));

function visible(text: string): string {
  return text.replace(/[\s\0]/g, "");
}

const heading = (text: string): Block => ({ kind: "heading", level: 1, lines: [text] });
const paragraph = (length: number): Block => ({
  kind: "text",
  level: 0,
  lines: ["word ".repeat(length / 5).trim()],
});
const open = (blocks: Block[]) => readPages(openParts(blocks, textMetadata(0)));

describe("parts of any text", () => {
  const formats: [Format, string][] = [
    [textFormat, "a.txt"],
    [markdownFormat, "a.md"],
    [htmlFormat, "a.html"],
    [csvFormat, "a.csv"],
  ];
  it.each(formats)(
    "parts of any text have ordered lines and bounded sizes ($label)",
    async (format, path) => {
      await fc.assert(
        fc.asyncProperty(prose, async (text) => {
          const pages = await readPages(await openContent(format, text, path));
          for (const [index, page] of pages.entries()) {
            expect(page.number).toBe(index + 1);
            expect(page.text.length).toBeLessThanOrEqual(partLimit + leadLimit);
            expect(page.state).toBe(visible(page.text) === "" ? "empty" : "text");
            expect(page.state === "empty").toBe(page.lines.length === 0);
            let end = 0;
            let block = 0;
            for (const line of page.lines) {
              expect(line.start).toBeGreaterThanOrEqual(end);
              expect(line.end).toBeGreaterThan(line.start);
              expect(line.block).toBeGreaterThanOrEqual(block);
              expect(page.text.slice(line.start, line.end)).not.toContain("\n");
              expect(page.text[line.end]).toBe("\n");
              expect(visible(page.text.slice(end, line.start))).toBe("");
              ({ end, block } = line);
            }
          }
          if (pages.length > 1) expect(pages.every(({ state }) => state === "text")).toBe(true);
        }),
        { numRuns: 60 },
      );
    },
  );

  it("parts of any text lose no character of plain text except white space", async () => {
    await fc.assert(
      fc.asyncProperty(prose, async (text) => {
        const pages = await readPages(await openContent(textFormat, text));
        const read = pages.map((page) => page.text).join("");
        expect(visible(read)).toBe(visible(text.replace(/^\ufeff/, "")));
      }),
      { numRuns: 200 },
    );
  });
});

describe("splitting into parts", () => {
  it("keeps a heading with the text after it", async () => {
    const pages = await open([paragraph(1300), heading("Costs"), paragraph(2500)]);
    expect(pages.map(({ text }) => text.slice(0, 5))).toEqual(["word ", "Costs"]);
  });

  it("starts a part at a heading if the previous part is half full", async () => {
    const pages = await open([paragraph(1600), heading("Costs"), paragraph(100)]);
    expect(pages).toHaveLength(2);
    expect(pages[1]?.text.startsWith("Costs\n")).toBe(true);
  });

  it("fills parts with short sections", async () => {
    const sections = Array.from({ length: 30 }, () => [heading("Costs"), paragraph(300)]).flat();
    const pages = await open(sections);
    expect(pages.length).toBeLessThan(8);
  });

  it("splits a long paragraph at sentence ends", async () => {
    const sentence = "Ferries leave the harbour every hour on working days.";
    const pages = await open([
      { kind: "text", level: 0, lines: [Array(200).fill(sentence).join(" ")] },
    ]);
    expect(pages.length).toBeGreaterThan(3);
    for (const page of pages) {
      expect(page.text.startsWith("Ferries")).toBe(true);
      expect(page.text.endsWith("days.\n")).toBe(true);
    }
  });

  it("repeats a table's header in each part", async () => {
    const rows = Array.from({ length: 800 }, (_, row) => `Route ${row}\t${row * 3}`);
    const header = "Route\tPassengers";
    const lines = [header, ...rows];
    const pages = await open([heading("Traffic"), { kind: "row", level: 0, lines, header }]);
    expect(pages.length).toBeGreaterThan(3);
    const tables = pages.map(({ text }) => text.replace(/^Traffic\n\n/, ""));
    expect(tables.every((text) => text.startsWith(`${header}\n`))).toBe(true);
    expect(tables.join("").replaceAll(`${header}\n`, "")).toBe(`${rows.join("\n")}\n`);
  });

  it("never leaves a header or a heading alone", async () => {
    const header = "h".repeat(900);
    const lines = [header, "x".repeat(2900), "y".repeat(2900)];
    const pages = await open([heading("t".repeat(900)), { kind: "row", level: 0, lines, header }]);
    expect(pages).toHaveLength(2);
  });

  it("rejects unknown part numbers, and any reading after closing", async () => {
    const document = openParts([paragraph(10)], textMetadata(0));
    await expect(document.readPage(2)).rejects.toMatchObject({ code: "not-found" });
    await expect(document.readPage(0)).rejects.toMatchObject({ code: "not-found" });
    await document.close();
    await expect(document.readPage(1)).rejects.toMatchObject({ code: "closed" });
  });
});
