import { decodeText } from "../decode-text.js";
import type { OpenDocument, ParseSource } from "../format.js";
import { type Block, openParts, textMetadata } from "../parts.js";

/** Every line break there is, as "\n"; no-break and other odd spaces stay as they are. */
function normaliseBreaks(text: string): string {
  return text.replace(/\r\n?|[\v\u0085\u2028\u2029]/g, "\n").replaceAll("\0", " ");
}

/** The lines of a text one by one; splitting all at once would double the memory of a large file. */
function* linesOf(text: string): Generator<string> {
  let start = 0;
  while (start < text.length) {
    const end = text.indexOf("\n", start);
    yield text.slice(start, end < 0 ? text.length : end);
    if (end < 0) return;
    start = end + 1;
  }
}

/** Paragraphs of plain text: set apart by blank lines; a form feed also starts a new part. */
export function* textBlocks(text: string): Generator<Block> {
  let lines: string[] = [];
  let startsPart = false;
  const paragraph = (): Block => {
    const block: Block = { kind: "text", level: 0, lines, startsPart };
    lines = [];
    startsPart = false;
    return block;
  };
  for (const line of linesOf(normaliseBreaks(text))) {
    for (const [feed, segment] of line.split("\f").entries()) {
      const content = segment.trimEnd();
      if (lines.length > 0 && (feed > 0 || content === "")) yield paragraph();
      if (feed > 0) startsPart = true;
      if (content !== "") lines.push(content);
    }
  }
  if (lines.length > 0) yield paragraph();
}

/** Opens a plain text file. */
export async function openText({ bytes }: ParseSource): Promise<OpenDocument> {
  const text = decodeText(bytes);
  return openParts(textBlocks(text), textMetadata(bytes.length));
}
