import { PagehoundError } from "../core/errors.js";

/** A model as people name it in one line. */
export type ModelName =
  /** No model: questions are answered with the best passages. */
  | { readonly provider: "none" }
  /** `model` is null for the first that the endpoint offers. */
  | { readonly provider: "openai"; readonly url: string; readonly model: string | null }
  | { readonly provider: "web-llm"; readonly model: string }
  | { readonly provider: "wllama"; readonly url: string }
  | { readonly provider: "prompt-api" };

/**
 * Reads the name of a model: `none`, `browser`, `web-llm:ID`, `wllama:URL` of a GGUF file, or
 * `openai:URL#MODEL` with the base address of an endpoint, such as
 * `openai:http://localhost:11434/v1#qwen3`. Throws `unknown-model`.
 */
export function parseModelName(text: string): ModelName {
  const name = text.trim();
  if (name === "none") return { provider: "none" };
  if (name === "browser") return { provider: "prompt-api" };
  const [, provider, rest = ""] = /^(openai|web-llm|wllama):(\S.*)$/s.exec(name) ?? [];
  if (provider === "web-llm" && !/\s/.test(rest)) return { provider, model: rest };
  if (provider === "wllama") return { provider, url: rest };
  if (provider === "openai") {
    const hash = rest.indexOf("#");
    const url = hash < 0 ? rest : rest.slice(0, hash);
    const model = hash < 0 ? "" : rest.slice(hash + 1);
    if (/^https?:\/\/[^/]/i.test(url)) return { provider, url, model: model === "" ? null : model };
  }
  throw new PagehoundError(
    "unknown-model",
    `“${name.slice(0, 100)}” names no model. Write none, browser, web-llm:ID, wllama:URL, or openai:URL#MODEL such as openai:http://localhost:11434/v1#qwen3.`,
  );
}
