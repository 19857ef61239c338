/** Longest all-capitals word treated as two abbreviations, as in USDA-SCS. */
const abbreviations = 8;

/**
 * First parts of English compounds written with a hyphen, as in "well-known". A syllable that ends
 * a line is rarely one of them, except before the endings in `derived`.
 */
const compounding =
  /^(?:close|cross|deep|far|full|half|hard|high|ill|large|long|low|medium|much|open|part|real|self|short|single|small|state|well|world|year|(?:twen|thir|for|fif|six|seven|eigh|nine)ty|two|three|four|five|seven|eight|nine|second|third)$/i;
/** Endings with which such a part forms another word: "fuller", "shortage", "partner". */
const derived =
  /^(?:.{1,3}|(?:age|a?ry|en|er|est|fold|iness|ing|ish|is[mt]|i[sz]e|ity|itud|land|light|ner|ness|ow|teen|way).*)$/i;
/** Second parts that are written after a hyphen, whatever precedes it: "long-term", "US-based". */
const secondParts = /^(?:known|based|term|owned|called)$/u;
/** Words that continue the same compound: "state-of-the-art", "mother-in-law". */
const phrase = /^(?:and|at|by|for|in|of|off|on|the|to|up)-/i;

/** Words after a suspended hyphen: "pre- and post-war", "Ein- und Ausgang". */
const joining = /^(?:and|or|to|und|oder|bzw|bis|et|ou|à|y|e|o|en|of|och|og)$/iu;

/** True if the hyphen is suspended, so that the word does not continue after it. */
export function isSuspended(after: string): boolean {
  return joining.test(after);
}

/**
 * Whether a word split at a line end keeps its hyphen when rejoined. How the text spells it
 * elsewhere decides. Otherwise a hyphen is kept after another one, after an abbreviation, before a
 * capital and in English compounds, but not inside a word in all capitals.
 *
 * @param before the word's first part, which ends with the hyphen
 * @param text the lower-case text in which the word may occur elsewhere
 */
export function keepsHyphen(before: string, after: string, text: () => string): boolean {
  if (before.endsWith("\u00ad")) return false;
  const stem = before.slice(0, -1);
  const all = text();
  // Browsers draw a soft hyphen at a line end as U+2010. Authors who type that one use it elsewhere.
  if (before.endsWith("\u2010") && !/\p{L}\u2010\p{L}/u.test(all)) return false;
  if (/[-\u2010]/.test(stem)) return true;
  const whole = hasWord(all, (stem + after).toLowerCase());
  const hyphenated = hasWord(all, `${stem}-${after}`.toLowerCase());
  if (whole !== hyphenated) return hyphenated;
  const capitals = /^\p{Lu}{2,}$/u;
  if (capitals.test(stem) && capitals.test(after)) return (stem + after).length <= abbreviations;
  if (capitals.test(stem) || /^\p{Lu}/u.test(after)) return true;
  if (phrase.test(after) || (secondParts.test(after) && stem.length > 2)) return true;
  return compounding.test(stem) && !derived.test(after);
}

/** Whether a text contains a word, not just as part of a longer one. */
export function hasWord(text: string, word: string): boolean {
  for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + 1)) {
    const around = (text[at - 1] ?? " ") + (text[at + word.length] ?? " ");
    if (!/[\p{L}\p{N}-]/u.test(around)) return true;
  }
  return false;
}
