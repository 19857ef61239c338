import { AutoTokenizer } from "@xenova/transformers";
import { isRecord, parseJson } from "../../core/index.js";
import { controlTokensIn } from "../control-tokens.js";
import { TokenGrammar, vocabularyIn } from "../grammar/token-grammar.js";
import { xgrammar } from "../grammar/xgrammar.js";
import type { ChatRequest } from "../language-model.js";
import { aliasName, loadFromFiles } from "../onnx/runtime.js";
import type { OnnxEngineModel, OnnxFiles } from "./engine-api.js";
import { loadNetwork, type Network } from "./network.js";

/** A model in memory, with what its conversations need. */
export interface OnnxEngine {
  readonly network: Network;
  /** Maximum number of tokens of prompt and reply together that the model supports. */
  readonly contextLength: number;
  readonly controlTokens: readonly string[];
  readonly stopTokens: readonly number[];
  /** Returns the prompt that requests a reply to these messages. */
  encode(messages: ChatRequest["messages"]): readonly number[];
  /** Returns the text of tokens, without control tokens. */
  decode(tokens: readonly number[]): string;
  /** Creates the grammars of the model's tokens; `size` is the number of logits. */
  grammar(size: number): Promise<TokenGrammar>;
}

/** Loads a model into transformers.js from its files alone. */
export async function createEngine(model: OnnxEngineModel, files: OnnxFiles): Promise<OnnxEngine> {
  const { device, precision: dtype } = model;
  const [tokenizer, network] = await loadFromFiles(model, files, () =>
    Promise.all([
      AutoTokenizer.from_pretrained(aliasName),
      loadNetwork(aliasName, { device, dtype }),
    ]),
  );
  // Newer models have the template in a separate file.
  tokenizer.chat_template ??= (await files.get("chat_template.jinja")?.text()) ?? null;
  const bytes = new Uint8Array(await (files.get("tokenizer.json") ?? new Blob()).arrayBuffer());
  const config = await jsonOf(files.get("config.json"));
  const settings = await jsonOf(files.get("generation_config.json"));
  const text = isRecord(config.text_config) ? config.text_config : config;
  const stops = [settings.eos_token_id, config.eos_token_id, text.eos_token_id];
  const end = tokenizer.eos_token_id;
  const stopTokens = [...stops, end].flat().filter((token) => typeof token === "number");
  return {
    network,
    contextLength: Number(text.max_position_embeddings ?? Number.POSITIVE_INFINITY),
    controlTokens: controlTokensIn(bytes),
    stopTokens: [...new Set(stopTokens)],
    encode: (messages) =>
      tokenizer.apply_chat_template(
        messages.map((message) => ({ ...message })),
        {
          add_generation_prompt: true,
          return_tensor: false,
          return_dict: false,
          // Models that think aloud would spend their few tokens on thinking.
          ...{ enable_thinking: false },
        },
      ) as number[],
    decode: (tokens) => tokenizer.decode([...tokens], { skip_special_tokens: true }),
    grammar: (size) => TokenGrammar.create(xgrammar(), vocabularyIn(bytes), size, [...stopTokens]),
  };
}

async function jsonOf(file: Blob | undefined): Promise<Readonly<Record<string, unknown>>> {
  const value = parseJson((await file?.text()) ?? "");
  return isRecord(value) ? value : {};
}
