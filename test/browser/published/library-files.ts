import type { DocumentSummary, InputFile, PassageText } from "../../../src/index.js";
import { textFile } from "../collection/watched.js";
import { fixture } from "../fixture.js";

/** A few files in several formats. */
export async function libraryFiles(): Promise<InputFile[]> {
  const pdfs = ["headings", "cjk", "two-columns", "scan-and-empty"];
  return [
    textFile("notes/boats.txt", "A qersu is a kind of boat.\n\nIt is rowed standing up."),
    textFile("notes/trees.md", "# Trees\n\nAn oak grows slowly. A willow likes water and boats."),
    textFile("tables/rent.csv", "year,rent\n2018,1577\n2019,1640"),
    textFile("lease.txt", "The notice period of the lease is three months (NPL)."),
    ...(await Promise.all(
      pdfs.map(async (name) => ({ path: `${name}.pdf`, file: await fixture(`pdf/${name}.pdf`) })),
    )),
  ];
}

/** Questions that the files answer, and one that they do not. */
const libraryQueries: readonly string[] = [
  "qersu boat",
  '"notice period" lease',
  "water OR boats",
  "rent 1640",
  "page heading",
  "日本",
  "NPL",
  "nothing of the kind",
];

/** What can be read from a collection, in this thread or another. */
export interface Readable {
  documents(): Promise<DocumentSummary[]> | DocumentSummary[];
  search(query: string): Promise<{ hits: readonly object[]; coverage: object; matches: number }>;
  passages(id: DocumentSummary["id"]): Promise<PassageText[]>;
}

/** Search results without document ids, which every collection assigns for itself. */
export async function searched(hound: Readable): Promise<unknown[]> {
  return Promise.all(libraryQueries.map(async (query) => withoutIds(await hound.search(query))));
}

/** All passages of all documents, by path. */
export async function allPassages(hound: Readable): Promise<unknown[]> {
  const documents = await hound.documents();
  const all = documents.map(async ({ id, path }) => [path, withoutIds(await hound.passages(id))]);
  const found = await Promise.all(all);
  return found.sort(([a], [b]) => String(a).localeCompare(String(b)));
}

function withoutIds(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value).replaceAll(/"d\d+(\.[^"]*)?"/g, '"d$1"'));
}
