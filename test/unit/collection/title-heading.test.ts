import { expect, it } from "vitest";
import { titleHeading } from "../../../src/collection/sync/title-heading.js";

const authority = "UNITED STATES SECURITIES AND EXCHANGE COMMISSION";

it.each([
  [[authority, "Washington, D.C. 20549", "FORM 10-K", "AMCOR PLC"], "AMCOR PLC, Form 10-K"],
  [["FORM 10-Q", "NVIDIA CORPORATION"], "NVIDIA CORPORATION, Form 10-Q"],
  [
    [
      ...[authority, "Form 10-q/a", "For the Quarterly Period Ended June 30, 2023", "OR"],
      ...["ACTIVISION BLIZZARD, INC.", "One Apple Park Way"],
    ],
    "ACTIVISION BLIZZARD, INC., Form 10-Q/A",
  ],
  // Nothing names the company.
  [[authority, "FORM 8-K", "CURRENT REPORT Pursuant to Section 13 or 15(d)"], null],
  [["Table of contents", authority, "FORM 10-K"], null],
  [[authority, "Release No. 34-1"], null],
] as const)("the cover of a filing %j has the title %j", (headings, title) => {
  expect(titleHeading(headings)).toBe(title);
});

it("another document is named after its first heading", () => {
  expect(titleHeading([])).toBeNull();
  for (const headings of [
    ["Mutual Non-Disclosure Agreement", "ACCRUENCE GMBH", "Acme Inc."],
    ["Form 12-B", "Instructions"],
    ["The Securities and Exchange Commission and its history", "Form and content", "Ford Company"],
    ["Request for a permit", "Form W-9", "Widgets Ltd."],
  ]) {
    expect(titleHeading(headings)).toBe(headings[0]);
  }
});
