import type { CompiledPattern, PatternOptions } from "./api.js";
import { parseFixed, parsePattern } from "./pattern/parse-pattern.js";
import { literalTexts, requiredTexts, requiredWords } from "./pattern/required-text.js";
import { invalidPattern, type PatternNode, reachOf, type SetPart } from "./pattern/syntax.js";
import { toRegExpSource } from "./pattern/to-regexp-source.js";

/** What is known of a pattern before any text is looked at. */
export interface PatternReading {
  readonly compiled: CompiledPattern;
  readonly notes: readonly string[];
  /** See `requiredWords`. */
  readonly words: readonly string[];
}

/** Reads a pattern. Throws `invalid-argument` that names the pattern, the place and the way out. */
export function compilePattern(pattern: string, options: PatternOptions): PatternReading {
  const { fixed = false, ignoreCase = false, wholeWord = false, foldDiacritics = false } = options;
  if (pattern === "") {
    throw invalidPattern(pattern, null, "it is empty", "Write what to look for.");
  }
  const written = foldDiacritics ? composeLetters(pattern) : pattern;
  const { root: parsed, notes } = (fixed ? parseFixed : parsePattern)(written, ignoreCase);
  const root = foldDiacritics ? folded(parsed) : parsed;
  const words = requiredWords(root);
  const texts = literalTexts(root);
  if (texts) return { compiled: { type: "literal", texts, wholeWord }, notes, words };
  const { source, ignoreCase: anyCase } = toRegExpSource(root, wholeWord);
  const flags = anyCase ? "iu" : "u";
  try {
    // Some engines refuse an expression that is too large only when it is first used.
    new RegExp(source, flags).exec("");
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message.replace(/^.*: /, "") : "it was refused";
    throw invalidPattern(pattern, null, reason, "Simplify it, or use a fixed string.");
  }
  const required = requiredTexts(root);
  const compiled = { type: "regexp", source, flags, required, reach: reachOf(root) };
  return { compiled: compiled as CompiledPattern, notes, words };
}

/** The pattern without diacritics, for texts without them. */
function folded(node: PatternNode): PatternNode {
  switch (node.type) {
    case "character": {
      const items = Array.from(foldCharacter(String.fromCodePoint(node.code)), (each) => {
        return { ...node, code: each.codePointAt(0) ?? 0 };
      });
      return items.length === 1 ? (items[0] ?? node) : { type: "sequence", items };
    }
    case "set":
      return { ...node, parts: node.parts.flatMap(foldedPart) };
    case "sequence":
      return { ...node, items: node.items.map(folded) };
    case "alternatives":
      return { ...node, options: node.options.map(folded) };
    default:
      return "body" in node ? { ...node, body: folded(node.body) } : node;
  }
}

/** Larger ranges hold the letters without diacritics already. */
const longestRange = 0x1000;

function foldedPart(part: SetPart): SetPart[] {
  if (part.type !== "range" || part.to - part.from > longestRange) return [part];
  const parts: SetPart[] = [part];
  for (let code = part.from; code <= part.to; code++) {
    const plain = foldCharacter(String.fromCodePoint(code)).codePointAt(0);
    if (plain === undefined || (plain >= part.from && plain <= part.to)) continue;
    parts.push({ type: "range", from: plain, to: plain });
  }
  return parts;
}

/** A text without diacritics, and where its characters come from. */
export interface FoldedText {
  readonly text: string;
  /** For each character of `text`, and for its end, the place in the original; null when they are the same. */
  readonly origins: Uint32Array | null;
}

/** The first character that may fold to another one. */
const firstFoldable = 0xc0;
/** Letters with a stroke, which Unicode does not take apart. */
const stroked: ReadonlyMap<string, string> = new Map(
  Object.entries({
    ø: "o",
    Ø: "O",
    ł: "l",
    Ł: "L",
    đ: "d",
    Đ: "D",
    ħ: "h",
    Ħ: "H",
    ŧ: "t",
    Ŧ: "T",
  }),
);
/**
 * Accents, and the vowel points of Hebrew and Arabic. In other scripts marks are part of the word,
 * and so they are in some Cyrillic letters.
 */
const marks = /[\u0300-\u036f\u0591-\u05bd\u05bf\u05c1\u05c2\u064b-\u065f\u0670]+/g;
const whole = /^[йЙўЎїЇ]$/;
/** The same letters as two characters. */
const takenApart = /[иИуУ]\u0306|[іІ]\u0308/g;
const characters = /[иИуУ]\u0306|[іІ]\u0308|./gsu;
const folds = new Map<string, string>();

/** A character without its diacritics; "" for a combining mark. */
function foldCharacter(character: string): string {
  if ((character.codePointAt(0) ?? 0) < firstFoldable) return character;
  let folded = folds.get(character);
  if (folded === undefined) {
    const plain = character.normalize("NFD").replace(marks, "").normalize("NFC");
    folded = whole.test(character) ? character : (stroked.get(plain) ?? plain);
    folds.set(character, folded);
  }
  return folded;
}

/** Letters that are written with a mark and still are letters of their own, as one character each. */
function composeLetters(text: string): string {
  return text.replace(takenApart, (letter) => letter.normalize("NFC"));
}

/** Folds a text: "naïve" becomes "naive", "Łódź" becomes "Lodz". */
export function foldText(text: string): FoldedText {
  if (!/[^\0-\u00bf]/.test(text)) return { text, origins: null };
  let folded = "";
  let origins: number[] | null = null;
  let position = 0;
  const pieces = text.search(takenApart) < 0 ? text : (text.match(characters) ?? []);
  for (const character of pieces) {
    const plain = foldCharacter(pieces === text ? character : composeLetters(character));
    if (plain.length !== character.length && origins === null) {
      origins = Array.from({ length: position }, (_, index) => index);
    }
    // What becomes longer begins at the same place with all of it.
    const grows = plain.length > character.length;
    if (origins) {
      for (let unit = 0; unit < plain.length; unit++) origins.push(position + (grows ? 0 : unit));
    }
    folded += plain;
    position += character.length;
  }
  origins?.push(position);
  return { text: folded, origins: origins && Uint32Array.from(origins) };
}

/** The place in the original behind the folded character that ends at `end`, and behind its marks. */
export function originOfEnd(origins: Uint32Array, end: number): number {
  const last = origins[end - 1] ?? 0;
  let index = end;
  while (origins[index] === last) index++;
  return origins[index] ?? last;
}
