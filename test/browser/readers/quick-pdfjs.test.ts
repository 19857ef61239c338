import { afterAll, beforeAll, expect, it } from "vitest";
import type { ParseApi } from "../../../src/readers/format.js";
import { createParseSession } from "../../../src/readers/parse-session.js";
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
it("reads the same text at the same positions as the published pdf.js", async () => {
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
