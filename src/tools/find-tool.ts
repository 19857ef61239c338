import { PagehoundError } from "../core/errors.js";
import { nearestFirst } from "./nearest.js";
import type { ToolDefinition } from "./tool.js";

/** So many tools are named when one is asked for that is not there. */
const mostNamed = 12;

/**
 * A tool by its name; upper case, spaces and hyphens are forgiven. Throws `not-found`, naming the
 * tools that there are, the nearest first.
 */
export function findTool<Some extends ToolDefinition>(tools: readonly Some[], name: string): Some {
  const wanted = plain(name);
  const found =
    tools.find((tool) => tool.name === name) ?? tools.find((tool) => plain(tool.name) === wanted);
  if (found) return found;
  const nearest = nearestFirst(wanted, tools, (tool) => tool.name);
  const named = nearest.slice(0, mostNamed).map((tool) => tool.name);
  const more = nearest.length - named.length;
  throw new PagehoundError(
    "not-found",
    tools.length === 0
      ? "There are no tools."
      : `There is no tool "${name.slice(0, 40)}". Use one of: ${named.join(", ")}${more > 0 ? ` and ${more} more` : ""}.`,
    { data: { tool: name.slice(0, 40) } },
  );
}

function plain(name: string): string {
  return name
    .slice(0, 200)
    .trim()
    .toLowerCase()
    .replace(/[\s-]+/g, "_");
}
