/** Roughly how many bytes a value takes when it is stored: of text and numbers, what they hold; of files, their size. */
export function roughSize(value: unknown): number {
  let bytes = 0;
  const waiting: unknown[] = [value];
  const seen = new Set<object>();
  while (waiting.length > 0) {
    const next = waiting.pop();
    if (typeof next === "string") bytes += next.length;
    else if (typeof next !== "object" || next === null) bytes += 4;
    else if (next instanceof Blob) bytes += next.size;
    else if (ArrayBuffer.isView(next) || next instanceof ArrayBuffer) bytes += next.byteLength;
    else if (!seen.has(next)) {
      seen.add(next);
      bytes += 4;
      if (next instanceof Map) for (const entry of next) waiting.push(...entry);
      else if (next instanceof Set) for (const entry of next) waiting.push(entry);
      else for (const entry of Object.values(next)) waiting.push(entry);
    }
  }
  return bytes;
}
