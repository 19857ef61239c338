import { PagehoundError } from "../core/errors.js";
import { isRecord, type ObjectSchema, parseJson } from "../core/json.js";
import { oneLine } from "../core/one-line.js";
import type { Tool, ToolResult } from "../index.js";
import { freeToolName, toolWords } from "../tools/foreign-tools.js";

/** What a page's script may ask the browser about tools that were registered, as the draft of WebMCP has it. */
interface ToolRegistry {
  getTools(): Promise<readonly RegisteredTool[]>;
  executeTool(
    tool: RegisteredTool,
    input: object,
    options: { readonly signal: AbortSignal },
  ): Promise<string | null>;
}

/** All of it is what whoever registered the tool says. */
interface RegisteredTool {
  readonly name: string;
  readonly description?: unknown;
  readonly inputSchema?: unknown;
  readonly annotations?: { readonly [hint: string]: unknown } | null;
  readonly origin?: unknown;
}

/** Tools that are taken of one page, and characters that are read of what one says. */
const mostTools = 2_000;
const longestDescription = 400;
/** Characters of a result; the loop cuts it to the tokens that it has. */
const longestResult = 200_000;
/** Milliseconds that a tool may take: it may have to ask the reader something. */
const patience = 300_000;

/** How the element's own tools are called there, which are no tools for itself. */
const own = /^pagehound_/;

/**
 * The tools that the page has registered with the browser (WebMCP), for a question. Whatever their names
 * are, they begin with `page_` here, so that none is taken for one of the library's; `taken` are names
 * that there are besides. Those that other sites have registered in frames, and the element's own, are
 * left out. Empty in browsers that do not let a page list them.
 */
export async function registeredTools(taken: readonly string[]): Promise<readonly Tool[]> {
  const registry = toolRegistry();
  if (!registry) return [];
  const names = new Set(taken);
  const there = (await registry.getTools()).filter(
    ({ name, origin }) => origin === location.origin && !own.test(name),
  );
  return there.slice(0, mostTools).flatMap((tool) => {
    try {
      return [
        asTool(tool, freeToolName(`page_${toolWords(tool.name) || "tool"}`, names), registry),
      ];
    } catch {
      // Its schema cannot even be copied.
      return [];
    }
  });
}

function toolRegistry(): ToolRegistry | null {
  const context: unknown = Reflect.get(document, "modelContext");
  const lists =
    typeof context === "object" &&
    context !== null &&
    ["getTools", "executeTool"].every((name) => typeof Reflect.get(context, name) === "function");
  return lists ? (context as ToolRegistry) : null;
}

function asTool(tool: RegisteredTool, name: string, registry: ToolRegistry): Tool {
  const { description, annotations } = tool;
  return {
    name,
    description: oneLine(typeof description === "string" ? description : "", longestDescription),
    parameters: schemaOf(tool.inputSchema),
    readOnly: annotations?.readOnlyHint === true && annotations.consequentialHint !== true,
    source: { name: location.host, sendsTo: null },
    run: async (given, { signal }) => {
      const ends = AbortSignal.any([signal, AbortSignal.timeout(patience)]);
      try {
        return resultOf(name, await registry.executeTool(tool, given, { signal: ends }));
      } catch (thrown) {
        signal.throwIfAborted();
        if (PagehoundError.isInstance(thrown)) throw thrown;
        const why = ends.aborted
          ? `did not answer within ${patience / 60_000} minutes`
          : `failed (${oneLine(String(thrown), 200)})`;
        throw new PagehoundError("internal", `${name} ${why}. Try another tool, or go on without.`);
      }
    },
  };
}

/** A schema as the loop takes it: of an object, with properties. What is wrong with it, the loop finds. */
function schemaOf(schema: unknown): ObjectSchema {
  const plain: unknown = isRecord(schema) ? parseJson(JSON.stringify(schema)) : {};
  return { type: "object", properties: {}, ...(isRecord(plain) ? plain : {}) } as ObjectSchema;
}

/**
 * What a tool gave: the texts of a result in the form of the Model Context Protocol, else a text as it
 * is, else JSON. Throws for the model to read what the tool says has failed.
 */
function resultOf(name: string, answer: string | null): ToolResult {
  const value: unknown = answer === null ? null : parseJson(answer);
  const { content, isError } = isRecord(value) ? value : {};
  const texts = Array.isArray(content)
    ? content.flatMap((part) =>
        isRecord(part) && typeof part.text === "string" ? [part.text] : [],
      )
    : null;
  const text = texts?.join("\n") ?? (typeof value === "string" ? value : (answer ?? ""));
  const shown = text.slice(0, longestResult);
  if (isError === true) {
    throw new PagehoundError("invalid-argument", `${name} says: ${oneLine(shown, 400)}`);
  }
  return { text: shown || "It gave nothing.", evidence: [], summary: `${name} answered` };
}
