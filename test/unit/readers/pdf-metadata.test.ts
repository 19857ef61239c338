import { expect, it } from "vitest";
import { isoDate, titleIn } from "../../../src/readers/pdf/parser.js";

it.each([
  ["D:20240131235959+01'30'", "2024-01-31T23:59:59+01:30"],
  ["D:20240131235959Z", "2024-01-31T23:59:59Z"],
  ["D:20240131235959", "2024-01-31T23:59:59"],
  ["D:2024013123", "2024-01-31T23:00:00"],
  ["D:20240131", "2024-01-31"],
  ["D:202401", "2024-01"],
  ["2024", "2024"],
  ["31 January", null],
  [null, null],
])("converts the PDF date %j to %j in ISO 8601", (date, expected) => {
  expect(isoDate(date)).toBe(expected);
});

it.each([
  ["about:blank", null],
  ["https://example.com/report.html", null],
  ["file:///home/ada/report.html", null],
  ["Annual report", "Annual report"],
  ["Data: what it is worth", "Data: what it is worth"],
  [null, null],
])("takes the PDF title %j as %j, because an address is no title", (title, expected) => {
  expect(titleIn(title)).toBe(expected);
});
