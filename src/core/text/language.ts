import { stopwords as danish } from "@orama/stopwords/danish";
import { stopwords as dutch } from "@orama/stopwords/dutch";
import { stopwords as english } from "@orama/stopwords/english";
import { stopwords as finnish } from "@orama/stopwords/finnish";
import { stopwords as french } from "@orama/stopwords/french";
import { stopwords as german } from "@orama/stopwords/german";
import { stopwords as greek } from "@orama/stopwords/greek";
import { stopwords as hungarian } from "@orama/stopwords/hungarian";
import { stopwords as italian } from "@orama/stopwords/italian";
import { stopwords as japanese } from "@orama/stopwords/japanese";
import { stopwords as norwegian } from "@orama/stopwords/norwegian";
import { stopwords as portuguese } from "@orama/stopwords/portuguese";
import { stopwords as romanian } from "@orama/stopwords/romanian";
import { stopwords as russian } from "@orama/stopwords/russian";
import { stopwords as swedish } from "@orama/stopwords/swedish";
import { stopwords as turkish } from "@orama/stopwords/turkish";
import { countsOf } from "../append.js";
import { knownLanguages, type Language } from "../document.js";
import { lazy } from "../lazy.js";
import { fold } from "./fold.js";

/** Scripts that identify a language better than words do, or that require a different check. */
const scripts = {
  latin: /\p{Script=Latin}/gu,
  cyrillic: /\p{Script=Cyrillic}/gu,
  greek: /\p{Script=Greek}/gu,
  han: /\p{Script=Han}/gu,
  kana: /[\p{Script=Hiragana}\p{Script=Katakana}]/gu,
  hangul: /\p{Script=Hangul}/gu,
  thai: /\p{Script=Thai}/gu,
  lao: /\p{Script=Lao}/gu,
  khmer: /\p{Script=Khmer}/gu,
  myanmar: /\p{Script=Myanmar}/gu,
} as const;

type Script = keyof typeof scripts;

/** The scripts of a language; a language that is missing here uses Latin letters. */
const scriptsOf: Partial<Record<Language, readonly Script[]>> = {
  ru: ["cyrillic"],
  uk: ["cyrillic"],
  el: ["greek"],
  zh: ["han"],
  ja: ["kana", "han"],
  ko: ["hangul", "han"],
  th: ["thai"],
  lo: ["lao"],
  km: ["khmer"],
  my: ["myanmar"],
};

/** Languages that are distinguished by their function words. */
const distinctLatin: readonly Language[] = knownLanguages.filter(
  (language) => language !== "und" && !scriptsOf[language],
);
const distinctCyrillic: readonly Language[] = ["ru", "uk"];
const distinctLanguages: readonly Language[] = [...distinctLatin, ...distinctCyrillic];

/** A text with fewer distinct function words is too short to identify, or is a table. */
const fewestFunctionWords = 3;
/** Running text has more evidence per word than this in its language, and less in any other. */
const minEvidence = 0.3;
/** Text with this share of non-ASCII letters and no known function words is not English. */
const foreignLetters = 0.02;

/**
 * The language of a document, from some thousand characters of its text (more do not improve it).
 * Text without evidence, such as tables of numbers, counts as English. The script decides, and
 * among languages with the same script their function words do: on pieces of 500 characters they
 * were right more often than the trigram models that are small enough for a worker, which lack some
 * of these languages, and they cost nothing, because queries need them anyway.
 */
export function detectLanguage(sample: string): Language {
  const counts = countScripts(sample);
  const letters = sample.match(/\p{Alpha}/gu)?.length ?? 0;
  if (letters === 0) return "en";
  const share = (script: Script): number => counts[script] / letters;
  if (share("kana") + share("han") > 0.3) return share("kana") > 0.05 ? "ja" : "zh";
  if (share("hangul") > 0.3) return "ko";
  if (share("thai") > 0.3) return "th";
  if (share("lao") > 0.3) return "lo";
  if (share("khmer") > 0.3) return "km";
  if (share("myanmar") > 0.3) return "my";
  if (share("greek") > 0.3) return "el";
  const cyrillic = share("cyrillic") > 0.3;
  if (!cyrillic && share("latin") < 0.5) return "und";
  const words = foldedWords(sample);
  const [best] = evidence(words, cyrillic ? distinctCyrillic : distinctLatin);
  const convincing =
    best && best.words >= fewestFunctionWords && best.score >= minEvidence * words.length;
  if (cyrillic) return convincing && !isOtherCyrillic(sample) ? best.language : "und";
  if (convincing) return best.language;
  const foreign = letters - (sample.match(/[A-Za-z]/g)?.length ?? 0);
  return foreign > letters * foreignLetters ? "und" : "en";
}

