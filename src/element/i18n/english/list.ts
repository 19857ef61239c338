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
} as const;
