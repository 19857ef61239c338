import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { unpackPage } from "../../../src/core/page.js";
import { settle } from "../../../src/readers/settle.js";
import { fixture } from "../fixture.js";
import { bareItems, checkGeometry } from "./geometry-checks.js";
import {
  openFile,
  type ReadFile,
  readAll,
  type StartedParser,
  startParser,
  withParser,
} from "./open-pdf.js";

const fixtures = [
  "annotations",
  "cjk",
  "form",
  "headings",
  "headings-no-bookmarks",
  "margins",
  "over-pages",
  "owner-password",
  "right-to-left",
  "rotated",
  "scan-and-empty",
  "set-apart",
  "sidebar",
  "table",
  "truncated",
  "two-columns",
  "user-password",
];
/** Fixtures whose text differs from that of their items. */
const unlike = ["accents", "drawn-over", "drawn-twice", "raised", "symbols"];
/** Fixtures that show characters belonging to no item. */
const withFields = ["annotations", "form"];
const passwords: Readonly<Record<string, string>> = { "user-password": "open sesame" };

/** Reads one file after the other, as parse workers do. */
let shared: StartedParser;
beforeAll(() => {
  shared = startParser();
});
afterAll(() => shared.end());

const files = new Map<string, Promise<ReadFile>>();

/** Reads a fixture, each only once. */
function read(name: string): Promise<ReadFile> {
  const file = files.get(name) ?? rereadFile(name);
  files.set(name, file);
  return file;
}

async function rereadFile(name: string): Promise<ReadFile> {
  const blob = await fixture(`pdf/${name}.pdf`);
  return readAll(shared.parser, blob, `${name}.pdf`, passwords[name]);
}

function settled({ pages, bookmarks }: ReadFile): { margins: string[][]; headings: string[] } {
  const { margins, headings } = settle(pages, bookmarks);
  return {
    margins: margins.map((indexes, number) =>
      indexes.map((index) => {
        const { text = "", lines = [] } = pages[number] ?? {};
        return text.slice(lines[index]?.start, lines[index]?.end);
      }),
    ),
    headings: headings.map(({ text, level, page }) => `${page} ${"#".repeat(level)} ${text}`),
  };
}

describe("the text of a PDF", () => {
  it.each([...fixtures, ...unlike])("reads the text in %s.golden.txt", async (name) => {
    const golden = await (await fixture(`pdf/${name}.golden.txt`)).text();
    const { pages } = await read(name);
    expect(pages.map(({ text }) => text)).toEqual(golden.split("\f"));
  });

  it.each([
    [
      "pdf2_sup",
      ["Revenue was 45³ million and profit 12^a million.", "10 m². Count 10⁶ cells. Word⁴ end."],
    ],
    ["pdf2_dingbat_noenc", ["✔ ticked item", "✘ crossed item", "μ≥°α∑\tsymbols"]],
    ["pdf3_fourfold", ["Code:300218", "Dated 2012 March 27", "Total 4,518", "Share 77.5 percent"]],
  ])("extracts the text that a reader sees in %s.pdf", async (name, lines) => {
    const blob = await fixture(`reported/${name}.pdf`);
    const { pages } = await readAll(shared.parser, blob, `${name}.pdf`);
    for (const line of lines) expect(pages[0]?.text).toContain(line);
  });
});

describe("the geometry of a PDF", () => {
  it.each(fixtures)("shows each character of %s.pdf once, in its place", async (name) => {
    const items = await bareItems(await fixture(`pdf/${name}.pdf`), passwords[name]);
    const { pages } = await read(name);
    for (const page of pages) {
      if (page.state === "unreadable") continue;
      checkGeometry(page, items[page.number - 1] ?? [], withFields.includes(name));
    }
  });

  it("shows each character of the sample documents once, in its place", async () => {
    const response = await fetch("/samples/index.json");
    const samples = [...(await response.text()).matchAll(/"([^"/]+\.pdf)"/g)].map(
      ([, name]) => name,
    );
    expect(samples.length).toBeGreaterThan(0);
    for (const name of samples) {
      const blob = await (await fetch(`/samples/${name}`)).blob();
      const items = await bareItems(blob);
      const { pages } = await readAll(shared.parser, blob, name ?? "");
      for (const page of pages) checkGeometry(page, items[page.number - 1] ?? [], false);
    }
  });
});

