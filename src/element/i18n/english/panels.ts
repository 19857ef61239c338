import { modelWords } from "./models.js";

const otherWords = {
  // Answers.
  "passages.fit": "These passages match your question best.",
  "passages.nearest": "These passages come nearest.",
  "passages.marked": "The likely answer is marked.",
  "passages.possible": "A possible answer is marked.",
  "passages.unmarked": "No clear answer in these passages.",
  "direct.yes": "Yes",
  "direct.no": "No",
  "direct.bySentence": "The marked text says so.",
  "direct.counted": "Counted from the marked list.",
  "direct.items": {
    one: "The marked list has {count} item.",
    other: "The marked list has {count} items.",
  },
  "direct.highest": {
    one: "{number}, the highest of {count} row in “{column}”",
    other: "{number}, the highest of {count} rows in “{column}”",
  },
  "direct.lowest": {
    one: "{number}, the lowest of {count} row in “{column}”",
    other: "{number}, the lowest of {count} rows in “{column}”",
  },
  "direct.earliest": {
    one: "{number}, the earliest of {count} row in “{column}”",
    other: "{number}, the earliest of {count} rows in “{column}”",
  },
  "direct.latest": {
    one: "{number}, the latest of {count} row in “{column}”",
    other: "{number}, the latest of {count} rows in “{column}”",
  },
  "direct.rise": {
    one: "{number}, the largest increase of {count} row in “{column}”",
    other: "{number}, the largest increase of {count} rows in “{column}”",
  },
  "direct.fall": {
    one: "{number}, the largest decrease of {count} row in “{column}”",
    other: "{number}, the largest decrease of {count} rows in “{column}”",
  },
  "direct.matching": {
    one: "{number} of {count} row, by “{column}”",
    other: "{number} of {count} rows, by “{column}”",
  },
  "direct.total": {
    one: "The total of {count} row, by “{column}”",
    other: "The total of {count} rows, by “{column}”",
  },
  "direct.average": {
    one: "The average of {count} row, by “{column}”",
    other: "The average of {count} rows, by “{column}”",
  },
  "direct.groups.highest": {
    one: "{number}, the highest of {count} total by “{column}”",
    other: "{number}, the highest of {count} totals by “{column}”",
  },
  "direct.groups.lowest": {
    one: "{number}, the lowest of {count} total by “{column}”",
    other: "{number}, the lowest of {count} totals by “{column}”",
  },
  "direct.years.highest": {
    one: "{number}, the highest of {count} year for “{column}”",
    other: "{number}, the highest of {count} years for “{column}”",
  },
  "direct.years.lowest": {
    one: "{number}, the lowest of {count} year for “{column}”",
    other: "{number}, the lowest of {count} years for “{column}”",
  },
  "direct.unsaid.author": "“{name}” names no author in its properties.",
  "direct.unsaid.day": "“{name}” gives no date in its properties.",
  "direct.share": "“{label}” as a share of “{whole}” in “{column}”",
  "answer.agrees": "The model and the search agree on the place.",
  "passages.none.title": "No matching passages",
  "passages.none": {
    one: "The only page with text contains none of the words of this question. Try words that the documents might use.",
    other:
      "None of {count} pages with text contains any of the words of this question. Try words that the documents might use.",
  },
  "passages.none.units":
    "Nothing in {documents} ({extent}) contains any of the words of this question. Try words that the documents might use.",

  // The finished answer, as screen readers announce it.
  "answer.spoken": "Answer: {text}",
  "answer.spoken.unsupported": {
    one: "Answer: {text} {count} sentence not found in your documents.",
    other: "Answer: {text} {count} sentences not found in your documents.",
  },
  "answer.spoken.notFound": "This was not found in your documents.",
  "answer.spoken.passages": {
    one: "{count} passage. The best is in {source}.",
    other: "{count} passages. The best is in {source}.",
  },
  "answer.spoken.noPassage": "No passage matches this question.",

  // Files being added.
  "documents.renewal.again": "Reading again: {state}",
  "documents.renewal.version": "New version: {state}",
  "documents.renewal.progress": { one: "{done} of {count}", other: "{done} of {count}" },
  "documents.renewal.waiting": "waiting · {size}",
  "documents.renewal.waiting.pages": "waiting · {pages}",
  "documents.renewal.paused": "paused",
  "documents.renewal.paused.pages": "paused · {pages}",
  "documents.renewal.indexing": "making it searchable",
  "documents.state.waiting": "Waiting · {size}",
  "documents.state.waiting.pages": "Waiting · {pages}",
  "documents.state.paused": "Paused",
  "documents.state.paused.pages": "Paused · {pages}",
  "documents.state.opening": "Opening · {share}",
  "documents.state.indexing": "Making it searchable",
  "documents.state.indexing.share": "Making it searchable · {share}",
  "documents.state.reading.left": "{pages} · {left}",
  "documents.state.pages": { one: "{done} of {count} page", other: "{done} of {count} pages" },
  "documents.state.pagesRead": { one: "{count} page read", other: "{count} pages read" },
  "documents.held.noRoom": "No room",
  "documents.held.permission": "Needs your permission",
  "documents.held.stopped": "Stopped the page",
  "documents.held.timedOut": "Took too long",
  "documents.held.other": "Cannot continue yet",
  "documents.refused.unsupported": "Not supported yet",
  "documents.refused.mismatch": "Not what its name says",
  "documents.refused.empty": "Empty",
  "documents.refused.damaged": "Damaged",
  "documents.refused.tooLarge": "Too large",
  "documents.refused.nothingToRead": "No page could be read",
  "documents.refused.timedOut": "Took too long to open",
  "documents.refused.other": "Could not be read",
  "documents.file.reading": "Reading {name}",
  "documents.file.takeOut": "Remove {name}",
  "documents.file.takeOut.refused": "Remove it from the list",
  "documents.file.takeOut.waiting": "Remove it; it will not be added",
  "documents.file.takenOut": "{name} was removed.",
  "documents.file.allow": "Allow {name} to be read",
  "documents.file.allow.short": "Allow it to be read",
  "documents.file.retry": "Try {name} again",
  "documents.file.first": "Read {name} first",
  "documents.file.first.short": "Read this one first",
  "documents.file.isFirst": "{name} is read first.",
  "documents.unread": { one: "{count} could not be read", other: "{count} could not be read" },
  "documents.unread.list": "Files that could not be read",
  "documents.unread.clear": "Clear",
  "documents.unread.clear.list": "Clear the list of files that could not be read",
  "documents.password": "Password",
  "documents.password.of": "Password of {name}",
  "documents.password.enter": "Enter the password",
  "documents.password.enter.file": "Enter the password of {name}",
  "common.open": "Open",
  "documents.password.open.file": "Open {name}",
  "documents.password.skip": "Skip",
  "documents.password.skip.file": "Skip {name}",
  "documents.password.skip.what": "It is not added",
  "documents.password.skipped": "{name} was skipped.",

  // The state of documents.
  "documents.row.searchable": {
    one: "{searchable} of {count} searchable",
    other: "{searchable} of {count} searchable",
  },
  "documents.partial.onlyPage": "Its only page is a scan; its text cannot be searched.",
  "documents.partial.allPages": {
    one: "Its only page is a scan; its text cannot be searched.",
    other: "All {count} pages are scans; their text cannot be searched.",
  },
  "documents.partial.pages": {
    one: "{searchable} of {count} page searchable; {reasons}.",
    other: "{searchable} of {count} pages searchable; {reasons}.",
  },
  "documents.partial.parts": {
    one: "{searchable} of {count} part searchable; {reasons}.",
    other: "{searchable} of {count} parts searchable; {reasons}.",
  },
  "documents.partial.scanned": { one: "{count} scanned", other: "{count} scanned" },
  "documents.partial.unreadable": {
    one: "{count} could not be read",
    other: "{count} could not be read",
  },
  "documents.partial.empty": { one: "{count} empty", other: "{count} empty" },
  "documents.leftOut": {
    one: "About {count} rare word is left out of the word search; pattern search finds it.",
    other:
      "About {count} rare words, mostly identifiers and numbers, are left out of the word search; pattern search finds them.",
  },
  "documents.recognised.all":
    "The text of all its pages was recognised in scans; it may have mistakes.",
  "documents.recognised.some": {
    one: "The text of {recognised} of {count} page was recognised in scans; it may have mistakes.",
    other:
      "The text of {recognised} of {count} pages was recognised in scans; it may have mistakes.",
  },
  "documents.encoding.lost": {
    one: "{count} character cannot be read as {encoding}. Another encoding may fit.",
    other: "{count} characters cannot be read as {encoding}. Another encoding may fit.",
  },
  "documents.encoding.garbled":
    "Its text is garbled, like “KÃ¶ln”: it was stored that way, and no encoding repairs it. Look for another copy.",
  "documents.encoding.many": {
    one: "{count} document has characters that could not be read, or garbled text.",
    other: "{count} documents have characters that could not be read, or garbled text.",
  },
  "documents.report.ready": {
    one: "{count} document is ready",
    other: "{count} documents are ready",
  },
  "documents.report.unread": {
    one: "{count} file could not be read",
    other: "{count} files could not be read",
  },
  "documents.report.readyAndUnread": "{ready}; {unread}",
  "documents.report.nothingNew.one": "{name} is already here, unchanged.",
  "documents.report.nothingNew.many": "These files are already here, unchanged.",
  "documents.report.unchanged": {
    one: "{count} file was already here, unchanged.",
    other: "{count} files were already here, unchanged.",
  },
  "documents.report.unsupported": {
    one: "{count} file is of a kind that cannot be read yet.",
    other: "{count} files are of kinds that cannot be read yet.",
  },
  "documents.report.mismatch": {
    one: "{count} file is not what its name says.",
    other: "{count} files are not what their names say.",
  },
  "documents.report.empty": { one: "{count} file is empty.", other: "{count} files are empty." },
  "documents.report.damaged": {
    one: "{count} file is damaged.",
    other: "{count} files are damaged.",
  },
  "documents.report.nothingToRead": {
    one: "{count} file has no page that could be read.",
    other: "{count} files have no page that could be read.",
  },
  "documents.report.timedOut": {
    one: "{count} file took too long to open.",
    other: "{count} files took too long to open.",
  },
  "documents.report.other": {
    one: "{count} file could not be read.",
    other: "{count} files could not be read.",
  },
  "documents.report.partial": {
    one: "{count} document can be searched in part: {pages}.",
    other: "{count} documents can be searched in part: {pages}.",
  },
  "documents.report.partial.scanned": {
    one: "{count} scanned page",
    other: "{count} scanned pages",
  },
  "documents.report.partial.unreadable": {
    one: "{count} page that could not be read",
    other: "{count} pages that could not be read",
  },
  "documents.report.same": "{name} has the same content as {other}.",
  "documents.report.sameMany": {
    one: "{count} document has the same content as another.",
    other: "{count} documents have the same content as others.",
  },

  // Files that are no longer in a folder.
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
  "collections.open.cancel": "Cancel opening {name}",
  "collections.open.added": { one: "{count} document added", other: "{count} documents added" },
  "collections.open.replaced": {
    one: "{count} document replaced",
    other: "{count} documents replaced",
  },
  "collections.open.unchanged": {
    one: "{count} document was already here",
    other: "{count} documents were already here",
  },
  "collections.open.placing": {
    one: "Adding the grids of {name} · {done} of {count} answer",
    other: "Adding the grids of {name} · {done} of {count} answers",
  },
  "collections.open.grids": { one: "{count} grid added", other: "{count} grids added" },
  "collections.open.merged": { one: "{count} grid updated", other: "{count} grids updated" },
  "collections.open.conversations": {
    one: "{count} conversation added",
    other: "{count} conversations added",
  },
  "collections.open.returned": {
    one: "{count} deleted conversation is here again",
    other: "{count} deleted conversations are here again",
  },
  "collections.open.continued": {
    one: "{count} conversation replaced by its later version",
    other: "{count} conversations replaced by their later versions",
  },
  "collections.open.unreadable": {
    one: "{count} conversation could not be read and was left out.",
    other: "{count} conversations could not be read and were left out.",
  },
  "collections.open.changed": "Changed in the grid “{grid}”: {what}.",
  "collections.open.changed.definition": "title, rows and questions as in the file",
  "collections.open.changed.columns": {
    one: "{count} column added",
    other: "{count} columns added",
  },
  "collections.open.changed.answers": {
    one: "{count} answer replaced by a later one",
    other: "{count} answers replaced by later ones",
  },
  "collections.open.changed.newAnswers": {
    one: "{count} answer added",
    other: "{count} answers added",
  },
  "collections.open.columns": {
    one: "{count} column was left out: a grid has at most {most} columns.",
    other: "{count} columns were left out: a grid has at most {most} columns.",
  },
  "collections.open.newer":
    "Grids that a newer version of Pagehound saved were left out. Reload the page to update, then open the file again.",
  "collections.open.nothing": "There is no document in this collection.",
  "collections.open.skipped":
    "Its notebooks were saved by a newer version of this page, and are left out.",
  "collections.open.skippedConversations":
    "Its conversations were saved by a newer version of this page, and are left out.",
  "collections.open.failed": "{name} was not added",
  "collections.undo.grids": "Undo changes to grids",
  "collections.undo.conversations": "Undo changes to conversations",
  "collections.undo.both": "Undo changes to grids and conversations",
  "collections.undone": "Undone: {what}",
  "collections.undone.none": "Nothing was undone",
  "collections.undone.grids": { one: "{count} grid", other: "{count} grids" },
  "collections.undone.conversations": {
    one: "{count} conversation",
    other: "{count} conversations",
  },
  "collections.undone.kept": "“{title}” was changed after the file was opened, and stays as it is.",
  "collections.save.title": "Title of a new collection",
  "collections.save.default": "Documents",
  "collections.save.originals": "With the files themselves, {size}",
  "collections.save.originals.about": "Without them, only their text is available elsewhere.",
  "collections.save.guides": "With hints from earlier answers",
  "collections.save.guides.about":
    "They say where answers were found, and contain words of your questions.",
  "collections.save.notes": "With your notes and highlights",
  "collections.save.grids": "With your grids and their answers",
  "collections.save.conversations": "With your conversations",
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
  "collections.save.cancel": "Cancel saving {name}",
  "collections.save.stopped": "Saving cancelled.",

  // The parts of the settings.
  "settings.language": "Language",
  "settings.language.page": "Same as the page",
  "settings.theme": "Appearance",
  "settings.theme.system": "System",
  "settings.theme.light": "Light",
  "settings.theme.dark": "Dark",
  "settings.storage": "Storage",
  "settings.documents": "Documents",
  "settings.documents.none": "There are no documents.",
  "settings.documents.count": {
    one: "{count} document, {size}",
    other: "{count} documents, {size}",
  },
  "settings.documents.delete": "Delete all documents",
  "settings.conversations": "Conversations",
  "settings.conversations.none": "There are no conversations.",
  "settings.conversations.count": { one: "{count} conversation", other: "{count} conversations" },
  "settings.conversations.delete": "Delete all conversations",
  "settings.models": "Models on this device",
  "settings.models.choose": "Choose a model",
  "settings.privacy": "What stays here, and what is sent",
  "settings.privacy.about":
    "Every request since this page was loaded, and a check of where they go.",
  "settings.privacy.open": "Show the requests",

  // Hints from earlier answers, in the settings.
  "settings.guides": "Hints from earlier answers",
  "settings.guides.about":
    "Places of checked answers are remembered, so that similar questions find them sooner. The hints stay on this device; the model you ask sees the matching ones.",
  "settings.guides.learn": "Keep these hints",
  "settings.guides.none": "There are none yet.",
  "settings.guides.count": { one: "{count} hint", other: "{count} hints" },
  "settings.guides.more": {
    one: "Show {count} more document",
    other: "Show {count} more documents",
  },
  "settings.guides.page": "Page {page}",
  "settings.guides.rows": "In the table: {rows}",
  "settings.guides.query": "Found by searching for {query}",
  "settings.guides.asked": "Asked: {question}",
  "settings.guides.led": {
    one: "Led to {count} checked answer.",
    other: "Led to {count} checked answers.",
  },
  "settings.guides.faded": {
    one: "It led nowhere {count} time, so it is not used any more.",
    other: "It led nowhere {count} times, so it is not used any more.",
  },
  "settings.guides.yours": "Written by you.",
  "settings.guides.edit": "Edit",
  "settings.guides.edit.name": "Edit hint {number} of {name}",
  "settings.guides.text": "What the hint says",
  "settings.guides.save": "Save",
  "settings.guides.delete.name": "Delete hint {number} of {name}",
  "settings.guides.undo.name": "Bring back hint {number} of {name}",
  "settings.guides.deleted": { one: "{count} hint deleted.", other: "{count} hints deleted." },
  "settings.guides.back": {
    one: "{count} hint brought back.",
    other: "{count} hints brought back.",
  },
  "settings.guides.deleteAll": {
    one: "Delete {count} hint",
    other: "Delete all {count} hints",
  },
  "settings.guides.undoAll": {
    one: "Bring back {count} hint",
    other: "Bring back all {count} hints",
  },

  // Questions that tools have answered, kept as examples; in the settings.
  "settings.tools": "Tools",
  "settings.tools.count": {
    one: "{count} question that a tool answered is kept here as an example, so that similar questions find the tool.",
    other:
      "{count} questions that tools answered are kept here as examples, so that similar questions find these tools.",
  },
  "settings.tools.forget": "Delete these examples",
  "settings.tools.forgotten": "The examples are deleted.",

  // Published collections, in the settings.
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
  "collections.look": "Check for changes",
  "collections.look.name": "Check for changes in {name}",
  "collections.look.running": "Checking for changes…",
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
    one: "Its {count} document is removed from this device, and this cannot be undone. Your own documents stay.",
    other:
      "Its {count} documents are removed from this device, and this cannot be undone. Your own documents stay.",
  },
  "collections.remove.do": "Remove it",
  "collections.remove.keep": "Keep it",
  "collections.removed": "{name} was removed.",

  "privacy.stored.title": "What is stored",
  "privacy.stored.nothing":
    "Nothing is stored yet. Documents will be kept in this browser's storage for this site, on this device.",
  "privacy.stored.nothing.memory":
    "Nothing is stored yet. Documents will be kept in the memory of this tab, on this device.",
  "privacy.stored.documents": {
    one: "{count} document ({size}) with the text found in it, in this browser's storage for this site. Deleting a document deletes all of it.",
    other:
      "{count} documents ({size}) with the text found in them, in this browser's storage for this site. Deleting a document deletes all of it.",
  },
  "privacy.stored.documents.memory": {
    one: "{count} document ({size}) with the text found in it, in the memory of this tab. Deleting a document deletes all of it.",
    other:
      "{count} documents ({size}) with the text found in them, in the memory of this tab. Deleting a document deletes all of it.",
  },
  "privacy.stored.more":
    "Questions and their answers are kept there, too, until you delete their conversation, and a model you download until you delete it under Model.",

  "privacy.sent.title": "What is sent",
  "privacy.sent.nothing":
    "Nothing from your documents, and nothing you search for or ask. This page loads its files only from {hosts}.",
  "privacy.sent.endpoint":
    "Your questions, and text of your documents, are sent to {host}, where {name} answers, because you connected it. Unload the model to stop this. This page loads its files only from {hosts}.",
  "privacy.sent.computer":
    "Other programs on this computer are contacted only when you look for model servers, or connect to one.",
  "privacy.sent.assistants":
    "An assistant of this browser may list, search and read your documents here, and ask about them: this page offers it. Where the assistant sends what it reads is up to the browser.",
  "privacy.sent.models":
    "A model is downloaded from {hosts} when you ask for one; nothing from your documents is sent there.",

  "network.check.title": "Check it",
  "network.check.about":
    "The check reads, searches and asks a small test document, as you would, and looks at where every request goes.",
  "network.check.start": "Check now",
  "network.check.again": "Check again",
  "network.check.cancel": "Cancel",
  "network.check.cancelled": "The check was cancelled.",
  "network.check.open": "Opening a test collection…",
  "network.check.add": "Reading a test document…",
  "network.check.search": "Searching it…",
  "network.check.ask": "Asking about it…",
  "network.check.watch": "Checking that every request is logged…",
  "network.check.none": "No request left this site",
  "network.check.none.about": {
    one: "The {count} request since this page was loaded went to {host}.",
    other: "All {count} requests since this page was loaded went to {host}.",
  },
  "network.check.left": {
    one: "{count} request left this site",
    other: "{count} requests left this site",
  },
  "network.check.left.about":
    "They were made since this page was loaded, by this page or by something else on it:",
  "network.check.left.sentOn": "{address}, which sent the request on to another site",
  "network.check.unsure": "The check could not be completed",
  "network.check.unsure.about":
    "No request is known to have left this site, but not everything could be checked:",
  "network.check.unseen": {
    one: "{count} request was made before logging began; its destination is unknown.",
    other: "{count} requests were made before logging began; their destinations are unknown.",
  },
  "network.check.unnoticed": "Requests of these parts were not logged: {parts}.",
  "network.check.failed": "The test document could not be processed. {reason}",
  "network.check.stopped": {
    one: "{count} request was stopped by the rules of this page before it was sent.",
    other: "{count} requests were stopped by the rules of this page before they were sent.",
  },

  "network.list.title": "Requests since this page was loaded",
  "network.list.all": {
    one: "{count} request, to {host}.",
    other: "{count} requests, all to {host}.",
  },
  "network.list.some": {
    one: "{left} of {count} request went to another site.",
    other: "{left} of {count} requests went to other sites.",
  },
  "network.list.leftOut": {
    one: "{count} earlier request to this site is not listed any more.",
    other: "{count} earlier requests to this site are not listed any more.",
  },
  "network.list.label": "Requests since this page was loaded",
  "network.list.showAll": { one: "Show the {count} request", other: "Show all {count} requests" },
  "network.totals.label": "Requests by site",
  "network.totals.site": "Site",
  "network.totals.requests": "Requests",
  "network.totals.size": "Size",
  "network.totals.sentOn": "another site, sent there by {host}",
  "network.totals.stopped": { one: "{count} stopped", other: "{count} stopped" },
  "network.totals.atLeast": "{size} or more",
  "network.request.other": "Other site",
  "network.request.stopped": "Stopped",
  "network.request.cached": "from this browser's own copy",
  "network.request.unknownSize": "size not known",
  "network.from.page": "page",
  "network.from.documents": "documents",
  "network.from.reading": "reading",
  "network.from.search": "pattern search",
  "network.from.asking": "asking",
  "network.from.viewer": "viewer",
  "network.from.model": "model",

  "network.unseen.title": "What cannot be seen from here",
  "network.unseen.browser":
    "Requests of the browser itself, of its extensions, and of the service that keeps this site available offline.",
  "network.unseen.frames": "Requests of other pages that are embedded in this one.",
  "network.unseen.lasting": "Connections that stay open. None is made here.",
  "network.unseen.engine":
    "Files that a model on the processor, or the recognition of text in scans, loads from this site's folder for them.",
  "network.unseen.sentOn": "Redirects by this site to an address that did not answer.",
  "network.unseen.ended": "The last requests of work that was stopped midway.",
  "network.unseen.before": "Requests that the rules of this page blocked before the list began.",

  // Third-party tools.
  "confirm.title": "Use a tool of {name}?",
  "confirm.title.page": "Use a tool of this page?",
  "confirm.changes":
    "To answer your question, the model wants to use a tool that may change something.",
  "confirm.reads":
    "To answer your question, the model wants to use a tool that, {name} says, only reads.",
  "confirm.sends": "Everything below is sent to {host}.",
  "confirm.stays": "Everything below stays on this page.",
  "confirm.tool": "Tool",
  "confirm.described": "Described as",
  "confirm.arguments": "What it receives",
  "confirm.arguments.none": "Nothing.",
  "confirm.hidden": "Invisible characters are shown as their numbers.",
  "confirm.refuse": "Refuse",
  "confirm.once": "Allow once",
  "confirm.always": "Allow this tool in this conversation",
  "confirm.always.reads": "Allow all reading tools of {name} in this conversation",

  "tools.title": "Tool servers",
  "tools.about":
    "A model can use the tools of these servers to answer a question. What it sends there is shown to you first, and sent only when you allow it.",
  "tools.unasked": "Not connected yet; connects with the next question to a model.",
  "tools.connecting": "Connecting…",
  "tools.count": { one: "{count} tool.", other: "{count} tools." },
  "tools.leftOut": {
    one: "{count} more cannot be used here.",
    other: "{count} more cannot be used here.",
  },
  "tools.api":
    "A service (API) at {host}, used read-only. Its answers are kept in memory for as long as it allows.",
  "tools.slow": "{name} is slow to respond.",
  "tools.without": "{reason} The question is answered without its tools.",
  "tools.connect": "Connect",
  "tools.connect.name": "Connect to {name}",
  "tools.signIn": "Sign in",
  "tools.signIn.name": "Sign in to {name}",
  "tools.signIn.there": "Sign in on the page that opens, then come back here.",
  "tools.signIn.open": "Open the sign-in page at {host}",
  "tools.signOut": "Sign out",
  "tools.signOut.name": "Sign out of {name}",
  "tools.keep": "Stay signed in on this device",
  "tools.remove": "Remove",
  "tools.remove.name": "Remove {name}",
  "tools.add.address": "Address of another server",
  "tools.add.hosts": "This page may contact {hosts}.",
  "tools.add": "Add",
  "tools.fault.address": "Enter the address of a server, such as https://tools.example/mcp.",
  "tools.fault.elsewhere":
    "This page may not contact {host}, only {hosts}. Its owner can allow others.",
  "privacy.sent.tools":
    "A model's calls to tools of {hosts} are sent there, each after you have seen and allowed it. Their lists of tools are fetched with the first question to a model.",
  "network.unseen.lasting.tools": "Connections that stay open. Some are made, only to {hosts}.",

  // Engines that search in addition to the local documents.
  "engines.title": "Where to look for answers",
  "engines.about": "A question is looked up in all ticked sources.",
  "engines.here": "Your documents on this device",
  "engines.stays": "Stays on this device.",
  "engines.published": "Collection of this site. Kept on this device.",
  "engines.kind": "Search server {host}.",
  "engines.sends":
    "Search terms are sent to {host}: the words of your questions, and words that a model chooses.",
  "engines.off": "Off. Nothing is sent to {host}.",
  "engines.unasked": "Not asked yet.",
  "engines.asking": "Asking…",
  "engines.last": "Last asked: {time}.",
  "engines.check": "Ask now",
  "engines.check.name": "Ask now: {name}",
  "engines.failed.unreachable":
    "{name} cannot be reached, or does not allow requests from this page.",
  "engines.failed.slow": "{name} did not answer in time.",
  "engines.failed.refused": "{name} refused. It may want a key that this page does not have.",
  "engines.failed.unable": "{name} could not be searched.",
  "engines.search": "Search {hosts}, too",
  "engines.search.about": "What you typed is sent there.",
  "engines.without": "{reason} The answer comes from the others.",
  "keys.show": "Show the keys",
  "keys.everywhere": "Everywhere",
  "keys.box": "Go to the question or search box; press again for the other one",
  "keys.search": "Search",
  "keys.undo": "Undo a deletion",
  "keys.close": "Stop, or close what is open",
  "keys.list": "Show this list",
  "keys.documents": "In the list of documents",
  "keys.space": "Space",
  "keys.preview": "Show the preview, or close it",
  "keys.delete.key": "Delete",
  "keys.delete": "Delete the document, or remove it from the chosen notebook",
  "keys.questions": "In the question box",
  "keys.ask": "Ask",
  "keys.line": "Begin a new line",
  "keys.toResults.ask": "Go to the sources of the last answer, while the box is empty",
  "keys.searching": "In the search",
  "keys.toResults": "Go to the results, and from one to the next",
  "keys.open": "Open the page",
  "keys.pattern": "Match a pattern",
  "keys.switches": "Match case; match whole words",
  "keys.grid": "In a grid",
  "keys.cells": "Go from answer to answer",
  "keys.cell": "Show the answer and open its page",
  "keys.columns": "First and last question",
  "keys.rows": "First and last document",
  "keys.page": "On an opened page",
  "keys.pages": "Previous and next page",
  "keys.marks": "Next and previous marked passage",
  "keys.highlight": "Highlight what is selected or marked",
  "keys.rotate": "Rotate the pages",
  "keys.find": "Find in this document",
  "keys.zoom": "Zoom in, zoom out, fit to width",
  "keys.shift": "Shift+{letter}",
  "engines.gone": "This page no longer searches {name}, so its page cannot be opened.",
  "privacy.sent.engines":
    "Search terms are sent to {hosts}: the words of your questions, and words that a model chooses, which may come from your documents. The documents themselves are not sent there.",
} as const;

/** Models, collections, requests, tools and engines: words loaded with the parts that use them. */
export const panelWords: typeof modelWords & typeof otherWords = { ...modelWords, ...otherWords };
