// The public interface of this room: a person's notes, found again and written to files.

export type { CitationForm } from "./bibliography.js";
export { citationForms, formatCitation } from "./bibliography.js";
export type { NoteForm, NoteWords } from "./note-file.js";
export { byPlace, englishNoteWords, notesMarkdown } from "./note-file.js";
export { findQuote, quoteAt, quoteOfNote, quoteOfPage, stillAt } from "./quote.js";
