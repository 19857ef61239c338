/** Collections that others have published, and collections as files. */
export const published = {
  // On their way; their lines stand above the list of documents.
  "published.lines": "Collections",
  "published.fetching": "Fetching {name}",
  "published.fetching.progress": {
    one: "Fetching {name} · {done} of {count} document",
    other: "Fetching {name} · {done} of {count} documents",
  },
  "published.fetching.cancel": "Stop fetching {name}",
  "published.stopped": "{name} is not here in full.",
  "published.goOn": "Go on",
  "published.goOn.name": "Go on fetching {name}",
  "published.failed": "{name} could not be fetched",
  "published.row.textOnly": "Only its text is here; it came without the file itself.",
  "published.row.notRead": "Its text came with a collection and was not read from the file here.",

  // Files.
  "collections.title": "Collections",
  "collections.about":
    "A collection is one file with documents that can be searched at once wherever it is opened.",
  "collections.open": "Open a collection file",
  "collections.open.pick": "Collection file to open",
  "collections.open.checking": {
    one: "Checking {name} · {done} of {count} document",
    other: "Checking {name} · {done} of {count} documents",
  },
  "collections.open.storing": {
    one: "Adding {name} · {done} of {count} document",
    other: "Adding {name} · {done} of {count} documents",
  },
  "collections.open.start": "Opening {name}",
  "collections.open.cancel": "Stop opening {name}",
  "collections.open.added": { one: "{count} document added", other: "{count} documents added" },
  "collections.open.replaced": { one: "{count} replaced", other: "{count} replaced" },
  "collections.open.unchanged": {
    one: "{count} was already here",
    other: "{count} were already here",
  },
  "collections.open.nothing": "There is no document in this collection.",
  "collections.open.failed": "{name} was not added",
  "collections.save.title": "Title of a new collection",
  "collections.save.default": "Documents",
  "collections.save.originals": "With the files themselves, {size}",
  "collections.save.originals.about": "Without them only their text can be read elsewhere.",
  "collections.save.do": {
    one: "Save your document to a file",
    other: "Save your {count} documents to a file",
  },
  "collections.save.leftOut": {
    one: "{count} document is not in the file",
    other: "{count} documents are not in the file",
  },
  "collections.save.start": "Saving {name}",
  "collections.save.progress": {
    one: "Saving {name} · {done} of {count} document",
    other: "Saving {name} · {done} of {count} documents",
  },
  "collections.save.cancel": "Stop saving {name}",

  // Published ones, in the settings.
  "collections.published": "From the web",
  "collections.published.list": "Published collections",
  "collections.published.about":
    "Their documents are kept here and searched here. A file is fetched when it is first opened.",
  "collections.published.partly": {
    one: "{count} document; not all are here",
    other: "{count} documents; not all are here",
  },
  "collections.published.hidden": {
    one: "{count} deleted here",
    other: "{count} deleted here",
  },
  "collections.published.checked": "Last checked {day}",
  "collections.published.notHere": "Not here. This page offers it.",
  "collections.fetch": "Fetch it",
  "collections.fetch.name": "Fetch {name}",
  "collections.look": "Look for changes",
  "collections.look.name": "Look for changes in {name}",
  "collections.look.running": "Looking for changes…",
  "collections.look.same": "Nothing has changed.",
  "collections.look.fetched": {
    one: "{count} document fetched",
    other: "{count} documents fetched",
  },
  "collections.look.gone": {
    one: "{count} is no longer published",
    other: "{count} are no longer published",
  },
  "collections.remove": "Remove",
  "collections.remove.name": "Remove {name}",
  "collections.remove.what": {
    one: "Its {count} document goes from this device, and this cannot be undone. Your own documents stay.",
    other:
      "Its {count} documents go from this device, and this cannot be undone. Your own documents stay.",
  },
  "collections.remove.do": "Remove it",
  "collections.remove.keep": "Keep it",
  "collections.removed": "{name} was removed.",
} as const;
