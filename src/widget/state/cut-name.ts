const TAIL = 10;
const fromRight =
  /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}\p{Script=Adlam}]/u;
const joinsBefore = /^[\p{M}\u200d]/u;

/** A name in two parts: of the first, the end may be left out where there is no room. */
export interface CutName {
  readonly head: string;
  readonly tail: string;
}

/**
 * Where a name may be cut. One with letters that are written from the right is left whole: its two
 * parts would be put in order each for itself, and numbers and words between them be swapped.
 */
export function cutName(name: string): CutName {
  if (fromRight.test(name)) return { head: name, tail: "" };
  const letters = [...name];
  let cut = Math.max(0, letters.length - TAIL);
  // An accent stays with its letter; on some systems names have the two apart.
  while (cut > 0 && joinsBefore.test(letters[cut] ?? "")) cut--;
  return { head: letters.slice(0, cut).join(""), tail: letters.slice(cut).join("") };
}
