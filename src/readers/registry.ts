import { formatNames, knownFormats, PagehoundError, pictureKind } from "../core/index.js";
import { type Format, formatOf, type SniffedFormat } from "./format.js";
import { officeFormats, recogniseOffice } from "./office/recognise.js";
import { asciiHead, looksLikeText } from "./text/parser.js";

/**
 * PDF, recognised by its header. PDF readers accept it anywhere in the first kilobyte, but without
 * the extension `.pdf`, a file that mentions the header further down is just text. With the
 * extension, a file that has lost its header is recognised by its first object.
 */
const pdfFormat: SniffedFormat = {
  ...formatOf("pdf", "page", "PDF", async (source) =>
    (await import("./pdf/parser.js")).openPdf(source),
  ),
  sniff: (head, extension) => {
    const start = String.fromCharCode(...head);
    if (/^\s*%PDF[-. ]?\d/.test(start)) return true;
    if (extension === "pdf") return /%PDF-|(?:^|\s)\d+ \d+ obj\b/.test(start);
    return start.slice(0, 1024).includes("%PDF-") && !looksLikeText(head);
  },
};

/** Scans and photographs of paper; each picture is a page. Recognised by their first bytes. */
const pictureFormat: SniffedFormat = {
  ...formatOf("image", "page", "picture", async (source) =>
    (await import("./ocr/pictures.js")).openPictures(source),
  ),
  sniff: (head) => pictureKind(head) !== null,
};

const htmlExtensions = formatNames.html.extensions;

/** Content allowed before the first tag: an XML declaration, comments and whitespace. */
const preamble = /^(?:\s|<\?xml[^>]*>|<!--[\s\S]*?-->)*/i;
const mark = /^<(?:!doctype\s+html|html|head|body|title|meta)[\s>]/i;
const anyTag = /<\/?[a-z][a-z0-9]*[\s/>]/i;

/** Web pages, recognised by their first tag; fragments only with an HTML extension. */
export const htmlFormat: SniffedFormat = {
  ...formatOf("html", "part", "HTML", async (source) =>
    (await import("./html/parser.js")).openHtml(source),
  ),
  sniff: (head, extension) => {
    if (!looksLikeText(head)) return false;
    const start = asciiHead(head).replace(/^(?:\ufeff|\xef\xbb\xbf)/, "");
    if (htmlExtensions.includes(extension)) return anyTag.test(start);
    // Markdown may begin with HTML; then the extension decides.
    return (
      !formatNames.markdown.extensions.includes(extension) && mark.test(start.replace(preamble, ""))
    );
  },
};

const markdownExtensions = formatNames.markdown.extensions;

