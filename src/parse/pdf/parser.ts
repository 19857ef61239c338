import { PagehoundError } from "../../core/errors.js";
import type { Page } from "../../core/page.js";
import type { Bookmark, OpenDocument, ParseSource } from "../format.js";
import { readBookmarks } from "./bookmarks.js";
import { PdfExtractor } from "./extractor.js";
import { hasFormFields } from "./form-fields.js";
import { layOut } from "./layout.js";
import { readMetadata } from "./metadata.js";
import { openDocument, PasswordResponses, VerbosityLevel } from "./pdfjs.js";

/** Opens a PDF. Throws `damaged-file` or `password-required`. */
export async function openPdf(source: ParseSource): Promise<OpenDocument> {
  const { bytes, path, password, assetsBase } = source;
  // pdf.js takes the bytes for itself.
  const fileSize = bytes.length;
  const task = openDocument({
    data: bytes,
    ...(password === undefined ? {} : { password }),
    cMapUrl: `${assetsBase}cmaps/`,
    cMapPacked: true,
    standardFontDataUrl: `${assetsBase}standard_fonts/`,
    wasmUrl: `${assetsBase}wasm/`,
    iccUrl: `${assetsBase}iccs/`,
    // In a worker pdf.js cannot tell by itself that it may fetch.
    useWorkerFetch: true,
    // Nothing is drawn here, and decoding the images of a scanned page can take seconds.
    disableFontFace: true,
    maxImageSize: 0,
    // Without it a font's name, and so its weight, is not told.
    fontExtraProperties: true,
    useSystemFonts: false,
    verbosity: VerbosityLevel.ERRORS,
  });
  try {
    const document = await task.promise;
    if (document.numPages === 0) throw new Error("it has no pages");
    const [metadata, bookmarks, labels, hasFields] = await Promise.all([
      readMetadata(document, fileSize),
      readBookmarks(document).catch((): Bookmark[] => []),
      document.getPageLabels().catch(() => null),
      hasFormFields(document),
    ]);
    return {
      metadata,
      bookmarks,
      pageCount: document.numPages,
      readPage: pageReader(new PdfExtractor(document, hasFields), labels, () => task.destroyed),
      close: () => task.destroy(),
    };
  } catch (error) {
    await task.destroy().catch(() => {});
    throw openingError(error, path);
  }
}

function pageReader(
  extractor: PdfExtractor,
  labels: readonly string[] | null,
  isClosed: () => boolean,
): (number: number) => Promise<Page> {
  const read = async (number: number): Promise<Page> => {
    const label = labels?.[number - 1]?.trim();
    const known = { number, label: label && label !== String(number) ? label : null };
    try {
      const extracted = await extractor.extract(number);
      const { text, lines, geometry } = layOut(extracted);
      const { width, height, hasImages } = extracted;
      const state = lines.length > 0 ? "text" : hasImages ? "scanned" : "empty";
      return { ...known, state, width, height, text, lines, geometry };
    } catch (error) {
      if (isClosed()) throw new PagehoundError("closed", "The document was closed.");
      const detail = error instanceof Error ? error.message : String(error);
      return {
        ...known,
        state: "unreadable",
        width: 0,
        height: 0,
        text: "",
        lines: [],
        geometry: null,
        problem: `This page could not be read (${detail}).`,
      };
    }
  };
  // Pages are asked for ahead; read one at a time they need less memory and no more time.
  let last: Promise<unknown> = Promise.resolve();
  return (number) => {
    const reading = last.then(() => read(number));
    last = reading.catch(() => {});
    return reading;
  };
}

function openingError(error: unknown, path: string): PagehoundError {
  const { name, message, code } = error as { name?: string; message?: string; code?: number };
  if (name === "PasswordException") {
    const wrong = code === PasswordResponses.INCORRECT_PASSWORD;
    return new PagehoundError(
      "password-required",
      wrong
        ? `The password for ${path} is wrong. Try again.`
        : `${path} is protected by a password. It can be read once the password is given.`,
      { data: { path, reason: wrong ? "wrong" : "needed" }, cause: error },
    );
  }
  // What pdf.js says of a file's structure helps; what the machine says of its stack does not.
  const detail = message && name !== "RangeError" ? ` (${message.replace(/\.$/, "")})` : "";
  return new PagehoundError(
    "damaged-file",
    `${path} could not be opened as a PDF: the file is damaged or incomplete${detail}. Get a new copy, or open and save it in another program, and add it again.`,
    { data: { path }, cause: error },
  );
}
