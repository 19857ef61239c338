import type { FindCoverage, ViewerStrings } from "../viewer/strings.js";
import { type PlainViewerStrings, plainViewerWords } from "./english/plain-viewer.js";
import { viewerWords } from "./english/viewer.js";
import { addEnglish } from "./english.js";
import { enumeration, type I18n } from "./i18n.js";

addEnglish(viewerWords);

const reasons = ["scanned", "unreadable", "empty"] as const;

/** The page viewer's strings, in the language of the interface. */
export function viewerStrings(words: I18n): ViewerStrings {
  const { t } = words;
  return {
    ...plainStrings(words),
    notSaved: (error) => t("viewer.notSaved", { reason: words.error(error) }),
    copied: t("answer.copied"),
    notCopied: t("answer.notCopied"),
    assetsMissing: (url) => t("viewer.assetsMissing", { url }),
    couldNotOpen: (error) => t("viewer.couldNotOpen", { reason: words.error(error) }),
    pages: (name) => t("viewer.pages", { name }),
    page: (number) => t("viewer.page", { number }),
    linkTo: (number) => t("viewer.linkTo", { number }),
    part: (number) => t("viewer.part", { number }),
    hidden: (place) => t("common.place.hidden", { place }),
    slide: (number) => t("viewer.slide", { number }),
    total: (count) => t("viewer.total", { count }),
    label: (label) => t("viewer.label", { label }),
    printed: (label, number, total) => t("viewer.printed", { label, number, total }),
    rotated: (degrees) => t("viewer.rotated", { degrees }),
    zoom: (factor) => words.percent(factor),
    marked: (place) => t("viewer.marked", { place }),
    markOf: (number, count) => t("viewer.markOf", { number, count }),
    unmarkedOf: (unmarked, count) => t("viewer.unmarkedOf", { unmarked, count }),
    findCount: (index, count, more) =>
      t(more ? "viewer.findCount.more" : "viewer.findCount", {
        at: index > 0 ? index : "–",
        count,
      }),
    findProgress: (searched, count) => t("viewer.findProgress", { searched, count }),
    findCovered: (pages) => coveredWords(words, pages),
  };
}

/** The strings without placeholders. */
function plainStrings({ t }: I18n): PlainViewerStrings {
  const names = Object.keys(plainViewerWords) as (keyof PlainViewerStrings)[];
  const strings = names.map((name) => [name, t(`viewer.${name}`)]);
  return Object.fromEntries(strings) as PlainViewerStrings;
}

function coveredWords(words: I18n, { unit, total, searched, ...left }: FindCoverage): string {
  const gaps = reasons
    .filter((reason) => left[reason] > 0)
    .map((reason) => words.t(`viewer.gaps.${reason}`, { count: left[reason] }));
  return words.t(`viewer.findCovered.${unit === "page" ? "pages" : "parts"}`, {
    searched,
    count: total,
    gaps: enumeration(gaps, words),
  });
}
