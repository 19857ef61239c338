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
import type { Language } from "../core/language.js";
import { fold } from "./fold.js";

// The kept lists of these languages hold words of content as well ("trabajo", "valor", "estado"),
// or are damaged; the few words that carry the grammar are given here instead.
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
/** What the kept Danish list lacks, which the Norwegian one has. */
const moreDanish = `ved kan kun må så når hvordan hvorfor hvilken hvilket hvilke fordi mellem uden
  både samme bare før siden enten hver ingen intet`.split(/\s+/);
const chinese = `的 了 和 与 及 或 在 是 有 为 以 于 对 从 到 被 把 也 就 都 而 但 不 这 那 其 之 所
  什么 哪些 哪个 怎么 如何 多少 為 與 於 對 從 這 個 个 吗 嗎 呢 我 你 他 她 它 我们 他们`.split(
  /\s+/,
);

const lists: Partial<Record<Language, readonly string[]>> = {
  en: english,
  de: german,
  fr: french,
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

/** Words of content, numbers, and words too common in other languages, in the kept lists. */
const contentWords = new Set(
  `data ii halbă noroc bucur frumos spate timp nevoie mulţumesc acord sută cikk cikkek cikkeket lehetőség
  nagy nagyobb milyar milyon trilyon katrilyon жизнь человек`
    .split(/\s+/)
    .map(fold),
);

const sets = new Map<Language, ReadonlySet<string>>();

/**
 * The words of a language that carry its grammar and say nothing of what is asked: articles,
 * prepositions, pronouns, auxiliaries. Folded, with straight apostrophes. Empty where there is
 * no list.
 */
export function functionWordsOf(language: Language): ReadonlySet<string> {
  const known = sets.get(language);
  if (known) return known;
  const words = (lists[language] ?? []).map(fold).filter((word) => !contentWords.has(word));
  const set = new Set(words);
  set.delete("");
  sets.set(language, set);
  return set;
}

/** Whether a word, as it is written, is a function word of a language. */
export function isFunctionWord(word: string, language: Language): boolean {
  return functionWordsOf(language).has(fold(word).replace("’", "'"));
}
