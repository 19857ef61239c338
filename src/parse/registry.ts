import { PagehoundError } from "../core/errors.js";
import { asciiHead, looksLikeText } from "./decode-text.js";
import { type Format, formatVersions } from "./format.js";
import { openPdf } from "./pdf/parser.js";

/**
 * PDF, recognised by its header. Readers look for that in the whole first kilobyte; under another
 * name than `.pdf`, text that mentions the header further down is just text. Under that name, a
 * file that has lost its header is recognised by its first object.
 */
const pdfFormat: Format = {
  id: "pdf",
  version: formatVersions.pdf,
  pageUnit: "page",
  label: "PDF",
  extensions: ["pdf"],
  sniff: (head, extension) => {
    const start = String.fromCharCode(...head);
    if (/^\s*%PDF[-. ]?\d/.test(start)) return true;
    if (extension === "pdf") return /%PDF-|(?:^|\s)\d+ \d+ obj\b/.test(start);
    return start.slice(0, 1024).includes("%PDF-") && !looksLikeText(head);
  },
  open: openPdf,
};

const htmlExtensions = ["html", "htm", "xhtml"];

/** What may stand before the first mark: an XML declaration, comments and space. */
const preamble = /^(?:\s|<\?xml[^>]*>|<!--[\s\S]*?-->)*/i;
const mark = /^<(?:!doctype\s+html|html|head|body|title|meta)[\s>]/i;
const anyTag = /<\/?[a-z][a-z0-9]*[\s/>]/i;

/** Web pages, known by their first tag; fragments without one only under an extension of HTML. */
export const htmlFormat: Format = {
  id: "html",
  version: formatVersions.html,
  pageUnit: "part",
  label: "HTML",
  extensions: htmlExtensions,
  sniff: (head, extension) => {
    if (!looksLikeText(head)) return false;
    const start = asciiHead(head).replace(/^(?:\ufeff|\xef\xbb\xbf)/, "");
    if (htmlExtensions.includes(extension)) return anyTag.test(start);
    // Markdown may begin with HTML; there the extension decides.
    return !/^(?:md|markdown|mdown|mkd)$/.test(extension) && mark.test(start.replace(preamble, ""));
  },
  open: async (source) => (await import("./html/parser.js")).openHtml(source),
};

const markdownExtensions = ["md", "markdown", "mdown", "mkd"];

/** Markdown as GitHub reads it. Known by the extension: any text is valid Markdown. */
export const markdownFormat: Format = {
  id: "markdown",
  version: formatVersions.markdown,
  pageUnit: "part",
  label: "Markdown",
  extensions: markdownExtensions,
  sniff: (head, extension) => markdownExtensions.includes(extension) && looksLikeText(head),
  open: async (source) => (await import("./markdown/parser.js")).openMarkdown(source),
};

const csvExtensions = ["csv", "tsv", "tab"];

/** Tables as text, one record a line. Known by the extension: any text could be a table of one column. */
export const csvFormat: Format = {
  id: "csv",
  version: formatVersions.csv,
  pageUnit: "part",
  label: "CSV",
  extensions: csvExtensions,
  sniff: (head, extension) => csvExtensions.includes(extension) && looksLikeText(head),
  open: async (source) => (await import("./csv/parser.js")).openCsv(source),
};

/** Plain text: whatever is text and of no other format. Belongs last in the registry. */
export const textFormat: Format = {
  id: "text",
  version: formatVersions.text,
  pageUnit: "part",
  label: "plain text",
  extensions: ["txt", "text", "log"],
  sniff: (head) => looksLikeText(head),
  open: async (source) => (await import("./text/parser.js")).openText(source),
};

/** All formats, the ones with marks of their own first; the first that recognises a file reads it. */
const formats: readonly Format[] = [pdfFormat, htmlFormat, markdownFormat, csvFormat, textFormat];

/** Bytes that are enough to recognise a file. */
const headLength = 4096;

/** Formats whose content is not text; a text file under their names is a mistake. */
const binary = formats.filter(({ pageUnit }) => pageUnit === "page");

/** Extensions of office files, none of which can be read yet. */
const office =
  /^(?:doc|docx|docm|dot|dotx|dotm|xls|xlsx|xlsm|xlsb|xlt|xltx|ppt|pptx|pptm|pps|ppsx|pot|potx|odt|ods|odp|odg|rtf|pages|numbers|key)$/;

/** Longest text that Chromium holds, in characters (V8's `String::kMaxLength`). A byte is one at most. */
const longestText = 2 ** 29 - 24;

/**
 * Finds the format of a file by its content. Throws `empty-file`, `format-mismatch`,
 * `unsupported-format` or `too-large`.
 */
