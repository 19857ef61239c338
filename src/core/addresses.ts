/** The address of a folder, which relative addresses need to end in a slash. */
export function withSlash(address: string): string {
  return address.endsWith("/") ? address : `${address}/`;
}

/** A part of an address without percent encoding; as it is if its encoding is invalid. */
export function percentDecoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
