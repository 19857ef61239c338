const roman: readonly (readonly [number, string])[] = [
  [1000, "m"],
  [900, "cm"],
  [500, "d"],
  [400, "cd"],
  [100, "c"],
  [90, "xc"],
  [50, "l"],
  [40, "xl"],
  [10, "x"],
  [9, "ix"],
  [5, "v"],
  [4, "iv"],
  [1, "i"],
];

/**
 * A number in a list's numbering format, by Word's name of it (ECMA-376-1, 17.18.59). Unsupported
 * formats are shown as 1, 2, 3.
 */
export function numeral(value: number, format: string): string {
  if (!Number.isInteger(value) || value < 1 || value > 5_000) return String(value);
  switch (format) {
    case "lowerLetter":
    case "upperLetter": {
      const letter = String.fromCharCode(97 + ((value - 1) % 26));
      const text = letter.repeat(Math.ceil(value / 26));
      return format === "upperLetter" ? text.toUpperCase() : text;
    }
    case "lowerRoman":
    case "upperRoman": {
      let rest = value;
      let text = "";
      for (const [worth, signs] of roman) {
        while (rest >= worth) {
          text += signs;
          rest -= worth;
        }
      }
      return format === "upperRoman" ? text.toUpperCase() : text;
    }
    case "decimalZero":
      return String(value).padStart(2, "0");
    default:
      return String(value);
  }
}
