import { PagehoundError } from "../src/core/errors.js";
import { type ModelName, parseModelName } from "../src/models/language-model.js";
import { BadInput } from "./bad-input.js";

/** A person's own endpoint; `model` is null for the first that it offers. */
export type Endpoint = Omit<Extract<ModelName, { provider: "openai" }>, "provider">;

/** Reads `--model`: null for `none`. Throws `BadInput`. */
export function parseModelSpec(text: string): Endpoint | null {
  const name = modelName(text);
  if (name.provider === "none") return null;
  if (name.provider === "openai" && URL.canParse(name.url)) {
    return { url: name.url.replace(/\/+$/, ""), model: name.model };
  }
  throw new BadInput(
    `--model is none, or openai:URL#NAME such as openai:http://127.0.0.1:11434/v1#qwen3, not "${text}".`,
  );
}

function modelName(text: string): ModelName {
  try {
    return parseModelName(text);
  } catch (error) {
    if (PagehoundError.isInstance(error)) throw new BadInput(`--model: ${error.message}`);
    throw error;
  }
}
