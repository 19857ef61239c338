import type { ObjectSchema } from "../../core/json-schema.js";
import type { JsonSchemaFormat } from "../../model/language-model.js";
import { readJsonObject } from "./read-json.js";

/** What the model does next in the tool loop. */
export type LoopAction =
  | { readonly action: "search"; readonly query: string }
  | { readonly action: "answer"; readonly answer: string };

const search = actionSchema("search", { query: { type: "string", maxLength: 200 } });
const answer = actionSchema("answer", { answer: { type: "string", maxLength: 1200 } });

/** A search or an answer. */
export const actionFormat: JsonSchemaFormat = {
  name: "evaluation_action",
  schema: { anyOf: [search, answer] },
};

/** Nothing but an answer. */
export const lastActionFormat: JsonSchemaFormat = { name: "evaluation_answer", schema: answer };

/** The action in a reply; null when there is none that could be carried out. */
export function readLoopAction(reply: string): LoopAction | null {
  const value = readJsonObject(reply);
  if (value?.action === "search" && typeof value.query === "string" && value.query.trim() !== "") {
    return { action: "search", query: value.query.trim() };
  }
  if (value?.action === "answer" && typeof value.answer === "string") {
    return { action: "answer", answer: value.answer.trim() };
  }
  return null;
}

function actionSchema(action: string, properties: ObjectSchema["properties"]): ObjectSchema {
  return {
    type: "object",
    properties: { action: { const: action }, ...properties },
    required: ["action", ...Object.keys(properties)],
    additionalProperties: false,
  };
}
