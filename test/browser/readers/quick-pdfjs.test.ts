import { afterAll, beforeAll, expect, it, onTestFinished } from "vitest";
import type { ParseApi } from "../../../src/readers/format.js";
import { createParseSession } from "../../../src/readers/parse-session.js";
import { DrawingState, identity, type Matrix } from "../../../src/readers/pdf/operators.js";
import {
  type DrawnPath,
  OPS,
  openForReading,
  type PDFPageProxy,
} from "../../../src/readers/pdf/pdfjs.js";
import { tries } from "../../tries.js";
import { readAll, type StartedParser, startParser } from "./open-pdf.js";

const fixtures = import.meta.glob<string>("../../fixtures/{pdf,reported,injection}/*.pdf", {
  query: "?url",
  import: "default",
  eager: true,
});
const samples = [
  "/samples/keyword-search-over-personal-documents.pdf",
  "/samples/northwind-harbour-ferries-annual-report-2024.pdf",
  "/samples/pagehound-user-guide.pdf",
];
const passwords: Readonly<Record<string, string>> = { "user-password.pdf": "open sesame" };

let started: StartedParser;
beforeAll(() => {
  started = startParser();
});
afterAll(() => started.end());

// Workers are built with a faster pdf.js (scripts/quick-pdfjs.ts), but the modules of a test are
// not.
it("reads the same pages as the published pdf.js", async () => {
  onTestFinished(await withFontsAndPaths());
  const plain = createParseSession({
    assetsBase: new URL("/assets/", location.href).href,
    ocr: null,
  });
  const urls = [...Object.values(fixtures), ...samples];
  expect(urls.length).toBeGreaterThan(30);
  for (const url of urls.filter((_, at) => at % tries(3, 1) === 0)) {
    const name = url.split("/").at(-1) ?? "";
    const blob = await (await fetch(url)).blob();
    const read = (parser: ParseApi) => readAll(parser, blob, name, passwords[name]);
    expect(await read(started.parser), name).toEqual(await read(plain));
  }
});

interface FontObject {
  readonly name?: string;
  readonly bold?: boolean;
  readonly black?: boolean;
  readonly composite?: boolean;
}

/**
 * Adds fonts' names and paths to the text content of the published pdf.js, from its operator lists.
 * Returns how to undo that.
 */
async function withFontsAndPaths(): Promise<() => void> {
  const data = new Uint8Array(await (await fetch(samples[0] ?? "")).arrayBuffer());
  const opening = openForReading({ data });
  const prototype: Pick<PDFPageProxy, "getTextContent"> = Object.getPrototypeOf(
    await (await opening.promise).getPage(1),
  );
  await opening.destroy();
  const { getTextContent } = prototype;
  prototype.getTextContent = async function (this: PDFPageProxy, params) {
    const content = await getTextContent.call(this, params);
    const paths = new PathOperators({ base: identity, fill: "", stroke: "" });
    await paths.readPage(this);
    const fonts = this.commonObjs as unknown as Iterable<[string, FontObject | null]>;
    for (const [id, font] of fonts) {
      const { name, bold, black, composite } = font ?? {};
      const style = content.styles[id];
      if (style) Object.assign(style, { name, bold: bold || black, composite });
    }
    content.items.push(...(paths.found as object[] as typeof content.items));
    return content;
  };
  return () => {
    prototype.getTextContent = getTextContent;
  };
}

interface PathState {
  readonly base: Matrix;
  readonly fill: string;
  readonly stroke: string;
}

/** The paths of an operator list. */
class PathOperators extends DrawingState<PathState> {
  readonly found: DrawnPath[] = [];

  protected draw(operation: number, args: readonly unknown[]): void {
    if (operation === OPS.setFillRGBColor) this.set({ fill: String(args[0]) });
    else if (operation === OPS.setStrokeRGBColor) this.set({ stroke: String(args[0]) });
    else if (operation === OPS.constructPath) {
      const [operator, [path]] = args as [number, [Float32Array | null]];
      const { base, fill, stroke } = this.state;
      if (path) this.found.push({ type: "path", operator, path, ctm: base, fill, stroke });
    }
  }
}
