/** Models and where they come from. */
export const models = {
  "models.title": "Model",
  "models.about":
    "Without a model, a question is answered with the passages that fit it best. A model reads them, searches on where needed and writes an answer; each sentence is checked against your documents before it counts as supported.",
  "models.now": "Now",
  "models.none": "No model is loaded.",
  "models.answers": "{name} answers.",
  "models.local": "It runs on this device; nothing is sent.",
  "models.sends": "Your questions, and text of your documents, are sent to {address}.",
  "models.unload": "Unload",
  "models.unloaded": "The model is unloaded.",
  "models.loading": "Loading {name}",
  "models.loading.said": "Loading {name}.",
  "models.ready.said": "{name} is ready.",
  "models.cancelled": "Cancelled.",
  "models.failed": "The model could not be loaded. Try again.",
  "models.progress.starting": "Starting…",
  "models.progress.preparing": "Getting it ready…",
  "models.progress.checking": "Trying it out…",
  "models.progress.of": "{loaded} of {total}",
  "models.progress.left": "{loaded} · {left}",
  "models.progress.kept":
    "What was downloaded is kept when it is cancelled or the page is closed; the download goes on from there. Files that are not complete are fetched again.",

  "models.device.title": "On this device",
  "models.device.looking": "Looking at what this device can run…",
  "models.device.list": "Models for this device",
  "models.device.all": { one: "Show the {count} model", other: "Show all {count} models" },
  "models.obstacle.graphics":
    "This browser offers no graphics adapter to web pages (WebGPU). Turn on hardware acceleration in its settings, or use a current Chrome, Edge, Firefox or Safari.",
  "models.obstacle.software":
    "This browser computes graphics on the processor, which is too slow for a model on WebGPU. A small model made for the processor is faster here.",
  "models.obstacle.device":
    "What this browser offers of graphics, memory and storage is not enough for the models that run on the graphics chip. Use a small model made for the processor, or another device.",
  "models.obstacle.list":
    "The list of models could not be loaded. Check the connection and try again.",
  "models.offer.suits": "suits this device",
  "models.offer.memory": "needs about {size} of memory",
  "models.offer.graphics": "runs on the graphics chip",
  "models.offer.processor": "runs on the processor, slowly",
  "models.offer.license": "{name} licence",
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
  "models.deleted": "{name} is deleted from this device.",
  "models.agree": "Download",
  "models.agree.question":
    "Download {size} from {folder}? It is kept in this browser's storage until you delete it.",
  "models.agree.rest":
    "{stored} of {size} are on this device. Download what is missing from {folder}? It is kept in this browser's storage until you delete it.",
  "models.agree.download": "Download {size}",
  "models.agree.not": "Not now",
  "models.folder": "Folder the files come from",
  "models.folder.about":
    "This page brings no model with it, and may fetch from {hosts} only: put a model's files into a folder there.",
  "models.folder.elsewhere":
    "Models are fetched from {host}. This page brings none with it, and may fetch from {hosts} only.",
  "models.folder.fault":
    "The rules of this page let it fetch from {hosts} only. Give a folder there, such as ./models/.",
  "models.stored.total": "Models take {size} on this device.",
  "models.stored.none": "No model is stored on this device.",
  "models.stored.list": "Models stored on this device",
  "models.stored.others": "Other models stored on this device",
  "models.stored.delete": "Delete",
  "models.stored.delete.name": "Delete {name} from this device",

  "models.builtIn.title": "Built into this browser",
  "models.builtIn.about":
    "The browser's own model. It runs on this device; the browser may have to fetch it first.",
  "models.builtIn.use": "Use the browser's model",
  "models.builtIn.name": "The browser's built-in model",

  "models.endpoint.title": "A server of your own",
  "models.endpoint.open": "Connect to an OpenAI-compatible server",
  "models.endpoint.sends":
    "{warning} and go to the address below. Use it only with a server you trust.",
  "models.endpoint.sends.warning":
    "Your questions, and text of your documents, then leave this page",
  "models.endpoint.rules":
    "The rules of this page let it contact {hosts} only, so the server must answer under this site's own address.",
  "models.endpoint.rules.more":
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
    "The length of context the server runs the model with. Ollama does not say its own, and drops what is longer without a word: give its number here, and never more.",
  "models.endpoint.connect": "Connect and send text there",
  "models.endpoint.name": "Your endpoint",
  "models.endpoint.fault.address": "Give the endpoint's address, such as {example}.",
  "models.endpoint.fault.elsewhere":
    "The rules of this page let it contact {hosts} only. Make the endpoint answer under this site's own address, or serve your own copy of this page with {host} in its rules.",
  "models.endpoint.fault.context":
    "Give how many tokens the model reads at once as a whole number from {least} to {most}, or leave that empty.",
} as const;
