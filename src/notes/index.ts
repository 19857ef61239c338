// The door of this room, which others import it by: what a person notes, found again and written to files.

export type { CitationForm } from "./bibliography.js";
export { citationForms, formatCitation } from "./bibliography.js";
export type { NoteForm, NoteWords } from "./note-file.js";
export { byPlace, englishNoteWords, notesMarkdown } from "./note-file.js";
export { findQuote, quoteAt, quoteOfPage, stillAt } from "./quote.js";
