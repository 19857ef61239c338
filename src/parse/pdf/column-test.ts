import type { Phrase } from "./phrases.js";

/** What one side of a gutter looks like. */
interface Side {
  readonly lines: number;
  /** Words a phrase; bullets and numbers alone are no phrases. */
  readonly words: number;
  /** Mean share of the side's width that a line fills. */
  readonly fill: number;
  /** Share of lines that are mostly numbers and signs. */
  readonly numeric: number;
  /** Share of lines that gaps cut into cells. */
  readonly cells: number;
  /** Baselines of the lines, from top to bottom. */
  readonly baselines: readonly number[];
}

/**
 * Whether the text on the two sides of a gutter is to be read one side after the other, as
 * columns are, rather than line by line, as tables are. Columns read as prose, and files draw one
 * after the other; the lines of a table stand side by side, are drawn side by side, and on one
 * side at least there are figures.
 *
 * @param phrases from top to bottom, none of them across the gutter
 */
export function readsAsColumns(phrases: readonly Phrase[], gutter: number): boolean {
  const left = sideOf(phrases.filter((phrase) => phrase.left < gutter));
  const right = sideOf(phrases.filter((phrase) => phrase.left >= gutter));
  const lines = Math.min(left.lines, right.lines);
  if (lines < 3 || left.numeric > 0.5 || right.numeric > 0.5) return false;
  const isProse = ({ words }: Side) => words >= 3.5;
  const prose = isProse(left) && isProse(right);
  const aligned = sharedBaselines(left.baselines, right.baselines) / lines;
  if (changesOfSide(phrases, gutter) <= 0.34 * 2 * lines) {
    if (prose || (Math.min(left.fill, right.fill) >= 0.85 && lines >= 6)) return true;
    const isText = ({ words, cells }: Side) => words >= 1.5 && cells < 0.5;
    if (!isText(left) || !isText(right)) return false;
    return isProse(left) || isProse(right) ? aligned < 0.8 : aligned < 0.4;
  }
  if (!prose) return false;
  const full = Math.min(left.fill, right.fill) >= 0.75 && Math.min(left.words, right.words) >= 5;
  return aligned < 0.5 || (full && lines >= 6);
}

function sideOf(phrases: readonly Phrase[]): Side {
  let words = 0;
  let spelled = 0;
  let numeric = 0;
  let cells = 0;
  let filled = 0;
  let left = Number.POSITIVE_INFINITY;
  let right = Number.NEGATIVE_INFINITY;
  const baselines: number[] = [];
  for (let first = 0; first < phrases.length; ) {
    const { baseline = 0, size = 1 } = phrases[first] ?? {};
    const line = { figures: 0, words: 0, left: Number.POSITIVE_INFINITY, right: 0 };
    let next = first;
    for (; next < phrases.length; next++) {
      const phrase = phrases[next];
      if (!phrase || phrase.baseline - baseline > 0.4 * size) break;
      line.figures += phrase.figures;
      line.words += phrase.words;
      if (phrase.words > phrase.figures) spelled++;
      line.left = Math.min(line.left, phrase.left);
      line.right = next === first ? phrase.right : Math.max(line.right, phrase.right);
    }
    baselines.push(baseline);
    words += line.words;
    if (line.figures > line.words / 2) numeric++;
    if (next - first > 1) cells++;
    filled += line.right - line.left;
    left = Math.min(left, line.left);
    right = Math.max(right, line.right);
    first = next;
  }
  const lines = baselines.length;
  const share = (count: number) => (lines === 0 ? 0 : count / lines);
  return {
    lines,
    words: words / Math.max(1, spelled),
    fill: share(filled) / Math.max(1, right - left),
    numeric: share(numeric),
    cells: share(cells),
    baselines,
  };
}

/** How many baselines two sides have in common. */
function sharedBaselines(left: readonly number[], right: readonly number[]): number {
  let shared = 0;
  let other = 0;
  for (const baseline of left) {
    while (other < right.length && (right[other] ?? 0) < baseline - 1) other++;
    if (Math.abs((right[other] ?? Number.POSITIVE_INFINITY) - baseline) <= 1) shared++;
  }
  return shared;
}

/** How often the file goes from one side of the gutter to the other. */
function changesOfSide(phrases: readonly Phrase[], gutter: number): number {
  const drawn = [...phrases].sort(
    (a, b) => (a.fragments[0]?.index ?? 0) - (b.fragments[0]?.index ?? 0),
  );
  let changes = 0;
  for (const [index, phrase] of drawn.entries()) {
    const before = drawn[index - 1];
    if (before && before.left < gutter !== phrase.left < gutter) changes++;
  }
  return changes;
}