/** Bulgarian, Macedonian, Serbian and Belarusian share many of their function words with Russian. */
function isOtherCyrillic(sample: string): boolean {
  if (/[ђѓјљњћќџў]/iu.test(sample)) return true;
  return /ъ/iu.test(sample) && !/[ыэ]/iu.test(sample) && !/[іїєґ]/iu.test(sample);
}

/**
 * The languages that a query may be in, among those of a collection's documents, likeliest first.
 * Empty only if `languages` is. If the query has function words of one language and few of the
 * others, only that one; if nothing distinguishes them, all that use its script. Words of a query
 * may be names in another language, so searches should use the terms of all languages of the
 * collection; this function is for what depends on the query's language, such as which words are
 * function words.
 */
export function queryLanguages(query: string, languages: ReadonlySet<Language>): Language[] {
  // Nothing to decide, and most collections are in one language.
  if (languages.size <= 1) return [...languages];
  const counts = countScripts(query);
  const written = [...languages].filter((language) =>
    (scriptsOf[language] ?? ["latin"]).some((script) => counts[script] > 0),
  );
  const candidates = written.length > 0 ? written : [...languages];
  const found = evidence(foldedWords(query), candidates);
  const most = found[0]?.score ?? 0;
  const likely = found.filter(({ score }) => score >= most / 2).map(({ language }) => language);
  if (counts.kana > 0 && likely.includes("ja")) return ["ja"];
  return likely;
}

/** Phrases that ask for an amount; their words hardly occur in answers. */
const amountPhrase =
  /(?<![a-zß-ɏḀ-ỿ])(?:how (?:many|much)|wie ?viele?|combien|cu[aá]nt[oa]s?|quant[oiae]s?|hoeveel)(?![a-zß-ɏḀ-ỿ])/giu;

/**
 * The words, folded, of a question that only ask: "how" and "many", and the function words of the
 * language that it is written in, whatever language the documents have, if it has at least two of
 * them to identify one by.
 */
export function questionFunctionWords(question: string): ReadonlySet<string> {
  const amounts = (question.match(amountPhrase) ?? []).flatMap(foldedWords);
  const cyrillic = countScripts(question).cyrillic > 0;
  const [best] = evidence(foldedWords(question), cyrillic ? distinctCyrillic : distinctLatin);
  if (!best || best.words < 2) return new Set(amounts);
  const more = moreQuestionWords[best.language]?.split(" ") ?? [];
  return new Set([...amounts, ...functionWordsOf(best.language), ...more]);
}

interface Evidence {
  readonly language: Language;
  readonly score: number;
  /** Number of distinct function words. */
  readonly words: number;
}

/**
 * The function words of each language among the words, sorted by evidence; words shared by many
 * languages count much less.
 */
function evidence(words: readonly string[], candidates: readonly Language[]): Evidence[] {
  const sets = candidates.map((language) => ({ language, set: functionWordsOf(language) }));
  const owners = wordOwners();
  return sets
    .map(({ language, set }) => {
      const found = words.filter((word) => set.has(word));
      let score = 0;
      for (const word of found)
        score += Math.log(distinctLanguages.length / (owners.get(word) ?? 1));
      return { language, score, words: new Set(found).size };
    })
    .sort((a, b) => b.score - a.score);
}

/** The number of languages in which a word is a function word. */
const wordOwners = lazy(() =>
  countsOf(distinctLanguages.flatMap((language) => [...functionWordsOf(language)])),
);

