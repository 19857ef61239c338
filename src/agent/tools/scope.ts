import { checkList, checkShape } from "../../core/arguments.js";
import { type DocumentId, mostSources } from "../../core/document.js";
import { type ErrorCode, PagehoundError } from "../../core/errors.js";
import { parseEvidenceId } from "../../core/passage.js";
import type { SearchMode } from "../../search/api.js";
import type { SourceReader, ToolReader } from "./tool.js";

/**
 * A collection whose searches go by this unless they say otherwise. Where one by `both` fails for lack
 * of vectors or of an embedder, it goes by words.
 */
export function readerBy(reader: ToolReader, by: SearchMode): ToolReader {
  if (by === "words") return reader;
  return {
    documents: (options) => reader.documents(options),
    outline: (document, options) => reader.outline(document, options),
    passages: (document, options) => reader.passages(document, options),
    passagesById: (ids, options) => reader.passagesById(ids, options),
    search: async (query, options = {}) => {
      try {
        return await reader.search(query, { by, ...options });
      } catch (error) {
        options.signal?.throwIfAborted();
        if ((options.by ?? by) !== "both") throw error;
        return reader.search(query, { ...options, by: "words" });
      }
    },
    grep: (patterns, options) => reader.grep(patterns, options),
    coverage: (options) => reader.coverage(options),
    tables: reader.tables && (async (...asked) => (await reader.tables?.(...asked)) ?? []),
    findRows: reader.findRows && (async (...asked) => (await reader.findRows?.(...asked)) ?? []),
  };
}

/** A collection limited to some documents, as if it had no others. */
export function scopedReader(reader: ToolReader, scope: readonly DocumentId[] | null): ToolReader {
  if (scope === null) return reader;
  const allowed = new Set(scope);
  const asked = (documents: readonly DocumentId[] | undefined) => {
    const outside = documents?.find((id) => !allowed.has(id));
    if (outside !== undefined) throw outOfScope(outside);
    return documents ?? scope;
  };
  /** Looks through documents; those that were removed meanwhile are passed over. */
  const through = async <T>(
    documents: readonly DocumentId[],
    look: (documents: readonly DocumentId[]) => Promise<T>,
  ): Promise<T> => {
    try {
      return await look(documents);
    } catch (error) {
      if (!PagehoundError.isInstance(error) || error.code !== "not-found") throw error;
      const existing = new Set((await reader.documents()).map(({ id }) => id));
      const left = documents.filter((id) => existing.has(id));
      if (left.length === documents.length || left.length === 0) throw error;
      return look(left);
    }
  };
  const require = (id: DocumentId): void => {
    if (!allowed.has(id)) throw outOfScope(id);
  };
  return {
    async documents(options) {
      const all = await reader.documents(options);
      return all.filter(({ id }) => allowed.has(id));
    },
    async outline(document, options) {
      require(document);
      return reader.outline(document, options);
    },
    async passages(document, options) {
      require(document);
      return reader.passages(document, options);
    },
    async passagesById(ids, options) {
      const found = await reader.passagesById(ids, options);
      return found.map((passage, index) => {
        const parts = parseEvidenceId(ids[index] ?? "");
        return parts && allowed.has(parts.document) ? passage : null;
      });
    },
    async search(query, options = {}) {
      return through(asked(options.documents), (documents) =>
        reader.search(query, { ...options, documents }),
      );
    },
    async grep(patterns, options = {}) {
      return through(asked(options.documents), (documents) =>
        reader.grep(patterns, { ...options, documents }),
      );
    },
    // What a search covers does not depend on its words.
    async coverage(options) {
      const look = (documents: readonly DocumentId[]) =>
        reader.search("", { ...options, documents, limit: 1 });
      return (await through(scope, look)).coverage;
    },
    tables:
      reader.tables &&
      (async (document, page, options) => {
        require(document);
        return (await reader.tables?.(document, page, options)) ?? [];
      }),
    findRows:
      reader.findRows &&
      (async (query, options) =>
        through(
          asked(query.documents),
          async (documents) => (await reader.findRows?.({ ...query, documents }, options)) ?? [],
        )),
  };
}

/**
 * A reader to which a source that fails is as if its documents were empty: for code that continues by
 * itself, and could not be told.
 */
export function forgivingReader(reader: ToolReader): ToolReader {
  const unless = async <T>(
    read: Promise<T>,
    otherwise: T,
    codes: readonly ErrorCode[] = [],
  ): Promise<T> => {
    try {
      return await read;
    } catch (error) {
      const forgiven: readonly ErrorCode[] = ["endpoint-failed", ...codes];
      if (PagehoundError.isInstance(error) && forgiven.includes(error.code)) return otherwise;
      throw error;
    }
  };
  return {
    documents: (options) => reader.documents(options),
    outline: (document, options) => unless(reader.outline(document, options), []),
    passages: (document, options) => unless(reader.passages(document, options), []),
    passagesById: (ids, options) =>
      unless(
        reader.passagesById(ids, options),
        ids.map(() => null),
      ),
    search: (query, options) => reader.search(query, options),
    grep: (patterns, options) => reader.grep(patterns, options),
    coverage: (options) => reader.coverage(options),
    // A page whose tables take too long is read without them.
    tables:
      reader.tables &&
      (async (...asked) => unless(reader.tables?.(...asked) ?? none(), [], ["timed-out"])),
    findRows: reader.findRows && (async (...asked) => (await reader.findRows?.(...asked)) ?? []),
  };
}

async function none(): Promise<readonly []> {
  return [];
}

const readerMethods = ["documents", "outline", "passages", "passagesById", "search", "coverage"];

/** Throws `invalid-argument` unless it is a collection that tools can read. */
export function checkReader(reader: unknown): void {
  const methods = [...readerMethods, "grep"];
  checkShape("A collection", reader, Object.fromEntries(methods.map((name) => [name, "function"])));
}

/** Throws `invalid-argument` for what are no sources that can be asked together. */
export function checkSources(sources: readonly SourceReader[]): void {
  checkList("The sources", sources);
  const methods = Object.fromEntries(readerMethods.map((name) => [name, "function"] as const));
  for (const source of sources) {
    checkShape("A source", source, { name: "string", url: "string", ...methods });
  }
  const addresses = new Set(sources.map(({ url }) => url));
  if (sources.length <= mostSources && addresses.size === sources.length) return;
  throw new PagehoundError(
    "invalid-argument",
    `At most ${mostSources} sources are asked together, each of another address.`,
  );
}

function outOfScope(id: string): PagehoundError {
  return new PagehoundError("not-found", `Document ${id} is not among those asked.`);
}
