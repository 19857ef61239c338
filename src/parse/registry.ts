import { PagehoundError } from "../core/errors.js";
import { csvFormat } from "./csv/format.js";
import { looksLikeText } from "./decode-text.js";
import type { Format } from "./format.js";
import { htmlFormat } from "./html/format.js";
import { markdownFormat } from "./markdown/format.js";
import { type OfficeContent, officeContent } from "./office-content.js";
import { pdfFormat } from "./pdf/format.js";
import { textFormat } from "./text/format.js";

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
