import type { CallOptions } from "../core/call-options.js";
import type { PassageText } from "../core/passage.js";
import type { CollectionReader } from "./collection-reader.js";
import { type NamedPassage, noPassage } from "./passage-names.js";

/** So many passages in order, with the place among them of the one that was asked for. */
export interface PassagesAround {
  readonly passages: readonly PassageText[];
  readonly index: number;
}

/**
 * A passage with those before and after it in its document. Fetches the pages beside it, and more
 * of them as long as there are too few passages. Throws `not-found`.
 */
export async function passagesAround(
  reader: Pick<CollectionReader, "passages">,
  named: NamedPassage,
  { before, after }: { readonly before: number; readonly after: number },
  options: CallOptions,
): Promise<PassagesAround> {
  const { id, document, page } = named;
  const last = document.pages.total;
  for (let reach = 1; ; reach *= 2) {
    const pages = { from: Math.max(1, page - reach), to: Math.min(last, page + reach) };
    const passages = await reader.passages(document.id, { ...options, pages });
    const index = passages.findIndex((passage) => passage.id === id);
    if (index < 0) throw await noPassage(reader, named, options);
    const enoughBefore = index >= before || pages.from === 1;
    const enoughAfter = passages.length - index > after || pages.to === last;
    if (!enoughBefore || !enoughAfter) continue;
    const start = Math.max(0, index - before);
    return { passages: passages.slice(start, index + after + 1), index: index - start };
  }
}
