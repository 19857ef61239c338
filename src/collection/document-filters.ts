import { pathFilter } from "../grep/path-filter.js";
import type { QueryFilter } from "../search/query-syntax.js";
import type { StoredDocument } from "../store/schema.js";

/**
 * Tells which documents the filters of a query let through: one of those of each field that
 * include, and none that exclude.
 */
export function documentFilter(
  filters: readonly QueryFilter[],
): (document: Pick<StoredDocument, "path" | "format">) => boolean {
  const conditions = filters.flatMap((filter) => {
    const holds = conditionOf(filter);
    return holds ? [{ field: filter.field, exclude: filter.exclude, holds }] : [];
  });
  return (document) =>
    (["doc", "type"] as const).every((field) => {
      const ofField = conditions.filter((condition) => condition.field === field);
      const including = ofField.filter(({ exclude }) => !exclude);
      return (
        (including.length === 0 || including.some(({ holds }) => holds(document))) &&
        !ofField.some(({ exclude, holds }) => exclude && holds(document))
      );
    });
}

type Condition = (document: Pick<StoredDocument, "path" | "format">) => boolean;

function conditionOf(filter: QueryFilter): Condition | null {
  if (filter.field === "page") return null;
  if (filter.field === "type") return ({ format }) => format === filter.format;
  if (/[*?]/.test(filter.pattern)) {
    const matches = pathFilter([filter.pattern], []);
    return ({ path }) => matches(path);
  }
  // Some systems give the letters and accents of file names apart.
  const part = filter.pattern.normalize().toLowerCase();
  return ({ path }) => path.normalize().toLowerCase().includes(part);
}
