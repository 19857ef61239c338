import type { widget as english } from "../english/widget.js";
import type { Translation } from "../message.js";

/** The frame around everything: panes, dialogs, modes, in Spanish. */
export const widget: Translation<typeof english> = {
  "widget.name": "Pagehound",
  "widget.panes": "Paneles",
  "widget.panes.documents": "Documentos",
  "widget.panes.ask": "Preguntar",
  "widget.panes.search": "Buscar",
  "widget.panes.page": "Página",
  "widget.pageWidth": "Ancho de la página",
  "widget.drop": "Suelte para añadir",

  "widget.empty.drop": "Suelte aquí documentos para buscar en ellos",
  "widget.empty.choose": "Elija documentos para buscar en ellos",
  "widget.empty.what":
    "Archivos PDF, de texto, Markdown, HTML y CSV, o una carpeta entera. Cada resultado abre la página de la que procede, con el pasaje marcado.",
  "widget.empty.files": "Elegir archivos",
  "widget.empty.folder": "Elegir una carpeta",
  "widget.empty.samples": "Probar los ejemplos",
  "widget.empty.samples.fetching": "Descargando los ejemplos…",
  "widget.pick.files": "Archivos que añadir",
  "widget.pick.folder": "Carpeta que añadir",

  "widget.notices": "Avisos",
  "widget.notices.dismiss": "Ocultar",
  "widget.notices.show": { one: "Mostrarlo", other: "Mostrar los {count}" },
  "widget.assets.missing":
    "Lo que necesitan los PDF en japonés, chino y algunos otros idiomas no se encontró en {url}. Compruebe la carpeta «assets».",
  "widget.lost.outdated":
    "Está abierta una versión más reciente de esta página. Recargue para seguir.",
  "widget.lost.storage":
    "El navegador ha borrado lo que esta página había guardado. Recargue para ver qué queda y añada de nuevo lo demás.",
  "widget.lost.reload": "Recargar",
  "widget.failure.title": "No se pudieron abrir sus documentos",
  "widget.failure.safe":
    "No se ha eliminado nada. Los documentos añadidos antes siguen como estaban.",
  "widget.answerNotKept": "No se pudo conservar la respuesta para más tarde. {reason}",
  "widget.ask.reading":
    "Todavía se están leyendo los primeros documentos. Vuelva a preguntar en un momento.",
  "widget.ask.noDocuments": "No hay ningún documento al que preguntar. Añada uno primero.",
};
