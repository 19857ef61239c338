/** Code points in a row. */
interface Range {
  readonly from: number;
  readonly to: number;
}

/** Larger ranges are scripts without case, or hold both cases already. */
const longest = 0x1000;

/** Whether a character has an upper and a lower case. */
export function hasCase(code: number): boolean {
  const text = String.fromCodePoint(code);
  return text.toLowerCase() !== text.toUpperCase();
}

/** A range with the other cases of its characters. */
export function caseVariants(range: Range): Range[] {
  const variants: Range[] = [range];
  if (range.to - range.from >= longest) return variants;
  for (let code = range.from; code <= range.to; code++) {
    const text = String.fromCodePoint(code);
    for (const other of [text.toLowerCase(), text.toUpperCase()]) {
      const point = other.codePointAt(0) ?? code;
      const single = other.length === String.fromCodePoint(point).length;
      if (single && (point < range.from || point > range.to))
        variants.push({ from: point, to: point });
    }
  }
  return variants;
}
