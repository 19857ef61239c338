import type { documents as english } from "../english/documents.js";
import type { Translation } from "../message.js";

/** The list of documents, adding files, and what came of it, in Spanish. */
export const documents: Translation<typeof english> = {
  "documents.title": "Documentos",
  "documents.list": "Todos los documentos",
  "documents.hide": "Ocultar la lista de documentos",
  "documents.add.files": "Archivos",
  "documents.add.folder": "Carpeta",
  "documents.selected": { one: "{count} seleccionado", other: "{count} seleccionados" },
  "documents.selected.clear": "Desmarcar",
  "documents.resume": "Reanudar la lectura",
  "documents.notAdded": {
    one: "{count} archivo no añadido",
    other: "{count} archivos no añadidos",
  },
  "documents.notAdded.goTo": "Va hasta ellos, al final de la lista",

  "documents.row.pick": "Buscar en {name}",
  "documents.row.delete": "Eliminar {name}",
  "documents.row.readingAgain": "Nueva lectura de {name}",
  "documents.row.searchable": {
    one: "{searchable} de {count} con texto",
    other: "{searchable} de {count} con texto",
  },
  "documents.row.linked": "Sigue en su disco: se lee desde allí y no se copia.",
  "documents.row.sameContent": "Tiene el mismo contenido que {name}.",
  "documents.partial.onlyPage": "Su única página es un escaneo; no se puede buscar en su texto.",
  "documents.partial.allPages": {
    one: "Su única página es un escaneo; no se puede buscar en su texto.",
    other: "Sus {count} páginas son escaneos; no se puede buscar en su texto.",
  },
  "documents.partial.pages": {
    one: "Se puede buscar en {searchable} de {count} página; {reasons}.",
    other: "Se puede buscar en {searchable} de {count} páginas; {reasons}.",
  },
  "documents.partial.parts": {
    one: "Se puede buscar en {searchable} de {count} parte; {reasons}.",
    other: "Se puede buscar en {searchable} de {count} partes; {reasons}.",
  },
  "documents.partial.scanned": { one: "{count} escaneada", other: "{count} escaneadas" },
  "documents.partial.unreadable": { one: "{count} ilegible", other: "{count} ilegibles" },
  "documents.partial.empty": { one: "{count} vacía", other: "{count} vacías" },
  "documents.leftOut": {
    one: "Una palabra poco frecuente no está en la búsqueda por palabras; la búsqueda por patrón la encuentra.",
    other:
      "Unas {count} palabras poco frecuentes, sobre todo identificadores y números, no están en la búsqueda por palabras; la búsqueda por patrón las encuentra.",
  },
  "documents.recognised.all":
    "El texto de todas sus páginas se reconoció en escaneos; puede tener errores.",
  "documents.recognised.some": {
    one: "El texto de {recognised} de {count} página se reconoció en escaneos; puede tener errores.",
    other:
      "El texto de {recognised} de {count} páginas se reconoció en escaneos; puede tener errores.",
  },

  "documents.renewal.again": "Nueva lectura: {state}",
  "documents.renewal.version": "Nueva versión: {state}",
  "documents.renewal.progress": { one: "{done} de {count}", other: "{done} de {count}" },
  "documents.renewal.waiting": "en espera · {size}",
  "documents.renewal.waiting.pages": "en espera · {pages}",
  "documents.renewal.paused": "en pausa",
  "documents.renewal.paused.pages": "en pausa · {pages}",
  "documents.renewal.indexing": "preparando la búsqueda",

  "documents.state.waiting": "En espera · {size}",
  "documents.state.waiting.pages": "En espera · {pages}",
  "documents.state.paused": "En pausa",
  "documents.state.paused.pages": "En pausa · {pages}",
  "documents.state.indexing": "Preparando la búsqueda",
  "documents.state.reading.left": "{pages} · {left}",
  "documents.state.pages": { one: "{done} de {count} página", other: "{done} de {count} páginas" },
  "documents.state.pagesRead": { one: "{count} página leída", other: "{count} páginas leídas" },
  "documents.state.password.asked": "Necesita contraseña",
  "documents.state.password.wrong": "Contraseña incorrecta",
  "documents.state.password.checking": "Probando la contraseña",
  "documents.held.noRoom": "Sin espacio",
  "documents.held.permission": "Necesita su permiso",
  "documents.held.stopped": "Detuvo la página",
  "documents.held.other": "Todavía no puede seguir",
  "documents.refused.unsupported": "Todavía no se admite",
  "documents.refused.mismatch": "No es lo que dice su nombre",
  "documents.refused.empty": "Vacío",
  "documents.refused.damaged": "Dañado",
  "documents.refused.tooLarge": "Demasiado grande",
  "documents.refused.nothingToRead": "Ninguna página legible",
  "documents.refused.timedOut": "Tardó demasiado en abrirse",
  "documents.refused.other": "No se pudo leer",
  "documents.file.reading": "Leyendo {name}",
  "documents.file.takeOut": "Quitar {name}",
  "documents.file.takeOut.refused": "Quitarlo de la lista",
  "documents.file.takeOut.waiting": "Quitarlo: no se añade",
  "documents.file.takenOut": "Se ha quitado {name}.",
  "documents.file.allow": "Permitir que se lea {name}",
  "documents.file.allow.short": "Permitir que se lea",
  "documents.file.retry": "Reintentar con {name}",
  "documents.file.first": "Leer {name} primero",
  "documents.file.first.short": "Leer este primero",
  "documents.file.isFirst": "{name} se lee primero.",

  "documents.unread": { one: "{count} no se pudo leer", other: "{count} no se pudieron leer" },
  "documents.unread.list": "Archivos que no se pudieron leer",
  "documents.unread.clear": "Vaciar",
  "documents.unread.clear.list": "Vaciar la lista de archivos que no se pudieron leer",

  "documents.queue.title": "Archivos que se leen",
  "documents.queue.all": "Todos los archivos",
  "documents.queue.reading": {
    one: "Leyendo {count} archivo",
    other: "Leyendo {number} de {count} archivos",
  },
  "documents.queue.paused": {
    one: "En pausa · {count} archivo por leer",
    other: "En pausa · {count} archivos por leer",
  },
  "documents.queue.takingIn": {
    one: "Recibiendo {count} archivo",
    other: "Recibiendo {count} archivos",
  },
  "documents.queue.keepOpen": "Mantenga esta página abierta hasta que se reciban",
  "documents.queue.pause": "Pausar",
  "documents.queue.isPaused": "En pausa. Lo que se leyó se conserva.",
  "documents.queue.resume": "Reanudar",
  "documents.queue.isResumed": "La lectura continúa.",
  "documents.queue.stop": "Detener",
  "documents.queue.stop.what": "Quita el resto de la lista; lo que está listo se queda",
  "documents.queue.otherTab": "Otra pestaña los lee.",
  "documents.queue.goesOn": "La lectura sigue donde se detuvo.",

  "documents.adding": { one: "Añadiendo {count} archivo.", other: "Añadiendo {count} archivos." },
  "documents.adding.nothing": "No había nada que añadir: ningún archivo, o solo archivos ocultos.",
  "documents.adding.unreadable": {
    one: "{count} elemento no se pudo leer",
    other: "{count} elementos no se pudieron leer",
  },
  "documents.adding.notAllowed": "El navegador no obtuvo permiso para leerlo.",
  "documents.samples.failed":
    "No se pudieron descargar los ejemplos desde este sitio. Inténtelo de nuevo en un momento.",
  "documents.stopped": {
    one: "Lectura detenida. {count} archivo no se añadió.",
    other: "Lectura detenida. {count} archivos no se añadieron.",
  },
  "documents.stopped.others": {
    one: "{count} más tendría que añadirse de nuevo desde su lugar en el disco.",
    other: "{count} más tendrían que añadirse de nuevo desde su lugar en el disco.",
  },
  "documents.stopped.again": {
    one: "Para seguir, añádalo de nuevo.",
    other: "Para seguir, añádalos de nuevo.",
  },
  "documents.stopped.continue": "Continuar",

  "documents.report.said": { one: "{count} documento listo.", other: "{count} documentos listos." },
  "documents.report.ready": {
    one: "{count} documento está listo",
    other: "{count} documentos están listos",
  },
  "documents.report.unread": {
    one: "{count} archivo no se pudo leer",
    other: "{count} archivos no se pudieron leer",
  },
  "documents.report.readyAndUnread": "{ready}; {unread}",
  "documents.report.nothingNew": {
    one: "Este archivo ya está aquí, sin cambios.",
    other: "Estos archivos ya están aquí, sin cambios.",
  },
  "documents.report.unchanged": {
    one: "{count} archivo ya estaba aquí, sin cambios.",
    other: "{count} archivos ya estaban aquí, sin cambios.",
  },
  "documents.report.named": "{name}: {message}",
  "documents.report.unsupported": {
    one: "{count} archivo es de un tipo que todavía no se puede leer.",
    other: "{count} archivos son de tipos que todavía no se pueden leer.",
  },
  "documents.report.mismatch": {
    one: "{count} archivo no es lo que dice su nombre.",
    other: "{count} archivos no son lo que dicen sus nombres.",
  },
  "documents.report.empty": {
    one: "{count} archivo está vacío.",
    other: "{count} archivos están vacíos.",
  },
  "documents.report.damaged": {
    one: "{count} archivo está dañado.",
    other: "{count} archivos están dañados.",
  },
  "documents.report.nothingToRead": {
    one: "{count} archivo no tiene ninguna página legible.",
    other: "{count} archivos no tienen ninguna página legible.",
  },
  "documents.report.timedOut": {
    one: "{count} archivo tardó demasiado en abrirse.",
    other: "{count} archivos tardaron demasiado en abrirse.",
  },
  "documents.report.other": {
    one: "{count} archivo no se pudo leer.",
    other: "{count} archivos no se pudieron leer.",
  },
  "documents.report.partial": {
    one: "Solo se puede buscar en parte de {count} documento: {pages}.",
    other: "Solo se puede buscar en parte de {count} documentos: {pages}.",
  },
  "documents.report.partial.scanned": {
    one: "{count} página escaneada",
    other: "{count} páginas escaneadas",
  },
  "documents.report.partial.unreadable": {
    one: "{count} página que no se pudo leer",
    other: "{count} páginas que no se pudieron leer",
  },
  "documents.report.recognised": {
    one: "Se reconoció el texto de {pages} en {count} documento; puede tener errores.",
    other: "Se reconoció el texto de {pages} en {count} documentos; puede tener errores.",
  },
  "documents.report.recognised.pages": {
    one: "{count} página escaneada",
    other: "{count} páginas escaneadas",
  },
  "documents.report.same": "{name} tiene el mismo contenido que {other}.",
  "documents.report.sameMany": {
    one: "{count} documento tiene el mismo contenido que otro.",
    other: "{count} documentos tienen el mismo contenido que otros.",
  },

  "documents.missing": {
    one: "{count} documento ya no está en la carpeta {folder}",
    other: "{count} documentos ya no están en la carpeta {folder}",
  },
  "documents.missing.more": {
    one: "{first}, {second} y {count} más",
    other: "{first}, {second} y {count} más",
  },
  "documents.missing.others": "Todos sus demás archivos ya están aquí, sin cambios.",
  "documents.missing.remove": { one: "Eliminarlo", other: "Eliminarlos" },
  "documents.missing.keep": "Conservar",

  "documents.deleted": "Eliminados",
  "documents.deleted.one": "{name} eliminado",
  "documents.deleted.many": {
    one: "{count} documento eliminado",
    other: "{count} documentos eliminados",
  },
  "documents.deleted.one.said": "{name} eliminado. Se puede deshacer durante diez segundos.",
  "documents.deleted.many.said": {
    one: "{count} documento eliminado. Se puede deshacer durante diez segundos.",
    other: "{count} documentos eliminados. Se puede deshacer durante diez segundos.",
  },
  "documents.replaced": "Sustituidos",
  "documents.replaced.one": "{name} sustituido",
  "documents.replaced.many": {
    one: "{count} documento sustituido",
    other: "{count} documentos sustituidos",
  },
  "documents.replaced.one.said":
    "{name} sustituido por su nueva versión. Se puede deshacer durante veinte segundos.",
  "documents.replaced.many.said": {
    one: "{count} documento sustituido. Se puede deshacer durante veinte segundos.",
    other: "{count} documentos sustituidos. Se puede deshacer durante veinte segundos.",
  },
  "documents.restored.one": "{name} está de vuelta.",
  "documents.restored.many": {
    one: "{count} documento está de vuelta.",
    other: "{count} documentos están de vuelta.",
  },

  "documents.password": "Contraseña",
  "documents.password.of": "Contraseña de {name}",
  "documents.password.open": "Abrir",
  "documents.password.open.file": "Abrir {name}",
  "documents.password.skip": "Omitir",
  "documents.password.skip.file": "Omitir {name}",
  "documents.password.skip.what": "No se añade",
  "documents.password.skipped": "Se ha omitido {name}.",
  "documents.password.skipAll": { one: "Omitir {count} archivo", other: "Omitir los {count}" },
  "documents.password.skipAll.what": "No se añaden",
  "documents.password.skippedAll": {
    one: "Se ha omitido {count} archivo.",
    other: "Se han omitido {count} archivos.",
  },
  "documents.password.needed": "{name} necesita una contraseña",
  "documents.password.neededMany": {
    one: "{count} archivo necesita una contraseña",
    other: "{count} archivos necesitan una contraseña",
  },
  "documents.password.later": "Más tarde; la lista de documentos la sigue pidiendo",
  "documents.password.wrong": "Esa no es su contraseña. Pruebe con otra.",
  "documents.password.checking": "Probando la contraseña…",
  "documents.password.use": "Sirve para leer el archivo y no se conserva.",
  "documents.password.use.more": {
    one: "Sirve para leer el archivo y no se conserva. Queda {count} más después de este.",
    other: "Sirve para leer el archivo y no se conserva. Quedan {count} más después de este.",
  },

  "documents.room.none": "No hay espacio para {name}",
  "documents.room.noneMany": {
    one: "No hay espacio para {count} archivo",
    other: "No hay espacio para {count} archivos",
  },
  "documents.room.missing":
    "Faltan {size} en el almacenamiento que el navegador concede a este sitio.",
  "documents.room.needed":
    "Se necesitan {size}, y el navegador concede menos que eso a este sitio.",
  "documents.room.largest": "Los documentos más grandes que hay aquí:",
  "documents.room.waiting":
    "Se intentará de nuevo en cuanto los documentos eliminados desaparezcan del todo.",
  "documents.room.clearing":
    "Los documentos eliminados dejan espacio medio minuto después, cuando ya no se pueden recuperar.",
  "documents.room.leaveOut": { one: "No añadirlo", other: "No añadirlos" },
  "documents.storage.memory":
    "Se conserva solo en esta pestaña: este navegador no permite que la página guarde nada. Todo desaparece al cerrar la pestaña.",
  "documents.storage.used": "{used} usados de los {granted} que el navegador concede a este sitio.",
  "documents.storage.kept": "El navegador lo conserva hasta que usted lo elimine.",
  "documents.storage.mayGo":
    "El navegador puede borrar esto cuando falte espacio. Conserve también los propios archivos.",

  "documents.permission.asks":
    "{name} sigue en su disco. El navegador tiene que pedirle permiso antes de que esta página lo lea de nuevo.",
  "documents.permission.refused":
    "El navegador no obtuvo permiso para leer {name}, así que no se pueden mostrar sus páginas. Se puede seguir buscando en su texto.",
  "documents.permission.allow": "Permitir",

  // Files that somebody else has sent.
  "offers.title": {
    one: "Otra aplicación ha enviado {count} archivo",
    other: "Otra aplicación ha enviado {count} archivos",
  },
  "offers.about": "No se añade nada sin su acuerdo. Descarte lo que no haya enviado usted.",
  "offers.as": "se llamará {name}",
  "offers.turnedAway": {
    one: "Se ha rechazado {count} archivo: son demasiados, o demasiado grandes, para esperar aquí.",
    other:
      "Se han rechazado {count} archivos: son demasiados, o demasiado grandes, para esperar aquí.",
  },
  "offers.differs": {
    one: "Ya hay aquí un documento con este nombre y otro contenido",
    other: "Ya hay aquí {count} documentos con estos nombres y otro contenido",
  },
  "offers.add": "Añadir",
  "offers.replace": "Sustituir",
  "offers.both": "Conservar ambos",
  "offers.discard": "Descartar",
  "offers.discarded": "Descartado. No se ha añadido nada.",
};
