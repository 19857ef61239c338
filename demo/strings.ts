/** The site's own text, apart from the element's. */
export interface SiteWords {
  readonly newVersion: string;
  readonly reload: string;
  readonly later: string;
  readonly busy: string;
  readonly framed: string;
  readonly openAlone: string;
  readonly closeWindow: string;
}

const words = {
  en: {
    newVersion: "A new version is ready.",
    reload: "Reload",
    later: "Later",
    busy: "An answer or a file is still under way. Reload when it is finished.",
    framed:
      "Another site shows this page inside its own, where it could be covered with something else. Open it on its own to use it.",
    openAlone: "Open Pagehound",
    closeWindow: "You can close this window.",
  },
  de: {
    newVersion: "Eine neue Version ist bereit.",
    reload: "Neu laden",
    later: "Später",
    busy: "Eine Antwort oder eine Datei ist noch in Arbeit. Laden Sie neu, wenn sie fertig ist.",
    framed:
      "Eine andere Website zeigt diese Seite in ihrer eigenen, wo sie verdeckt werden könnte. Öffnen Sie sie für sich, um sie zu benutzen.",
    openAlone: "Pagehound öffnen",
    closeWindow: "Sie können dieses Fenster schließen.",
  },
  fr: {
    newVersion: "Une nouvelle version est prête.",
    reload: "Recharger",
    later: "Plus tard",
    busy: "Une réponse ou un fichier est encore en cours. Rechargez quand ce sera terminé.",
    framed:
      "Un autre site affiche cette page dans la sienne, où elle pourrait être recouverte. Ouvrez-la seule pour l’utiliser.",
    openAlone: "Ouvrir Pagehound",
    closeWindow: "Vous pouvez fermer cette fenêtre.",
  },
  es: {
    newVersion: "Hay una versión nueva lista.",
    reload: "Recargar",
    later: "Más tarde",
    busy: "Una respuesta o un archivo sigue en curso. Recargue cuando haya terminado.",
    framed:
      "Otro sitio muestra esta página dentro de la suya, donde podría quedar tapada. Ábrala por separado para usarla.",
    openAlone: "Abrir Pagehound",
    closeWindow: "Puede cerrar esta ventana.",
  },
  ja: {
    newVersion: "新しいバージョンを利用できます。",
    reload: "再読み込み",
    later: "後で",
    busy: "回答またはファイルの処理が終わっていません。終わってから再読み込みしてください。",
    framed:
      "別のサイトがこのページを自分のページの中に表示しています。そこでは何かで覆い隠されるおそれがあります。単独で開いてご利用ください。",
    openAlone: "Pagehound を開く",
    closeWindow: "このウィンドウは閉じてかまいません。",
  },
  ar: {
    newVersion: "يتوفر إصدار جديد.",
    reload: "إعادة التحميل",
    later: "لاحقًا",
    busy: "لا تزال هناك إجابة أو ملف قيد المعالجة. أعد التحميل عند الانتهاء.",
    framed:
      "يعرض موقع آخر هذه الصفحة داخل صفحته، حيث يمكن أن تُغطّى بشيء آخر. افتحها وحدها لاستخدامها.",
    openAlone: "فتح Pagehound",
    closeWindow: "يمكنك إغلاق هذه النافذة.",
  },
} satisfies Record<string, SiteWords>;

/**
 * The words in the first of these languages that has any. Sets language and direction of the
 * element that shows them.
 */
export function siteWords(languages: readonly string[], shown: HTMLElement): SiteWords {
  const known = languages.map((language) => language.split("-")[0] ?? "").find(isKnown) ?? "en";
  shown.lang = known;
  shown.dir = known === "ar" ? "rtl" : "ltr";
  return words[known];
}

function isKnown(language: string): language is keyof typeof words {
  return Object.hasOwn(words, language);
}
