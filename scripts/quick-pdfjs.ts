import path from "node:path";
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
  // The graphics state had the same fault: its prototype chain grew with the nesting of states.
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
      "      into[0] = page[0] * a + page[2] * b;",
      "      into[1] = page[1] * a + page[3] * b;",
      "      into[2] = page[0] * c + page[2] * d;",
      "      into[3] = page[1] * c + page[3] * d;",
      "      into[4] = page[0] * e + page[2] * f + page[4];",
      "      into[5] = page[1] * e + page[3] * f + page[5];",
      "      return into;",
    ),
  },
  // The two transformations of each glyph took a quarter of the memory of reading a page. They are
  // kept in one array each, and copied for the spaces that keep one.
  {
    code: "    function getCurrentTextTransform() {",
    by: "    function getCurrentTextTransform(into = []) {",
  },
  {
    code: "      const currentTransform = getCurrentTextTransform();",
    by: "      const currentTransform = getCurrentTextTransform(hereTransform);",
  },
  {
    code: "          textChunk.prevTransform = getCurrentTextTransform();",
    by: "          textChunk.prevTransform = getCurrentTextTransform(textChunk.prevTransform ?? []);",
  },
  {
    code: lines(
      "        height,",
      "        transform,",
      "        fontName,",
      "        hasEOL: false",
    ),
    by: lines(
      "        height,",
      "        transform: transform && transform.slice(),",
      "        fontName,",
      "        hasEOL: false",
    ),
  },
  // Mostly there is a single piece of text between two numbers, which needs no list.
  {
    code: "                showSpacedTextBuffer.push(item);",
    by: "                shownText = shownText === null ? item : shownText + item;",
  },
  {
    code: lines(
      '                const str = showSpacedTextBuffer.join("");',
      "                showSpacedTextBuffer.length = 0;",
    ),
    by: lines("                const str = shownText ?? '';", "                shownText = null;"),
  },
  {
    code: lines(
      "            if (showSpacedTextBuffer.length > 0) {",
      '              const str = showSpacedTextBuffer.join("");',
      "              showSpacedTextBuffer.length = 0;",
    ),
    by: lines(
      "            if (shownText !== null) {",
      "              const str = shownText;",
      "              shownText = null;",
    ),
  },
  // Fonts kept the glyphs of each text. Finding a text takes longer than finding its glyphs again.
  {
    code: lines("    let glyphs = this.#charsCache.get(chars);", "    if (glyphs) {"),
    by: lines("    let glyphs = null;", "    if (glyphs) {"),
  },
  { code: "    this.#charsCache.set(chars, glyphs);", by: "" },
  // Emptying the list of an operator's operands takes longer than making another.
  {
    code: lines("        args.length = 0;", "        operation.args = args;"),
    by: "        operation.args = null;",
  },
  {
    code: lines(
      "        if (args === null) {",
      "          args = [];",
      "        }",
      "        args.push(obj);",
    ),
    by: lines("        if (args === null) args = [obj];", "        else args.push(obj);"),
  },
  // Content is read by a lexer of ours.
  {
    code: "class EvaluatorPreprocessor {",
    by: lines("let ContentLexer = null;", "class EvaluatorPreprocessor {"),
  },
  {
    code: "      lexer: new Lexer(stream, EvaluatorPreprocessor.opMap),",
    by: lines(
      "      lexer: new (ContentLexer ??= contentLexer({ Lexer, Stream, DecodeStream, Cmd, Name,",
      "        commands: EvaluatorPreprocessor.opMap }))(stream, EvaluatorPreprocessor.opMap),",
    ),
  },
  // Text arrives in chunks of ten items, so that a viewer can show some of it early. Each chunk
  // costs three messages, and only whole pages are needed here.
  {
    code: "const TEXT_CHUNK_BATCH_SIZE = 10;",
    by: "const TEXT_CHUNK_BATCH_SIZE = 1000;",
  },
  // Past 100 items, waiting for a reader who is waiting for the chunk costs several promises for
  // each operator.
  {
    code: "        if (textContent.items.length >= sink.desiredSize) {",
    by: "        if (textContent.items.length >= TEXT_CHUNK_BATCH_SIZE && textContent.items.length >= sink.desiredSize) {",
  },
  // A page changes its font for each line or word; loading one that it has used before costs
  // several promises.
  {
    code: lines(
      "      const translated = await self.loadFont(fontName, fontRef, resources, task, null, null, seenRefs);",
      "      textState.loadedName = translated.loadedName;",
    ),
    by: lines(
      "      const translated = await self.loadFont(fontName, fontRef, resources, task, null, null, seenRefs);",
      "      if (fontName !== null) usedFonts.set(fontName, translated);",
      "      useFont(translated);",
      "    }",
      "    function useFont(translated) {",
      "      textState.loadedName = translated.loadedName;",
    ),
  },
  {
    code: lines(
      "            textState.fontSize = fontSizeArg;",
      "            next(handleSetFont(fontNameArg, null));",
      "            return;",
    ),
    by: lines(
      "            textState.fontSize = fontSizeArg;",
      "            if (usedFonts.has(fontNameArg)) {",
      "              useFont(usedFonts.get(fontNameArg));",
      "              break;",
      "            }",
      "            next(handleSetFont(fontNameArg, null));",
      "            return;",
    ),
  },
  // Text content includes the names of fonts; otherwise only the list of operators has them.
  {
    code: "          fontFamily: font.fallbackName,",
    by: lines(
      "          fontFamily: font.fallbackName,",
      "          name: font.name,",
      "          bold: font.bold || font.black,",
      "          composite: font.composite,",
    ),
  },
  // Text content has the paths of a page, too, with their colours (`DrawnPath` in
  // src/readers/pdf/pdfjs.ts). Otherwise a page that may hold a table is interpreted twice.
  {
    code: lines("  loadedName = null;", "  font = null;"),
    by: lines(
      "  loadedName = null;",
      "  fill = null;",
      "  stroke = null;",
      "  fillSpace = ColorSpaceUtils.gray;",
      "  strokeSpace = ColorSpaceUtils.gray;",
      "  font = null;",
    ),
  },
  {
    code: "    const showSpacedTextBuffer = [];",
    by: lines(
      "    let shownText = null;",
      "    const hereTransform = [];",
      "    const usedFonts = new Map();",
      "    const localColorSpaceCache = new LocalColorSpaceCache();",
      "    const drawing = { pathBuffer: [], pathMinMax: F32_BBOX_INIT.slice() };",
      "    function paintOf(args, space) {",
      "      return { space, numbers: isNumberArray(args, null) ? args.slice() : null };",
      "    }",
      "    function colorOf({ space, numbers }) {",
      "      const colorIn = cs => numbers && cs.name !== 'Pattern' ? cs.getRgbHex(numbers, 0) : '';",
      "      try {",
      "        const cs = typeof space === 'function' ? space() : space;",
      "        if (cs instanceof ColorSpace) return colorIn(cs);",
      "        return cs.then(colorIn).catch(() => '');",
      "      } catch {",
      "        return '';",
      "      }",
      "    }",
      "    function addPath(operator) {",
      "      const path = new Float32Array(drawing.pathBuffer);",
      "      drawing.pathBuffer.length = 0;",
      "      if (path.length === 0 || operator === OPS.endPath) return null;",
      "      task.pathNumbers = (task.pathNumbers ?? 0) + path.length + 16;",
      "      if (task.pathNumbers > MOST_PATH_NUMBERS) return null;",
      "      const item = { type: 'path', operator, path, ctm: textState.ctm, fill: '', stroke: '' };",
      "      textContent.items.push(item);",
      "      const pending = [];",
      "      for (const kind of ['fill', 'stroke']) {",
      "        const color = textState[kind] ? colorOf(textState[kind]) : '';",
      "        if (typeof color === 'string') item[kind] = color;",
      "        else pending.push(color.then(hex => item[kind] = hex));",
      "      }",
      "      return pending.length > 0 ? Promise.all(pending) : null;",
      "    }",
    ),
  },
  {
    code: lines("          case OPS.beginMarkedContent:", "            flushTextContentItem();"),
    by: lines(
      "          case OPS.setFillGray:",
      "            textState.fill = paintOf(args, textState.fillSpace = ColorSpaceUtils.gray);",
      "            break;",
      "          case OPS.setFillRGBColor:",
      "            textState.fill = paintOf(args, textState.fillSpace = ColorSpaceUtils.rgb);",
      "            break;",
      "          case OPS.setFillCMYKColor:",
      "            textState.fill = paintOf(args, textState.fillSpace = ColorSpaceUtils.cmyk);",
      "            break;",
      "          case OPS.setStrokeGray:",
      "            textState.stroke = paintOf(args, textState.strokeSpace = ColorSpaceUtils.gray);",
      "            break;",
      "          case OPS.setStrokeRGBColor:",
      "            textState.stroke = paintOf(args, textState.strokeSpace = ColorSpaceUtils.rgb);",
      "            break;",
      "          case OPS.setStrokeCMYKColor:",
      "            textState.stroke = paintOf(args, textState.strokeSpace = ColorSpaceUtils.cmyk);",
      "            break;",
      "          case OPS.setFillColorSpace:",
      "          case OPS.setStrokeColorSpace: {",
      "            const cs = args[0];",
      "            const space = () => self._getColorSpace(cs, resources, localColorSpaceCache);",
      "            textState[fn === OPS.setFillColorSpace ? 'fillSpace' : 'strokeSpace'] = space;",
      "            break;",
      "          }",
      "          case OPS.setFillColor:",
      "          case OPS.setFillColorN:",
      "            textState.fill = paintOf(args, textState.fillSpace);",
      "            break;",
      "          case OPS.setStrokeColor:",
      "          case OPS.setStrokeColorN:",
      "            textState.stroke = paintOf(args, textState.strokeSpace);",
      "            break;",
      "          case OPS.moveTo:",
      "          case OPS.lineTo:",
      "          case OPS.curveTo:",
      "          case OPS.curveTo2:",
      "          case OPS.curveTo3:",
      "          case OPS.closePath:",
      "          case OPS.rectangle:",
      "            if (drawing.pathBuffer.length < MOST_PATH_NUMBERS) self.buildPath(fn, args, drawing);",
      "            break;",
      "          case OPS.closeStroke:",
      "          case OPS.closeFillStroke:",
      "          case OPS.closeEOFillStroke:",
      "            drawing.pathBuffer.push(DrawOPS.closePath);",
      "          case OPS.stroke:",
      "          case OPS.fill:",
      "          case OPS.eoFill:",
      "          case OPS.fillStroke:",
      "          case OPS.eoFillStroke:",
      "          case OPS.endPath: {",
      "            const pending = addPath(fn);",
      "            if (!pending) break;",
      "            next(pending);",
      "            return;",
      "          }",
      "          case OPS.beginMarkedContent:",
      "            flushTextContentItem();",
    ),
  },
  {
    code: "class TextState {",
    by: lines("const MOST_PATH_NUMBERS = 1000000;", "class TextState {"),
  },
];

