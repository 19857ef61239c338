import type { models as english } from "../english/models.js";
import type { Translation } from "../message.js";

/** Models and where they come from, in French. */
export const models: Translation<typeof english> = {
  "models.title": "Modèle",
  "models.about":
    "Sans modèle, la réponse à une question est faite des passages qui lui correspondent le mieux. Un modèle les lit, poursuit la recherche si nécessaire et rédige une réponse ; chaque phrase est vérifiée dans vos documents avant d’être considérée comme fondée.",
  "models.now": "À présent",
  "models.none": "Aucun modèle n’est chargé.",
  "models.answers": "{name} répond.",
  "models.local": "Il fonctionne sur cet appareil ; rien n’est envoyé.",
  "models.sends": "Vos questions et du texte de vos documents sont envoyés à {address}.",
  "models.unload": "Décharger",
  "models.unloaded": "Le modèle est déchargé.",
  "models.loading": "Chargement : {name}",
  "models.loading.said": "Chargement : {name}.",
  "models.ready.said": "{name} est prêt.",
  "models.cancelled": "Annulé.",
  "models.failed": "Le modèle n’a pas pu être chargé. Réessayez.",
  "models.progress.starting": "Démarrage…",
  "models.progress.preparing": "Préparation…",
  "models.progress.checking": "Essai…",
  "models.progress.of": "{loaded} sur {total}",
  "models.progress.left": "{loaded} · {left}",
  "models.progress.kept":
    "Ce qui est téléchargé est conservé en cas d’annulation ou de fermeture de la page ; le téléchargement reprend à cet endroit. Les fichiers incomplets sont téléchargés de nouveau.",

  "models.device.title": "Sur cet appareil",
  "models.device.looking": "Examen de ce que cet appareil peut faire fonctionner…",
  "models.device.list": "Modèles pour cet appareil",
  "models.device.all": {
    one: "Afficher {count} modèle",
    other: "Afficher les {count} modèles",
  },
  "models.obstacle.graphics":
    "Ce navigateur n’offre aucune carte graphique aux pages web (WebGPU). Activez l’accélération matérielle dans ses paramètres, ou utilisez une version actuelle de Chrome, Edge, Firefox ou Safari.",
  "models.obstacle.software":
    "Ce navigateur calcule les images sur le processeur, ce qui est trop lent pour un modèle avec WebGPU. Un petit modèle fait pour le processeur est plus rapide ici.",
  "models.obstacle.device":
    "Ce que ce navigateur offre en graphismes, en mémoire et en stockage ne suffit pas aux modèles qui utilisent la puce graphique. Prenez un petit modèle fait pour le processeur, ou un autre appareil.",
  "models.obstacle.list":
    "La liste des modèles n’a pas pu être chargée. Vérifiez la connexion et réessayez.",
  "models.offer.suits": "convient à cet appareil",
  "models.offer.memory": "demande environ {size} de mémoire",
  "models.offer.graphics": "utilise la puce graphique",
  "models.offer.processor": "utilise le processeur, lentement",
  "models.offer.license": "licence {name}",
  "models.offer.tooLarge": "Trop gros pour ce que ce navigateur offre.",
  "models.offer.partial":
    "{stored} sur {total} sont sur cet appareil ; le téléchargement reprend à cet endroit.",
  "models.offer.download": "Télécharger",
  "models.offer.download.name": "Télécharger {name}",
  "models.offer.load": "Charger",
  "models.offer.load.name": "Charger {name}",
  "models.offer.goOn": "Continuer",
  "models.offer.goOn.name": "Continuer le téléchargement de {name}",
  "models.offer.delete": "Supprimer de cet appareil ({size})",
  "models.offer.needs": "{download} à télécharger, demande environ {memory} de mémoire",
  "models.offer.needs.stored": "sur cet appareil ({stored}), demande environ {memory} de mémoire",
  "models.deleted": "{name} est supprimé de cet appareil.",
  "models.agree": "Télécharger",
  "models.agree.question":
    "Télécharger {size} depuis {folder} ? Le modèle est conservé dans le stockage de ce navigateur jusqu’à ce que vous le supprimiez.",
  "models.agree.rest":
    "{stored} sur {size} sont sur cet appareil. Télécharger ce qui manque depuis {folder} ? Le modèle est conservé dans le stockage de ce navigateur jusqu’à ce que vous le supprimiez.",
  "models.agree.download": "Télécharger {size}",
  "models.agree.not": "Pas maintenant",
  "models.folder": "Dossier d’où viennent les fichiers",
  "models.folder.about":
    "Cette page n’apporte aucun modèle et ne peut télécharger que depuis {hosts} : placez-y les fichiers d’un modèle dans un dossier.",
  "models.folder.elsewhere":
    "Les modèles sont téléchargés depuis {host}. Cette page n’en apporte aucun et ne peut télécharger que depuis {hosts}.",
  "models.folder.fault":
    "Les règles de cette page ne lui permettent de télécharger que depuis {hosts}. Indiquez un dossier qui s’y trouve, comme ./models/.",
  "models.stored.total": "Les modèles occupent {size} sur cet appareil.",
  "models.stored.none": "Aucun modèle n’est enregistré sur cet appareil.",
  "models.stored.list": "Modèles enregistrés sur cet appareil",
  "models.stored.others": "Autres modèles enregistrés sur cet appareil",
  "models.stored.delete": "Supprimer",
  "models.stored.delete.name": "Supprimer {name} de cet appareil",

  "models.builtIn.title": "Intégré à ce navigateur",
  "models.builtIn.about":
    "Le modèle propre au navigateur. Il fonctionne sur cet appareil ; le navigateur doit peut-être d’abord le télécharger.",
  "models.builtIn.use": "Utiliser le modèle du navigateur",
  "models.builtIn.name": "Le modèle intégré au navigateur",

  "models.endpoint.title": "Votre propre serveur",
  "models.endpoint.open": "Se connecter à un serveur compatible avec OpenAI",
  "models.endpoint.sends":
    "{warning} et sont envoyés à l’adresse ci-dessous. N’utilisez qu’un serveur auquel vous faites confiance.",
  "models.endpoint.sends.warning":
    "Vos questions et du texte de vos documents quittent alors cette page",
  "models.endpoint.rules":
    "Les règles de cette page ne lui permettent de contacter que {hosts} ; le serveur doit donc répondre à l’adresse même de ce site.",
  "models.endpoint.rules.more":
    "Les règles de cette page ne lui permettent de contacter que {hosts} ; le serveur doit donc répondre là.",
  "models.endpoint.address": "Adresse",
  "models.endpoint.model": "Modèle {note}",
  "models.endpoint.model.note": "(le premier du serveur, sauf indication)",
  "models.endpoint.key": "Clé {note}",
  "models.endpoint.key.note":
    "(s’il en demande une ; conservée seulement tant que cette page est ouverte)",
  "models.endpoint.advanced": "Avancé",
  "models.endpoint.context": "Tokens lus à la fois {note}",
  "models.endpoint.context.note": "(ce que dit le serveur, sinon {number})",
  "models.endpoint.context.about":
    "La longueur de contexte avec laquelle le serveur fait fonctionner le modèle. Ollama n’indique pas la sienne, et laisse tomber sans rien dire ce qui est plus long : indiquez ici son nombre, et jamais davantage.",
  "models.endpoint.connect": "Se connecter et y envoyer du texte",
  "models.endpoint.name": "Votre serveur",
  "models.endpoint.fault.address": "Indiquez l’adresse du serveur, comme {example}.",
  "models.endpoint.fault.elsewhere":
    "Les règles de cette page ne lui permettent de contacter que {hosts}. Faites répondre le serveur à l’adresse même de ce site, ou publiez votre propre copie de cette page avec {host} dans ses règles.",
  "models.endpoint.fault.context":
    "Indiquez combien de tokens le modèle lit à la fois, en nombre entier de {least} à {most}, ou laissez ce champ vide.",
};
