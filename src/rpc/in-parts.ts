import type { CallOptions } from "../core/call-options.js";

/**
 * Of a long list, what is sent in one message. Reading a message keeps a page from answering: 10,000
 * descriptions of documents in one, for a third of a second.
 */
const maxInPart = 200;

/** Sends a list in several messages: all but its last part is reported as progress, the last is returned. */
export function inParts<Item>(
  list: readonly Item[],
  { onProgress }: CallOptions<readonly Item[]> = {},
): readonly Item[] {
  if (!onProgress) return list;
  let sent = 0;
  for (; list.length - sent > maxInPart; sent += maxInPart) {
    onProgress(list.slice(sent, sent + maxInPart));
  }
  return list.slice(sent);
}

/** Calls what answers with `inParts`, and returns the whole list. */
export async function wholeOf<Item>(
  call: (options: CallOptions<readonly Item[]>) => Promise<readonly Item[]>,
  options: CallOptions,
): Promise<Item[]> {
  const list: Item[] = [];
  const onProgress = (part: readonly Item[]): void => {
    for (const item of part) list.push(item);
  };
  const last = await call({ ...options, onProgress });
  onProgress(last);
  return list;
}
