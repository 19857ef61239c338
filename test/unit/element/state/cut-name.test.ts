import fc from "fast-check";
import { expect, test } from "vitest";
import { cutName } from "../../../../src/element/shell/view-parts.js";

test("keeps the end of a name together", () => {
  expect(cutName("northwind-annual-report-2024.pdf")).toEqual({
    head: "northwind-annual-repor",
    tail: "t-2024.pdf",
  });
  expect(cutName("a.txt")).toEqual({ head: "", tail: "a.txt" });
});

test("keeps an accent with its letter, and a surrogate pair together", () => {
  expect(cutName("Ubersicht-Mu\u0308nchen.pdf").tail).toBe("u\u0308nchen.pdf");
  expect(cutName("notes-\u{1f4c4}-2024.pdf").tail).toBe("\u{1f4c4}-2024.pdf");
});

test("does not cut a name with right-to-left letters", () => {
  const name = "\u062a\u0642\u0631\u064a\u0631-2024 (v2).txt";
  expect(cutName(name)).toEqual({ head: name, tail: "" });
});

test("loses nothing of a name, and never separates an accent from its letter", () => {
  const letter = fc.constantFrom("a", "-", "2", ".", "\u0308", "\u200d", "\u{1f4c4}", "\u05d0");
  fc.assert(
    fc.property(fc.string({ unit: letter, minLength: 1 }), (name) => {
      const { head, tail } = cutName(name);
      expect(head + tail).toBe(name);
      if (head !== "" && tail !== "") expect(tail).not.toMatch(/^[\p{M}\u200d]/u);
    }),
  );
});
