import { expect, it } from "vitest";
import { noCharacter } from "../../../src/readers/pdf/text-item.js";
import { item, layOutItems, linesOf } from "./pdf-items.js";

it("keeps text drawn twice with a small offset once, and truly repeated text twice", () => {
  const page = layOutItems([
    item("Ledger", 50, 100),
    item("Ledger", 50.8, 100.4),
    item("fog", 50, 112),
    item("fog", 80, 112),
  ]);
  expect(linesOf(page)).toEqual(["Ledger", "", "fog\tfog"]);
});

it("keeps lines under giant letters separate", () => {
  const page = layOutItems([
    item("The harbour office", 50, 300),
    item("closes at noon", 50, 312),
    item("COPY", 20, 340, { size: 200 }),
  ]);
  expect(linesOf(page).slice(0, 2)).toEqual(["The harbour office", "closes at noon"]);
});

it("keeps lines next to a brace separate", () => {
  const page = layOutItems([
    item("6a Yourself", 50, 100),
    item("6b Spouse", 50, 112),
    item("}", 150, 112, { size: 26 }),
  ]);
  expect(linesOf(page)).toEqual(["6a Yourself", "", "6b Spouse\t}"]);
});

it("puts spaces in the right place in right-to-left text that is drawn from the left", () => {
  const style = { rightToLeft: true };
  const page = layOutItems([
    item("עולם", 50, 100, style),
    item(" ", 70, 100),
    item("שלום", 70.5, 100, style),
    item("רב", 90.5, 100, style),
  ]);
  expect(linesOf(page)).toEqual(["רבשלום עולם"]);
});

it("omits invisible characters without a gap", () => {
  const letters = [..."harbour"].join(noCharacter);
  expect(linesOf(layOutItems([item(`${letters} office${noCharacter}`, 50, 100)]))).toEqual([
    "harbour office",
  ]);
});

it("joins words split by a zero-width space", () => {
  expect(linesOf(layOutItems([item("light\ufeffhouse", 50, 100)]))).toEqual(["lighthouse"]);
});

it("keeps overprinted text once at each position, however many positions there are", () => {
  const place = (index: number) =>
    [50 + (index % 5) * 30, 100 + Math.floor(index / 5) * 20] as const;
  const drawn = Array.from({ length: 50 }, (_, index) => {
    const [x, y] = place(index % 25);
    return item("fog", x + (index < 25 ? 0 : 0.5), y);
  });
  expect(linesOf(layOutItems(drawn)).join("\t").match(/fog/g)).toHaveLength(25);
});

it("ignores items with only invisible characters", () => {
  expect(layOutItems([item("\u200b\u0003", 50, 100), item("\ufffd", 80, 100)]).lines).toEqual([]);
});

it("reads text on a page of images, ignoring specks", () => {
  const page = layOutItems([item("• .", 50, 100)], {
    hasImages: true,
    fields: [item("Ada Lovelace", 100, 200)],
  });
  expect(linesOf(page)).toEqual(["Ada Lovelace"]);
});

it("reads notes after the lines next to them", () => {
  const page = layOutItems([item("The first line", 50, 100), item("goes on here", 50, 112)], {
    fields: [{ ...item("Is this right?", 60, 105), turn: null }],
  });
  expect(linesOf(page)).toEqual(["The first line", "goes on here", "", "Is this right?"]);
});
