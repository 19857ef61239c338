import type { PdfjsTextItem } from "./pdfjs.js";
import { noCharacter } from "./text-item.js";

/** Accents that are drawn as signs of their own, and the marks that join a letter. */
const marks: Readonly<Record<string, string>> = {
  "`": "\u0300",
  "´": "\u0301",
  ˆ: "\u0302",
  "˜": "\u0303",
  "¯": "\u0304",
  "˘": "\u0306",
  "˙": "\u0307",
  "¨": "\u0308",
  "˚": "\u030a",
  "˝": "\u030b",
  ˇ: "\u030c",
  "¸": "\u0327",
  "˛": "\u0328",
};

/** An accent covers its letter by this share of the font size at least, … */
const leastOverlap = 0.1;
/** … and hardly by more than this one, where it is wider or stands aside. */
const mostOverlap = 0.9;
/** Accents are raised over capitals by less than this share of the font size. */
const mostRaised = 0.4;

/**
 * The items of a page with accents joined to their letters. Fonts without accented letters, as TeX
 * uses them, have the accent drawn first and the letter under it, which pdf.js gives as two items:
 * "M¨" and "uller". Characters are replaced, so that numbers and lengths of the items stay.
 */
export function withAccentsJoined(items: readonly PdfjsTextItem[]): readonly PdfjsTextItem[] {
  let joined: PdfjsTextItem[] | null = null;
  for (let index = 0; index + 1 < items.length; index++) {
    const accented = items[index] as PdfjsTextItem;
    const mark = marks[accented.str.at(-1) ?? ""];
    const next = items[index + 1] as PdfjsTextItem;
    if (mark === undefined || !liesOver(accented, next)) continue;
    const [letter = ""] = next.str;
    const composed = `${dotted[letter] ?? letter}${mark}`.normalize("NFC");
    if (!/^\p{L}$/u.test(letter) || composed.length !== letter.length) continue;
    joined ??= [...items];
    const before = joined[index] as PdfjsTextItem;
    const rest = before.str.slice(0, -1);
    joined[index] = { ...before, str: rest + (/\s$/.test(rest) ? " " : noCharacter) };
    joined[index + 1] = { ...next, str: composed + next.str.slice(letter.length) };
  }
  return joined ?? items;
}

/** Letters that have lost their dot to make room for an accent. */
const dotted: Readonly<Record<string, string>> = { ı: "i", ȷ: "j" };

/** Whether the end of one item stands over the beginning of the other. */
function liesOver(accented: PdfjsTextItem, next: PdfjsTextItem): boolean {
  const [a = 0, b = 0, c = 0, d = 0, x = 0, y = 0] = accented.transform as number[];
  const [, , , , nextX = 0, nextY = 0] = next.transform as number[];
  const along = Math.hypot(a, b);
  const size = Math.hypot(c, d);
  if (along === 0 || size === 0 || accented.dir !== "ltr" || next.dir !== "ltr") return false;
  // From the first item's point to the second one's, along the line and up from it.
  const forwards = ((nextX - x) * a + (nextY - y) * b) / along;
  const up = ((nextX - x) * c + (nextY - y) * d) / size;
  const overlap = accented.width - forwards;
  return (
    Math.abs(up) < mostRaised * size &&
    overlap >= leastOverlap * size &&
    overlap <= mostOverlap * size
  );
}
