/** True if two arrays have the same elements. */
export function areEqual<Numbers extends Uint8Array | Uint32Array>(
  one: Numbers,
  other: Numbers,
): boolean {
  return one.length === other.length && one.every((value, index) => value === other[index]);
}

/** Bytes as a text with one character for each: Latin-1. */
export function byteText(bytes: Uint8Array): string {
  let text = "";
  // More arguments could overflow the stack.
  for (let at = 0; at < bytes.length; at += 8192) {
    text += String.fromCharCode(...bytes.subarray(at, at + 8192));
  }
  return text;
}
