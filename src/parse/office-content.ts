/** What the bytes of an office file, or of an archive like it, tell of it. */
export interface OfficeContent {
  /** For people, with its article: "a Word document", "an office file". */
  readonly kind: string;
  /** False for an archive that holds no office file. */
  readonly isOffice: boolean;
  readonly isProtected: boolean;
  /** Whether its end is missing. */
  readonly isCut: boolean;
}

/** Recognises office files and archives by their content, whatever they are called; else null. */
export function officeContent(bytes: Uint8Array): OfficeContent | null {
  const head = latin(bytes.subarray(0, 8192));
  if (head.startsWith("{\\rtf")) {
    return { kind: "a rich text document (RTF)", isOffice: true, isProtected: false, isCut: false };
  }
  if (head.startsWith("\u00d0\u00cf\u0011\u00e0\u00a1\u00b1\u001a\u00e1")) return compound(bytes);
  if (head.startsWith("PK\u0003\u0004") || head.startsWith("PK\u0005\u0006")) {
    return archive(head, bytes);
  }
  return null;
}

/** Names of parts in a compound file (OLE2), and what the file is that has them. */
const streams: readonly (readonly [name: string, kind: string])[] = [
  ["WordDocument", "a Word document in the old format (.doc)"],
  ["Workbook", "an Excel workbook in the old format (.xls)"],
  ["Book", "an Excel workbook in the old format (.xls)"],
  ["PowerPoint Document", "a PowerPoint presentation in the old format (.ppt)"],
];

function compound(bytes: Uint8Array): OfficeContent {
  const isProtected = has(bytes, wide("EncryptedPackage"));
  const found = isProtected ? null : streams.find(([name]) => has(bytes, `${wide(name)}\0\0`));
  return { kind: found?.[1] ?? "an office file", isOffice: true, isProtected, isCut: false };
}

/** Folders and media types at the beginning of a zip file, and what the file is that has them. */
const parts: readonly (readonly [mark: RegExp, kind: string])[] = [
  [/opendocument\.text/, "an OpenDocument text"],
  [/opendocument\.spreadsheet/, "an OpenDocument spreadsheet"],
  [/opendocument\.presentation/, "an OpenDocument presentation"],
  [/word\//, "a Word document"],
  [/xl\//, "an Excel workbook"],
  [/ppt\//, "a PowerPoint presentation"],
  [/\[Content_Types\]\.xml|_rels\/\.rels|docProps\/|opendocument/, "an office file"],
];

function archive(head: string, bytes: Uint8Array): OfficeContent {
  // The list of an archive's files is at its end, and with comments up to 64 KB before that.
  const end = latin(bytes.subarray(-70_000));
  const found = parts.find(([mark]) => mark.test(head) || mark.test(end));
  return {
    kind: found?.[1] ?? "a zip archive",
    isOffice: found !== undefined,
    isProtected: false,
    isCut: !end.includes("PK\u0005\u0006"),
  };
}

function has(bytes: Uint8Array, text: string): boolean {
  const first = text.charCodeAt(0);
  for (let at = bytes.indexOf(first); at >= 0; at = bytes.indexOf(first, at + 1)) {
    let length = 1;
    while (length < text.length && bytes[at + length] === text.charCodeAt(length)) length++;
    if (length === text.length) return true;
  }
  return false;
}

/** A text as its bytes in UTF-16, the low one first. */
function wide(text: string): string {
  return [...text].map((character) => `${character}\0`).join("");
}

function latin(bytes: Uint8Array): string {
  let text = "";
  for (const byte of bytes) text += String.fromCharCode(byte);
  return text;
}
