/** Marks that turn the direction of what follows them, in other texts as well. */
const turning = /[\u202a-\u202e\u2066-\u2069]/gu;

/**
 * Foreign text as it can be within a line of your own: white space and control characters as one
 * blank, and without marks that turn the direction of what follows. At most this many characters.
 */
export function oneLine(text: string, most: number = Number.POSITIVE_INFINITY): string {
  // A text may have millions of characters of which a few are wanted.
  const line = text
    .slice(0, 4 * most)
    .replace(turning, "")
    .replace(/[\s\p{Cc}]+/gu, " ")
    .trim();
  if (line.length <= most) return line;
  // Not between the halves of a surrogate pair.
  return line
    .slice(0, most)
    .replace(/[\ud800-\udbff]$/, "")
    .trimEnd();
}

/** Characters of the longest label that is one: "Inside Front Cover" has 18. */
const longest = 20;

/** Letters, figures, and the signs that are between them in "A-3", "B.2", "1/2", "(iv)", "Editor's Note". */
const plain = /^[\p{L}\p{M}\p{N} .\-\u2010-\u2015_/'’()*&#+§°·]+$/u;

/**
 * What a document says is printed on a page, or null when that is no label: it is told in place of
 * the page's number, so what is long, or could be mistaken for more than a label, is none.
 */
export function plainLabel(label: string | null | undefined): string | null {
  // One character more than is allowed is enough to tell.
  const line = oneLine(label ?? "", longest + 1);
  return line.length <= longest && plain.test(line) ? line : null;
}

/** Characters of the name of a place that is no page. */
const longestName = 60;

/**
 * What a page is called: on paper what is printed on it; else the name of a sheet or a section, which
 * is told in quotes.
 */
export function pageName(label: string | null | undefined, isPaper: boolean): string | null {
  if (isPaper) return plainLabel(label);
  const line = oneLine(label ?? "");
  if (line.length <= longestName) return line || null;
  return `${oneLine(line, longestName - 1)}…`;
}

/** The name of a sheet that a workbook hides, as it is stored, and as tools are told it. */
export function hiddenName(name: string): string {
  return `${name} (hidden)`;
}

/** The label of a slide that is passed over when the slides are shown. */
export const hiddenSlide = "hidden";

/** The label of a place in a sheet without the sign that the sheet is hidden. */
export function withoutHidden(label: string): string {
  return label.replace(/ \(hidden\)(?=$|, [A-Z]+\d+(?::[A-Z]+\d+)?$)/, "");
}

/** A text as the source of a regular expression that matches it and nothing else, outside of brackets. */
export function literalSource(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&");
}
