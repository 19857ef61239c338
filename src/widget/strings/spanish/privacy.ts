import type { privacy as english } from "../english/privacy.js";
import type { Translation } from "../message.js";

/** What is stored and sent, the network panel, and the settings, in Spanish. */
export const privacy: Translation<typeof english> = {
  "privacy.line": "Todo queda en este dispositivo",
  "privacy.line.sends": "Se envía texto a {host}",
  "privacy.title": "Lo que queda aquí y lo que se envía",
  "privacy.close.key": "{label} ({key})",
  "privacy.part.failed":
    "No se pudo cargar esta parte de la página. Compruebe la conexión e inténtelo de nuevo.",

  "privacy.stored.title": "Lo que se guarda",
  "privacy.stored.nothing":
    "Todavía no hay nada guardado. Los documentos se conservarán en el almacenamiento de este navegador para este sitio, en este dispositivo.",
  "privacy.stored.nothing.memory":
    "Todavía no hay nada guardado. Los documentos se conservarán en la memoria de esta pestaña, en este dispositivo.",
  "privacy.stored.documents": {
    one: "{count} documento ({size}) con el texto que se encontró en él, en el almacenamiento de este navegador para este sitio. Al eliminar un documento se elimina por completo.",
    other:
      "{count} documentos ({size}) con el texto que se encontró en ellos, en el almacenamiento de este navegador para este sitio. Al eliminar un documento se elimina por completo.",
  },
  "privacy.stored.documents.memory": {
    one: "{count} documento ({size}) con el texto que se encontró en él, en la memoria de esta pestaña. Al eliminar un documento se elimina por completo.",
    other:
      "{count} documentos ({size}) con el texto que se encontró en ellos, en la memoria de esta pestaña. Al eliminar un documento se elimina por completo.",
  },
  "privacy.stored.more":
    "Allí se conservan también las preguntas y sus respuestas, hasta que usted elimine su conversación, y el modelo que descargue, hasta que lo elimine en Modelo.",

  "privacy.sent.title": "Lo que se envía",
  "privacy.sent.nothing":
    "Nada de sus documentos ni de lo que busca o pregunta. Los archivos que aquí se necesitan vienen solo de {hosts}.",
  "privacy.sent.endpoint":
    "Sus preguntas, y texto de sus documentos, se envían a {host}, donde responde {name}: usted lo conectó. Quite el modelo y no se enviará nada más. Los archivos que aquí se necesitan vienen solo de {hosts}.",

  "network.check.title": "Compruébelo",
  "network.check.about":
    "La comprobación lee un pequeño documento propio, busca en él y le pregunta, como haría usted, y mira adónde va cada solicitud.",
  "network.check.start": "Comprobar",
  "network.check.again": "Volver a comprobar",
  "network.check.cancel": "Cancelar",
  "network.check.cancelled": "Se ha cancelado la comprobación.",
  "network.check.open": "Abriendo una colección de prueba…",
  "network.check.add": "Leyendo un documento de prueba…",
  "network.check.search": "Buscando en él…",
  "network.check.ask": "Preguntando sobre él…",
  "network.check.watch": "Probando si se advierte cada solicitud…",
  "network.check.none": "0 solicitudes salieron de este sitio",
  "network.check.none.about": {
    one: "La única solicitud desde que se cargó esta página fue a {host}.",
    other: "Las {count} solicitudes desde que se cargó esta página fueron a {host}.",
  },
  "network.check.left": {
    one: "{count} solicitud salió de este sitio",
    other: "{count} solicitudes salieron de este sitio",
  },
  "network.check.left.about":
    "Se hicieron desde que se cargó esta página, por esta página o por otra cosa que hay en ella:",
  "network.check.left.sentOn": "{address}, que envió la solicitud a otro sitio",
  "network.check.unsure": "No se pudo completar la comprobación",
  "network.check.unsure.about":
    "No consta que ninguna solicitud saliera de este sitio, pero no todo se pudo comprobar:",
  "network.check.unseen": {
    one: "{count} solicitud se hizo antes de que nadie observara; no se sabe adónde fue.",
    other:
      "{count} solicitudes se hicieron antes de que nadie observara; no se sabe adónde fueron.",
  },
  "network.check.unnoticed": "No se advirtieron las solicitudes de esta parte: {parts}.",
  "network.check.failed": "No se pudo trabajar con el documento de prueba. {reason}",
  "network.check.stopped": {
    one: "Las reglas de esta página detuvieron {count} solicitud antes de que se enviara.",
    other: "Las reglas de esta página detuvieron {count} solicitudes antes de que se enviaran.",
  },

  "network.list.title": "Solicitudes desde que se cargó esta página",
  "network.list.all": {
    one: "{count} solicitud, a {host}.",
    other: "{count} solicitudes, todas a {host}.",
  },
  "network.list.some": {
    one: "{left} de {count} solicitud fue a otro sitio.",
    other: "{left} de {count} solicitudes fueron a otros sitios.",
  },
  "network.list.leftOut": {
    one: "{count} solicitud anterior a este sitio ya no está en la lista.",
    other: "{count} solicitudes anteriores a este sitio ya no están en la lista.",
  },
  "network.list.label": "Solicitudes desde que se cargó esta página",
  "network.list.showAll": {
    one: "Mostrar {count} solicitud",
    other: "Mostrar las {count} solicitudes",
  },
  "network.totals.label": "Solicitudes por sitio",
  "network.totals.site": "Sitio",
  "network.totals.requests": "Solicitudes",
  "network.totals.size": "Tamaño",
  "network.totals.sentOn": "otro sitio, adonde la envió {host}",
  "network.totals.stopped": { one: "{count} detenida", other: "{count} detenidas" },
  "network.totals.atLeast": "{size} o más",
  "network.request.other": "Otro sitio",
  "network.request.stopped": "Detenida",
  "network.request.cached": "de la copia de este navegador",
  "network.request.unknownSize": "tamaño desconocido",
  "network.from.page": "página",
  "network.from.documents": "documentos",
  "network.from.reading": "lectura",
  "network.from.search": "búsqueda por patrón",
  "network.from.asking": "preguntas",
  "network.from.viewer": "vista de páginas",
  "network.from.model": "modelo",

  "network.unseen.title": "Lo que no se ve desde aquí",
  "network.unseen.browser":
    "Lo que envían el propio navegador o sus extensiones, y lo que envía aquello que este sitio conserva para usarse sin conexión.",
  "network.unseen.frames": "Lo que piden otras páginas incrustadas en esta.",
  "network.unseen.lasting": "Las conexiones que quedan abiertas. Aquí no se establece ninguna.",
  "network.unseen.engine":
    "Los archivos que un modelo en el procesador, o el reconocimiento de texto en escaneos, descarga por sí mismo desde la carpeta que este sitio les indica.",
  "network.unseen.sentOn": "Adónde envió este sitio una solicitud, cuando allí no respondió nada.",
  "network.unseen.ended": "Las últimas solicitudes de un trabajo interrumpido a medias.",
  "network.unseen.before":
    "Lo que las reglas de esta página detuvieron antes de que empezara la lista.",

  "settings.title": "Ajustes",
  "settings.open": "Ajustes",
  "settings.language": "Idioma",
  "settings.language.page": "Como la página o el navegador",
  "settings.theme": "Apariencia",
  "settings.theme.system": "Como el sistema",
  "settings.theme.light": "Clara",
  "settings.theme.dark": "Oscura",
  "settings.storage": "Almacenamiento",
  "settings.documents": "Documentos",
  "settings.documents.none": "No hay documentos.",
  "settings.documents.count": {
    one: "{count} documento, {size}",
    other: "{count} documentos, {size}",
  },
  "settings.documents.delete": "Eliminar todos los documentos",
  "settings.conversations": "Conversaciones",
  "settings.conversations.none": "No hay conversaciones.",
  "settings.conversations.count": {
    one: "{count} conversación",
    other: "{count} conversaciones",
  },
  "settings.conversations.delete": "Eliminar todas las conversaciones",
  "settings.models": "Modelos en este dispositivo",
  "settings.models.choose": "Elegir un modelo",
  "settings.privacy": "Lo que queda aquí y lo que se envía",
  "settings.privacy.about":
    "Todas las solicitudes desde que se cargó esta página, y una comprobación de adónde van.",
  "settings.privacy.open": "Mostrar las solicitudes",
};
