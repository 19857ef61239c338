/** Models, collections, and what is stored and sent: words that are fetched with what shows them, which adds them to the others. */
export const panelWords = {
  "models.about":
    "Without a model, a question is answered with the passages that fit it best. A model reads them, searches on where needed and writes an answer; each sentence is checked against your documents.",
  "models.now": "Now",
  "models.none": "No model is loaded.",
  "models.answers": "{name} answers.",
  "models.local": "It runs on this device; nothing is sent.",
  "models.sends": "Your questions, and text of your documents, are sent to {address}.",
  "models.unload": "Unload",
  "models.loading": "Loading {name}",
  "models.progress.starting": "Starting…",
  "models.progress.preparing": "Getting it ready…",
  "models.progress.checking": "Trying it out…",
  "models.progress.of": "{loaded} of {total}",
  "models.progress.left": "{loaded} · {left}",
  "models.progress.kept": "What was downloaded is kept when it is cancelled or the page is closed.",

  "models.device.title": "On this device",
  "models.device.looking": "Looking at what this device can run…",
  "models.device.list": "Models for this device",
  "models.device.all": { one: "Show the {count} model", other: "Show all {count} models" },
  "models.device.none": "This site has no model to offer.",
  "models.obstacle.graphics":
    "This browser offers no graphics adapter (WebGPU). Turn on hardware acceleration, or use another browser.",
  "models.obstacle.software":
    "This browser computes graphics on the processor, too slow for a model on WebGPU. A small model made for the processor is faster.",
  "models.obstacle.device":
    "This browser offers too little for a model on WebGPU. A small model made for the processor may run here.",
  "models.obstacle.list":
    "The list of models could not be loaded. Check the connection and try again.",
  "models.offer.suits": "suits this device",
  "models.offer.memory": "needs about {size} of memory",
  "models.offer.graphics": "runs on the graphics chip",
  "models.offer.processor": "runs on the processor, slowly",
  "models.offer.time": "a question takes about {time} here, judging by {name}",
  "models.offer.time.own": "a question takes about {time} here",
  "models.offer.time.reads":
    "a question takes about {time} here; it reads about {count} words at most before it answers",
  "models.offer.license": "{name} licence",
  "models.offer.small":
    "Too small to answer by itself: answers come from search, and what it adds bears a doubt.",
  "models.offer.tooLarge": "Too large for what this browser offers.",
  "models.offer.partial":
    "{stored} of {total} are on this device; the download goes on from there.",
  "models.offer.download": "Download",
  "models.offer.download.name": "Download {name}",
  "models.offer.load": "Load",
  "models.offer.load.name": "Load {name}",
  "models.offer.goOn": "Go on",
  "models.offer.goOn.name": "Go on downloading {name}",
  "models.offer.delete": "Delete from this device ({size})",
  "models.offer.needs": "{download} to download, needs about {memory} of memory",
  "models.offer.needs.stored": "on this device ({stored}), needs about {memory} of memory",
  "models.smaller.use": "Use {name} instead, {size}",
  "models.agree": "Download",
  "models.agree.question":
    "{name}: {size} from {place}, once. It is kept in this browser until you delete it. Your documents stay here.",
  "models.agree.rest":
    "{stored} of {size} are on this device. The rest comes from {place}, once. Your documents stay here.",
  "models.agree.download": "Download {size}",
  "models.agree.not": "Not now",
  "models.folder.open": "Look for models in another folder",
  "models.folder": "Folder the files come from",
  "models.folder.about":
    "A folder of {hosts} with the files of models; this page may fetch from nowhere else.",
  "models.folder.fault":
    "The rules of this page let it fetch from {hosts} only. Give a folder there, such as ./models/.",
  "models.stored.total": "Models take {size} on this device.",
  "models.stored.none": "No model is stored on this device.",
  "models.stored.list": "Models stored on this device",
  "models.stored.others": "Other models stored on this device",
  "models.stored.delete": "Delete",
  "models.stored.delete.name": "Delete {name} from this device",
  "models.file.title": "From this computer",
  "models.file.about":
    "A model file (GGUF) of yours runs on the processor. It can also be dropped on the page.",
  "models.file.pick": "Choose a model file",
  "models.file.question": "Use {name} ({size}) as the model?",
  "models.file.question.about":
    "It is a model and no document: it would write the answers, on this device, and is read where it is.",
  "models.file.use": "Use this model",
  "models.file.again": "Use {name} again",
  "models.file.again.use": "Use it again",
  "models.file.again.about": "{size} · used before; the browser may ask whether it may be read",
  "models.file.forget": "Forget it",
  "models.file.forget.name": "Forget {name}",
  "models.file.missing": {
    one: "{name} has {total} parts, and {count} of them is missing. Choose all of them together.",
    other:
      "{name} has {total} parts, and {count} of them are missing. Choose all of them together.",
  },

  "models.builtIn.title": "Built into this browser",
  "models.builtIn.about":
    "The browser's own model. It runs on this device; the browser may have to fetch it first.",
  "models.builtIn.use": "Use the browser's model",

  "models.servers.about":
    "Programs such as Ollama or LM Studio serve models on this computer. They are asked only when you look for them.",
  "models.servers.look": "Look for model servers",
  "models.servers.again": "Look again",
  "models.servers.looking": "Asking at the usual places on this computer…",
  "models.servers.list": "Model servers on this computer",
  "models.servers.found": {
    one: "{count} model server answers on this computer.",
    other: "{count} model servers answer on this computer.",
  },
  "models.servers.none":
    "No model server answers on this computer. Start one, such as Ollama or LM Studio, and look again.",
  "models.servers.policy":
    "The rules of this page do not let it contact programs on this computer.",
  "models.servers.permission":
    "The browser does not let this page contact programs on this computer. Allow it in the browser's settings for this page, and look again.",
  "models.servers.use": "Use",
  "models.servers.use.name": "Use {model} of {name}",
  "models.servers.reads": "reads about {number} words at once",
  "models.servers.readsUpTo":
    "reads about {number} words at once, up to {longest} if the server is set to it",
  "models.servers.couldRead":
    "reads up to about {longest} words at once, if the server is set to it",
  "models.servers.empty": "It has no model yet. Load one into it, and look again.",
  "models.servers.key": "It asks for a key.",
  "models.servers.key.enter": "Enter the key",
  "models.servers.key.name": "Enter the key of {name}",
  "models.servers.refuses.start-with":
    "A program answers at {address}, but does not let this page in. If it is {name}, start it with {setting}, and look again.",
  "models.servers.refuses.switch-on":
    "A program answers at {address}, but does not let this page in. If it is {name}, switch on {setting} in its settings, and look again.",
  "models.simpler":
    "This server cannot be held to an exact form, so its answers may be less exact.",
  "models.context.unknown":
    "This server does not say how many tokens its model reads at once, so {tokens} are taken.",

  "models.endpoint.title": "A server of your own",
  "models.endpoint.open": "Connect to an OpenAI-compatible server",
  "models.endpoint.sends":
    "{warning} and go to the address below. Use it only with a server you trust.",
  "models.endpoint.sends.warning":
    "Your questions, and text of your documents, then leave this page",
  "models.endpoint.rules":
    "The rules of this page let it contact {hosts} only, so the server must answer there.",
  "models.endpoint.address": "Address",
  "models.endpoint.model": "Model {note}",
  "models.endpoint.model.note": "(the first it has, unless named)",
  "models.endpoint.key": "Key {note}",
  "models.endpoint.key.note": "(if it asks for one; kept only while this page is open)",
  "models.endpoint.advanced": "Advanced",
  "models.endpoint.context": "Tokens it reads at once {note}",
  "models.endpoint.context.note": "(what the server says, else {number})",
  "models.endpoint.context.about":
    "What the server reads at once. Never give more: some drop the rest without a word.",
  "models.endpoint.connect": "Connect and send text there",
  "models.endpoint.name": "Your endpoint",
  "models.endpoint.fault.address": "Give the endpoint's address, such as {example}.",
  "models.endpoint.fault.elsewhere":
    "The rules of this page let it contact {hosts} only. Make the endpoint answer under this site's own address, or serve your own copy of this page with {host} in its rules.",
  "models.endpoint.fault.context":
    "Give how many tokens the model reads at once as a whole number from {least} to {most}, or leave that empty.",

  // The text of pictures, in a document's row and in the notice after it was added.
  "documents.row.do": "{what}: {name}",
  "documents.recognise": "Recognise text (about {size})",
  "documents.recognise.language": "Language of the text",
  "documents.recognise.stop": "Stop recognising",
  "documents.recognise.begun": {
    one: "Recognising the text of {count} document",
    other: "Recognising the text of {count} documents",
  },
  "documents.recognise.nothing": {
    one: "No text was recognised in {count} document.",
    other: "No text was recognised in {count} documents.",
  },
  "documents.recognise.without": {
    one: "No text was found on {count} scanned page.",
    other: "No text was found on {count} scanned pages.",
  },

  // Collections that others have published, and collections as files.
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
  "documents.order": "Sort documents by",
  "documents.order.added": "In the order added",
  "documents.order.date": "By date",
  "documents.order.author": "By author",
  "documents.order.date.none": "No date",
  "documents.order.author.none": "No author",
  "meaning.about":
    "Finds passages that say in other words what you ask for, by a small model on this device, trained for English. Questions use it, too.",
  "meaning.offer.stored": "use the model on this device",
  "meaning.delete": "Delete from this device ({size})",
  "documents.row.readingAgain": "Reading {name} again",
  "documents.row.linked": "Stays on your disk: it is read from there and not copied.",
  "documents.row.sameContent": "It has the same content as {name}.",
  "meaning.making.name": "Preparing the search by meaning",
  "meaning.stop": "Stop",
  "meaning.goOn": "Go on",
  "meaning.offer": "Search by meaning as well as by words:",
  "meaning.offer.use": "download a small model ({size})",
  "meaning.title": "Search by meaning",
  "documents.row.pick": "Search in {name}",
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

  // What tools have learned, in the settings.
  "settings.tools": "Tools",
  "settings.tools.count": {
    one: "{count} question that a tool has answered is kept here as an example, so that the tool is found for others like it.",
    other:
      "{count} questions that tools have answered are kept here as examples, so that these are found for others like them.",
  },
  "settings.tools.forget": "Forget what tools have learned",
  "settings.tools.forgotten": "The examples are deleted.",

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
  "privacy.sent.computer":
    "Other programs on this computer are contacted only when you look for model servers, or connect to one.",
  "privacy.sent.assistants":
    "An assistant of this browser may list, search and read your documents here, and ask about them: this page offers it. Where the assistant sends what it reads is up to the browser.",
  "privacy.sent.models":
    "A model is fetched from {hosts} when you ask for one, and nothing of your documents goes there.",

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
} as const;