describe("recognising PDFs", () => {
  async function format(path: string, ...content: BlobPart[]): Promise<string> {
    return (await openFile(shared.parser, new Blob(content), path)).format;
  }

  it("recognises a PDF by its header, under any name and after any prefix", async () => {
    const pdf = await fixture("pdf/table.pdf");
    expect(await format("table", pdf)).toBe("pdf");
    expect(await format("table.bin", "\u0000\u0001 from: a mailer\n", pdf)).toBe("pdf");
    expect(await format("table.pdf", "from: a mailer\n", pdf)).toBe("pdf");
  });

  it("recognises a misspelt header", async () => {
    const [, ...rest] = (await (await fixture("pdf/cjk.pdf")).text()).split("-1.7");
    expect(await format("a.pdf", "%PDF1.7", rest.join("-1.7"))).toBe("pdf");
  });

  it("recognises a PDF without header by its first object, if it is named .pdf", async () => {
    const [, rest = ""] = (await (await fixture("pdf/accents.pdf")).text()).split(/(?=^1 0 obj)/m);
    expect(await format("a.pdf", "\n", rest)).toBe("pdf");
    expect(await format("a.txt", "\n", rest)).toBe("text");
  });

  it("does not mistake a text about PDFs for one", async () => {
    expect(await format("notes.md", "# Headers\n\nA file begins with %PDF-1.7 or so.")).toBe(
      "markdown",
    );
  });
});

describe("facts about a PDF", () => {
  it("reports a PDF's metadata", async () => {
    const { metadata, format, pageUnit } = await read("two-columns");
    expect({ format, pageUnit }).toEqual({ format: "pdf", pageUnit: "page" });
    expect(metadata).toMatchObject({
      title: "Fog in the Ledgers",
      author: "A. Keeper",
      subject: "Weather",
      keywords: "fog, lighthouses",
      created: "2024-03-05T10:20:30Z",
      tagged: false,
      encrypted: false,
      pageSize: { width: 612, height: 792 },
      formatVersion: "1.7",
    });
  });

  it("reports whether each page has text, only images, or nothing", async () => {
    const { pages } = await read("scan-and-empty");
    expect(pages.map(({ state }) => state)).toEqual(["text", "scanned", "empty"]);
  });

  it("reports page labels that differ from the page's number", async () => {
    const { pages } = await read("margins");
    expect(pages.map(({ label }) => label)).toEqual(["i", "ii", "1", "2"]);
    expect((await read("rotated")).pages.map(({ label }) => label)).toEqual([null, null]);
  });

  it("reports the size of a page as displayed", async () => {
    const { pages } = await read("rotated");
    expect(pages.map(({ width, height }) => [width, height])).toEqual([
      [792, 612],
      [612, 792],
    ]);
  });

  it("reports which lines are bold", async () => {
    const { pages } = await read("headings-no-bookmarks");
    const bold = pages.map(({ text, lines }) =>
      lines.filter((line) => line.bold).map(({ start, end }) => text.slice(start, end)),
    );
    expect(bold[0]).toEqual([
      "Knots",
      "Bends and hitches",
      "Remarks on bends and hitches",
      "Splices",
      "Remarks on splices",
    ]);
    expect(bold[1]).toHaveLength(5);
  });

  it("reports the same facts whichever pages were read before", async () => {
    const blob = await fixture("pdf/headings-no-bookmarks.pdf");
    const { pages } = await read("headings-no-bookmarks");
    const alone = await withParser(async (parser) => {
      await openFile(parser, blob, "a.pdf");
      return parser.readPage({ number: 2 });
    });
    expect(unpackPage(alone)).toEqual(pages[1]);
  });
});

