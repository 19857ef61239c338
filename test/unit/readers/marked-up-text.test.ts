import { describe, expect, it } from "vitest";
import { wordsOf } from "../../../src/core/text/terms.js";
import type { Format } from "../../../src/readers/format.js";
import { htmlFormat, markdownFormat, textFormat } from "../../../src/readers/registry.js";
import { openContent, openFixture, readPages } from "./open-fixture.js";

const textOf = async (format: Format, content: string, path?: string) =>
  (await readPages(await openContent(format, content, path))).map(({ text }) => text.trim());
const html = async (body: string) => (await textOf(htmlFormat, `<!doctype html><p>${body}`)).join();
const markdown = (content: string) => textOf(markdownFormat, content);
const reported = async (format: Format, name: string) =>
  (await readPages(await openFixture(format, `../reported/${name}`))).map(({ text }) =>
    text.trim(),
  );

describe("a superscript or subscript", () => {
  it.each([
    ["45<sup>3</sup> million", "45³ million"],
    ["10<sup>6</sup> and 10<sup>−6</sup>", "10⁶ and 10⁻⁶"],
    ["m<sup>2</sup>, CO<sub>2</sub>, H<sub>2</sub>SO<sub>4</sub>", "m², CO₂, H₂SO₄"],
    ["45<sup>a</sup> million", "45^a million"],
    ["x<sup>n+1</sup> and V<sub>max</sub>", "x^(n+1) and V_max"],
    ['45<span style="font-size: 70%; vertical-align: super">3</span> million', "45³ million"],
    ['12<span style="vertical-align:-0.3em">4</span>', "12₄"],
    ['45<sup><a href="#n3">3</a></sup> million', "45³ million"],
    ["45<sup>[3]</sup> million, 12<sup>*</sup>", "45[3] million, 12*"],
    ["3 <sup>1</sup>/<sub>2</sub>", "3 ¹/₂"],
    ["<math><msup><mn>10</mn><mn>6</mn></msup></math>", "10⁶"],
    ["<math><mn>3</mn><mfrac><mn>1</mn><mn>2</mn></mfrac></math>", "3 1/2"],
  ])("separates a superscript or subscript from its neighbours in HTML: %s", async (body, text) => {
    expect(await html(body)).toBe(text);
  });

  it.each(["st", "nd", "rd", "th", "er", "e", "ème", "º", "ª"])(
    "keeps an ordinal's ending attached: 1%s",
    async (ending) => {
      expect(await html(`1<sup>${ending}</sup>`)).toBe(`1${ending}`);
    },
  );

  it("separates a superscript or subscript in tables, headings and preformatted text", async () => {
    const table = "<table><tr><th>Rent<sup>1</sup><td>45<sup>3</sup></table>";
    const page = `<h1>10<sup>6</sup></h1>${table}<pre>2<sup>8</sup></pre>`;
    expect(await textOf(htmlFormat, page)).toEqual(["10⁶\n\nRent¹\t45³\n\n2⁸"]);
  });

  it("separates a superscript or subscript in Markdown, as a tag and in Pandoc's notation", async () => {
    expect(
      await markdown("45<sup>3</sup> million, 10^6^, H~2~O, 1<sup>st</sup> of Map<S> & co."),
    ).toEqual(["45³ million, 10⁶, H₂O, 1st of Map & co."]);
  });

  it("a superscript does not hide the word before it from search", () => {
    const terms = wordsOf("Goodwill³ was 45³ million for rent¹ and 30 m² of CO₂ and H₂SO₄").map(
      ({ term }) => term,
    );
    expect(terms).toEqual(expect.arrayContaining(["goodwil", "45", "rent", "m2", "co2", "h2so4"]));
    expect(terms).not.toContain("453");
  });
});

describe("deleted text", () => {
  it("puts deleted text of HTML at the end, like Word's deletions", async () => {
    expect(await reported(htmlFormat, "b3_del.html")).toEqual([
      "The fee is 250 crowns.",
      "[−] 100",
    ]);
  });

  it.each([
    "<s>100</s>",
    "<strike>100</strike>",
    '<span style="text-decoration: line-through">100</span>',
    '<b style="color: red; text-decoration: underline line-through">100</b>',
  ])("recognises deleted text in HTML: %s", async (deleted) => {
    expect(await textOf(htmlFormat, `<p>The fee is ${deleted} 250.`)).toEqual([
      "The fee is 250.",
      "[−] 100",
    ]);
  });

  it("leaves the remaining cells of a row in their columns when a cell is deleted", async () => {
    const row = "<tr><td><del>Old</del></td><td>7</td><td>8</td></tr>";
    const table = `<table><tr><th>A</th><th>B</th><th>C</th></tr>${row}</table>`;
    expect(await textOf(htmlFormat, table)).toEqual(["A\tB\tC\n\t7\t8".trim(), "[−] Old"]);
  });

  it("puts deleted text of Markdown at the end too", async () => {
    const text = "The fee is ~~100~~ 250 crowns.\n\n- <del>no</del> yes\n\n<p>a <s>b</s> c</p>";
    expect(await markdown(text)).toEqual([
      "The fee is 250 crowns.\n\n• yes\n\na c",
      "[−] 100\n[−] no\n[−] b",
    ]);
  });

  it("requires a closing tag in Markdown, so that a placeholder deletes nothing", async () => {
    expect(await markdown("A List<S> of <s> here")).toEqual(["A List of here"]);
  });

  it("does not run out of stack or time on endless nesting", async () => {
    const nested = `${"<del>".repeat(50_000)}deep${"<sup>".repeat(20_000)}x`;
    expect(await textOf(htmlFormat, nested)).toEqual(["[−] deep^x"]);
  });
});

