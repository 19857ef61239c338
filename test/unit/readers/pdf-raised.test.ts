import { describe, expect, it } from "vitest";
import { spanBoxes } from "../../../src/core/page.js";
import type { TextItem } from "../../../src/readers/pdf/text-item.js";
import { item, layOutItems, linesOf, lostCharacters } from "./pdf-items.js";

/** A line of adjacent runs: those after "^" are superscripts, those after "_" subscripts. */
function line(...runs: readonly string[]): TextItem[] {
  let left = 50;
  return runs.map((run) => {
    const shift = { "^": -4, _: 2 }[run[0] ?? ""] ?? 0;
    const size = shift === 0 ? 10 : 6;
    const placed = item(shift === 0 ? run : run.slice(1), left, 100 + shift, { size });
    left = placed.right;
    return placed;
  });
}

function read(...runs: readonly string[]): string {
  return linesOf(layOutItems(line(...runs))).join("\n");
}

describe("superscripts and subscripts", () => {
  it.each([
    [["Revenue was 45", "^3", " million"], "Revenue was 45³ million"],
    [["Count 10", "^6", " cells"], "Count 10⁶ cells"],
    [["Count 10", "^−", "^12", " cells"], "Count 10⁻¹² cells"],
    [["a profit of 12", "^a", " million"], "a profit of 12^a million"],
    [["as 2", "^n-1", " grows"], "as 2^(n-1) grows"],
    [["for 2018", "^2,3", " alone"], "for 2018²,³ alone"],
    [["the base 10", "_2", " counts"], "the base 10₂ counts"],
    [["the item 12", "_k", " counts"], "the item 12_k counts"],
    [["grew to 4.", "^1", " Then"], "grew to 4.¹ Then"],
    [["the isotope ", "^14", "C decays"], "the isotope ¹⁴C decays"],
    [["", "^14", "C decays"], "¹⁴C decays"],
    [["about 5", "^1", "/2 cups"], "about 5¹/2 cups"],
  ])("separates a superscript or subscript from a digit next to it: %j", (runs, text) => {
    expect(read(...runs)).toBe(text);
  });

  it("joins a superscript or subscript to the word before it despite a space", () => {
    expect(read("Revenue was 45 ", "^3", " million")).toBe("Revenue was 45³ million");
    expect(read("Fuel dealers ", "^2", ". . . .")).toBe("Fuel dealers². . . .");
  });

  it("reads superscripts and subscripts after letters as indices, units and footnote marks", () => {
    expect(read("10 m", "^2", " of CO", "_2", " and H", "_2", "O, sales", "^1", " up")).toBe(
      "10 m² of CO₂ and H₂O, sales¹ up",
    );
  });

  it.each([
    ["the 1", "^st", " of May"],
    ["le 1", "^er", " mai"],
    ["the 22", "^nd", " time"],
    ["la 3", "^ème", " fois"],
    ["el 1", "^º", " de mayo"],
  ])("keeps a superscript with its number in the ordinal %j%j", (...runs) => {
    expect(read(...runs)).toBe(runs.join("").replace("^", ""));
  });

  it("leaves raised marks in brackets and letters after letters unchanged", () => {
    expect(read("in 2019", "^(1)", " and x", "_max", " of it", "^*")).toBe(
      "in 2019(1) and xmax of it*",
    );
  });

  it("does not take text next to large letters for a superscript or subscript", () => {
    const items = [
      item("W", 50, 112, { size: 24 }),
      item("inter 2018 came", 74, 104),
      item("early that year", 74, 116),
    ];
    expect(linesOf(layOutItems(items)).join(" ")).not.toMatch(/[\^²]/);
  });

  it("keeps every character of superscripts and subscripts in its place", () => {
    const items = line("Revenue was 45", "^3", " million, 2", "^n-1", " in CO", "_2", "");
    const layout = layOutItems(items);
    expect(lostCharacters(items, layout)).toBe("");
    const at = layout.text.indexOf("³");
    expect(spanBoxes(layout.geometry, { start: at, end: at + 1 })).toEqual([
      expect.objectContaining({ left: items[1]?.left, top: expect.closeTo(items[1]?.top ?? 0) }),
    ]);
  });
});
