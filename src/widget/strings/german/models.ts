import type { models as english } from "../english/models.js";
import type { Translation } from "../message.js";

/** Models and where they come from, in German. */
export const models: Translation<typeof english> = {
  "models.title": "Modell",
  "models.about":
    "Ohne Modell wird eine Frage mit den Textstellen beantwortet, die am besten passen. Ein Modell liest sie, sucht weiter, wo es nötig ist, und schreibt eine Antwort; jeder Satz wird an Ihren Dokumenten geprüft, bevor er als belegt gilt.",
  "models.now": "Jetzt",
  "models.none": "Kein Modell ist geladen.",
  "models.answers": "{name} antwortet.",
  "models.local": "Es läuft auf diesem Gerät; nichts wird gesendet.",
  "models.sends": "Ihre Fragen und Text Ihrer Dokumente werden an {address} gesendet.",
  "models.unload": "Entladen",
  "models.unloaded": "Das Modell ist entladen.",
  "models.loading": "{name} wird geladen",
  "models.loading.said": "{name} wird geladen.",
  "models.ready.said": "{name} ist bereit.",
  "models.cancelled": "Abgebrochen.",
  "models.failed": "Das Modell konnte nicht geladen werden. Versuchen Sie es noch einmal.",
  "models.progress.starting": "Es beginnt…",
  "models.progress.preparing": "Wird vorbereitet…",
  "models.progress.checking": "Wird ausprobiert…",
  "models.progress.of": "{loaded} von {total}",
  "models.progress.left": "{loaded} · {left}",
  "models.progress.kept":
    "Was geladen wurde, bleibt, wenn abgebrochen oder die Seite geschlossen wird; von dort geht es weiter. Unvollständige Dateien werden neu geholt.",

  "models.device.title": "Auf diesem Gerät",
  "models.device.looking": "Es wird nachgesehen, was auf diesem Gerät läuft…",
  "models.device.list": "Modelle für dieses Gerät",
  "models.device.all": { one: "Das Modell anzeigen", other: "Alle {count} Modelle anzeigen" },
  "models.obstacle.graphics":
    "Dieser Browser bietet Webseiten keinen Grafikadapter (WebGPU). Schalten Sie in seinen Einstellungen die Hardwarebeschleunigung ein oder nehmen Sie einen aktuellen Chrome, Edge, Firefox oder Safari.",
  "models.obstacle.software":
    "Dieser Browser rechnet Grafik auf dem Prozessor; das ist zu langsam für ein Modell auf WebGPU. Ein kleines Modell für den Prozessor ist hier schneller.",
  "models.obstacle.device":
    "Was dieser Browser an Grafik, Arbeitsspeicher und Speicherplatz bietet, reicht nicht für die Modelle, die auf dem Grafikchip laufen. Nehmen Sie ein kleines Modell für den Prozessor oder ein anderes Gerät.",
  "models.obstacle.list":
    "Die Liste der Modelle konnte nicht geladen werden. Prüfen Sie die Verbindung und versuchen Sie es noch einmal.",
  "models.offer.suits": "passt zu diesem Gerät",
  "models.offer.memory": "braucht etwa {size} Arbeitsspeicher",
  "models.offer.graphics": "läuft auf dem Grafikchip",
  "models.offer.processor": "läuft auf dem Prozessor, langsam",
  "models.offer.license": "Lizenz: {name}",
  "models.offer.tooLarge": "Zu groß für das, was dieser Browser bietet.",
  "models.offer.partial":
    "{stored} von {total} sind auf diesem Gerät; von dort geht das Laden weiter.",
  "models.offer.download": "Herunterladen",
  "models.offer.download.name": "{name} herunterladen",
  "models.offer.load": "Laden",
  "models.offer.load.name": "{name} laden",
  "models.offer.goOn": "Weiter",
  "models.offer.goOn.name": "{name} weiter herunterladen",
  "models.offer.delete": "Von diesem Gerät löschen ({size})",
  "models.offer.needs": "{download} zu laden, braucht etwa {memory} Arbeitsspeicher",
  "models.offer.needs.stored": "auf diesem Gerät ({stored}), braucht etwa {memory} Arbeitsspeicher",
  "models.deleted": "{name} ist von diesem Gerät gelöscht.",
  "models.agree": "Herunterladen",
  "models.agree.question":
    "{size} von {folder} herunterladen? Es bleibt im Speicher dieses Browsers, bis Sie es löschen.",
  "models.agree.rest":
    "{stored} von {size} sind auf diesem Gerät. Den Rest von {folder} herunterladen? Es bleibt im Speicher dieses Browsers, bis Sie es löschen.",
  "models.agree.download": "{size} herunterladen",
  "models.agree.not": "Jetzt nicht",
  "models.folder": "Ordner, aus dem die Dateien kommen",
  "models.folder.about":
    "Diese Seite bringt kein Modell mit und darf nur von {hosts} laden: Legen Sie die Dateien eines Modells dort in einen Ordner.",
  "models.folder.elsewhere":
    "Modelle werden von {host} geladen. Diese Seite bringt keines mit und darf nur von {hosts} laden.",
  "models.folder.fault":
    "Nach den Regeln dieser Seite darf sie nur von {hosts} laden. Geben Sie einen Ordner dort an, etwa ./models/.",
  "models.stored.total": "Modelle belegen {size} auf diesem Gerät.",
  "models.stored.none": "Auf diesem Gerät ist kein Modell gespeichert.",
  "models.stored.list": "Auf diesem Gerät gespeicherte Modelle",
  "models.stored.others": "Andere auf diesem Gerät gespeicherte Modelle",
  "models.stored.delete": "Löschen",
  "models.stored.delete.name": "{name} von diesem Gerät löschen",

  "models.builtIn.title": "In diesem Browser eingebaut",
  "models.builtIn.about":
    "Das eigene Modell des Browsers. Es läuft auf diesem Gerät; der Browser muss es vielleicht erst holen.",
  "models.builtIn.use": "Modell des Browsers verwenden",
  "models.builtIn.name": "Das eingebaute Modell des Browsers",

  "models.endpoint.title": "Ein eigener Server",
  "models.endpoint.open": "Mit einem OpenAI-kompatiblen Server verbinden",
  "models.endpoint.sends":
    "{warning} und gehen an die Adresse unten. Nehmen Sie nur einen Server, dem Sie vertrauen.",
  "models.endpoint.sends.warning":
    "Ihre Fragen und Text Ihrer Dokumente verlassen dann diese Seite",
  "models.endpoint.rules":
    "Nach den Regeln dieser Seite darf sie nur {hosts} ansprechen; der Server muss also unter der Adresse dieser Website antworten.",
  "models.endpoint.rules.more":
    "Nach den Regeln dieser Seite darf sie nur {hosts} ansprechen; der Server muss also dort antworten.",
  "models.endpoint.address": "Adresse",
  "models.endpoint.model": "Modell {note}",
  "models.endpoint.model.note": "(das erste, das er hat, wenn keines genannt ist)",
  "models.endpoint.key": "Schlüssel {note}",
  "models.endpoint.key.note":
    "(wenn er einen verlangt; nur aufbewahrt, solange diese Seite offen ist)",
  "models.endpoint.advanced": "Erweitert",
  "models.endpoint.context": "Tokens, die es auf einmal liest {note}",
  "models.endpoint.context.note": "(was der Server sagt, sonst {number})",
  "models.endpoint.context.about":
    "Die Kontextlänge, mit der der Server das Modell betreibt. Ollama nennt seine nicht und lässt Längeres wortlos weg: Geben Sie seine Zahl hier an, und nie mehr.",
  "models.endpoint.connect": "Verbinden und Text dorthin senden",
  "models.endpoint.name": "Ihr Server",
  "models.endpoint.fault.address": "Geben Sie die Adresse des Servers an, etwa {example}.",
  "models.endpoint.fault.elsewhere":
    "Nach den Regeln dieser Seite darf sie nur {hosts} ansprechen. Lassen Sie den Server unter der Adresse dieser Website antworten oder stellen Sie eine eigene Kopie dieser Seite bereit, deren Regeln {host} nennen.",
  "models.endpoint.fault.context":
    "Geben Sie als ganze Zahl von {least} bis {most} an, wie viele Tokens das Modell auf einmal liest, oder lassen Sie das leer.",
};
