import type { DocumentSummary } from "../core/document.js";
import type { OutlineEntry } from "../core/outline.js";
import type { ToolContext } from "./tool.js";

/** In so many documents at most a heading is looked for. */
const mostDocuments = 40;
/** Shorter texts stand in too many headings. */
const shortestPart = 5;

type Way = (heading: string, wanted: string) => boolean;

const ways: readonly Way[] = [
  (heading, wanted) => heading === wanted,
  (heading, wanted) => heading.startsWith(`${wanted} `),
  (heading, wanted) => wanted.length >= shortestPart && heading.includes(wanted),
  // A model may add to a heading what stands behind it.
  (heading, wanted) => heading.length >= shortestPart && wanted.startsWith(`${heading} `),
];

/**
 * The headings that a text means: those that read the same, else begin with it, have it in them, or
 * begin it. Only letters and digits count, in upper or lower case; a "…" at the end may stand for
 * more. Empty when there is none, or when there are too many documents to look through.
 */
export async function findHeadings(
  text: string,
  documents: readonly DocumentSummary[],
  { reader, signal }: Pick<ToolContext, "reader" | "signal">,
): Promise<readonly OutlineEntry[]> {
  const wanted = comparable(text);
  if (!/\p{L}/u.test(wanted) || documents.length > mostDocuments) return [];
  const outlines = await Promise.all(documents.map(({ id }) => reader.outline(id, { signal })));
  const headings = outlines.flat();
  for (const way of ways) {
    const found = headings.filter((heading) => way(comparable(heading.text), wanted));
    if (found.length > 0) return found;
  }
  return [];
}

function comparable(text: string): string {
  return text
    .normalize("NFKC")
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, " ")
    .trim();
}
