import { plainViewerWords } from "./plain-viewer.js";

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
