import { parse } from "parse5";
import { joined } from "../../core/bytes.js";
import { PagehoundError } from "../../core/errors.js";
import { damaged } from "../../core/zip.js";
import type { OpenDocument, ParseSource } from "../format.js";
import { Archive } from "../office/containers.js";
import { attribute, child, childrenNamed, readPart, textIn, within } from "../office/package.js";
import { type Block, openSections, textMetadata } from "../parts.js";
import { htmlBlocks, htmlText } from "./parser.js";
import { xhtmlToHtml } from "./xhtml.js";

/** Opens an electronic book (EPUB 3.3): its chapters in the order in which they are read. */
export async function openEpub({ bytes, path, opening }: ParseSource): Promise<OpenDocument> {
  const archive = new Archive(bytes, path, opening);
  const container = readPart(archive, "META-INF/container.xml");
  const file = attribute(
    within(container, "rootfile")[0] ?? { name: "", attributes: {}, children: [] },
    "full-path",
  );
  const book = file === null ? null : readPart(archive, file);
  if (file === null || !book) throw damaged(path, "the list of its chapters is missing");
  const folder = file.slice(0, file.lastIndexOf("/") + 1);
  const files = new Map(
    childrenNamed(child(book, "manifest"), "item").map((item) => [
      attribute(item, "id") ?? "",
      folder + decoded((attribute(item, "href") ?? "").split("#")[0] ?? ""),
    ]),
  );
  const locked = lockedFiles(archive);
  const blocks: Block[] = [];
  let chapters = 0;
  for (const item of childrenNamed(child(book, "spine"), "itemref")) {
    const id = attribute(item, "idref") ?? "";
    const chapter = files.get(id);
    if (chapter !== undefined && locked.has(chapter)) throw lockedBySeller(path);
    const name = chapter?.slice(folder.length) || id;
    if (chapter === undefined || !archive.has(chapter)) {
      blocks.push(unread(name, `The chapter ${name} is missing in this book.`));
      continue;
    }
    const { bytes: found, isDamaged } = readChapter(archive, chapter);
    const [first, ...rest] = htmlBlocks(parse(xhtmlToHtml((await htmlText(found)).text)));
    if (first) {
      chapters++;
      blocks.push({ ...first, startsPart: true }, ...rest);
    }
    if (isDamaged) {
      const what = first ? "The rest of the chapter" : "The chapter";
      blocks.push(unread(name, `${what} ${name} is damaged and could not be read.`));
    }
  }
  if (chapters === 0 && blocks.length > 0) throw damaged(path, "none of its chapters can be read");
  const said = (name: string): string | null =>
    textIn(within(child(book, "metadata"), name)[0] ?? null).trim() || null;
  return openSections(
    blocks,
    textMetadata(bytes.length, {
      title: said("title"),
      units: chapters,
      author: said("creator"),
      subject: said("description"),
      keywords: said("subject"),
      created: isoDay(said("date")),
    }),
  );
}

function unread(name: string, problem: string): Block {
  return {
    kind: "text",
    level: 0,
    lines: [name],
    problem: `${problem} Get a new copy of the book.`,
  };
}

/** A chapter's bytes, as far as they can be unpacked. Throws `too-large`. */
function readChapter(
  archive: Archive,
  chapter: string,
): { bytes: Uint8Array<ArrayBuffer>; isDamaged: boolean } {
  const pieces: Uint8Array<ArrayBuffer>[] = [];
  try {
    for (const piece of archive.pieces(chapter)) pieces.push(piece.slice());
    const bytes = joined(pieces);
    return { bytes, isDamaged: !archive.isWhole(chapter, bytes) };
  } catch (error) {
    if (!PagehoundError.isInstance(error) || error.code !== "damaged-file") throw error;
    return { bytes: joined(pieces), isDamaged: true };
  }
}

/** What makes fonts useless outside of the book (EPUB 3.3, 4.4), and locks nothing that is read. */
const fontMasks = /^http:\/\/(?:www\.idpf\.org\/2008\/embedding|ns\.adobe\.com\/pdf\/enc#RC)$/;

/** The files of a book that are encrypted. */
function lockedFiles(archive: Archive): ReadonlySet<string> {
  const list = "META-INF/encryption.xml";
  const listed = archive.has(list) ? within(readPart(archive, list), "EncryptedData") : [];
  return new Set(
    listed.flatMap((each) => {
      const [method] = within(each, "EncryptionMethod");
      const [reference] = within(each, "CipherReference");
      const isMask = fontMasks.test((method && attribute(method, "Algorithm")) ?? "");
      return reference && !isMask ? [decoded(attribute(reference, "URI") ?? "")] : [];
    }),
  );
}

function lockedBySeller(path: string): PagehoundError {
  return new PagehoundError(
    "unsupported-format",
    `${path} has chapters that its seller has locked (DRM); only the seller's own programs open them. Add a copy without this lock, if you have one.`,
    { data: { path } },
  );
}

function decoded(address: string): string {
  try {
    return decodeURIComponent(address);
  } catch {
    return address;
  }
}

function isoDay(text: string | null): string | null {
  const time = Date.parse(text ?? "");
  return Number.isNaN(time) ? null : new Date(time).toISOString();
}
