import fc from "fast-check";
import { zipSync } from "fflate";
import { describe, expect, it } from "vitest";
import { PagehoundError } from "../../../src/core/errors.js";
import { longestFormula, type Page } from "../../../src/core/page.js";
import { cellsAt, columnLetters, formulaAt, labelAt } from "../../../src/core/place.js";
import { recognise } from "../../../src/readers/registry.js";
import { tablesOf } from "../../../src/readers/tables/tables-of.js";
import { tries } from "../../tries.js";
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

const open = (bytes: Uint8Array, path = "file") => openContent(recognise(bytes, path), bytes, path);
const read = async (bytes: Uint8Array): Promise<Page[]> => readPages(await open(bytes));
const lines = async (bytes: Uint8Array): Promise<string[]> =>
  (await read(bytes)).flatMap(outlineOf);

/** How opening and reading ends: with pages, or with an error that says why. */
async function ending(bytes: Uint8Array, path = "file"): Promise<string> {
  try {
    const pages = await readPages(await open(bytes, path));
    return pages.length > 0 ? "read" : "nothing";
  } catch (error) {
    if (PagehoundError.isInstance(error)) return error.code;
    throw error;
  }
}

const styles = wordPart(
  "styles",
  '<w:style w:styleId="Kop1"><w:name w:val="heading 1"/><w:pPr><w:numPr><w:numId w:val="1"/></w:numPr></w:pPr></w:style>' +
    '<w:style w:styleId="Kop2"><w:name w:val="heading 2"/><w:basedOn w:val="Kop1"/><w:pPr><w:numPr><w:ilvl w:val="1"/></w:numPr></w:pPr></w:style>',
);
const numbering = wordPart(
  "numbering",
  '<w:abstractNum w:abstractNumId="7"><w:lvl w:ilvl="0"><w:start w:val="1"/><w:numFmt w:val="decimal"/><w:lvlText w:val="%1."/></w:lvl><w:lvl w:ilvl="1"><w:start w:val="1"/><w:numFmt w:val="decimal"/><w:lvlText w:val="%1.%2"/></w:lvl></w:abstractNum>' +
    '<w:abstractNum w:abstractNumId="8"><w:lvl w:ilvl="0"><w:start w:val="1"/><w:numFmt w:val="lowerRoman"/><w:lvlText w:val="(%1)"/></w:lvl></w:abstractNum>' +
    '<w:num w:numId="1"><w:abstractNumId w:val="7"/></w:num><w:num w:numId="2"><w:abstractNumId w:val="8"/></w:num>',
);
const styled = {
  parts: { "word/styles.xml": styles, "word/numbering.xml": numbering },
  named: { rId8: ["styles", "styles.xml"], rId9: ["numbering", "numbering.xml"] },
} as const;
const item = (text: string) =>
  `<w:p><w:pPr><w:numPr><w:ilvl w:val="0"/><w:numId w:val="2"/></w:numPr></w:pPr><w:r><w:t>${text}</w:t></w:r></w:p>`;
const row = (...cells: string[]) =>
  `<w:tr>${cells.map((cell) => `<w:tc>${paragraph(cell)}</w:tc>`).join("")}</w:tr>`;

