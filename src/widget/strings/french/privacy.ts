import type { privacy as english } from "../english/privacy.js";
import type { Translation } from "../message.js";

/** What is stored and sent, the network panel, and the settings, in French. */
export const privacy: Translation<typeof english> = {
  "privacy.line": "Tout reste sur cet appareil",
  "privacy.line.sends": "Du texte est envoyé à {host}",
  "privacy.title": "Ce qui reste ici, et ce qui est envoyé",
  "privacy.close.key": "{label} ({key})",
  "privacy.part.failed":
    "Cette partie de la page n’a pas pu être chargée. Vérifiez la connexion et réessayez.",

  "privacy.stored.title": "Ce qui est enregistré",
  "privacy.stored.nothing":
    "Rien n’est encore enregistré. Les documents seront conservés dans le stockage de ce navigateur pour ce site, sur cet appareil.",
  "privacy.stored.nothing.memory":
    "Rien n’est encore enregistré. Les documents seront conservés dans la mémoire de cet onglet, sur cet appareil.",
  "privacy.stored.documents": {
    one: "{count} document ({size}) avec le texte qui y a été trouvé, dans le stockage de ce navigateur pour ce site. Supprimer un document le supprime entièrement.",
    other:
      "{count} documents ({size}) avec le texte qui y a été trouvé, dans le stockage de ce navigateur pour ce site. Supprimer un document le supprime entièrement.",
  },
  "privacy.stored.documents.memory": {
    one: "{count} document ({size}) avec le texte qui y a été trouvé, dans la mémoire de cet onglet. Supprimer un document le supprime entièrement.",
    other:
      "{count} documents ({size}) avec le texte qui y a été trouvé, dans la mémoire de cet onglet. Supprimer un document le supprime entièrement.",
  },
  "privacy.stored.more":
    "Les questions et leurs réponses y sont aussi conservées, jusqu’à ce que vous supprimiez leur conversation, de même qu’un modèle que vous téléchargez, jusqu’à ce que vous le supprimiez sous Modèle.",

  "privacy.sent.title": "Ce qui est envoyé",
  "privacy.sent.nothing":
    "Rien de vos documents, ni de ce que vous cherchez ou demandez. Les fichiers nécessaires ici viennent uniquement de {hosts}.",
  "privacy.sent.endpoint":
    "Vos questions et du texte de vos documents sont envoyés à {host}, où {name} répond : vous l’avez connecté. Déchargez le modèle et plus rien n’est envoyé. Les fichiers nécessaires ici viennent uniquement de {hosts}.",

  "network.check.title": "Vérifiez-le",
  "network.check.about":
    "La vérification lit un petit document à elle, y cherche et l’interroge comme vous le feriez, et regarde où va chaque requête.",
  "network.check.start": "Vérifier",
  "network.check.again": "Revérifier",
  "network.check.cancel": "Annuler",
  "network.check.cancelled": "La vérification a été annulée.",
  "network.check.open": "Ouverture d’une collection d’essai…",
  "network.check.add": "Lecture d’un document d’essai…",
  "network.check.search": "Recherche dans ce document…",
  "network.check.ask": "Question à ce document…",
  "network.check.watch": "Essai pour voir si chaque requête est remarquée…",
  "network.check.none": "0 requête a quitté ce site",
  "network.check.none.about": {
    one: "{count} requête depuis le chargement de cette page, envoyée à {host}.",
    other: "Les {count} requêtes depuis le chargement de cette page sont allées à {host}.",
  },
  "network.check.left": {
    one: "{count} requête a quitté ce site",
    other: "{count} requêtes ont quitté ce site",
  },
  "network.check.left.about":
    "Elles ont été faites depuis le chargement de cette page, par cette page ou par autre chose qui s’y trouve :",
  "network.check.left.sentOn": "{address}, qui a renvoyé la requête vers un autre site",
  "network.check.unsure": "La vérification n’a pas pu être menée à bien",
  "network.check.unsure.about":
    "Aucune requête n’est connue pour avoir quitté ce site, mais tout n’a pas pu être vérifié :",
  "network.check.unseen": {
    one: "{count} requête a été faite avant que quiconque observe ; sa destination n’est pas connue.",
    other:
      "{count} requêtes ont été faites avant que quiconque observe ; leur destination n’est pas connue.",
  },
  "network.check.unnoticed": "Les requêtes de cette partie n’ont pas été remarquées : {parts}.",
  "network.check.failed": "Le travail sur le document d’essai n’a pas fonctionné. {reason}",
  "network.check.stopped": {
    one: "{count} requête a été arrêtée par les règles de cette page avant d’être envoyée.",
    other: "{count} requêtes ont été arrêtées par les règles de cette page avant d’être envoyées.",
  },

  "network.list.title": "Requêtes depuis le chargement de cette page",
  "network.list.all": {
    one: "{count} requête, vers {host}.",
    other: "{count} requêtes, toutes vers {host}.",
  },
  "network.list.some": {
    one: "Requêtes allées à un autre site : {left} sur {count}.",
    other: "Requêtes allées à d’autres sites : {left} sur {count}.",
  },
  "network.list.leftOut": {
    one: "{count} requête antérieure vers ce site n’est plus dans la liste.",
    other: "{count} requêtes antérieures vers ce site ne sont plus dans la liste.",
  },
  "network.list.label": "Requêtes depuis le chargement de cette page",
  "network.list.showAll": {
    one: "Afficher {count} requête",
    other: "Afficher les {count} requêtes",
  },
  "network.totals.label": "Requêtes par site",
  "network.totals.site": "Site",
  "network.totals.requests": "Requêtes",
  "network.totals.size": "Taille",
  "network.totals.sentOn": "un autre site, où {host} l’a renvoyée",
  "network.totals.stopped": { one: "{count} arrêtée", other: "{count} arrêtées" },
  "network.totals.atLeast": "{size} ou plus",
  "network.request.other": "Autre site",
  "network.request.stopped": "Arrêtée",
  "network.request.cached": "depuis la copie de ce navigateur",
  "network.request.unknownSize": "taille inconnue",
  "network.from.page": "page",
  "network.from.documents": "documents",
  "network.from.reading": "lecture",
  "network.from.search": "recherche par motif",
  "network.from.asking": "questions",
  "network.from.viewer": "affichage des pages",
  "network.from.model": "modèle",

  "network.unseen.title": "Ce qui ne se voit pas d’ici",
  "network.unseen.browser":
    "Ce que le navigateur ou ses extensions envoient, et ce qu’envoie ce que ce site conserve pour fonctionner sans connexion.",
  "network.unseen.frames": "Ce que demandent d’autres pages intégrées dans celle-ci.",
  "network.unseen.lasting": "Les connexions qui restent ouvertes. Aucune n’est établie ici.",
  "network.unseen.engine":
    "Les fichiers qu’un modèle sur le processeur, ou la reconnaissance de texte dans des scans, télécharge de lui-même depuis le dossier que ce site leur indique.",
  "network.unseen.sentOn":
    "L’endroit où ce site a renvoyé une requête, quand rien n’a répondu là-bas.",
  "network.unseen.ended": "Les dernières requêtes d’un travail interrompu en cours de route.",
  "network.unseen.before": "Ce que les règles de cette page ont arrêté avant le début de la liste.",

  "settings.title": "Paramètres",
  "settings.open": "Paramètres",
  "settings.language": "Langue",
  "settings.language.page": "Comme la page ou le navigateur",
  "settings.theme": "Apparence",
  "settings.theme.system": "Comme le système",
  "settings.theme.light": "Claire",
  "settings.theme.dark": "Sombre",
  "settings.storage": "Stockage",
  "settings.documents": "Documents",
  "settings.documents.none": "Il n’y a aucun document.",
  "settings.documents.count": {
    one: "{count} document, {size}",
    other: "{count} documents, {size}",
  },
  "settings.documents.delete": "Supprimer tous les documents",
  "settings.conversations": "Conversations",
  "settings.conversations.none": "Il n’y a aucune conversation.",
  "settings.conversations.count": { one: "{count} conversation", other: "{count} conversations" },
  "settings.conversations.delete": "Supprimer toutes les conversations",
  "settings.models": "Modèles sur cet appareil",
  "settings.models.choose": "Choisir un modèle",
  "settings.privacy": "Ce qui reste ici, et ce qui est envoyé",
  "settings.privacy.about":
    "Toutes les requêtes depuis le chargement de cette page, et une vérification de leur destination.",
  "settings.privacy.open": "Afficher les requêtes",
};
