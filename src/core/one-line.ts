/** Marks that turn the direction of what follows them, in other texts as well. */
const turning = /[\u202a-\u202e\u2066-\u2069]/gu;

/**
 * Foreign text as it can stand within a line of one's own: white space and control characters as one
 * blank, and without marks that turn the direction of what follows. At most so many characters.
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
