import type { viewer as english } from "../english/viewer.js";
import type { Translation } from "../message.js";

/** The page viewer, in Spanish. */
export const viewer: Translation<typeof english> = {
  "viewer.toolbar": "Controles de la página",
  "viewer.close": "Cerrar la página",
  "viewer.previousPage": "Página anterior",
  "viewer.nextPage": "Página siguiente",
  "viewer.more": "Más controles",
  "viewer.zoomIn": "Acercar",
  "viewer.zoomOut": "Alejar",
  "viewer.fitWidth": "Ajustar al ancho",
  "viewer.fitPage": "Mostrar la página entera",
  "viewer.pageInput": "Número de página",
  "viewer.partInput": "Número de parte",
  "viewer.opening": "Abriendo…",
  "viewer.loading": "Cargando…",
  "viewer.partFailed":
    "No se pudo cargar esta parte de la vista de la página. Compruebe la conexión e inténtelo de nuevo.",

  "viewer.page": "Página {number}",
  "viewer.part": "Parte {number}",
  "viewer.total": { one: "de {count}", other: "de {count}" },
  "viewer.label": "página {label}",
  "viewer.pages": "Páginas de {name}",

  "viewer.unreadablePage": "Esta página no se puede mostrar.",
  "viewer.slowPage": "Esta página tarda demasiado en dibujarse.",
  "viewer.partlyDrawn":
    "Esta página tarda demasiado en dibujarse. Se muestra lo que se dibujó a tiempo.",
  "viewer.partlySelectable":
    "Esta página tiene más texto del que se puede seleccionar. Se puede seleccionar la primera parte.",
  "viewer.emptyPage": "Esta página no tiene texto.",
  "viewer.textOnly": "El archivo en sí no está aquí. Este es el texto que se leyó de él.",
  "viewer.notRead": "Este texto llegó con una colección y no se ha leído aquí del archivo.",
  "viewer.assetsMissing":
    "En estas páginas pueden faltar caracteres o imágenes, o ser erróneos: no se pudo cargar {url}.",
  "viewer.damaged": "Este archivo está dañado y no se puede mostrar.",
  "viewer.workerFailed":
    "La parte de la página que dibuja los documentos no pudo iniciarse. Recargue la página.",
  "viewer.couldNotOpen": "No se pudo abrir este documento. {reason}",
  "viewer.passwordNeeded": "Este documento necesita su contraseña para mostrarse.",
  "viewer.passwordWrong": "Esa no es la contraseña de este documento.",
  "viewer.passwordLabel": "Contraseña",
  "viewer.passwordSubmit": "Abrir",

  "viewer.marks": "Pasajes marcados",
  "viewer.previousMark": "Pasaje marcado anterior",
  "viewer.nextMark": "Pasaje marcado siguiente",
  "viewer.marked": "Página {number}. El pasaje está marcado.",
  "viewer.markOf": { one: "Pasaje {number} de {count}", other: "Pasaje {number} de {count}" },
  "viewer.unmarked": "El pasaje no se pudo marcar con exactitud en esta página.",
  "viewer.unmarkedOf": {
    one: "{unmarked} de {count} pasaje no se pudo marcar con exactitud.",
    other: "{unmarked} de {count} pasajes no se pudieron marcar con exactitud.",
  },

  "viewer.find": "Buscar en este documento",
  "viewer.findPlaceholder": "Buscar en este documento",
  "viewer.findPrevious": "Coincidencia anterior",
  "viewer.findNext": "Coincidencia siguiente",
  "viewer.findClose": "Cerrar la búsqueda",
  "viewer.findNone": "No se encontró",
  "viewer.findInexact": "Esta coincidencia no se pudo marcar con exactitud en su página.",
  "viewer.findCount": { one: "{at} de {count}", other: "{at} de {count}" },
  "viewer.findCount.more": { one: "{at} de más de {count}", other: "{at} de más de {count}" },
  "viewer.findProgress": {
    one: "{searched} de {count} revisada…",
    other: "{searched} de {count} revisadas…",
  },
  "viewer.findCovered.pages": {
    one: "{searched} de {count} página revisada; {gaps}.",
    other: "{searched} de {count} páginas revisadas; {gaps}.",
  },
  "viewer.findCovered.parts": {
    one: "{searched} de {count} parte revisada; {gaps}.",
    other: "{searched} de {count} partes revisadas; {gaps}.",
  },
  "viewer.gaps.scanned": { one: "{count} escaneada", other: "{count} escaneadas" },
  "viewer.gaps.unreadable": { one: "{count} ilegible", other: "{count} ilegibles" },
  "viewer.gaps.empty": { one: "{count} vacía", other: "{count} vacías" },

  "viewer.panel": "Esquema y páginas",
  "viewer.panelClose": "Cerrar el panel lateral",
  "viewer.outline": "Esquema",
  "viewer.outlineEmpty": "Este documento no tiene títulos.",
  "viewer.thumbnails": "Páginas",
};