/** The words of a text except single Latin letters, which are often initials. */
function foldedWords(text: string): string[] {
  return (text.match(/[\p{Alpha}\p{M}]+(?:['’][\p{Alpha}\p{M}]+)?/gu) ?? [])
    .filter((word) => !/^[a-z]$/i.test(word))
    .map((word) => fold(word).replace("’", "'"));
}

function countScripts(text: string): Record<Script, number> {
  const counts = {} as Record<Script, number>;
  for (const [script, form] of Object.entries(scripts)) {
    counts[script as Script] = text.match(form)?.length ?? 0;
  }
  return counts;
}

// The lists of the stop word package for these languages contain content words ("trabajo", "valor",
// "estado"), or are damaged; this is a short list of grammatical words instead.
const spanish = `a al algo ante antes aquel aquella aquello aquellos aun aunque cada como con contra
  cual cuales cuando cuanto cuantos de del desde donde dos durante e el ella ellas ello ellos en
  entre era eran es esa esas ese eso esos esta estaba estan estar estas este esto estos fue fueron
  ha haber habia han hasta hay he la las le les lo los mas me mi mis mucho muy nada ni no nos
  nosotros nuestra nuestro nuestros o os otra otras otro otros para pero poco por porque pues que
  quien quienes se sea segun ser si sido sin sino sobre son su sus suya suyo tal tambien tampoco
  tan tanto te tiene tienen toda todas todo todos tu tus u un una unas uno unos usted ustedes y ya
  yo`.split(/\s+/);
const ukrainian = `а або але б без би був була були було в вам вас вже ви від він вона вони воно все
  всі де для до є же з за і із її їх й його коли ким крім лише мене ми на над нам нас не немає ні
  них о ось по при про ся та так також такий там те ти тим то тут у хто це цей ця ці цього чи що
  щоб як яка який яких якщо які я`.split(/\s+/);
/** Words missing in the Danish list, but present in the Norwegian one. */
const moreDanish = `ved kan kun må så når hvordan hvorfor hvilken hvilket hvilke fordi mellem uden
  både samme bare før siden enten hver ingen intet`.split(/\s+/);
/** Words missing in the French list, which has their masculine forms. */
const moreFrench = ["elles"];
const chinese = `的 了 和 与 及 或 在 是 有 为 以 于 对 从 到 被 把 也 就 都 而 但 不 这 那 其 之 所
  什么 哪些 哪个 怎么 如何 多少 為 與 於 對 從 這 個 个 吗 嗎 呢 我 你 他 她 它 我们 他们`.split(
  /\s+/,
);

/** Question words that the package's lists lack. */
const questionWords: Partial<Record<Language, string>> = {
  de: "wann wer warum wieso weshalb wieviel wieviele wohin woher wem wen wessen",
  fr: "quand quoi comment pourquoi combien lequel laquelle",
  es: "cuanta cuantas",
  it: "quando quali",
  pt: "onde porque quanto quanta quantos quantas quais",
  nl: "wanneer waar waarom welke welk hoeveel",
};

/**
 * The article, and verbs with which questions begin or that only help another verb, if the lists
 * lack them: "puis-je", "va a pagar". Folded. Searches still use them, because statements contain
 * them too.
 */
const moreQuestionWords: Partial<Record<Language, string>> = {
  en: "a",
  de: "darf darfst durfen durft kann konnen muss mussen soll sollen",
  fr: "puis peux peut peuvent pouvons pouvez dois doit doivent devons devez faut vais va vas vont",
  es: "puedo puedes puede pueden podemos debo debes debe deben debemos voy va vas van vamos",
};

const lists: Partial<Record<Language, readonly string[]>> = {
  en: english,
  de: german,
  fr: [...french, ...moreFrench],
  es: spanish,
  it: italian,
  pt: portuguese,
  nl: dutch,
  sv: swedish,
  no: norwegian,
  da: [...danish, ...moreDanish],
  fi: finnish,
  hu: hungarian,
  ro: romanian,
  ru: russian,
  uk: ukrainian,
  tr: turkish,
  el: greek,
  zh: chinese,
  ja: japanese,
};

/** Content words, numbers, and words too common in other languages, in the package's lists. */
const contentWords = new Set(
  `data ii halbă noroc bucur frumos spate timp nevoie mulţumesc acord sută cikk cikkek cikkeket lehetőség
  nagy nagyobb milyar milyon trilyon katrilyon жизнь человек`
    .split(/\s+/)
    .map(fold),
);

const sets = new Map<Language, ReadonlySet<string>>();

/**
 * The grammatical words of a language, which say nothing about the topic: articles, prepositions,
 * pronouns, auxiliaries. Folded, with straight apostrophes. Empty if there is no list.
 */
export function functionWordsOf(language: Language): ReadonlySet<string> {
  const known = sets.get(language);
  if (known) return known;
  const asking = questionWords[language]?.split(" ") ?? [];
  const words = [...(lists[language] ?? []), ...asking]
    .map(fold)
    .filter((word) => !contentWords.has(word));
  const set = new Set(words);
  set.delete("");
  sets.set(language, set);
  return set;
}

/** Whether a word, as it is written, is a function word of a language. */
export function isFunctionWord(word: string, language: Language): boolean {
  return functionWordsOf(language).has(plainWord(word));
}

/** Whether a word, as it is written, is a function word in any of these languages. */
export function isFunctionWordIn(word: string, languages: readonly Language[]): boolean {
  const plain = plainWord(word);
  return languages.some((language) => functionWordsOf(language).has(plain));
}

/** A word in the form of `functionWordsOf`. */
function plainWord(word: string): string {
  return fold(word).replace("’", "'");
}
