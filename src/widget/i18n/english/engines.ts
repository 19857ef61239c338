/** Engines that are asked beside the documents here: words that are fetched with what shows them. */
export const engineWords = {
  "engines.title": "Where answers are looked for",
  "engines.about": "A question is looked up in all of these that are ticked.",
  "engines.here": "Your documents on this device",
  "engines.stays": "Stays on this device.",
  "engines.published": "Collection of this site. Kept on this device.",
  "engines.kind": "Search server {host}.",
  "engines.sends":
    "What is looked for is sent to {host}: the words of your questions, and those that a model chooses.",
  "engines.off": "Off. Nothing is sent to {host}.",
  "engines.unasked": "Not asked yet.",
  "engines.asking": "Asking…",
  "engines.last": "Last asked: {time}.",
  "engines.check": "Ask now",
  "engines.check.name": "Ask now: {name}",
  "engines.failed.unreachable": "{name} cannot be reached, or does not let this page ask it.",
  "engines.failed.slow": "{name} did not answer in time.",
  "engines.failed.refused": "{name} refused. It may want a key that this page does not have.",
  "engines.failed.unable": "{name} could not be searched.",
  "engines.search": "Search {hosts}, too",
  "engines.search.about": "What you typed is sent there.",
  "engines.without": "{reason} The answer comes from the others.",
  "engines.gone": "{name} is not asked by this page any more, so this page of it cannot be opened.",
  "privacy.sent.engines":
    "What is looked for is sent to {hosts}: the words of your questions, and those that a model chooses, which may stand in your documents. The documents themselves are not sent there.",
} as const;
