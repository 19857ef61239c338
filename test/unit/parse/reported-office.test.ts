import { readFile } from "node:fs/promises";
import { describe, expect, it } from "vitest";
import type { Page } from "../../../src/core/page.js";
import { recognise } from "../../../src/parse/registry.js";
import { paragraph, wordFile, wordPart } from "./office-files.js";
import { openContent, outlineOf, readPages } from "./open-fixture.js";

const read = async (bytes: Uint8Array, path = "file"): Promise<Page[]> =>
  readPages(await openContent(recognise(bytes, path), bytes, path));
const lines = async (bytes: Uint8Array, path = "file"): Promise<string[]> =>
  (await read(bytes, path)).flatMap(outlineOf);
const reported = async (name: string): Promise<string[]> =>
  lines(
    new Uint8Array(await readFile(new URL(`../../fixtures/reported/${name}`, import.meta.url))),
    name,
  );

const run = (text: string, properties = "") =>
  `<w:r><w:rPr>${properties}</w:rPr><w:t xml:space="preserve">${text}</w:t></w:r>`;
const inParagraph = (...runs: string[]) => `<w:p>${runs.join("")}</w:p>`;
const raised = '<w:vertAlign w:val="superscript"/>';
const lowered = '<w:vertAlign w:val="subscript"/>';

