import { readFile } from "node:fs/promises";
import { describe, expect, it } from "vitest";
import type { Page } from "../../../src/core/page.js";
import { formulaAt, labelAt } from "../../../src/core/place.js";
import { recognise } from "../../../src/readers/registry.js";
import { compoundFile } from "./locked-files.js";
import { zipped } from "./office-files.js";
import { openContent, outlineOf, readPages } from "./open-fixture.js";

async function read(
  content: Uint8Array | string,
  path: string,
): Promise<{ format: string; pages: Page[]; units: number | undefined }> {
  const bytes = typeof content === "string" ? new TextEncoder().encode(content) : content;
  const format = recognise(bytes, path);
  const document = await openContent(format, bytes, path);
  const { units } = document.metadata;
  return { format: format.id, pages: await readPages(document), units };
}

const spaces =
  'xmlns:office="o" xmlns:text="t" xmlns:table="tb" xmlns:draw="d" xmlns:presentation="p" xmlns:dc="dc" xmlns:style="s"';
/** An OpenDocument file with this body. */
const openDocument = (
  type: string,
  body: string,
  parts: Readonly<Record<string, string>> = {},
  styles = "",
) =>
  zipped({
    mimetype: `application/vnd.oasis.opendocument.${type}`,
    "content.xml": `<office:document-content ${spaces}><office:automatic-styles>${styles}</office:automatic-styles><office:body>${body}</office:body></office:document-content>`,
    ...parts,
  });
const p = (text: string) => `<text:p>${text}</text:p>`;

