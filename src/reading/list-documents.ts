import type { CallOptions } from "../core/call-options.js";
import type { DocumentSummary } from "../core/document.js";
import type { CollectionReader } from "./collection-reader.js";
import { compose } from "./compose.js";
import { describeDocument, describeDocumentFully } from "./describe-document.js";
import { notFound } from "./find-by-name.js";
import { listRest } from "./list-rest.js";
import type { Reading, TokenBudget } from "./reading.js";
import { counted } from "./wording.js";

/** Which documents are listed, and how. */
export interface ListOptions {
  /** Whether a document of this path is listed; all are unless told. */
  readonly include?: ((path: string) => boolean) | undefined;
  /** `compact`, a line a document, unless told; `full` gives all that is known of each. */
  readonly form?: "compact" | "full" | undefined;
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
  const { reading } = compose(
    {
      head:
        listed.length === all.length
          ? `${counted(all.length, "document")}.`
          : `${listed.length} of ${counted(all.length, "document")}.`,
      blocks: rest.map((document) => ({
        lead: `${document.id} `,
        body: form === "full" ? describeDocumentFully(document) : describeDocument(document),
        evidence: [],
      })),
      separator: form === "full" ? "\n\n" : "\n",
      rest: (shown) => listRest(rest, shown, "document"),
      foot: "",
    },
    budget,
  );
  return reading;
}

type Order = (a: DocumentSummary, b: DocumentSummary) => number;

const byPath: Order = (a, b) => (a.path < b.path ? -1 : a.path > b.path ? 1 : 0);

const orders: Readonly<Record<NonNullable<ListOptions["sort"]>, Order>> = {
  // Sorting is stable: they come in the order they were added.
  added: () => 0,
  path: byPath,
  words: (a, b) => b.words - a.words || byPath(a, b),
};
