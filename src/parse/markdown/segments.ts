/** Characters after which a Markdown text is cut for parsing. */
const segmentSize = 65_536;

/** Where there is no good place, it is cut at a line end, or at last inside a line, at this size. */
const segmentLimit = 4 * segmentSize;

const codeFence = /^ {0,3}(`{3,}|~{3,})/;

/**
 * A Markdown text in pieces that can be parsed on their own, cut where a block at the left margin
 * follows an empty line outside code. The parser's tree takes a hundred times the memory of its
 * text, so a large file is read piece by piece.
 */
export function* segments(text: string): Generator<string> {
  let start = 0;
  let line = 0;
  let fence: string | null = null;
  let afterBlank = false;
  while (line < text.length) {
    const next = text.indexOf("\n", line) + 1 || text.length;
    const atMargin = afterBlank && fence === null && !/\s/.test(text[line] ?? "");
    if (line - start >= segmentSize && (atMargin || next - start > segmentLimit)) {
      yield text.slice(start, line);
      start = line;
      fence = null;
    }
    while (next - start > segmentLimit) {
      const space = text.lastIndexOf(" ", start + segmentLimit);
      const end = space > start + segmentSize ? space : start + segmentLimit;
      yield text.slice(start, end);
      start = end;
    }
    const head = text.slice(line, Math.min(next, line + 80));
    const mark = codeFence.exec(head)?.[1];
    if (mark && fence === null) fence = mark;
    else if (mark && fence !== null && mark.startsWith(fence)) fence = null;
    afterBlank = next - line <= 80 && head.trim() === "";
    line = next;
  }
  if (start < text.length) yield text.slice(start);
}
