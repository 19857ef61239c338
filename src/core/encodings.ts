// The encodings that text files can be read in.

/**
 * Encodings offered for choice, the common ones first, under their `TextDecoder` names, and three
 * that it does not support.
 */
export const choosableEncodings: readonly string[] = [
  "utf-8",
  "windows-1252",
  "windows-1250",
  "windows-1251",
  "windows-1253",
  "windows-1254",
  "windows-1255",
  "windows-1256",
  "windows-1257",
  "windows-1258",
  "windows-874",
  "iso-8859-2",
  "iso-8859-5",
  "iso-8859-7",
  "iso-8859-15",
  "koi8-r",
  "koi8-u",
  "ibm866",
  "macintosh",
  "x-mac-cyrillic",
  "gb18030",
  "big5",
  "shift_jis",
  "euc-jp",
  "iso-2022-jp",
  "euc-kr",
  "iso-2022-kr",
  "utf-16le",
  "utf-16be",
  "utf-32le",
  "utf-32be",
];

/** The canonical name here of an encoding, from any of its labels; null for an unsupported one. */
export function knownEncoding(label: string): string | null {
  const plain = label.trim().toLowerCase();
  const unlisted = /^(?:utf-?32(le|be)?|(?:cs)?iso-?2022-?kr)$/.exec(plain);
  if (unlisted) return plain.includes("2022") ? "iso-2022-kr" : `utf-32${unlisted[1] ?? "be"}`;
  try {
    const { encoding } = new TextDecoder(plain);
    return encoding === "gbk" ? "gb18030" : encoding === "replacement" ? null : encoding;
  } catch {
    return null;
  }
}
