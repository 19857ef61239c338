import { PagehoundError } from "./core/errors.js";
import type { OcrSetup } from "./parse/api.js";

/** How the text of scanned pages is recognised. */
export interface OcrOptions {
  /** URL of the folder with the files of tesseract.js, which the site provides, relative to the page. */
  readonly base: string | URL;
  /** Codes of the languages, as in the names of the files; the first counts most. `eng` unless told. */
  readonly languages?: readonly string[] | undefined;
}

/** What parse workers are told. Throws `invalid-argument`. */
export function ocrSetup(options: OcrOptions | undefined): OcrSetup | null {
  if (!options) return null;
  const { base, languages = ["eng"] } = options;
  if (languages.length === 0) {
    throw new PagehoundError("invalid-argument", "Recognising text needs at least one language.");
  }
  const folder = folderUrl(base);
  // Browsers start workers from a page's own origin alone.
  if (new URL(folder).origin !== location.origin) {
    throw new PagehoundError(
      "invalid-argument",
      `What recognises text is served by this site itself, not from ${folder}.`,
    );
  }
  return { base: folder, languages };
}

/** What documents remember of it. The order of the languages is no reason to read all of them anew. */
export function recognitionOf(setup: OcrSetup | null): string {
  return [...(setup?.languages ?? [])].sort().join("+");
}

/** The whole URL of a folder that is given relative to the page. */
export function folderUrl(folder: string | URL): string {
  const { href } = new URL(folder, location.href);
  return href.endsWith("/") ? href : `${href}/`;
}