export function recognise(bytes: Uint8Array, path: string): Format {
  if (bytes.length === 0) {
    throw new PagehoundError(
      "empty-file",
      `${path} is empty: it has no bytes. Check the original, and add it again.`,
      {
        data: { path },
      },
    );
  }
  const content = officeContent(bytes);
  const head = bytes.subarray(0, headLength);
  const extension = /\.([^./]+)$/.exec(path)?.[1]?.toLowerCase() ?? "";
  const named = binary.find(({ extensions }) => extensions.includes(extension));
  const found = formats.find((format) => format.sniff(head, extension));
  // First of all, because rich text looks like text.
  if (content) throw notYet(path, content, office.test(extension));
  if (named && found !== named) throw mismatch(path, named, found, looksLikeText(head));
  if (found && !office.test(extension)) {
    if (!binary.includes(found) && bytes.length > longestText) throw tooLarge(path, bytes.length);
    return found;
  }
  throw unsupported(path, extension, found);
}

/** Says of an office file or an archive, whatever it is called, what it is and what to do. */
function notYet(
  path: string,
  { kind, isOffice, isProtected, isCut }: OfficeContent,
  isNamedOffice: boolean,
): PagehoundError {
  const end = isCut ? " The file is also incomplete: its end is missing." : "";
  const known = isOffice || isNamedOffice;
  const advice = known
    ? `Export it as PDF${isProtected ? " from the program that has its password" : ""} and add that.`
    : "Unpack it and add the files in it.";
  const called = isOffice || !isNamedOffice ? kind : "an office file";
  const what = isProtected ? `${called} protected by a password` : called;
  return new PagehoundError(
    "unsupported-format",
    `${path} is ${what}, which is not supported yet. ${advice}${end}`,
    { data: { path } },
  );
}

function mismatch(
  path: string,
  named: Format,
  found: Format | undefined,
  isText: boolean,
): PagehoundError {
  const content = found?.label ?? (isText ? "plain text" : null);
  return new PagehoundError(
    "format-mismatch",
    content === null
      ? `${path} is not a ${named.label}, and its content is of no kind that can be read. Check that the file is complete.`
      : `${path} is not a ${named.label}: its content is ${content}. Rename it to .${found?.extensions[0] ?? "txt"} to add it as ${content}.`,
    { data: { path } },
  );
}

function unsupported(path: string, extension: string, found: Format | undefined): PagehoundError {
  const known = "PDF, plain text, Markdown, HTML and CSV files can be read";
  if (!office.test(extension)) {
    return new PagehoundError(
      "unsupported-format",
      `${path} is of a kind that cannot be read; ${known}.`,
      { data: { path } },
    );
  }
  return new PagehoundError(
    "unsupported-format",
    found
      ? `${path} is called an office file, which is not supported yet, but its content is ${found.label}. Rename it to .${found.extensions[0] ?? "txt"} to add it as ${found.label}.`
      : `${path} is called an office file, which is not supported yet, and its content is damaged. Get a new copy, export it as PDF and add that.`,
    { data: { path } },
  );
}

function tooLarge(path: string, bytes: number): PagehoundError {
  const most = Math.floor(longestText / 2 ** 20);
  return new PagehoundError(
    "too-large",
    `${path} has ${Math.ceil(bytes / 2 ** 20)} MB of text, and a browser can hold ${most} MB of one file. Split it into smaller files, and add those.`,
    { data: { path, bytes, most: longestText } },
  );
}

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
function officeContent(bytes: Uint8Array): OfficeContent | null {
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
  const names = listedNames(bytes);
  // What is in the archive may be an office file, too: the workbook of a presentation's chart.
  // OpenDocument says what it is in its first file, which is called "mimetype" and not compressed.
  const said = /mimetypeapplication\/vnd\.oasis\.[\w.-]+/.exec(head.slice(0, 200))?.[0] ?? "";
  const told = names === null ? head : said + names;
  const found = parts.find(([mark]) => mark.test(told));
  return {
    kind: found?.[1] ?? "a zip archive",
    isOffice: found !== undefined,
    isProtected: false,
    isCut: names === null,
  };
}

/**
 * The list of an archive's own files, which is at its end, as text; null where that is missing.
 * The record that ends it is described in APPNOTE.TXT 4.3.16: size and place of the list are at 12 and 16.
 */
function listedNames(bytes: Uint8Array): string | null {
  // A comment of up to 64 KB may follow.
  const end = bytes.subarray(-70_000);
  const at = latin(end).lastIndexOf("PK\u0005\u0006");
  if (at < 0) return null;
  const record = new DataView(end.buffer, end.byteOffset + at, end.length - at);
  if (record.byteLength < 22) return null;
  const [size, place] = [record.getUint32(12, true), record.getUint32(16, true)];
  return latin(bytes.subarray(place, place + Math.min(size, 1_000_000)));
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
