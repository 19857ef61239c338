/** The longest mark in brackets: "(12)". */
const longestMark = 4;
const mark = /(?:\([1-9a-z]\d?\)|[*†‡§])$/u;
const space = /\s/u;

/** The signs of footnotes that a text ends with, with the white space before them: " (1)", "(a)(b)", "*". */
export function trailingMarks(text: string): string {
  let start = text.length;
  for (;;) {
    const [found] = mark.exec(text.slice(Math.max(0, start - longestMark), start)) ?? [];
    if (found === undefined) return text.slice(start);
    start -= found.length;
    while (space.test(text.charAt(start - 1))) start--;
  }
}

/** A label without the dots that lead from it to its numbers. */
export function withoutLeader(label: string): string {
  return label
    .replace(/(?<![\s.…·_])(?:\s*[.…·_]){3,}\s*$|(?:(?<!\s)\s+|(?<![\s…]))…+\s*$|\s\.\s\.\s*$/u, "")
    .trim();
}