describe("OpenDocument", () => {
  it("reads texts with headings, lists, tables, notes and removed text", async () => {
    const body =
      `<office:text><text:tracked-changes><text:changed-region><text:deletion>${p("old")}</text:deletion></text:changed-region></text:tracked-changes>` +
      '<text:h text:outline-level="2">Costs</text:h>' +
      `<text:p>A<text:s text:c="2"/>ship<text:note><text:note-citation>1</text:note-citation><text:note-body>${p("At sea.")}</text:note-body></text:note></text:p>` +
      `<text:list><text:list-item>${p("fuel")}</text:list-item><text:list-item>${p("crew")}</text:list-item></text:list>` +
      `<table:table><table:table-row><table:table-cell>${p("Port")}</table:table-cell><table:table-cell>${p("Ships")}</table:table-cell></table:table-row><table:table-row><table:table-cell>${p("Oslo")}</table:table-cell><table:table-cell>${p("12")}</table:table-cell></table:table-row></table:table></office:text>`;
    const { format, pages } = await read(openDocument("text", body), "a.odt");
    expect(format).toBe("odt");
    expect(pages.flatMap(outlineOf)).toEqual([
      "0 heading2: Costs",
      "1 text: A ship[1]",
      "2 text: [1] At sea.",
      "3 list-item: fuel",
      "3 list-item: crew",
      "4 row: Port\tShips",
      "4 row: Oslo\t12",
      "0 list-item: [−] old",
    ]);
  });

  describe("lists and headings", () => {
    const number = (level: number, format: string, more = "") =>
      `<text:list-level-style-number text:level="${level}" style:num-format="${format}" ${more}/>`;
    const styles =
      `<text:list-style style:name="L">${number(1, "1", 'style:num-suffix="."')}${number(2, "a", 'style:num-prefix="(" style:num-suffix=")"')}${number(3, "1", 'text:display-levels="3"')}</text:list-style>` +
      '<text:list-style style:name="B"><text:list-level-style-bullet text:level="1" text:bullet-char="●"/></text:list-style>' +
      '<style:style style:name="Plain" style:family="paragraph"><style:paragraph-properties text:enable-numbering="false"/></style:style>';
    const list = (items: string, more = 'text:style-name="L"') =>
      `<text:list ${more}>${items}</text:list>`;
    const item = (content: string, more = "") =>
      `<text:list-item ${more}>${content}</text:list-item>`;
    const linesOf = async (body: string, parts: Readonly<Record<string, string>> = {}) => {
      const content = openDocument("text", `<office:text>${body}</office:text>`, parts, styles);
      const { pages } = await read(content, "a.odt");
      return pages.flatMap(({ text }) => text.split("\n").filter(Boolean));
    };

    it("gives lists and headings the numbers and bullets that programs show", async () => {
      const inner = list(item(p("by post") + list(item(p("signed")))) + item(p("online")), "");
      const body =
        list(item(p("Rent") + p("each month")) + item(p("Notice") + inner)) +
        list(item(p("keys")), 'text:style-name="B"');
      expect(await linesOf(body)).toEqual([
        "1. Rent",
        "each month",
        "2. Notice",
        "(a) by post",
        "2.a.1 signed",
        "(b) online",
        "• keys",
      ]);
    });

    it("continues counting in lists and headings that continue another list, and otherwise restarts at one", async () => {
      const named = 'text:style-name="L" xml:id="x"';
      const body =
        list(item(p("one")) + item(p("two")), named) +
        list(item(p("new"))) +
        list(item(p("second")), 'text:style-name="L" text:continue-numbering="true"') +
        list(item(p("three")), 'text:style-name="L" text:continue-list="x"') +
        list(item(p("nine"), 'text:start-value="9"') + item(p("ten")));
      expect(await linesOf(body)).toEqual([
        "1. one",
        "2. two",
        "1. new",
        "2. second",
        "3. three",
        "9. nine",
        "10. ten",
      ]);
    });

    it("gives no number to a list's header, to unnumbered paragraphs, or in cells", async () => {
      const cell = `<table:table-cell>${list(item(p("7")), 'text:style-name="B"')}</table:table-cell>`;
      const rules =
        `<text:list-header>${p("Rules")}</text:list-header>` +
        item('<text:p text:style-name="Plain">see below</text:p>') +
        item(list(item(p("deep")), ""));
      const table = `<table:table><table:table-row>${cell}</table:table-row></table:table>`;
      expect(await linesOf(list(rules) + table)).toEqual(["Rules", "see below", "(a) deep", "7"]);
    });

    it("numbers headings as the outline does", async () => {
      const outline = `<text:outline-style><text:outline-level-style text:level="1" style:num-format="I"/><text:outline-level-style text:level="2" style:num-format="1" text:display-levels="2"/><text:outline-level-style text:level="3" style:num-format=""/></text:outline-style>`;
      const heading = (level: number, text: string, more = "") =>
        `<text:h text:outline-level="${level}" ${more}>${text}</text:h>`;
      const body =
        heading(1, "Scope") +
        heading(2, "Ports") +
        heading(2, "Ships") +
        heading(3, "Age") +
        heading(1, "Annex", 'text:is-list-header="true"') +
        heading(1, "Costs") +
        heading(2, "Fuel");
      const parts = {
        "styles.xml": `<office:document-styles ${spaces}><office:styles>${outline}</office:styles></office:document-styles>`,
      };
      expect(await linesOf(body, parts)).toEqual([
        "I Scope",
        "I.1 Ports",
        "I.2 Ships",
        "Age",
        "Annex",
        "II Costs",
        "II.1 Fuel",
      ]);
    });
  });

  it("gives cells of spreadsheets their addresses, however often cells and rows are repeated", async () => {
    const cell = (text: string, more = "") =>
      `<table:table-cell${more}>${p(text)}</table:table-cell>`;
    const body =
      '<office:spreadsheet><table:table table:name="Budget"><table:table-row table:number-rows-repeated="3"><table:table-cell table:number-columns-repeated="1024"/></table:table-row>' +
      `<table:table-row><table:table-cell/>${cell("Cost")}${cell("7", ' table:number-columns-repeated="2"')}</table:table-row>` +
      '<table:table-row table:number-rows-repeated="1048000"><table:table-cell/></table:table-row></table:table></office:spreadsheet>';
    const { pages } = await read(openDocument("spreadsheet", body), "a.ods");
    const [page] = pages as [Page];
    expect(page.text).toBe("Cost\t7\t7\n");
    expect(labelAt(page, { start: 0, end: 8 })).toBe("Budget, B4:D4");
    expect(pages).toHaveLength(1);
  });

  it("keeps formulas of spreadsheets separate, as programs show them", async () => {
    const made = (formula: string, more = "") =>
      `<table:table-cell table:formula="${formula}"${more}>${p("7")}</table:table-cell>`;
    const body = `<office:spreadsheet><table:table table:name="S"><table:table-row>${made(
      "of:=SUM([.B2:.B4];[$'My sheet'.A1];&quot;[.x]&quot;)",
    )}${made("of:=[.A1:.A2]*2", ' table:number-matrix-rows-spanned="2"')}<table:table-cell office:value="8"/></table:table-row></table:table></office:spreadsheet>`;
    const { pages } = await read(openDocument("spreadsheet", body), "a.ods");
    const [page] = pages as [Page];
    // A value counts even if the program did not write its displayed text.
    expect(page.text).toBe("7\t7\t8\n");
    expect([formulaAt(page, 0), formulaAt(page, 2)]).toEqual([
      `=SUM(B2:B4;$'My sheet'.A1;"[.x]")`,
      "{=A1:A2*2}",
    ]);
  });

  it("includes headers and footers of spreadsheets, except page counts", async () => {
    const masters = `<office:master-styles><style:master-page><style:header>${p("Harbour office")}</style:header><style:footer><text:p>Page <text:page-number>1</text:page-number></text:p></style:footer></style:master-page></office:master-styles>`;
    const body = `<office:spreadsheet><table:table table:name="A"><table:table-row><table:table-cell>${p("7")}</table:table-cell></table:table-row></table:table></office:spreadsheet>`;
    const styles = { "styles.xml": `<office:document-styles>${masters}</office:document-styles>` };
    const { pages } = await read(openDocument("spreadsheet", body, styles), "a.ods");
    expect(pages.map(({ text }) => text)).toEqual(["7\n", "Harbour office\n"]);
  });

  it("makes a page of each slide of a presentation, its title first", async () => {
    const frame = (kind: string, text: string) =>
      `<draw:frame presentation:class="${kind}"><draw:text-box>${p(text)}</draw:text-box></draw:frame>`;
    const body = `<office:presentation><draw:page>${frame("outline", "Ships")}${frame("title", "Ports")}<presentation:notes>${frame("notes", "Smile")}</presentation:notes></draw:page><draw:page>${frame("subtitle", "End")}</draw:page></office:presentation>`;
    const { pages } = await read(openDocument("presentation", body), "a.odp");
    expect(pages.map(outlineOf)).toEqual([
      ["0 heading1: Ports", "1 text: Ships", "2 text: Smile"],
      ["0 text: End"],
    ]);
  });
});

