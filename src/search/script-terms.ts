import { fold } from "./fold.js";

/** Whether terms are for the index or for a query: the index holds some that no query asks for. */
export type TermUse = "index" | "query";

/** Takes a term and where it stands. */
export type TermSink = (term: string, start: number, end: number) => void;

// Browsers choose the dictionary by script, whatever the locale; a fixed one keeps it so.
const segmenter = new Intl.Segmenter("en", { granularity: "word" });

const han = /^\p{Script=Han}/u;
const hanRuns = /\p{Script=Han}+/gu;
const katakanaRuns = /[\p{Script=Katakana}ー]{2,}/gu;

/**
 * Terms of a run of letters of scripts without spaces: the words that the platform's dictionary
 * sees in it. Dictionaries cut a query and a text differently where a word is unknown or stands
 * between others, so Han characters are indexed in pairs as well, and each by itself; a query asks
 * for a single one only when it stands alone. Runs of Katakana, often foreign names, are also
 * taken whole.
 */
export function unspacedTerms(run: string, at: number, use: TermUse, sink: TermSink): void {
  const given = new Set<string>();
  const give = (found: string, index: number): void => {
    const key = `${index} ${found.length}`;
    if (given.has(key)) return;
    given.add(key);
    sink(fold(found) || found, at + index, at + index + found.length);
  };
  for (const { 0: found, index } of run.matchAll(hanRuns)) {
    const characters = [...found];
    let position = index;
    characters.forEach((character, place) => {
      const next = characters[place + 1];
      if (use === "index" || characters.length === 1) give(character, position);
      if (next !== undefined) give(character + next, position);
      position += character.length;
    });
  }
  for (const { 0: found, index } of run.matchAll(katakanaRuns)) give(found, index);
  for (const { segment, index } of segmenter.segment(run)) {
    const singleHan = [...segment].length === 1 && han.test(segment);
    if (!singleHan) give(segment, index);
  }
}

/** Particles after a noun of one syllable … */
const particles = /^(.)(?:[은는이가을를의에도로와과만]|에서|으로|에게|까지|부터|보다)$/u;
/** … and those of them that hardly any noun ends with. */
const certainParticles = /^(.)[은는을를]$/u;

/**
 * Terms of a Korean word: the word, and its syllables in pairs, so that a noun is found whatever
 * particles follow it. A noun of one syllable is found before the commonest ones.
 */
export function hangulTerms(word: string, at: number, use: TermUse, sink: TermSink): void {
  const folded = fold(word) || word;
  sink(folded, at, at + word.length);
  // Without a mark of its own where syllables are written in their parts.
  const composed = folded.length === word.length;
  const noun = (use === "index" ? particles : certainParticles).exec(folded)?.[1];
  if (noun) sink(noun, at, composed ? at + 1 : at + word.length);
  if (folded.length < 3) return;
  for (let index = 0; index + 2 <= folded.length; index++) {
    const start = composed ? at + index : at;
    sink(folded.slice(index, index + 2), start, composed ? start + 2 : at + word.length);
  }
}
