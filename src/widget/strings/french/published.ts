import type { published as english } from "../english/published.js";
import type { Translation } from "../message.js";

/** Collections that others have published, and collections as files, in French. */
export const published: Translation<typeof english> = {
  "published.lines": "Collections en cours",
  "published.fetching": "Récupération de {name}",
  "published.fetching.progress": {
    one: "Récupération de {name} · {done} document sur {count}",
    other: "Récupération de {name} · {done} documents sur {count}",
  },
  "published.fetching.cancel": "Arrêter la récupération de {name}",
  "published.stopped": "{name} n’est pas encore là en entier.",
  "published.goOn": "Continuer",
  "published.goOn.name": "Continuer la récupération de {name}",
  "published.failed": "{name} n’a pas pu être récupéré",
  "published.row.textOnly": "Seul son texte est ici ; il est arrivé sans le fichier lui-même.",
  "published.row.notRead":
    "Son texte est arrivé avec une collection et n’a pas été lu ici dans le fichier.",

  "collections.title": "Collections de documents",
  "collections.about":
    "Une collection est un fichier de documents où l’on peut rechercher aussitôt, partout où on l’ouvre.",
  "collections.open": "Ouvrir une collection",
  "collections.open.pick": "Fichier de collection à ouvrir",
  "collections.open.checking": {
    one: "Vérification de {name} · {done} document sur {count}",
    other: "Vérification de {name} · {done} documents sur {count}",
  },
  "collections.open.storing": {
    one: "Ajout de {name} · {done} document sur {count}",
    other: "Ajout de {name} · {done} documents sur {count}",
  },
  "collections.open.start": "Ouverture de {name}",
  "collections.open.cancel": "Arrêter l’ouverture de {name}",
  "collections.open.added": { one: "{count} document ajouté", other: "{count} documents ajoutés" },
  "collections.open.replaced": { one: "{count} remplacé", other: "{count} remplacés" },
  "collections.open.unchanged": {
    one: "{count} était déjà là",
    other: "{count} étaient déjà là",
  },
  "collections.open.nothing": "Cette collection ne contient aucun document.",
  "collections.open.failed": "{name} n’a pas été ajouté",
  "collections.save.title": "Titre d’une nouvelle collection",
  "collections.save.default": "Mes documents",
  "collections.save.originals": "Avec les fichiers eux-mêmes, {size}",
  "collections.save.originals.about": "Sans eux, on ne peut lire ailleurs que leur texte.",
  "collections.save.do": {
    one: "Enregistrer votre document ({count}) dans un fichier",
    other: "Enregistrer vos {count} documents dans un fichier",
  },
  "collections.save.leftOut": {
    one: "{count} document n’est pas dans le fichier",
    other: "{count} documents ne sont pas dans le fichier",
  },
  "collections.save.start": "Enregistrement de {name}",
  "collections.save.progress": {
    one: "Enregistrement de {name} · {done} document sur {count}",
    other: "Enregistrement de {name} · {done} documents sur {count}",
  },
  "collections.save.cancel": "Arrêter l’enregistrement de {name}",

  "collections.published": "Depuis le web",
  "collections.published.list": "Collections publiées",
  "collections.published.about":
    "Leurs documents sont gardés ici, et la recherche s’y fait ici. Un fichier est récupéré quand il est ouvert pour la première fois.",
  "collections.published.partly": {
    one: "{count} document ; il en manque encore",
    other: "{count} documents ; il en manque encore",
  },
  "collections.published.hidden": {
    one: "{count} supprimé ici",
    other: "{count} supprimés ici",
  },
  "collections.published.checked": "Dernière vérification : {day}",
  "collections.published.notHere": "Pas ici. Cette page la propose.",
  "collections.fetch": "Récupérer",
  "collections.fetch.name": "Récupérer {name}",
  "collections.look": "Chercher des changements",
  "collections.look.name": "Chercher des changements dans {name}",
  "collections.look.running": "Recherche de changements…",
  "collections.look.same": "Rien n’a changé.",
  "collections.look.fetched": {
    one: "{count} document récupéré",
    other: "{count} documents récupérés",
  },
  "collections.look.gone": {
    one: "{count} n’est plus publié",
    other: "{count} ne sont plus publiés",
  },
  "collections.remove": "Retirer",
  "collections.remove.name": "Retirer {name}",
  "collections.remove.what": {
    one: "{count} document disparaît de cet appareil, sans retour possible. Vos propres documents restent.",
    other:
      "{count} documents disparaissent de cet appareil, sans retour possible. Vos propres documents restent.",
  },
  "collections.remove.do": "Retirer",
  "collections.remove.keep": "Garder",
  "collections.removed": "{name} a été retiré.",
};
