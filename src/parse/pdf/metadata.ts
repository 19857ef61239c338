import type { DocumentMetadata } from "../../core/document.js";
import { viewportOf } from "./page-viewport.js";
import type { PDFDocumentProxy } from "./pdfjs.js";

/** Reads what a PDF says about itself. */
export async function readMetadata(
  document: PDFDocumentProxy,
  fileSize: number,
): Promise<DocumentMetadata> {
  const [{ info }, markInfo, firstPage] = await Promise.all([
    document.getMetadata(),
    document.getMarkInfo(),
    document.getPage(1),
  ]);
  const entries = info as Readonly<Record<string, unknown>>;
  const text = (key: string): string | null => {
    const value = entries[key];
    return typeof value === "string" && value.trim() !== "" ? value.trim() : null;
  };
  const { width, height } = viewportOf(firstPage);
  return {
    title: text("Title"),
    author: text("Author"),
    subject: text("Subject"),
    keywords: text("Keywords"),
    creator: text("Creator"),
    producer: text("Producer"),
    created: isoDate(text("CreationDate")),
    modified: isoDate(text("ModDate")),
    tagged: (markInfo as { Marked?: boolean } | null)?.Marked === true,
    encrypted: typeof entries.EncryptFilterName === "string",
    pageSize: { width, height },
    fileSize,
    formatVersion: text("PDFFormatVersion"),
  };
}

/** A date as PDF writes it (ISO 32000-1, 7.9.4: `D:YYYYMMDDHHmmSSOHH'mm'`) in ISO 8601, or null. */
export function isoDate(date: string | null): string | null {
  const match =
    /^(?:D:)?(\d{4})(\d\d)?(\d\d)?(\d\d)?(\d\d)?(\d\d)?(?:(Z)|([+-])(\d\d)'?(\d\d)?'?)?/.exec(
      date ?? "",
    );
  if (!match) return null;
  const [
    ,
    year,
    month,
    day,
    hour = "00",
    minute = "00",
    second = "00",
    utc,
    sign,
    hours,
    minutes = "00",
  ] = match;
  if (!month) return year ?? null;
  if (!day) return `${year}-${month}`;
  if (!match[4]) return `${year}-${month}-${day}`;
  const zone = sign ? `${sign}${hours}:${minutes}` : utc ? "Z" : "";
  return `${year}-${month}-${day}T${hour}:${minute}:${second}${zone}`;
}
