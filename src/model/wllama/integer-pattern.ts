/** An expression of llama.cpp's grammars for whole numbers in decimal, from `least` to `most`. */
export function integerPattern(least: number | null, most: number | null): string {
  if (least === null && most === null) return `"-"? ("0" | [1-9] [0-9]{0,14})`;
  const low = least ?? -Number.MAX_SAFE_INTEGER;
  const high = most ?? Number.MAX_SAFE_INTEGER;
  const alternatives: string[] = [];
  if (low < 0) {
    const closest = high < 0 ? -high : 1;
    alternatives.push(...positive(closest, -low).map((digits) => `"-" ${digits}`));
  }
  if (low <= 0 && high >= 0) alternatives.push(`"0"`);
  if (high > 0) alternatives.push(...positive(Math.max(low, 1), high));
  return `(${alternatives.join(" | ")})`;
}

/** Numbers from `low` to `high`, both at least 1, one alternative for each run of equal digits. */
function positive(low: number, high: number): string[] {
  const found: string[] = [];
  for (let from = low; from <= high; ) {
    // The longest row of trailing digits that may all run from 0 to 9.
    let free = 0;
    while (from % 10 ** (free + 1) === 0 && from + 10 ** (free + 1) - 1 <= high) free++;
    const block = 10 ** free;
    const head = Math.floor(from / block);
    // The digit before them may go on to 9, or to where the range ends.
    const last = Math.min(9 - (head % 10), Math.floor((high - from + 1) / block) - 1);
    found.push(digits(head, last, free));
    from += (last + 1) * block;
  }
  return found;
}

function digits(head: number, more: number, free: number): string {
  const text = String(head);
  const fixed = text.slice(0, -1);
  const final = Number(text.at(-1));
  return [
    fixed === "" ? "" : `"${fixed}"`,
    more === 0 ? `"${final}"` : `[${final}-${final + more}]`,
    free === 0 ? "" : `[0-9]{${free}}`,
  ]
    .filter((part) => part !== "")
    .join(" ");
}
