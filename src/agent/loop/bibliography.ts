import type { ReadQuestion } from "../../figures/index.js";

/** Titles of a list of sources, in English, German, French and Spanish. */
const title =
  /^(?:[\p{N}.]{1,6} )?(?:references(?: cited)?|bibliography|works cited|literature(?: cited)?|cited literature|literatur(?:verzeichnis)?|quellen(?:verzeichnis)?|bibliographie|références(?: bibliographiques)?|bibliografía|referencias(?: bibliográficas)?)$/iu;

/** What entries have: the year after the authors, a volume, pages, an address, a publisher. */
const marks =
  /\((?:19|20)\d\d[a-z]?\)[.,:]|, (?:19|20)\d\d[a-z]?\.|(?<![a-zß-ɏḀ-ỿ])(?:doi|issn|isbn|arxiv|url)(?![a-zß-ɏḀ-ỿ])|https?:|(?<![a-zß-ɏḀ-ỿ])pp?\. ?\d|(?<!\p{N})\d{1,4}\(\d{1,3}\)|[,:] ?\d{1,4}[-–]\d{1,4}\.|(?<![a-zß-ɏḀ-ỿ])(?:in:? proceedings|university press|et al\.,? \()/giu;

/** Minimum number of marks in a passage of entries, and maximum number of characters for each. */
const fewestMarks = 4;
const longestEntry = 160;

const asksSource =
  /^(?:cit|cite|citati|refere|biblio|source|publis|journa|book|articl|litera|link|url|doi|isbn|issn|author|wrote|writte|zitier|quelle|zeitsc|buch|autor|auteur|revue|livre|fuente|revist|libro)$/u;

export function isBibliographyTitle(text: string): boolean {
  return title.test(text.trim());
}

/** True if a passage lists sources. `heading` is the one above it. */
export function isBibliography(text: string, heading: string | null): boolean {
  if (heading !== null && isBibliographyTitle(heading)) return true;
  const count = text.match(marks)?.length ?? 0;
  return count >= fewestMarks && text.length <= count * longestEntry;
}

/** True if a question may ask for a source, and so for an entry of such a list. */
export function mayAskForSource({ keys }: Pick<ReadQuestion, "keys">): boolean {
  return keys.some((key) => asksSource.test(key));
}
