import type { published as english } from "../english/published.js";
import type { Translation } from "../message.js";

/** Collections that others have published, and collections as files, in Spanish. */
export const published: Translation<typeof english> = {
  "published.lines": "Colecciones",
  "published.fetching": "Obteniendo {name}",
  "published.fetching.progress": {
    one: "Obteniendo {name} · {done} de {count} documento",
    other: "Obteniendo {name} · {done} de {count} documentos",
  },
  "published.fetching.cancel": "Dejar de obtener {name}",
  "published.stopped": "{name} todavía no está aquí por completo.",
  "published.goOn": "Continuar",
  "published.goOn.name": "Continuar obteniendo {name}",
  "published.failed": "No se pudo obtener {name}",
  "published.row.textOnly": "Aquí solo está su texto; llegó sin el archivo.",
  "published.row.notRead": "Su texto llegó con una colección y no se ha leído aquí del archivo.",

  "collections.title": "Colecciones",
  "collections.about":
    "Una colección es un archivo con documentos en los que se puede buscar enseguida, allí donde se abra.",
  "collections.open": "Abrir una colección",
  "collections.open.pick": "Archivo de la colección que se abre",
  "collections.open.checking": {
    one: "Comprobando {name} · {done} de {count} documento",
    other: "Comprobando {name} · {done} de {count} documentos",
  },
  "collections.open.storing": {
    one: "Añadiendo {name} · {done} de {count} documento",
    other: "Añadiendo {name} · {done} de {count} documentos",
  },
  "collections.open.start": "Abriendo {name}",
  "collections.open.cancel": "Dejar de abrir {name}",
  "collections.open.added": {
    one: "{count} documento añadido",
    other: "{count} documentos añadidos",
  },
  "collections.open.replaced": { one: "{count} sustituido", other: "{count} sustituidos" },
  "collections.open.unchanged": {
    one: "{count} ya estaba aquí",
    other: "{count} ya estaban aquí",
  },
  "collections.open.nothing": "En esta colección no hay ningún documento.",
  "collections.open.failed": "{name} no se añadió",
  "collections.save.title": "Título de una colección nueva",
  "collections.save.default": "Documentos",
  "collections.save.originals": "Con los archivos, {size}",
  "collections.save.originals.about": "Sin ellos, en otro lugar solo se puede leer su texto.",
  "collections.save.do": {
    one: "Guardar su documento ({count}) en un archivo",
    other: "Guardar sus {count} documentos en un archivo",
  },
  "collections.save.leftOut": {
    one: "{count} documento no está en el archivo",
    other: "{count} documentos no están en el archivo",
  },
  "collections.save.start": "Guardando {name}",
  "collections.save.progress": {
    one: "Guardando {name} · {done} de {count} documento",
    other: "Guardando {name} · {done} de {count} documentos",
  },
  "collections.save.cancel": "Dejar de guardar {name}",

  "collections.published": "De la web",
  "collections.published.list": "Colecciones publicadas",
  "collections.published.about":
    "Sus documentos se guardan aquí y se busca en ellos aquí. Un archivo se obtiene cuando se abre por primera vez.",
  "collections.published.partly": {
    one: "{count} documento; faltan otros",
    other: "{count} documentos; faltan otros",
  },
  "collections.published.hidden": {
    one: "{count} eliminado aquí",
    other: "{count} eliminados aquí",
  },
  "collections.published.checked": "Última comprobación: {day}",
  "collections.published.notHere": "No está aquí. Esta página la ofrece.",
  "collections.fetch": "Obtener",
  "collections.fetch.name": "Obtener {name}",
  "collections.look": "Buscar cambios",
  "collections.look.name": "Buscar cambios en {name}",
  "collections.look.running": "Buscando cambios…",
  "collections.look.same": "No ha cambiado nada.",
  "collections.look.fetched": {
    one: "{count} documento obtenido",
    other: "{count} documentos obtenidos",
  },
  "collections.look.gone": {
    one: "{count} ya no está publicado",
    other: "{count} ya no están publicados",
  },
  "collections.remove": "Quitar",
  "collections.remove.name": "Quitar {name}",
  "collections.remove.what": {
    one: "{count} documento desaparece de este dispositivo y no se puede deshacer. Sus propios documentos se quedan.",
    other:
      "{count} documentos desaparecen de este dispositivo y no se puede deshacer. Sus propios documentos se quedan.",
  },
  "collections.remove.do": "Quitar",
  "collections.remove.keep": "Conservar",
  "collections.removed": "{name} se quitó.",
};
