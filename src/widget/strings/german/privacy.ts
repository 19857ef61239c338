import type { privacy as english } from "../english/privacy.js";
import type { Translation } from "../message.js";

/** What is stored and sent, the network panel, and the settings, in German. */
export const privacy: Translation<typeof english> = {
  "privacy.line": "Alles bleibt auf diesem Gerät",
  "privacy.line.sends": "Text wird an {host} gesendet",
  "privacy.title": "Was hier bleibt und was gesendet wird",
  "privacy.close.key": "{label} ({key})",
  "privacy.part.failed":
    "Dieser Teil der Seite konnte nicht geladen werden. Prüfen Sie die Verbindung und versuchen Sie es noch einmal.",

  "privacy.stored.title": "Was gespeichert ist",
  "privacy.stored.nothing":
    "Noch ist nichts gespeichert. Dokumente werden im Speicher dieses Browsers für diese Website aufbewahrt, auf diesem Gerät.",
  "privacy.stored.nothing.memory":
    "Noch ist nichts gespeichert. Dokumente werden im Arbeitsspeicher dieses Tabs aufbewahrt, auf diesem Gerät.",
  "privacy.stored.documents": {
    one: "{count} Dokument ({size}) mit dem darin gefundenen Text, im Speicher dieses Browsers für diese Website. Mit dem Dokument wird alles davon gelöscht.",
    other:
      "{count} Dokumente ({size}) mit dem darin gefundenen Text, im Speicher dieses Browsers für diese Website. Mit einem Dokument wird alles davon gelöscht.",
  },
  "privacy.stored.documents.memory": {
    one: "{count} Dokument ({size}) mit dem darin gefundenen Text, im Arbeitsspeicher dieses Tabs. Mit dem Dokument wird alles davon gelöscht.",
    other:
      "{count} Dokumente ({size}) mit dem darin gefundenen Text, im Arbeitsspeicher dieses Tabs. Mit einem Dokument wird alles davon gelöscht.",
  },
  "privacy.stored.more":
    "Fragen und Antworten werden auch dort aufbewahrt, bis Sie ihr Gespräch löschen, und ein Modell, das Sie herunterladen, bis Sie es unter „Modell“ löschen.",

  "privacy.sent.title": "Was gesendet wird",
  "privacy.sent.nothing":
    "Nichts von Ihren Dokumenten und nichts, was Sie suchen oder fragen. Die Dateien, die hier gebraucht werden, kommen nur von {hosts}.",
  "privacy.sent.endpoint":
    "Ihre Fragen und Text Ihrer Dokumente werden an {host} gesendet, wo {name} antwortet: Sie haben es verbunden. Entladen Sie das Modell, und nichts wird mehr gesendet. Die Dateien, die hier gebraucht werden, kommen nur von {hosts}.",

  "network.check.title": "Nachprüfen",
  "network.check.about":
    "Die Prüfung liest ein kleines eigenes Dokument, sucht darin und fragt danach, wie Sie es täten, und sieht nach, wohin jede Anfrage geht.",
  "network.check.start": "Jetzt prüfen",
  "network.check.again": "Noch einmal prüfen",
  "network.check.cancel": "Abbrechen",
  "network.check.cancelled": "Die Prüfung wurde abgebrochen.",
  "network.check.open": "Eine Sammlung zum Ausprobieren wird geöffnet…",
  "network.check.add": "Ein Dokument zum Ausprobieren wird gelesen…",
  "network.check.search": "Es wird darin gesucht…",
  "network.check.ask": "Es wird danach gefragt…",
  "network.check.watch": "Es wird ausprobiert, ob jede Anfrage bemerkt wird…",
  "network.check.none": "0 Anfragen haben diese Website verlassen",
  "network.check.none.about": {
    one: "Die {count} Anfrage, seit diese Seite geladen wurde, ging an {host}.",
    other: "Alle {count} Anfragen, seit diese Seite geladen wurde, gingen an {host}.",
  },
  "network.check.left": {
    one: "{count} Anfrage hat diese Website verlassen",
    other: "{count} Anfragen haben diese Website verlassen",
  },
  "network.check.left.about":
    "Sie kamen, seit diese Seite geladen wurde, von dieser Seite oder von etwas anderem auf ihr:",
  "network.check.left.sentOn":
    "{address}; von dort wurde die Anfrage an eine andere Website weitergeschickt",
  "network.check.unsure": "Die Prüfung ließ sich nicht abschließen",
  "network.check.unsure.about":
    "Keine Anfrage hat, soweit bekannt, diese Website verlassen, aber nicht alles ließ sich prüfen:",
  "network.check.unseen": {
    one: "{count} Anfrage kam, bevor jemand zusah; wohin sie ging, ist nicht bekannt.",
    other: "{count} Anfragen kamen, bevor jemand zusah; wohin sie gingen, ist nicht bekannt.",
  },
  "network.check.unnoticed": "Anfragen dieses Teils wurden nicht bemerkt: {parts}.",
  "network.check.failed": "Mit dem Dokument zum Ausprobieren ging es nicht. {reason}",
  "network.check.stopped": {
    one: "{count} Anfrage wurde von den Regeln dieser Seite aufgehalten, bevor sie abging.",
    other: "{count} Anfragen wurden von den Regeln dieser Seite aufgehalten, bevor sie abgingen.",
  },

  "network.list.title": "Anfragen, seit diese Seite geladen wurde",
  "network.list.all": {
    one: "{count} Anfrage, an {host}.",
    other: "{count} Anfragen, alle an {host}.",
  },
  "network.list.some": {
    one: "{left} von {count} Anfrage ging an eine andere Website.",
    other: "{left} von {count} Anfragen gingen an andere Websites.",
  },
  "network.list.leftOut": {
    one: "{count} frühere Anfrage an diese Website ist nicht mehr aufgeführt.",
    other: "{count} frühere Anfragen an diese Website sind nicht mehr aufgeführt.",
  },
  "network.list.label": "Anfragen, seit diese Seite geladen wurde",
  "network.list.showAll": { one: "Die Anfrage zeigen", other: "Alle {count} Anfragen zeigen" },
  "network.totals.label": "Anfragen nach Website",
  "network.totals.site": "Website",
  "network.totals.requests": "Anfragen",
  "network.totals.size": "Größe",
  "network.totals.sentOn": "eine andere Website, dorthin geschickt von {host}",
  "network.totals.stopped": { one: "{count} aufgehalten", other: "{count} aufgehalten" },
  "network.totals.atLeast": "{size} oder mehr",
  "network.request.other": "Andere Website",
  "network.request.stopped": "Aufgehalten",
  "network.request.cached": "aus der Kopie dieses Browsers",
  "network.request.unknownSize": "Größe nicht bekannt",
  "network.from.page": "Seite",
  "network.from.documents": "Dokumente",
  "network.from.reading": "Lesen",
  "network.from.search": "Mustersuche",
  "network.from.asking": "Fragen",
  "network.from.viewer": "Seitenansicht",
  "network.from.model": "Modell",

  "network.unseen.title": "Was von hier aus nicht zu sehen ist",
  "network.unseen.browser":
    "Was der Browser selbst oder seine Erweiterungen senden, und was von dem gesendet wird, was diese Website für den Gebrauch ohne Verbindung aufbewahrt.",
  "network.unseen.frames": "Was andere Seiten anfordern, die in diese eingebettet sind.",
  "network.unseen.lasting": "Verbindungen, die offen bleiben. Hier wird keine aufgebaut.",
  "network.unseen.engine":
    "Die Dateien, die ein Modell auf dem Prozessor oder die Texterkennung sich selbst aus dem Ordner holt, den diese Website dafür nennt.",
  "network.unseen.sentOn":
    "Wohin eine Anfrage von dieser Website weitergeschickt wurde, wenn dort nichts antwortete.",
  "network.unseen.ended": "Die letzten Anfragen einer Arbeit, die mittendrin beendet wurde.",
  "network.unseen.before":
    "Was die Regeln dieser Seite aufhielten, bevor die Liste begonnen wurde.",

  "settings.title": "Einstellungen",
  "settings.open": "Einstellungen",
  "settings.language": "Sprache",
  "settings.language.page": "Wie die Seite oder der Browser",
  "settings.theme": "Aussehen",
  "settings.theme.system": "Wie das System",
  "settings.theme.light": "Hell",
  "settings.theme.dark": "Dunkel",
  "settings.storage": "Speicher",
  "settings.documents": "Dokumente",
  "settings.documents.none": "Es gibt keine Dokumente.",
  "settings.documents.count": {
    one: "{count} Dokument, {size}",
    other: "{count} Dokumente, {size}",
  },
  "settings.documents.delete": "Alle Dokumente löschen",
  "settings.conversations": "Gespräche",
  "settings.conversations.none": "Es gibt keine Gespräche.",
  "settings.conversations.count": { one: "{count} Gespräch", other: "{count} Gespräche" },
  "settings.conversations.delete": "Alle Gespräche löschen",
  "settings.models": "Modelle auf diesem Gerät",
  "settings.models.choose": "Modell wählen",
  "settings.privacy": "Was hier bleibt und was gesendet wird",
  "settings.privacy.about":
    "Jede Anfrage, seit diese Seite geladen wurde, und eine Prüfung, wohin sie gehen.",
  "settings.privacy.open": "Anfragen zeigen",
};
