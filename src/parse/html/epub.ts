import { parse } from "parse5";
import type { OpenDocument, ParseSource } from "../format.js";
import { Archive, damaged } from "../office/archive.js";
import { attribute, child, childrenNamed, readPart, textIn, within } from "../office/package.js";
import { type Block, openSections, textMetadata } from "../parts.js";
import { htmlBlocks } from "./parser.js";

/** Opens an electronic book (EPUB 3.3): its chapters in the order in which they are read. */
export async function openEpub({ bytes, path }: ParseSource): Promise<OpenDocument> {
  const archive = new Archive(bytes, path);
  const container = readPart(archive, "META-INF/container.xml");
  const file = attribute(
    within(container, "rootfile")[0] ?? { name: "", attributes: {}, children: [] },
    "full-path",
  );
  const book = file === null ? null : readPart(archive, file);
  if (file === null || !book) throw damaged(path, "the list of its chapters is missing");
  if (archive.has("META-INF/encryption.xml") && archive.has("META-INF/rights.xml")) {
    throw damaged(path, "its chapters are locked by a seller");
  }
  const folder = file.slice(0, file.lastIndexOf("/") + 1);
  const files = new Map(
    childrenNamed(child(book, "manifest"), "item").map((item) => [
      attribute(item, "id") ?? "",
      folder + decoded((attribute(item, "href") ?? "").split("#")[0] ?? ""),
    ]),
  );
  const blocks: Block[] = [];
  for (const item of childrenNamed(child(book, "spine"), "itemref")) {
    const chapter = files.get(attribute(item, "idref") ?? "");
    if (chapter === undefined || !archive.has(chapter)) continue;
    const [first, ...rest] = htmlBlocks(parse([...archive.text(chapter)].join("")));
    if (first) blocks.push({ ...first, startsPart: true }, ...rest);
  }
  const said = (name: string): string | null =>
    textIn(within(child(book, "metadata"), name)[0] ?? null).trim() || null;
  return openSections(
    blocks,
    textMetadata(bytes.length, {
      title: said("title"),
      author: said("creator"),
      subject: said("description"),
      keywords: said("subject"),
      created: isoDay(said("date")),
    }),
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
