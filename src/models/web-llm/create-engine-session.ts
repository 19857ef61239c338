import { MLCEngine } from "@mlc-ai/web-llm";
import * as xgrammarModule from "@mlc-ai/web-xgrammar";
import { PagehoundError } from "../../core/errors.js";
import type { JsonSchema } from "../../core/json.js";
import type {
  EngineOutput,
  GenerateRequest,
  WebLlmEngine,
  WebLlmEngineApi,
  WebLlmEngineModel,
} from "./engine-api.js";
import { WebLlmEngineSession } from "./engine-session.js";
import { openFileStore } from "./open-file-store.js";

/** web-llm, ready to be served to the page. */
export function createWebLlmEngineSession(): WebLlmEngineApi {
  const session = new WebLlmEngineSession({
    openStore: ({ cacheBackend }) => openFileStore(cacheBackend),
    createEngine,
    compileGrammar: ({ schema }) => jsonGrammar(schema, xgrammar()),
    watchDevices,
    now: () => performance.now(),
  });
  // Only own properties are served.
  return {
    load: (model, options) => session.load(model, options),
    reload: (model, options) => session.reload(model, options),
    complete: (request, options) => session.complete(request, options),
    rest: () => session.rest(),
  };
}

/** What is used of web-llm's engine, whose own types do not resolve in strict ES modules. */
interface WebLlm {
  reload(id: string): Promise<void>;
  interruptGenerate(): Promise<void>;
  readonly chat: {
    readonly completions: { create(request: object): Promise<AsyncIterable<Chunk>> };
  };
}

interface Chunk {
  readonly choices: readonly {
    readonly delta: { readonly content?: string | null };
    readonly finish_reason: string | null;
  }[];
  readonly usage?: { readonly prompt_tokens: number; readonly completion_tokens: number };
}

/** web-llm itself. Runs where it is imported, which is a worker of its own: it has 6 MB. */
function createEngine(model: WebLlmEngineModel): WebLlmEngine {
  let onLoad: (share: number) => void = () => {};
  const engine: WebLlm = new MLCEngine({
    appConfig: {
      cacheBackend: model.cacheBackend,
      model_list: [
        {
          model_id: model.id,
          model: model.folder,
          model_lib: model.library,
          ...(model.manifest === undefined ? {} : { model_manifest: model.manifest }),
          required_features: [...model.features],
          overrides: { context_window_size: model.contextLength },
        },
      ],
    },
    initProgressCallback: ({ progress }: { progress: number }) => onLoad(progress),
    // What goes wrong is thrown as well.
    logLevel: "SILENT",
  });
  return {
    async load(report) {
      onLoad = report;
      await engine.reload(model.id);
    },
    generate: (request) => generate(engine, request),
    interrupt: () => void engine.interruptGenerate(),
  };
}

async function* generate(
  engine: WebLlm,
  { messages, temperature, seed, maxTokens, grammar, thinking }: GenerateRequest,
): AsyncGenerator<EngineOutput, void, undefined> {
  const chunks = await engine.chat.completions.create({
    stream: true,
    stream_options: { include_usage: true },
    messages: messages.map(({ role, content }) => ({ role, content })),
    temperature,
    // Some models are delivered with a penalty for repetition, which spoils quotes and figures.
    repetition_penalty: 1,
    frequency_penalty: 0,
    presence_penalty: 0,
    seed: seed ?? null,
    max_tokens: maxTokens ?? null,
    response_format: grammar === undefined ? { type: "text" } : { type: "grammar", grammar },
    extra_body: thinking === undefined ? {} : { enable_thinking: thinking },
  });
  for await (const { choices, usage } of chunks) {
    const choice = choices[0];
    if (choice?.delta.content) yield { type: "text", text: choice.delta.content };
    if (choice?.finish_reason) yield { type: "end", reason: choice.finish_reason };
    if (usage) {
      const { prompt_tokens: promptTokens, completion_tokens: completionTokens } = usage;
      yield { type: "usage", promptTokens, completionTokens };
    }
  }
}

/**
 * Tells of every graphics device of this thread that is lost. web-llm asks for its device itself and
 * only logs the loss; a request that runs may then wait for ever. It destroys the device itself when
 * memory runs out, so any loss counts.
 */
function watchDevices(onLost: () => void): void {
  if (typeof GPUAdapter === "undefined") return;
  const requestDevice = GPUAdapter.prototype.requestDevice;
  GPUAdapter.prototype.requestDevice = async function (...parameters) {
    const device = await requestDevice.apply(this, parameters);
    void device.lost.then(onLost);
    return device;
  };
}

/**
 * xgrammar is delivered in a form for script tags and marked as a module: bundlers that believe the
 * mark leave it to put itself on the global object.
 */
export function xgrammar(): Xgrammar {
  const onGlobal = (globalThis as { xgrammar?: Xgrammar }).xgrammar;
  return "Testings" in xgrammarModule ? xgrammarModule : (onGlobal as Xgrammar);
}

