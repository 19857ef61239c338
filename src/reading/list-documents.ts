import type { CallOptions } from "../core/call-options.js";
import type { DocumentSummary } from "../core/document.js";
import type { CollectionReader } from "./collection-reader.js";
import { composeAtLeast, type Layout } from "./compose.js";
import {
  describeDocument,
  describeDocumentBriefly,
  describeDocumentFully,
} from "./describe-document.js";
import { notFound } from "./find-by-name.js";
import { listRest } from "./list-rest.js";
import type { Reading, TokenBudget } from "./reading.js";
import { counted } from "./wording.js";

/** Which documents are listed, and how. */
export interface ListOptions {
  /** Whether a document of this path is listed; all are unless told. */
  readonly include?: ((path: string) => boolean) | undefined;
  /**
   * `compact`, a line a document, unless told; `full` gives all that is known of each. `brief` is for
   * little room: id, path, pages, and the title where it has a word that the path has not; ids and
   * file names alone where not all documents have room in that form.
   */
  readonly form?: "compact" | "full" | "brief" | undefined;
  /** `added`, the order they were added in, unless told; `path`; or `words`, the longest first. */
  readonly sort?: "added" | "path" | "words" | undefined;
  /** `next` of the reading before; the first document unless told. */
  readonly from?: string | undefined;
}

/**
 * The documents of a collection with what is known of each. Throws `not-found` for a `from` that is
 * not listed, `invalid-argument` when the budget is too small to show anything.
 */
export async function listDocuments(
  reader: Pick<CollectionReader, "documents">,
  budget: TokenBudget,
  options: ListOptions & CallOptions = {},
): Promise<Reading> {
  const { include = () => true, form = "compact", sort = "added", from, ...call } = options;
  const all = await reader.documents(call);
  const listed = all.filter(({ path }) => include(path)).sort(orders[sort]);
  const begin = from === undefined ? 0 : listed.findIndex(({ id }) => id === from);
  if (begin < 0) throw notFound(`There is no document ${from} in this list to go on from.`);
  const rest = listed.slice(begin);
  const layoutOf = (describe: Describe): Layout => ({
    head:
      listed.length === all.length
        ? `${counted(all.length, "document")}.`
        : `${listed.length} of ${counted(all.length, "document")}.`,
    blocks: rest.map((document) => ({
      lead: `${document.id} `,
      body: describe(document),
      evidence: [],
    })),
    separator: form === "full" ? "\n\n" : "\n",
    rest: (shown) => listRest(rest, shown, "document"),
    foot: "",
  });
  const [usual, ...smaller] = descriptions[form];
  const layouts = [layoutOf(usual), ...smaller.map(layoutOf)] as const;
  return composeAtLeast(rest.length, layouts, budget).reading;
}

type Describe = (document: DocumentSummary) => string;

/** How a document is described in each form, and what is tried where not all have room so. */
const descriptions: Readonly<
  Record<NonNullable<ListOptions["form"]>, readonly [Describe, ...Describe[]]>
> = {
  compact: [describeDocument],
  full: [describeDocumentFully],
  brief: [describeDocumentBriefly, ({ path }) => path.slice(path.lastIndexOf("/") + 1)],
};

type Order = (a: DocumentSummary, b: DocumentSummary) => number;

const byPath: Order = (a, b) => (a.path < b.path ? -1 : a.path > b.path ? 1 : 0);

const orders: Readonly<Record<NonNullable<ListOptions["sort"]>, Order>> = {
  // Sorting is stable: they come in the order they were added.
  added: () => 0,
  path: byPath,
  words: (a, b) => b.words - a.words || byPath(a, b),
};
