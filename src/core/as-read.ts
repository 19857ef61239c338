/** A text with its digits as a reader sees them, and the origin of each character. */
export interface ReadText {
  /**
   * The text with ASCII digits in place of those of all scripts, widths and styles, of
   * superscripts, subscripts and circled numbers that are not note marks, and of Chinese numerals.
   * Format characters between digits are left out.
   */
  readonly text: string;
  /** For each code unit of `text`, the start of its origin; null if both texts are the same. */
  readonly starts: readonly number[] | null;
  /** For each code unit of `text`, the end of its origin; null if both texts are the same. */
  readonly ends: readonly number[] | null;
}

const raised = "\\u2070\\u00b9\\u00b2\\u00b3\\u2074-\\u2079\\u2080-\\u2089";
const circled =
  "\\u2460-\\u249b\\u24ea-\\u24ff\\u2776-\\u2793\\u3251-\\u325f\\u32b1-\\u32bf\\u{1f100}-\\u{1f10c}";
const han = "〇零一二三四五六七八九十百千万萬億亿兆壹贰貳叁參肆伍陆陸柒捌玖拾佰仟两兩";
/** Full-width and small forms, and letters of mathematics. */
const styled = "\\uff01-\\uff5e\\uffe0-\\uffe6\\ufe50-\\ufe6b\\u{1d400}-\\u{1d7cd}";
/** Emoji variation selectors, and the frame of a keycap. */
const keycap = "\\ufe0e\\ufe0f\\u20e3";

/** Characters that are read differently from how they are written; each group is of one kind. */
const parts = new RegExp(
  `([${raised}]+|[${circled}]+)|([${han}]{2,}|[${han}](?=[元円圓圆%％]))|((?![0-9])\\p{Nd}+)|([${styled}])|([\\p{Cf}${keycap}]+)`,
  "gu",
);
const hasParts = new RegExp(parts.source, "u");

/**
 * Reads the digits of a text as a person would: NFKC, every decimal digit of Unicode, circled and
 * raised digits, and Chinese numerals of two characters or more. A raised or circled number right
 * after a word, a punctuation mark or a digit is a footnote mark or an exponent and stays as it is,
 * as does one that opens a line as a list marker. Numerals without digits, such as "⅓" or "Ⅻ", also
 * stay.
 */
export function asRead(text: string): ReadText {
  if (!hasParts.test(text)) return { text, starts: null, ends: null };
  const pieces: string[] = [];
  const starts: number[] = [];
  const ends: number[] = [];
  let from = 0;
  /** The end of the last superscript or circled number that was converted to digits. */
  let lastRead = -2;
  const keep = (to: number): void => {
    pieces.push(text.slice(from, to));
    for (let at = from; at < to; at++) {
      starts.push(at);
      ends.push(at + 1);
    }
    from = to;
  };
  const put = (value: string, start: number, end: number): void => {
    pieces.push(value);
    for (let index = 0; index < value.length; index++) {
      starts.push(start);
      ends.push(end);
    }
  };
  for (const match of text.matchAll(parts)) {
    const [found, mark, numeral, digits, style] = match;
    const start = match.index;
    const end = start + found.length;
    const before = text.slice(Math.max(0, start - 12), start);
    const after = text.slice(end, end + 12);
    if (mark !== undefined) {
      const isGroup = start - lastRead === 1 && /[.,]$/.test(before);
      if (!isGroup && isMark(before, after)) continue;
      lastRead = end;
    } else if (numeral !== undefined) {
      const value = /[0-9]$/.test(before) ? null : chineseNumber(numeral);
      if (value === null) continue;
      keep(start);
      put(value, start, end);
      from = end;
      continue;
    } else if (digits === undefined && style === undefined) {
      if (!isUnseen(found, before, after)) continue;
      keep(start);
      from = end;
      continue;
    }
    keep(start);
    let at = start;
    for (const character of found) {
      put(readCharacter(character), at, at + character.length);
      at += character.length;
    }
    from = end;
  }
  keep(text.length);
  return { text: pieces.join(""), starts, ends };
}

/** Text that continues a mark: another in a list ("³, ⁴"), or the sign of an exponent ("10⁻⁶"). */
const afterMark = new RegExp(`[${raised}][,;] ?$|[\\p{Alpha}\\p{N}][⁺⁻₊₋]$`, "u");

