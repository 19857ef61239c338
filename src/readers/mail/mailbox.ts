const lineFeed = 0x0a;
const separator = [..."From "].map((letter) => letter.charCodeAt(0));

/** Whether a mailbox (RFC 4155), or one of its messages, begins here. */
export function beginsMailbox(bytes: Uint8Array, at = 0): boolean {
  return separator.every((code, index) => bytes[at + index] === code);
}

/** The messages of a mailbox, each after a "From " line; a single mail is one message. */
export function* messagesIn(bytes: Uint8Array): Generator<Uint8Array<ArrayBuffer>> {
  if (!beginsMailbox(bytes)) {
    yield bytes.slice();
    return;
  }
  // Some programs write no time; then an empty line before and headers after it are enough.
  const isDated = hasTime(lineAt(bytes, 0));
  let start = 0;
  for (let at = bytes.indexOf(lineFeed); at >= 0; at = bytes.indexOf(lineFeed, at + 1)) {
    if (!beginsMailbox(bytes, at + 1) || !separates(bytes, at + 1, isDated)) continue;
    yield message(bytes, start, at);
    start = at + 1;
  }
  yield message(bytes, start, bytes.length);
}

/** Whether a line that begins with "From " separates two messages, and is not a sentence in one. */
function separates(bytes: Uint8Array, at: number, isDated: boolean): boolean {
  const line = lineAt(bytes, at);
  const next = lineAt(bytes, at + line.length + 1);
  // Headers follow, or nothing at all.
  if (!/^(?:>?From |[!-9;-~]+[ \t]*:|\r?$)/.test(next)) return false;
  if (isDated || hasTime(line)) return hasTime(line);
  const before = bytes[at - 2] === 0x0d ? bytes[at - 3] : bytes[at - 2];
  return before === lineFeed && next.trim() !== "";
}

/** Maximum number of characters examined of a line. */
const longestLine = 1_000;

function lineAt(bytes: Uint8Array, at: number): string {
  const end = bytes.indexOf(lineFeed, at);
  const line = bytes.subarray(at, end < 0 ? bytes.length : end);
  return String.fromCharCode(...line.subarray(0, longestLine));
}

/** A time of day and a year, as in "From ada@example.org Mon Feb  1 10:00:00 2021". */
function hasTime(line: string): boolean {
  return /\b\d{1,2}:\d{2}(?::\d{2})?\b/.test(line) && /\b(?:19|20)\d{2}\b/.test(line);
}

/** A message without its separator line. */
function message(bytes: Uint8Array, start: number, end: number): Uint8Array<ArrayBuffer> {
  return bytes.slice(bytes.indexOf(lineFeed, start) + 1, end);
}