describe("Word", () => {
  it("numbers headings and lists as the document shows them, and names places by headings", async () => {
    const body = [
      paragraph("Ferries", "Kop1"),
      paragraph("Costs", "Kop2"),
      item("fuel"),
      item("crew"),
      paragraph("Fares", "Kop2"),
      paragraph("A crossing costs 12 euros."),
    ];
    const pages = await read(wordFile(body.join(""), styled.parts, styled.named));
    expect(pages.flatMap(outlineOf)).toEqual([
      "0 heading1: 1. Ferries",
      "1 heading2: 1.1 Costs",
      "2 list-item: (i) fuel",
      "2 list-item: (ii) crew",
      "3 heading2: 1.2 Fares",
      "4 text: A crossing costs 12 euros.",
    ]);
    const [page] = pages as [Page];
    expect(page.label).toBe("1. Ferries");
    const start = page.text.indexOf("12 euros");
    expect(labelAt(page, { start, end: start + 8 })).toBe("1.2 Fares");
  });

  it("reads tables as rows, with empty cells for spans", async () => {
    const table =
      `<w:tbl>${row("Route", "2023", "2024")}<w:tr><w:tc><w:tcPr><w:gridSpan w:val="2"/></w:tcPr>${paragraph("North")}</w:tc><w:tc>${paragraph("9")}${paragraph("est.")}</w:tc></w:tr>` +
      `<w:tr><w:tc><w:tcPr><w:vMerge/></w:tcPr>${paragraph("North")}</w:tc><w:tc>${paragraph("7")}</w:tc></w:tr></w:tbl>`;
    expect(await lines(wordFile(table))).toEqual([
      "0 row: Route\t2023\t2024",
      "0 row: North\t\t9 est.",
      "0 row: \t7",
    ]);
    const layout = `<w:tbl><w:tr><w:tc>${paragraph("A frame")}</w:tc></w:tr></w:tbl>`;
    expect(await lines(wordFile(layout))).toEqual(["0 text: A frame"]);
  });

  it("reads notes, comments, text boxes and equations in place, and each header once", async () => {
    const box = (text: string) => `<w:txbxContent>${paragraph(text)}</w:txbxContent>`;
    const run = (text: string) => `<m:r><m:t>${text}</m:t></m:r>`;
    const power = (base: string, sup: string) =>
      `<m:sSup><m:e>${run(base)}</m:e><m:sup>${run(sup)}</m:sup></m:sSup>`;
    const body =
      '<w:p><w:r><w:t>Ships</w:t></w:r><w:r><w:footnoteReference w:id="2"/></w:r><w:r><w:t> sail</w:t></w:r><w:r><w:commentReference w:id="0"/></w:r></w:p>' +
      `<w:p><w:r><mc:AlternateContent><mc:Choice>${box("In a box")}</mc:Choice><mc:Fallback>${box("In a box")}</mc:Fallback></mc:AlternateContent></w:r></w:p>` +
      `<w:p><m:oMath><m:f><m:num>${run("a+b")}</m:num><m:den>${run("2")}</m:den></m:f></m:oMath></w:p>` +
      `<w:p><m:oMath>${run("E=m")}${power("c", "2")}${power("x", "n-1")}</m:oMath></w:p>`;
    const parts = {
      "word/footnotes.xml": wordPart(
        "footnotes",
        `<w:footnote w:id="2">${paragraph("At sea.")}</w:footnote>`,
      ),
      "word/comments.xml": wordPart(
        "comments",
        `<w:comment w:id="0" w:author="Ada">${paragraph("Where to?")}</w:comment>`,
      ),
      "word/header1.xml": wordPart("hdr", paragraph("Harbour office")),
      "word/header2.xml": wordPart("hdr", paragraph("Harbour office")),
    };
    const named = {
      rId1: ["footnotes", "footnotes.xml"],
      rId2: ["comments", "comments.xml"],
      rId3: ["header", "header1.xml"],
      rId4: ["header", "header2.xml"],
    } as const;
    expect(await lines(wordFile(body, parts, named))).toEqual([
      "0 text: Harbour office",
      "1 text: Ships[1] sail",
      "2 text: [1] At sea.",
      "3 text: [Ada: Where to?]",
      "4 text: In a box",
      "5 text: (a+b)/2",
      "6 text: E=mc² x^(n-1)",
    ]);
  });

  it("includes the text of linked files in place", async () => {
    const page = "<html><body><h1>Report</h1><p>From a page.</p></body></html>";
    const mime = `MIME-Version: 1.0\nContent-Type: text/html\nContent-Transfer-Encoding: quoted-printable\n\n<p>In a=\n mail.</p>`;
    const chunk = (id: string) => `<w:altChunk r:id="${id}"/>`;
    const found = await lines(
      wordFile(
        `${paragraph("Before")}${chunk("page")}${chunk("mail")}${chunk("none")}${paragraph("After")}`,
        { "word/a.htm": page, "word/b.mht": mime },
        { page: ["aFChunk", "a.htm"], mail: ["aFChunk", "b.mht"], none: ["aFChunk", "c.htm"] },
      ),
    );
    expect(found).toEqual([
      "0 text: Before",
      "1 heading1: Report",
      "2 text: From a page.",
      "3 text: In a mail.",
      "4 text: After",
    ]);
  });

  it("accepts tracked changes, and keeps deletions separate", async () => {
    const body =
      "<w:p><w:r><w:t>Twelve </w:t></w:r><w:del><w:r><w:delText>old </w:delText></w:r></w:del><w:ins><w:r><w:t>new </w:t></w:r></w:ins><w:r><w:t>ships &#x1F6A2; &amp; more</w:t></w:r></w:p>";
    const pages = await read(wordFile(body));
    expect(pages.map(outlineOf)).toEqual([
      ["0 text: Twelve new ships \u{1f6a2} & more"],
      ["0 list-item: [−] old"],
    ]);
  });
});

