import type { FormatId } from "./document.js";

const office = "application/vnd.openxmlformats-officedocument";
const openDocument = "application/vnd.oasis.opendocument";

/** The media type of each format. Of pictures what most are: which kind one is, is not kept. */
export const mediaTypes: Readonly<Record<FormatId, string>> = {
  pdf: "application/pdf",
  text: "text/plain",
  markdown: "text/markdown",
  html: "text/html",
  csv: "text/csv",
  docx: `${office}.wordprocessingml.document`,
  xlsx: `${office}.spreadsheetml.sheet`,
  pptx: `${office}.presentationml.presentation`,
  odt: `${openDocument}.text`,
  ods: `${openDocument}.spreadsheet`,
  odp: `${openDocument}.presentation`,
  epub: "application/epub+zip",
  mail: "message/rfc822",
  rtf: "application/rtf",
  image: "image/png",
};

/** Extensions that are not called like their format. */
const extensions: Readonly<Partial<Record<string, string>>> = {
  text: "txt",
  markdown: "md",
  mail: "eml",
};

/** The extension of files of a media type, without the dot; null for a type that is not read here. */
function extensionOf(mediaType: string): string | null {
  const [type = ""] = mediaType.toLowerCase().split(";");
  const picture = /^image\/(png|jpeg|webp|tiff)$/.exec(type.trim());
  if (picture) return picture[1] ?? null;
  const [format] = Object.entries(mediaTypes).find(([, each]) => each === type.trim()) ?? [];
  return format === undefined ? null : (extensions[format] ?? format);
}

/** What a file without a name is called: `untitled`, with the extension of its media type. */
export function untitledName({ type }: Blob): string {
  const extension = extensionOf(type);
  return extension === null ? "untitled" : `untitled.${extension}`;
}

/** The path that a file brings along: inside the folder it was picked from, its name, or `untitled`. */
export function pathOfFile(file: Blob): string {
  // Files of another window are no `File` of this one.
  const { webkitRelativePath, name } = file as Partial<File>;
  return webkitRelativePath || name || untitledName(file);
}
