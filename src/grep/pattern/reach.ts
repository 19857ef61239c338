import type { PatternNode, SetPart } from "./syntax.js";

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
