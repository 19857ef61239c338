/** The page viewer. */
export const viewer = {
  "viewer.toolbar": "Page controls",
  "viewer.close": "Close the page",
  "viewer.previousPage": "Previous page",
  "viewer.nextPage": "Next page",
  "viewer.more": "More controls",
  "viewer.zoomIn": "Zoom in",
  "viewer.zoomOut": "Zoom out",
  "viewer.fitWidth": "Fit to width",
  "viewer.fitPage": "Fit whole page",
  "viewer.pageInput": "Page number",
  "viewer.partInput": "Part number",
  "viewer.opening": "Opening…",
  "viewer.loading": "Loading…",
  "viewer.partFailed":
    "This part of the page view could not be loaded. Check the connection and try again.",

  "viewer.page": "Page {number}",
  "viewer.part": "Part {number}",
  "viewer.total": { one: "of {count}", other: "of {count}" },
  "viewer.label": "page {label}",
  "viewer.pages": "Pages of {name}",

  "viewer.unreadablePage": "This page cannot be shown.",
  "viewer.emptyPage": "This page has no text.",
  "viewer.textOnly": "The file itself is not here. This is the text that was read from it.",
  "viewer.notRead": "This text came with a collection and was not read from the file here.",
  "viewer.assetsMissing":
    "Characters or images may be missing on these pages, or wrong: {url} could not be loaded.",
  "viewer.damaged": "This file is damaged and cannot be shown.",
  "viewer.workerFailed":
    "The part of the page that draws documents could not start. Reload the page.",
  "viewer.couldNotOpen": "This document could not be opened. {reason}",
  "viewer.passwordNeeded": "This document needs its password to be shown.",
  "viewer.passwordWrong": "That is not the password of this document.",
  "viewer.passwordLabel": "Password",
  "viewer.passwordSubmit": "Open",

  "viewer.marks": "Marked passages",
  "viewer.previousMark": "Previous marked passage",
  "viewer.nextMark": "Next marked passage",
  "viewer.marked": "Page {number}. The passage is marked.",
  "viewer.markOf": { one: "Passage {number} of {count}", other: "Passage {number} of {count}" },
  "viewer.unmarked": "The passage could not be marked exactly on this page.",
  "viewer.unmarkedOf": {
    one: "{unmarked} of {count} passage could not be marked exactly.",
    other: "{unmarked} of {count} passages could not be marked exactly.",
  },

  "viewer.find": "Find in this document",
  "viewer.findPlaceholder": "Find in this document",
  "viewer.findPrevious": "Previous match",
  "viewer.findNext": "Next match",
  "viewer.findClose": "Close the search",
  "viewer.findNone": "Not found",
  "viewer.findInexact": "This match could not be marked exactly on its page.",
  // Which match the reader is at; `at` is a number, or a dash before the first.
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

  "viewer.panel": "Outline and pages",
  "viewer.panelClose": "Close the side panel",
  "viewer.outline": "Outline",
  "viewer.outlineEmpty": "This document has no headings.",
  "viewer.thumbnails": "Pages",
} as const;
