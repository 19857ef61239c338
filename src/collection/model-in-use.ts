import { PagehoundError } from "../core/errors.js";
import type { EmbedderInfo } from "../embed/embedder.js";
import type { StoredModel } from "../store/schema.js";
import { modelKey } from "../store/vectors.js";

/** Whether vectors of a model can be compared with those that an embedder makes. */
export function isMadeBy(
  embedder: EmbedderInfo | undefined,
  model: StoredModel | null,
): model is StoredModel {
  return (
    embedder !== undefined &&
    model !== null &&
    modelKey(embedder) === modelKey(model) &&
    embedder.dimensions === model.dimensions
  );
}

/** Why a collection cannot be searched by meaning, and what to do. */
export function notSearchable(
  model: StoredModel | null,
  embedder: EmbedderInfo | undefined,
): PagehoundError {
  return new PagehoundError(
    "invalid-argument",
    `A search by meaning is not possible yet: ${reason(model, embedder)}`,
  );
}

function reason(model: StoredModel | null, embedder: EmbedderInfo | undefined): string {
  if (!model) {
    return "this collection has no embeddings. Connect an embedder with embeddings.use(), and make them with embeddings.start().";
  }
  if (!embedder) {
    return `no embedder is connected in this page. Connect ${model.name} with embeddings.use(), with which the embeddings of this collection were made.`;
  }
  return `the embeddings were made with ${model.name} (${modelKey(model)}), and ${embedder.name} (${modelKey(embedder)}) is connected. Connect the former with embeddings.use(), or make them anew with embeddings.start().`;
}
