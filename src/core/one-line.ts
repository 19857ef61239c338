/** Marks that change the direction of the text after them, even beyond their own text. */
const turning = /[\u202a-\u202e\u2066-\u2069]/gu;

/**
 * A foreign text made safe for a single line: whitespace and control characters become one space,
 * direction marks are removed, and it is truncated to this many characters.
 */
export function oneLine(text: string, most: number = Number.POSITIVE_INFINITY): string {
  // A text may have millions of characters, of which only a few are needed.
  const line = text
    .slice(0, 4 * most)
    .replace(turning, "")
    .replace(/[\s\p{Cc}]+/gu, " ")
    .trim();
  return line.length <= most ? line : truncated(line, most).trimEnd();
}

/** The first code units of a text, at most this many, without half of a surrogate pair. */
export function truncated(text: string, most: number): string {
  return text.slice(0, most).replace(/[\ud800-\udbff]$/, "");
}

/** Invisible characters that affect the text around them: controls, line breaks, directions. */
const unseen = /[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]/gu;

/** A text with each invisible character replaced. */
export function withoutUnseen(text: string, replacement = "\ufffd"): string {
  return text.replace(unseen, replacement);
}

/** Compares texts by their code units, in the same order on every device. */
export function byCodeUnits(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0;
}

/** A position in a text, moved before a surrogate pair if it is inside one. */
export function outsidePair(text: string, position: number): number {
  const code = text.charCodeAt(position);
  return code >= 0xdc00 && code <= 0xdfff ? position - 1 : position;
}

/** Maximum number of characters in a real label: "Inside Front Cover" has 18. */
const longest = 20;

/** Letters, digits, and the punctuation in "A-3", "B.2", "1/2", "(iv)", "Editor's Note". */
const plain = /^[\p{Alpha}\p{M}\p{N} .\-\u2010-\u2015_/'’()*&#+§°·]+$/u;

/**
 * The label that a document prints on a page, or null if it is not a label: it is shown in place of
 * the page's number, so a text that is long, or could be mistaken for more than a label, is
 * rejected.
 */
export function plainLabel(label: string | null | undefined): string | null {
  // One character more than allowed is enough to detect a longer text.
  const line = oneLine(label ?? "", longest + 1);
  return line.length <= longest && plain.test(line) ? line : null;
}

/** Maximum number of characters in the name of a place other than a page. */
const longestName = 60;

/** The name of a page for readers: its printed label, else that of a sheet or section in quotes. */
export function pageName(label: string | null | undefined, isPaper: boolean): string | null {
  if (isPaper) return plainLabel(label);
  const line = oneLine(label ?? "");
  if (line.length <= longestName) return line || null;
  return `${oneLine(line, longestName - 1)}…`;
}

/** The name of a sheet that a workbook hides, as it is stored and as tools see it. */
export function hiddenName(name: string): string {
  return `${name} (hidden)`;
}

/** The label of a slide that the slide show skips. */
export const hiddenSlide = "hidden";

/** The label of a place in a sheet without the marker that the sheet is hidden. */
export function withoutHidden(label: string): string {
  return label.replace(/ \(hidden\)(?=$|, [A-Z]+\d+(?::[A-Z]+\d+)?$)/, "");
}

/** A text as the source of a regular expression that matches it literally, outside brackets. */
export function literalSource(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&");
}
