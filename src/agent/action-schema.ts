import type { JsonSchema, ObjectSchema } from "../core/json-schema.js";
import type { JsonSchemaFormat } from "../model/language-model.js";
import type { ToolDefinition } from "../tools/tool.js";

/** Tool calls in one reply at most. */
export const mostCallsPerTurn = 3;
/** Queries that a question is turned into at most. */
const mostQueries = 3;

const thought: JsonSchema = { type: "string", maxLength: 240 };

/** One to three calls of tools, or one of `answer`. */
export function actionFormat(
  tools: readonly ToolDefinition[],
  answer: ToolDefinition,
): JsonSchemaFormat {
  const calls = { type: "array", minItems: 1, maxItems: mostCallsPerTurn };
  return named("action", {
    thought,
    calls: { anyOf: [{ ...calls, items: { anyOf: tools.map(callOf) } }, onlyAnswer(answer)] },
  });
}

/** Nothing but an answer. */
export function answerFormat(answer: ToolDefinition): JsonSchemaFormat {
  return named("answer", { thought, calls: onlyAnswer(answer) });
}

/** A question that stands for itself, and queries for it. */
export const rewriteFormat: JsonSchemaFormat = named("rewrite", {
  question: { type: "string", maxLength: 400 },
  queries: {
    type: "array",
    minItems: 1,
    maxItems: mostQueries,
    items: { type: "string", maxLength: 120 },
  },
});

function onlyAnswer(answer: ToolDefinition): JsonSchema {
  return { type: "array", minItems: 1, maxItems: 1, items: callOf(answer) };
}

function callOf({ name, parameters }: ToolDefinition): JsonSchema {
  return object({ tool: { const: name }, arguments: parameters });
}

function object(properties: ObjectSchema["properties"]): ObjectSchema {
  return {
    type: "object",
    properties,
    required: Object.keys(properties),
    additionalProperties: false,
  };
}

/** Named after its content: an engine compiles a schema once for each name. */
function named(kind: string, properties: ObjectSchema["properties"]): JsonSchemaFormat {
  const schema = object(properties);
  return { name: `${kind}_${digest(JSON.stringify(schema))}`, schema };
}

/** FNV-1a, 32 bits. */
function digest(text: string): string {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index++) {
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  }
  return (hash >>> 0).toString(16).padStart(8, "0");
}
