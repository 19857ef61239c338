import {
  type ConnectionOptions,
  countField,
  EndpointConnection,
  field,
  textField,
} from "./connection.js";

/** The programs that are known to serve models. */
export type ModelServerName =
  | "Ollama"
  | "LM Studio"
  | "llama.cpp"
  | "llama-cpp-python"
  | "vLLM"
  | "Jan";

/** A model that an endpoint offers. */
export interface OfferedModel {
  readonly id: string;
  /** Tokens, where the server says. */
  readonly contextLength: number | null;
}

/** A model of a server, as far as the server describes it. */
export interface ServedModel extends OfferedModel {
  /** Tokens that the model could have, were the server set to it; null where it does not say. */
  readonly longestContext: number | null;
}

const maxModels = 5000;
/** Names go into messages, traces and the ids of models. */
const longestId = 300;
/** Characters that cannot be seen and change what stands around them: no model is called so. */
const unseen = /[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]/u;

/** Whether a model's name can be shown, and sent as it is. */
function isName(id: string | null): id is string {
  return id !== null && id.length <= longestId && !unseen.test(id);
}

/** Reads the list of OpenAI, vLLM, llama.cpp, LM Studio, Ollama and OpenRouter; null for anything else. */
export function readModelList(body: unknown): readonly ServedModel[] | null {
  const list = field(body, "data") ?? field(body, "models") ?? body;
  if (!Array.isArray(list)) return null;
  return list.slice(0, maxModels).flatMap((entry: unknown) => {
    const id = textField(field(entry, "id")) ?? textField(field(entry, "name"));
    if (!isName(id)) return [];
    const longestContext = countField(field(entry, "meta", "n_ctx_train"));
    return [{ id, contextLength: contextLength(entry), longestContext }];
  });
}

function contextLength(entry: unknown): number | null {
  return (
    countField(field(entry, "max_model_len")) ??
    countField(field(entry, "meta", "n_ctx")) ??
    countField(field(entry, "context_length"))
  );
}

/** How the programs name themselves in their lists. */
const owners: Readonly<Record<string, ModelServerName>> = {
  library: "Ollama",
  organization_owner: "LM Studio",
  llamacpp: "llama.cpp",
  me: "llama-cpp-python",
  vllm: "vLLM",
};

/** Which program made a list of models, by what it says of their owner; null where that says nothing. */
export function ownerOf(body: unknown): ModelServerName | null {
  const list = field(body, "data");
  const owner = Array.isArray(list) ? textField(field(list[0], "owned_by")) : null;
  return owner !== null && Object.hasOwn(owners, owner) ? (owners[owner] ?? null) : null;
}

/** Asks a server beside its chat, below its root; undefined for what has no answer. Throws the signal's reason. */
export type AskBeside = (path: string, body?: unknown) => Promise<unknown>;

/** Asks the server of a connection so, with the same key and headers. */
export function askBeside(
  { base, origin }: Pick<EndpointConnection, "base" | "origin">,
  options: ConnectionOptions,
  signal: AbortSignal,
): AskBeside {
  const root = new URL(options.url);
  const path = base.slice(origin.length).replace(/\/v1$/, "");
  const own = new EndpointConnection({ ...options, url: `${origin}${path || "/"}${root.search}` });
  return async (path, body) => {
    try {
      return await own.json(path, body, signal);
    } catch {
      signal.throwIfAborted();
      return undefined;
    }
  };
}

/** Models that are asked about one by one at most; the others keep what the list says. */
const maxShown = 40;

