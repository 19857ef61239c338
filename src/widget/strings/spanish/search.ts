import type { search as english } from "../english/search.js";
import type { Translation } from "../message.js";

/** Searching by words and by patterns, in Spanish. */
export const search: Translation<typeof english> = {
  "search.box.words.label": "Buscar en sus documentos",
  "search.box.words.placeholder": "Buscar en sus documentos",
  "search.box.pattern.label": "Buscar un patrón en sus documentos",
  "search.box.pattern.placeholder": "Un patrón que buscar",
  "search.match.group": "Cómo buscar",
  "search.match.case": "Distinguir mayúsculas",
  "search.match.word": "Solo palabras completas",
  "search.match.pattern": "Buscar un patrón, línea por línea",
  "search.match.withKey": "{label} ({key})",

  "search.results": "Resultados",
  "search.more": "Mostrar más",
  "search.failed": "La búsqueda no ha funcionado",
  "search.failed.unknown": "La búsqueda no ha funcionado.",
  "search.pattern.fault": "El patrón no se puede usar. {reason}",

  "search.slow": "Buscando…",
  "search.reading": "Se están leyendo los primeros documentos.",
  "search.rest.all": {
    one: "Se puede buscar en {count} página.",
    other: "Se puede buscar en {count} páginas.",
  },
  "search.rest.some": {
    one: "Se puede buscar en {searchable} de {count} página; {gaps}.",
    other: "Se puede buscar en {searchable} de {count} páginas; {gaps}.",
  },
  "search.covered.all": {
    one: "{count} página revisada",
    other: "las {count} páginas revisadas",
  },
  "search.covered.allOf": {
    one: "{count} página de {documents} revisada",
    other: "las {count} páginas de {documents} revisadas",
  },
  "search.covered.some": {
    one: "{searched} de {count} página revisada; {gaps}",
    other: "{searched} de {count} páginas revisadas; {gaps}",
  },
  "search.covered.someOf": {
    one: "{searched} de {count} página de {documents} revisada; {gaps}",
    other: "{searched} de {count} páginas de {documents} revisadas; {gaps}",
  },
  "search.covered.documents": { one: "{count} documento", other: "{count} documentos" },
  "search.only.all": {
    one: "{count} página revisada",
    other: "Las {count} páginas revisadas",
  },
  "search.only.allOf": {
    one: "{count} página de {documents} revisada",
    other: "Las {count} páginas de {documents} revisadas",
  },
  "search.only.some": {
    one: "{searched} de {count} página revisada; {gaps}",
    other: "{searched} de {count} páginas revisadas; {gaps}",
  },
  "search.only.someOf": {
    one: "{searched} de {count} página de {documents} revisada; {gaps}",
    other: "{searched} de {count} páginas de {documents} revisadas; {gaps}",
  },
  "search.gaps.scanned": { one: "{count} escaneada", other: "{count} escaneadas" },
  "search.gaps.unreadable": { one: "{count} ilegible", other: "{count} ilegibles" },
  "search.gaps.empty": { one: "{count} vacía", other: "{count} vacías" },
  "search.gaps.without": { one: "{count} sin texto", other: "{count} sin texto" },
  "search.withCoverage": "{found} · {covered}",

  "search.found.all": {
    one: "{count} pasaje en {documents}",
    other: "{count} pasajes en {documents}",
  },
  "search.found.documents": { one: "{count} documento", other: "{count} documentos" },
  "search.found.best": {
    one: "El mejor pasaje ({count})",
    other: "Los {count} mejores pasajes",
  },
  "search.found.bestOf": {
    one: "Los mejores pasajes: {shown} de {count}",
    other: "Los mejores pasajes: {shown} de {count}",
  },

  "search.lines.found": {
    one: "{matches} en {lines}, en {matching} de {count} documento",
    other: "{matches} en {lines}, en {matching} de {count} documentos",
  },
  "search.lines.found.matches": { one: "{count} coincidencia", other: "{count} coincidencias" },
  "search.lines.found.lines": { one: "{count} línea", other: "{count} líneas" },
  "search.lines.preparing": "Preparando el texto…",
  "search.lines.matching": "Buscando el patrón…",
  "search.lines.progress": {
    one: "{done} de {count} documento",
    other: "{done} de {count} documentos",
  },
  "search.lines.list": "Líneas encontradas en {name}",
  "search.lines.only": { one: "{count} línea encontrada", other: "{count} líneas encontradas" },
  "search.lines.onPages": {
    one: "{count} línea encontrada en {pages}",
    other: "{count} líneas encontradas en {pages}",
  },
  "search.lines.pages": { one: "{count} página", other: "{count} páginas" },
  "search.lines.inParts": {
    one: "{count} línea encontrada en {parts}",
    other: "{count} líneas encontradas en {parts}",
  },
  "search.lines.parts": { one: "{count} parte", other: "{count} partes" },
  "search.lines.line": "línea {number}",
  "search.lines.place": "{place}, {line}",
  "search.lines.longer": "Buscar hasta un minuto",
  "search.lines.left": {
    one: "{count} línea más; precise el patrón para ver menos.",
    other: "{count} líneas más; precise el patrón para ver menos.",
  },
  "search.lines.stopped": "Detenida antes de encontrar una línea",
  "search.lines.none": "Ninguna línea coincide con {pattern}",
  "search.lines.none.outcome": {
    one: "La única página con texto, en {documents}, no tiene una línea así.",
    other: "Ninguna de las {count} páginas con texto, en {documents}, tiene una línea así.",
  },
  "search.lines.ignoreCase": "No distinguir mayúsculas",
  "search.lines.partsOfWords": "Buscar partes de palabras",

  "search.none.title": "No se encontró nada para {query}",
  "search.none.quoted": "«{query}»",
  "search.none.narrows.title": "Añada las palabras que busca",
  "search.none.narrows": "Los filtros y las palabras que se excluyen solo reducen una búsqueda.",
  "search.none.noDocument": "Ningún documento pasa el filtro.",
  "search.none.noPage": "Ningún documento tiene una página así.",
  "search.none.noText": "Ninguna de las páginas revisadas tiene texto.",
  "search.none.documents": { one: "{count} documento", other: "{count} documentos" },
  "search.none.required": {
    one: "La única página con texto, en {documents}, no tiene lo que esta búsqueda exige.",
    other:
      "Ninguna de las {count} páginas con texto, en {documents}, tiene lo que esta búsqueda exige.",
  },
  "search.none.words": {
    one: "La única página con texto, en {documents}, no contiene ninguna de estas palabras.",
    other:
      "Ninguna de las {count} páginas con texto, en {documents}, contiene alguna de estas palabras.",
  },
  "search.none.word": {
    one: "La única página con texto, en {documents}, no contiene esta palabra.",
    other: "Ninguna de las {count} páginas con texto, en {documents}, contiene esta palabra.",
  },
  "search.none.tried": "Buscar {words} tampoco dio resultados.",
  "search.none.instead": "«{to}» en lugar de «{from}»",
  "search.none.reading": "Todavía se están leyendo algunos documentos.",
  "search.none.fewer": "Pruebe con menos palabras, o con otras que el texto pueda usar.",
  "search.none.all": "Buscar en todos los documentos",
  "search.none.noQuotes": "Quitar las comillas",
  "search.none.remove": "Quitar {condition}",
  "search.none.leaveOut": "No excluir nada",
  "search.none.noFilters": "Quitar los filtros",
  "search.unsearchable": "Quizá esté donde no hay texto en el que buscar:",
  "search.unsearchable.more": {
    one: "y en {count} documento más",
    other: "y en {count} documentos más",
  },

  "search.help.words": "Formas de buscar",
  "search.help.patterns": "Patrones que probar",
  "search.help.phrase.form": '"palabras exactas"',
  "search.help.phrase.part": "palabras exactas",
  "search.help.phrase": "estas palabras, una junto a otra",
  "search.help.without.form": "palabras -sin",
  "search.help.without.part": "palabras",
  "search.help.without": "excluye lo que tiene la segunda palabra",
  "search.help.either.form": "esto OR aquello",
  "search.help.either.part": "esto",
  "search.help.either": "cualquiera de las dos",
  "search.help.begin.form": "inicio*",
  "search.help.begin.part": "inicio",
  "search.help.begin": "toda palabra que empiece así",
  "search.help.document.form": "doc:nombre",
  "search.help.document.part": "nombre",
  "search.help.document": "solo documentos con esto en su nombre",
  "search.help.type": "solo estos; también text, markdown, html, csv",
  "search.help.page": "solo estas páginas",
  "search.help.digits": "cuatro cifras; \\w es una letra o una cifra",
  "search.help.alternatives.form": "beneficio|pérdida",
  "search.help.alternatives": "cualquiera de las dos",
  "search.help.between.form": "beneficio .* neto",
  "search.help.between": "cualquier cosa entre ambas, en una línea",
  "search.help.optional.form": "facturas?",
  "search.help.optional": "con o sin la letra anterior",
  "search.help.wordStart.form": "\\bventa",
  "search.help.wordStart": "al principio de una palabra",
  "search.help.lineStart.form": "^Total",
  "search.help.lineStart": "al principio de una línea",
  "search.help.keys":
    "{up}{down} recorren los resultados, {enter} abre la página, {escape} la cierra.",
  "search.help.keys.pattern":
    "{up}{down} recorren los resultados, {enter} abre la página, {escape} la cierra, {pattern} busca un patrón.",
};
