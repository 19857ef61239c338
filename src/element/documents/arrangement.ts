import { type DocumentSummary, documentDay, fileName, fold, oneLine } from "../../core/index.js";
import type { DocumentOrder } from "./row-window.js";

/** The heading above documents of one year or author; null for those that state none. */
export interface Group {
  readonly group: string | null;
}

/** A folder, above what is in it. */
export interface FolderRow {
  /** Its path; of a published collection, the collection's address comes before it. */
  readonly folder: string;
  readonly name: string;
  /** How many folders it is in. */
  readonly depth: number;
  /** How many documents are in it, those of folders below included. */
  readonly count: number;
  readonly open: boolean;
}

/** A row of the list that stands for something stored. */
export type ListRow = DocumentSummary | FolderRow | Group;

/** The rows of the list in their order, and where each is. */
export interface Arrangement {
  readonly rows: readonly ListRow[];
  /** The index of a row, by its key. */
  readonly at: ReadonlyMap<string, number>;
}

/** What is unfolded, and how the list is sorted. */
export interface ArrangementOptions {
  readonly order: DocumentOrder;
  /** The folders that are folded up. */
  readonly closed: ReadonlySet<string>;
}

export function isFolder(row: ListRow | undefined): row is FolderRow {
  return row !== undefined && "folder" in row;
}

export function isDocument(row: ListRow | undefined): row is DocumentSummary {
  return row !== undefined && "id" in row;
}

/** The key of a row. No path of a document begins as that of a folder does. */
export function keyOf(row: ListRow): string {
  if (isDocument(row)) return row.id;
  return isFolder(row) ? folderKey(row.folder) : `group:${row.group}`;
}

/** The key of a folder's row. */
export function folderKey(folder: string): string {
  return `//${folder}`;
}

/** How many folders a document is in, as the tree shows them. */
export function depthOf({ path, source }: DocumentSummary): number {
  return path.split("/").length - (source ? 0 : 1);
}

/** The order that a list has until a reader chooses one: folders are shown where there are some. */
export function usualOrder(documents: readonly DocumentSummary[]): DocumentOrder {
  return documents.some(({ path }) => path.includes("/")) ? "folder" : "added";
}

const arrangements = new WeakMap<readonly DocumentSummary[], Map<string, Arrangement>>();

/** The rows of documents; the same for the same list and options. */
export function arrangementOf(
  documents: readonly DocumentSummary[],
  { order, closed }: ArrangementOptions,
): Arrangement {
  const known = arrangements.get(documents) ?? new Map<string, Arrangement>();
  arrangements.set(documents, known);
  const key = order === "folder" ? `folder ${[...closed].sort().join("\n")}` : order;
  const before = known.get(key);
  if (before) return before;
  // Each state of the folders is another one; only the last is wanted again.
  if (order === "folder") known.clear();
  const rows = order === "folder" ? treeRows(documents, closed) : arrange(documents, order);
  const arrangement = { rows, at: new Map(rows.map((row, index) => [keyOf(row), index])) };
  known.set(key, arrangement);
  return arrangement;
}

const collator = new Intl.Collator(undefined, { numeric: true, sensitivity: "base" });

/**
 * Sorts documents, with a heading above those of each year, newest first, or of each author. Those
 * without one come last; ties are sorted by name.
 */
export function arrange(
  documents: readonly DocumentSummary[],
  order: Exclude<DocumentOrder, "folder">,
): readonly (DocumentSummary | Group)[] {
  if (order === "added") return documents;
  const rows = documents.map((document) => {
    const { metadata, path } = document;
    const author = oneLine(metadata.author ?? "", longestAuthor) || null;
    const by = order === "date" ? (documentDay(metadata)?.day ?? null) : author;
    return { document, by, path, group: order === "date" ? (by?.slice(0, 4) ?? null) : author };
  });
  rows.sort((one, other) => {
    if (one.by === null || other.by === null) {
      const last = Number(one.by === null) - Number(other.by === null);
      return last || collator.compare(one.path, other.path);
    }
    const sign = order === "date" ? -1 : 1;
    return sign * collator.compare(one.by, other.by) || collator.compare(one.path, other.path);
  });
  return rows.flatMap(({ document, group }, index) => {
    const before = rows[index - 1];
    const isSame =
      before !== undefined &&
      (before.group === null || group === null
        ? before.group === group
        : collator.compare(before.group, group) === 0);
    return isSame ? [document] : [{ group }, document];
  });
}

/** Characters of an author's name that fit in a heading. */
const longestAuthor = 60;

/** A folder with what is in it. */
interface Folder {
  readonly path: string;
  readonly name: string;
  readonly folders: Map<string, Folder>;
  readonly documents: DocumentSummary[];
  count: number;
}

/** Folders before files, each sorted by name; files that are in no folder come last. */
function treeRows(
  documents: readonly DocumentSummary[],
  closed: ReadonlySet<string>,
): readonly (DocumentSummary | FolderRow)[] {
  const root = newFolder("", "");
  for (const document of documents) {
    const { path, source } = document;
    const parts = path.split("/").slice(0, -1);
    let folder = root;
    if (source) folder = inside(folder, `${source.url}#`, source.title);
    for (const part of parts) {
      const above = folder === root ? "" : `${folder.path}/`;
      folder = inside(folder, `${above}${part}`, part);
      folder.count++;
    }
    if (source && parts.length === 0) folder.count++;
    folder.documents.push(document);
  }
  const rows: (DocumentSummary | FolderRow)[] = [];
  const list = (folder: Folder, depth: number): void => {
    const folders = [...folder.folders.values()];
    for (const each of sorted(folders, ({ name }) => name)) {
      const { path, name, count } = each;
      const open = !closed.has(path);
      rows.push({ folder: path, name, depth, count, open });
      if (open) list(each, depth + 1);
    }
    for (const document of sorted(folder.documents, ({ path }) => fileName(path))) {
      rows.push(document);
    }
  };
  list(root, 0);
  return rows;
}

function newFolder(path: string, name: string): Folder {
  return { path, name, folders: new Map(), documents: [], count: 0 };
}

function inside(folder: Folder, path: string, name: string): Folder {
  const known = folder.folders.get(path);
  if (known) return known;
  const made = newFolder(path, name);
  folder.folders.set(path, made);
  return made;
}

const sortKeys = new WeakMap<object, string>();

/** Sorted by name. A collator takes too long for ten thousand names: it would block the page. */
function sorted<Item extends object>(
  items: readonly Item[],
  nameOf: (item: Item) => string,
): Item[] {
  const keyed = items.map((item) => {
    const key = sortKeys.get(item) ?? sortKey(nameOf(item));
    sortKeys.set(item, key);
    return { item, key };
  });
  keyed.sort((one, other) => (one.key < other.key ? -1 : one.key > other.key ? 1 : 0));
  return keyed.map(({ item }) => item);
}

/** A text whose order is that of a name: without accents and capitals, numbers by their value. */
function sortKey(name: string): string {
  return fold(name).replace(/\d+/g, (digits) => digits.padStart(12, "0"));
}
