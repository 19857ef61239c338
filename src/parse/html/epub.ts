import { PagehoundError } from "../../core/errors.js";
import { damaged, partName, tooMuch } from "../../core/zip.js";
import type { OpenDocument, ParseSource } from "../format.js";
import { Archive } from "../office/containers.js";
import {
  attribute,
  child,
  childrenNamed,
  readPart,
  resolved,
  TextBudget,
  textIn,
  within,
} from "../office/package.js";
import { type Block, openSections, textMetadata } from "../parts.js";
import { htmlBlocks, parseXhtml } from "./parser.js";

/** Characters of a chapter with its markup; the longest books have a tenth of it in one. */
const longestChapter = 32 * 1024 * 1024;

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
  const items = new Map(
    childrenNamed(child(book, "manifest"), "item").map((item) => {
      const address = decoded((attribute(item, "href") ?? "").split("#")[0] ?? "");
      const type = attribute(item, "media-type") ?? "";
      return [attribute(item, "id") ?? "", { file: resolved(folder, address), type }];
    }),
  );
  const locked = lockedFiles(archive);
  const budget = new TextBudget(path);
  const blocks: Block[] = [];
  const seen = new Set<string>();
  const missing: string[] = [];
  let chapters = 0;
  for (const reference of childrenNamed(child(book, "spine"), "itemref")) {
    const id = attribute(reference, "idref") ?? "";
    const item = items.get(id);
    const chapter = item?.file ?? id;
    if (seen.has(chapter) || (item && withoutText.test(item.type))) continue;
    seen.add(chapter);
    if (!item || !archive.has(chapter)) {
      missing.push(chapter);
      continue;
    }
    if (locked.has(partName(chapter))) throw lockedBySeller(path);
    let isFirst = true;
    for (const block of htmlBlocks(parseXhtml(chapterText(archive, chapter), path))) {
      for (const line of block.lines) budget.take(line.length + 1);
      blocks.push(isFirst ? { ...block, startsPart: true } : block);
      isFirst = false;
    }
    if (!isFirst) chapters++;
  }
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
    { problem: missing.length > 0 ? missingChapters(missing) : null },
  );
}

/** Pictures, sounds and films that stand among chapters have no text. */
const withoutText = /^(?:image\/(?!svg)|audio\/|video\/)/i;

function chapterText(archive: Archive, chapter: string): string {
  const pieces: string[] = [];
  let characters = 0;
  for (const piece of archive.text(chapter)) {
    characters += piece.length;
    if (characters > longestChapter) {
      throw tooMuch(archive.path, "has a chapter of over 32 million characters");
    }
    pieces.push(piece);
  }
  return pieces.join("");
}

/** Missing chapters that are named; of more only the number is. */
const mostNamed = 5;

function missingChapters(missing: readonly string[]): string {
  const named = missing.slice(0, mostNamed).map((name) => name.slice(-100));
  const list = `${named.join(", ")}${missing.length > mostNamed ? ", …" : ""}`;
  return missing.length === 1
    ? `A chapter of this book is missing from its file: ${list}.`
    : `${missing.length} chapters of this book are missing from its file: ${list}.`;
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
      const address = decoded(attribute(reference ?? each, "URI") ?? "");
      return reference && !isMask ? [partName(resolved("", address))] : [];
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