const worker = "pdfjs-dist/legacy/build/pdf.worker.mjs";
const lexer = path.join(import.meta.dirname, "../src/readers/pdf/content-lexer.ts");

/**
 * Replaces the names of operators by their numbers. In a bundled worker, `OPS` is a variable, so
 * its properties were compared one after another for each operator of a page; with numbers, engines
 * use a jump table.
 */
function withOperatorNumbers(code: string): string {
  const [, list = ""] = /^const OPS = \{([^}]*)\};/m.exec(code) ?? [];
  const numbers = new Map(
    [...list.matchAll(/(\w+): (\d+)/g)].map(([, name = "", number = ""]) => [name, number]),
  );
  return code.replace(/(?<![\w.])OPS\.(\w+)/g, (whole, name) => numbers.get(name) ?? whole);
}

/**
 * Makes pdf.js read text faster, and include the fonts and paths of a page, by replacing pieces of
 * its worker half. Fails if a piece no longer exists, for example in another version of pdf.js; then
 * check whether that version is still slow (docs/decisions/083-pdf-js-is-made-faster.md).
 *
 * @param except part of the name of an entry that is built with the published pdf.js
 */
export function quickPdfjs(except?: string): Plugin {
  let isExcepted = false;
  return {
    name: "pagehound:quick-pdfjs",
    buildStart({ input }) {
      isExcepted = except !== undefined && JSON.stringify(input).includes(except);
    },
    // A development server bundles packages beforehand, without plugins.
    config: () => ({ optimizeDeps: { exclude: [worker] } }),
    transform(code, id) {
      if (isExcepted || !id.split("?", 1)[0]?.endsWith(`/${worker}`)) return;
      let quick = code;
      for (const { code: piece, by } of replacements) {
        const parts = quick.split(piece);
        if (parts.length !== 2) this.error(`pdf.js has not one of these: ${piece.trim()}`);
        quick = parts.join(by);
      }
      const imports = `import { contentLexer } from ${JSON.stringify(lexer)};\n`;
      return { code: imports + withOperatorNumbers(quick), map: null };
    },
  };
}