/** The parts of a book with two chapters; `locks` is its list of encrypted files. */
function bookParts(locks = ""): Record<string, string> {
  const chapter = (title: string) => `<html><body><h1>${title}</h1><p>Once.</p></body></html>`;
  return {
    mimetype: "application/epub+zip",
    "META-INF/container.xml":
      '<container><rootfiles><rootfile full-path="OPS/book.opf"/></rootfiles></container>',
    ...(locks === "" ? {} : { "META-INF/encryption.xml": `<encryption>${locks}</encryption>` }),
    "OPS/book.opf":
      '<package xmlns:dc="x"><metadata><dc:title>Tales</dc:title></metadata><manifest><item id="b" href="b.xhtml"/><item id="a" href="a%20b.xhtml"/></manifest><spine><itemref idref="b"/><itemref idref="a"/></spine></package>',
    "OPS/a b.xhtml": chapter("Second"),
    "OPS/b.xhtml": chapter("First"),
  };
}

const book = (locks = "") => zipped(bookParts(locks));

function bookWithout(...names: readonly string[]): Uint8Array {
  const parts = Object.entries(bookParts()).filter(([name]) => !names.includes(name));
  return zipped(Object.fromEntries(parts));
}

const lock = (algorithm: string, file: string) =>
  `<enc:EncryptedData xmlns:enc="x"><enc:EncryptionMethod Algorithm="${algorithm}"/><enc:CipherData><enc:CipherReference URI="${file}"/></enc:CipherData></enc:EncryptedData>`;

