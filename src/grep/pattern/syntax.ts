/** Part of a set of characters. */
export type SetPart =
  | { readonly type: "range"; readonly from: number; readonly to: number }
  /** What a class such as `\w` holds: `members` as written between the brackets of a `u` regular expression. */
  | { readonly type: "class"; readonly members: string; readonly negated: boolean }
  /** White space that a person cannot tell from what was typed: `members`, or a line break inside a block. */
  | { readonly type: "space"; readonly members: string };

/** Places that a pattern can ask for. */
export type PatternPlace =
  | "line-start"
  | "line-end"
  | "page-start"
  | "page-end"
  | "last-line-end"
  | "word-edge"
  | "no-word-edge"
  | "word-start"
  | "word-end";

/** A pattern as it was understood, whatever dialect it was written in. */
export type PatternNode =
  | { readonly type: "sequence"; readonly items: readonly PatternNode[] }
  | { readonly type: "alternatives"; readonly options: readonly PatternNode[] }
  | { readonly type: "character"; readonly code: number; readonly anyCase: boolean }
  | {
      readonly type: "set";
      readonly parts: readonly SetPart[];
      readonly negated: boolean;
      readonly anyCase: boolean;
    }
  /** Any character; with `crossing` a line break, too. */
  | { readonly type: "any"; readonly crossing: boolean }
  | { readonly type: "place"; readonly place: PatternPlace }
  /** `capture` counts from 1, null for a group that captures nothing. */
  | { readonly type: "group"; readonly body: PatternNode; readonly capture: number | null }
  /** Once matched, what it matched is not given up again. */
  | { readonly type: "atomic"; readonly body: PatternNode }
  | {
      readonly type: "look";
      readonly body: PatternNode;
      readonly behind: boolean;
      readonly negated: boolean;
    }
  | {
      readonly type: "repeat";
      readonly body: PatternNode;
      readonly least: number;
      /** `Infinity` where there is no limit. */
      readonly most: number;
      readonly lazy: boolean;
    }
  | { readonly type: "reference"; readonly capture: number };

/** A pattern with what its reader should be told about it. */
export interface ParsedPattern {
  readonly root: PatternNode;
  /** Sentences on what was read otherwise than some tools would. */
  readonly notes: readonly string[];
}

/** How far a match, and what it depends on, can reach: a block is what stands between empty lines. */
export type Reach = "line" | "block" | "page";

const order: readonly Reach[] = ["line", "block", "page"];
const newline = 0x0a;

/** The reach of a pattern's matches. */
export function reachOf(root: PatternNode): Reach {
  switch (root.type) {
    case "sequence":
      return farthest(root.items.map(reachOf));
    case "alternatives":
      return farthest(root.options.map(reachOf));
    case "character":
      return root.code === newline ? "page" : "line";
    case "set":
      return root.negated ? "line" : farthest(root.parts.map(reachOfPart));
    case "any":
      return root.crossing ? "page" : "line";
    case "place":
      return ["page-start", "page-end", "last-line-end"].includes(root.place) ? "page" : "line";
    case "reference":
      return "line";
    default:
      return reachOf(root.body);
  }
}

function reachOfPart(part: SetPart): Reach {
  if (part.type === "space") return "block";
  const holdsNewline =
    part.type === "range"
      ? part.from <= newline && part.to >= newline
      : !part.negated && new RegExp(`[${part.members}]`, "u").test("\n");
  return holdsNewline ? "page" : "line";
}

function farthest(reaches: readonly Reach[]): Reach {
  return order[Math.max(0, ...reaches.map((reach) => order.indexOf(reach)))] ?? "page";
}

/** Says so where `$` or `^` stands in a row of items in which it can never match. */
export function noteLostPlaces(items: readonly PatternNode[], notes: Set<string>): void {
  items.forEach((item, index) => {
    if (item.type !== "place") return;
    if (item.place === "line-end" && staysOnLine(items.slice(index + 1))) {
      notes.add("$ is a line's end, and cannot be before this; write \\$ for a dollar sign.");
    }
    if (item.place === "line-start" && staysOnLine(items.slice(0, index).reverse())) {
      notes.add("^ is a line's start, and cannot be behind this; write \\^ for the character.");
    }
  });
}

/** Whether what these items match, the nearest first, surely begins without a line break. */
function staysOnLine(items: readonly PatternNode[]): boolean {
  for (const item of items) {
    if (item.type === "place" || item.type === "look") continue;
    if (matchesWithinLine(item)) return true;
    const optional = item.type === "repeat" && item.least === 0 && reachOf(item.body) === "line";
    if (!optional) return false;
  }
  return false;
}

/** Whether the node matches something, and nothing with a line break. */
function matchesWithinLine(node: PatternNode): boolean {
  switch (node.type) {
    case "character":
    case "set":
    case "any":
      return reachOf(node) === "line";
    case "repeat":
      return node.least > 0 && matchesWithinLine(node.body);
    case "group":
    case "atomic":
      return matchesWithinLine(node.body);
    case "sequence":
      return reachOf(node) === "line" && node.items.some(matchesWithinLine);
    case "alternatives":
      return node.options.every(matchesWithinLine);
    default:
      return false;
  }
}
