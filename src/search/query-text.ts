import type { Span } from "../core/span.js";
import type { ParsedQuery } from "./query-syntax.js";

/** What a query says, without its filters and what it excludes; empty when it says nothing else. */
export function textOfQuery(query: string, { items, filters }: ParsedQuery): string {
  const excluded = items.filter(({ kind }) => kind === "without");
  let text = "";
  let from = 0;
  for (const { start, end } of inOrder([...filters, ...excluded].map(({ span }) => span))) {
    text += query.slice(from, Math.max(from, start));
    from = Math.max(from, end);
  }
  return (text + query.slice(from)).replace(/\s+/g, " ").trim();
}

function inOrder(spans: readonly Span[]): Span[] {
  return [...spans].sort((a, b) => a.start - b.start);
}
