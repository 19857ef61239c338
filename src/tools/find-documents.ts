import { type DocumentSummary, documentOrdinal } from "../core/document.js";
import { PagehoundError } from "../core/errors.js";
import { counted, onOneLine } from "../reading/wording.js";
import { nearestFirst } from "./nearest.js";
import type { ToolContext } from "./tool.js";

type Scope = Pick<ToolContext, "reader" | "signal">;

/** So many documents are named to choose from. */
const mostNamed = 6;
const longestPath = 60;

/**
 * The documents that names mean, each once, in the order they were added: ids, paths, parts of paths
 * or titles, and paths with `*` for anything. Upper and lower case are the same. Throws `not-found`
 * for a name that means none, naming documents that there are.
 */
export async function findDocuments(
  names: readonly string[],
  { reader, signal }: Scope,
): Promise<readonly DocumentSummary[]> {
  const all = await reader.documents({ signal });
  const meant = new Set(names.flatMap((name) => documentsMeant(name, all)));
  return all.filter((document) => meant.has(document));
}

/** The one document that a name means. Throws `not-found`, and `invalid-argument` when there are several. */
export async function findOneDocument(
  name: string,
  { reader, signal }: Scope,
): Promise<DocumentSummary> {
  const all = await reader.documents({ signal });
  const [found, ...others] = documentsMeant(name, all);
  if (found && others.length === 0) return found;
  const message = `"${onOneLine(name, 40)}" may be any of ${counted(others.length + 1, "document")}. Name one by its id: ${choices(found ? [found, ...others] : all)}.`;
  throw new PagehoundError("invalid-argument", message);
}

function documentsMeant(given: string, all: readonly DocumentSummary[]): DocumentSummary[] {
  const whole = matches(given, all);
  if (whole) return whole;
  const parts = given.split(",").filter((part) => part.trim() !== "");
  const found = parts.map((part) => matches(part, all));
  if (parts.length > 0 && !found.includes(null)) return found.flatMap((each) => each ?? []);
  const unknown = found.some((each) => each !== null) ? (parts[found.indexOf(null)] ?? "") : given;
  throw new PagehoundError(
    "not-found",
    all.length === 0
      ? "There are no documents to look at."
      : `There is no document "${onOneLine(unknown, 40)}". There are: ${choices(nearestDocuments(unknown, all))}.`,
  );
}

/** Documents, those first whose names are written most like a name. */
export function nearestDocuments(
  name: string,
  documents: readonly DocumentSummary[],
): DocumentSummary[] {
  return nearestFirst(name, documents, ({ path }) => path.slice(path.lastIndexOf("/") + 1));
}

type Way = (document: DocumentSummary) => boolean;

/** The documents of the first way to read a name that gives any; null when none does. */
function matches(given: string, all: readonly DocumentSummary[]): DocumentSummary[] | null {
  const name = comparable(given).replace(/^\[(.*)\]$/, "$1");
  if (name === "") return null;
  // "d3.p12" is in d3.
  const id = name.replace(/\.[ph]\d.*$/, "");
  const exactly: Way[] = [
    ({ id: own }) => own === id,
    ({ path }) => comparable(path) === name,
    ({ path }) => fileName(path) === name,
  ];
  const nearly: Way[] = [
    name.includes("*")
      ? ({ path }) => matchesStars(name, comparable(path)) || matchesStars(name, fileName(path))
      : ({ path }) => comparable(path).includes(name),
    ({ metadata }) => comparable(metadata.title ?? "").includes(name),
  ];
  // What has the form of an id is no part of a name.
  for (const way of documentOrdinal(id) === null ? [...exactly, ...nearly] : exactly) {
    const found = all.filter(way);
    if (found.length > 0) return found;
  }
  return null;
}

/** Some systems give the letters and accents of file names apart. */
function comparable(text: string): string {
  return text.normalize().trim().toLowerCase();
}

function fileName(path: string): string {
  return comparable(path.slice(path.lastIndexOf("/") + 1));
}

/** Whether a text is a pattern's parts in order, with anything in place of its stars. */
function matchesStars(pattern: string, text: string): boolean {
  const parts = pattern.split(/\*+/);
  const first = parts.shift() ?? "";
  const last = parts.pop() ?? "";
  if (text.length < first.length + last.length) return false;
  if (!text.startsWith(first) || !text.endsWith(last)) return false;
  const end = text.length - last.length;
  let at = first.length;
  for (const part of parts) {
    const found = text.indexOf(part, at);
    if (found < 0 || found + part.length > end) return false;
    at = found + part.length;
  }
  return true;
}

/** "d1 report.pdf, d2 notes.md and 3 more (list_documents)". */
export function choices(documents: readonly DocumentSummary[]): string {
  const named = documents.slice(0, mostNamed).map(({ id, path }) => `${id} ${shortPath(path)}`);
  const more = documents.length - named.length;
  return named.join(", ") + (more > 0 ? ` and ${more} more (list_documents)` : "");
}

/** The end of a path tells more than its beginning. */
function shortPath(path: string): string {
  const line = onOneLine(path, 1_000);
  return line.length <= longestPath ? line : `…${line.slice(-longestPath)}`;
}
