import { expect, it } from "vitest";
import { numbersIn } from "../../../src/figures/find-numbers.js";
import { isInRunningText } from "../../../src/figures/number-setting.js";
import { tableScales } from "../../../src/figures/table-units.js";

it.each<[string, readonly number[]]>([
  ["(in millions, except per share data)", [6]],
  ["Dollars in thousands; shares in millions", [3, 6]],
  ["in Mio. EUR", [6]],
  ["Angaben in TEUR", [3]],
  ["en milliers d'euros", [3]],
  ["(Millions of dollars)", [6]],
  ["(Thousands)", [3]],
  ["Millions\t2019\t2018", [6]],
  ["(US$ millions)", [6]],
  ["\t2019\n\tRMB’Million", [6]],
  ["€’m\t2019", [6]],
  ["EURm\t2019", [6]],
  ["(000s omitted)", [3]],
  ["Number of shares (1,000)\t2019\t2018", [3]],
  ["Treasury shares\t(1,000)\t300", []],
  ["It was $5 million, and 3 billion before.", []],
  ["Millions of people shop there, in thousands of stores.", []],
])("reads the table scales from “%s”", (page, scales) => {
  expect(tableScales(page)).toEqual(scales);
});

it.each<[string, boolean]>([
  ["Net income\t$ 11,588\t$ 13,958", false],
  ["Net income $ 11,588", false],
  ["Net income $ 11,588 (a) $ 13,958", false],
  ["Net income was $11,588", true],
  ["$11,588 was earned", true],
  ["The result: $11,588.", true],
])("recognises whether the number in “%s” is part of a sentence: %s", (line, expected) => {
  const [number] = numbersIn(line);
  expect(number && isInRunningText(line, number.span)).toBe(expected);
});
