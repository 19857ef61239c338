const up =
  "increas\\w*|r[io]s(?:e|es|en|ing)|grew|grow\\w*|growth|improv\\w*|gain\\w*|higher|expan[ds]\\w*|greater|climb\\w*|surg(?:e|es|ed|ing)|accelerat\\w*|strengthen\\w*|more|larger|better|upward";
const down =
  "decreas\\w*|declin(?:e|es|ed|ing)|drop\\w*|fall(?:s|en|ing)?|fell|reduc\\w*|lower\\w*|shr[aiu]nk\\w*|deteriorat\\w*|worsen\\w*|worse|contract(?:ed|ion|ing)|slump\\w*|weaken\\w*|fewer|less|smaller|diminish\\w*|downward|compress\\w*|slow(?:ed|er|ing)|decelerat\\w*";

const upIn = new RegExp(`\\b(?:${up}|up(?=\\s+(?:from|by|\\d)))\\b`, "i");
const downIn = new RegExp(`\\b(?:${down}|down(?=\\s+(?:from|by|\\d)))\\b`, "i");

/** Whether something goes up (1) or down (-1) in a text; null for both, 0 for neither. English. */
export function directionOf(text: string): 1 | 0 | -1 | null {
  const rises = upIn.test(text);
  const falls = downIn.test(text);
  if (rises && falls) return null;
  return rises ? 1 : falls ? -1 : 0;
}

const upWord = new RegExp(`^(?:${up})$`);
const downWord = new RegExp(`^(?:${down})$`);

/** One word for all words of one direction, in small letters; null for others. */
export function directionWord(word: string): string | null {
  if (upWord.test(word)) return "increase";
  return downWord.test(word) ? "decrease" : null;
}