it("reads a book chapter by chapter, in its own order", async () => {
  const { format, pages, units } = await read(book(), "a.epub");
  expect([format, units]).toEqual(["epub", 2]);
  expect(pages.map(({ label, text }) => [label, text])).toEqual([
    ["First", "First\n\nOnce.\n"],
    ["Second", "Second\n\nOnce.\n"],
  ]);
});

it("refuses a book with encrypted chapters, but not one with obfuscated fonts", async () => {
  const aes = "http://www.w3.org/2001/04/xmlenc#aes128-cbc";
  await expect(read(book(lock(aes, "OPS/a%20b.xhtml")), "a.epub")).rejects.toMatchObject({
    code: "unsupported-format",
    message: expect.stringContaining("a.epub is protected by DRM"),
  });
  const masked = lock("http://www.idpf.org/2008/embedding", "OPS/font.otf");
  expect((await read(book(masked), "a.epub")).pages).toHaveLength(2);
});

describe("a book", () => {
  it.each([
    ["misc_title_self.epub", "After self closing title pelican.\n"],
    ["misc_cdata.epub", "Cdata words dove after end\n"],
    ["misc_ruby.epub", "東京（とうきょう）の天気（てんき）は良い。\n"],
  ])("reads a book as XHTML: %s", async (name, text) => {
    const file = await readFile(new URL(`../../fixtures/reported/${name}`, import.meta.url));
    expect((await read(new Uint8Array(file), name)).pages.map((page) => page.text)).toEqual([text]);
  });

  it("names a missing chapter, and reads the others", async () => {
    const { pages } = await read(bookWithout("OPS/b.xhtml"), "a.epub");
    expect(pages.map(({ label, state, problem }) => [label, state, problem])).toEqual([
      [
        "b.xhtml",
        "unreadable",
        "The chapter b.xhtml is missing in this book. Get a new copy of the book.",
      ],
      ["Second", "text", undefined],
    ]);
  });

  it("names a damaged chapter, and shows its readable part", async () => {
    const bytes = zipped(bookParts(), { level: 0 });
    const at = Buffer.from(bytes).indexOf("First");
    bytes.set([0xff], at + 4);
    const { pages } = await read(bytes, "a.epub");
    expect(pages.map(({ state, problem = "" }) => [state, problem])).toEqual([
      ["text", ""],
      [
        "unreadable",
        "The rest of the chapter b.xhtml is damaged and could not be read. Get a new copy of the book.",
      ],
      ["text", ""],
    ]);
  });

  it("refuses a book as damaged if no chapter is readable", async () => {
    const none = bookWithout("OPS/b.xhtml", "OPS/a b.xhtml");
    await expect(read(none, "a.epub")).rejects.toMatchObject({ code: "damaged-file" });
  });
});

const mail = (subject: string) =>
  `From: =?utf-8?q?Ad=C3=A8le?= <a@example.org>\r\nTo: b@example.org\r\nSubject: ${subject}\r\nDate: Tue, 3 Feb 2026 10:00:00 +0000\r\nMIME-Version: 1.0\r\nContent-Type: multipart/mixed; boundary=x\r\n\r\n--x\r\nContent-Type: text/html; charset=utf-8\r\n\r\n<p>Dear <b>Bob</b></p><script>alert(1)</script>\r\n--x\r\nContent-Type: application/pdf\r\nContent-Disposition: attachment; filename=plan.pdf\r\n\r\n%PDF\r\n--x--\r\n`;

/** A mail with a plain text and a web page that a program shows in place of each other. */
const alternatives = (text: string, page: string) =>
  `From: a@example.org\r\nSubject: Quote\r\nMIME-Version: 1.0\r\nContent-Type: multipart/alternative; boundary=x\r\n\r\n--x\r\nContent-Type: text/plain; charset=utf-8\r\n\r\n${text}\r\n--x\r\nContent-Type: text/html; charset=utf-8\r\n\r\n${page}\r\n--x--\r\n`;

