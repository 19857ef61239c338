import {
  type DocumentSummary,
  documentDay,
  fileName,
  folderName,
  oneLine,
} from "../../core/index.js";
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
  /** The folders that a reader has folded or unfolded; null to unfold all. */
  readonly toggled: ReadonlySet<string> | null;
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

/** What is worked out of a list of documents. */
interface Arranged {
  readonly orders: Map<DocumentOrder, Arrangement>;
  tree: Folder | null;
  /** For which folders the arrangement as a tree is. */
  toggled: ReadonlySet<string> | null;
}

const known = new WeakMap<readonly DocumentSummary[], Arranged>();

/** The rows of documents; the same for the same list and options. */
export function arrangementOf(
  documents: readonly DocumentSummary[],
  { order, toggled }: ArrangementOptions,
): Arrangement {
  const arranged = known.get(documents) ?? { orders: new Map(), tree: null, toggled };
  known.set(documents, arranged);
  const before = arranged.orders.get(order);
  if (before && (order !== "folder" || arranged.toggled === toggled)) return before;
  let rows: readonly ListRow[];
  if (order === "folder") {
    arranged.tree ??= treeOf(documents);
    arranged.toggled = toggled;
    rows = treeRows(arranged.tree, toggled);
  } else rows = arrange(documents, order);
  const arrangement = { rows, at: new Map(rows.map((row, index) => [keyOf(row), index])) };
  arranged.orders.set(order, arrangement);
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
  /** How many documents are in it and in the folders below. */
  count: number;
  /** Whether what is in it is in order. */
  sorted: readonly [readonly Folder[], readonly DocumentSummary[]] | null;
}

function treeOf(documents: readonly DocumentSummary[]): Folder {
  const root = newFolder("", "");
  const chains = new Map<string, readonly Folder[]>();
  for (const document of documents) {
    const { path, source } = document;
    const place = source ? `${source.url}#${folderName(path)}` : folderName(path);
    const folders = chains.get(place) ?? foldersOf(document, root);
    chains.set(place, folders);
    for (const folder of folders) folder.count++;
    folders.at(-1)?.documents.push(document);
  }
  return root;
}

/** The folders that a document is in, from the root on. */
function foldersOf({ path, source }: DocumentSummary, root: Folder): Folder[] {
  const folders = [root];
  let folder = root;
  let above = "";
  const enter = (place: string, name: string): void => {
    const next = folder.folders.get(place) ?? newFolder(place, name);
    folder.folders.set(place, next);
    folders.push(next);
    folder = next;
    above = `${place}/`;
  };
  if (source) enter(`${source.url}#`, source.title);
  for (const part of path.split("/").slice(0, -1)) enter(`${above}${part}`, part);
  return folders;
}

function newFolder(path: string, name: string): Folder {
  return { path, name, folders: new Map(), documents: [], count: 0, sorted: null };
}

/** From so many documents on, a tree is folded up below its highest folders. */
const manyDocuments = 200;
/** A folder with more files than this is folded up then, too. */
const manyFiles = 500;

/** Folders before files, each sorted by name; files that are in no folder come last. */
function treeRows(
  root: Folder,
  toggled: ReadonlySet<string> | null,
): readonly (DocumentSummary | FolderRow)[] {
  const rows: (DocumentSummary | FolderRow)[] = [];
  const isFolded = root.count > manyDocuments;
  const list = (folder: Folder, depth: number): void => {
    folder.sorted ??= [
      sorted([...folder.folders.values()], ({ name }) => name),
      sorted(folder.documents, ({ path }) => fileName(path)),
    ];
    const [folders, documents] = folder.sorted;
    for (const each of folders) {
      const { path, name, count } = each;
      const usual = !isFolded || (depth === 0 && each.documents.length <= manyFiles);
      const open = toggled === null || usual !== toggled.has(path);
      rows.push({ folder: path, name, depth, count, open });
      if (open) list(each, depth + 1);
    }
    for (const document of documents) rows.push(document);
  };
  list(root, 0);
  return rows;
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

/** A text whose order is that of a name: capitals as small letters, numbers by their value. */
function sortKey(name: string): string {
  // An accent comes after its letter, next to which the name is then sorted.
  const letters = name.toLowerCase().normalize("NFD");
  return /\d/.test(letters)
    ? letters.replace(/\d+/g, (digits) => digits.padStart(10, "0"))
    : letters;
}
