import type { CallOptions } from "../core/call-options.js";
import { isRecord, type JsonSchema, type ObjectSchema } from "../core/json.js";
import { oneLine } from "../core/one-line.js";
import { objectSchema, textSchema } from "../tools/schemas.js";
import type { Tool, ToolSource } from "../tools/tool.js";
import { freeToolName, toolWords } from "../tools/tool-names.js";
import type { ServerListing, ServerPrompt, ServerReply, ServerRequest } from "./api.js";
import { replyText } from "./result-text.js";

/** What the tools of a server are made with. */
export interface ServerToolParts {
  readonly source: ToolSource;
  readonly prefix: string;
  readonly call: (request: ServerRequest, options: CallOptions) => Promise<ServerReply>;
}

/** The library's own: what a server has under such a name is called by it with something before it. */
export const ownNames: ReadonlySet<string> = new Set([
  ...["list_documents", "outline", "search", "grep", "find_rows", "preview", "read", "read_table"],
  ...["query_table", "get_passages", "calculate", "answer", "find_tools"],
]);

const longestDescription = 400;
const longestParameter = 160;
const longestSchema = 8_000;
const deepestSchema = 6;
const mostTools = 5_000;
const mostProperties = 64;
/** Names of parameters that can stand in a prompt. */
const plainName = /^(?!__proto__$)[\p{L}\p{N}_$.@:/-]{1,64}$/u;
/** Resources and prompts that a list of them names. */
const mostListed = 200;

/**
 * The tools of a server as a model may call them, those to read its resources and prompts among them,
 * and how many it has besides that cannot be used. Nothing that the server says of them is believed,
 * but that what it does not call read-only may change something.
 */
export function serverTools(
  listing: ServerListing,
  parts: ServerToolParts,
): { readonly tools: readonly Tool[]; readonly leftOut: number } {
  const { source, prefix } = parts;
  const taken = new Set(ownNames);
  const tools: Tool[] = [];
  for (const { name, title, description, inputSchema, annotations } of listing.tools) {
    const parameters = tools.length < mostTools ? parametersOf(inputSchema) : null;
    if (!parameters) continue;
    const said = plainLine(description || annotations?.title || title || name, longestDescription);
    tools.push({
      name: freeName(name, prefix, taken),
      description: said || "It does not say what it does.",
      parameters,
      readOnly: annotations?.readOnlyHint === true && annotations.destructiveHint !== true,
      source,
      run: async (given, { budget, signal }) => {
        const reply = await parts.call({ tool: name, arguments: given }, { signal });
        return resultOf(replyText(reply, source.name, budget.limit), source);
      },
    });
  }
  const leftOut = listing.tools.length - tools.length;
  return { tools: [...tools, ...readingTools(listing, parts, taken)], leftOut };
}

function resultOf(text: string, { name }: ToolSource) {
  return { text, evidence: [], summary: `${name}: ${oneLine(text, 80)}` };
}

/** A name that models can write, that is none of the library's and none that is taken. */
function freeName(name: string, prefix: string, taken: Set<string>): string {
  const words = toolWords(`${prefix}${prefix === "" ? "" : "_"}${name}`).replace(/^[^a-z]+/, "");
  const isOwn = words === "" || ownNames.has(words);
  return freeToolName(isOwn ? `server_${words}`.replace(/_$/, "") : words, taken);
}

