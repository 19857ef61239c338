import type { common as english } from "../english/common.js";
import type { Translation } from "../message.js";

/** Words that are used all over the interface, in Spanish. */
export const common: Translation<typeof english> = {
  "common.pages": { one: "{count} página", other: "{count} páginas" },
  "common.parts": { one: "{count} parte", other: "{count} partes" },
  "common.documents": { one: "{count} documento", other: "{count} documentos" },
  "common.searches": { one: "{count} búsqueda", other: "{count} búsquedas" },
  "common.place.page": "página {number}",
  "common.place.part": "parte {number}",
  "common.time.few": "quedan unos segundos",
  "common.time.seconds": { one: "queda {count} segundo", other: "quedan {count} segundos" },
  "common.time.minutes": { one: "queda {count} minuto", other: "quedan {count} minutos" },
  "common.time.hours": { one: "queda {count} hora", other: "quedan {count} horas" },
  "common.took.under": "menos de {seconds} s",
  "common.took.seconds": "{seconds} s",
  "common.took.minutes": "{minutes} min {seconds} s",
  "common.undo": "Deshacer",
  "common.delete": "Eliminar",
  "common.close": "Cerrar",
  "common.cancel": "Cancelar",
  "common.tryAgain": "Reintentar",
};
