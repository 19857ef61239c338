import type { common as english } from "../english/common.js";
import type { Translation } from "../message.js";

/** Words that are used all over the interface, in French. */
export const common: Translation<typeof english> = {
  "common.pages": { one: "{count} page", other: "{count} pages" },
  "common.parts": { one: "{count} partie", other: "{count} parties" },
  "common.documents": { one: "{count} document", other: "{count} documents" },
  "common.searches": { one: "{count} recherche", other: "{count} recherches" },
  "common.place.page": "page {number}",
  "common.place.part": "partie {number}",
  "common.time.few": "encore quelques secondes",
  "common.time.seconds": { one: "encore {count} seconde", other: "encore {count} secondes" },
  "common.time.minutes": { one: "encore {count} minute", other: "encore {count} minutes" },
  "common.time.hours": { one: "encore {count} heure", other: "encore {count} heures" },
  "common.took.under": "moins de {seconds} s",
  "common.took.seconds": "{seconds} s",
  "common.took.minutes": "{minutes} min {seconds} s",
  "common.undo": "Annuler",
  "common.delete": "Supprimer",
  "common.close": "Fermer",
  "common.cancel": "Annuler",
  "common.tryAgain": "Réessayer",
};
