import { byteText } from "../../core/index.js";
import type { OpenDocument, ParseSource } from "../format.js";
import { isSuspended, keepsHyphen } from "../hyphens.js";
import { type Block, openParts, textMetadata } from "../parts.js";
import { withTables } from "./aligned-tables.js";
import { decodeIn, escapedEncoding, markedEncoding, readText, wideEncoding } from "./encoding.js";

/** Converts all line breaks to "\n"; no-break and other unusual spaces stay as they are. */
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

/** Paragraphs of plain text, separated by blank lines; a form feed also starts a new part. */
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

export async function openText({ bytes, encoding: chosen }: ParseSource): Promise<OpenDocument> {
  const { text, encoding } = await readText(bytes, { chosen });
  return openParts(plainBlocks(text), textMetadata(bytes.length, { encoding }));
}

/** Characters of a text searched for other spellings of a word. */
const wordsKnown = 2_000_000;

/** Paragraphs and tables of plain text, with words split at line ends rejoined. */
function* plainBlocks(text: string): Generator<Block> {
  let known: string | null = null;
  const lowered = (): string => {
    known ??= text.slice(0, wordsKnown).toLowerCase();
    return known;
  };
  for (const block of textBlocks(text))
    yield* withTables({ ...block, lines: rejoined(block.lines, lowered) });
}

const partedEnd =
  /(?<![\p{L}\p{M}\p{N}\u2010-])[\p{L}\p{M}\p{N}\u2010-]*\p{L}\p{M}*[-\u2010\u00ad]$/u;
const wordStart = /^(\s*)(\p{L}[\p{L}\p{M}'’-]*)(\S*)\s*/u;
/** Columns side by side, where a line's last word does not continue on the next line. */
const columns = /\S {3,}\S|\t\S/;

/** Rejoins a word that is split at a line end, on its first line. */
function rejoined(lines: readonly string[], text: () => string): readonly string[] {
  if (!lines.some((line, index) => index + 1 < lines.length && partedEnd.test(line))) return lines;
  const joined: string[] = [];
  let rest: string | undefined = lines[0];
  for (let index = 1; rest !== undefined; index++) {
    let next = lines[index];
    const [before] = partedEnd.exec(rest) ?? [];
    const [found = "", indent = "", after, end = ""] = wordStart.exec(next ?? "") ?? [];
    const parted = before !== undefined && after !== undefined && next !== undefined;
    if (parted && !isSuspended(after) && !columns.test(rest) && !columns.test(next ?? "")) {
      const head = keepsHyphen(before, after, text) ? rest : rest.slice(0, -1);
      joined.push(head + after + end);
      next = indent + (next ?? "").slice(found.length);
      // A line that held only the rest of the word is removed.
      if (next.trim() === "") next = lines[++index];
    } else joined.push(rest);
    rest = next;
  }
  return joined;
}

/** Formats that are text inside but not meant to be read; none of them is shown raw. */
const notReadingText = ["%PDF-", "{\\rtf", "%!PS"];

/** Maximum share of control characters in text; terminal logs have some. */
const controlShare = 0.02;

function isControl(byte: number): boolean {
  return byte < 0x20 && !(byte >= 0x09 && byte <= 0x0d) && byte !== 0x1a && byte !== 0x1b;
}

/** Whether a file's first bytes may be text: no NUL outside UTF-16/32, few control characters. */
export function looksLikeText(head: Uint8Array): boolean {
  const wide = markedEncoding(head) ?? wideEncoding(head);
  if (wide !== null && wide !== "utf-8") return true;
  if (escapedEncoding(head) === "iso-2022-kr") return true;
  let controls = 0;
  for (const byte of head) {
    if (byte === 0) return false;
    if (isControl(byte)) controls += 1;
  }
  if (controls > head.length * controlShare) return false;
  const start = asciiHead(head).trimStart();
  return !notReadingText.some((mark) => start.startsWith(mark));
}

/**
 * The first bytes with one character per byte, which suffices to find ASCII signatures. UTF-16 and
 * UTF-32 are decoded properly.
 */
export function asciiHead(head: Uint8Array): string {
  const known = markedEncoding(head) ?? wideEncoding(head);
  return known ? decodeIn(head, known) : byteText(head);
}

/** Code pages whose encoding is not named after their number. */
const named: ReadonlyMap<number, string> = new Map([
  [866, "ibm866"],
  [874, "windows-874"],
  [932, "shift_jis"],
  [936, "gbk"],
  [949, "euc-kr"],
  [950, "big5"],
  [10000, "macintosh"],
  [20127, "windows-1252"],
  [20866, "koi8-r"],
  [28591, "iso-8859-1"],
  [28592, "iso-8859-2"],
  [50220, "iso-2022-jp"],
  [65001, "utf-8"],
]);

/** The `TextDecoder` name of a Windows code page; null if browsers do not support it. */
export function encodingOf(codePage: number): string | null {
  try {
    return new TextDecoder(named.get(codePage) ?? `windows-${codePage}`).encoding;
  } catch {
    return null;
  }
}

/** For each double-byte encoding, whether a byte begins a character of two bytes. */
const leads: ReadonlyMap<string, (byte: number) => boolean> = new Map([
  ["shift_jis", (byte) => (byte >= 0x81 && byte <= 0x9f) || byte >= 0xe0],
  ["gbk", (byte) => byte >= 0x81],
  ["big5", (byte) => byte >= 0x81],
  ["euc-kr", (byte) => byte >= 0x81],
]);

/** Whether bytes end in the middle of a double-byte character. */
export function endsHalfway(bytes: readonly number[], encoding: string): boolean {
  const isLead = leads.get(encoding);
  let isHalf = false;
  if (isLead) for (const byte of bytes) isHalf = !isHalf && isLead(byte);
  return isHalf;
}
