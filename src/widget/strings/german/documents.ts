import type { documents as english } from "../english/documents.js";
import type { Translation } from "../message.js";

/** The list of documents, adding files, and what came of it, in German. */
export const documents: Translation<typeof english> = {
  "documents.title": "Dokumente",
  "documents.list": "Alle Dokumente",
  "documents.hide": "Dokumentliste ausblenden",
  "documents.add.files": "Dateien",
  "documents.add.folder": "Ordner",
  "documents.selected": { one: "{count} ausgewählt", other: "{count} ausgewählt" },
  "documents.selected.clear": "Aufheben",
  "documents.resume": "Weiterlesen",
  "documents.notAdded": {
    one: "{count} Datei nicht hinzugefügt",
    other: "{count} Dateien nicht hinzugefügt",
  },
  "documents.notAdded.goTo": "Springt zu ihnen, ans Ende der Liste",

  "documents.row.pick": "In {name} suchen",
  "documents.row.delete": "{name} löschen",
  "documents.row.readingAgain": "{name} wird neu gelesen",
  "documents.row.searchable": {
    one: "{searchable} von {count} durchsuchbar",
    other: "{searchable} von {count} durchsuchbar",
  },
  "documents.row.linked":
    "Bleibt auf Ihrem Datenträger: Es wird von dort gelesen und nicht kopiert.",
  "documents.row.sameContent": "Hat denselben Inhalt wie {name}.",
  "documents.partial.onlyPage":
    "Die einzige Seite ist ein Scan; ihr Text kann nicht durchsucht werden.",
  "documents.partial.allPages": {
    one: "Die einzige Seite ist ein Scan; ihr Text kann nicht durchsucht werden.",
    other: "Alle {count} Seiten sind Scans; ihr Text kann nicht durchsucht werden.",
  },
  "documents.partial.pages": {
    one: "{searchable} von {count} Seite durchsuchbar; {reasons}.",
    other: "{searchable} von {count} Seiten durchsuchbar; {reasons}.",
  },
  "documents.partial.parts": {
    one: "{searchable} von {count} Teil durchsuchbar; {reasons}.",
    other: "{searchable} von {count} Teilen durchsuchbar; {reasons}.",
  },
  "documents.partial.scanned": { one: "{count} gescannt", other: "{count} gescannt" },
  "documents.partial.unreadable": { one: "{count} nicht lesbar", other: "{count} nicht lesbar" },
  "documents.partial.empty": { one: "{count} leer", other: "{count} leer" },
  "documents.leftOut": {
    one: "Etwa {count} seltenes Wort fehlt in der Wortsuche; die Mustersuche findet es.",
    other:
      "Etwa {count} seltene Wörter, meist Kennungen und Zahlen, fehlen in der Wortsuche; die Mustersuche findet sie.",
  },
  "documents.recognised.all":
    "Der Text aller Seiten wurde in Scans erkannt; er kann Fehler enthalten.",
  "documents.recognised.some": {
    one: "Der Text von {recognised} von {count} Seite wurde in Scans erkannt; er kann Fehler enthalten.",
    other:
      "Der Text von {recognised} von {count} Seiten wurde in Scans erkannt; er kann Fehler enthalten.",
  },

  "documents.renewal.again": "Wird neu gelesen: {state}",
  "documents.renewal.version": "Neue Fassung: {state}",
  "documents.renewal.progress": { one: "{done} von {count}", other: "{done} von {count}" },
  "documents.renewal.waiting": "wartet · {size}",
  "documents.renewal.waiting.pages": "wartet · {pages}",
  "documents.renewal.paused": "angehalten",
  "documents.renewal.paused.pages": "angehalten · {pages}",
  "documents.renewal.indexing": "wird durchsuchbar gemacht",

  "documents.state.waiting": "Wartet · {size}",
  "documents.state.waiting.pages": "Wartet · {pages}",
  "documents.state.paused": "Angehalten",
  "documents.state.paused.pages": "Angehalten · {pages}",
  "documents.state.indexing": "Wird durchsuchbar gemacht",
  "documents.state.reading.left": "{pages} · {left}",
  "documents.state.pages": {
    one: "{done} von {count} Seite",
    other: "{done} von {count} Seiten",
  },
  "documents.state.pagesRead": { one: "{count} Seite gelesen", other: "{count} Seiten gelesen" },
  "documents.state.password.asked": "Braucht ein Passwort",
  "documents.state.password.wrong": "Falsches Passwort",
  "documents.state.password.checking": "Passwort wird geprüft",
  "documents.held.noRoom": "Kein Platz",
  "documents.held.permission": "Braucht Ihre Erlaubnis",
  "documents.held.stopped": "Hat die Seite angehalten",
  "documents.held.other": "Kann noch nicht weitergehen",
  "documents.refused.unsupported": "Noch nicht unterstützt",
  "documents.refused.mismatch": "Nicht, was der Name sagt",
  "documents.refused.empty": "Leer",
  "documents.refused.damaged": "Beschädigt",
  "documents.refused.tooLarge": "Zu groß",
  "documents.refused.nothingToRead": "Keine Seite war lesbar",
  "documents.refused.timedOut": "Das Öffnen dauerte zu lange",
  "documents.refused.other": "Konnte nicht gelesen werden",
  "documents.file.reading": "{name} wird gelesen",
  "documents.file.takeOut": "{name} herausnehmen",
  "documents.file.takeOut.refused": "Aus der Liste nehmen",
  "documents.file.takeOut.waiting": "Herausnehmen: Die Datei wird nicht hinzugefügt",
  "documents.file.takenOut": "{name} wurde herausgenommen.",
  "documents.file.allow": "Lesen von {name} erlauben",
  "documents.file.allow.short": "Lesen erlauben",
  "documents.file.retry": "{name} noch einmal versuchen",
  "documents.file.first": "{name} zuerst lesen",
  "documents.file.first.short": "Diese zuerst lesen",
  "documents.file.isFirst": "{name} wird zuerst gelesen.",

  "documents.unread": { one: "{count} war nicht lesbar", other: "{count} waren nicht lesbar" },
  "documents.unread.list": "Dateien, die nicht lesbar waren",
  "documents.unread.clear": "Leeren",
  "documents.unread.clear.list": "Liste der nicht lesbaren Dateien leeren",

  "documents.queue.title": "Dateien, die gelesen werden",
  "documents.queue.all": "Alle Dateien",
  "documents.queue.reading": {
    one: "{count} Datei wird gelesen",
    other: "{number} von {count} Dateien wird gelesen",
  },
  "documents.queue.paused": {
    one: "Angehalten · {count} Datei zu lesen",
    other: "Angehalten · {count} Dateien zu lesen",
  },
  "documents.queue.takingIn": {
    one: "{count} Datei wird aufgenommen",
    other: "{count} Dateien werden aufgenommen",
  },
  "documents.queue.keepOpen": "Lassen Sie diese Seite offen, bis sie aufgenommen sind",
  "documents.queue.pause": "Anhalten",
  "documents.queue.isPaused": "Angehalten. Was gelesen wurde, bleibt erhalten.",
  "documents.queue.resume": "Weiter",
  "documents.queue.isResumed": "Das Lesen geht weiter.",
  "documents.queue.stop": "Beenden",
  "documents.queue.stop.what": "Nimmt den Rest aus der Liste; was fertig ist, bleibt",
  "documents.queue.otherTab": "Ein anderer Tab liest sie.",
  "documents.queue.goesOn": "Es geht weiter, wo es aufgehört hat.",

  "documents.adding": {
    one: "{count} Datei wird hinzugefügt.",
    other: "{count} Dateien werden hinzugefügt.",
  },
  "documents.adding.nothing": "Es gab nichts hinzuzufügen: keine Dateien oder nur versteckte.",
  "documents.adding.unreadable": {
    one: "{count} Eintrag konnte nicht gelesen werden",
    other: "{count} Einträge konnten nicht gelesen werden",
  },
  "documents.adding.notAllowed": "Der Browser durfte es nicht lesen.",
  "documents.samples.failed":
    "Die Beispiele konnten nicht von dieser Website geladen werden. Versuchen Sie es gleich noch einmal.",
  "documents.stopped": {
    one: "Beendet. {count} Datei wurde nicht hinzugefügt.",
    other: "Beendet. {count} Dateien wurden nicht hinzugefügt.",
  },
  "documents.stopped.others": {
    one: "{count} weitere müsste von ihrem Ort auf dem Datenträger neu hinzugefügt werden.",
    other: "{count} weitere müssten von ihrem Ort auf dem Datenträger neu hinzugefügt werden.",
  },
  "documents.stopped.again": {
    one: "Um weiterzumachen, fügen Sie sie noch einmal hinzu.",
    other: "Um weiterzumachen, fügen Sie sie noch einmal hinzu.",
  },
  "documents.stopped.continue": "Weitermachen",

  "documents.report.said": { one: "{count} Dokument bereit.", other: "{count} Dokumente bereit." },
  "documents.report.ready": {
    one: "{count} Dokument ist bereit",
    other: "{count} Dokumente sind bereit",
  },
  "documents.report.unread": {
    one: "{count} Datei konnte nicht gelesen werden",
    other: "{count} Dateien konnten nicht gelesen werden",
  },
  "documents.report.readyAndUnread": "{ready}; {unread}",
  "documents.report.nothingNew": {
    one: "Diese Datei ist schon hier, unverändert.",
    other: "Diese Dateien sind schon hier, unverändert.",
  },
  "documents.report.unchanged": {
    one: "{count} Datei war schon hier, unverändert.",
    other: "{count} Dateien waren schon hier, unverändert.",
  },
  "documents.report.named": "{name}: {message}",
  "documents.report.unsupported": {
    one: "{count} Datei ist von einer Art, die noch nicht gelesen werden kann.",
    other: "{count} Dateien sind von Arten, die noch nicht gelesen werden können.",
  },
  "documents.report.mismatch": {
    one: "{count} Datei ist nicht, was ihr Name sagt.",
    other: "{count} Dateien sind nicht, was ihre Namen sagen.",
  },
  "documents.report.empty": { one: "{count} Datei ist leer.", other: "{count} Dateien sind leer." },
  "documents.report.damaged": {
    one: "{count} Datei ist beschädigt.",
    other: "{count} Dateien sind beschädigt.",
  },
  "documents.report.nothingToRead": {
    one: "{count} Datei hat keine lesbare Seite.",
    other: "{count} Dateien haben keine lesbare Seite.",
  },
  "documents.report.timedOut": {
    one: "Das Öffnen von {count} Datei dauerte zu lange.",
    other: "Das Öffnen von {count} Dateien dauerte zu lange.",
  },
  "documents.report.other": {
    one: "{count} Datei konnte nicht gelesen werden.",
    other: "{count} Dateien konnten nicht gelesen werden.",
  },
  "documents.report.partial": {
    one: "{count} Dokument ist nur teilweise durchsuchbar: {pages}.",
    other: "{count} Dokumente sind nur teilweise durchsuchbar: {pages}.",
  },
  "documents.report.partial.scanned": {
    one: "{count} gescannte Seite",
    other: "{count} gescannte Seiten",
  },
  "documents.report.partial.unreadable": {
    one: "{count} nicht lesbare Seite",
    other: "{count} nicht lesbare Seiten",
  },
  "documents.report.recognised": {
    one: "Texterkennung: {pages} in {count} Dokument; der Text kann Fehler enthalten.",
    other: "Texterkennung: {pages} in {count} Dokumenten; der Text kann Fehler enthalten.",
  },
  "documents.report.recognised.pages": {
    one: "{count} gescannte Seite",
    other: "{count} gescannte Seiten",
  },
  "documents.report.same": "{name} hat denselben Inhalt wie {other}.",
  "documents.report.sameMany": {
    one: "{count} Dokument hat denselben Inhalt wie ein anderes.",
    other: "{count} Dokumente haben denselben Inhalt wie andere.",
  },

  "documents.missing": {
    one: "{count} Dokument ist nicht mehr im Ordner {folder}",
    other: "{count} Dokumente sind nicht mehr im Ordner {folder}",
  },
  "documents.missing.more": {
    one: "{first}, {second} und {count} weiteres",
    other: "{first}, {second} und {count} weitere",
  },
  "documents.missing.others": "Alle seine anderen Dateien sind schon hier, unverändert.",
  "documents.missing.remove": { one: "Entfernen", other: "Entfernen" },
  "documents.missing.keep": "Behalten",

  "documents.deleted": "Gelöscht",
  "documents.deleted.one": "{name} gelöscht",
  "documents.deleted.many": {
    one: "{count} Dokument gelöscht",
    other: "{count} Dokumente gelöscht",
  },
  "documents.deleted.one.said":
    "{name} gelöscht. Zehn Sekunden lang lässt es sich rückgängig machen.",
  "documents.deleted.many.said": {
    one: "{count} Dokument gelöscht. Zehn Sekunden lang lässt es sich rückgängig machen.",
    other: "{count} Dokumente gelöscht. Zehn Sekunden lang lässt es sich rückgängig machen.",
  },
  "documents.replaced": "Ersetzt",
  "documents.replaced.one": "{name} ersetzt",
  "documents.replaced.many": {
    one: "{count} Dokument wurde ersetzt",
    other: "{count} Dokumente wurden ersetzt",
  },
  "documents.replaced.one.said":
    "{name} wurde durch die neue Version ersetzt. Das lässt sich zwanzig Sekunden lang rückgängig machen.",
  "documents.replaced.many.said": {
    one: "{count} Dokument wurde ersetzt. Das lässt sich zwanzig Sekunden lang rückgängig machen.",
    other:
      "{count} Dokumente wurden ersetzt. Das lässt sich zwanzig Sekunden lang rückgängig machen.",
  },
  "documents.restored.one": "{name} ist wieder da.",
  "documents.restored.many": {
    one: "{count} Dokument ist wieder da.",
    other: "{count} Dokumente sind wieder da.",
  },

  "documents.password": "Passwort",
  "documents.password.of": "Passwort von {name}",
  "documents.password.open": "Öffnen",
  "documents.password.open.file": "{name} öffnen",
  "documents.password.skip": "Überspringen",
  "documents.password.skip.file": "{name} überspringen",
  "documents.password.skip.what": "Die Datei wird nicht hinzugefügt",
  "documents.password.skipped": "{name} wurde übersprungen.",
  "documents.password.skipAll": { one: "Überspringen", other: "Alle {count} überspringen" },
  "documents.password.skipAll.what": "Sie werden nicht hinzugefügt",
  "documents.password.skippedAll": {
    one: "{count} Datei wurde übersprungen.",
    other: "{count} Dateien wurden übersprungen.",
  },
  "documents.password.needed": "{name} braucht ein Passwort",
  "documents.password.neededMany": {
    one: "{count} Datei braucht ein Passwort",
    other: "{count} Dateien brauchen ein Passwort",
  },
  "documents.password.later": "Später; die Dokumentliste fragt weiter danach",
  "documents.password.wrong": "Das ist nicht ihr Passwort. Versuchen Sie ein anderes.",
  "documents.password.checking": "Passwort wird geprüft…",
  "documents.password.use": "Es dient zum Lesen der Datei und wird nicht aufbewahrt.",
  "documents.password.use.more": {
    one: "Es dient zum Lesen der Datei und wird nicht aufbewahrt. Danach noch {count}.",
    other: "Es dient zum Lesen der Datei und wird nicht aufbewahrt. Danach noch {count}.",
  },

  "documents.room.none": "Kein Platz für {name}",
  "documents.room.noneMany": {
    one: "Kein Platz für {count} Datei",
    other: "Kein Platz für {count} Dateien",
  },
  "documents.room.missing":
    "Es fehlen {size} in dem Speicher, den der Browser dieser Website gewährt.",
  "documents.room.needed": "{size} werden gebraucht; der Browser gewährt dieser Website weniger.",
  "documents.room.largest": "Die größten Dokumente hier:",
  "documents.room.waiting":
    "Ein neuer Versuch folgt, sobald die gelöschten Dokumente endgültig weg sind.",
  "documents.room.clearing":
    "Gelöschte Dokumente schaffen nach einer halben Minute Platz, wenn sie sich nicht mehr zurückholen lassen.",
  "documents.room.leaveOut": { one: "Weglassen", other: "Weglassen" },
  "documents.storage.memory":
    "Nur in diesem Tab aufbewahrt: Dieser Browser lässt die Seite nichts speichern. Mit dem Schließen des Tabs ist alles weg.",
  "documents.storage.used": "{used} belegt von {granted}, die der Browser dieser Website gewährt.",
  "documents.storage.kept": "Der Browser behält es, bis Sie es löschen.",
  "documents.storage.mayGo":
    "Der Browser kann dies löschen, wenn der Platz knapp wird. Behalten Sie auch die Dateien selbst.",

  "documents.permission.asks":
    "{name} bleibt auf Ihrem Datenträger. Der Browser muss Sie fragen, bevor diese Seite es wieder liest.",
  "documents.permission.refused":
    "Der Browser durfte {name} nicht lesen, deshalb können die Seiten nicht gezeigt werden. Der Text lässt sich weiterhin durchsuchen.",
  "documents.permission.allow": "Erlauben",

  // Files that somebody else has sent.
  "offers.title": {
    one: "Eine andere App hat {count} Datei geschickt",
    other: "Eine andere App hat {count} Dateien geschickt",
  },
  "offers.about":
    "Nichts wird hinzugefügt, bevor Sie zustimmen. Verwerfen Sie, was Sie nicht selbst geschickt haben.",
  "offers.as": "wird {name} heißen",
  "offers.turnedAway": {
    one: "{count} Datei wurde abgewiesen: zu viele oder zu groß, um hier zu warten.",
    other: "{count} Dateien wurden abgewiesen: zu viele oder zu groß, um hier zu warten.",
  },
  "offers.differs": {
    one: "Ein Dokument dieses Namens ist schon hier, mit anderem Inhalt",
    other: "{count} Dokumente dieser Namen sind schon hier, mit anderem Inhalt",
  },
  "offers.add": "Hinzufügen",
  "offers.replace": "Ersetzen",
  "offers.both": "Beide behalten",
  "offers.discard": "Verwerfen",
  "offers.discarded": "Verworfen. Nichts wurde hinzugefügt.",
};
