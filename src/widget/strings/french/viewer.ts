import type { viewer as english } from "../english/viewer.js";
import type { Translation } from "../message.js";

/** The page viewer, in French. */
export const viewer: Translation<typeof english> = {
  "viewer.toolbar": "Commandes de la page",
  "viewer.close": "Fermer la page",
  "viewer.previousPage": "Page précédente",
  "viewer.nextPage": "Page suivante",
  "viewer.more": "Plus de commandes",
  "viewer.zoomIn": "Agrandir",
  "viewer.zoomOut": "Réduire",
  "viewer.fitWidth": "Ajuster à la largeur",
  "viewer.fitPage": "Afficher la page entière",
  "viewer.pageInput": "Numéro de page",
  "viewer.partInput": "Numéro de partie",
  "viewer.opening": "Ouverture…",
  "viewer.loading": "Chargement…",
  "viewer.partFailed":
    "Cette partie de l’affichage de la page n’a pas pu être chargée. Vérifiez la connexion et réessayez.",

  "viewer.page": "Page {number}",
  "viewer.part": "Partie {number}",
  "viewer.total": { one: "sur {count}", other: "sur {count}" },
  "viewer.label": "page {label}",
  "viewer.pages": "Pages de {name}",

  "viewer.unreadablePage": "Cette page ne peut pas être affichée.",
  "viewer.slowPage": "Cette page est trop longue à dessiner.",
  "viewer.partlyDrawn":
    "Cette page est trop longue à dessiner. Ce qui a pu l’être à temps est affiché.",
  "viewer.partlySelectable":
    "Cette page contient plus de texte qu’il n’est possible d’en sélectionner. La première partie peut l’être.",
  "viewer.emptyPage": "Cette page n’a pas de texte.",
  "viewer.textOnly": "Le fichier lui-même n’est pas ici. Voici le texte qui y a été lu.",
  "viewer.notRead":
    "Ce texte est arrivé avec une collection et n’a pas été lu ici dans le fichier.",
  "viewer.assetsMissing":
    "Des caractères ou des images peuvent manquer sur ces pages, ou être faux : {url} n’a pas pu être chargé.",
  "viewer.damaged": "Ce fichier est endommagé et ne peut pas être affiché.",
  "viewer.workerFailed":
    "La partie de la page qui dessine les documents n’a pas pu démarrer. Rechargez la page.",
  "viewer.couldNotOpen": "Ce document n’a pas pu être ouvert. {reason}",
  "viewer.passwordNeeded": "Ce document demande son mot de passe pour être affiché.",
  "viewer.passwordWrong": "Ce n’est pas le mot de passe de ce document.",
  "viewer.passwordLabel": "Mot de passe",
  "viewer.passwordSubmit": "Ouvrir",

  "viewer.marks": "Passages marqués",
  "viewer.previousMark": "Passage marqué précédent",
  "viewer.nextMark": "Passage marqué suivant",
  "viewer.marked": "Page {number}. Le passage est marqué.",
  "viewer.markOf": {
    one: "Passage {number} sur {count}",
    other: "Passage {number} sur {count}",
  },
  "viewer.unmarked": "Le passage n’a pas pu être marqué exactement sur cette page.",
  "viewer.unmarkedOf": {
    one: "Passages qui n’ont pas pu être marqués exactement : {unmarked} sur {count}.",
    other: "Passages qui n’ont pas pu être marqués exactement : {unmarked} sur {count}.",
  },

  "viewer.find": "Rechercher dans ce document",
  "viewer.findPlaceholder": "Rechercher dans ce document",
  "viewer.findPrevious": "Correspondance précédente",
  "viewer.findNext": "Correspondance suivante",
  "viewer.findClose": "Fermer la recherche",
  "viewer.findNone": "Introuvable",
  "viewer.findInexact": "Cette correspondance n’a pas pu être marquée exactement sur sa page.",
  "viewer.findCount": { one: "{at} sur {count}", other: "{at} sur {count}" },
  "viewer.findCount.more": {
    one: "{at} sur plus de {count}",
    other: "{at} sur plus de {count}",
  },
  "viewer.findProgress": {
    one: "{searched} sur {count} parcourues…",
    other: "{searched} sur {count} parcourues…",
  },
  "viewer.findCovered.pages": {
    one: "Pages parcourues : {searched} sur {count} ; {gaps}.",
    other: "Pages parcourues : {searched} sur {count} ; {gaps}.",
  },
  "viewer.findCovered.parts": {
    one: "Parties parcourues : {searched} sur {count} ; {gaps}.",
    other: "Parties parcourues : {searched} sur {count} ; {gaps}.",
  },
  "viewer.gaps.scanned": { one: "{count} scannée", other: "{count} scannées" },
  "viewer.gaps.unreadable": { one: "{count} illisible", other: "{count} illisibles" },
  "viewer.gaps.empty": { one: "{count} vide", other: "{count} vides" },

  "viewer.panel": "Plan et pages",
  "viewer.panelClose": "Fermer le panneau latéral",
  "viewer.outline": "Plan",
  "viewer.outlineEmpty": "Ce document n’a pas de titres.",
  "viewer.thumbnails": "Pages",
};
