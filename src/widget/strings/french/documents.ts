import type { documents as english } from "../english/documents.js";
import type { Translation } from "../message.js";

/** The list of documents, adding files, and what came of it, in French. */
export const documents: Translation<typeof english> = {
  "documents.title": "Documents",
  "documents.list": "Tous les documents",
  "documents.hide": "Masquer la liste des documents",
  "documents.add.files": "Fichiers",
  "documents.add.folder": "Dossier",
  "documents.selected": { one: "{count} sélectionné", other: "{count} sélectionnés" },
  "documents.selected.clear": "Décocher",
  "documents.resume": "Reprendre la lecture",
  "documents.notAdded": {
    one: "{count} fichier non ajouté",
    other: "{count} fichiers non ajoutés",
  },
  "documents.notAdded.goTo": "Va jusqu’à eux, à la fin de la liste",

  "documents.row.pick": "Rechercher dans {name}",
  "documents.row.delete": "Supprimer {name}",
  "documents.row.readingAgain": "Nouvelle lecture de {name}",
  "documents.row.searchable": {
    one: "{searchable} sur {count} avec texte",
    other: "{searchable} sur {count} avec texte",
  },
  "documents.row.linked": "Reste sur votre disque : il y est lu, sans être copié.",
  "documents.row.sameContent": "Il a le même contenu que {name}.",
  "documents.partial.onlyPage":
    "Sa seule page est un scan ; la recherche dans son texte n’est pas possible.",
  "documents.partial.allPages": {
    one: "Sa seule page est un scan ; la recherche dans son texte n’est pas possible.",
    other:
      "Ses {count} pages sont toutes des scans ; la recherche dans leur texte n’est pas possible.",
  },
  "documents.partial.pages": {
    one: "Recherche possible dans {searchable} page sur {count} ; {reasons}.",
    other: "Recherche possible dans {searchable} des {count} pages ; {reasons}.",
  },
  "documents.partial.parts": {
    one: "Recherche possible dans {searchable} partie sur {count} ; {reasons}.",
    other: "Recherche possible dans {searchable} des {count} parties ; {reasons}.",
  },
  "documents.partial.scanned": { one: "{count} scannée", other: "{count} scannées" },
  "documents.partial.unreadable": { one: "{count} illisible", other: "{count} illisibles" },
  "documents.partial.empty": { one: "{count} vide", other: "{count} vides" },
  "documents.leftOut": {
    one: "Environ {count} mot rare n’est pas dans la recherche par mots ; la recherche par motif le trouve.",
    other:
      "Environ {count} mots rares, surtout des identifiants et des nombres, ne sont pas dans la recherche par mots ; la recherche par motif les trouve.",
  },
  "documents.recognised.all":
    "Le texte de toutes ses pages a été reconnu dans des scans ; il peut contenir des erreurs.",
  "documents.recognised.some": {
    one: "Le texte de {recognised} page sur {count} a été reconnu dans des scans ; il peut contenir des erreurs.",
    other:
      "Le texte de {recognised} des {count} pages a été reconnu dans des scans ; il peut contenir des erreurs.",
  },

  "documents.renewal.again": "Nouvelle lecture : {state}",
  "documents.renewal.version": "Nouvelle version : {state}",
  "documents.renewal.progress": { one: "{done} sur {count}", other: "{done} sur {count}" },
  "documents.renewal.waiting": "en attente · {size}",
  "documents.renewal.waiting.pages": "en attente · {pages}",
  "documents.renewal.paused": "en pause",
  "documents.renewal.paused.pages": "en pause · {pages}",
  "documents.renewal.indexing": "préparation de la recherche",

  "documents.state.waiting": "En attente · {size}",
  "documents.state.waiting.pages": "En attente · {pages}",
  "documents.state.paused": "En pause",
  "documents.state.paused.pages": "En pause · {pages}",
  "documents.state.indexing": "Préparation de la recherche",
  "documents.state.reading.left": "{pages} · {left}",
  "documents.state.pages": { one: "{done} sur {count} page", other: "{done} sur {count} pages" },
  "documents.state.pagesRead": { one: "{count} page lue", other: "{count} pages lues" },
  "documents.state.password.asked": "Mot de passe demandé",
  "documents.state.password.wrong": "Mot de passe incorrect",
  "documents.state.password.checking": "Essai du mot de passe",
  "documents.held.noRoom": "Plus de place",
  "documents.held.permission": "Attend votre autorisation",
  "documents.held.stopped": "A arrêté la page",
  "documents.held.other": "Ne peut pas encore continuer",
  "documents.refused.unsupported": "Pas encore pris en charge",
  "documents.refused.mismatch": "Ne correspond pas à son nom",
  "documents.refused.empty": "Vide",
  "documents.refused.damaged": "Endommagé",
  "documents.refused.tooLarge": "Trop gros",
  "documents.refused.nothingToRead": "Aucune page lisible",
  "documents.refused.timedOut": "Trop long à ouvrir",
  "documents.refused.other": "N’a pas pu être lu",
  "documents.file.reading": "Lecture de {name}",
  "documents.file.takeOut": "Retirer {name}",
  "documents.file.takeOut.refused": "Le retirer de la liste",
  "documents.file.takeOut.waiting": "Le retirer : il n’est pas ajouté",
  "documents.file.takenOut": "{name} a été retiré.",
  "documents.file.allow": "Autoriser la lecture de {name}",
  "documents.file.allow.short": "Autoriser sa lecture",
  "documents.file.retry": "Réessayer avec {name}",
  "documents.file.first": "Lire {name} en premier",
  "documents.file.first.short": "Lire celui-ci en premier",
  "documents.file.isFirst": "{name} est lu en premier.",

  "documents.unread": {
    one: "{count} n’a pas pu être lu",
    other: "{count} n’ont pas pu être lus",
  },
  "documents.unread.list": "Fichiers qui n’ont pas pu être lus",
  "documents.unread.clear": "Vider",
  "documents.unread.clear.list": "Vider la liste des fichiers qui n’ont pas pu être lus",

  "documents.queue.title": "Fichiers en cours de lecture",
  "documents.queue.all": "Tous les fichiers",
  "documents.queue.reading": {
    one: "Lecture de {count} fichier",
    other: "Lecture du fichier {number} sur {count}",
  },
  "documents.queue.paused": {
    one: "En pause · {count} fichier à lire",
    other: "En pause · {count} fichiers à lire",
  },
  "documents.queue.takingIn": {
    one: "Réception de {count} fichier",
    other: "Réception de {count} fichiers",
  },
  "documents.queue.keepOpen": "Gardez cette page ouverte jusqu’à leur réception",
  "documents.queue.pause": "Pause",
  "documents.queue.isPaused": "En pause. Ce qui a été lu est conservé.",
  "documents.queue.resume": "Reprendre",
  "documents.queue.isResumed": "La lecture continue.",
  "documents.queue.stop": "Arrêter",
  "documents.queue.stop.what": "Retire le reste de la liste ; ce qui est prêt demeure",
  "documents.queue.otherTab": "Un autre onglet les lit.",
  "documents.queue.goesOn": "La lecture reprend où elle s’était arrêtée.",

  "documents.adding": { one: "Ajout de {count} fichier.", other: "Ajout de {count} fichiers." },
  "documents.adding.nothing":
    "Il n’y avait rien à ajouter : aucun fichier, ou seulement des fichiers cachés.",
  "documents.adding.unreadable": {
    one: "{count} élément n’a pas pu être lu",
    other: "{count} éléments n’ont pas pu être lus",
  },
  "documents.adding.notAllowed": "Le navigateur n’a pas été autorisé à le lire.",
  "documents.samples.failed":
    "Les exemples n’ont pas pu être téléchargés depuis ce site. Réessayez dans un instant.",
  "documents.stopped": {
    one: "Lecture arrêtée. {count} fichier n’a pas été ajouté.",
    other: "Lecture arrêtée. {count} fichiers n’ont pas été ajoutés.",
  },
  "documents.stopped.others": {
    one: "{count} autre devrait être ajouté de nouveau depuis son emplacement sur le disque.",
    other:
      "{count} autres devraient être ajoutés de nouveau depuis leur emplacement sur le disque.",
  },
  "documents.stopped.again": {
    one: "Pour continuer, ajoutez-le de nouveau.",
    other: "Pour continuer, ajoutez-les de nouveau.",
  },
  "documents.stopped.continue": "Continuer",

  "documents.report.said": { one: "{count} document prêt.", other: "{count} documents prêts." },
  "documents.report.ready": {
    one: "{count} document est prêt",
    other: "{count} documents sont prêts",
  },
  "documents.report.unread": {
    one: "{count} fichier n’a pas pu être lu",
    other: "{count} fichiers n’ont pas pu être lus",
  },
  "documents.report.readyAndUnread": "{ready} ; {unread}",
  "documents.report.nothingNew": {
    one: "Ce fichier est déjà ici, inchangé.",
    other: "Ces fichiers sont déjà ici, inchangés.",
  },
  "documents.report.unchanged": {
    one: "{count} fichier était déjà ici, inchangé.",
    other: "{count} fichiers étaient déjà ici, inchangés.",
  },
  "documents.report.named": "{name} : {message}",
  "documents.report.unsupported": {
    one: "{count} fichier est d’un type qui n’est pas encore pris en charge.",
    other: "{count} fichiers sont de types qui ne sont pas encore pris en charge.",
  },
  "documents.report.mismatch": {
    one: "{count} fichier ne correspond pas à son nom.",
    other: "{count} fichiers ne correspondent pas à leur nom.",
  },
  "documents.report.empty": {
    one: "{count} fichier est vide.",
    other: "{count} fichiers sont vides.",
  },
  "documents.report.damaged": {
    one: "{count} fichier est endommagé.",
    other: "{count} fichiers sont endommagés.",
  },
  "documents.report.nothingToRead": {
    one: "{count} fichier n’a aucune page lisible.",
    other: "{count} fichiers n’ont aucune page lisible.",
  },
  "documents.report.timedOut": {
    one: "{count} fichier était trop long à ouvrir.",
    other: "{count} fichiers étaient trop longs à ouvrir.",
  },
  "documents.report.other": {
    one: "{count} fichier n’a pas pu être lu.",
    other: "{count} fichiers n’ont pas pu être lus.",
  },
  "documents.report.partial": {
    one: "La recherche n’est possible que dans une partie de {count} document : {pages}.",
    other: "La recherche n’est possible que dans une partie de {count} documents : {pages}.",
  },
  "documents.report.partial.scanned": {
    one: "{count} page scannée",
    other: "{count} pages scannées",
  },
  "documents.report.partial.unreadable": {
    one: "{count} page qui n’a pas pu être lue",
    other: "{count} pages qui n’ont pas pu être lues",
  },
  "documents.report.recognised": {
    one: "Le texte de {pages} dans {count} document a été reconnu ; il peut contenir des erreurs.",
    other:
      "Le texte de {pages} dans {count} documents a été reconnu ; il peut contenir des erreurs.",
  },
  "documents.report.recognised.pages": {
    one: "{count} page scannée",
    other: "{count} pages scannées",
  },
  "documents.report.same": "{name} a le même contenu que {other}.",
  "documents.report.sameMany": {
    one: "{count} document a le même contenu qu’un autre.",
    other: "{count} documents ont le même contenu que d’autres.",
  },

  "documents.missing": {
    one: "{count} document n’est plus dans le dossier {folder}",
    other: "{count} documents ne sont plus dans le dossier {folder}",
  },
  "documents.missing.more": {
    one: "{first}, {second} et {count} autre",
    other: "{first}, {second} et {count} autres",
  },
  "documents.missing.others": "Tous ses autres fichiers sont déjà ici, inchangés.",
  "documents.missing.remove": { one: "Le supprimer", other: "Les supprimer" },
  "documents.missing.keep": "Conserver",

  "documents.deleted": "Supprimés",
  "documents.deleted.one": "{name} supprimé",
  "documents.deleted.many": {
    one: "{count} document supprimé",
    other: "{count} documents supprimés",
  },
  "documents.deleted.one.said": "{name} supprimé. Annulation possible pendant dix secondes.",
  "documents.deleted.many.said": {
    one: "{count} document supprimé. Annulation possible pendant dix secondes.",
    other: "{count} documents supprimés. Annulation possible pendant dix secondes.",
  },
  "documents.replaced": "Remplacés",
  "documents.replaced.one": "{name} remplacé",
  "documents.replaced.many": {
    one: "{count} document remplacé",
    other: "{count} documents remplacés",
  },
  "documents.replaced.one.said":
    "{name} remplacé par sa nouvelle version. Annulation possible pendant vingt secondes.",
  "documents.replaced.many.said": {
    one: "{count} document remplacé. Annulation possible pendant vingt secondes.",
    other: "{count} documents remplacés. Annulation possible pendant vingt secondes.",
  },
  "documents.restored.one": "{name} est de retour.",
  "documents.restored.many": {
    one: "{count} document est de retour.",
    other: "{count} documents sont de retour.",
  },

  "documents.password": "Mot de passe",
  "documents.password.of": "Mot de passe de {name}",
  "documents.password.open": "Ouvrir",
  "documents.password.open.file": "Ouvrir {name}",
  "documents.password.skip": "Passer",
  "documents.password.skip.file": "Passer {name}",
  "documents.password.skip.what": "Il n’est pas ajouté",
  "documents.password.skipped": "{name} a été passé.",
  "documents.password.skipAll": { one: "Passer {count} fichier", other: "Passer les {count}" },
  "documents.password.skipAll.what": "Ils ne sont pas ajoutés",
  "documents.password.skippedAll": {
    one: "{count} fichier a été passé.",
    other: "{count} fichiers ont été passés.",
  },
  "documents.password.needed": "{name} demande un mot de passe",
  "documents.password.neededMany": {
    one: "{count} fichier demande un mot de passe",
    other: "{count} fichiers demandent un mot de passe",
  },
  "documents.password.later": "Plus tard ; la liste des documents continue de le demander",
  "documents.password.wrong": "Ce n’est pas son mot de passe. Essayez-en un autre.",
  "documents.password.checking": "Essai du mot de passe…",
  "documents.password.use": "Il sert à lire le fichier et n’est pas conservé.",
  "documents.password.use.more": {
    one: "Il sert à lire le fichier et n’est pas conservé. Encore {count} après celui-ci.",
    other: "Il sert à lire le fichier et n’est pas conservé. Encore {count} après celui-ci.",
  },

  "documents.room.none": "Plus de place pour {name}",
  "documents.room.noneMany": {
    one: "Plus de place pour {count} fichier",
    other: "Plus de place pour {count} fichiers",
  },
  "documents.room.missing":
    "Il manque {size} dans le stockage que le navigateur accorde à ce site.",
  "documents.room.needed": "Il faut {size}, et le navigateur accorde moins que cela à ce site.",
  "documents.room.largest": "Les plus gros documents ici :",
  "documents.room.waiting":
    "Nouvel essai dès que les documents supprimés auront disparu pour de bon.",
  "documents.room.clearing":
    "Les documents supprimés libèrent leur place une demi-minute plus tard, quand leur suppression ne peut plus être annulée.",
  "documents.room.leaveOut": { one: "Ne pas l’ajouter", other: "Ne pas les ajouter" },
  "documents.storage.memory":
    "Conservé dans cet onglet seulement : ce navigateur ne laisse pas la page enregistrer quoi que ce soit. Tout disparaît à la fermeture de l’onglet.",
  "documents.storage.used":
    "{used} utilisés sur les {granted} que le navigateur accorde à ce site.",
  "documents.storage.kept": "Le navigateur conserve le tout jusqu’à ce que vous le supprimiez.",
  "documents.storage.mayGo":
    "Le navigateur peut effacer ceci quand la place manque. Conservez aussi les fichiers eux-mêmes.",

  "documents.permission.asks":
    "{name} reste sur votre disque. Le navigateur doit vous demander l’accès avant que cette page le relise.",
  "documents.permission.refused":
    "Le navigateur n’a pas été autorisé à lire {name}, ses pages ne peuvent donc pas être affichées. La recherche dans son texte reste possible.",
  "documents.permission.allow": "Autoriser",

  // Files that somebody else has sent.
  "offers.title": {
    one: "Une autre application a envoyé {count} fichier",
    other: "Une autre application a envoyé {count} fichiers",
  },
  "offers.about":
    "Rien n’est ajouté sans votre accord. Rejetez ce que vous n’avez pas envoyé vous-même.",
  "offers.as": "s’appellera {name}",
  "offers.turnedAway": {
    one: "{count} fichier a été refusé : trop de fichiers, ou trop grands, pour attendre ici.",
    other: "{count} fichiers ont été refusés : trop nombreux, ou trop grands, pour attendre ici.",
  },
  "offers.differs": {
    one: "Un document de ce nom est déjà ici, avec un autre contenu",
    other: "{count} documents de ces noms sont déjà ici, avec un autre contenu",
  },
  "offers.add": "Ajouter",
  "offers.replace": "Remplacer",
  "offers.both": "Garder les deux",
  "offers.discard": "Rejeter",
  "offers.discarded": "Rejeté. Rien n’a été ajouté.",
};
