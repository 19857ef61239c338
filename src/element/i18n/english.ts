import { askMessages } from "./english/ask.js";
import { documentsMessages } from "./english/documents.js";
import type { gridWords } from "./english/grid.js";
import type { listWords } from "./english/list.js";
import type { notebookWords } from "./english/notebooks.js";
import type { noteWords } from "./english/notes.js";
import type { panelWords } from "./english/panels.js";
import type { paneWords } from "./english/panes.js";
import { searchMessages } from "./english/search.js";
import type { viewerWords } from "./english/viewer.js";

/** The words of the interface's frame, and words used everywhere. */
const shellMessages = {
  // Words that are used everywhere.
  "common.documents": { one: "{count} document", other: "{count} documents" },
  "common.searches": { one: "{count} search", other: "{count} searches" },
  "common.calculations": { one: "{count} calculation", other: "{count} calculations" },
  "common.place.hidden": "{place} (hidden)",
  "common.place.page": "page {number}",
  "common.place.part": "part {number}",
  "common.place.printed": "page {label} (no. {number})",
  "common.place.printedOf": "page {label} ({number} of {total})",
  "common.place.recognised": "{place}, recognised text",
  "common.place.section": "section “{name}”",
  "common.place.sheet": "sheet “{name}”",
  "common.place.slide": "slide {number}",
  "common.time.few": "a few seconds left",
  "common.time.seconds": { one: "{count} second left", other: "{count} seconds left" },
  "common.time.minutes": { one: "{count} minute left", other: "{count} minutes left" },
  "common.time.hours": { one: "{count} hour left", other: "{count} hours left" },
  "common.took.under": "under {seconds} s",
  "common.took.seconds": "{seconds} s",
  "common.took.minutes": "{minutes} min {seconds} s",
  "common.undo": "Undo",
  "common.delete": "Delete",
  "common.close": "Close",
  "common.cancel": "Cancel",
  "common.tryAgain": "Try again",

  // The frame of the interface: panes, dialogs, modes.
  "widget.name": "Pagehound",
  "widget.pageWidth": "Width of the page",
  "widget.drop": "Drop to add",

  // The interface before there are any documents.
  "widget.empty.drop": "Drop documents here to ask and search them",
  "widget.empty.choose": "Choose documents to ask and search them",
  "widget.empty.what":
    "PDF, Word, Excel, PowerPoint, text, mail and other files, or a whole folder.",
  "widget.empty.files": "Choose files",
  "widget.empty.folder": "Choose a folder",
  "widget.empty.watch": "Watch a folder",
  "widget.empty.watch.what":
    "New and changed files of a watched folder are read while this page is open.",
  "widget.empty.samples": "Try the samples",
  "widget.empty.samples.fetching": "Fetching the samples…",
  "widget.empty.steps": "How it works",
  "widget.empty.step.add": "Add documents. They are read and kept on this device.",
  "widget.empty.step.ask": "Ask in your own words, or search for words and patterns.",
  "widget.empty.step.open": "Open the page that a result comes from, with the passage marked.",
  "widget.empty.model": "A model that writes answers is downloaded only if you agree.",
  "widget.pick.files": "Files to add",
  "widget.pick.folder": "Folder to add",

  // Notices.
  "widget.notices.dismiss": "Dismiss",
  "widget.assets.missing":
    "A file that PDFs in Japanese, Chinese and some other languages need is missing at {url}. Check the “assets” folder.",
  "widget.lost.outdated": "A newer version of this page is open. Reload to continue.",
  "widget.lost.storage":
    "The browser has removed what this page had stored. Reload to see what is left, and add the rest again.",
  "widget.lost.worker":
    "The part of this page that holds your documents has stopped working. Nothing that is stored is lost.",
  "widget.lost.reload": "Reload",
  "widget.lost.reopen": "Open again",
  "widget.failure.title": "Your documents could not be opened",
  "widget.failure.safe":
    "Nothing was deleted. Documents that were added before are left as they are.",
  "widget.answerNotKept": "The answer could not be saved. {reason}",
  "widget.answersLeftOut":
    "Some answers of this conversation were saved by a newer version of this page and are not shown. Reload the page.",
  "address.noDocument":
    "This link opens a document that is not here; add the document to see the page.",
  "address.noConversation": "This conversation is not on this device.",
  "widget.ask.reading": "The first documents are still being read. Ask again in a moment.",
  "widget.ask.noDocuments": "There is no document to ask. Add one first.",

  // The element around the interface: its button and its dialog.
  "frame.button": "Ask your documents",
  "frame.close": "Close",
  "frame.enlarge": "Use the whole window",
  "frame.reduce": "Back to the corner",
  "frame.dialog": "Your documents",

  // Errors, by their code (`ErrorCode`).
  "errors.unknown": "That did not work. Try again.",
  "errors.unsupported-format": "This kind of file is not supported yet.",
  "errors.format-mismatch": "The file's content does not match its name.",
  "errors.empty-file": "The file is empty.",
  "errors.damaged-file": "The file is damaged and cannot be opened.",
  "errors.too-large":
    "The file has more text than a browser can hold at once. Split it into smaller ones.",
  "errors.password-required": "The file is protected and needs its password.",
  "errors.nothing-to-read": "The file has no readable content.",
  "errors.not-found": "It is no longer here.",
  "errors.invalid-argument": "That cannot be used here.",
  "errors.timed-out": "This took too long and was stopped.",
  "errors.permission-required":
    "The file stays on your disk, and the browser has to ask before it is read again.",
  "errors.page-stopped":
    "The page stopped twice while reading this file, which may need more memory than is available. Try it again, or remove it.",
  "errors.storage-full":
    "The browser's storage is full. Delete documents you no longer need, then try again.",
  "errors.storage-failed": "The browser's storage failed. Reload the page.",
  "errors.unsupported-browser": "This browser lacks a required feature. Use a newer one.",
  "errors.assets-missing":
    "A file that PDFs in Japanese, Chinese and some other languages need is missing. They are read again once it is available.",
  "errors.worker-failed": "A part of this page has stopped working. Reload the page.",
  "errors.closed": "This was closed before it finished.",
  "errors.in-use": "This is open in another tab.",
  "errors.outdated": "A newer version of this page is open in another tab. Reload this one.",
  "errors.no-documents": "There is no document to ask. Add one first.",
  "errors.unknown-model": "There is no model with this name.",
  "errors.unknown-model.offered":
    "There is no model “{model}” at {url}. Choose one that it offers: {models}.",
  "errors.no-webgpu": "This browser cannot use the graphics chip as models need it.",
  "errors.not-enough-memory": "The model does not fit into this device's memory.",
  "errors.download-failed":
    "A file could not be downloaded. Check the connection and try again; the download resumes where it stopped.",
  "errors.device-lost":
    "The graphics chip stopped responding. The model is loaded again with the next question.",
  "errors.context-exceeded": "The question is too long for this model.",
  "errors.tool-server-failed": "A tool server did not respond correctly.",
  "errors.sign-in-required": "A tool server wants you to sign in first.",
  "errors.endpoint-failed": "The server that the question was sent to did not respond correctly.",
  "errors.model-failed": "The model failed. Load it again, or choose another.",
  "errors.invalid-data": "The test questions contain an error. Fix it, then try again.",
  "errors.internal": "Something went wrong inside this page. Reload it.",

  // Storage and requests, the network panel, and the settings.
  "privacy.line": "Your documents and questions stay on this device",
  "privacy.line.computer":
    "Your questions, and text of your documents, go to {host} on this computer",
  "privacy.line.sends": "Your questions, and text of your documents, are sent to {host}",
  "privacy.line.tools": "Calls you allow are sent to {hosts}; everything else stays on this device",
  "privacy.line.engines": "Search terms are sent to {hosts}; your documents stay here",
  "privacy.line.assistants": "Assistants of this browser may read your documents here",
  "privacy.title": "What stays here, and what is sent",
  "privacy.close.key": "{label} ({key})",
  "privacy.part.failed":
    "This part of the page could not be loaded. Check the connection and try again.",

  "settings.title": "Settings",
  "keys.title": "Keyboard shortcuts",

  // Words about models and collections that other parts use; the panels load the remaining ones.
  "models.title": "Model",
  "models.unloaded": "The model is unloaded.",
  "models.loading.announcement": "Loading {name}.",
  "models.ready.announcement": "{name} is ready.",
  "models.cancelled": "Cancelled.",
  "models.failed": "The model could not be loaded. Try again.",
  "models.smaller.used": "{other} does not fit into memory, so {name} is used instead.",
  "models.deleted": "{name} is deleted from this device.",
  "models.builtIn.name": "The browser's built-in model",
  "published.failed": "{name} could not be fetched",
} as const;