/** What a program says of its models beside their list. What it does not say, the list does. */
export async function describeModels(
  name: ModelServerName,
  listed: readonly ServedModel[],
  ask: AskBeside,
): Promise<readonly ServedModel[]> {
  switch (name) {
    case "Ollama": {
      const running = readOllamaRunning(await ask("/api/ps"));
      const described = await Promise.all(
        listed.map(async (model, index) => {
          const { id } = model;
          const shown = index < maxShown ? await ask("/api/show", { model: id }) : undefined;
          return shown === undefined ? model : readOllamaModel(id, shown);
        }),
      );
      return described.flatMap((model) => {
        if (model === null) return [];
        return [{ ...model, contextLength: running.get(model.id) ?? model.contextLength }];
      });
    }
    case "LM Studio":
      return (
        readLmStudioModels(await ask("/api/v0/models")) ??
        readLmStudioModels(await ask("/api/v1/models")) ??
        listed
      );
    case "llama.cpp": {
      if (listed.length !== 1) return listed;
      const contextLength = readLlamaContext(await ask("/props"));
      return listed.map((model) => ({
        ...model,
        contextLength: contextLength ?? model.contextLength,
      }));
    }
    default:
      return listed;
  }
}

/** The programs that say in a place of their own how much a model reads at once. */
const tellElsewhere = ["llama.cpp", "Ollama", "LM Studio"] as const;

/**
 * The context that a server runs a model with, where its list does not say: asked at the usual places
 * of the program, or of all where it is not known which program it is. Null where none tells.
 */
export async function askContext(
  model: OfferedModel,
  program: ModelServerName | null,
  ask: AskBeside,
): Promise<number | null> {
  const asked = tellElsewhere.filter((name) => program === null || program === name);
  const told = await Promise.all(
    asked.map(async (name) => {
      const models = await describeModels(name, [{ ...model, longestContext: null }], ask);
      return models.find(({ id }) => id === model.id)?.contextLength || null;
    }),
  );
  return told.find((length) => length !== null) ?? null;
}

/**
 * What Ollama shows of a model (`/api/show`): the context it could have, and the one that its own
 * settings give it. Null for a model that does not chat.
 */
function readOllamaModel(id: string, shown: unknown): ServedModel | null {
  const abilities = field(shown, "capabilities");
  if (Array.isArray(abilities) && !abilities.includes("completion")) return null;
  const family = textField(field(shown, "model_info", "general.architecture"));
  const longestContext = countField(field(shown, "model_info", `${family}.context_length`));
  const set = /^num_ctx\s+(\d{1,9})$/m.exec(textField(field(shown, "parameters")) ?? "");
  return { id, contextLength: set ? Number(set[1]) : null, longestContext };
}

/** The contexts that Ollama runs models with that are loaded (`/api/ps`). */
function readOllamaRunning(body: unknown): ReadonlyMap<string, number> {
  const running = field(body, "models");
  const contexts = new Map<string, number>();
  for (const entry of Array.isArray(running) ? running : []) {
    const id = textField(field(entry, "name"));
    const length = countField(field(entry, "context_length"));
    if (id !== null && length) contexts.set(id, length);
  }
  return contexts;
}

/**
 * The models of LM Studio that chat, from its own list (`/api/v0/models`, or `/api/v1/models`). What
 * one that is not loaded will run with is for its settings to say.
 */
function readLmStudioModels(body: unknown): readonly ServedModel[] | null {
  const list = field(body, "data") ?? field(body, "models");
  if (!Array.isArray(list)) return null;
  return list.slice(0, maxModels).flatMap((entry: unknown) => {
    const id = textField(field(entry, "id")) ?? textField(field(entry, "key"));
    const type = textField(field(entry, "type"));
    if (!isName(id) || type?.startsWith("embedding")) return [];
    const loaded = field(entry, "loaded_instances");
    const instance: unknown = Array.isArray(loaded) ? loaded[0] : undefined;
    const contextLength =
      countField(field(entry, "loaded_context_length")) ??
      countField(field(instance, "config", "context_length"));
    const longestContext = countField(field(entry, "max_context_length"));
    return [{ id, contextLength, longestContext }];
  });
}

/** The context of each of llama.cpp's requests (`/props`), which share that of the whole server. */
function readLlamaContext(props: unknown): number | null {
  return countField(field(props, "default_generation_settings", "n_ctx")) || null;
}