describe("mail", () => {
  it("reads the page of a mail if its plain text only refers to it", async () => {
    const table =
      "<table><tr><th>Item</th><th>Price</th></tr><tr><td>Oak worktop</td><td>£1,290</td></tr></table>";
    const page = `<html><body><p>Dear Ada, the quote is now as below.</p>${table}</body></html>`;
    const stub = alternatives("Dear Ada, please see the HTML part.", page);
    const [stubbed] = (await read(stub, "a.eml")).pages as [Page];
    expect(stubbed.text).toContain("Oak worktop\t£1,290");
    expect(stubbed.text).not.toContain("HTML part");
    const whole = "Dear Ada, the quote is now as below. An oak worktop is £1,290. [plain]";
    const [complete] = (await read(alternatives(whole, page), "a.eml")).pages as [Page];
    expect(complete.text).toContain("[plain]");
    expect(complete.text).not.toContain("Item");
    const [signs] = (await read(alternatives("", "<p>👍</p>"), "a.eml")).pages as [Page];
    expect(signs.text).toContain("👍");
    const link = `View it online: https://example.org/${"a".repeat(400)}`;
    const [linked] = (await read(alternatives(link, page), "a.eml")).pages as [Page];
    expect(linked.text).toContain("Oak worktop");
  });

  it("reads a mail with sender and recipients, without scripts, and names its attachments", async () => {
    const { format, pages } = await read(mail("Budget"), "a.eml");
    expect(format).toBe("mail");
    const [page] = pages as [Page];
    expect(page.label).toBe("Budget");
    expect(page.text).toContain("From: Adèle <a@example.org>\nTo: b@example.org\n");
    expect(page.text).toContain("Dear Bob");
    expect(page.text).toContain("plan.pdf");
    expect(page.text).not.toContain("alert");
    // Recognised by its start alone as well; a text that only mentions a sender is not mail.
    expect((await read(mail("Budget"), "letter")).format).toBe("mail");
    expect((await read("From: nobody\n\nA text.", "letter.txt")).format).toBe("text");
  });

  it("makes one part of each mail in a mailbox", async () => {
    const box = `From a@example.org Tue Feb  3 10:00:00 2026\n${mail("One")}\nFrom a@example.org Tue Feb  3 10:00:00 2026\n${mail("Two")}`;
    const { pages, units } = await read(box, "a.mbox");
    expect(pages.map(({ label }) => label)).toEqual(["One", "Two"]);
    expect(units).toBe(2);
  });

  const type = "Content-Type: multipart/mixed; boundary=";
  /** A mail with other headers or another body. */
  const odd = (subject: string, rest: string) =>
    `From: a@example.org\nTo: b@example.org\nSubject: ${subject}\nDate: Tue, 3 Feb 2026 10:00:00 +0000\n${rest}`;
  const nested = Array.from({ length: 300 }, (_, at) => `${type}x${at}\n\n--x${at}\n`).join("");
  const parts = `${type}x\n\n${"--x\n\nT\n".repeat(100_000)}`;
  const inner = Buffer.from(odd("Inner", parts)).toString("base64").replace(/.{76}/g, "$&\n");
  const unreadable = [
    ["Nested", nested, "its parts are nested more than 256 levels deep"],
    ["Headers", `${"X-Spam: yes\n".repeat(200_000)}\nText\n`, "its headers have more than 2 MB"],
    ["Parts", parts, "it has more than 50,000 parts"],
    [
      "Parts inside",
      `Content-Type: message/rfc822\nContent-Transfer-Encoding: base64\n\n${inner}\n`,
      "it has more than 50,000 parts",
    ],
  ] as const;

  it.each(unreadable)("refuses a mail with the reason: %s", async (subject, rest, reason) => {
    await expect(read(odd(subject, rest), "a.eml")).rejects.toMatchObject({
      name: "PagehoundError",
      code: "damaged-file",
      message: expect.stringContaining(`a.eml cannot be read: ${reason}.`),
    });
  });

  it("names an unreadable mail, and still reads the other mails of its mailbox", async () => {
    const mails = [mail("One"), ...unreadable.map(([name, rest]) => odd(name, rest)), mail("Two")];
    const box = mails.map((each) => `From a@example.org Tue Feb  3 10:00:00 2026\n${each}`);
    const { pages, units } = await read(box.join("\n"), "a.mbox");
    const names = unreadable.map(([name]) => name);
    expect(pages.map(({ label }) => label)).toEqual(["One", ...names, "Two"]);
    expect(units).toBe(mails.length);
    for (const [at, [name, , reason]] of unreadable.entries()) {
      expect(pages[at + 1]).toMatchObject({ state: "unreadable", text: "" });
      const problem = `Message ${at + 2} (“${name}”) cannot be read: ${reason}.`;
      expect(pages[at + 1]?.problem).toContain(problem);
    }
    expect(pages.at(-1)?.text).toContain("Dear Bob");
  });

  it("reads a mail with the mails attached to it", async () => {
    const inside = `${type}x\n\n--x\n\nOuter text.\n--x\nContent-Type: message/rfc822\n\n${odd("Inner", "\nInner text.\n")}--x--\n`;
    const { pages } = await read(odd("Outer", inside), "a.eml");
    expect(pages.map(({ label }) => label)).toEqual(["Outer"]);
    expect(pages[0]?.text).toContain("Outer text.");
    expect(pages[0]?.text).toContain("Inner text.");
  });
});