/** The English messages with literal types, from which the placeholder names are derived. */
export type English = typeof askMessages &
  typeof documentsMessages &
  typeof panelWords &
  typeof paneWords &
  typeof searchMessages &
  typeof gridWords &
  typeof listWords &
  typeof notebookWords &
  typeof noteWords &
  typeof viewerWords &
  typeof shellMessages;

export type StringKey = keyof English;

/** All messages in one language. */
export type StringTable = { readonly [Key in StringKey]: Message };

/** Words that are loaded with the part that shows them. */
type Late = typeof gridWords &
  typeof listWords &
  typeof notebookWords &
  typeof noteWords &
  typeof panelWords &
  typeof paneWords &
  typeof viewerWords;

const first: Omit<English, keyof Late> = {
  ...askMessages,
  ...documentsMessages,
  ...searchMessages,
  ...shellMessages,
};

/**
 * Every word of the interface in English; the other languages have the same keys. The words of
 * panes and panels are absent until those load, so that the page appears sooner.
 */
export const english: English = first as English;

/** Adds the words of a part when the part is loaded. */
export function addEnglish(words: Partial<English>): void {
  Object.assign(english, words);
}

/** A sentence or label with `{names}` to fill in, or its plural forms for a `count`. */
export type Message = string | PluralForms;

/** The forms of a message by `Intl.PluralRules` category of its `{count}`. */
export type PluralForms = { readonly [Form in Intl.LDMLPluralRule]?: string } & {
  readonly other: string;
};

export type MessageTable = Readonly<Record<string, Message>>;

/** The names of a message's placeholders. */
type Names<Text extends string> = Text extends `${string}{${infer Name}}${infer Rest}`
  ? Name | Names<Rest>
  : never;

type TextOf<One> = One extends string
  ? One
  : One extends { readonly other: infer Other extends string }
    ? Other
    : never;

/** The placeholders of a message; `count` selects its plural form. */
export type NamesOf<One> = Names<TextOf<One>> | (One extends string ? never : "count");

/** The values of placeholders; numbers are formatted for the language. */
export type Fillings<Name extends string> = {
  readonly [One in Name]: One extends "count" ? number : string | number;
};

/** A message split at its `{names}`: texts at even indexes, names at odd ones. */
export function cut(text: string): string[] {
  return text.split(/\{([a-zA-Z]+)\}/);
}

/** The text of a message, in the plural form for `count`. */
export function formOf(message: Message, rules: Intl.PluralRules, count: unknown): string {
  if (typeof message === "string") return message;
  const form = typeof count === "number" ? rules.select(count) : "other";
  return message[form] ?? message.other;
}
