import type { search as english } from "../english/search.js";
import type { Translation } from "../message.js";

/** Searching by words and by patterns, in French. */
export const search: Translation<typeof english> = {
  "search.box.words.label": "Rechercher dans vos documents",
  "search.box.words.placeholder": "Rechercher dans vos documents",
  "search.box.pattern.label": "Rechercher un motif dans vos documents",
  "search.box.pattern.placeholder": "Un motif à trouver",
  "search.match.group": "Comment chercher",
  "search.match.case": "Respecter la casse",
  "search.match.word": "Mots entiers seulement",
  "search.match.pattern": "Chercher un motif, ligne par ligne",
  "search.match.withKey": "{label} ({key})",

  "search.results": "Résultats",
  "search.more": "Afficher plus",
  "search.failed": "La recherche n’a pas fonctionné",
  "search.failed.unknown": "La recherche n’a pas fonctionné.",
  "search.pattern.fault": "Le motif ne peut pas être utilisé. {reason}",

  "search.slow": "Recherche…",
  "search.reading": "Les premiers documents sont en cours de lecture.",
  "search.rest.all": {
    one: "Recherche possible dans {count} page.",
    other: "Recherche possible dans {count} pages.",
  },
  "search.rest.some": {
    one: "Recherche possible dans {searchable} page sur {count} ; {gaps}.",
    other: "Recherche possible dans {searchable} des {count} pages ; {gaps}.",
  },
  "search.covered.all": {
    one: "{count} page parcourue",
    other: "les {count} pages parcourues",
  },
  "search.covered.allOf": {
    one: "{count} page de {documents} parcourue",
    other: "les {count} pages de {documents} parcourues",
  },
  "search.covered.some": {
    one: "pages parcourues : {searched} sur {count} ; {gaps}",
    other: "pages parcourues : {searched} sur {count} ; {gaps}",
  },
  "search.covered.someOf": {
    one: "pages de {documents} parcourues : {searched} sur {count} ; {gaps}",
    other: "pages de {documents} parcourues : {searched} sur {count} ; {gaps}",
  },
  "search.covered.documents": { one: "{count} document", other: "{count} documents" },
  "search.only.all": {
    one: "{count} page parcourue",
    other: "Les {count} pages parcourues",
  },
  "search.only.allOf": {
    one: "{count} page de {documents} parcourue",
    other: "Les {count} pages de {documents} parcourues",
  },
  "search.only.some": {
    one: "Pages parcourues : {searched} sur {count} ; {gaps}",
    other: "Pages parcourues : {searched} sur {count} ; {gaps}",
  },
  "search.only.someOf": {
    one: "Pages de {documents} parcourues : {searched} sur {count} ; {gaps}",
    other: "Pages de {documents} parcourues : {searched} sur {count} ; {gaps}",
  },
  "search.gaps.scanned": { one: "{count} scannée", other: "{count} scannées" },
  "search.gaps.unreadable": { one: "{count} illisible", other: "{count} illisibles" },
  "search.gaps.empty": { one: "{count} vide", other: "{count} vides" },
  "search.gaps.without": { one: "{count} sans texte", other: "{count} sans texte" },
  "search.withCoverage": "{found} · {covered}",

  "search.found.all": {
    one: "{count} passage dans {documents}",
    other: "{count} passages dans {documents}",
  },
  "search.found.documents": { one: "{count} document", other: "{count} documents" },
  "search.found.best": {
    one: "Le meilleur passage ({count})",
    other: "Les {count} meilleurs passages",
  },
  "search.found.bestOf": {
    one: "Meilleurs passages : {shown} sur {count}",
    other: "Meilleurs passages : {shown} sur {count}",
  },

  "search.lines.found": {
    one: "{matches} dans {lines}, dans {matching} document sur {count}",
    other: "{matches} dans {lines}, dans {matching} des {count} documents",
  },
  "search.lines.found.matches": {
    one: "{count} correspondance",
    other: "{count} correspondances",
  },
  "search.lines.found.lines": { one: "{count} ligne", other: "{count} lignes" },
  "search.lines.preparing": "Préparation du texte…",
  "search.lines.matching": "Recherche du motif…",
  "search.lines.progress": {
    one: "{done} sur {count} document",
    other: "{done} sur {count} documents",
  },
  "search.lines.list": "Lignes trouvées dans {name}",
  "search.lines.only": { one: "{count} ligne trouvée", other: "{count} lignes trouvées" },
  "search.lines.onPages": {
    one: "{count} ligne trouvée sur {pages}",
    other: "{count} lignes trouvées sur {pages}",
  },
  "search.lines.pages": { one: "{count} page", other: "{count} pages" },
  "search.lines.inParts": {
    one: "{count} ligne trouvée dans {parts}",
    other: "{count} lignes trouvées dans {parts}",
  },
  "search.lines.parts": { one: "{count} partie", other: "{count} parties" },
  "search.lines.line": "ligne {number}",
  "search.lines.place": "{place}, {line}",
  "search.lines.longer": "Chercher jusqu’à une minute",
  "search.lines.left": {
    one: "{count} ligne de plus ; précisez le motif pour en voir moins.",
    other: "{count} lignes de plus ; précisez le motif pour en voir moins.",
  },
  "search.lines.stopped": "Arrêtée avant d’avoir trouvé une ligne",
  "search.lines.none": "Aucune ligne ne correspond à {pattern}",
  "search.lines.none.outcome": {
    one: "Sur {count} page avec texte de {documents}, aucune n’a de ligne pareille.",
    other: "Sur les {count} pages avec texte de {documents}, aucune n’a de ligne pareille.",
  },
  "search.lines.ignoreCase": "Ignorer la casse",
  "search.lines.partsOfWords": "Trouver des parties de mots",

  "search.none.title": "Rien trouvé pour {query}",
  "search.none.quoted": "« {query} »",
  "search.none.narrows.title": "Ajoutez les mots à chercher",
  "search.none.narrows": "Les filtres et les mots à exclure ne font que restreindre une recherche.",
  "search.none.noDocument": "Aucun document ne passe le filtre.",
  "search.none.noPage": "Aucun document n’a de telle page.",
  "search.none.noText": "Aucune des pages parcourues n’a de texte.",
  "search.none.documents": { one: "{count} document", other: "{count} documents" },
  "search.none.required": {
    one: "Sur {count} page avec texte de {documents}, aucune n’a ce que cette recherche exige.",
    other:
      "Sur les {count} pages avec texte de {documents}, aucune n’a ce que cette recherche exige.",
  },
  "search.none.words": {
    one: "Sur {count} page avec texte de {documents}, aucune ne contient l’un de ces mots.",
    other: "Sur les {count} pages avec texte de {documents}, aucune ne contient l’un de ces mots.",
  },
  "search.none.word": {
    one: "Sur {count} page avec texte de {documents}, aucune ne contient ce mot.",
    other: "Sur les {count} pages avec texte de {documents}, aucune ne contient ce mot.",
  },
  "search.none.tried": "La recherche de {words} n’a rien donné non plus.",
  "search.none.instead": "« {to} » au lieu de « {from} »",
  "search.none.reading": "Des documents sont encore en cours de lecture.",
  "search.none.fewer": "Essayez moins de mots, ou d’autres que le texte pourrait employer.",
  "search.none.all": "Rechercher dans tous les documents",
  "search.none.noQuotes": "Retirer les guillemets",
  "search.none.remove": "Retirer {condition}",
  "search.none.leaveOut": "Ne rien exclure",
  "search.none.noFilters": "Retirer les filtres",
  "search.unsearchable": "Cela se trouve peut-être là où il n’y a pas de texte à parcourir :",
  "search.unsearchable.more": {
    one: "et dans {count} autre document",
    other: "et dans {count} autres documents",
  },

  "search.help.words": "Manières de chercher",
  "search.help.patterns": "Motifs à essayer",
  "search.help.phrase.form": '"mots exacts"',
  "search.help.phrase.part": "mots exacts",
  "search.help.phrase": "ces mots, côte à côte",
  "search.help.without.form": "mots -sans",
  "search.help.without.part": "mots",
  "search.help.without": "exclut ce qui contient le second mot",
  "search.help.either.form": "ceci OR cela",
  "search.help.either.part": "ceci",
  "search.help.either": "l’un des deux",
  "search.help.begin.form": "début*",
  "search.help.begin.part": "début",
  "search.help.begin": "tout mot qui commence ainsi",
  "search.help.document.form": "doc:nom",
  "search.help.document.part": "nom",
  "search.help.document": "seulement les documents dont le nom contient ceci",
  "search.help.type": "seulement ceux-ci ; aussi text, markdown, html, csv",
  "search.help.page": "seulement ces pages",
  "search.help.digits": "quatre chiffres ; \\w est une lettre ou un chiffre",
  "search.help.alternatives.form": "bénéfice|perte",
  "search.help.alternatives": "l’un des deux",
  "search.help.between.form": "résultat .* net",
  "search.help.between": "n’importe quoi entre les deux, sur une ligne",
  "search.help.optional.form": "factures?",
  "search.help.optional": "avec ou sans la lettre qui précède",
  "search.help.wordStart.form": "\\bvente",
  "search.help.wordStart": "au début d’un mot",
  "search.help.lineStart.form": "^Total",
  "search.help.lineStart": "au début d’une ligne",
  "search.help.keys":
    "{up}{down} parcourent les résultats, {enter} ouvre la page, {escape} la ferme.",
  "search.help.keys.pattern":
    "{up}{down} parcourent les résultats, {enter} ouvre la page, {escape} la ferme, {pattern} cherche un motif.",
};
