import { describe, expect, test } from "vitest";
import { documentId } from "../../../../src/core/document.js";
import { I18n } from "../../../../src/element/i18n/i18n.js";
import { languages, loadTable } from "../../../../src/element/i18n/languages.js";

describe("messages", () => {
  test("fills in names, with numbers in the language's format", () => {
    const words = new I18n("en");
    expect(words.t("common.documents", { count: 1 })).toBe("1 document");
    expect(words.t("common.documents", { count: 12_345 })).toBe("12,345 documents");
    expect(words.t("common.undo")).toBe("Undo");
  });

  test("replaces messages individually", () => {
    const words = new I18n("en", undefined, { "common.undo": "Take back" });
    expect(words.t("common.undo")).toBe("Take back");
    expect(words.t("common.delete")).toBe("Delete");
  });

  test("keeps values separate for templates", () => {
    const filling = { anything: true };
    const parts = new I18n("en").parts("common.place.page", { number: filling });
    expect(parts).toEqual(["page ", filling, ""]);
  });

  test("describes hidden sheets and slides in each language", async () => {
    const german = new I18n("de", await loadTable("de"));
    expect(german.place("sheet", 3, "Alt (hidden), B14")).toBe("Blatt „Alt, B14“ (ausgeblendet)");
    expect(german.place("sheet", 3, "Alt (hidden)")).toBe("Blatt „Alt“ (ausgeblendet)");
    expect(german.place("sheet", 3, "Alt (hidden) mehr")).toBe("Blatt „Alt (hidden) mehr“");
    expect(german.place("slide", 3, "hidden")).toBe("Folie 3 (ausgeblendet)");
    // Text printed on a page is not translated.
    expect(german.place("page", 3, "hidden", 16)).toBe("Seite hidden (3 von 16)");
  });

  test("distinguishes a printed page number from the page's position in the file", async () => {
    const words = new I18n("en");
    expect(words.place("page", 15, "15", 16)).toBe("page 15");
    expect(words.place("page", 15, null, 16)).toBe("page 15");
    expect(words.place("page", 15, "4", 16)).toBe("page 4 (15 of 16)");
    expect(words.place("page", 15, "4")).toBe("page 4 (no. 15)");
    expect(words.place("slide", 15, "4", 16)).toBe("slide 15");
    for (const language of languages) {
      const place = new I18n(language, await loadTable(language)).place("page", 15, "xi", 16);
      for (const part of ["xi", "15", "16"]) expect(place).toContain(part);
    }
  });

  test("states the number of pages of the document, if known", () => {
    const words = new I18n("en");
    const found = { document: documentId(3), pageUnit: "page", page: 15, pageLabel: "4" } as const;
    expect(words.placeOf(found)).toBe("page 4 (no. 15)");
    words.pageTotal = (document) => (document === "d3" ? 16 : undefined);
    expect(words.placeOf(found)).toBe("page 4 (15 of 16)");
    expect(words.placeOf({ ...found, recognised: true })).toBe(
      "page 4 (15 of 16), recognised text",
    );
  });

  test.each([
    [0, "0\u00a0bytes"],
    [1, "1\u00a0byte"],
    [1500, "1.5\u00a0kB"],
    [12_345_678, "12\u00a0MB"],
    [999_600, "1\u00a0MB"],
  ])("writes %i bytes as %s, on one line", (bytes, text) => {
    expect(new I18n("en").size(bytes)).toBe(text);
  });

  test.each([
    [40, "under 0.1 s"],
    [9_940, "9.9 s"],
    [9_960, "10 s"],
    [59_400, "59 s"],
    [59_700, "1 min 0 s"],
    [119_700, "2 min 0 s"],
    [125_000, "2 min 5 s"],
  ])("writes %i milliseconds as %s", (milliseconds, text) => {
    expect(new I18n("en").duration(milliseconds)).toBe(text);
  });
});
