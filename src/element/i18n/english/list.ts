/** Folders that are watched, and the list of documents: words that are loaded with the list. */
export const listWords = {
  // Watched folders.
  "folders.title": "Watched folders",
  "folders.count": { one: "{count} watched folder", other: "{count} watched folders" },
  "folders.files": { one: "{count} file", other: "{count} files" },
  "folders.forget": "Stop watching",
  "folders.forget.name": "Stop watching the folder {name}; its documents stay",
  "folders.forgotten": "The folder {name} is not watched any more. Its documents stay.",
  "folders.asks": "The browser has to ask before the folder {name} is read again.",
  "folders.allow": "Allow",
  "folders.allow.name": "Allow reading the folder {name}",
  "folders.absent":
    "The folder {name} is not where it was. Put it back, or stop watching it; its documents stay.",
  "folders.stopped": "Folders are not watched until you continue.",
  "folders.continue": "Continue",
  "folders.report": "Folder {name}: {changes}",
  "folders.report.new": { one: "{count} new", other: "{count} new" },
  "folders.report.changed": { one: "{count} changed", other: "{count} changed" },
  "folders.report.moved": { one: "{count} moved", other: "{count} moved" },
  "folders.report.gone": { one: "{count} gone", other: "{count} gone" },
  "folders.report.refused": {
    one: "{count} could not be read",
    other: "{count} could not be read",
  },
  "folders.report.nothing": "Folder {name}: nothing has changed",
  "folders.report.empty": "The folder {name} has no files to read.",
  "folders.report.goneStay": {
    one: "{count} document has no file in the folder any more. It stays until you remove it.",
    other:
      "{count} documents have no file in the folder any more. They stay until you remove them.",
  },
  "folders.report.movedTo": {
    one: "{count} document follows its file to another place.",
    other: "{count} documents follow their files to other places.",
  },
  "folders.report.undo": {
    one: "Bring the old version back",
    other: "Bring the old versions back",
  },
  "folders.report.remove": {
    one: "Remove the one that is gone",
    other: "Remove those that are gone",
  },
  "folders.row.gone": "Its file is not in the watched folder any more.",

  // The list of documents.
  "documents.order.folder": "By folder",
  "list.folder": {
    one: "{name}, folder with {count} document",
    other: "{name}, folder with {count} documents",
  },
  "list.filter": "Find a document",
  "list.filter.found": { one: "{count} document found", other: "{count} documents found" },
  "list.filter.none": "No title, name or folder has these words.",

  // What is known of a document.
  "details.title": "Details",
  "details.open": "Details of {name}",
  "details.summarise": "Summarise",
  "details.summarise.question": "Summarise {name}",
  "details.show": "Open",
  "details.folder": "Folder",
  "details.source": "Came with",
  "details.format": "Format",
  "details.format.text": "Plain text",
  "details.pages": "Length",
  "details.size": "Size",
  "details.added": "Added",
  "details.author": "Author",
  "details.subject": "Subject",
  "details.keywords": "Keywords",
  "details.created": "Created",
  "details.modified": "Changed",
  "details.program": "Made with",
  "details.read": "How it was read",
  "details.read.text": "Its text as it is in the file.",
  "details.read.encoding": "Text in the encoding {name}.",
  "details.read.recognised": {
    one: "The text of {count} page was recognised in its picture.",
    other: "The text of {count} pages was recognised in their pictures.",
  },
  "details.read.ready": "It came ready-made with a collection, and its file was not read here.",
  "details.words": { one: "{count} word", other: "{count} words" },
  "details.tables": "Tables",
  "details.tables.count": {
    one: "{count} on the first {pages} pages",
    other: "{count} on the first {pages} pages",
  },
  "details.language": "Language",
  "details.outline": "Outline",
  "details.outline.more": { one: "{count} more heading", other: "{count} more headings" },
} as const;
