/** Digits with their separators, and where they begin. */
export interface Digits {
  readonly start: number;
  readonly digits: string;
}

/** Spaces that are meant to stand inside a number. */
const fixedSpace = "[\\u00a0\\u2007\\u2008\\u2009\\u202f]";
const end = "(?!\\d|[.,'’]\\d)";

/** Every way digits are grouped, the longest first. */
function forms(space: string): RegExp {
  return new RegExp(
    [
      `\\d{1,3}(?:,\\d{3})+(?:\\.\\d+)?${end}`,
      `\\d{1,3}(?:\\.\\d{3})+(?:,\\d+)?${end}`,
      `\\d{1,3}(?:['’]\\d{3})+(?:[.,]\\d+)?${end}`,
      `\\d{1,3}(?:${space}\\d{3})+(?:[.,]\\d+)?${end}(?!${space}\\d)`,
      `\\d{1,2}(?:,\\d{2})+,\\d{3}(?:\\.\\d+)?${end}`,
      "\\d+(?:\\.\\d+){2,}",
      `\\d+\\.\\d+${end}`,
      `(?<!\\d,)\\d+,\\d{1,3}${end}`,
      `(?<!\\d,)\\d{1,3},\\d+${end}`,
      "\\d+",
      "(?<![\\p{L}\\p{N}.,])[.,]\\d+(?![.,]?\\d)",
    ].join("|"),
    "gu",
  );
}

/** All digits of a text, with the separators that group them; digits are 0 to 9. */
export function digitsIn(plain: string, partAtSpaces: boolean): readonly Digits[] {
  const space = partAtSpaces ? fixedSpace : `(?: |${fixedSpace})`;
  return [...plain.matchAll(forms(space))].flatMap(({ index, 0: digits }) =>
    partDate(index, digits),
  );
}

/** "31.12.2019" as three. */
function partDate(start: number, digits: string): readonly Digits[] {
  const [, day, month, year] = /^(\d{1,2}\.)(\d{1,2}\.)((?:19|20)\d\d)$/.exec(digits) ?? [];
  if (!day || !month || !year) return [{ start, digits }];
  return [
    { start, digits: day.slice(0, -1) },
    { start: start + day.length, digits: month.slice(0, -1) },
    { start: start + day.length + month.length, digits: year },
  ];
}

/** Zeros of the scripts whose digits are read. */
const zeros = [
  0x660, 0x6f0, 0x7c0, 0x966, 0x9e6, 0xa66, 0xae6, 0xb66, 0xbe6, 0xc66, 0xce6, 0xd66, 0xe50, 0xed0,
  0xf20, 0x1040, 0x17e0, 0x1810, 0xff10,
];

/** The same text with decimal digits of all scripts as 0 to 9; as long as before. */
export function withAsciiDigits(text: string): string {
  return text.replace(/[^\P{Nd}0-9]/gu, (digit) => {
    const code = digit.charCodeAt(0);
    const zero = zeros.find((start) => code >= start && code < start + 10);
    return zero === undefined ? digit : String(code - zero);
  });
}
