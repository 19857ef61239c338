import { readFile } from "node:fs/promises";
import { describe, expect, it } from "vitest";
import type { Page } from "../../../src/core/page.js";
import { recognise } from "../../../src/readers/registry.js";
import {
  excelFile,
  paragraph,
  relations,
  shape,
  slideFile,
  wordFile,
  wordPart,
  zipped,
} from "./office-files.js";
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
  it("keeps superscript and subscript digits of Word documents separate from numbers and letters", async () => {
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

  it("keeps digits separate that are raised by a style", async () => {
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

  it("shows the symbols of symbol fonts in Word documents", async () => {
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

  it("shows the results of fields, except inside another field's instruction", async () => {
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
    const simple = inParagraph(
      mark("begin"),
      instruction("= "),
      `<w:fldSimple w:instr="NUMPAGES">${run("7")}</w:fldSimple>`,
      instruction(" - 1"),
      mark("separate"),
      run("6"),
      mark("end"),
    );
    expect(await lines(wordFile(simple))).toEqual(["0 text: 6"]);
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

  it("treats struck text as removed, and omits text that a style hides", async () => {
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

  it("keeps the outer of two nested tables, and treats layout tables as text", async () => {
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

  it("puts comments and notes of a cell after the table", async () => {
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

  it("keeps the reading of a word next to it", async () => {
    const ruby = (word: string, reading: string) =>
      `<w:r><w:ruby><w:rubyPr/><w:rt>${run(reading)}</w:rt><w:rubyBase>${run(word)}</w:rubyBase></w:ruby></w:r>`;
    const body = inParagraph(ruby("東", "とう"), ruby("京", "きょう"), run("に行く"));
    expect(await lines(wordFile(body))).toEqual(["0 text: 東京（とうきょう）に行く"]);
  });
});

describe("Slides", () => {
  const run = (text: string, properties = "", inside = "") =>
    `<a:r><a:rPr ${properties}>${inside}</a:rPr><a:t>${text}</a:t></a:r>`;
  const slide = (...runs: string[]) =>
    slideFile([`<p:sp><p:txBody><a:p>${runs.join("")}</a:p></p:txBody></p:sp>${shape("Below")}`]);

  it("keeps superscripts and struck text of slides separate, and shows symbol fonts", async () => {
    const high = 'baseline="30000"';
    expect(await lines(slide(run("45"), run("3", high), run(" m"), run("2", high)))).toEqual([
      "0 text: 45³ m²",
      "1 text: Below",
    ]);
    const greek = '<a:latin typeface="Symbol"/>';
    const signs = '<a:latin typeface="Arial"/><a:sym typeface="Wingdings"/>';
    const text = slide(run("m", "", greek), run("g \uf0fc ok", "", signs));
    expect(await lines(text)).toEqual(["0 text: µg ✓ ok", "1 text: Below"]);
    const struck = slide(run("Fee "), run("10", 'strike="sngStrike"'), run("250"));
    expect(await lines(struck)).toEqual([
      "0 text: Fee 250",
      "1 text: Below",
      "2 list-item: [−] 10",
    ]);
  });
});

describe("Workbooks", () => {
  it("keeps superscripts of workbooks separate, and shows symbol fonts in runs and in whole cells", async () => {
    const strings =
      '<sst><si><r><t>45</t></r><r><rPr><vertAlign val="superscript"/></rPr><t>3</t></r></si>' +
      '<si><r><t>5 </t></r><r><rPr><rFont val="Symbol"/></rPr><t>m</t></r><r><t>g</t></r></si><si><t>\u00fc</t></si></sst>';
    const styles =
      '<styleSheet><fonts><font><name val="Calibri"/></font><font><name val="Wingdings"/></font></fonts><cellXfs><xf fontId="0"/><xf fontId="1"/></cellXfs></styleSheet>';
    const row =
      '<row r="1"><c r="A1" t="s"><v>0</v></c><c r="B1" t="s"><v>1</v></c><c r="C1" t="s" s="1"><v>2</v></c><c r="D1" t="s"><v>2</v></c></row>';
    const parts = { "xl/sharedStrings.xml": strings, "xl/styles.xml": styles };
    expect(await lines(excelFile({ One: row }, { parts }))).toEqual(["0 row: 45³\t5 µg\t✓\tü"]);
  });

  it("decodes numeric character references in workbooks", async () => {
    expect((await reported("xlsx_strings.xlsx"))[0]).toBe(
      "0 row: Rich text\t東京\tline break _x000D_\tspaced",
    );
    const row =
      '<row r="1"><c r="A1" t="inlineStr"><is><t>a_x0007_b_x00e9_</t></is></c><c r="B1" t="str"><v>x_x000a_y</v></c></row>';
    expect(await lines(excelFile({ One: row }))).toEqual(["0 row: abé\tx y"]);
  });

  it("shows both the notes and the comment threads of a sheet, without duplicates", async () => {
    expect(await reported("cm_both.xlsx")).toEqual([
      "0 row: Item\tCost",
      "0 row: Lamp\t12.50 €",
      "0 text: Header nuthatch",
      "1 text: Textbox goldcrest",
      "2 text: A2 Threaded firecrest",
      "2 text: B2 Bo: Comment treecreeper",
    ]);
    const parts = {
      "xl/worksheets/_rels/sheet1.xml.rels": relations({
        rId1: ["comments", "../comments1.xml"],
        rId2: ["threadedComment", "../threads.xml"],
      }),
      "xl/comments1.xml":
        '<comments><authors><author>tc={1}</author><author>Bo</author></authors><commentList><comment ref="A1" authorId="0"><text><t>[Threaded comment] Comment: Why?</t></text></comment><comment ref="B1" authorId="1"><text><t>A note</t></text></comment></commentList></comments>',
      "xl/threads.xml":
        '<ThreadedComments><threadedComment ref="A1"><text>Why?</text></threadedComment></ThreadedComments>',
    };
    const row = '<row r="1"><c r="A1"><v>1</v></c></row>';
    expect((await lines(excelFile({ One: row }, { parts }))).slice(1)).toEqual([
      "0 text: A1 Why?",
      "0 text: B1 Bo: A note",
    ]);
  });
});

describe("OpenDocument", () => {
  const file = (type: string, body: string, styles = "") =>
    zipped({
      mimetype: `application/vnd.oasis.opendocument.${type}`,
      "content.xml": `<office:document-content xmlns:office="o" xmlns:text="t" xmlns:table="tb" xmlns:style="s" xmlns:svg="v" xmlns:dc="dc"><office:font-face-decls><style:font-face style:name="Sym1" svg:font-family="'Symbol'"/></office:font-face-decls><office:automatic-styles>${styles}</office:automatic-styles><office:body>${body}</office:body></office:document-content>`,
      "styles.xml":
        '<office:document-styles xmlns:office="o" xmlns:style="s"><office:styles><style:style style:family="text" style:name="Mark"><style:text-properties style:text-position="super 58%"/></style:style></office:styles></office:document-styles>',
    });
  const style = (name: string, properties: string, parent = "", family = "text") =>
    `<style:style style:family="${family}" style:name="${name}"${parent && ` style:parent-style-name="${parent}"`}><style:text-properties ${properties}/></style:style>`;
  const span = (name: string, text: string) =>
    `<text:span text:style-name="${name}">${text}</text:span>`;
  const p = (text: string) => `<text:p>${text}</text:p>`;

  it("keeps superscripts separate, shows symbol fonts, and keeps readings next to words", async () => {
    const styles =
      style("T1", "", "Mark") +
      style("T2", 'style:text-position="-33% 58%"') +
      style("T3", 'style:font-name="Sym1"');
    const body =
      p(`45${span("T1", "3")} of CO${span("T2", "2")}, 5 ${span("T3", "m")}g`) +
      p(
        "<text:ruby><text:ruby-base>東京</text:ruby-base><text:ruby-text>とうきょう</text:ruby-text></text:ruby>に",
      );
    expect(await lines(file("text", `<office:text>${body}</office:text>`, styles))).toEqual([
      "0 text: 45³ of CO₂, 5 µg",
      "1 text: 東京（とうきょう）に",
    ]);
  });

  it("keeps struck or removed text separate, without the reason, and omits hidden text", async () => {
    const styles =
      style("T1", 'style:text-line-through-style="solid"') + style("T2", 'text:display="none"');
    const change = `<text:tracked-changes><text:changed-region><text:deletion><office:change-info><dc:creator>Bo</dc:creator>${p("Too much")}</office:change-info>${p("old")}</text:deletion></text:changed-region></text:tracked-changes>`;
    const body = `${change}${p(`Fee ${span("T1", "100")}250${span("T2", " secret")}`)}`;
    expect(await lines(file("text", `<office:text>${body}</office:text>`, styles))).toEqual([
      "0 text: Fee 250",
      "0 list-item: [−] old",
      "0 list-item: [−] 100",
    ]);
  });

  it("keeps comments in spreadsheets separate from values", async () => {
    expect(await reported("o2_note.ods")).toEqual([
      "0 row: Item\tCost",
      "0 row: Lamp\t12.5",
      "0 row: Rope\t7",
      "0 text: B2 Bo: Check this 99",
      "1 text: B3 Odd 5",
    ]);
    const styles = style("ce1", 'style:font-name="Sym1"', "", "table-cell");
    const rows = `<table:table-row><table:table-cell table:style-name="ce1">${p("m")}</table:table-cell><table:table-cell>${p("1")}<draw:frame><draw:text-box>${p("Box 2")}</draw:text-box></draw:frame></table:table-cell></table:table-row>`;
    const body = `<office:spreadsheet><table:table table:name="One">${rows}</table:table></office:spreadsheet>`;
    expect(await lines(file("spreadsheet", body, styles))).toEqual([
      "0 row: µ\t1",
      "0 text: B1 Box 2",
    ]);
  });

  it("puts comments and notes of table cells after the table", async () => {
    const note = `<office:annotation><dc:creator>Bo</dc:creator>${p("Check 99")}</office:annotation>`;
    const cell = (text: string) => `<table:table-cell>${p(text)}</table:table-cell>`;
    const body = `<office:text><table:table><table:table-row>${cell("Lamp")}${cell(`12.5${note}`)}</table:table-row></table:table></office:text>`;
    expect(await lines(file("text", body))).toEqual([
      "0 row: Lamp\t12.5",
      "1 text: [Bo: Check 99]",
    ]);
  });

  it("keeps superscripts in slides separate", async () => {
    const styles = style("T1", 'style:text-position="33% 58%"');
    const body = `<office:presentation><draw:page><draw:frame><draw:text-box>${p(`10${span("T1", "6")}`)}</draw:text-box></draw:frame></draw:page></office:presentation>`;
    expect(await lines(file("presentation", body, styles))).toEqual(["0 text: 10⁶"]);
  });
});

describe("Rich text", () => {
  const rich = async (body: string): Promise<string[]> =>
    lines(
      new TextEncoder().encode(
        `{\\rtf1\\ansi\\deff0{\\fonttbl{\\f0\\fswiss Arial;}{\\f1\\froman\\fcharset2{\\*\\panose 05}Symbol;}{\\f2\\fnil\\fcharset2 Wingdings;}}${body}}`,
      ),
      "a.rtf",
    );

  it("keeps superscripts and subscripts separate", async () => {
    const body = String.raw`45{\super 3} of CO\sub 2\nosupersub  is 10{\up6 6}, 1{\super st}\par`;
    expect(await rich(body)).toEqual(["0 text: 45³ of CO₂ is 10⁶, 1st"]);
  });

  it("shows the symbols of symbol fonts, however they are encoded", async () => {
    const body = String.raw`5 {\f1 m}g {\f1\'b3} 40 {\f1\u-3920?}C {\f2\'fc} {\field{\*\fldinst SYMBOL 109 \\f "Symbol" \\s 10}{\fldrslt}}g\par`;
    expect(await rich(body)).toEqual(["0 text: 5 µg ≥ 40 °C ✓ µg"]);
  });

  it("keeps struck and deleted text separate, and omits hidden text", async () => {
    const body = String.raw`Fee {\strike 10}{\striked1 0}250 {\deleted gone }{\v secret}crowns\plain \v0  now\par`;
    expect(await rich(body)).toEqual([
      "0 text: Fee 250 crowns now",
      "0 list-item: [−] 100",
      "0 list-item: [−] gone",
    ]);
  });

  it("keeps notes out of cells and numbers, and cells of nested tables separate", async () => {
    const body = String.raw`\pard\intbl Lamp\cell 12.5{\super\chftn}{\footnote\pard\plain {\super\chftn} Check 99}\cell\row \pard\intbl\itap2 n1\nestcell{\nonesttables\par}n2\nestcell{\*\nesttableprops\nestrow}\pard\intbl\itap1\cell South\cell\row\pard End\par`;
    expect(await rich(body)).toEqual([
      "0 row: Lamp\t12.5[1]",
      "1 text: [1] Check 99",
      "2 row: n1 n2\tSouth",
      "3 text: End",
    ]);
  });

  it("shows a word whose reading a field sets above it, but no field inside an instruction", async () => {
    const ruby = String.raw`{\field{\*\fldinst EQ \\* jc2 \\* hps10 \\o\\ad(\\s\\up 9(\u12392?\u12358?),\u26481?)}{\fldrslt }}`;
    const nested = String.raw`{\field{\*\fldinst = {\field{\*\fldinst NUMPAGES}{\fldrslt 7}} - 1}{\fldrslt 6}}`;
    expect(await rich(String.raw`${ruby} ${nested} sheets\par`)).toEqual([
      "0 text: 東（とう） 6 sheets",
    ]);
  });
});
