/** Characters that are compared; names are short, and whatever is longer was not meant as one. */
const compared = 64;

/** The choices, those first that are written most like a name; upper and lower case are the same. */
export function nearestFirst<Choice>(
  name: string,
  choices: readonly Choice[],
  textOf: (choice: Choice) => string,
): Choice[] {
  const wanted = comparable(name);
  const distance = new Map(
    choices.map((choice) => [choice, relativeDistance(wanted, comparable(textOf(choice)))]),
  );
  return [...choices].sort((a, b) => (distance.get(a) ?? 1) - (distance.get(b) ?? 1));
}

function comparable(text: string): string {
  return text.slice(0, compared).toLowerCase();
}

/** Levenshtein's distance, as a part of the longer text's length. */
function relativeDistance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      const replaced = (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
      next.push(Math.min(replaced, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1));
    }
    row = next;
  }
  return (row[b.length] ?? 0) / Math.max(a.length, b.length, 1);
}
