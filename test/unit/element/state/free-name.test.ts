import { expect, test } from "vitest";
import {
  freeName,
  nameKey,
  offeredPlaces,
  plainName,
} from "../../../../src/element/documents/offers.js";

const keys = (...paths: string[]): ReadonlySet<string> => new Set(paths.map(nameKey));

test("a free name stays unchanged, and a taken one gets a number before its extension", () => {
  expect(freeName("report.pdf", keys())).toBe("report.pdf");
  expect(freeName("report.pdf", keys("report.pdf"))).toBe("report (2).pdf");
  expect(freeName("report.pdf", keys("report.pdf", "report (2).pdf"))).toBe("report (3).pdf");
  expect(freeName("a.b/notes", keys("a.b/notes"))).toBe("a.b/notes (2)");
  expect(freeName(".hidden", keys(".hidden"))).toBe(".hidden (2)");
});

test("names that look alike count as the same", () => {
  for (const like of [
    "REPORT.pdf",
    "report\u200b.pdf",
    "ｒeport.pdf",
    " report.pdf",
    "report\u202c.pdf",
  ]) {
    expect(freeName(like, keys("report.pdf"))).not.toBe(like);
  }
  expect(nameKey("re\u0301sume\u0301")).toBe(nameKey("r\u00e9sum\u00e9"));
});

test("names of folders count as taken, and a folder's number comes last", () => {
  const taken = new Set(offeredPlaces("2024/q1/report.pdf"));
  expect([...taken]).toEqual(["2024/q1/report.pdf", "2024/q1", "2024"]);
  expect(freeName("2024", taken)).toBe("2024 (2)");
  expect(freeName("report.pdf", keys("report.pdf"), "folder")).toBe("report.pdf (2)");
});

test("a foreign name is shown without folders and disguising characters, and cut to a limit", () => {
  expect(plainName("../../contracts/report.pdf")).toBe(".._.._contracts_report.pdf");
  expect(plainName("contracts\\report.pdf")).toBe("contracts_report.pdf");
  expect(plainName("report\u202efdp.exe")).toBe("reportfdp.exe");
  expect(plainName("a\u0000b\nc.txt")).toBe("abc.txt");
  for (const empty of ["", ".", "..", " \u200b"]) expect(plainName(empty)).toBe("file");
  const long = plainName(`${"x".repeat(5_000)}.pdf`);
  expect(long).toHaveLength(150);
  expect(long.endsWith(".pdf")).toBe(true);
  // Letters of scripts that need them keep their joiners.
  expect(plainName("می\u200cخواهم.txt")).toBe("می\u200cخواهم.txt");
});