/** What is used of `@mlc-ai/web-xgrammar`. */
export interface Xgrammar {
  readonly Testings: {
    /** The grammar as it is written, which is a twentieth of what `Grammar.toString` gives. */
    _jsonSchemaToEBNF(
      schema: string,
      anyWhitespace: boolean,
      indent: number,
      separators: [string, string],
    ): Promise<string>;
  };
  readonly Grammar: {
    /** Rejects when the text is no grammar. */
    fromEBNF(grammar: string): Promise<{ dispose(): void }>;
  };
}

/** Bounds where the schema has none, since a small model may otherwise never end. */
const maxCharacters = 1000;
const maxItems = 20;
const maxDigits = 15;

/**
 * A character of a JSON string. xgrammar's own rule for strings with a `maxLength` takes raw control
 * characters, which JSON forbids, and no escapes, without which nobody can write a quote or a regular
 * expression. `\b`, `\f`, `\r`, `\/` and `\u` are left out: they are never needed, and a model that
 * writes `\b` means the regular expression, which has to be `\\b`.
 */
const character = String.raw`([^"\\\x00-\x1f]|\\["\\nt])`;
/** The same as xgrammar writes it. */
const inlineCharacter = String.raw`( [^"\\\0-\x1f] | "\\" ["\\nt] )`;

/**
 * The grammar, in xgrammar's EBNF, of JSON that fits a schema: no free white space, properties in the
 * schema's order, no others than those, and an end in any case. Values without a type are not bounded.
 * Throws `invalid-argument` for a schema that xgrammar cannot turn into a grammar.
 */
export async function jsonGrammar(schema: JsonSchema, xgrammar: Xgrammar): Promise<string> {
  try {
    const grammar = await ownGrammar(schema, xgrammar);
    // Here a fault costs a millisecond or two; in the engine it would cost the engine.
    (await xgrammar.Grammar.fromEBNF(grammar)).dispose();
    return grammar;
  } catch (cause) {
    // What xgrammar cannot do it writes to the console; its errors say no more than "Aborted".
    const message =
      "The schema of a reply cannot be made into a grammar; the console says where. Look for patterns with lookarounds or back references, references that lead nowhere, unknown types, and bounds that contradict each other.";
    throw new PagehoundError("invalid-argument", message, { cause });
  }
}

async function ownGrammar(schema: JsonSchema, { Testings }: Xgrammar): Promise<string> {
  const bounded = JSON.stringify(bound(schema));
  const grammar = await Testings._jsonSchemaToEBNF(bounded, false, -1, [",", ":"]);
  // Written out once for each text, it would make the compilation three times as long.
  return `${grammar.replaceAll(inlineCharacter, " text_character ")}
text_character ::= ${inlineCharacter}
`
    .replace(/^basic_integer ::= .*$/m, `basic_integer ::= "0" | "-"? ${whole}`)
    .replace(/^basic_number ::= .*$/m, `basic_number ::= "-"? ("0" | ${whole}) ${fraction}?`);
}

const whole = `[1-9] [0-9]{0,${maxDigits - 1}}`;
const fraction = `("." [0-9]{1,${maxDigits}})`;

/** Keywords that hold schemas: one, a list of them, or one for each name. */
const single = new Set(["items", "additionalProperties", "not"]);
const lists = new Set(["anyOf", "oneOf", "allOf", "prefixItems"]);
const named = new Set(["properties", "$defs", "definitions"]);

function bound(schema: JsonSchema): JsonSchema {
  const bounded: Record<string, unknown> = {};
  for (const [keyword, value] of Object.entries(schema)) {
    if (single.has(keyword) && isSchema(value)) bounded[keyword] = bound(value);
    else if (lists.has(keyword) && Array.isArray(value)) bounded[keyword] = value.map(boundAny);
    else if (named.has(keyword) && isSchema(value)) {
      const entries = Object.entries(value).map(([name, one]) => [name, boundAny(one)]);
      bounded[keyword] = Object.fromEntries(entries);
    } else bounded[keyword] = value;
  }
  const { type, pattern, format, minLength = 0, maxLength = maxCharacters } = schema;
  const isChoice = "enum" in schema || "const" in schema;
  if (type === "string" && !isChoice && pattern === undefined && format === undefined) {
    bounded.pattern = `^${character}{${minLength},${maxLength}}$`;
  }
  if (bounded.pattern !== undefined) {
    // A pattern has its own bounds; xgrammar would warn that it takes no others beside it.
    delete bounded.minLength;
    delete bounded.maxLength;
  }
  if (type === "array") bounded.maxItems ??= maxItems;
  return bounded;
}

function boundAny(value: unknown): unknown {
  return isSchema(value) ? bound(value) : value;
}

function isSchema(value: unknown): value is JsonSchema {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
