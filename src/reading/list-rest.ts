import type { Rest, Shown } from "./compose.js";
import { counted } from "./wording.js";

/**
 * What is left of a list when so much of it is shown. An item that is cut counts as shown, so that
 * whoever goes on gets further.
 *
 * @param also what is left out besides
 */
export function listRest(
  items: readonly { readonly id: string }[],
  { blocks, cut }: Shown,
  thing: string,
  also: string | null = null,
): Rest {
  const left = items.slice(cut > 0 ? blocks + 1 : blocks);
  const next = left[0]?.id ?? null;
  const parts = [
    ...(cut > 0 ? [`the rest of ${items[blocks]?.id}`] : []),
    ...(left.length > 0 ? [counted(left.length, `more ${thing}`)] : []),
    ...(also === null ? [] : [also]),
  ];
  if (parts.length === 0) return { leftOut: null, next };
  const goOn = next === null ? "" : ` Go on from ${next}.`;
  return { leftOut: `Left out: ${parts.join("; ")}.${goOn}`, next };
}
