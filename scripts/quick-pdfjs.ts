import type { Plugin } from "vite";

// pdf.js is licensed under the Apache License 2.0, which requires modified files to say so: the
// replacements below are the changes.

/** Code in pdf.js, and its replacement. */
interface Replacement {
  readonly code: string;
  readonly by: string;
}

/** Lines of a function body, indented as in the file. */
const lines = (...body: readonly string[]): string => body.join("\n");

const replacements: readonly Replacement[] = [
  // A copied text state had the previous state as its prototype, so that every property lookup
  // after a page's first `q` used dictionary mode. Here it is an object of the same shape.
  {
    code: lines(
      "    const clone = Object.assign(Object.create(this), this);",
      "    clone.textMatrix = this.textMatrix.slice();",
    ),
    by: lines(
      "    const clone = Object.assign(new TextState(), this);",
      "    clone.textMatrix = this.textMatrix.slice();",
    ),
  },
  // The same for the graphics state, whose prototype chain grew with the nesting of states.
  {
    code: lines("    const clone = Object.create(this);", "    if (newPath) {"),
    by: lines("    const clone = Object.assign(new EvalState(), this);", "    if (newPath) {"),
  },
  // Decoding a text wrote two properties into a dictionary for each character code.
  {
    code: lines("      const c = Object.create(null),", "        ii = chars.length;"),
    by: lines("      const c = { charcode: 0, length: 0 },", "        ii = chars.length;"),
  },
  // Computes a glyph's position without multiplying matrices that are mostly zeros.
  {
    code: "      return Util.transform(textState.ctm, Util.transform(textState.textMatrix, tsm));",
    by: lines(
      "      const page = textState.ctm, text = textState.textMatrix;",
      "      const across = tsm[0], down = tsm[3], rise = tsm[5];",
      "      const a = text[0] * across, b = text[1] * across;",
      "      const c = text[2] * down, d = text[3] * down;",
      "      const e = text[2] * rise + text[4], f = text[3] * rise + text[5];",
      "      return [page[0] * a + page[2] * b, page[1] * a + page[3] * b, page[0] * c + page[2] * d,",
      "        page[1] * c + page[3] * d, page[0] * e + page[2] * f + page[4], page[1] * e + page[3] * f + page[5]];",
    ),
  },
  // Text arrives in chunks of ten items, so that a viewer can show some of it early. Each chunk
  // costs three messages, and only whole pages are needed here.
  {
    code: "const TEXT_CHUNK_BATCH_SIZE = 10;",
    by: "const TEXT_CHUNK_BATCH_SIZE = 1000;",
  },
];

/**
 * Makes pdf.js read the same text faster by replacing five pieces of its worker half. Fails if a
 * piece no longer exists, for example in another version of pdf.js; then check whether that version
 * is still slow (docs/decisions/083-pdf-js-is-made-faster.md).
 */
export function quickPdfjs(): Plugin {
  return {
    name: "pagehound:quick-pdfjs",
    transform(code, id) {
      if (!/\/pdfjs-dist\/legacy\/build\/pdf\.worker\.mjs$/.test(id)) return;
      let quick = code;
      for (const { code: piece, by } of replacements) {
        const parts = quick.split(piece);
        if (parts.length !== 2) this.error(`pdf.js has not one of these: ${piece.trim()}`);
        quick = parts.join(by);
      }
      return { code: quick, map: null };
    },
  };
}
