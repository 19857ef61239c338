import { boundedText } from "../../core/bounded-body.js";
import { PagehoundError } from "../../core/errors.js";
import type { Connection } from "./connection.js";
import { count, field, parseJson, text } from "./json-fields.js";

/** A model that an endpoint offers. */
export interface OfferedModel {
  readonly id: string;
  /** Tokens, where the server says. */
  readonly contextLength: number | null;
}

/** Some offer hundreds. */
const mostNamed = 20;
/** The longest list there is has some hundred kilobytes. */
const listBytes = 4 * 2 ** 20;
const mostModels = 5000;
/** Names go into messages, traces and the ids of models. */
const longestId = 300;

/** The models of an endpoint; null when it keeps no list. */
export async function listModels(
  connection: Connection,
  signal: AbortSignal,
): Promise<readonly OfferedModel[] | null> {
  try {
    return await connection.exchange("/models", undefined, signal, async ({ body }, { silence }) =>
      readList(parseJson(await boundedText(body, { bytes: listBytes, silence, total: silence }))),
    );
  } catch (thrown) {
    if (!PagehoundError.isInstance(thrown)) throw thrown;
    const { status } = thrown.data;
    if (status === 404 || status === 405 || status === 501) return null;
    throw thrown;
  }
}

/** The model asked for, or the first there is. Ollama's tag `latest` may be left out. */
export function pickModel(
  connection: Connection,
  offered: readonly OfferedModel[] | null,
  asked: string | undefined,
): OfferedModel {
  if (offered === null && asked !== undefined) return { id: asked, contextLength: null };
  const wanted = asked === undefined ? null : [asked, `${asked}:latest`];
  const found = (offered ?? []).find(({ id }) => wanted === null || wanted.includes(id));
  if (found) return found;
  const { base } = connection;
  if (offered === null) {
    throw unknown(connection, `${base} does not say which models it has. Name one.`);
  }
  throw unknown(
    connection,
    offered.length === 0
      ? `${base} offers no model. Load one into the server first.`
      : `There is no model “${asked}” at ${base}. It offers: ${namesOf(offered)}.`,
  );
}

function namesOf(offered: readonly OfferedModel[]): string {
  const names = offered.slice(0, mostNamed).map(({ id }) => id);
  const left = offered.length - names.length;
  return names.join(", ") + (left > 0 ? ` and ${left} more` : "");
}

function unknown(connection: Connection, message: string): PagehoundError {
  return new PagehoundError("unknown-model", message, { data: { url: connection.base } });
}

/** Reads the list of OpenAI, vLLM, llama.cpp, LM Studio, Ollama and OpenRouter. */
function readList(body: unknown): readonly OfferedModel[] | null {
  const list = field(body, "data") ?? field(body, "models") ?? body;
  if (!Array.isArray(list)) return null;
  return list.slice(0, mostModels).flatMap((entry: unknown) => {
    const id = text(field(entry, "id")) ?? text(field(entry, "name"));
    const usable = id !== null && id.length <= longestId;
    return usable ? [{ id, contextLength: contextLength(entry) }] : [];
  });
}

function contextLength(entry: unknown): number | null {
  return (
    count(field(entry, "max_model_len")) ??
    count(field(entry, "meta", "n_ctx")) ??
    count(field(entry, "context_length"))
  );
}
