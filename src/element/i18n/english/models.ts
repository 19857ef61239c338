/** Models, recognition and storage: words that are loaded with the parts that show them. */
export const modelWords = {
  "models.about":
    "Without a model, a question is answered with the best passages. A model reads them, searches further if needed and writes an answer; each sentence is checked against your documents.",
  "models.now": "Now",
  "models.none": "No model is loaded.",
  "models.answers": "{name} answers.",
  "models.local": "It runs on this device; nothing is sent.",
  "models.sends": "Your questions, and text of your documents, are sent to {address}.",
  "models.unload": "Unload",
  "models.probe.about":
    "Up to five questions over three short built-in texts show whether it can look things up itself. That takes a minute at most.",
  "models.probe.sends":
    "Up to five questions over three short built-in texts show whether it can look things up itself. About {number} words are sent to {address}, but nothing from your documents.",
  "models.probe.start": "Try it out",
  "models.probe.again": "Try it out again",
  "models.probe.skip": "Skip",
  "models.probe.running": "{name} is being tried out",
  "models.probe.question": "{name} is being tried out: question {number} of {total}",
  "models.probe.progress": "Progress of the trial",
  "models.probe.tools":
    "Tried out, with {right} of {asked} questions answered right: it looks things up itself.",
  "models.probe.guided":
    "Tried out, with {right} of {asked} questions answered right: it is led through each question in small steps.",
  "models.probe.time":
    "Tried out: it is too slow to look things up itself, so it is led through each question in small steps.",
  "models.probe.context":
    "It reads too little at once to look things up itself, so it is guided through each question in small steps.",
  "models.probe.failed": "It could not be tried out. {reason}",
  "models.loading": "Loading {name}",
  "models.progress.starting": "Starting…",
  "models.progress.preparing": "Getting it ready…",
  "models.progress.checking": "Trying it out…",
  "models.progress.of": "{loaded} of {total}",
  "models.progress.left": "{loaded} · {left}",
  "models.progress.kept": "What was downloaded is kept when it is cancelled or the page is closed.",

  "models.device.title": "On this device",
  "models.device.looking": "Checking what this device can run…",
  "models.device.list": "Models for this device",
  "models.device.all": { one: "Show the {count} model", other: "Show all {count} models" },
  "models.device.none": "This site offers no models.",
  "models.obstacle.graphics":
    "This browser does not let pages compute on the graphics chip, which larger models need. Turn on hardware acceleration in its settings, or use a current Chrome, Edge, Firefox or Safari.",
  "models.obstacle.software":
    "This browser draws without the graphics chip, which larger models need. A small model made for the processor is faster here.",
  "models.obstacle.device":
    "This device lacks the graphics, memory or storage that larger models need. A small model made for the processor may run here.",
  "models.obstacle.details": "Technical details",
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
    "Too small to answer by itself: answers come from search, and anything it adds is marked as doubtful.",
  "models.offer.tooLarge": "Too large for what this browser offers.",
  "models.offer.partial":
    "{stored} of {total} are on this device; the download resumes from there.",
  "models.offer.download": "Download",
  "models.offer.download.name": "Download {name}",
  "models.offer.load": "Load",
  "models.offer.load.name": "Load {name}",
  "models.offer.goOn": "Resume",
  "models.offer.goOn.name": "Resume downloading {name}",
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
  "models.offline": "Downloading needs a connection, and this browser is offline.",
  "models.folder.open": "Look for models in another folder",
  "models.folder": "Folder the files come from",
  "models.folder.about":
    "A folder with model files on {hosts}; this page may not download from elsewhere.",
  "models.folder.fault":
    "This page may only download from {hosts}. Enter a folder there, such as ./models/.",
  "models.stored.total": "Models take {size} on this device.",
  "models.stored.none": "No model is stored on this device.",
  "models.stored.list": "Models stored on this device",
  "models.stored.others": "Other models stored on this device",
  "models.stored.delete": "Delete",
  "models.stored.delete.name": "Delete {name} from this device",
  "models.file.title": "From this computer",
  "models.file.about":
    "A model file of yours (GGUF) runs on the processor. You can also drop it on the page, or a folder with an ONNX model.",
  "models.file.pick": "Choose a model file",
  "models.file.question": "Use {name} ({size}) as the model?",
  "models.file.question.about":
    "This is a model, not a document. It writes answers on this device, and the file stays where it is.",
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
  "models.servers.looking": "Looking in the usual places on this computer…",
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
    "reads about {number} words at once, up to {longest} if the server is configured to",
  "models.servers.couldRead":
    "reads up to about {longest} words at once, if the server is configured to",
  "models.servers.empty": "It has no model yet. Load one into it, and look again.",
  "models.servers.key": "It needs a key.",
  "models.servers.key.enter": "Enter the key",
  "models.servers.key.name": "Enter the key of {name}",
  "models.servers.refuses.start-with":
    "A program answers at {address}, but does not let this page in. If it is {name}, start it with {setting}, and look again.",
  "models.servers.refuses.switch-on":
    "A program answers at {address}, but does not let this page in. If it is {name}, switch on {setting} in its settings, and look again.",
  "models.simpler": "This server cannot enforce an exact format, so its answers may be less exact.",
  "models.context.unknown":
    "This server does not say how many tokens its model reads at once, so {tokens} are assumed.",

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
  "models.endpoint.model.note": "(leave empty for its first model)",
  "models.endpoint.key": "Key {note}",
  "models.endpoint.key.note": "(if it asks for one; kept only while this page is open)",
  "models.endpoint.advanced": "Advanced",
  "models.endpoint.context": "Tokens it reads at once {note}",
  "models.endpoint.context.note": "(as the server reports, else {number})",
  "models.endpoint.context.about":
    "How much the server reads at once. Do not enter more: some servers silently drop the rest.",
  "models.endpoint.connect": "Connect and send text there",
  "models.endpoint.name": "Your server",
  "models.endpoint.fault.address": "Enter the server's address, such as {example}.",
  "models.endpoint.fault.elsewhere":
    "The rules of this page let it contact {hosts} only. Make the server answer under this site's own address, or serve your own copy of this page with {host} in its rules.",
  "models.endpoint.fault.context":
    "Enter how many tokens the model reads at once, a whole number from {least} to {most}, or leave it empty.",

  // Recognition of text in pictures, in a document's row and in the notice after adding it.
  "documents.row.do": "{what}: {name}",
  "documents.recognise": "Recognise text (about {size})",
  "documents.recognise.file": "Recognise the text of {name} (about {size})",
  "documents.recognise.files": {
    one: "Recognise the text of {count} document (about {size})",
    other: "Recognise the text of {count} documents (about {size})",
  },
  "documents.recognise.language": "Language of the text",
  "documents.recognise.stop": "Stop recognising",
  "documents.recognise.begun.file": "Recognising the text of {name}",
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

  // Published collections, and collection files being fetched; shown above the list of documents.
  "published.lines": "Collections",
  "published.fetching": "Fetching {name}",
  "published.fetching.progress": {
    one: "Fetching {name} · {done} of {count} document",
    other: "Fetching {name} · {done} of {count} documents",
  },
  "published.fetching.cancel": "Cancel fetching {name}",
  "published.stopped": "{name} is incomplete.",
  "published.goOn": "Resume",
  "published.goOn.name": "Resume fetching {name}",
  "documents.order": "Sort documents by",
  "documents.order.added": "In the order added",
  "documents.order.date": "By date",
  "documents.order.author": "By author",
  "documents.order.date.none": "No date",
  "documents.order.author.none": "No author",
  "meaning.about":
    "Also finds passages that use other words than your search, with a small model on this device, trained for English. Questions use it, too.",
  "meaning.offer.stored": "use the model on this device",
  "meaning.delete": "Delete from this device ({size})",
  "documents.row.readingAgain": "Reading {name} again",
  "documents.encoding": "Characters read as",
  "documents.encoding.auto": "Automatic",
  "documents.encoding.mark": "{encoding} (the file’s mark)",
  "documents.encoding.declared": "{encoding} (as the file says)",
  "documents.encoding.bytes": "{encoding} (detected)",
  "documents.encoding.done": "{name} was read again as {encoding}.",
  "documents.row.linked": "Stays on your disk; it is read from there, not copied.",
  "documents.row.sameContent": "It has the same content as {name}.",
  "meaning.making.name": "Preparing the search by meaning",
  "meaning.stop": "Stop",
  "meaning.goOn": "Resume",
  "meaning.offer": "Search by meaning as well as by words:",
  "meaning.offer.use": "download a small model ({size})",
  "meaning.title": "Search by meaning",
  "documents.row.pick": "Search in {name}",
  "published.row.textOnly": "Only its text is here; it came without the file itself.",
  "published.row.notRead": "Its text came with a collection and was not read from the file here.",

  // A question waiting for a model.
  "ask.waits.now": "Answer without it",

  // English errors use the library's own words, so these are only for translations.
  "errors.download-failed.gone":
    "The file no longer exists. Check the address, or ask its publisher.",
  "errors.download-failed.busy":
    "The server accepts no more requests for now. Try again in a few minutes.",
  "errors.download-failed.unavailable":
    "The server is unavailable right now. Try again later; what you have here stays.",
} as const;
