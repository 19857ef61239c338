import type { widget as english } from "../english/widget.js";
import type { Translation } from "../message.js";

/** The frame around everything: panes, dialogs, modes, in French. */
export const widget: Translation<typeof english> = {
  "widget.name": "Pagehound",
  "widget.panes": "Volets",
  "widget.panes.documents": "Documents",
  "widget.panes.ask": "Demander",
  "widget.panes.search": "Rechercher",
  "widget.panes.page": "Page",
  "widget.pageWidth": "Largeur de la page",
  "widget.drop": "Déposer pour ajouter",

  "widget.empty.drop": "Déposez ici des documents pour y faire des recherches",
  "widget.empty.choose": "Choisissez des documents pour y faire des recherches",
  "widget.empty.what":
    "Des fichiers PDF, texte, Markdown, HTML et CSV, ou tout un dossier. Chaque résultat ouvre la page d’où il vient, le passage y étant marqué.",
  "widget.empty.files": "Choisir des fichiers",
  "widget.empty.folder": "Choisir un dossier",
  "widget.empty.samples": "Essayer les exemples",
  "widget.empty.samples.fetching": "Téléchargement des exemples…",
  "widget.pick.files": "Fichiers à ajouter",
  "widget.pick.folder": "Dossier à ajouter",

  "widget.notices": "Avis",
  "widget.notices.dismiss": "Masquer",
  "widget.notices.show": { one: "L’afficher", other: "Afficher les {count}" },
  "widget.assets.missing":
    "Ce dont les PDF en japonais, en chinois et dans quelques autres langues ont besoin est introuvable à l’adresse {url}. Vérifiez le dossier « assets ».",
  "widget.lost.outdated":
    "Une version plus récente de cette page est ouverte. Rechargez pour continuer.",
  "widget.lost.storage":
    "Le navigateur a effacé ce que cette page avait enregistré. Rechargez pour voir ce qui reste, et ajoutez de nouveau le reste.",
  "widget.lost.reload": "Recharger",
  "widget.failure.title": "Vos documents n’ont pas pu être ouverts",
  "widget.failure.safe":
    "Rien n’a été supprimé. Les documents déjà ajoutés restent tels qu’ils sont.",
  "widget.answerNotKept": "La réponse n’a pas pu être conservée pour plus tard. {reason}",
  "widget.ask.reading":
    "Les premiers documents sont en cours de lecture. Reposez la question dans un instant.",
  "widget.ask.noDocuments": "Il n’y a aucun document à interroger. Ajoutez-en un d’abord.",
};
