/** The words of the page viewer that have no placeholders, by their names in `ViewerStrings`. */
export const plainViewerWords = {
  toolbar: "Page controls",
  close: "Close the page",
  previousPage: "Previous page",
  nextPage: "Next page",
  more: "More controls",
  zoomIn: "Zoom in",
  zoomOut: "Zoom out",
  fitWidth: "Fit to width",
  fitPage: "Fit whole page",
  rotate: "Rotate clockwise",
  twoPages: "Two pages side by side",
  pageInput: "Page number",
  partInput: "Part number",
  opening: "Opening…",
  unmarked: "The passage could not be marked exactly on this page.",
  unreadablePage: "This page cannot be shown.",
  slowPage: "This page takes too long to draw.",
  partlyDrawn: "This page takes too long to draw. What was drawn in time is shown.",
  partlySelectable: "Only the first part of this page's text can be selected.",
  recognisedPage: "The text of this page was recognised in a picture; it may have mistakes.",
  emptyPage: "This page has no text.",
  formulaHint: "Choose a cell to see its formula.",
  noFormula: "This cell has no formula.",
  sheetCells: "Cells of this sheet",
  textOnly: "The file itself is not here. This is the text that was read from it.",
  besideSlide: "Notes and other text of this slide",
  notRead: "This text came with a collection and was not read from the file here.",
  openOriginal: "Open the original",
  copyLink: "Copy a link to this place",
  download: "Save the file",
  print: "Print this page",
  notes: "Notes and citation",
  damaged: "This file is damaged and cannot be shown.",
  workerFailed: "The part of the page that draws documents could not start. Reload the page.",
  passwordNeeded: "This document needs its password to be shown.",
  passwordWrong: "That is not the password of this document.",
  passwordLabel: "Password",
  passwordSubmit: "Open",
  marks: "Marked passages",
  previousMark: "Previous marked passage",
  nextMark: "Next marked passage",
  find: "Find in this document",
  findPlaceholder: "Find in this document",
  findPrevious: "Previous match",
  findNext: "Next match",
  findClose: "Close the search",
  findNone: "Not found",
  findInexact: "This match could not be marked exactly on its page.",
  panel: "Outline and pages",
  panelClose: "Close the side panel",
  outline: "Outline",
  outlineEmpty: "This document has no headings.",
  thumbnails: "Pages",
  loading: "Loading…",
  partFailed: "This part of the page view could not be loaded. Check the connection and try again.",
} as const;

type PlainWords = {
  readonly [Name in keyof typeof plainViewerWords as `viewer.${Name}`]: (typeof plainViewerWords)[Name];
};

const otherWords = {
  "viewer.rotated": "Rotated by {degrees}°.",

  "viewer.page": "Page {number}",
  "viewer.linkTo": "Go to page {number}",
  "viewer.part": "Part {number}",
  "viewer.slide": "Slide {number}",
  "viewer.total": { one: "of {count}", other: "of {count}" },
  "viewer.label": "printed as {label}",
  "viewer.printed": "Page {label} ({number} of {total})",
  "viewer.pages": "Pages of {name}",

  "viewer.selection": "Selected text",
  "viewer.selection.highlight": "Highlight",
  "viewer.color": "Highlight colour",
  "viewer.color.yellow": "Yellow",
  "viewer.color.green": "Green",
  "viewer.color.blue": "Blue",
  "viewer.color.pink": "Pink",
  "viewer.selection.color": "Highlight: {color}",
  "viewer.selection.note": "Add a note",
  "viewer.selection.ask": "Ask about this",
  "viewer.selection.copy": "Copy with citation",
  "viewer.notSaved": "The file could not be saved. {reason}",
  "viewer.assetsMissing":
    "Characters or images may be missing on these pages, or wrong: {url} could not be loaded.",
  "viewer.couldNotOpen": "This document could not be opened. {reason}",

  "viewer.marked": "{place}. The passage is marked.",
  "viewer.markOf": { one: "Passage {number} of {count}", other: "Passage {number} of {count}" },
  "viewer.unmarkedOf": {
    one: "{unmarked} of {count} passage could not be marked exactly.",
    other: "{unmarked} of {count} passages could not be marked exactly.",
  },

  // The current match; `at` is a number, or a dash before the first.
  "viewer.findCount": { one: "{at} of {count}", other: "{at} of {count}" },
  "viewer.findCount.more": { one: "{at} of more than {count}", other: "{at} of more than {count}" },
  "viewer.findProgress": {
    one: "{searched} of {count} searched…",
    other: "{searched} of {count} searched…",
  },
  "viewer.findCovered.pages": {
    one: "{searched} of {count} page searched; {gaps}.",
    other: "{searched} of {count} pages searched; {gaps}.",
  },
  "viewer.findCovered.parts": {
    one: "{searched} of {count} part searched; {gaps}.",
    other: "{searched} of {count} parts searched; {gaps}.",
  },
  "viewer.gaps.scanned": { one: "{count} scanned", other: "{count} scanned" },
  "viewer.gaps.unreadable": { one: "{count} unreadable", other: "{count} unreadable" },
  "viewer.gaps.empty": { one: "{count} empty", other: "{count} empty" },
} as const;

/** The page viewer: words that are loaded with it. */
export const viewerWords: PlainWords & typeof otherWords = {
  ...(Object.fromEntries(
    Object.entries(plainViewerWords).map(([name, text]) => [`viewer.${name}`, text]),
  ) as PlainWords),
  ...otherWords,
};
