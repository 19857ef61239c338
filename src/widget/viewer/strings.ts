const number = new Intl.NumberFormat();
const percent = new Intl.NumberFormat(undefined, { style: "percent" });

/** Every sentence and label of the viewer. */
export interface ViewerStrings {
  readonly toolbar: string;
  readonly close: string;
  readonly previousPage: string;
  readonly nextPage: string;
  readonly zoomIn: string;
  readonly zoomOut: string;
  readonly fitWidth: string;
  readonly pageInput: string;
  readonly partInput: string;
  readonly opening: string;
  readonly unmarked: string;
  readonly unreadablePage: string;
  readonly emptyPage: string;
  readonly damaged: string;
  readonly workerFailed: string;
  readonly passwordNeeded: string;
  readonly passwordWrong: string;
  readonly passwordLabel: string;
  readonly passwordSubmit: string;
  readonly couldNotOpen: (reason: string) => string;
  readonly pages: (name: string) => string;
  readonly page: (page: number) => string;
  readonly part: (page: number) => string;
  readonly total: (total: number) => string;
  readonly label: (label: string) => string;
  readonly zoom: (factor: number) => string;
  readonly marked: (page: number) => string;
}

/** The English strings. */
export const englishStrings: ViewerStrings = {
  toolbar: "Page controls",
  close: "Close the page",
  previousPage: "Previous page",
  nextPage: "Next page",
  zoomIn: "Zoom in",
  zoomOut: "Zoom out",
  fitWidth: "Fit to width",
  pageInput: "Page number",
  partInput: "Part number",
  opening: "Opening…",
  unmarked: "The passage could not be marked exactly on this page.",
  unreadablePage: "This page cannot be shown.",
  emptyPage: "This page has no text.",
  damaged: "This file is damaged and cannot be shown.",
  workerFailed: "The part of the page that draws documents could not start. Reload the page.",
  passwordNeeded: "This document needs its password to be shown.",
  passwordWrong: "That is not the password of this document.",
  passwordLabel: "Password",
  passwordSubmit: "Open",
  couldNotOpen: (reason) => `This document could not be opened. ${reason}`,
  pages: (name) => `Pages of ${name}`,
  page: (page) => `Page ${number.format(page)}`,
  part: (page) => `Part ${number.format(page)}`,
  total: (total) => `of ${number.format(total)}`,
  label: (label) => `page ${label}`,
  zoom: (factor) => percent.format(factor),
  marked: (page) => `Page ${number.format(page)}. The passage is marked.`,
};