describe("a settled PDF", () => {
  it("treats its running header, footer and page numbers as margins", async () => {
    const { margins } = settled(await read("margins"));
    expect(margins).toEqual(
      ["i", "ii", "1", "2"].map((label) => [
        "Northwind Harbour Handbook",
        "Confidential. Property of the harbour office.",
        label,
      ]),
    );
  });

  it("uses its bookmarks as headings, with their positions", async () => {
    const file = await read("headings");
    expect(settled(file).headings).toEqual([
      "1 # Knots",
      "1 ## Bends and hitches",
      "1 ## Splices",
      "2 # Sails",
      "2 ## Cutting",
      "2 ## Mending by hand",
    ]);
    for (const { page, span, text } of settle(file.pages, file.bookmarks).headings) {
      expect(file.pages[page - 1]?.text.slice(span?.start, span?.end)).toBe(text);
    }
  });

  it("recognises headings by size and weight in a PDF without bookmarks", async () => {
    expect(settled(await read("headings-no-bookmarks")).headings).toEqual([
      "1 # Knots",
      "1 ## Bends and hitches",
      "1 ### Remarks on bends and hitches",
      "1 ## Splices",
      "1 ### Remarks on splices",
      "2 # Sails",
      "2 ## Cutting",
      "2 ### Remarks on cutting",
      "2 ## Mending by hand",
      "2 ### Remarks on mending by hand",
    ]);
  });
});

describe("a protected PDF", () => {
  it("asks for its password, reports a wrong one, and opens with the right one", async () => {
    const blob = await fixture("pdf/user-password.pdf");
    await withParser(async (parser) => {
      const open = (password?: string) => openFile(parser, blob, "a.pdf", password);
      await expect(open()).rejects.toMatchObject({
        code: "password-required",
        data: { path: "a.pdf", reason: "needed" },
      });
      await expect(open("open barley")).rejects.toMatchObject({
        code: "password-required",
        data: { path: "a.pdf", reason: "wrong" },
      });
      await expect(open("open sesame")).resolves.toMatchObject({ metadata: { encrypted: true } });
    });
  });

  it("opens a PDF without a password if only changing it needs one", async () => {
    const { metadata, pages } = await read("owner-password");
    expect(metadata.encrypted).toBe(true);
    expect(pages[0]?.state).toBe("text");
  });
});

describe("a damaged PDF", () => {
  it("reads a damaged PDF as far as possible", async () => {
    const { pages } = await read("truncated");
    expect(pages.map(({ state }) => state)).toEqual(["text", "unreadable", "empty"]);
    expect(pages[1]?.problem).toMatch(/^This page could not be read/);
  });

  it("refuses an unreadable file by name, and then opens other files", async () => {
    const noise = new Uint8Array(4000).map((_, index) => (index * 7919) % 251);
    const damaged = new Blob(["%PDF-1.7\n", noise]);
    const whole = await fixture("pdf/table.pdf");
    await withParser(async (parser) => {
      await expect(openFile(parser, damaged, "b.pdf")).rejects.toMatchObject({
        code: "damaged-file",
        message: expect.stringContaining("b.pdf"),
      });
      const { pages } = await readAll(parser, whole, "table.pdf");
      expect(pages).toHaveLength(1);
    });
  });
});

/** A page in a font of drawings (Type 3) without a mapping to characters. */
const unnamedLetters = `%PDF-1.4
1 0 obj <</Type/Catalog/Pages 2 0 R>> endobj
2 0 obj <</Type/Pages/Kids[3 0 R]/Count 1>> endobj
3 0 obj <</Type/Page/Parent 2 0 R/MediaBox[0 0 200 200]/Contents 4 0 R/Resources<</Font<</F 5 0 R>>>>>> endobj
4 0 obj <</Length 40>> stream
BT /F 20 Tf 20 100 Td <191219121912> Tj ET
endstream endobj
5 0 obj <</Type/Font/Subtype/Type3/FontBBox[0 0 1 1]/FontMatrix[1 0 0 1 0 0]/CharProcs<</a18 6 0 R/a25 6 0 R>>/Encoding<</Type/Encoding/Differences[18/a18 25/a25]>>/FirstChar 18/LastChar 25/Widths[1 1 1 1 1 1 1 1]/Resources<<>>>> endobj
6 0 obj <</Length 25>> stream
1 0 d0 0 0 .8 .8 re f
endstream endobj
trailer <</Root 1 0 R>>
`;

it("counts a page whose glyphs have no characters as a scan", async () => {
  const blob = new Blob([unnamedLetters]);
  const { pages } = await withParser((parser) => readAll(parser, blob, "a.pdf"));
  expect(pages.map(({ state }) => state)).toEqual(["scanned"]);
});
