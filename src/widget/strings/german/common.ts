import type { common as english } from "../english/common.js";
import type { Translation } from "../message.js";

/** Words that are used all over the interface, in German. */
export const common: Translation<typeof english> = {
  "common.pages": { one: "{count} Seite", other: "{count} Seiten" },
  "common.parts": { one: "{count} Teil", other: "{count} Teile" },
  "common.documents": { one: "{count} Dokument", other: "{count} Dokumente" },
  "common.searches": { one: "{count} Suche", other: "{count} Suchen" },
  "common.place.page": "Seite {number}",
  "common.place.part": "Teil {number}",
  "common.time.few": "noch ein paar Sekunden",
  "common.time.seconds": { one: "noch {count} Sekunde", other: "noch {count} Sekunden" },
  "common.time.minutes": { one: "noch {count} Minute", other: "noch {count} Minuten" },
  "common.time.hours": { one: "noch {count} Stunde", other: "noch {count} Stunden" },
  "common.took.under": "unter {seconds} s",
  "common.took.seconds": "{seconds} s",
  "common.took.minutes": "{minutes} min {seconds} s",
  "common.undo": "Rückgängig",
  "common.delete": "Löschen",
  "common.close": "Schließen",
  "common.cancel": "Abbrechen",
  "common.tryAgain": "Noch einmal versuchen",
};