describe("an Outlook message", () => {
  const wide = (text: string) => new Uint8Array(Buffer.from(text, "utf16le"));
  const fixed = (header: number, values: Readonly<Record<number, bigint>>) => {
    const bytes = new Uint8Array(header + 16 * Object.keys(values).length);
    const view = new DataView(bytes.buffer);
    for (const [index, [tag, value]] of Object.entries(values).entries()) {
      view.setUint32(header + 16 * index, Number(tag), true);
      view.setBigUint64(header + 16 * index + 8, value, true);
    }
    return bytes;
  };
  const properties = "__properties_version1.0";
  const sent = BigInt(Date.UTC(2024, 4, 17)) * 10_000n + 116_444_736_000_000_000n;
  const inner = {
    [properties]: fixed(24, { 1072758787: 1041n }),
    // In the code page of the language it was written in.
    "__substg1.0_0037001E": Uint8Array.of(0x83, 0x65, 0x83, 0x58, 0x83, 0x67),
    "__substg1.0_10130102": new TextEncoder().encode("<p>The <b>inner</b> one.</p>"),
  };
  const file = compoundFile({
    [properties]: fixed(32, { 3735616: sent }),
    "__substg1.0_0037001F": wide("Ferry"),
    "__substg1.0_0C1A001F": wide("Ada"),
    "__substg1.0_5D01001F": wide("ada@example.org"),
    "__substg1.0_0E04001F": wide("Bo; Cy"),
    "__substg1.0_1000001F": wide("It sails at noon.\0"),
    "__attach_version1.0_#00000000": {
      [properties]: fixed(8, {}),
      "__substg1.0_3707001F": wide("plan.txt"),
      "__substg1.0_37010102": new TextEncoder().encode("North first."),
    },
    "__attach_version1.0_#00000001": {
      [properties]: fixed(8, {}),
      "__substg1.0_3701000D": inner,
    },
  });

  it("reads an Outlook message as a mail, with attached messages and files", async () => {
    const { format, pages } = await read(file, "a.msg");
    expect(format).toBe("mail");
    expect(pages.flatMap(outlineOf)).toEqual([
      "0 heading1: Ferry",
      "1 text: From: Ada <ada@example.org>",
      "1 text: To: Bo; Cy",
      "1 text: Date: 2024-05-17 00:00 UTC",
      "2 text: It sails at noon.",
      "3 list-item: plan.txt",
      "0 heading1: テスト",
      "1 text: The inner one.",
    ]);
    const opened = await openContent(recognise(file, "a.msg"), file, "a.msg");
    expect(opened.attached?.map(({ path }) => path)).toEqual(["plan.txt"]);
    expect(opened.metadata).toMatchObject({ title: "Ferry", created: "2024-05-17T00:00:00.000Z" });
  });

  it("refuses an Outlook message with a plain reason if its parts are nested too deeply", async () => {
    let deep: Parameters<typeof compoundFile>[0] = inner;
    for (let depth = 0; depth < 60; depth++) {
      deep = {
        [properties]: fixed(32, {}),
        "__attach_version1.0_#00000000": {
          [properties]: fixed(8, {}),
          "__substg1.0_3701000D": deep,
        },
      };
    }
    await expect(read(compoundFile(deep), "a.msg")).rejects.toMatchObject({
      code: "damaged-file",
      message: expect.stringContaining("a.msg is damaged"),
    });
  });
});

