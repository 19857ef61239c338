import type { errors as english } from "../english/errors.js";
import type { Translation } from "../message.js";

/** What went wrong, by the code of the error, in German. */
export const errors: Translation<typeof english> = {
  "errors.unknown": "Das hat nicht geklappt. Versuchen Sie es noch einmal.",
  "errors.unsupported-format": "Diese Art von Datei wird noch nicht unterstützt.",
  "errors.format-mismatch": "Der Name der Datei verspricht einen anderen Inhalt, als sie hat.",
  "errors.empty-file": "Die Datei ist leer.",
  "errors.damaged-file": "Die Datei ist beschädigt und lässt sich nicht öffnen.",
  "errors.too-large":
    "Die Datei hat mehr Text, als ein Browser auf einmal fassen kann. Teilen Sie sie in kleinere auf.",
  "errors.password-required": "Die Datei ist geschützt und braucht ihr Passwort.",
  "errors.nothing-to-read": "Darin ist nichts, was gelesen werden kann.",
  "errors.not-found": "Es ist nicht mehr hier.",
  "errors.invalid-argument": "Das kann hier nicht verwendet werden.",
  "errors.timed-out": "Es dauerte zu lange und wurde aufgegeben.",
  "errors.permission-required":
    "Die Datei bleibt auf Ihrem Datenträger, und der Browser muss fragen, bevor sie wieder gelesen wird.",
  "errors.page-stopped":
    "Die Seite ist zweimal stehen geblieben, während diese Datei bearbeitet wurde; vielleicht braucht sie mehr Arbeitsspeicher, als da ist. Versuchen Sie es noch einmal, oder nehmen Sie sie heraus.",
  "errors.storage-full":
    "Der Speicher des Browsers ist voll. Löschen Sie Dokumente, die nicht gebraucht werden, und versuchen Sie es dann noch einmal.",
  "errors.storage-failed":
    "Der Speicher des Browsers hat nicht funktioniert. Laden Sie die Seite neu.",
  "errors.unsupported-browser":
    "Diesem Browser fehlt etwas, das hier gebraucht wird. Ein neuerer hilft.",
  "errors.assets-missing":
    "Eine Datei, die PDFs auf Japanisch, Chinesisch und in einigen anderen Sprachen brauchen, wurde nicht gefunden. Sobald sie da ist, werden sie neu gelesen.",
  "errors.worker-failed": "Ein Teil dieser Seite funktioniert nicht mehr. Laden Sie die Seite neu.",
  "errors.closed": "Es wurde geschlossen, bevor es fertig war.",
  "errors.outdated":
    "Eine neuere Fassung dieser Seite ist in einem anderen Tab offen. Laden Sie diese hier neu.",
  "errors.no-documents": "Es gibt kein Dokument, das gefragt werden kann. Fügen Sie eines hinzu.",
  "errors.unknown-model": "Kein Modell dieses Namens ist bekannt.",
  "errors.no-webgpu":
    "Dieser Browser kann den Grafikchip nicht so nutzen, wie Modelle es brauchen.",
  "errors.not-enough-memory": "Das Modell passt nicht in den Arbeitsspeicher dieses Geräts.",
  "errors.download-failed":
    "Eine Datei konnte nicht geladen werden. Prüfen Sie die Verbindung und versuchen Sie es noch einmal; es geht weiter, wo es aufgehört hat.",
  "errors.device-lost":
    "Der Grafikchip antwortet nicht mehr. Mit der nächsten Frage wird das Modell neu geladen.",
  "errors.context-exceeded": "Die Frage ist zu lang für dieses Modell.",
  "errors.endpoint-failed":
    "Der Server, an den die Frage ging, hat nicht geantwortet, wie er sollte.",
  "errors.model-failed":
    "Das Modell ist ausgefallen. Laden Sie es neu oder wählen Sie ein anderes.",
  "errors.invalid-data":
    "In den Testfragen ist ein Fehler. Berichtigen Sie ihn und versuchen Sie es dann noch einmal.",
  "errors.internal": "In dieser Seite ist etwas schiefgegangen. Laden Sie sie neu.",
};
