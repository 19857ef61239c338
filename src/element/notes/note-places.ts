import { countedAs, type FoundPlace, fileName, isOnePiece, type Note } from "../../core/index.js";
import type { DocumentList } from "../documents/documents.js";
import { noteWords } from "../i18n/english/notes.js";
import { viewerWords } from "../i18n/english/viewer.js";
import { addEnglish } from "../i18n/english.js";
import type { I18n } from "../i18n/i18n.js";

addEnglish(noteWords);
addEnglish(viewerWords);

type Documents = Pick<DocumentList, "get">;
type Place = Pick<FoundPlace, "document" | "path" | "page">;

/** “Page 3”, “Slide 3”, “Part 3”; empty for a text in one piece. */
export function placeOfNote({ t }: I18n, documents: Documents, place: Place): string {
  const unit = unitOf(documents, place);
  return unit === null ? "" : t(`viewer.${unit}`, { number: place.page });
}

/** “Page 3”, “Pages 3–5”; empty for a text in one piece. */
export function placesOfNote(words: I18n, documents: Documents, { places }: Note): string {
  const byPage = places.toSorted((one, other) => one.page - other.page);
  const [first, last] = [byPage[0], byPage.at(-1)];
  if (!first || !last) return "";
  const from = placeOfNote(words, documents, first);
  if (first.page === last.page || from === "") return from;
  return unitOf(documents, first) === "page"
    ? words.t("notes.pages", { first: first.page, last: last.page })
    : `${from} – ${placeOfNote(words, documents, last)}`;
}

/** What a note is on, for labels: its place, or the file if the place has no name. */
export function namedNote(words: I18n, documents: Documents, note: Note): string {
  const place = placesOfNote(words, documents, note);
  return place === "" ? fileName(note.places[0]?.path ?? "") : place;
}

/** The unit that names a place; null for a text in one piece. */
export function unitOf(
  documents: Documents,
  { document: id, path }: Omit<Place, "page">,
): "page" | "slide" | "part" | null {
  const document = id === null ? null : documents.get(id);
  // Of an absent document only the file's name is known.
  if (!document) return /\.pdf$/i.test(path) ? "page" : null;
  const { pageUnit, pages } = document;
  return isOnePiece(pageUnit, pages.total) ? null : countedAs(pageUnit);
}
