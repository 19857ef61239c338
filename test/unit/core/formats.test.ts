import { describe, expect, test } from "vitest";
import { knownFormats } from "../../../src/core/document.js";
import { formatNames, formatOfType, offeredTypes } from "../../../src/core/formats.js";
import { I18n } from "../../../src/element/i18n/i18n.js";
import { languages, loadTable } from "../../../src/element/i18n/languages.js";
import { wordExamples } from "../../../src/element/search/search-help-view.js";
import { officeFormats } from "../../../src/readers/office/recognise.js";
import { recognise } from "../../../src/readers/registry.js";
import { parseQuery } from "../../../src/search/query/query-language.js";

describe("the names of formats", () => {
  test("suggests every format if a type is unknown", () => {
    const { ignored } = parseQuery("cash type:xyz");
    for (const format of knownFormats) {
      const names = formatNames[format].typed;
      expect(names.some((name) => ignored[0]?.reason.includes(name))).toBe(true);
    }
  });

  test("accepts all names of formats as types in a query, and all file extensions", () => {
    for (const format of knownFormats) {
      const { typed, extensions } = formatNames[format];
      for (const name of [...typed, ...extensions]) {
        expect(formatOfType(name)).toBe(format);
        expect(parseQuery(`type:${name}`).ignored).toEqual([]);
      }
    }
    expect(formatOfType("xyz")).toBeNull();
  });

  test("names all formats in the message about an unreadable file", () => {
    const refuse = () => recognise(new Uint8Array([0, 1, 2, 3, 0xff]), "tool.bin");
    for (const format of knownFormats) expect(refuse).toThrow(formatNames[format].label);
  });

  test("names all offered types in the example of a query, in every language", async () => {
    for (const language of languages) {
      const words = new I18n(language, await loadTable(language));
      const example = wordExamples(words).find(({ form }) => form === "type:pdf");
      for (const type of offeredTypes)
        expect(`${example?.form} ${example?.meaning}`).toContain(type);
    }
  });

  test("lists each extension of office files once", () => {
    const extensions = officeFormats.flatMap((format) => format.extensions);
    expect(new Set(extensions).size).toBe(extensions.length);
  });
});
