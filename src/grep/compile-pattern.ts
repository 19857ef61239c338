import type { PatternOptions } from "./api.js";
import { composeLetters, foldCharacter } from "./fold-text.js";
import { invalidPattern } from "./pattern/invalid-pattern.js";
import { parseFixed, parsePattern } from "./pattern/parse-pattern.js";
import { type Reach, reachOf } from "./pattern/reach.js";
import { literalTexts, requiredTexts } from "./pattern/required-text.js";
import { requiredWords } from "./pattern/required-words.js";
import type { PatternNode, SetPart } from "./pattern/syntax.js";
import { toRegExpSource } from "./pattern/to-regexp-source.js";

/** A pattern in the form that the grep worker is given. */
export type CompiledPattern =
  /** Any of these texts, the first of them where several begin at the same place. */
  | { readonly type: "literal"; readonly texts: readonly string[]; readonly wholeWord: boolean }
  | {
      readonly type: "regexp";
      readonly source: string;
      readonly flags: string;
      /** Each match contains one of these; empty when nothing is known. */
      readonly required: readonly string[];
      /** How much of the text around a match has to be looked at. */
      readonly reach: Reach;
    };

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
