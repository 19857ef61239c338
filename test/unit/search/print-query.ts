import type {
  ParsedQuery,
  QueryFilter,
  QueryItem,
  QueryOperand,
} from "../../../src/search/query/index-query.js";

/**
 * Writes a query in its simplest form. Parsing it gives the same items and filters, in other
 * positions.
 */
export function printQuery({ items, filters }: ParsedQuery): string {
  return [...items.map(printItem), ...filters.map(printFilter)].join(" ");
}

function printItem(item: QueryItem): string {
  switch (item.kind) {
    case "any":
      return item.alternatives.map(printOperand).join(" OR ");
    case "without":
      return `-${printOperand(item.operand)}`;
    default:
      return printOperand(item);
  }
}

function printOperand({ kind, text }: QueryOperand): string {
  if (kind === "phrase") return `"${text}"`;
  if (kind === "prefix") return `${text}*`;
  // In upper case it would be an operator.
  return text === "OR" ? "or" : text;
}

function printFilter(filter: QueryFilter): string {
  const sign = filter.exclude ? "-" : "";
  if (filter.field === "doc") return `${sign}doc:"${filter.pattern}"`;
  if (filter.field === "author") return `${sign}author:"${filter.name}"`;
  if (filter.field !== "page" && filter.field !== "type") return `${filter.field}:${filter.day}`;
  if (filter.field === "type") return `${sign}type:${filter.format}`;
  const { from, to } = filter.range;
  if (from === to) return `page:${from}`;
  return `page:${from}-${to === Number.POSITIVE_INFINITY ? "" : to}`;
}
