/** The list of documents, adding files, and the outcome. */
export const documentsMessages = {
  "documents.title": "Documents",
  "documents.list": "All documents",
  "documents.hide": "Hide the list of documents",
  "documents.add.files": "Add files",
  "documents.add.folder": "Add folder",
  "documents.selected.all": "All",
  "documents.selected.none": "None",
  "documents.selected.delete": {
    one: "Delete {count} document",
    other: "Delete {count} documents",
  },
  "documents.resume": "Resume reading",
  "documents.notAdded": { one: "{count} file not added", other: "{count} files not added" },
  "documents.notAdded.goTo": "Goes to them, at the end of the list",

  // A document's row, and what is unusual about it.
  "documents.row.delete": "Delete {name}",

  // A document that is read again; the states are parts of the two sentences.
  "documents.recognise.page": {
    one: "page {page} of {count}, {share}",
    other: "page {page} of {count}, {share}",
  },

  // A file being added.
  "documents.state.password.asked": "Needs a password",
  "documents.state.password.wrong": "Wrong password",
  "documents.state.password.checking": "Trying the password",

  // The files that could not be read.

  // The overall work.
  "documents.queue.title": "Files that are read",
  "documents.queue.all": "All files",
  "documents.queue.reading": {
    one: "Reading {count} file",
    other: "Reading {number} of {count} files",
  },
  "documents.queue.paused": {
    one: "Paused · {count} file to read",
    other: "Paused · {count} files to read",
  },
  "documents.queue.takingIn": { one: "Taking in {count} file", other: "Taking in {count} files" },
  "documents.queue.keepOpen": "Keep this page open until they are taken in",
  "documents.queue.pause": "Pause",
  "documents.queue.isPaused": "Paused. What was read is kept.",
  "documents.queue.resume": "Resume",
  "documents.queue.isResumed": "Reading goes on.",
  "documents.queue.stop": "Stop",
  "documents.queue.stop.what": "Takes the rest out of the list; what is ready stays",
  "documents.queue.otherTab": "Another tab reads them.",
  "documents.queue.goesOn": "Resuming where it stopped.",

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
    one: "{count} other would have to be added again from its place on the disk.",
    other: "{count} others would have to be added again from their place on the disk.",
  },
  "documents.stopped.again": {
    one: "To go on, add it again.",
    other: "To go on, add them again.",
  },
  "documents.stopped.continue": "Continue",

  // The outcome.
  "documents.report.said": { one: "{count} document ready.", other: "{count} documents ready." },
  "documents.report.named": "{name}: {message}",
  "documents.report.recognised": {
    one: "The text of {pages} in {count} document was recognised; it may have mistakes.",
    other: "The text of {pages} in {count} documents was recognised; it may have mistakes.",
  },
  "documents.report.recognised.pages": {
    one: "{count} scanned page",
    other: "{count} scanned pages",
  },

  // Files gone from a folder.
  "documents.missing": {
    one: "{count} document is no longer in the folder {folder}",
    other: "{count} documents are no longer in the folder {folder}",
  },
  "documents.missing.more": {
    one: "{first}, {second} and {count} more",
    other: "{first}, {second} and {count} more",
  },
  "documents.missing.others": "All its other files are already here, unchanged.",
  "documents.missing.remove": { one: "Remove it", other: "Remove them" },
  "documents.missing.keep": "Keep",

  // Deleting, and undoing it.
  "documents.deleted": "Deleted",
  "documents.deleted.one": "{name} deleted",
  "documents.deleted.many": {
    one: "{count} document deleted",
    other: "{count} documents deleted",
  },
  "documents.deleted.one.said": "{name} deleted. It can be undone for ten seconds.",
  "documents.deleted.many.said": {
    one: "{count} document deleted. It can be undone for ten seconds.",
    other: "{count} documents deleted. It can be undone for ten seconds.",
  },
  "documents.replaced": "Replaced",
  "documents.replaced.one": "{name} replaced",
  "documents.replaced.many": {
    one: "{count} document was replaced",
    other: "{count} documents were replaced",
  },
  "documents.replaced.one.said":
    "{name} was replaced by its new version. It can be undone for twenty seconds.",
  "documents.replaced.many.said": {
    one: "{count} document was replaced. It can be undone for twenty seconds.",
    other: "{count} documents were replaced. It can be undone for twenty seconds.",
  },
  "documents.restored.one": "{name} is back.",
  "documents.restored.many": {
    one: "{count} document is back.",
    other: "{count} documents are back.",
  },

  // Passwords.
  "documents.password.skipAll": { one: "Skip all {count}", other: "Skip all {count}" },
  "documents.password.skipAll.what": "They are not added",
  "documents.password.skippedAll": {
    one: "{count} file was skipped.",
    other: "{count} files were skipped.",
  },
  "documents.password.needed": "{name} needs a password",
  "documents.password.neededMany": {
    one: "{count} file needs a password",
    other: "{count} files need a password",
  },
  "documents.password.later": "Later; the list of documents goes on asking",
  "documents.password.wrong": "That is not its password. Try another.",
  "documents.password.checking": "Trying the password…",
  "documents.password.use": "It is used to read the file, and not kept.",
  "documents.password.use.more": {
    one: "It is used to read the file, and not kept. {count} more after this one.",
    other: "It is used to read the file, and not kept. {count} more after this one.",
  },

  // Storage space.
  "documents.room.none": "No room for {name}",
  "documents.room.noneMany": {
    one: "No room for {count} file",
    other: "No room for {count} files",
  },
  "documents.room.missing": "{size} are missing in the storage that the browser grants this site.",
  "documents.room.needed": "{size} are needed, and the browser grants this site less than that.",
  "documents.room.largest": "The largest documents here:",
  "documents.room.waiting": "Trying again as soon as the deleted documents are gone for good.",
  "documents.room.clearing":
    "Deleted documents make room half a minute later, when they cannot be brought back any more.",
  "documents.room.leaveOut": { one: "Leave it out", other: "Leave them out" },
  "documents.storage.memory":
    "Kept in this tab only: this browser does not let the page store anything. All is gone when the tab is closed.",
  "documents.storage.used": "{used} used of the {granted} that the browser grants this site.",
  "documents.storage.kept": "The browser keeps it until you delete it.",
  "documents.storage.mayGo":
    "The browser may clear this when space runs short. Keep the files themselves, too.",

  // Files that are read from their place on the disk.
  "documents.permission.asks":
    "{name} stays on your disk. The browser has to ask you before this page reads it again.",
  "documents.permission.refused":
    "The browser was not allowed to read {name}, so its pages cannot be shown. Its text can still be searched.",
  "documents.permission.allow": "Allow",

  // Files that somebody else has sent.
  "offers.title": { one: "Another app sent {count} file", other: "Another app sent {count} files" },
  "offers.about": "Nothing is added before you agree. Discard what you did not send yourself.",
  "offers.as": "will be called {name}",
  "offers.turnedAway": {
    one: "{count} file was turned away: too many, or too large, to wait here.",
    other: "{count} files were turned away: too many, or too large, to wait here.",
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
