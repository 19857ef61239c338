import type { published as english } from "../english/published.js";
import type { Translation } from "../message.js";

/** Collections that others have published, and collections as files, in German. */
export const published: Translation<typeof english> = {
  "published.lines": "Sammlungen",
  "published.fetching": "{name} wird geholt",
  "published.fetching.progress": {
    one: "{name} wird geholt · {done} von {count} Dokument",
    other: "{name} wird geholt · {done} von {count} Dokumenten",
  },
  "published.fetching.cancel": "{name} nicht weiter holen",
  "published.stopped": "{name} ist noch nicht vollständig hier.",
  "published.goOn": "Weiter",
  "published.goOn.name": "{name} weiter holen",
  "published.failed": "{name} konnte nicht geholt werden",
  "published.row.textOnly": "Nur der Text ist hier; die Datei selbst war nicht dabei.",
  "published.row.notRead":
    "Der Text kam mit einer Sammlung und wurde hier nicht aus der Datei gelesen.",

  "collections.title": "Sammlungen",
  "collections.about":
    "Eine Sammlung ist eine Datei mit Dokumenten, die sofort durchsucht werden können, wo immer man sie öffnet.",
  "collections.open": "Sammlung öffnen",
  "collections.open.pick": "Datei einer Sammlung, die geöffnet werden soll",
  "collections.open.checking": {
    one: "{name} wird geprüft · {done} von {count} Dokument",
    other: "{name} wird geprüft · {done} von {count} Dokumenten",
  },
  "collections.open.storing": {
    one: "{name} wird hinzugefügt · {done} von {count} Dokument",
    other: "{name} wird hinzugefügt · {done} von {count} Dokumenten",
  },
  "collections.open.start": "{name} wird geöffnet",
  "collections.open.cancel": "{name} nicht öffnen",
  "collections.open.added": {
    one: "{count} Dokument hinzugefügt",
    other: "{count} Dokumente hinzugefügt",
  },
  "collections.open.replaced": { one: "{count} ersetzt", other: "{count} ersetzt" },
  "collections.open.unchanged": {
    one: "{count} war schon hier",
    other: "{count} waren schon hier",
  },
  "collections.open.nothing": "In dieser Sammlung ist kein Dokument.",
  "collections.open.failed": "{name} wurde nicht hinzugefügt",
  "collections.save.title": "Titel einer neuen Sammlung",
  "collections.save.default": "Dokumente",
  "collections.save.originals": "Mit den Dateien selbst, {size}",
  "collections.save.originals.about": "Ohne sie ist anderswo nur ihr Text zu lesen.",
  "collections.save.do": {
    one: "Ihr Dokument in eine Datei speichern",
    other: "Ihre {count} Dokumente in eine Datei speichern",
  },
  "collections.save.leftOut": {
    one: "{count} Dokument ist nicht in der Datei",
    other: "{count} Dokumente sind nicht in der Datei",
  },
  "collections.save.start": "{name} wird gespeichert",
  "collections.save.progress": {
    one: "{name} wird gespeichert · {done} von {count} Dokument",
    other: "{name} wird gespeichert · {done} von {count} Dokumenten",
  },
  "collections.save.cancel": "{name} nicht speichern",

  "collections.published": "Aus dem Netz",
  "collections.published.list": "Veröffentlichte Sammlungen",
  "collections.published.about":
    "Ihre Dokumente liegen hier und werden hier durchsucht. Eine Datei wird geholt, wenn sie zum ersten Mal geöffnet wird.",
  "collections.published.partly": {
    one: "{count} Dokument; noch nicht alle sind hier",
    other: "{count} Dokumente; noch nicht alle sind hier",
  },
  "collections.published.hidden": {
    one: "{count} hier gelöscht",
    other: "{count} hier gelöscht",
  },
  "collections.published.checked": "Zuletzt nachgesehen: {day}",
  "collections.published.notHere": "Nicht hier. Diese Seite bietet sie an.",
  "collections.fetch": "Holen",
  "collections.fetch.name": "{name} holen",
  "collections.look": "Nach Änderungen sehen",
  "collections.look.name": "Nach Änderungen in {name} sehen",
  "collections.look.running": "Es wird nach Änderungen gesehen …",
  "collections.look.same": "Es hat sich nichts geändert.",
  "collections.look.fetched": {
    one: "{count} Dokument geholt",
    other: "{count} Dokumente geholt",
  },
  "collections.look.gone": {
    one: "{count} ist nicht mehr veröffentlicht",
    other: "{count} sind nicht mehr veröffentlicht",
  },
  "collections.remove": "Entfernen",
  "collections.remove.name": "{name} entfernen",
  "collections.remove.what": {
    one: "{count} Dokument verschwindet von diesem Gerät; das lässt sich nicht rückgängig machen. Ihre eigenen Dokumente bleiben.",
    other:
      "{count} Dokumente verschwinden von diesem Gerät; das lässt sich nicht rückgängig machen. Ihre eigenen Dokumente bleiben.",
  },
  "collections.remove.do": "Entfernen",
  "collections.remove.keep": "Behalten",
  "collections.removed": "{name} wurde entfernt.",
};