/** Marks of Markdown in plain text: headings between blank lines, and bold text or links. */
const markdownHeading = /(?:^|\r?\n)#{1,4} [^\n#]{2,100}\r?\n\r?\n/g;
const markdownSpan = /\*\*[^*\n]{2,80}\*\*|\]\(https?:/;
/** A single line of the form of a heading may be something else. */
const fewestHeadings = 2;

function isWrittenInMarkdown(start: string): boolean {
  const headings = start.match(markdownHeading)?.length ?? 0;
  return headings >= fewestHeadings && markdownSpan.test(start);
}

/**
 * Markdown as GitHub reads it. Recognised by its extension, because any text is valid Markdown, or
 * in a file for plain text by its headings and bold text or links.
 */
export const markdownFormat: SniffedFormat = {
  ...formatOf("markdown", "part", "Markdown", async (source) =>
    (await import("./markdown/parser.js")).openMarkdown(source),
  ),
  sniff: (head, extension) =>
    looksLikeText(head) &&
    (markdownExtensions.includes(extension) ||
      (formatNames.text.extensions.includes(extension) && isWrittenInMarkdown(asciiHead(head)))),
};

const csvExtensions = formatNames.csv.extensions;

/** Tables as text, one record per line. Recognised by extension: any text could be a table. */
export const csvFormat: SniffedFormat = {
  ...formatOf("csv", "part", "CSV", async (source) =>
    (await import("./csv/parser.js")).openCsv(source),
  ),
  sniff: (head, extension) => csvExtensions.includes(extension) && looksLikeText(head),
};

// Outlook's mails (.msg) are office files.
const mailExtensions = formatNames.mail.extensions.filter((extension) => extension !== "msg");
/** Header fields with which a mail begins; other texts may contain some of them. */
const mailHeads =
  /^(?:from|to|subject|date|received|return-path|message-id|mime-version|delivered-to):/gim;
/** Minimum number of header fields in a mail without a mail extension. */
const fewestHeads = 4;

/** Mails and mailboxes, recognised by their first lines. */
const mailFormat: SniffedFormat = {
  ...formatOf("mail", "section", "mail", async (source) =>
    (await import("./mail/parser.js")).openMail(source),
  ),
  extensions: mailExtensions,
  sniff: (head, extension) => {
    if (!looksLikeText(head)) return false;
    const start = asciiHead(head).replace(/^\ufeff/, "");
    const opening = start.split(/\r?\n\r?\n/)[0] ?? "";
    if (!/^(?:From |[A-Za-z][A-Za-z-]*:)/.test(opening)) return false;
    const heads = opening.match(mailHeads)?.length ?? 0;
    return heads >= (mailExtensions.includes(extension) ? 1 : fewestHeads);
  },
};

/** Plain text: any text in no other format. Must be last in the registry. */
export const textFormat: SniffedFormat = {
  ...formatOf("text", "part", "plain text", async (source) =>
    (await import("./text/parser.js")).openText(source),
  ),
  sniff: (head) => looksLikeText(head),
};

/** All formats, those with signatures first; the first that recognises a file reads it. */
const formats: readonly SniffedFormat[] = [
  pdfFormat,
  pictureFormat,
  mailFormat,
  htmlFormat,
  markdownFormat,
  csvFormat,
  textFormat,
];

/** Number of first bytes that suffice to recognise a file. */
const headLength = 4096;

/** Formats whose content is not text; a text file with their extension is a mistake. */
const binary: readonly Format[] = [pdfFormat, pictureFormat, ...officeFormats];

/** Extensions of office files that cannot be read. */
const office = /^(?:doc|dot|xls|xlsb|xlt|ppt|pps|pot|odg|pages|numbers|key)$/;

/** Longest string in Chromium, in characters (V8's `String::kMaxLength`). A byte is at most one. */
const longestText = 2 ** 29 - 24;

/**
 * Finds the format of a file by its content. Throws `empty-file`, `format-mismatch`,
 * `unsupported-format` or `too-large`.
 */
export function recognise(bytes: Uint8Array, path: string): Format {
  if (bytes.length === 0) {
    throw new PagehoundError(
      "empty-file",
      `${path} is empty. Check the original, and add it again.`,
      {
        data: { path },
      },
    );
  }
  const head = bytes.subarray(0, headLength);
  const extension = /\.([^./]+)$/.exec(path)?.[1]?.toLowerCase() ?? "";
  const named = binary.find(({ extensions }) => extensions.includes(extension));
  // Comes first, because rich text looks like text.
  const opened = recogniseOffice(bytes, path);
  const found = opened ?? formats.find((format) => format.sniff(head, extension));
  // Office files are distinguished by their content, regardless of their extension.
  const isKindOf = named && opened ? officeFormats.includes(named) : found === named;
  if (named && !isKindOf) throw mismatch(path, named, found, looksLikeText(head));
  if (found && !office.test(extension)) {
    if (!binary.includes(found) && bytes.length > longestText) throw tooLarge(path, bytes.length);
    return found;
  }
  if (opened) return opened;
  throw unsupported(path, extension, found);
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
      ? `${path} is not a ${named.label}, and its content cannot be read. Check that the file is complete.`
      : `${path} is not a ${named.label}: its content is ${content}. Rename it to .${found?.extensions[0] ?? "txt"} to add it as ${content}.`,
    { data: { path } },
  );
}

function unsupported(path: string, extension: string, found: Format | undefined): PagehoundError {
  const labels = knownFormats.map((format) => formatNames[format].label);
  const known = `Formats that can be read: ${labels.join(", ")}.`;
  if (!office.test(extension)) {
    return new PagehoundError("unsupported-format", `${path} has an unsupported format. ${known}`, {
      data: { path },
    });
  }
  return new PagehoundError(
    "unsupported-format",
    found
      ? `${path} has the name of an office file, which is not supported yet, but its content is ${found.label}. Rename it to .${found.extensions[0] ?? "txt"} to add it as ${found.label}.`
      : `${path} has the name of an office file, which is not supported yet, and its content is damaged. Get a new copy, export it as PDF, and add that.`,
    { data: { path } },
  );
}

function tooLarge(path: string, bytes: number): PagehoundError {
  const most = Math.floor(longestText / 2 ** 20);
  return new PagehoundError(
    "too-large",
    `${path} has ${Math.ceil(bytes / 2 ** 20)} MB of text, and browsers can hold only ${most} MB of one file. Split it into smaller files, and add those.`,
    { data: { path, bytes, most: longestText } },
  );
}
