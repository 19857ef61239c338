const sentenceEnd = /[.!?…]["'”’)\]]*\s|[。！？]/gu;

/** Last place in `text` after one of the matches, or -1. */
function lastEnd(text: string, pattern: RegExp): number {
  let end = -1;
  for (const match of text.matchAll(pattern)) end = match.index + match[0].length;
  return end;
}

/** Where to cut so that the first piece has at most `limit` characters and reads well. */
function cutPoint(line: string, start: number, limit: number): number {
  const from = start + (limit >> 1);
  const window = line.slice(from, start + limit);
  for (const pattern of [/\t/g, sentenceEnd, /\s/g]) {
    const end = lastEnd(window, pattern);
    if (end >= 0) return from + end;
  }
  // Not between the halves of a surrogate pair.
  const last = line.charCodeAt(start + limit - 1);
  return start + limit - (last >= 0xd800 && last <= 0xdbff ? 1 : 0);
}

/**
 * A line in pieces of at most `limit` characters: cut at the end of a cell, else of a sentence,
 * else of a word, else anywhere. Space at the cuts is left out. A line that is short enough comes
 * back whole.
 */
export function cutLine(line: string, limit: number): string[] {
  if (line.length <= limit) return [line];
  const pieces: string[] = [];
  let start = 0;
  while (start < line.length) {
    const end = line.length - start <= limit ? line.length : cutPoint(line, start, limit);
    const piece = line.slice(start, end).trimEnd();
    if (piece !== "") pieces.push(piece);
    start = end;
  }
  return pieces;
}
