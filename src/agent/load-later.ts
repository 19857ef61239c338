/** Loaded on demand, because few pages search several collections together. */
export function loadPooledReader(): Promise<typeof import("./tools/pooled-reader.js")> {
  return import("./tools/pooled-reader.js");
}
