/** A small regular expression as a tree. */
export type Small =
  | { readonly kind: "character"; readonly text: string }
  | { readonly kind: "sequence" | "choice"; readonly parts: readonly Small[] }
  | { readonly kind: "repeat"; readonly part: Small; readonly least: 0 | 1; readonly lazy: boolean }
  | { readonly kind: "optional"; readonly part: Small }
  | { readonly kind: "ahead" | "behind"; readonly text: string; readonly negated: boolean }
  | { readonly kind: "look"; readonly part: Small; readonly negated: boolean }
  | { readonly kind: "start" | "end" };

/** The source of a tree. */
export function sourceOf(node: Small): string {
  switch (node.kind) {
    case "character":
      return node.text;
    case "sequence":
      return node.parts.map(sourceOf).join("");
    case "choice":
      return `(?:${node.parts.map(sourceOf).join("|")})`;
    case "repeat":
      return `(?:${sourceOf(node.part)})${node.least === 0 ? "*" : "+"}${node.lazy ? "?" : ""}`;
    case "optional":
      return `(?:${sourceOf(node.part)})?`;
    case "ahead":
      return `(?${node.negated ? "!" : "="}${node.text})`;
    case "behind":
      return `(?<${node.negated ? "!" : "="}${node.text})`;
    case "look":
      return `(?${node.negated ? "!" : "="}${sourceOf(node.part)})`;
    case "start":
      return "^";
    case "end":
      return "$";
  }
}

class TooMany extends Error {}

/**
 * The steps that a backtracking matcher takes to search a text, as specified by ECMA-262; `most` if
 * it takes more.
 *
 * @param isRepeated whether the search resumes after each match
 */
export function countSteps(root: Small, text: string, isRepeated: boolean, most: number): number {
  let steps = 0;
  type Next = (at: number) => number;
  const run = (node: Small, at: number, next: Next): number => {
    if (++steps > most) throw new TooMany();
    switch (node.kind) {
      case "character":
        return at < text.length && matches(node.text, text.charAt(at)) ? next(at + 1) : -1;
      case "sequence": {
        const from = (index: number, place: number): number => {
          const part = node.parts[index];
          return part ? run(part, place, (after) => from(index + 1, after)) : next(place);
        };
        return from(0, at);
      }
      case "choice": {
        for (const part of node.parts) {
          const end = run(part, at, next);
          if (end >= 0) return end;
        }
        return -1;
      }
      case "optional": {
        const end = run(node.part, at, (after) => (after === at ? -1 : next(after)));
        return end >= 0 ? end : next(at);
      }
      case "repeat": {
        const more = (place: number): number =>
          run(node.part, place, (after) => (after === place ? -1 : rounds(after)));
        const rounds = (place: number): number => {
          if (++steps > most) throw new TooMany();
          const end = node.lazy ? next(place) : more(place);
          if (end >= 0) return end;
          return node.lazy ? more(place) : next(place);
        };
        return node.least === 0 ? rounds(at) : run(node.part, at, rounds);
      }
      case "ahead":
        return matches(node.text, text.charAt(at)) !== node.negated ? next(at) : -1;
      case "behind":
        return matches(node.text, text.charAt(at - 1)) !== node.negated ? next(at) : -1;
      case "look": {
        const end = run(node.part, at, (after) => after);
        return end >= 0 !== node.negated ? next(at) : -1;
      }
      case "start":
        return at === 0 ? next(at) : -1;
      case "end":
        return at === text.length ? next(at) : -1;
    }
  };
  try {
    for (let at = 0; at <= text.length; ) {
      const end = run(root, at, (after) => after);
      if (end >= 0 && !isRepeated) break;
      at = Math.max(end, at + 1);
    }
  } catch (error) {
    if (!(error instanceof TooMany)) throw error;
    return most;
  }
  return steps;
}

function matches(wanted: string, character: string): boolean {
  return (
    character !== "" &&
    (wanted === "[^]" || wanted === character || wanted.slice(1, -1).includes(character))
  );
}
