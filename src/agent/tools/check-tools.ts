import {
  invalidArgument,
  isRecord,
  matches,
  notFound,
  nullable,
  type ObjectSchema,
  object,
  optional,
  type PagehoundError,
  textWithin,
} from "../../core/index.js";
import { firstOf } from "../reading/wording.js";
import { schemaProblem } from "./check-arguments.js";
import type { ToolDefinition } from "./definition.js";
import { nearestNames } from "./find-documents.js";
import { plainLine, plainSchema } from "./foreign-tools.js";

const sourceShape = object({
  name: textWithin(200),
  sendsTo: nullable(textWithin(2000)),
  operation: optional(textWithin(200)),
});
const longestDescription = 400;
const longestSchema = 8_000;

/**
 * Checks the tools that an embedder provides: their names, descriptions and parameters, and that no
 * name is used twice or is one of `taken`. Returns the usable ones. Faulty tools of other parties
 * (`source`) are left out, because the embedder cannot fix them. Throws `invalid-argument` for a
 * faulty tool of the embedder's own, naming it and what to change.
 */
export function checkTools(
  tools: readonly ToolDefinition[],
  taken: readonly Pick<ToolDefinition, "name">[],
): readonly ToolDefinition[] {
  const names = new Set(taken.map(({ name }) => name));
  const usable: ToolDefinition[] = [];
  for (const [index, definition] of tools.entries()) {
    const tool = definition?.source ? plainTool(definition) : definition;
    const problem = nameProblem(tool, index) ?? problemOf(tool) ?? takenProblem(tool, names);
    if (problem && !tool?.source) throw problem;
    if (problem) continue;
    names.add(tool.name);
    usable.push(tool);
  }
  return usable;
}

function nameProblem(tool: ToolDefinition, index: number): PagehoundError | null {
  const name: unknown = tool?.name;
  return typeof name === "string" && /^[a-z][a-z0-9_]{0,39}$/.test(name)
    ? null
    : wrong(
        `Tool ${index + 1}`,
        "needs a name of at most 40 lower-case letters, digits and underscores, such as look_up_price",
      );
}

function takenProblem({ name }: ToolDefinition, taken: ReadonlySet<string>): PagehoundError | null {
  return taken.has(name)
    ? wrong(`The tool ${name}`, "has a name that is already taken; rename it")
    : null;
}

/**
 * An external tool reduced to the plain part of its description and parameters, with nothing that
 * could be mistaken for a prompt's own delimiters. Its server validates the rest: one unknown
 * keyword could break every question, and a regular expression could run forever.
 */
function plainTool(tool: ToolDefinition): ToolDefinition {
  const { required = [], ...rest } = plainSchema(tool.parameters) as ObjectSchema;
  const all = tool.parameters?.required;
  const wanted = Array.isArray(all) ? all.map(String) : [];
  const { description } = tool;
  return {
    ...tool,
    description:
      typeof description === "string" ? plainLine(description, description.length) : description,
    // A required property without a valid name is reported by the check that follows.
    parameters: { ...rest, required: wanted.length > 0 ? wanted : required },
  };
}

function problemOf(tool: ToolDefinition): PagehoundError | null {
  const problem = contentProblem(tool);
  return problem === null ? null : wrong(`The tool ${tool.name}`, problem);
}

function contentProblem({
  description,
  parameters,
  readOnly,
  source,
}: ToolDefinition): string | null {
  if (typeof description !== "string" || description.trim() === "") {
    return "needs a description: one or two short sentences that say what it returns";
  }
  if (description.length > longestDescription) {
    return `has a description of more than ${longestDescription} characters; a model reads it with every question, so shorten it`;
  }
  if (readOnly !== undefined && typeof readOnly !== "boolean") {
    return "has a readOnly that is neither true nor false";
  }
  if (source !== undefined && !matches(sourceShape, source)) {
    return "has a source that is not { name, sendsTo }: a text, and an origin or null";
  }
  return parametersProblem(parameters);
}

/** Callers without types may pass anything, so their arguments are checked too. */
function parametersProblem(parameters: unknown): string | null {
  if (!isRecord(parameters) || parameters.type !== "object" || !isRecord(parameters.properties)) {
    return 'needs parameters: a JSON schema with "type": "object" and "properties"';
  }
  const { properties, required = [] } = parameters;
  const strays = Array.isArray(required)
    ? required.filter((each) => typeof each !== "string" || !Object.hasOwn(properties, each))
    : [required];
  if (strays.length > 0) return "requires parameters that are not among its properties";
  const problem = schemaProblem(parameters, longestSchema);
  return problem === null ? null : `has parameters that cannot be used: ${problem}`;
}

function wrong(tool: string, problem: string): PagehoundError {
  return invalidArgument(`${tool} ${problem}.`);
}

/** Maximum number of tools to list if the requested one does not exist. */
const maxNamed = 12;

/** A tool by its name, loosely written. Throws `not-found`, listing similar names first. */
export function findTool<Some extends ToolDefinition>(tools: readonly Some[], name: string): Some {
  const wanted = plain(name);
  const found =
    tools.find((tool) => tool.name === name) ?? tools.find((tool) => plain(tool.name) === wanted);
  if (found) return found;
  const nearest = nearestNames(wanted, tools, (tool) => tool.name).map((tool) => tool.name);
  throw notFound(
    tools.length === 0
      ? "There are no tools."
      : `There is no tool "${name.slice(0, 40)}". Use one of: ${firstOf(nearest, maxNamed)}.`,
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
