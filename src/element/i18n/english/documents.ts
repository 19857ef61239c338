/** The list of documents, adding files, and the outcome. */
export const documentsMessages = {
  // A document that is read again; the states are parts of the two sentences.
  "documents.recognise.page": {
    one: "page {page} of {count}, {share}",
    other: "page {page} of {count}, {share}",
  },

  // Adding.
  "documents.adding": { one: "Adding {count} file.", other: "Adding {count} files." },
  "documents.adding.nothing": "There was nothing to add: no files, or only hidden ones.",
  "documents.adding.unreadable": {
    one: "{count} item could not be read",
    other: "{count} items could not be read",
  },
  "documents.adding.notAllowed": "The browser was not allowed to read it.",
  "documents.samples.failed":
    "The samples could not be loaded from this site. Try again in a moment.",
  "documents.stopped": {
    one: "Stopped. {count} file was not added.",
    other: "Stopped. {count} files were not added.",
  },
  "documents.stopped.others": {
    one: "{count} other file must be added again from the disk.",
    other: "{count} other files must be added again from the disk.",
  },
  "documents.stopped.again": {
    one: "To continue, add it again.",
    other: "To continue, add them again.",
  },
  "documents.stopped.continue": "Continue",

  // The outcome.
  "documents.report.announcement": {
    one: "{count} document ready.",
    other: "{count} documents ready.",
  },
  "documents.report.recognised": {
    one: "The text of {pages} in {count} document was recognised; it may have mistakes.",
    other: "The text of {pages} in {count} documents was recognised; it may have mistakes.",
  },
  "documents.report.recognised.pages": {
    one: "{count} scanned page",
    other: "{count} scanned pages",
  },

  // Deleting, and undoing it.
  "documents.deleted": "Deleted",
  "documents.deleted.one": "{name} deleted",
  "documents.deleted.many": {
    one: "{count} document deleted",
    other: "{count} documents deleted",
  },
  "documents.deleted.one.announcement": "{name} deleted. You can undo this for ten seconds.",
  "documents.deleted.many.announcement": {
    one: "{count} document deleted. You can undo this for ten seconds.",
    other: "{count} documents deleted. You can undo this for ten seconds.",
  },
  "documents.replaced": "Replaced",
  "documents.replaced.one": "{name} replaced",
  "documents.replaced.many": {
    one: "{count} document was replaced",
    other: "{count} documents were replaced",
  },
  "documents.replaced.one.announcement":
    "{name} was replaced by its new version. You can undo this for twenty seconds.",
  "documents.replaced.many.announcement": {
    one: "{count} document was replaced. You can undo this for twenty seconds.",
    other: "{count} documents were replaced. You can undo this for twenty seconds.",
  },
  "documents.restored.one": "{name} is back.",
  "documents.restored.many": {
    one: "{count} document is back.",
    other: "{count} documents are back.",
  },

  // Storage space.
  "documents.storage.memory":
    "Kept in this tab only: this browser does not let the page store anything. Everything is lost when the tab is closed.",
  "documents.storage.used": "{used} used of the {granted} that the browser grants this site.",
  "documents.storage.kept": "The browser keeps it until you delete it.",
  "documents.storage.mayGo":
    "The browser may clear this when space runs short. Keep the original files, too.",

  // Files that are read in place on the disk.
  "documents.permission.asks":
    "{name} stays on your disk. The browser has to ask you before this page reads it again.",
  "documents.permission.refused":
    "The browser was not allowed to read {name}, so its pages cannot be shown. Its text can still be searched.",
  "documents.permission.allow": "Allow",

  // Files that another program has sent.
  "offers.title": { one: "Another app sent {count} file", other: "Another app sent {count} files" },
  "offers.about": "Nothing is added until you agree. Discard anything you did not send yourself.",
  "offers.as": "will be called {name}",
  "offers.turnedAway": {
    one: "{count} file was rejected: too many files, or too large.",
    other: "{count} files were rejected: too many, or too large.",
  },
  "offers.differs": {
    one: "A document of this name is already here, with other content",
    other: "{count} documents of these names are already here, with other content",
  },
  "offers.add": "Add",
  "offers.replace": "Replace",
  "offers.both": "Keep both",
  "offers.discard": "Discard",
  "offers.discarded": "Discarded. Nothing was added.",
} as const;
