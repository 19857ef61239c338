import type { PatternNode, SetPart } from "./syntax.js";

/** Letters, marks, digits and the underscore of all scripts: what words are made of. */
export const wordMembers = "\\p{L}\\p{M}\\p{N}_";

/** White space inside a line, as between the brackets of a regular expression. */
const inLine =
  "\\t\\v\\f\\r \\u00a0\\u1680\\u2000-\\u200a\\u2028\\u2029\\u202f\\u205f\\u3000\\ufeff";
/** What a typed space stands for: spaces of any width, and the tab that sets table cells apart. */
const spaces = "\\t \\u00a0\\u1680\\u2000-\\u200a\\u202f\\u205f\\u3000";

/** A typed space: it matches a line break inside a block, too. */
const typedSpace: SetPart = { type: "space", members: spaces };
const whiteSpace: SetPart = { type: "space", members: inLine };

const named: Readonly<Record<string, string>> = {
  alnum: "\\p{L}\\p{M}\\p{N}",
  alpha: "\\p{L}\\p{M}",
  ascii: "\\x00-\\x7f",
  blank: spaces,
  cntrl: "\\p{Cc}",
  digit: "0-9",
  graph: "\\p{L}\\p{M}\\p{N}\\p{P}\\p{S}",
  lower: "\\p{Ll}",
  print: "\\p{L}\\p{M}\\p{N}\\p{P}\\p{S}\\p{Zs}",
  punct: "\\p{P}\\p{S}",
  space: inLine,
  upper: "\\p{Lu}",
  word: wordMembers,
  xdigit: "0-9A-Fa-f",
};

/** Names of the classes that can be written `[[:name:]]`. */
export const posixNames: readonly string[] = Object.keys(named);

/** A class by its name in POSIX, or null when there is none. */
export function posixClass(name: string, negated: boolean): SetPart | null {
  const members = Object.hasOwn(named, name) ? named[name] : undefined;
  if (members === undefined) return null;
  return name === "space" && !negated ? whiteSpace : { type: "class", members, negated };
}

const byLetter: Readonly<Record<string, string>> = {
  d: "digit",
  h: "blank",
  s: "space",
  w: "word",
};

/** The class that an escape such as `\w` stands for, or null. */
export function escapedClass(letter: string): SetPart | null {
  if (letter === "v" || letter === "V") {
    return {
      type: "class",
      members: "\\n\\v\\f\\r\\u0085\\u2028\\u2029",
      negated: letter === "V",
    };
  }
  const name = byLetter[letter.toLowerCase()];
  return name === undefined ? null : posixClass(name, letter !== letter.toLowerCase());
}

/** Forms in which type setters print what keyboards have only one form of. */
const typographic: Readonly<Record<string, readonly (readonly [number, number])[]>> = {
  "'": [
    [0x27, 0x27],
    [0x02bc, 0x02bc],
    [0x2018, 0x201b],
    [0x2032, 0x2032],
  ],
  '"': [
    [0x22, 0x22],
    [0x201c, 0x201f],
    [0x2033, 0x2033],
  ],
  "-": [
    [0x2d, 0x2d],
    [0x2010, 0x2015],
    [0x2212, 0x2212],
  ],
};

/**
 * What a character typed in a pattern stands for: a space for any white space inside a block, a
 * quote, an apostrophe or a hyphen for all its typographic forms, anything else for itself.
 */
export function typed(code: number, anyCase: boolean): PatternNode {
  const parts = formsOf(code);
  return parts
    ? { type: "set", parts, negated: false, anyCase }
    : { type: "character", code, anyCase };
}

/** As `typed`, for a member of a set. */
export function typedMember(code: number): readonly SetPart[] {
  return formsOf(code) ?? [{ type: "range", from: code, to: code }];
}

function formsOf(code: number): readonly SetPart[] | null {
  if (code === 0x20) return [typedSpace];
  const forms = code < 0x80 ? typographic[String.fromCharCode(code)] : undefined;
  return forms ? forms.map(([from, to]) => ({ type: "range", from, to })) : null;
}

function mark(negated: boolean): PatternNode {
  const part: SetPart = { type: "class", members: "\\p{M}", negated };
  return { type: "set", parts: [part], negated: false, anyCase: false };
}

/** What a reader sees as one character: a base and its marks. */
export const grapheme: PatternNode = {
  type: "sequence",
  items: [
    mark(true),
    { type: "repeat", body: mark(false), least: 0, most: Number.POSITIVE_INFINITY, lazy: false },
  ],
};

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
