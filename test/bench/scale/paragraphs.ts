/** Words per paragraph, as many as a passage should have. */
export const paragraphWords = 150;

/** A word as passages count it: separators split a number into several. */
const countedWord = /[\p{L}\p{M}\p{N}]+/gu;

/**
 * Splits a text into paragraphs of about 150 words, keeping line breaks but no blank lines. The
 * remainder after the last full paragraph is dropped.
 */
export function paragraphsOf(text: string): string[] {
  const flat = text.replace(/\n\s*\n/g, "\n");
  const paragraphs: string[] = [];
  let start = 0;
  let words = 0;
  for (const { index } of flat.matchAll(countedWord)) {
    if (words === paragraphWords) {
      // Splits at the white space before the word, so that anything attached to it, such as "$",
      // stays with it.
      const space = lastSpace(flat, index);
      const end = space > start ? space : index;
      paragraphs.push(flat.slice(start, end).trim());
      start = end;
      words = 0;
    }
    words++;
  }
  if (words === paragraphWords) paragraphs.push(flat.slice(start).trim());
  return paragraphs;
}

function lastSpace(text: string, from: number): number {
  let index = from;
  while (index > 0 && !/\s/.test(text[index] ?? "")) index--;
  return index;
}
