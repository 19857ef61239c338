import { describe, expect, test } from "vitest";
import { gridWords } from "../../../../src/element/i18n/english/grid.js";
import { listWords } from "../../../../src/element/i18n/english/list.js";
import { notebookWords } from "../../../../src/element/i18n/english/notebooks.js";
import { noteWords } from "../../../../src/element/i18n/english/notes.js";
import { panelWords } from "../../../../src/element/i18n/english/panels.js";
import { paneWords } from "../../../../src/element/i18n/english/panes.js";
import { viewerWords } from "../../../../src/element/i18n/english/viewer.js";
import { addEnglish, english } from "../../../../src/element/i18n/english.js";
import { directionOf } from "../../../../src/element/i18n/i18n.js";
import { languages, loadTable, negotiate } from "../../../../src/element/i18n/languages.js";

addEnglish({
  ...gridWords,
  ...listWords,
  ...notebookWords,
  ...noteWords,
  ...panelWords,
  ...paneWords,
  ...viewerWords,
});

describe("the language of the interface", () => {
  test.each([
    [["en-GB"], { locale: "en-GB", language: "en" }],
    [["xx", "en-AU", "en"], { locale: "en-AU", language: "en" }],
    [["not a language", " en "], { locale: "en", language: "en" }],
    [["xx"], { locale: "en", language: "en" }],
    [[], { locale: "en", language: "en" }],
  ])("chooses the language for %j: %j", (wanted, chosen) => {
    expect(negotiate(wanted)).toEqual(chosen);
  });

  test.each(languages.filter((language) => language !== "en"))(
    "the language %s has all messages, and accepts its regions",
    async (language) => {
      const region = `${language}-${language === "ar" ? "EG" : "CH"}`;
      expect(negotiate([region, "en"])).toEqual({ locale: region, language });
      expect(Object.keys(await loadTable(language)).sort()).toEqual(Object.keys(english).sort());
    },
  );

  test("falls back to English where there are no messages", async () => {
    expect(await loadTable("xx")).toBe(english);
  });

  test("lays out Arabic from right to left", () => {
    expect(["en", "ar", "de"].map((language) => directionOf(language))).toEqual([
      "ltr",
      "rtl",
      "ltr",
    ]);
  });
});
