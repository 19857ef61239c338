import {
  asText,
  foreignToolName,
  longestText,
  mostProperties,
  objectSchema,
  ownNames,
  plainLine,
  plainName,
  plainSchema,
  plainText,
  type Tool,
  type ToolSource,
  textSchema,
  textWithin,
} from "../../agent/index.js";
import {
  type CallOptions,
  isRecord,
  type ObjectSchema,
  oneLine,
  PagehoundError,
} from "../../core/index.js";
import type {
  ContentBlock,
  ResourceContents,
  ServerListing,
  ServerPrompt,
  ServerReply,
  ServerRequest,
} from "./api.js";

export interface ServerToolParts {
  readonly source: ToolSource;
  readonly prefix: string;
  readonly call: (request: ServerRequest, options: CallOptions) => Promise<ServerReply>;
}

const longestDescription = 400;
const longestSchema = 8_000;
const mostTools = 5_000;
/** Maximum number of resources or prompts that a listing names. */
const mostListed = 200;

/**
 * The tools of a server as a model may call them, including those for its resources and prompts,
 * and the number of unusable ones. The server is not trusted: a tool that it does not call
 * read-only may change something.
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
    const text = plainLine(description || annotations?.title || title || name, longestDescription);
    tools.push({
      name: foreignToolName(name, prefix, taken),
      description: text || "It has no description.",
      parameters,
      readOnly: annotations?.readOnlyHint === true && annotations.destructiveHint !== true,
      source,
      run: async (args, { budget, signal }) => {
        const reply = await parts.call({ tool: name, arguments: args }, { signal });
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

/** The parameters of a tool; null if they cannot be written. */
function parametersOf(schema: unknown): ObjectSchema | null {
  const plain = plainSchema(schema);
  if (!isRecord(schema) || schema.type !== "object") return null;
  const { properties = {}, required = [] } = plain as Partial<ObjectSchema>;
  const wanted = Array.isArray(schema.required) ? schema.required : [];
  const parameters = { ...objectSchema(properties), required };
  // Required arguments cannot be left out.
  if (required.length < new Set(wanted).size) return null;
  return JSON.stringify(parameters).length <= longestSchema ? parameters : null;
}

function readingTools(
  { resources, prompts }: ServerListing,
  { source, call, prefix }: ServerToolParts,
  taken: Set<string>,
): Tool[] {
  const made: Tool[] = [];
  const prefixed = (name: string): string => foreignToolName(name, prefix, taken);
  const common = { readOnly: true, source } as const;
  if (resources.length > 0) {
    made.push({
      ...common,
      name: prefixed("read_resource"),
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
      name: prefixed("get_prompt"),
      description: plainLine(
        `Gets a text that ${source.name} proposes. There are ${listed(prompts)}.`,
        longestDescription,
      ),
      parameters: promptParameters(prompts),
      run: async ({ name, ...args }, { budget, signal }) => {
        const filled = Object.fromEntries(
          Object.entries(args).map(([key, value]) => [key, String(value)]),
        );
        const reply = await call({ prompt: String(name), arguments: filled }, { signal });
        return resultOf(replyText(reply, source.name, budget.limit), source);
      },
    });
  }
  return made;
}

/** Parameters for filling in a prompt: its name, and the arguments of all prompts. */
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

/**
 * A server's result, as text for a model: limited to this many tokens, with a note of what is left
 * out. Throws `tool-server-failed` if the result is an error.
 */
function replyText(reply: ServerReply, name: string, limit: number): string {
  const text = plainText(textOf(reply)).trim();
  if (reply.isError) {
    const reason = oneLine(text, 1000) || "without a word";
    throw new PagehoundError("tool-server-failed", `${name} reported an error: ${reason}`);
  }
  if (text === "") return "It returned no text.";
  return textWithin(text, limit);
}

function textOf({ content, structuredContent }: ServerReply): string {
  const blocks = content.map(blockText).filter((text) => text !== "");
  // Servers repeat structured results as text.
  if (blocks.length > 0 || structuredContent === undefined) return blocks.join("\n\n");
  return JSON.stringify(structuredContent, null, 1).slice(0, longestText);
}

function blockText(block: ContentBlock): string {
  switch (block.type) {
    case "text":
      return asText(block.text, undefined);
    case "resource":
      return resourceText(block.resource);
    case "resource_link":
      return `${oneLine(block.name, 200)}: ${oneLine(block.uri, 500)}`;
    default:
      return `(${block.type}, not shown)`;
  }
}

function resourceText(resource: ResourceContents): string {
  const { uri, mimeType } = resource;
  if ("text" in resource) return asText(resource.text, mimeType);
  return `(${oneLine(uri, 200)}: ${oneLine(mimeType ?? "a file", 80)}, not shown)`;
}
