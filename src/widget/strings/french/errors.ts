import type { errors as english } from "../english/errors.js";
import type { Translation } from "../message.js";

/** What went wrong, by the code of the error (`ErrorCode`), in French. */
export const errors: Translation<typeof english> = {
  "errors.unknown": "Cela n’a pas fonctionné. Réessayez.",
  "errors.unsupported-format": "Ce type de fichier n’est pas encore pris en charge.",
  "errors.format-mismatch": "Le nom du fichier annonce un autre contenu que le sien.",
  "errors.empty-file": "Le fichier est vide.",
  "errors.damaged-file": "Le fichier est endommagé et ne peut pas être ouvert.",
  "errors.too-large":
    "Le fichier contient plus de texte qu’un navigateur ne peut en tenir à la fois. Divisez-le en fichiers plus petits.",
  "errors.password-required": "Le fichier est protégé et demande son mot de passe.",
  "errors.nothing-to-read": "Il ne contient rien qui puisse être lu.",
  "errors.not-found": "Ce n’est plus ici.",
  "errors.invalid-argument": "Cela ne peut pas être utilisé ici.",
  "errors.timed-out": "Cela prenait trop de temps et a été abandonné.",
  "errors.permission-required":
    "Le fichier reste sur votre disque, et le navigateur doit demander l’accès avant de le relire.",
  "errors.page-stopped":
    "La page s’est arrêtée deux fois pendant le traitement de ce fichier ; il demande peut-être plus de mémoire qu’il n’y en a. Réessayez, ou retirez-le.",
  "errors.storage-full":
    "Le stockage du navigateur est plein. Supprimez des documents inutiles, puis réessayez.",
  "errors.storage-failed": "Le stockage du navigateur n’a pas fonctionné. Rechargez la page.",
  "errors.unsupported-browser":
    "Il manque à ce navigateur quelque chose de nécessaire ici. Une version plus récente convient.",
  "errors.assets-missing":
    "Un fichier nécessaire aux PDF en japonais, en chinois et dans quelques autres langues est introuvable. Dès qu’il sera là, ils seront relus.",
  "errors.worker-failed": "Une partie de cette page ne fonctionne plus. Rechargez la page.",
  "errors.closed": "Cela a été fermé avant la fin.",
  "errors.outdated":
    "Une version plus récente de cette page est ouverte dans un autre onglet. Rechargez celle-ci.",
  "errors.no-documents": "Il n’y a aucun document à interroger. Ajoutez-en un d’abord.",
  "errors.unknown-model": "Aucun modèle de ce nom n’est connu.",
  "errors.no-webgpu":
    "Ce navigateur ne peut pas utiliser la puce graphique comme les modèles le demandent.",
  "errors.not-enough-memory": "Le modèle ne tient pas dans la mémoire de cet appareil.",
  "errors.download-failed":
    "Un fichier n’a pas pu être téléchargé. Vérifiez la connexion, puis réessayez ; le téléchargement reprendra où il s’est arrêté.",
  "errors.device-lost":
    "La puce graphique ne répond plus. À la prochaine question, le modèle sera rechargé.",
  "errors.context-exceeded": "La question est trop longue pour ce modèle.",
  "errors.endpoint-failed":
    "Le serveur auquel la question a été envoyée n’a pas répondu comme il le devrait.",
  "errors.model-failed": "Le modèle a échoué. Rechargez-le ou choisissez-en un autre.",
  "errors.invalid-data":
    "Les questions de test contiennent une erreur. Corrigez-la, puis réessayez.",
  "errors.internal": "Un problème est survenu dans cette page. Rechargez-la.",
};
