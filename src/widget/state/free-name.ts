import { freePath } from "../../core/numbered-path.js";
import { folderName } from "./document-names.js";

/** Characters that show nothing, and such as turn round what is written around them. */
const unseen = /[\p{Cc}\u200b\u200e\u200f\u2028-\u202e\u2060-\u2069\ufeff]/gu;
/** A file that is sent from elsewhere may have any name; people give shorter ones. */
const longestName = 150;

/**
 * The name of a file that somebody else has sent, as it may be shown: one name and no path, without
 * characters that make it look like another.
 */
export function plainName(name: string): string {
  const seen = name.replace(unseen, "").replace(/[\\/]/g, "_").normalize("NFC").trim();
  // Its end, which tells what kind of file it is.
  const short = [...seen].slice(-longestName).join("");
  return /^\.*$/.test(short) ? "file" : short;
}

/** The same for names that nobody could tell apart at a glance. */
export function nameKey(path: string): string {
  return path
    .normalize("NFKC")
    .replace(/\p{Cf}/gu, "")
    .replace(/\s+/g, " ")
    .trim()
    .toLowerCase();
}

/** The path, or "report (2).pdf" and so on when it is taken; of a folder, "report.pdf (2)". `taken` has keys. */
export function freeName(
  path: string,
  taken: ReadonlySet<string>,
  kind: "file" | "folder" = "file",
): string {
  return freePath(path, (name) => taken.has(nameKey(name)), kind);
}

/** A path and the folders that it lies in, as keys. */
export function placesOf(path: string): string[] {
  const places: string[] = [];
  for (let place = path; place !== ""; place = folderName(place)) places.push(nameKey(place));
  return places;
}
