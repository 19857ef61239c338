import { byteText, type FormatId, PagehoundError } from "../../core/index.js";
import { type Format, formatOf } from "../format.js";
import { Archive, CompoundFile, isCompound } from "./containers.js";
import {
  attribute,
  childrenNamed,
  readPart,
  related,
  relationsOf,
  type XmlElement,
} from "./package.js";

/** The office formats that can be read. All are recognised by `officeContent`. */
export const officeFormats: readonly Format[] = [
  formatOf("docx", "section", "Word document", async (source) =>
    (await import("./word.js")).openWord(source),
  ),
  formatOf("xlsx", "sheet", "Excel workbook", async (source) =>
    (await import("./excel.js")).openExcel(source),
  ),
  formatOf("pptx", "slide", "PowerPoint presentation", async (source) =>
    (await import("./powerpoint.js")).openPowerPoint(source),
  ),
  formatOf("odt", "section", "OpenDocument text", async (source) =>
    (await import("./open-document.js")).openTextDocument(source),
  ),
  formatOf("ods", "sheet", "OpenDocument spreadsheet", async (source) =>
    (await import("./open-document.js")).openSpreadsheet(source),
  ),
  formatOf("odp", "slide", "OpenDocument presentation", async (source) =>
    (await import("./open-document.js")).openPresentation(source),
  ),
  formatOf("epub", "section", "electronic book (EPUB)", async (source) =>
    (await import("../html/epub.js")).openEpub(source),
  ),
  formatOf("rtf", "section", "rich text document (RTF)", async (source) =>
    (await import("../rtf/parser.js")).openRichText(source),
  ),
  {
    ...formatOf("mail", "section", "Outlook message", async (source) =>
      (await import("../mail/parser.js")).openMail(source),
    ),
    extensions: ["msg"],
  },
];

/** The kind of an office file, or of a similar archive, as its bytes reveal it. */
interface OfficeContent {
  /** A description with its article: "a Word document", "a zip archive". */
  readonly kind: string;
  /** Null if it cannot be read. */
  readonly format: FormatId | null;
  /** False for an archive that is not an office file. */
  readonly isOffice: boolean;
}

/**
 * The format of an office file by its content, not its name; null for a file that is neither
 * an office file nor an archive. Throws `damaged-file` for a truncated file, and
 * `unsupported-format` for an unreadable one, saying what it is and what to do.
 */
export function recogniseOffice(bytes: Uint8Array, path: string): Format | null {
  const content = officeContent(bytes, path);
  if (!content) return null;
  const found = officeFormats.find(({ id }) => id === content.format);
  if (found) return found;
  const { kind, isOffice } = content;
  const advice = isOffice
    ? "Save it in a newer format (.docx, .xlsx, .pptx) or export it as PDF, and add that."
    : "Unpack it, and add the files it contains.";
  throw new PagehoundError(
    "unsupported-format",
    `${path} is ${kind}, which is not supported yet. ${advice}`,
    { data: { path } },
  );
}

function officeContent(bytes: Uint8Array, path: string): OfficeContent | null {
  const head = byteText(bytes.subarray(0, 200));
  if (head.startsWith("{\\rtf")) {
    return { kind: "a rich text document (RTF)", format: "rtf", isOffice: true };
  }
  if (isCompound(bytes)) return compound(bytes, path);
  if (head.startsWith("PK\u0003\u0004") || head.startsWith("PK\u0005\u0006")) {
    return archived(new Archive(bytes, path));
  }
  return null;
}

/** Names of parts in a compound file (OLE2), and the kind of file that contains each. */
const streams: readonly (readonly [name: string, kind: string, format?: FormatId])[] = [
  ["WordDocument", "a Word document in the old format (.doc)"],
  ["Workbook", "an Excel workbook in the old format (.xls)"],
  ["Book", "an Excel workbook in the old format (.xls)"],
  ["PowerPoint Document", "a PowerPoint presentation in the old format (.ppt)"],
  ["__properties_version1.0", "an Outlook message (.msg)", "mail"],
];

function compound(bytes: Uint8Array, path: string): OfficeContent {
  const names = new Set(new CompoundFile(bytes, path).names);
  const found = streams.find(([name]) => names.has(name));
  return { kind: found?.[1] ?? "an office file", format: found?.[2] ?? null, isOffice: true };
}

/** The kinds of office files, by the media type of their main part. */
const mainTypes: readonly (readonly [type: RegExp, kind: string, format: FormatId | null])[] = [
  [/wordprocessingml|ms-word/, "a Word document", "docx"],
  [/ms-excel\.sheet\.binary/, "an Excel workbook in the binary format (.xlsb)", null],
  [/spreadsheetml|ms-excel/, "an Excel workbook", "xlsx"],
  [/presentationml|ms-powerpoint/, "a PowerPoint presentation", "pptx"],
  [/visio/, "a Visio drawing", null],
];

/** Media types stated in an archive's `mimetype` file. */
const statedTypes: readonly (readonly [type: RegExp, kind: string, format: FormatId | null])[] = [
  [/opendocument\.text/, "an OpenDocument text", "odt"],
  [/opendocument\.spreadsheet/, "an OpenDocument spreadsheet", "ods"],
  [/opendocument\.presentation/, "an OpenDocument presentation", "odp"],
  [/opendocument/, "an OpenDocument file", null],
  [/epub/, "an electronic book (EPUB)", "epub"],
];

function archived(archive: Archive): OfficeContent {
  const stated = archive.has("mimetype") ? [...archive.text("mimetype")].join("") : "";
  const named = statedTypes.find(([type]) => type.test(stated));
  if (named) return { kind: named[1], format: named[2], isOffice: true };
  const [main = ""] = related(relationsOf(archive, ""), "officeDocument");
  const types = contentTypes(archive);
  const name = `/${main}`.toLowerCase();
  const byEnding = types.get(name.slice(name.lastIndexOf("."))) ?? "";
  const type = types.get(name) ?? [byEnding, ...types.values()].find(isMain) ?? "";
  const known = mainTypes.find(([each]) => each.test(type)) ?? byFolder(archive);
  if (!known) return { kind: "a zip archive", format: null, isOffice: false };
  return { kind: known[1], format: known[2], isOffice: true };
}

/** The type by a required part, for repaired files without a list of media types. */
function byFolder(archive: Archive): (typeof mainTypes)[number] | undefined {
  const parts = ["word/document.xml", null, "xl/workbook.xml", "ppt/presentation.xml"];
  const at = parts.findIndex((part) => part !== null && archive.has(part));
  return mainTypes[at];
}

function isMain(type: string): boolean {
  return /(?:\.main|macroEnabled(?:\.main)?)\+xml$|sheet\.binary/.test(type);
}

/** The media types of parts by name, and the default types by extension: ".bin". */
function contentTypes(archive: Archive): ReadonlyMap<string, string> {
  const part = "[Content_Types].xml";
  const listed = readPart(archive, part);
  const typed = (each: XmlElement, name: string): [string, string] => [
    name.toLowerCase(),
    attribute(each, "ContentType") ?? "",
  ];
  return new Map([
    ...childrenNamed(listed, "Default").map((each) =>
      typed(each, `.${attribute(each, "Extension") ?? ""}`),
    ),
    ...childrenNamed(listed, "Override").map((each) =>
      typed(each, attribute(each, "PartName") ?? ""),
    ),
  ]);
}
