import { expect, test } from "vitest";
import { type ErrorCode, PagehoundError } from "../../../../src/core/errors.js";
import { english, type StringKey } from "../../../../src/element/i18n/english.js";
import { I18n } from "../../../../src/element/i18n/i18n.js";

test("every error code has a message", () => {
  // Fails to compile if a code is missing.
  const keys: Record<`errors.${ErrorCode}`, string> = english;
  expect(keys["errors.storage-full"]).toContain("storage is full");
});

test("shows an error in the library's words in English, else by its code", () => {
  const error = new PagehoundError("empty-file", "notes.txt is empty.");
  expect(new I18n("en-GB").error(error)).toBe("notes.txt is empty.");
  const key: StringKey = "errors.empty-file";
  const german = new I18n("de", { ...english, [key]: "Die Datei ist leer." });
  expect(german.error(error)).toBe("Die Datei ist leer.");
  expect(german.error(new TypeError("x is undefined"))).toBe(english["errors.unknown"]);
});

test.each([
  [404, "gone"],
  [410, "gone"],
  [429, "busy"],
  [503, "unavailable"],
] as const)("explains a failed download with status %i", (status, kind) => {
  const error = new PagehoundError("download-failed", "in English", { data: { status } });
  const key: StringKey = `errors.download-failed.${kind}`;
  expect(new I18n("de", { ...english, [key]: "Auf Deutsch." }).error(error)).toBe("Auf Deutsch.");
  expect(new I18n("en").error(error)).toBe("in English");
  const other = new PagehoundError("download-failed", "in English", { data: { status: 403 } });
  expect(new I18n("de").error(other)).toBe(english["errors.download-failed"]);
});

test("an unknown model is reported with its name, the address and the models to choose from", () => {
  const data = { model: "nobody", offered: "qwen3, gemma", url: "/model/v1" };
  const error = new PagehoundError("unknown-model", "in English", { data });
  const message =
    "There is no model “nobody” at /model/v1. Choose one that it offers: qwen3, gemma.";
  expect(new I18n("en").error(error)).toBe(message);
  const elsewhere = new PagehoundError("unknown-model", "No model is offered.");
  expect(new I18n("en").error(elsewhere)).toBe("No model is offered.");
});
