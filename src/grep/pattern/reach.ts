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
