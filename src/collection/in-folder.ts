import type { OpenArchive } from "../archive/open-archive.js";

/** What is kept of a path; the beginning of a longer one is left out. */
const longestInside = 3_000;

/**
 * The same file with all its documents in a folder. Whatever their paths say, none leads out of it,
 * and no two are the same.
 */
export function inFolder(archive: OpenArchive, folder: string): OpenArchive {
  const taken = new Set<string>();
  const documents = archive.manifest.documents.map((document) => {
    const inside = insideOf(document.path);
    let path = `${folder}/${inside}`;
    for (let number = 2; taken.has(path); number++) path = `${folder}/${number}/${inside}`;
    taken.add(path);
    return { ...document, path };
  });
  // The index of a document knows the words of its path: it is made anew from the pages.
  const versions = { ...archive.manifest.versions, postings: 0 };
  return { ...archive, manifest: { ...archive.manifest, versions, documents } };
}

function insideOf(path: string): string {
  const parts = path
    .slice(-longestInside)
    .split(/[\\/]+/)
    .filter((part) => !["", ".", ".."].includes(part));
  return parts.length > 0 ? parts.join("/").normalize("NFC") : "document";
}
