import { expect, it } from "vitest";
import { numberedPath } from "../../../src/core/numbered-path.js";

it("a number stands before the ending of a file, and at the end of what has none", () => {
  expect(numberedPath("report.pdf", 2)).toBe("report (2).pdf");
  expect(numberedPath("a.b/report.tar.gz", 12)).toBe("a.b/report.tar (12).gz");
  expect(numberedPath("a.b/notes", 2)).toBe("a.b/notes (2)");
  expect(numberedPath("a/.hidden", 2)).toBe("a/.hidden (2)");
  expect(numberedPath("a/report.pdf", 2, "folder")).toBe("a/report.pdf (2)");
});