const cell = (place: string, value: string, more = "") =>
  `<c r="${place}"${more}><v>${value}</v></c>`;
const text = (place: string, value: string) =>
  `<c r="${place}" t="inlineStr"><is><t>${value}</t></is></c>`;
const formats =
  '<styleSheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><numFmts><numFmt numFmtId="164" formatCode="yyyy\\-mm\\-dd"/><numFmt numFmtId="165" formatCode="[h]:mm"/></numFmts><cellXfs><xf numFmtId="0"/><xf numFmtId="164"/><xf numFmtId="10"/><xf numFmtId="4"/><xf numFmtId="165"/></cellXfs></styleSheet>';
const strings =
  '<sst xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><si><r><t>Reve</t></r><r><t>nue</t></r><rPh><t>x</t></rPh></si></sst>';

describe("Excel", () => {
  it("shows formatted values with their cells", async () => {
    const rows =
      `<row r="3">${text("B3", "Item")}${text("C3", "Day")}${text("E3", "Share")}</row>` +
      `<row r="4">${cell("B4", "0", ' t="s"')}${cell("C4", "45000", ' s="1"')}${cell("E4", "0.1234", ' s="2"')}</row>` +
      `<row r="5">${text("B5", "Cost")}<c r="E5" s="3"><f>1000+234.5</f><v>1234.5</v></c></row>` +
      `<row r="9">${text("B9", "Open")}${cell("C9", "1", ' t="b"')}${cell("E9", "#DIV/0!", ' t="e"')}</row>`;
    const parts = { "xl/styles.xml": formats, "xl/sharedStrings.xml": strings };
    const pages = await read(excelFile({ Budget: rows, Old: "" }, { parts, hidden: "Old" }));
    const [page] = pages as [Page];
    expect(page.text).toBe(
      "Item\tDay\tShare\nRevenue\t2023-03-15\t12.34%\nCost\t\t1,234.50\n\nOpen\tTRUE\t#DIV/0!\n",
    );
    const at = (shown: string) => {
      const start = page.text.indexOf(shown);
      return labelAt(page, { start, end: start + shown.length });
    };
    expect(at("1,234.50")).toBe("Budget, E5");
    expect(at("Day\tShare")).toBe("Budget, C3:E3");
    expect(labelAt(page, { start: 0, end: page.text.length })).toBe("Budget, B3:E9");
    const [table] = tablesOf(page);
    expect(table?.columns.map(({ heads }) => heads[0])).toEqual(["Item", "Day", "Share"]);
  });

  it("counts days from 1904 if a workbook does, and marks hidden sheets", async () => {
    const parts = { "xl/styles.xml": formats, "xl/sharedStrings.xml": strings };
    const properties = '<workbookPr date1904="1"/>';
    const file = excelFile(
      // A duration counts from no day.
      {
        Old: `<row r="1">${cell("A1", "43538", ' s="1"')}</row><row r="2">${cell("A2", "1.25", ' s="4"')}</row>`,
      },
      { parts, properties, hidden: "Old" },
    );
    const [page] = (await read(file)) as [Page];
    expect([page.label, page.text]).toEqual(["Old (hidden)", "2023-03-15\n30:00\n"]);
  });

  it("parses a format once, and shows raw numbers under one that is too long", async () => {
    const code = `0${"\\?".repeat(6_000)}`;
    const styles = `<styleSheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><numFmts><numFmt numFmtId="164" formatCode="${code}"/><numFmt numFmtId="165" formatCode="[x"/></numFmts><cellXfs><xf numFmtId="164"/><xf numFmtId="165"/></cellXfs></styleSheet>`;
    const row = (at: number): string =>
      `<row r="${at}">${cell(`A${at}`, "7", ' s="0"')}${cell(`B${at}`, "8", ' s="1"')}</row>`;
    const rows = (count: number): string =>
      Array.from({ length: count }, (_, at) => row(at + 1)).join("");
    const pages = (count: number) =>
      read(excelFile({ S: rows(count) }, { parts: { "xl/styles.xml": styles } }));
    const [page] = (await pages(300)) as [Page];
    expect(page.text).toBe("7\t8\n".repeat(300));
  });

  it("reads a shared formula with many open brackets in linear time, up to the limit", async () => {
    const formula = "[".repeat(200_000);
    const row = (at: number, content: string): string =>
      `<row r="${at}"><c r="A${at}"><f t="shared" si="0" ref="A1:A3">${content}</f><v>1</v></c></row>`;
    const [page] = (await read(excelFile({ S: row(1, formula) + row(2, "") + row(3, "") }))) as [
      Page,
    ];
    const lengths = page.cells?.formulas?.texts.map((text) => text.length);
    expect(lengths).toEqual([longestFormula, longestFormula, longestFormula]);
  });

  it("keeps formulas separate from text, in the notation of Excel", async () => {
    const made = (name: string, formula: string, value: string) =>
      `<c r="${name}">${formula}<v>${value}</v></c>`;
    const shared = (content = "", more = "") => `<f t="shared" si="0"${more}>${content}</f>`;
    const row = (number: number, cells: string) => `<row r="${number}">${cells}</row>`;
    const first = "SUM(A1:$B$1,LOG10(A1),'Old A1'!C3,IF(A1=\"A1\",Rates[A1],A:A)*2:2)";
    const rows =
      row(1, cell("A1", "10") + cell("B1", "2") + made("C1", shared(first, ' ref="C1:C2"'), "3")) +
      row(2, cell("A2", "20") + made("B2", '<f t="array" ref="B2:B3">A1:A2*2</f>', "4")) +
      row(
        3,
        made("A3", "<f>_xlfn.CONCAT(A1,1)</f>", "5") +
          cell("B3", "6") +
          made("C3", shared(), "7") +
          '<c r="D3" cm="1"><f t="array" ref="D3:D4">_xlfn._xlws.SORT(A1:A2)</f><v>8</v></c>',
      ) +
      row(4, `${cell("A4", "9")}<c r="C4" t="str"><f>T(A4)</f><v></v></c>${cell("D4", "1")}`) +
      row(5, made("A5", '<f t="dataTable" ref="A5:A6" r1="B1"/>', "1") + made("B5", shared(), "1"));
    const [page] = (await read(excelFile({ S: rows }))) as [Page];
    expect(page.text).not.toMatch(/SUM|SORT|CONCAT/);
    const { columns, rows: numbers, formulas } = page.cells ?? expect.fail("no cells");
    const found = formulas?.texts.map((text, index) => {
      const [line = 0, column = 0] = formulas.places.subarray(2 * index);
      return `${columnLetters(columns[column] ?? 0)}${numbers[line]} ${text}`;
    });
    expect(found).toEqual([
      "C1 =SUM(A1:$B$1,LOG10(A1),'Old A1'!C3,IF(A1=\"A1\",Rates[A1],A:A)*2:2)",
      "B2 {=A1:A2*2}",
      "A3 =CONCAT(A1,1)",
      "B3 {=A1:A2*2}",
      "C3 =SUM(A3:$B$1,LOG10(A3),'Old A1'!C5,IF(A3=\"A1\",Rates[A1],A:A)*4:4)",
      "D3 =SORT(A1:A2)",
      "C4 =T(A4)",
      "A5 {=TABLE(,B1)}",
      // There is no column to the left of A.
      "B5 =SUM(#REF!:$B$1,LOG10(#REF!),'Old A1'!B7,IF(#REF!=\"A1\",Rates[A1],#REF!)*6:6)",
    ]);
    expect(formulaAt(page, page.text.indexOf("7"))).toMatch(/^=SUM\(A3/);
    expect(formulaAt(page, 0)).toBeNull();
  });

  it("splits long sheets between rows, with the same header", async () => {
    const rows = Array.from(
      { length: 400 },
      (_, index) =>
        `<row r="${index + 2}">${text(`A${index + 2}`, `Route ${index}`)}${cell(`B${index + 2}`, `${index}`)}</row>`,
    );
    const head = `<row r="1">${text("A1", "Route")}${text("B1", "Passengers")}</row>`;
    const workbook = await open(excelFile({ Lines: head + rows.join("") }));
    const pages = await readPages(workbook);
    expect(pages.length).toBeGreaterThan(1);
    expect(workbook.metadata.units).toBe(1);
    for (const page of pages) {
      expect(page.text.startsWith("Route\tPassengers\n")).toBe(true);
      expect(page.cells?.rows.length).toBe(page.lines.length);
    }
    const last = pages.at(-1) as Page;
    expect(labelAt(last, { start: last.text.length - 4, end: last.text.length - 1 })).toBe(
      "Lines, B401",
    );
  });

  it("finds each cell of a random sheet at its own address", async () => {
    const place = fc.record({
      row: fc.integer({ min: 1, max: 60 }),
      column: fc.integer({ min: 1, max: 800 }),
    });
    const sheet = fc.uniqueArray(place, {
      selector: ({ row, column }) => `${row} ${column}`,
      minLength: 1,
      maxLength: 40,
    });
    await fc.assert(
      fc.asyncProperty(sheet, async (places) => {
        const names = places.map(({ row, column }) => ({ row, name: columnLetters(column) + row }));
        const rows = [...new Set(names.map(({ row }) => row))].map((number) => {
          const cells = names.filter(({ row }) => row === number);
          return `<row r="${number}">${cells.map(({ name }) => text(name, `at${name}.`)).join("")}</row>`;
        });
        const pages = await read(excelFile({ S: rows.join("") }));
        for (const { name } of names) {
          const page = pages.find((each) => each.text.includes(`at${name}.`)) as Page;
          const start = page.text.indexOf(`at${name}.`);
          expect(cellsAt(page, { start, end: start + name.length + 3 })).toBe(name);
        }
      }),
      { numRuns: 15 },
    );
  });
});

it("reports progress to the end while a large file is opened", async () => {
  const rows = Array.from({ length: 20_000 }, (_, at) => {
    return `<row r="${at + 1}"><c r="A${at + 1}"><v>${(at * 7919) % 10007}</v></c></row>`;
  });
  const bytes = excelFile({ Numbers: rows.join("") });
  const shares: number[] = [];
  const opening = (share: number): void => void shares.push(share);
  const format = recognise(bytes, "a.xlsx");
  await format.open({
    ...{ bytes: new Uint8Array(bytes), path: "a.xlsx", password: undefined, recogniser: null },
    ...{ assetsBase: "https://example.invalid/", opening },
  });
  expect(shares.length).toBeGreaterThan(2);
  expect(shares).toEqual(shares.toSorted((a, b) => a - b));
  expect(shares.at(-1)).toBeGreaterThan(0.9);
  expect(shares.at(-1)).toBeLessThanOrEqual(1);
});

describe("PowerPoint", () => {
  it("makes a page of each slide, in the order of the presentation, with tables and notes", async () => {
    const table = `<p:graphicFrame><a:graphic><a:graphicData><a:tbl>${["Port|Ships", "Oslo|12"]
      .map(
        (line) =>
          `<a:tr>${line
            .split("|")
            .map(
              (each) =>
                `<a:tc><a:txBody><a:p><a:r><a:t>${each}</a:t></a:r></a:p></a:txBody></a:tc>`,
            )
            .join("")}</a:tr>`,
      )
      .join("")}</a:tbl></a:graphicData></a:graphic></p:graphicFrame>`;
    const first = `<p:grpSp>${shape("In a group")}</p:grpSp>${shape("Harbours", "title")}${shape("One\nTwo", "body")}${table}`;
    const notes = {
      "ppt/slides/_rels/slide2.xml.rels": relations({
        rId1: ["notesSlide", "../notesSlides/notesSlide1.xml"],
      }),
      "ppt/notesSlides/notesSlide1.xml": `<p:notes xmlns:p="p" xmlns:a="a"><p:cSld><p:spTree>${shape("Say hello", "body")}${shape("Drawn beside")}${shape("Harbour office", "hdr")}${shape("Harbour office", "ftr")}</p:spTree></p:cSld></p:notes>`,
    };
    const pages = await read(slideFile([shape("The end"), first], notes));
    expect(pages.map(outlineOf)).toEqual([
      [
        "0 heading1: Harbours",
        "1 text: In a group",
        "2 list-item: • One",
        "2 list-item: • Two",
        "3 row: Port\tShips",
        "3 row: Oslo\t12",
        "4 list-item: • Say hello",
        "5 text: Drawn beside",
        "6 text: Harbour office",
      ],
      ["0 text: The end"],
    ]);
  });

  it("numbers paragraphs as the slide does", async () => {
    const item = (text: string, numbering: string, level = 0) =>
      `<a:p><a:pPr lvl="${level}">${numbering}</a:pPr><a:r><a:t>${text}</a:t></a:r></a:p>`;
    const numbered = (type: string, more = "") => `<a:buAutoNum type="${type}" ${more}/>`;
    const arabic = numbered("arabicPeriod");
    const body = [
      item("Cast off", arabic),
      item("bow line", numbered("alphaLcParenR"), 1),
      item("stern line", numbered("alphaLcParenR"), 1),
      item("Leave the quay", arabic),
      item("Or stay", '<a:buChar char="•"/>'),
      item("Start again", arabic),
      item("Third", numbered("romanUcParenBoth", 'startAt="3"')),
      item("Fourth", numbered("romanUcParenBoth", 'startAt="3"')),
    ].join("");
    const [page] = await read(slideFile([`<p:sp><p:txBody>${body}</p:txBody></p:sp>`]));
    expect(page?.text).toBe(
      "1. Cast off\na) bow line\nb) stern line\n2. Leave the quay\n• Or stay\n1. Start again\n(III) Third\n(IV) Fourth\n",
    );
  });
});

describe("office files", () => {
  it("recognises office files by their content, regardless of their name", async () => {
    const file = wordFile(paragraph("Dear Sir"));
    for (const path of ["letter.docx", "letter", "letter.txt", "letter.xlsx"]) {
      expect(recognise(file, path).id).toBe("docx");
    }
    expect(() => recognise(file, "letter.pdf")).toThrow("its content is Word document");
  });

  it("refuses office files that declare entities, without expanding them", async () => {
    const bomb = zipped({
      "_rels/.rels": relations({ rId1: ["officeDocument", "word/document.xml"] }),
      "word/document.xml":
        '<!DOCTYPE d [<!ENTITY a "lol"><!ENTITY b "&a;&a;">]><d><p><r><t>&b;</t></r></p></d>',
    });
    expect(await ending(bomb, "bomb.docx")).toBe("damaged-file");
  });

  it("refuses office files that expand too much, with a plain reason", async () => {
    const long = "x".repeat(30_000);
    const shared = `<sst><si><t>${long}</t></si></sst>`;
    const cells = Array.from(
      { length: 6_000 },
      (_, at) => `<row r="${at + 1}">${cell(`A${at + 1}`, "0", ' t="s"')}</row>`,
    );
    const file = excelFile({ S: cells.join("") }, { parts: { "xl/sharedStrings.xml": shared } });
    expect(file.length).toBeLessThan(200_000);
    expect(await ending(file, "bomb.xlsx")).toBe("too-large");
    const deep = wordFile("<w:sdt>".repeat(3_000));
    expect(await ending(deep, "deep.docx")).toBe("damaged-file");
  });

  it("reads truncated office files as far as possible, with a note", async () => {
    const whole = wordPart(
      "document",
      `<w:body>${paragraph("First")}${paragraph("Second")}</w:body>`,
    );
    const cut = whole.slice(0, whole.indexOf("Second") + 3);
    const file = zipped({
      "_rels/.rels": relations({ rId1: ["officeDocument", "word/document.xml"] }),
      "word/document.xml": cut,
    });
    const pages = await read(file);
    expect(pages.map(({ state }) => state)).toEqual(["text", "unreadable"]);
    expect(pages[1]?.problem).toContain("damaged");
  });

  it("reads office files or gives a reason, even if they are truncated or have flipped bytes", async () => {
    const files = [
      wordFile(
        `${paragraph("Dear Sir")}<w:tbl>${row("a", "b")}</w:tbl>`,
        styled.parts,
        styled.named,
      ),
      excelFile(
        { S: `<row r="1">${text("A1", "x")}</row>` },
        { parts: { "xl/styles.xml": formats } },
      ),
      slideFile([shape("Hello", "title")]),
      zipSync({ "word/document.xml": [new TextEncoder().encode("<a>"), { level: 0 }] }),
    ];
    const damage = fc.record({
      file: fc.constantFrom(...files),
      keep: fc.option(fc.double({ min: 0, max: 1, noNaN: true })),
      flips: fc.array(
        fc.tuple(fc.double({ min: 0, max: 0.999, noNaN: true }), fc.integer({ min: 1, max: 255 })),
        { maxLength: 6 },
      ),
    });
    await fc.assert(
      fc.asyncProperty(damage, async ({ file, keep, flips }) => {
        const bytes = file.slice(
          0,
          keep === null ? file.length : Math.max(1, Math.floor(keep * file.length)),
        );
        for (const [at, by] of flips) {
          const index = Math.floor(at * bytes.length);
          bytes[index] = (bytes[index] ?? 0) ^ by;
        }
        expect(await ending(bytes, "file.docx")).toBeOneOf([
          "read",
          "damaged-file",
          "unsupported-format",
          "format-mismatch",
          "too-large",
        ]);
      }),
      { numRuns: tries(60, 1_000) },
    );
  });
});
