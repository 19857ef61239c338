/** How the name of a collection's file ends. */
const suffix = ".pagehound";

/** Whether a file is a collection, which is opened instead of being added as a document. */
export function isCollectionFile(path: string): boolean {
  return path.toLowerCase().endsWith(suffix);
}

/** The name of a collection's file without how it ends. */
export function collectionStem(name: string): string {
  return name.slice(0, -suffix.length) || name.slice(1);
}

/** The file's name of a collection: letters, digits and hyphens of its title. */
export function collectionFileName(stem: string): string {
  return `${stem}${suffix}`;
}

/** The addresses that an attribute names, absolute and each once; what is none is kept as it is written. */
export function addressesIn(list: string, base: string): readonly string[] {
  const written = list.split(/\s+/).filter((text) => text !== "");
  return [...new Set(written.map((text) => absolute(text, base)))];
}

/** What a collection is called as long as its title is not known: its file's name. */
export function nameOfAddress(address: string): string {
  const name = pathOf(address).split("/").at(-1) ?? "";
  const stem = isCollectionFile(name) ? name.slice(0, -suffix.length) : name;
  return stem === "" ? placeOfAddress(address) : stem;
}

/** Where a collection is published, for people: its host and path, written out. */
export function placeOfAddress(address: string): string {
  const host = URL.parse(address)?.host ?? "";
  return `${host}${pathOf(address)}`;
}

function absolute(text: string, base: string): string {
  const url = URL.parse(text, base);
  if (!url) return text;
  // As the library names it, too.
  url.hash = "";
  return url.href;
}

function pathOf(address: string): string {
  const path = URL.parse(address)?.pathname ?? address;
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
