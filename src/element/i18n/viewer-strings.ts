import type { FindCoverage, ViewerStrings } from "../viewer/strings.js";
import { viewerWords } from "./english/viewer.js";
import { addEnglish } from "./english.js";
import { enumeration, type I18n } from "./i18n.js";

addEnglish(viewerWords);

const reasons = ["scanned", "unreadable", "empty"] as const;

/** The page viewer's strings, in the language of the interface. */
export function viewerStrings(words: I18n): ViewerStrings {
  const { t } = words;
  return {
    toolbar: t("viewer.toolbar"),
    close: t("viewer.close"),
    previousPage: t("viewer.previousPage"),
    nextPage: t("viewer.nextPage"),
    more: t("viewer.more"),
    zoomIn: t("viewer.zoomIn"),
    zoomOut: t("viewer.zoomOut"),
    fitWidth: t("viewer.fitWidth"),
    fitPage: t("viewer.fitPage"),
    rotate: t("viewer.rotate"),
    twoPages: t("viewer.twoPages"),
    pageInput: t("viewer.pageInput"),
    partInput: t("viewer.partInput"),
    opening: t("viewer.opening"),
    unmarked: t("viewer.unmarked"),
    unreadablePage: t("viewer.unreadablePage"),
    slowPage: t("viewer.slowPage"),
    partlyDrawn: t("viewer.partlyDrawn"),
    partlySelectable: t("viewer.partlySelectable"),
    recognisedPage: t("viewer.recognisedPage"),
    emptyPage: t("viewer.emptyPage"),
    besideSlide: t("viewer.besideSlide"),
    formulaHint: t("viewer.formulaHint"),
    noFormula: t("viewer.noFormula"),
    sheetCells: t("viewer.sheetCells"),
    textOnly: t("viewer.textOnly"),
    notRead: t("viewer.notRead"),
    openOriginal: t("viewer.openOriginal"),
    copyLink: t("viewer.copyLink"),
    download: t("viewer.download"),
    print: t("viewer.print"),
    notes: t("viewer.notes"),
    notSaved: (error) => t("viewer.notSaved", { reason: words.error(error) }),
    copied: t("answer.copied"),
    notCopied: t("answer.notCopied"),
    assetsMissing: (url) => t("viewer.assetsMissing", { url }),
    damaged: t("viewer.damaged"),
    workerFailed: t("viewer.workerFailed"),
    passwordNeeded: t("viewer.passwordNeeded"),
    passwordWrong: t("viewer.passwordWrong"),
    passwordLabel: t("viewer.passwordLabel"),
    passwordSubmit: t("viewer.passwordSubmit"),
    marks: t("viewer.marks"),
    previousMark: t("viewer.previousMark"),
    nextMark: t("viewer.nextMark"),
    find: t("viewer.find"),
    findPlaceholder: t("viewer.findPlaceholder"),
    findPrevious: t("viewer.findPrevious"),
    findNext: t("viewer.findNext"),
    findClose: t("viewer.findClose"),
    findNone: t("viewer.findNone"),
    findInexact: t("viewer.findInexact"),
    panel: t("viewer.panel"),
    panelClose: t("viewer.panelClose"),
    outline: t("viewer.outline"),
    outlineEmpty: t("viewer.outlineEmpty"),
    thumbnails: t("viewer.thumbnails"),
    loading: t("viewer.loading"),
    partFailed: t("viewer.partFailed"),
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
