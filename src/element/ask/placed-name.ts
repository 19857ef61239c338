import { paneWords } from "../i18n/english/panes.js";
import { addEnglish } from "../i18n/english.js";
import type { FoundPlace, I18n } from "../i18n/i18n.js";

addEnglish(paneWords);

/** “report.pdf, page 12”; of a text in one piece only the name. */
export function placedName(words: I18n, document: string, found: FoundPlace): string {
  const place = words.placeWithin(found);
  return place === "" ? document : words.t("source.place", { document, place });
}
