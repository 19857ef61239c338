/** What is stored and sent, the network panel, and the settings. */
export const privacy = {
  "privacy.line": "Everything stays on this device",
  "privacy.line.sends": "Text is sent to {host}",
  "privacy.title": "What stays here, and what is sent",
  "privacy.close.key": "{label} ({key})",
  "privacy.part.failed":
    "This part of the page could not be loaded. Check the connection and try again.",

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
    "Nothing of your documents, and nothing you search for or ask. The files that are needed here come from {hosts} only.",
  "privacy.sent.endpoint":
    "Your questions, and text of your documents, are sent to {host}, where {name} answers: you connected it. Unload the model and nothing more is sent. The files that are needed here come from {hosts} only.",

  "network.check.title": "Check it",
  "network.check.about":
    "The check reads a small document of its own, searches it and asks about it, as you would, and looks at where every request goes.",
  "network.check.start": "Check now",
  "network.check.again": "Check again",
  "network.check.cancel": "Cancel",
  "network.check.cancelled": "The check was cancelled.",
  "network.check.open": "Opening a collection to try…",
  "network.check.add": "Reading a document to try…",
  "network.check.search": "Searching it…",
  "network.check.ask": "Asking about it…",
  "network.check.watch": "Trying whether every request is noticed…",
  "network.check.none": "0 requests left this origin",
  "network.check.none.about": {
    one: "The {count} request since this page was loaded went to {host}.",
    other: "All {count} requests since this page was loaded went to {host}.",
  },
  "network.check.left": {
    one: "{count} request left this origin",
    other: "{count} requests left this origin",
  },
  "network.check.left.about":
    "They were made since this page was loaded, by this page or by something else on it:",
  "network.check.left.sentOn": "{address}, which sent the request on to another site",
  "network.check.unsure": "The check could not be completed",
  "network.check.unsure.about":
    "No request is known to have left this origin, but not everything could be checked:",
  "network.check.unseen": {
    one: "{count} request was made before anybody watched; where it went is not known.",
    other: "{count} requests were made before anybody watched; where they went is not known.",
  },
  "network.check.unnoticed": "Requests of this part were not noticed: {parts}.",
  "network.check.failed": "The document to try could not be worked with. {reason}",
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
    "What the browser itself or its extensions send, and what is sent by what this site keeps for use without a connection.",
  "network.unseen.frames": "What other pages that are embedded in this one ask for.",
  "network.unseen.lasting": "Connections that stay open. None is made here.",
  "network.unseen.engine":
    "The files that a model on the processor, or the recognition of text in scans, fetches for itself from the folder that this site names for them.",
  "network.unseen.sentOn":
    "Where a request was sent on to by this site, when nothing answered there.",
  "network.unseen.ended": "The last requests of work that was ended in the midst of it.",
  "network.unseen.before": "What the rules of this page stopped before the list was begun.",

  "settings.title": "Settings",
  "settings.open": "Settings",
  "settings.language": "Language",
  "settings.language.page": "As the page or the browser",
  "settings.theme": "Appearance",
  "settings.theme.system": "As the system",
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
} as const;
