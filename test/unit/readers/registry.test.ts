import { describe, expect, it } from "vitest";
import { recognise } from "../../../src/readers/registry.js";
import { compoundFile } from "./locked-files.js";
import { relations, zipped } from "./office-files.js";

function bytes(latin: string): Uint8Array {
  return Uint8Array.from(latin, (character) => character.charCodeAt(0));
}

function refusal(content: string, path: string): { code: string; message: string } {
  try {
    recognise(bytes(content), path);
  } catch (error) {
    return error as { code: string; message: string };
  }
  throw new Error(`${path} was not refused.`);
}

/** A zip archive, one byte per character. */
function zip(parts: Readonly<Record<string, string>>): string {
  return String.fromCharCode(...zipped(parts));
}

const old = (stream: string) => String.fromCharCode(...compoundFile({ [stream]: bytes("words") }));

const office: readonly (readonly [what: string, content: string, kind: string])[] = [
  [
    "OpenDocument drawing",
    zip({ mimetype: "application/vnd.oasis.opendocument.graphics" }),
    "OpenDocument",
  ],
  ["old Word", old("WordDocument"), "the old format (.doc)"],
  ["old Excel", old("Workbook"), "the old format (.xls)"],
  [
    "binary Excel",
    zip({
      "[Content_Types].xml":
        '<Types><Default Extension="bin" ContentType="application/vnd.ms-excel.sheet.binary.macroEnabled.main"/></Types>',
      "_rels/.rels": relations({ rId1: ["officeDocument", "xl/workbook.bin"] }),
    }),
    "the binary format (.xlsb)",
  ],
];

describe("unreadable office files", () => {
  it.each(office)(
    "refuses unreadable office files by their content, regardless of their name: %s",
    (_what, content, kind) => {
      for (const path of ["letter.docx", "letter", "letter.txt", "letter.csv", "letter.pdf"]) {
        const { code, message } = refusal(content, path);
        expect({ path, code }).toEqual({ path, code: "unsupported-format" });
        expect(message).toContain(`${path} is `);
        expect(message).toContain(kind);
        expect(message).toContain("not supported yet");
      }
    },
  );

  it("does not mistake unreadable office files for the files inside them", () => {
    const workbook = zip({ "xl/workbook.xml": "<workbook/>" });
    const talk = { "ppt/presentation.xml": "<p/>", "ppt/embeddings/Sheet1.xlsx": workbook };
    expect(recognise(bytes(zip(talk)), "talk").id).toBe("pptx");
  });

  it("reports office files as truncated if their end is missing", () => {
    const excel = zip({ "xl/workbook.xml": "<workbook/>" });
    const { code, message } = refusal(excel.slice(0, -22), "table.xlsx");
    expect([code, message]).toEqual([
      "damaged-file",
      expect.stringContaining("its end is missing"),
    ]);
  });

  it("reports the real format of files that are office files only by name", () => {
    expect(refusal("a;b\n1;2\n", "table.xlsx")).toMatchObject({
      code: "format-mismatch",
      message: expect.stringContaining("Rename it to .txt"),
    });
    expect(refusal("\0\u0001\u0002", "letter.docx").message).toContain("Check that the file");
  });

  it("distinguishes unreadable office files from other archives", () => {
    const { code, message } = refusal(zip({ "photo.jpg": "" }), "holiday.zip");
    expect(code).toBe("unsupported-format");
    expect(message).toContain("Unpack it");
  });
});

describe("text", () => {
  // Only the start is read, so the rest of the memory is never touched.
  function longFile(length: number, head: string): Uint8Array {
    const file = new Uint8Array(length);
    file.set(bytes(head.padEnd(8192, " a line of a log\n")));
    return file;
  }

  it("refuses text with advice if it is too long for a browser", () => {
    const file = longFile(2 ** 29, "");
    for (const path of ["server.log", "notes.md", "table.csv", "page.html"]) {
      expect(() => recognise(file, path)).toThrow(
        expect.objectContaining({
          code: "too-large",
          message: `${path} has 512 MB of text, and browsers can hold only 511 MB of one file. Split it into smaller files, and add those.`,
        }),
      );
    }
    expect(recognise(file.subarray(0, 2 ** 29 - 24), "server.log").id).toBe("text");
  });

  it("does not apply the length limit of text to PDFs", () => {
    expect(recognise(longFile(2 ** 29, "%PDF-1.7\n"), "scans.pdf").id).toBe("pdf");
  });
});
