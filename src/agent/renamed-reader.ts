import type { DocumentId } from "../core/document.js";
import type { ToolReader } from "../tools/tool-reader.js";

/** The number that a document's, a heading's and a passage's id begins with. */
const beginning = /^d\d+(?=$|\.)/;

/**
 * A collection whose documents have other ids. `names` has the ids as they are in `reader` by the
 * ids that are wanted, in the order that documents are listed in; `reader` has no other documents.
 */
export function renamedReader(
  reader: ToolReader,
  names: ReadonlyMap<DocumentId, DocumentId>,
): ToolReader {
  const wanted = new Map([...names].map(([wantedId, id]) => [id, wantedId]));
  const order = [...names.keys()];
  const inside = <Id extends string>(id: Id): Id => renamed(id, names);
  const outside = <T>(value: T): T => renamedDeep(value, wanted);
  const scoped = <Options extends { readonly documents?: readonly DocumentId[] | undefined }>(
    options: Options | undefined,
  ) => (options?.documents ? { ...options, documents: options.documents.map(inside) } : options);
  return {
    documents: async (options) => {
      const documents = outside(await reader.documents(options));
      return [...documents].sort((a, b) => order.indexOf(a.id) - order.indexOf(b.id));
    },
    outline: async (document, options) => outside(await reader.outline(inside(document), options)),
    passages: async (document, options) =>
      outside(await reader.passages(inside(document), options)),
    passagesById: async (ids, options) =>
      outside(await reader.passagesById(ids.map(inside), options)),
    search: async (query, options) => outside(await reader.search(query, scoped(options))),
    grep: async (patterns, options) => outside(await reader.grep(patterns, scoped(options))),
    coverage: async (options) => outside(await reader.coverage(options)),
  };
}

function renamed<Id extends string>(id: Id, names: ReadonlyMap<string, string>): Id {
  return id.replace(beginning, (document) => names.get(document) ?? document) as Id;
}

/** A result with the ids in it renamed, wherever they stand. */
function renamedDeep<T>(value: T, names: ReadonlyMap<string, string>): T {
  if (Array.isArray(value)) return value.map((each) => renamedDeep(each, names)) as T;
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value).map(([key, each]) => {
    const isId = (key === "id" || key === "document") && typeof each === "string";
    return [key, isId ? renamed(each, names) : renamedDeep(each, names)];
  });
  return Object.fromEntries(entries) as T;
}
