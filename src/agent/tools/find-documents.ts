import {
  type DocumentSummary,
  documentOrdinal,
  fileName,
  invalidArgument,
  notFound,
} from "../../core/index.js";
import { counted, firstOf, onOneLine } from "../reading/wording.js";
import type { ToolContext } from "./tool.js";

type Scope = Pick<ToolContext, "reader" | "signal">;

/** Maximum number of documents that an error lists. */
const maxNamed = 6;
const longestPath = 60;

/**
 * The documents that names refer to, each once, in the order they were added. A name is an id, a
 * path or title or a part of one, or a path with `*` for anything. Case does not matter. Throws
 * `not-found` for a name that matches none, listing existing documents.
 */
export async function findDocuments(
  names: readonly string[],
  { reader, signal }: Scope,
): Promise<readonly DocumentSummary[]> {
  const all = await reader.documents({ signal });
  const matching = new Set(names.flatMap((name) => documentsMeant(name, all)));
  return all.filter((document) => matching.has(document));
}

/** The document that a name refers to. Throws `not-found`, or `invalid-argument` if ambiguous. */
export async function findOneDocument(
  name: string,
  { reader, signal }: Scope,
): Promise<DocumentSummary> {
  const all = await reader.documents({ signal });
  const [found, ...others] = documentsMeant(name, all);
  if (found && others.length === 0) return found;
  const message = `"${onOneLine(name, 40)}" may be any of ${counted(others.length + 1, "document")}. Name one by its id: ${choices(found ? [found, ...others] : all)}.`;
  throw invalidArgument(message);
}

function documentsMeant(name: string, all: readonly DocumentSummary[]): DocumentSummary[] {
  const whole = matches(name, all);
  if (whole) return whole;
  const parts = name.split(",").filter((part) => part.trim() !== "");
  const found = parts.map((part) => matches(part, all));
  if (parts.length > 0 && !found.includes(null)) return found.flatMap((each) => each ?? []);
  const unknown = found.some((each) => each !== null) ? (parts[found.indexOf(null)] ?? "") : name;
  throw notFound(
    all.length === 0
      ? "There are no documents."
      : `There is no document "${onOneLine(unknown, 40)}". The nearest are: ${choices(nearestDocuments(unknown, all))}.`,
  );
}

/** Documents, those with the most similar names first. */
export function nearestDocuments(
  name: string,
  documents: readonly DocumentSummary[],
): DocumentSummary[] {
  return nearestNames(name, documents, ({ path }) => fileName(path));
}

type Way = (document: DocumentSummary) => boolean;

/** The documents found by the first interpretation of a name that finds any; null if none does. */
function matches(written: string, all: readonly DocumentSummary[]): DocumentSummary[] | null {
  const name = comparable(written).replace(/^\[(.*)\]$/, "$1");
  if (name === "") return null;
  // "d3.p12" belongs to d3.
  const id = name.replace(/\.[ph]\d.*$/s, "");
  const exactly: Way[] = [
    ({ id: other }) => other === id,
    (document) => isListed(name, document),
    ({ path }) => comparable(path) === name,
    ({ path }) => comparableName(path) === name,
  ];
  const nearly: Way[] = [
    name.includes("*")
      ? ({ path }) =>
          matchesStars(name, comparable(path)) || matchesStars(name, comparableName(path))
      : ({ path }) => comparable(path).includes(name),
    ({ metadata }) => comparable(metadata.title ?? "").includes(name),
  ];
  // A string in the form of an id is not matched as part of a name.
  for (const way of documentOrdinal(id) === null ? [...exactly, ...nearly] : exactly) {
    const found = all.filter(way);
    if (found.length > 0) return found;
  }
  return null;
}

/** A name as a list prints it, perhaps incomplete: "d1 report.pdf (12 pages)", "d1.report.pdf". */
function isListed(name: string, { id, path }: DocumentSummary): boolean {
  const rest = name.startsWith(id) ? name.slice(id.length).replace(/^[\s.,:]+/u, " ") : "";
  return [path, shortPath(path), fileName(path)].some((form) => {
    const printed = ` ${comparable(form)}`;
    return rest.startsWith(printed) && !/^[\p{Alpha}\p{N}]/u.test(rest.slice(printed.length));
  });
}

/** Some systems store letters and accents of file names separately. */
function comparable(text: string): string {
  return text.normalize().trim().toLowerCase();
}

function comparableName(path: string): string {
  return comparable(fileName(path));
}

/** True if a text contains a pattern's parts in order, with anything in place of its stars. */
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
  const named = documents.map(({ id, path }) => `${id} ${shortPath(path)}`);
  return firstOf(named, maxNamed, ", ", " (list_documents)");
}

/** The end of a path is more specific than its start. */
function shortPath(path: string): string {
  const line = onOneLine(path, 1_000);
  return line.length <= longestPath ? line : `…${line.slice(-longestPath)}`;
}

/** Maximum number of characters to compare: names are short. */
const compared = 64;

/** The choices, those with the most similar names first; case does not matter. */
export function nearestNames<Choice>(
  name: string,
  choices: readonly Choice[],
  textOf: (choice: Choice) => string,
): Choice[] {
  const wanted = folded(name);
  const distance = new Map(
    choices.map((choice) => [choice, relativeDistance(wanted, folded(textOf(choice)))]),
  );
  return choices.toSorted((a, b) => (distance.get(a) ?? 1) - (distance.get(b) ?? 1));
}

function folded(text: string): string {
  return text.slice(0, compared).toLowerCase();
}

/** The Levenshtein distance, relative to the longer text's length. */
function relativeDistance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      const replaced = (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
      next.push(Math.min(replaced, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1));
    }
    row = next;
  }
  return (row[b.length] ?? 0) / Math.max(a.length, b.length, 1);
}
