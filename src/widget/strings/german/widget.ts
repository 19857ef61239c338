import type { widget as english } from "../english/widget.js";
import type { Translation } from "../message.js";

/** The frame around everything: panes, dialogs, modes, in German. */
export const widget: Translation<typeof english> = {
  "widget.name": "Pagehound",
  "widget.panes": "Bereiche",
  "widget.panes.documents": "Dokumente",
  "widget.panes.ask": "Fragen",
  "widget.panes.search": "Suchen",
  "widget.panes.page": "Seite",
  "widget.pageWidth": "Breite der Seite",
  "widget.drop": "Zum Hinzufügen loslassen",

  "widget.empty.drop": "Legen Sie hier Dokumente ab, um darin zu suchen",
  "widget.empty.choose": "Wählen Sie Dokumente, um darin zu suchen",
  "widget.empty.what":
    "PDF-, Text-, Markdown-, HTML- und CSV-Dateien oder ein ganzer Ordner. Jeder Treffer öffnet die Seite, von der er kommt, mit markierter Textstelle.",
  "widget.empty.files": "Dateien wählen",
  "widget.empty.folder": "Ordner wählen",
  "widget.empty.samples": "Mit Beispielen ausprobieren",
  "widget.empty.samples.fetching": "Beispiele werden geholt…",
  "widget.pick.files": "Hinzuzufügende Dateien",
  "widget.pick.folder": "Hinzuzufügender Ordner",

  "widget.notices": "Hinweise",
  "widget.notices.dismiss": "Ausblenden",
  "widget.notices.show": { one: "Anzeigen", other: "Alle {count} anzeigen" },
  "widget.assets.missing":
    "Was PDFs auf Japanisch, Chinesisch und in einigen anderen Sprachen brauchen, wurde unter {url} nicht gefunden. Prüfen Sie den Ordner „assets“.",
  "widget.lost.outdated":
    "Eine neuere Fassung dieser Seite ist offen. Laden Sie neu, um weiterzumachen.",
  "widget.lost.storage":
    "Der Browser hat entfernt, was diese Seite gespeichert hatte. Laden Sie neu, um zu sehen, was übrig ist, und fügen Sie den Rest wieder hinzu.",
  "widget.lost.reload": "Neu laden",
  "widget.failure.title": "Ihre Dokumente konnten nicht geöffnet werden",
  "widget.failure.safe":
    "Nichts wurde gelöscht. Dokumente, die früher hinzugefügt wurden, bleiben, wie sie sind.",
  "widget.answerNotKept": "Die Antwort konnte nicht für später aufbewahrt werden. {reason}",
  "widget.ask.reading": "Die ersten Dokumente werden noch gelesen. Fragen Sie gleich noch einmal.",
  "widget.ask.noDocuments":
    "Es gibt kein Dokument, das gefragt werden kann. Fügen Sie zuerst eines hinzu.",
};
