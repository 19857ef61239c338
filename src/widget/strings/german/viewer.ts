import type { viewer as english } from "../english/viewer.js";
import type { Translation } from "../message.js";

/** The page viewer, in German. */
export const viewer: Translation<typeof english> = {
  "viewer.toolbar": "Bedienung der Seite",
  "viewer.close": "Seite schließen",
  "viewer.previousPage": "Vorige Seite",
  "viewer.nextPage": "Nächste Seite",
  "viewer.more": "Weitere Bedienung",
  "viewer.zoomIn": "Vergrößern",
  "viewer.zoomOut": "Verkleinern",
  "viewer.fitWidth": "An Breite anpassen",
  "viewer.fitPage": "Ganze Seite zeigen",
  "viewer.pageInput": "Seitenzahl",
  "viewer.partInput": "Nummer des Teils",
  "viewer.opening": "Wird geöffnet…",
  "viewer.loading": "Wird geladen…",
  "viewer.partFailed":
    "Dieser Teil der Seitenansicht konnte nicht geladen werden. Prüfen Sie die Verbindung und versuchen Sie es noch einmal.",

  "viewer.page": "Seite {number}",
  "viewer.part": "Teil {number}",
  "viewer.total": { one: "von {count}", other: "von {count}" },
  "viewer.label": "Seite {label}",
  "viewer.pages": "Seiten von {name}",

  "viewer.unreadablePage": "Diese Seite kann nicht gezeigt werden.",
  "viewer.slowPage": "Diese Seite zu zeichnen dauert zu lange.",
  "viewer.partlyDrawn":
    "Diese Seite zu zeichnen dauert zu lange. Gezeigt wird, was rechtzeitig gezeichnet war.",
  "viewer.partlySelectable":
    "Diese Seite hat mehr Text, als ausgewählt werden kann. Der erste Teil lässt sich auswählen.",
  "viewer.emptyPage": "Diese Seite hat keinen Text.",
  "viewer.textOnly":
    "Die Datei selbst ist nicht hier. Dies ist der Text, der daraus gelesen wurde.",
  "viewer.notRead":
    "Dieser Text kam mit einer Sammlung und wurde hier nicht aus der Datei gelesen.",
  "viewer.assetsMissing":
    "Auf diesen Seiten können Zeichen oder Bilder fehlen oder falsch sein: {url} konnte nicht geladen werden.",
  "viewer.damaged": "Diese Datei ist beschädigt und kann nicht gezeigt werden.",
  "viewer.workerFailed":
    "Der Teil der Seite, der Dokumente zeichnet, konnte nicht starten. Laden Sie die Seite neu.",
  "viewer.couldNotOpen": "Dieses Dokument konnte nicht geöffnet werden. {reason}",
  "viewer.passwordNeeded": "Dieses Dokument braucht sein Passwort, um gezeigt zu werden.",
  "viewer.passwordWrong": "Das ist nicht das Passwort dieses Dokuments.",
  "viewer.passwordLabel": "Passwort",
  "viewer.passwordSubmit": "Öffnen",

  "viewer.marks": "Markierte Textstellen",
  "viewer.previousMark": "Vorige markierte Textstelle",
  "viewer.nextMark": "Nächste markierte Textstelle",
  "viewer.marked": "Seite {number}. Die Textstelle ist markiert.",
  "viewer.markOf": {
    one: "Textstelle {number} von {count}",
    other: "Textstelle {number} von {count}",
  },
  "viewer.unmarked": "Die Textstelle konnte auf dieser Seite nicht genau markiert werden.",
  "viewer.unmarkedOf": {
    one: "{unmarked} von {count} Textstelle konnte nicht genau markiert werden.",
    other: "{unmarked} von {count} Textstellen konnten nicht genau markiert werden.",
  },

  "viewer.find": "In diesem Dokument suchen",
  "viewer.findPlaceholder": "In diesem Dokument suchen",
  "viewer.findPrevious": "Voriger Treffer",
  "viewer.findNext": "Nächster Treffer",
  "viewer.findClose": "Suche schließen",
  "viewer.findNone": "Nicht gefunden",
  "viewer.findInexact": "Dieser Treffer konnte auf seiner Seite nicht genau markiert werden.",
  "viewer.findCount": { one: "{at} von {count}", other: "{at} von {count}" },
  "viewer.findCount.more": {
    one: "{at} von mehr als {count}",
    other: "{at} von mehr als {count}",
  },
  "viewer.findProgress": {
    one: "{searched} von {count} durchsucht…",
    other: "{searched} von {count} durchsucht…",
  },
  "viewer.findCovered.pages": {
    one: "{searched} von {count} Seite durchsucht; {gaps}.",
    other: "{searched} von {count} Seiten durchsucht; {gaps}.",
  },
  "viewer.findCovered.parts": {
    one: "{searched} von {count} Teil durchsucht; {gaps}.",
    other: "{searched} von {count} Teilen durchsucht; {gaps}.",
  },
  "viewer.gaps.scanned": { one: "{count} gescannt", other: "{count} gescannt" },
  "viewer.gaps.unreadable": { one: "{count} nicht lesbar", other: "{count} nicht lesbar" },
  "viewer.gaps.empty": { one: "{count} leer", other: "{count} leer" },

  "viewer.panel": "Gliederung und Seiten",
  "viewer.panelClose": "Seitenleiste schließen",
  "viewer.outline": "Gliederung",
  "viewer.outlineEmpty": "Dieses Dokument hat keine Überschriften.",
  "viewer.thumbnails": "Seiten",
};
