/** What the site says beside the element. */
export interface SiteWords {
  readonly newVersion: string;
  readonly reload: string;
  readonly later: string;
  readonly busy: string;
}

const words = {
  en: {
    newVersion: "A new version is ready.",
    reload: "Reload",
    later: "Later",
    busy: "An answer or a file is still under way. Reload when it is finished.",
  },
  de: {
    newVersion: "Eine neue Version ist bereit.",
    reload: "Neu laden",
    later: "Später",
    busy: "Eine Antwort oder eine Datei ist noch in Arbeit. Laden Sie neu, wenn sie fertig ist.",
  },
  fr: {
    newVersion: "Une nouvelle version est prête.",
    reload: "Recharger",
    later: "Plus tard",
    busy: "Une réponse ou un fichier est encore en cours. Rechargez quand ce sera terminé.",
  },
  es: {
    newVersion: "Hay una versión nueva lista.",
    reload: "Recargar",
    later: "Más tarde",
    busy: "Una respuesta o un archivo sigue en curso. Recargue cuando haya terminado.",
  },
  ja: {
    newVersion: "新しいバージョンを利用できます。",
    reload: "再読み込み",
    later: "後で",
    busy: "回答またはファイルの処理が終わっていません。終わってから再読み込みしてください。",
  },
  ar: {
    newVersion: "يتوفر إصدار جديد.",
    reload: "إعادة التحميل",
    later: "لاحقًا",
    busy: "لا تزال هناك إجابة أو ملف قيد المعالجة. أعد التحميل عند الانتهاء.",
  },
} satisfies Record<string, SiteWords>;

/** The words in the first of these languages that there are words in, and which language that is. */
export function siteWords(languages: readonly string[]): { words: SiteWords; language: string } {
  const known = languages.map((language) => language.split("-")[0] ?? "").find(isKnown) ?? "en";
  return { words: words[known], language: known };
}

function isKnown(language: string): language is keyof typeof words {
  return Object.hasOwn(words, language);
}
