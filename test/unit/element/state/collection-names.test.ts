import { expect, test } from "vitest";
import {
  addressesIn,
  collectionFileName,
  isCollectionFile,
  nameOfAddress,
  placeOfAddress,
} from "../../../../src/element/shell/setup.js";

const page = "https://intranet.example/handbook/index.html";

test("recognises a collection by its suffix, whatever its case and folder", () => {
  expect(["a.pagehound", "b/C.PAGEHOUND"].map(isCollectionFile)).toEqual([true, true]);
  expect(["pagehound", "a.pagehound.txt", "a.pdf", ""].map(isCollectionFile)).not.toContain(true);
  expect(isCollectionFile(collectionFileName("notes-2026"))).toBe(true);
});

test("resolves addresses relative to the page, without duplicates or fragments", () => {
  const list = "\n handbook.pagehound\t/all.pagehound handbook.pagehound#top  ";
  expect(addressesIn(list, page)).toEqual([
    "https://intranet.example/handbook/handbook.pagehound",
    "https://intranet.example/all.pagehound",
  ]);
  expect(addressesIn("   ", page)).toEqual([]);
});

test("keeps an invalid address in order to report it", () => {
  expect(addressesIn("https://", page)).toEqual(["https://"]);
});

test("names a collection after its file, decoded, until its title is known", () => {
  expect(nameOfAddress("https://intranet.example/a/Caf%C3%A9%20rules.pagehound?v=2")).toBe(
    "Café rules",
  );
  expect(nameOfAddress("https://intranet.example/a/rules")).toBe("rules");
  expect(nameOfAddress("https://intranet.example/")).toBe("intranet.example/");
  expect(nameOfAddress("https://intranet.example/100%.pagehound")).toBe("100%");
  expect(nameOfAddress("https://")).not.toBe("");
});

test("takes host and path as the place of a collection", () => {
  expect(placeOfAddress("https://intranet.example:8080/a/b.pagehound?v=2")).toBe(
    "intranet.example:8080/a/b.pagehound",
  );
});
