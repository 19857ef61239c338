/** Words that carry the grammar, or the talk about an answer rather than the answer. */
const functionWords = new Set(
  `a about above according after all also although am an and any are as at be because been before
  being below between both but by can cannot could did do does doing done due during each either
  else etc even ever few for from further had has have having he hence her here hers him his how
  however i if in indeed into is it its itself just may me might more most much must my near neither
  no nor not of off on once one only or other our out over own per rather s same she should since so
  some such than that the their them then there therefore these they this those though through thus
  to too toward under until up upon us very via was we were what when where whether which while who
  whom whose why will with within without would yes yet you your
  based provided information answer question context document documents filing filings following
  given approximately around roughly please fy vs versus`.split(/\s+/),
);

/** Words that answers of all kinds have, whatever they answer; told by hand, as stems. */
const commonStems = new Set(
  `also another amount area around base became become begin began big bring call case change come
  common company compar consider consist current day describ develop differ end exampl experienc
  fact factor fall form found general get give global go good grew group grow growth happen help
  high higher includ increas decreas improv reduc impact import involv item keep kind know large
  larger largest last late lead leader level like list locat long low lower made main major make
  mani mean measur mention million month name need new number old oper part particular perform
  period person place point posit possibl present primar produc purpos quarter range rate reason
  refer relat releas report requir result say segment seen set show signific similar size slight
  small specif start state take thing think time total trend type unit usag use valu variou want
  way well word work world year`.split(/\s+/),
);

/** A word that says something. */
export interface ContentWord {
  /** As words are compared: without accents, in small letters, without its ending. */
  readonly stem: string;
  /**
   * How much it tells: 2 for a name, an abbreviation or a number, which few answers have by chance,
   * 0.5 for a word that all kinds of answers have, else 1.
   */
  readonly weight: number;
}

const token = /[\p{L}\p{N}]+(?:['.&-][\p{L}\p{N}]+)*/gu;

/** The content words of a text, none twice, in order. Endings and function words are English. */
export function contentWords(text: string): readonly ContentWord[] {
  const found = new Map<string, ContentWord>();
  for (const { index, 0: written } of text
    .normalize("NFD")
    .replace(/\p{M}/gu, "")
    .matchAll(token)) {
    for (const part of written.split("-")) {
      const lower = part
        .toLowerCase()
        .replace(/'s$/, "")
        .replaceAll(".", "")
        .replace(/^(?:fy|cy)'?(?=\d)/, "");
      if (lower === "" || functionWords.has(lower)) continue;
      const stem = stemOf(directionWord(lower) ?? lower);
      const name = /^\p{Lu}/u.test(part) && index > 0;
      const weight = name || /\p{N}/u.test(part) ? 2 : commonStems.has(stem) ? 0.5 : 1;
      found.set(stem, { stem, weight: Math.max(weight, found.get(stem)?.weight ?? 0) });
    }
  }
  return [...found.values()];
}

const endings = /(?:ations?|ments?|ings?|ities|ity|ies|ness|ions?|ed|es|ly|s|e|y)$/;

/** A word without its ending; four letters are always left. */
function stemOf(word: string): string {
  if (/\p{N}/u.test(word)) return word.replace(/(?<=\d)(?:st|nd|rd|th)$/, "");
  const stem = word.replace(endings, "");
  return stem.length >= 4 ? stem : word.replace(/(?<=\p{L}{3})s$/u, "");
}

/** Whether two stems are of the same word: equal, or alike but for an ending or a letter. */
export function sameStem(one: string, other: string): boolean {
  if (one === other) return true;
  const shorter = Math.min(one.length, other.length);
  const longer = Math.max(one.length, other.length);
  if (shorter < 5 || /\p{N}/u.test(one + other)) return false;
  let shared = 0;
  while (shared < shorter && one.charAt(shared) === other.charAt(shared)) shared++;
  return shared >= 5 && shared >= 0.7 * longer;
}

/** The weight of words, and of those of them that a text has. */
export function weighFound(
  words: readonly ContentWord[],
  text: string,
): { readonly total: number; readonly found: number } {
  const there = contentWords(text);
  let total = 0;
  let found = 0;
  for (const { stem, weight } of words) {
    total += weight;
    if (there.some((word) => sameStem(stem, word.stem))) found += weight;
  }
  return { total, found };
}

/** The share of words, by weight, that a text has; 0 of no words. */
export function shareFound(words: readonly ContentWord[], text: string): number {
  const { total, found } = weighFound(words, text);
  return total === 0 ? 0 : found / total;
}

const up =
  "increas\\w*|r[io]s(?:e|es|en|ing)|grew|grow\\w*|growth|improv\\w*|gain\\w*|higher|expan[ds]\\w*|greater|climb\\w*|surg(?:e|es|ed|ing)|accelerat\\w*|strengthen\\w*|more|larger|better|upward";
const down =
  "decreas\\w*|declin(?:e|es|ed|ing)|drop\\w*|fall(?:s|en|ing)?|fell|reduc\\w*|lower\\w*|shr[aiu]nk\\w*|deteriorat\\w*|worsen\\w*|worse|contract(?:ed|ion|ing)|slump\\w*|weaken\\w*|fewer|less|smaller|diminish\\w*|downward|compress\\w*|slow(?:ed|er|ing)|decelerat\\w*";

const upIn = new RegExp(`\\b(?:${up}|up(?=\\s+(?:from|by|\\d)))\\b`, "i");
const downIn = new RegExp(`\\b(?:${down}|down(?=\\s+(?:from|by|\\d)))\\b`, "i");

/** Whether something goes up (1) or down (-1) in a text; null for both, 0 for neither. English. */
export function changeDirectionOf(text: string): 1 | 0 | -1 | null {
  const rises = upIn.test(text);
  const falls = downIn.test(text);
  if (rises && falls) return null;
  return rises ? 1 : falls ? -1 : 0;
}

const upWord = new RegExp(`^(?:${up})$`);
const downWord = new RegExp(`^(?:${down})$`);

/** One word for all words of one direction, in small letters; null for others. */
function directionWord(word: string): string | null {
  if (upWord.test(word)) return "increase";
  return downWord.test(word) ? "decrease" : null;
}
