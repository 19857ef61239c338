/** What joins several collections, for the few pages that have more than one to ask. */
export function loadPooledReader(): Promise<typeof import("./tools/pooled-reader.js")> {
  return import("./tools/pooled-reader.js");
}
