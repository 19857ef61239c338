import { hasWord } from "../hyphens.js";
import { type Fragment, fragmentText } from "./rows.js";

/** An initial is at least this many times larger than the text next to it. */
const largerBy = 1.6;
/** Height of a capital, as a share of the font size. */
const capital = 0.72;
/** Tolerance for an initial's top and foot relative to the lines, as a share of their size. */
const tolerance = 0.6;
/** Maximum distance between an initial and its text, as a share of the text's size. */
const reach = 1.5;
const initial = /^["“„«‘'(]?\p{Lu}$/u;

/**
 * Moves large initials that span several lines ("drop caps") from the baseline of the last of these
 * lines to the first line, as the first letter of its first word.
 */
export function withInitialsInLine(fragments: readonly Fragment[]): readonly Fragment[] {
  const initials = fragments.filter((fragment) => initial.test(fragmentText(fragment)));
  if (initials.length === 0) return fragments;
  const moved = new Map<Fragment, Fragment>();
  for (const letter of initials) {
    const first = firstNextTo(letter, fragments);
    if (!first) continue;
    const { left, top, bottom, baseline, size } = first.item;
    const gap = isParted(letter, first, fragments) ? size / 4 : 0;
    const right = Math.max(letter.item.left, left - gap);
    moved.set(letter, { ...letter, item: { ...letter.item, right, top, bottom, baseline, size } });
    moved.set(first, { ...first, spaceBefore: gap > 0 });
  }
  return moved.size === 0 ? fragments : fragments.map((each) => moved.get(each) ?? each);
}

/** The fragment of the first line next to a letter, if the letter is a drop cap for it. */
function firstNextTo({ item: letter }: Fragment, fragments: readonly Fragment[]): Fragment | null {
  const top = letter.baseline - capital * letter.size;
  const neighbours = fragments
    .filter(({ item }) => {
      const { left, size, baseline } = item;
      if (size <= 0 || letter.size < largerBy * size) return false;
      const gap = left - letter.right;
      return (
        gap > -tolerance * size &&
        gap < reach * size &&
        baseline > top &&
        baseline < letter.baseline + tolerance * size
      );
    })
    .sort((a, b) => a.item.baseline - b.item.baseline);
  const [first] = neighbours;
  const last = neighbours.at(-1);
  if (!first || !last || !/^['’]?\p{L}/u.test(fragmentText(first))) return null;
  const { baseline, size } = first.item;
  const isAtTop = Math.abs(baseline - capital * size - top) <= tolerance * size;
  const isAtFoot = Math.abs(last.item.baseline - letter.baseline) <= tolerance * size;
  return isAtTop && isAtFoot && last.item.baseline - baseline > tolerance * size ? first : null;
}

/** Consonants with which hardly any English word starts: "After" is not "A fter". */
const withinWord =
  /^(?:[bdfgjklmnpqrstvwxz]{3}|([b-df-hj-np-tv-xz])\1|[bdfgjlmnqrvxz][bcdfgjkmnpqstvwxz]|c[cdkqt]|p[pt])/;

/**
 * Whether an initial is a separate word: "A quay". If the rest of the page does not settle it, the
 * following letters decide.
 */
function isParted(letter: Fragment, first: Fragment, fragments: readonly Fragment[]): boolean {
  const [one = ""] = fragmentText(letter).slice(-1).toLowerCase();
  const rest = /^\p{L}+/u.exec(fragmentText(first))?.[0].toLowerCase() ?? "";
  if ((one !== "a" && one !== "i") || rest.length < 3) return false;
  // Searches the page without the fragment's first word itself.
  const pageText = fragments
    .map((each) => (each === first ? fragmentText(each).slice(rest.length) : fragmentText(each)))
    .join("\n")
    .toLowerCase();
  const [isWhole, isWord] = [hasWord(pageText, one + rest), hasWord(pageText, rest)];
  return isWhole === isWord ? !withinWord.test(rest) : isWord;
}
