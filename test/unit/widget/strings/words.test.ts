import { describe, expect, test } from "vitest";
import { Words } from "../../../../src/widget/strings/words.js";

describe("words", () => {
  test("fill names in, with numbers as the language writes them", () => {
    const words = new Words("en");
    expect(words.t("common.pages", { count: 1 })).toBe("1 page");
    expect(words.t("common.pages", { count: 12_345 })).toBe("12,345 pages");
    expect(words.t("common.undo")).toBe("Undo");
  });

  test("may be replaced one by one", () => {
    const words = new Words("en", undefined, { "common.undo": "Take back" });
    expect(words.t("common.undo")).toBe("Take back");
    expect(words.t("common.delete")).toBe("Delete");
  });

  test("leave what is filled in as it is, for templates", () => {
    const filling = { anything: true };
    const parts = new Words("en").parts("common.place.page", { number: filling });
    expect(parts).toEqual(["page ", filling, ""]);
  });

  test.each([
    [0, "0 bytes"],
    [1, "1 byte"],
    [1500, "1.5 kB"],
    [12_345_678, "12 MB"],
    [999_600, "1 MB"],
  ])("write %i bytes as %s", (bytes, text) => {
    expect(new Words("en").size(bytes)).toBe(text);
  });
});
