import { PagehoundError } from "../core/errors.js";
import { csvFormat } from "./csv/format.js";
import { looksLikeText } from "./decode-text.js";
import type { Format } from "./format.js";
import { htmlFormat } from "./html/format.js";
import { markdownFormat } from "./markdown/format.js";
import { pdfFormat } from "./pdf/format.js";
import { textFormat } from "./text/format.js";

/** All formats, the ones with marks of their own first; the first that recognises a file reads it. */
const formats: readonly Format[] = [pdfFormat, htmlFormat, markdownFormat, csvFormat, textFormat];

/** Bytes that are enough to recognise a file. */
const headLength = 4096;

/** Formats whose content is not text; a text file under their names is a mistake. */
const binary = formats.filter(({ pageUnit }) => pageUnit === "page");

const office =
  /^(?:doc|docx|docm|dot|dotx|xls|xlsx|xlsm|xlsb|ppt|pptx|pptm|odt|ods|odp|rtf|pages|numbers|key)$/;

/** Finds the format of a file by its content. Throws `empty-file`, `format-mismatch` or `unsupported-format`. */
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
  const head = bytes.subarray(0, headLength);
  const extension = /\.([^./]+)$/.exec(path)?.[1]?.toLowerCase() ?? "";
  const named = binary.find(({ extensions }) => extensions.includes(extension));
  const found = formats.find((format) => format.sniff(head, extension));
  if (named && found !== named) throw mismatch(path, named, found, looksLikeText(head));
  if (found && !office.test(extension)) return found;
  throw unsupported(path, extension);
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

function unsupported(path: string, extension: string): PagehoundError {
  const known = "PDF, plain text, Markdown, HTML and CSV files can be read";
  return new PagehoundError(
    "unsupported-format",
    office.test(extension)
      ? `${path} is an office file, which is not supported yet. Export it as PDF and add that.`
      : `${path} is of a kind that cannot be read; ${known}.`,
    { data: { path } },
  );
}
