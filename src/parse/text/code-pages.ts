/** Code pages that are called otherwise than by their number. */
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

/** What `TextDecoder` calls a code page of Windows; null for one that browsers do not know. */
export function encodingOf(codePage: number): string | null {
  try {
    return new TextDecoder(named.get(codePage) ?? `windows-${codePage}`).encoding;
  } catch {
    return null;
  }
}

/** Of encodings with characters of two bytes, which bytes begin such a one. */
const leads: ReadonlyMap<string, (byte: number) => boolean> = new Map([
  ["shift_jis", (byte) => (byte >= 0x81 && byte <= 0x9f) || byte >= 0xe0],
  ["gbk", (byte) => byte >= 0x81],
  ["big5", (byte) => byte >= 0x81],
  ["euc-kr", (byte) => byte >= 0x81],
]);

/** Whether bytes end in the middle of a character of two. */
export function endsHalfway(bytes: readonly number[], encoding: string): boolean {
  const isLead = leads.get(encoding);
  let isHalf = false;
  if (isLead) for (const byte of bytes) isHalf = !isHalf && isLead(byte);
  return isHalf;
}