/** True if a superscript or circled number is a mark: a note, a power or a list item. */
function isMark(before: string, after: string): boolean {
  if (/[\p{Alpha}\p{N}\p{M}.,;:!?)\]}"”’'»%]$/u.test(before)) return true;
  if (afterMark.test(before)) return true;
  return /(?:^|\n)[ \t]*$/.test(before) && /^[ \t\u3000]/.test(after);
}

/** True if format characters or a keycap frame are invisible parts of a number. */
function isUnseen(found: string, before: string, after: string): boolean {
  const follows = /\p{N}\p{Cf}{0,8}[.,]?\p{Cf}{0,8}$/u.test(before);
  if (follows && /[\ufe0e\ufe0f\u20e3]/.test(found)) return true;
  return follows && /^[.,]?\p{Cf}*\p{N}/u.test(after);
}

function readCharacter(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  for (const [first, last, value] of dingbats) {
    if (code >= first && code <= last) return String(value + code - first);
  }
  const plain = character.normalize("NFKC");
  if (/[0-9]/.test(plain)) return plain.replace(/[^0-9]/g, "");
  return /^\p{Nd}$/u.test(character) ? String(digitValue(code)) : plain;
}

/** Circled numbers that NFKC leaves alone: first and last code, and the value of the first. */
const dingbats: readonly (readonly [number, number, number])[] = [
  [0x24eb, 0x24f4, 11],
  [0x24f5, 0x24fe, 1],
  [0x24ff, 0x24ff, 0],
  [0x2776, 0x277f, 1],
  [0x2780, 0x2789, 1],
  [0x278a, 0x2793, 1],
  [0x1f10b, 0x1f10c, 0],
];

/**
 * The value of a decimal digit. Unicode encodes the digits of each script in one row from 0 to 9
 * (General_Category Nd, chapter 4.6 of the standard). Rows may be adjacent, so a digit's value is
 * its distance from the first of them, modulo ten.
 */
function digitValue(code: number): number {
  let first = code;
  while (/^\p{Nd}$/u.test(String.fromCodePoint(first - 1))) first--;
  return (code - first) % 10;
}

const hanDigits: Readonly<Record<string, number>> = {
  ...{ 〇: 0, 零: 0, 一: 1, 二: 2, 三: 3, 四: 4, 五: 5, 六: 6, 七: 7, 八: 8, 九: 9 },
  ...{ 壹: 1, 贰: 2, 貳: 2, 叁: 3, 參: 3, 肆: 4, 伍: 5, 陆: 6, 陸: 6, 柒: 7, 捌: 8, 玖: 9 },
  ...{ 两: 2, 兩: 2 },
};
const hanTens: Readonly<Record<string, bigint>> = {
  ...{ 十: 10n, 拾: 10n, 百: 100n, 佰: 100n, 千: 1000n, 仟: 1000n },
};
const hanScales: Readonly<Record<string, bigint>> = {
  ...{ 万: 10n ** 4n, 萬: 10n ** 4n, 億: 10n ** 8n, 亿: 10n ** 8n, 兆: 10n ** 12n },
};

/** A number in Chinese characters as digits: "三百二十" as "320", "二〇二三" as "2023"; null if it is not one. */
function chineseNumber(numeral: string): string | null {
  const characters = [...numeral];
  const [first = ""] = characters;
  if (hanDigits[first] === undefined && first !== "十" && first !== "拾") return null;
  const digits = characters.map((character) => hanDigits[character]);
  if (digits.every((digit) => digit !== undefined)) return digits.join("");
  let [total, section, last] = [0n, 0n, -1];
  for (const character of characters) {
    const digit = hanDigits[character];
    const ten = hanTens[character];
    const scale = hanScales[character];
    if (digit !== undefined) {
      // "一二十" is not a number.
      if (last > 0) return null;
      last = digit;
      continue;
    }
    const count = BigInt(last);
    if (ten !== undefined) section += (last < 0 ? 1n : count) * ten;
    else if (scale !== undefined) {
      section += last < 0 ? 0n : count;
      // "万亿" multiplies what was read before.
      total = section === 0n ? total * scale : total + section * scale;
      section = 0n;
    }
    last = -1;
  }
  return String(total + section + (last < 0 ? 0n : BigInt(last)));
}
