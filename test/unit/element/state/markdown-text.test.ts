import fc from "fast-check";
import { micromark } from "micromark";
import { gfm, gfmHtml } from "micromark-extension-gfm";
import { expect, test } from "vitest";
import { oneLine } from "../../../../src/core/one-line.js";
import { markdownText } from "../../../../src/core/written-text.js";

/** What a Markdown renderer makes of it, including tables, footnotes and bare links. */
function rendered(markdown: string): string {
  return micromark(markdown, { extensions: [gfm()], htmlExtensions: [gfmHtml()] });
}

function asParagraph(text: string): string {
  const escapes: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };
  return `<p>${text.replace(/[&<>"]/g, (character) => escapes[character] ?? "")}</p>`;
}

const special = [
  "#",
  "-",
  "+",
  "=",
  ":",
  ">",
  "*",
  "_",
  "**",
  "`",
  "``",
  "[",
  "]",
  "(",
  ")",
  "[^1]",
  "![x](y)",
  "<b>",
  "<!--",
  "|",
  "~~",
  "\\",
  "&amp;",
  "&",
  "&#35;",
  "1.",
  "2)",
  "10.",
  "www.example.org",
  "https://example.org",
  "ftp://x.y",
  "mailto:a@b.org",
  "a@b.org",
  "xmpp:a@b.org",
  "---",
  "***",
  "[ ]",
  "[x]",
  ": ",
  "$",
  "a",
  "b_c",
  "Ä",
  "七",
  "م",
  " ",
  ".",
  "!",
  "{",
  "}",
  "^",
  "'",
  '"',
];

test.each(special)("leaves %s unchanged, wherever it is", (text) => {
  for (const line of [text, `a ${text} b`, `a${text}b`, `${text} b`, `${text}${text}`]) {
    const trimmed = oneLine(line);
    if (trimmed !== "") expect(rendered(markdownText(trimmed))).toBe(asParagraph(trimmed));
  }
});

test("any line renders as exactly that line", () => {
  const mixed = fc.array(
    fc.oneof(fc.constantFrom(...special), fc.string({ unit: "grapheme", maxLength: 4 })),
  );
  fc.assert(
    fc.property(mixed, (pieces) => {
      const line = oneLine(pieces.join("").replaceAll("\u0000", ""));
      fc.pre(line !== "");
      expect(rendered(markdownText(line))).toBe(asParagraph(line));
    }),
    { numRuns: 400 },
  );
});

test("file names stay readable", () => {
  expect(markdownText("annual_report_2024.pdf, page 6")).toBe("annual_report_2024.pdf, page 6");
});
