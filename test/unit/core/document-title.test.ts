import { expect, test } from "vitest";
import type { DocumentSummary } from "../../../src/core/document.js";
import { documentTitle } from "../../../src/core/document-title.js";
import { textMetadata } from "../../../src/readers/parts.js";
import { summaryOf } from "../element/state/summary-of.js";

function titleOf(title: string | null, heading?: string, path = "reports/ar-2024.pdf") {
  const metadata = { ...textMetadata(1), title };
  const document: DocumentSummary = { ...summaryOf({ total: 1 }, { path, metadata }), heading };
  return documentTitle(document);
}

test("takes the title that a document declares, else its first heading", () => {
  expect(titleOf("Annual Report 2024", "Contents")).toBe("Annual Report 2024");
  expect(titleOf(null, "Annual Report")).toBe("Annual Report");
  expect(titleOf(null)).toBeNull();
});

test.each([
  "untitled",
  "Untitled-1",
  "Microsoft Word - ar2024_final.doc",
  "Document1",
  "PowerPoint Presentation",
  "Unbenannt 2",
  "Sans titre",
  "無題",
  "ar_2024",
  "AR 2024",
  "annual.indd",
  "1 Introduction",
  "1.1 Scope of this report",
  "I. Introduction",
  "☒ ANNUAL REPORT PURSUANT TO SECTION 13 OR 15(d)",
  "UNITED STATES SECURITIES AND EXCHANGE COMMISSION",
  "12",
  " ",
])("“%s” is not used as a title", (title) => {
  expect(titleOf(title)).toBeNull();
  expect(titleOf(title, "Letter to shareholders")).toBe("Letter to shareholders");
});

test("a title may start like a generated one", () => {
  for (const title of [
    ...["Document retention policy", "Book of hours", "Scan of the coast"],
    ...["MICROSOFT CORPORATION, Form 10-K", "I am a strange loop", "10 rules for the harbour"],
  ]) {
    expect(titleOf(title)).toBe(title);
  }
});
