import { hasCase } from "./case-variants.js";
import type { PatternNode } from "./syntax.js";

/** More alternatives than this are not worth looking for one by one. */
const mostAlternatives = 6;

/**
 * Texts of which every match contains at least one, or none when there are no such texts worth
 * looking for. They are found many times faster than patterns are matched.
 */
export function requiredTexts(root: PatternNode): readonly string[] {
  return need(root) ?? [];
}

/** The texts a pattern is, when it is nothing but alternatives of characters; else null. */
export function literalTexts(root: PatternNode): readonly string[] | null {
  if (root.type === "group") return literalTexts(root.body);
  const options = root.type === "alternatives" ? root.options : [root];
  const texts = options.map((option) => {
    const items = option.type === "sequence" ? option.items : [option];
    return items.every(({ type }) => type === "character") ? exactText(option) : null;
  });
  return texts.every((text) => text !== null && text !== "") ? (texts as string[]) : null;
}

function need(node: PatternNode): readonly string[] | null {
  switch (node.type) {
    case "sequence":
      return needOfSequence(node.items);
    case "alternatives": {
      const needs = node.options.map(need);
      if (needs.some((each) => each === null)) return null;
      const all = [...new Set(needs.flatMap((each) => each ?? []))];
      return all.length <= mostAlternatives ? all : null;
    }
    case "group":
    case "atomic":
      return need(node.body);
    case "repeat":
      return node.least > 0 ? need(node.body) : null;
    case "character": {
      const text = exactText(node);
      return text !== null && isWorthwhile([text]) ? [text] : null;
    }
    default:
      return null;
  }
}

function needOfSequence(items: readonly PatternNode[]): readonly string[] | null {
  let best: readonly string[] | null = null;
  let run = "";
  const consider = (texts: readonly string[] | null) => {
    if (texts && isWorthwhile(texts) && value(texts) > value(best)) best = texts;
  };
  for (const item of items) {
    const text = exactText(item);
    if (text !== null) {
      run += text;
      continue;
    }
    consider([run]);
    run = "";
    consider(need(item));
  }
  consider([run]);
  return best;
}

/** Single letters and digits are on every page. */
function isWorthwhile(texts: readonly string[]): boolean {
  return texts.every((text) => text.length > 1 || /[^\p{L}\p{N}\s]/u.test(text));
}

/** The longer the rarer. */
function value(texts: readonly string[] | null): number {
  if (!texts) return 0;
  return Math.min(...texts.map(({ length }) => length)) / Math.sqrt(texts.length);
}

/** The one text a node matches, "" for a place; null when it can match several. */
function exactText(node: PatternNode): string | null {
  switch (node.type) {
    case "character":
      return node.anyCase && hasCase(node.code) ? null : String.fromCodePoint(node.code);
    case "sequence": {
      const texts = node.items.map(exactText);
      return texts.includes(null) ? null : texts.join("");
    }
    case "group":
    case "atomic":
      return exactText(node.body);
    case "place":
    case "look":
      return "";
    default:
      return null;
  }
}