describe("Word documents", () => {
  it("keep raised and lowered digits apart from the numbers and letters before them", async () => {
    expect(await reported("sup_sup.docx")).toEqual([
      "0 text: Revenue was 45³ million. Count 10⁶ cells. Area 10 m². H₂O.",
    ]);
    const runs: [string, string?, string?][] = [
      ["45", "3", "4"],
      ["10", "−", "6"],
      ["30", "a"],
      ["7", "*"],
      ["2", "(b)"],
      ["1", "st"],
      ["2", "ème"],
      ["XX", "e"],
      ["M", "me"],
      ["20 ", "o"],
    ];
    const texts = runs.map(([text, ...parts]) =>
      inParagraph(run(text), ...parts.map((part) => run(part ?? "", raised)), run(" end")),
    );
    expect(await lines(wordFile(texts.join("")))).toEqual(
      ["45³⁴", "10⁻⁶", "30^a", "7*", "2(b)", "1st", "2ème", "XXe", "Mme", "20 o"].map(
        (text, index) => `${index} text: ${text} end`,
      ),
    );
    const low = inParagraph(
      run("CO"),
      run("2", lowered),
      run(" at V"),
      run("max", lowered),
      run("."),
    );
    expect(await lines(wordFile(low))).toEqual(["0 text: CO₂ at V_max."]);
  });

  it("keep digits apart that a style raises", async () => {
    const styles = wordPart(
      "styles",
      `<w:style w:type="character" w:styleId="Mark"><w:rPr>${raised}</w:rPr></w:style><w:style w:type="character" w:styleId="Own"><w:basedOn w:val="Mark"/></w:style>`,
    );
    const body = inParagraph(
      run("45"),
      run("3", '<w:rStyle w:val="Own"/>'),
      run(" and 12"),
      run("5", '<w:rStyle w:val="Own"/><w:vertAlign w:val="baseline"/>'),
    );
    const named = { rId1: ["styles", "styles.xml"] } as const;
    expect(await lines(wordFile(body, { "word/styles.xml": styles }, named))).toEqual([
      "0 text: 45³ and 125",
    ]);
  });

  it("show the signs of symbol fonts", async () => {
    expect(await reported("misc_sym.docx")).toEqual([
      "0 text: The dose is 5 µg per day.",
      "1 text: Temperature ≥ 40 °C; angle β",
      "2 text: µg as private use; ✓ done; ◻ open",
    ]);
    const styles = wordPart(
      "styles",
      '<w:style w:type="character" w:styleId="Greek"><w:rPr><w:rFonts w:ascii="Symbol" w:hAnsi="Symbol"/></w:rPr></w:style>',
    );
    const theme =
      '<a:theme xmlns:a="urn:a"><a:themeElements><a:fontScheme><a:minorFont><a:latin typeface="Wingdings"/></a:minorFont></a:fontScheme></a:themeElements></a:theme>';
    const body = inParagraph(
      run("m", '<w:rStyle w:val="Greek"/>'),
      run("g "),
      run("\u00fc", '<w:rFonts w:asciiTheme="minorAscii" w:hAnsiTheme="minorHAnsi"/>'),
      '<w:r><w:sym w:font="Nobody knows" w:char="F041"/></w:r>',
    );
    const named = { rId1: ["styles", "styles.xml"], rId2: ["theme", "theme.xml"] } as const;
    const parts = { "word/styles.xml": styles, "word/theme.xml": theme };
    expect(await lines(wordFile(body, parts, named))).toEqual(["0 text: µg ✓\ufffd"]);
  });

  it("show the results of fields, not of those inside an instruction", async () => {
    expect(await reported("o2_fieldnest.docx")).toEqual(["0 text: Total 6 sheets."]);
    const mark = (type: string) => `<w:r><w:fldChar w:fldCharType="${type}"/></w:r>`;
    const instruction = (text: string) => `<w:r><w:instrText>${text}</w:instrText></w:r>`;
    const broken = inParagraph(run("Seen "), mark("begin"), instruction(" PAGE "));
    const page = [mark("begin"), instruction("PAGE"), mark("separate"), run("7"), mark("end")];
    const sign = [mark("begin"), instruction(' SYMBOL 109 \\f "Symbol" '), mark("end")];
    const ruby = [
      mark("begin"),
      instruction(' EQ \\* jc2 \\* "Font:MS Mincho" \\* hps10 \\o\\ad(\\s\\up 9(とうきょう),東京)'),
      mark("end"),
    ];
    const body = [
      broken,
      inParagraph(...page, run(" is seen")),
      inParagraph(run("5 "), ...sign, run("g "), ...ruby),
    ];
    expect(await lines(wordFile(body.join("")))).toEqual([
      "0 text: Seen",
      "1 text: 7 is seen",
      "2 text: 5 µg 東京（とうきょう）",
    ]);
  });

  it("keep struck text apart as removed, and leave out what a style hides", async () => {
    const styles = wordPart(
      "styles",
      '<w:style w:type="character" w:styleId="Gone"><w:rPr><w:vanish/></w:rPr></w:style>',
    );
    const body = inParagraph(
      run("The fee is "),
      run("10", "<w:strike/>"),
      run("0", "<w:dstrike/>"),
      run("250"),
      run(" crowns", '<w:strike w:val="0"/>'),
      run("hidden", '<w:rStyle w:val="Gone"/>'),
    );
    const named = { rId1: ["styles", "styles.xml"] } as const;
    expect(await lines(wordFile(body, { "word/styles.xml": styles }, named))).toEqual([
      "0 text: The fee is 250 crowns",
      "0 list-item: [−] 100",
    ]);
  });

  it("keep the outer table of nested ones, and what arranges a page as text", async () => {
    expect(await reported("misc_nested.docx")).toEqual([
      "0 row: Region\tYear\tSum",
      "0 row: North\t2023\t11",
      "0 row: West\t2024\tn1 n2",
      "0 row: South\t2025\t13",
    ]);
    const cell = (content: string) => `<w:tc>${content}</w:tc>`;
    const table = (...rows: string[]) =>
      `<w:tbl>${rows.map((row) => `<w:tr>${row}</w:tr>`).join("")}</w:tbl>`;
    const inner = table(
      cell(paragraph("a")) + cell(paragraph("1")),
      cell(paragraph("b")) + cell(paragraph("2")),
    );
    const layout = table(cell(paragraph("Side")) + cell(paragraph("Main") + inner));
    expect(await lines(wordFile(layout))).toEqual([
      "0 text: Side",
      "1 text: Main",
      "2 row: a\t1",
      "2 row: b\t2",
    ]);
  });

  it("keep comments and notes of a cell behind the table", async () => {
    const parts = {
      "word/comments.xml": wordPart(
        "comments",
        `<w:comment w:id="0" w:author="Bo">${paragraph("Check 99")}</w:comment>`,
      ),
    };
    const noted = inParagraph(run("12.5"), '<w:r><w:commentReference w:id="0"/></w:r>');
    const body = `<w:tbl><w:tr><w:tc>${paragraph("Item")}</w:tc><w:tc>${paragraph("Cost")}</w:tc></w:tr><w:tr><w:tc>${paragraph("Lamp")}</w:tc><w:tc>${noted}</w:tc></w:tr></w:tbl>`;
    expect(await lines(wordFile(body, parts, { rId1: ["comments", "comments.xml"] }))).toEqual([
      "0 row: Item\tCost",
      "0 row: Lamp\t12.5",
      "1 text: [Bo: Check 99]",
    ]);
  });

  it("keep the reading of a word beside it", async () => {
    const ruby = (word: string, reading: string) =>
      `<w:r><w:ruby><w:rubyPr/><w:rt>${run(reading)}</w:rt><w:rubyBase>${run(word)}</w:rubyBase></w:ruby></w:r>`;
    const body = inParagraph(ruby("東", "とう"), ruby("京", "きょう"), run("に行く"));
    expect(await lines(wordFile(body))).toEqual(["0 text: 東京（とうきょう）に行く"]);
  });
});
