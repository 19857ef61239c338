import { type Correction, fold } from "../../core/index.js";
import type { SearchHit } from "../../search/index.js";

/** An acronym of a question: "UMC", "UMC's". */
const acronym = /^(\p{Uppercase}{2,6})(?:['’]?s)?$/u;
/** A name of several words, or initials: "Church of England", "U.N.". */
const nameInText =
  /(?<![\p{Alpha}\p{M}\p{N}.])(?:\p{Uppercase}\.){2,6}|(?<![\p{Alpha}\p{M}\p{N}])\p{Uppercase}[\p{Alpha}\p{M}’'-]{1,30}(?:[ \n](?:(?:of|for|on|and|the|in|to|de|du|des|la|del|der|die|und|für)[ \n]){0,2}\p{Uppercase}[\p{Alpha}\p{M}’'-]{1,30}){1,7}/gu;
/** Two initials fit many names by chance, so these must be written so often. */
const oftenForTwo = 3;

/**
 * The names that passages write out in place of a question's acronyms, as corrections: a document
 * about the United Methodist Church may never say "UMC". Only a name that is written more often
 * than any other with the same initials counts.
 *
 * @param unmatched words of the question that no searched document contains
 */
export function spelledOut(
  unmatched: readonly string[],
  hits: readonly Pick<SearchHit, "text">[],
): readonly Correction[] {
  return unmatched.flatMap((from) => {
    const letters = acronym.exec(from)?.[1];
    const to = letters && nameWith(letters, hits);
    return to ? [{ from, to }] : [];
  });
}

function nameWith(letters: string, hits: readonly Pick<SearchHit, "text">[]): string | null {
  const counts = new Map<string, number>();
  for (const { text } of hits) {
    for (const [run] of text.matchAll(nameInText)) {
      for (const name of namesWithin(run, letters)) counts.set(name, (counts.get(name) ?? 0) + 1);
    }
  }
  const [first, second] = [...counts].sort(([, one], [, other]) => other - one);
  if (!first || first[1] <= (second?.[1] ?? 0)) return null;
  return letters.length > 2 || first[1] >= oftenForTwo ? first[0] : null;
}

/** The parts of a longer name with these initials. */
function namesWithin(run: string, letters: string): readonly string[] {
  const words = [...run.matchAll(/[^\s.]+/gu)];
  const telling = words.filter(({ 0: word }) => /^\p{Uppercase}/u.test(word));
  const initials = telling.map(({ 0: word }) => fold(word).charAt(0)).join("");
  const wanted = fold(letters);
  const names: string[] = [];
  for (let at = initials.indexOf(wanted); at >= 0; at = initials.indexOf(wanted, at + 1)) {
    const [first, last] = [telling[at], telling[at + wanted.length - 1]];
    if (!first || !last) break;
    const end = last.index + last[0].length;
    const isDotted = run.charAt(end) === ".";
    names.push(run.slice(first.index, isDotted ? end + 1 : end).replace(/\s+/gu, " "));
  }
  return names;
}