/** A text of a server on one line, with nothing in it that a prompt could take for marks. */
function plainLine(text: string, most: number): string {
  const line = text
    .slice(0, most * 4)
    .replace(/(?!\s)[\p{Cf}\p{Cs}\p{Co}\p{Default_Ignorable_Code_Point}]/gu, "")
    .replace(/[<>`]/g, " ");
  const short = oneLine(line, most);
  return oneLine(line, most + 1).length > most ? `${oneLine(short, most - 1)}…` : short;
}

/** The parameters of a tool; null for those that nobody can write. */
function parametersOf(schema: unknown): ObjectSchema | null {
  const plain = plainSchema(schema);
  if (!isRecord(schema) || schema.type !== "object") return null;
  const { properties = {}, required = [] } = plain as Partial<ObjectSchema>;
  const wanted = Array.isArray(schema.required) ? schema.required : [];
  const parameters = { ...objectSchema(properties), required };
  // What it cannot do without cannot be left out.
  if (required.length < new Set(wanted).size) return null;
  return JSON.stringify(parameters).length <= longestSchema ? parameters : null;
}

const copied = [
  ...["type", "enum", "const", "minimum", "maximum", "minLength", "maxLength"],
  ...["minItems", "maxItems"],
] as const;

/**
 * A schema with what grammars and validators here know, and nothing that takes long: no patterns, and
 * references written out.
 */
export function plainSchema(
  schema: unknown,
  root: unknown = schema,
  depth: number = 0,
): JsonSchema {
  if (!isRecord(schema) || depth > deepestSchema) return {};
  const { $ref } = schema;
  if (typeof $ref === "string") return plainSchema(referredTo($ref, root), root, depth + 1);
  const plain: Record<string, unknown> = {};
  for (const keyword of copied) {
    const value = schema[keyword];
    if (value !== undefined && isPlain(keyword, value)) plain[keyword] = value;
  }
  if (typeof schema.description === "string") {
    plain.description = plainLine(schema.description, longestParameter);
  }
  const choices = schema.anyOf ?? schema.oneOf;
  if (Array.isArray(choices)) {
    plain.anyOf = choices.slice(0, 16).map((each) => plainSchema(each, root, depth + 1));
  }
  if (isRecord(schema.items)) plain.items = plainSchema(schema.items, root, depth + 1);
  if (isRecord(schema.properties)) {
    const entries = Object.entries(schema.properties)
      .filter(([name]) => plainName.test(name))
      .slice(0, mostProperties)
      .map(([name, each]) => [name, plainSchema(each, root, depth + 1)] as const);
    plain.properties = Object.fromEntries(entries);
    const names = new Set(entries.map(([name]) => name));
    const required: unknown = schema.required;
    plain.required = Array.isArray(required)
      ? [...new Set(required)].filter((name) => names.has(name))
      : [];
  }
  return plain as JsonSchema;
}

function isPlain(keyword: (typeof copied)[number], value: unknown): boolean {
  if (keyword === "type") {
    const types = ["string", "number", "integer", "boolean", "array", "object", "null"];
    return (Array.isArray(value) ? value : [value]).every((one) => types.includes(one));
  }
  if (keyword === "enum") return Array.isArray(value) && value.length > 0 && value.length <= 200;
  return keyword === "const" || (typeof value === "number" && Number.isFinite(value));
}

function referredTo(reference: string, root: unknown): unknown {
  const [, list, name] = /^#\/(\$defs|definitions)\/([^/]+)$/.exec(reference) ?? [];
  const defined = list === undefined || !isRecord(root) ? null : root[list];
  return isRecord(defined) && name !== undefined && Object.hasOwn(defined, name)
    ? defined[name]
    : {};
}

/** Tools to read what a server has besides tools. */
function readingTools(
  { resources, prompts }: ServerListing,
  { source, call, prefix }: ServerToolParts,
  taken: Set<string>,
): Tool[] {
  const made: Tool[] = [];
  const own = (name: string): string => freeName(name, prefix, taken);
  const common = { readOnly: true, source } as const;
  if (resources.length > 0) {
    made.push({
      ...common,
      name: own("read_resource"),
      description: plainLine(
        `Reads a resource of ${source.name}. There are ${listed(resources)}.`,
        longestDescription,
      ),
      parameters: objectSchema({ uri: textSchema(500, "of a resource") }),
      run: async ({ uri }, { budget, signal }) => {
        const known = resources.find((one) => one.uri === uri || one.name === uri);
        const reply = await call({ resource: known?.uri ?? String(uri) }, { signal });
        return resultOf(replyText(reply, source.name, budget.limit), source);
      },
    });
  }
  if (prompts.length > 0) {
    made.push({
      ...common,
      name: own("get_prompt"),
      description: plainLine(
        `Gets a text that ${source.name} proposes. There are ${listed(prompts)}.`,
        longestDescription,
      ),
      parameters: promptParameters(prompts),
      run: async ({ name, ...given }, { budget, signal }) => {
        const filled = Object.fromEntries(
          Object.entries(given).map(([key, value]) => [key, String(value)]),
        );
        const reply = await call({ prompt: String(name), arguments: filled }, { signal });
        return resultOf(replyText(reply, source.name, budget.limit), source);
      },
    });
  }
  return made;
}

/** The name of a prompt, and what any of them has to be filled in. */
function promptParameters(prompts: readonly ServerPrompt[]): ObjectSchema {
  const names = new Set(prompts.flatMap((prompt) => prompt.arguments.map(({ name }) => name)));
  const filled = [...names].filter((name) => name !== "name" && plainName.test(name));
  const texts = filled.slice(0, mostProperties).map((name) => [name, textSchema(2000)] as const);
  return objectSchema({ name: textSchema(200), ...Object.fromEntries(texts) }, filled);
}

/** As many names as a description has room for. */
function listed(all: readonly { readonly name: string; readonly uri?: string }[]): string {
  let text = "";
  let count = 0;
  for (const { name, uri } of all.slice(0, mostListed)) {
    const one = plainLine(uri ?? name, 80);
    if (text.length + one.length > longestDescription - 140) break;
    text += `${count === 0 ? "" : ", "}${one}`;
    count++;
  }
  const left = all.length - count;
  return left > 0 ? `${text} and ${left} more` : text;
}