describe("ruby", () => {
  it.each([
    ["<ruby>東<rt>とう</rt>京<rt>きょう</rt></ruby>の", "東京（とうきょう）の"],
    ["<ruby>天気<rp>(</rp><rt>てんき</rt><rp>)</rp></ruby>", "天気（てんき）"],
    ["<ruby><rb>漢</rb><rb>字</rb><rt>kan</rt><rt>ji</rt></ruby>", "漢字（kan ji）"],
    [
      "<ruby>東京<rtc><rt>とう</rt><rt>きょう</rt></rtc><rtc>Tokyo</rtc></ruby>",
      "東京（とうきょう、Tokyo）",
    ],
    ["<ruby>word<rt>gloss</rt></ruby>", "word (gloss)"],
    ["<ruby>空</ruby>", "空"],
  ])("keeps the base text of ruby together, with its readings after it: %s", async (body, text) => {
    expect(await html(body)).toBe(text);
    expect(await markdown(body)).toEqual([text]);
  });
});

describe("a form", () => {
  it("shows the values of a form's fields", async () => {
    expect(await reported(htmlFormat, "a2_form.html")).toEqual([
      "Surname Quillfeather Teal [x] agreed\n\nLong remark here\n\nGo",
    ]);
  });

  it.each([
    ["<input type=hidden value=a><input type=password value=b><input type=TEXT value=c>", "c"],
    ["<input type=radio> no <input type=radio checked> yes", "[ ] no [x] yes"],
    ["<select><option disabled>a<option>b<option>c</select>", "b"],
    ["<select multiple><option>a<option selected>b<option selected label=x>c</select>", "b, x"],
    ["<select><optgroup label=l><option>a<option selected>b</optgroup></select>", "b"],
    ["<select hidden><option>a</select>c", "c"],
  ])("reads nothing invisible from a form: %s", async (body, text) => {
    expect(await html(body)).toBe(text);
  });
});

describe("XHTML", () => {
  const head = '<?xml version="1.0"?><html xmlns="http://www.w3.org/1999/xhtml">';

  it("reads XHTML with self-closing elements", async () => {
    expect(await reported(htmlFormat, "a2_xhtml.xhtml")).toEqual([
      "After self closing script pelican.\n\nnext",
    ]);
    const page = "<head><title/><style/><script/></head><p>One<a id='a'/> two<br></br>three</p>";
    // The XML declaration decides where the file name does not.
    expect(await textOf(htmlFormat, head + page, "a.html")).toEqual(["One two\nthree"]);
    expect(await textOf(htmlFormat, `<html>${page}`, "a.xhtml")).toEqual(["One two\nthree"]);
  });

  it("reads XHTML with CDATA, its own entities, and prefixes", async () => {
    const doctype = '<!DOCTYPE html [<!ENTITY firm "Pelican &amp; Co">]>';
    const page = `<html xmlns="http://www.w3.org/1999/xhtml"><body><p><![CDATA[a < b & c]]> &firm;&nbsp;&eacute;<?pi x?></p><!-- <p> --></body></html>`;
    expect(await textOf(htmlFormat, doctype + page, "a.xhtml")).toEqual([
      "a < b & c Pelican & Co é",
    ]);
    const prefixed = `<?xml version="1.0"?><h:html xmlns:h="http://www.w3.org/1999/xhtml"><h:body><h:p>One</h:p><h:p>two</h:p></h:body></h:html>`;
    expect(await textOf(htmlFormat, prefixed, "a.xhtml")).toEqual(["One\n\ntwo"]);
  });

  it("reads XHTML that is not well-formed", async () => {
    const page = `${head}<body><p>One<p>two <b>three</p> & <four> <![CDATA[five`;
    expect((await textOf(htmlFormat, page, "a.xhtml")).join(" ")).toContain("five");
  });

  it("limits the memory of entities", async () => {
    const bomb = `<!DOCTYPE html [<!ENTITY a "${"x".repeat(100_000)}">]><p>${"&a;".repeat(1_000)}</p>`;
    const pages = await textOf(htmlFormat, bomb, "a.xhtml");
    expect(pages.join("").length).toBeLessThan(5_000_000);
  });
});

describe("a word split at a line's end of plain text", () => {
  it("joins a split word, and keeps a hyphen that belongs to it", async () => {
    expect(await reported(textFormat, "a2_hyph.txt")).toEqual([
      "The committee\nmet in the afternoon.\nThe well-known\nman.\n\nCol one\tCol two\nLamp\t12\nRope\t7",
    ]);
  });

  it.each([
    ["a state-\nof-the-art plan", "a state-of-the-art\nplan"],
    ["twenty-\nfive and short-\nages", "twenty-five\nand shortages"],
    ["pre-\nand post-war", "pre-\nand post-war"],
    ["Ein-\nund Ausgang", "Ein-\nund Ausgang"],
    ["re-examine it, then re-\nexamine", "re-examine it, then re-examine"],
    ["Umsatzsteuer-\nVoranmeldung", "Umsatzsteuer-Voranmeldung"],
    ["  obser-\n  vations,\n  and", "  observations,\n  and"],
    ["left col-     right col-\numn           umn", "left col-     right col-\numn           umn"],
    ["a list -\nof words\n---\nnext", "a list -\nof words\n---\nnext"],
  ])("rejoins words of plain text: %j", async (content, text) => {
    expect((await openContent(textFormat, content)).pageCount).toBe(1);
    expect((await textOf(textFormat, content))[0]).toBe(text.trim());
  });
});