it("reads each header and footer of rich text once, and comments after their text", async () => {
  const section = (text: string) =>
    `\\sectd{\\header \\pard Harbour\\par}{\\footer \\pard Page {\\field{\\*\\fldinst PAGE}}\\par}\\pard ${text}\\par\\sect`;
  const comment =
    "{\\*\\atnid A}{\\*\\atnauthor Ada}\\chatn {\\*\\annotation{\\*\\atnref 0}\\pard Where to?\\par}";
  const text = `{\\rtf1 ${section(`Ships${comment} sail.`)}${section("They return.")}}`;
  const { pages } = await read(text, "a.rtf");
  expect(pages.flatMap(outlineOf)).toEqual([
    "0 text: Harbour",
    "1 text: Page",
    "2 text: Ships sail.",
    "3 text: [Ada: Where to?]",
    "4 text: They return.",
  ]);
});

it("decodes rich text by the charset of its fonts", async () => {
  const text =
    "{\\rtf1\\ansi\\ansicpg1252\\deff1{\\fonttbl{\\f0\\fcharset0 A;}{\\f1\\fcharset204 B;}{\\f2\\fcharset128 C;}}" +
    // The second of a two-byte character is often written as a plain letter.
    "\\'cf\\'f0 {\\f0 caf\\'e9} {\\f2\\'83e\\'83X\\'83g} \\'e4\\'e0\\par}";
  const { pages } = await read(text, "a.rtf");
  expect(pages[0]?.text).toBe("Пр café テスト да\n");
});

it("ignores control words of rich text that objects have as properties", async () => {
  const { pages } = await read("{\\rtf1 {\\constructor Ships} \\toString sail.\\par}", "a.rtf");
  expect(pages[0]?.text).toBe("Ships sail.\n");
});

it("reads rich text with its code page, tables and text boxes", async () => {
  const text =
    "{\\rtf1\\ansi\\ansicpg1252{\\fonttbl{\\f0 Arial;}}{\\info{\\title Ships}{\\creatim\\yr2023\\mo5\\dy4\\hr9}}\\pard\\outlinelevel0 Ports\\par\\pard Caf\\'e9 \\u8364?5 \\{x\\}{\\*\\bkmkstart a}\\line next\\par" +
    "\\trowd\\intbl Oslo\\cell 12\\cell\\row\\trowd\\intbl Bergen\\cell 7\\cell\\row\\pard Done{\\*\\footnote  below}{\\*\\shpinst{\\sp{\\sn wzName}{\\sv Shape}}{\\sp{\\sn gtextUNICODE}{\\sv Drawn}}{\\shptxt in a box\\par}}\\par}";
  const { format, pages } = await read(text, "a.rtf");
  expect(format).toBe("rtf");
  expect(pages.flatMap(outlineOf)).toEqual([
    "0 heading1: Ports",
    "1 text: Café €5 {x}",
    "1 text: next",
    "2 row: Oslo\t12",
    "2 row: Bergen\t7",
    "3 text: Done Drawn in a box",
    "4 text: below",
  ]);
});
