import { checkedOptions } from "../../core/index.js";
import { checkModel, type LanguageModel } from "../../models/index.js";
import type { ProbeOptions, ProbeResult } from "./ask-probe.js";

/**
 * Finds out whether a model follows tools: it is asked up to five questions over three short texts
 * that are built in, with the library's own tools, in a temporary collection in memory. Code judges
 * the answers: their text, their citations, and that the model gives none where the texts have
 * none. It ends as soon as the result is certain, or when its time is over. The model gets only
 * those texts, about 20,000 tokens in all. Throws `invalid-argument`; rejects with the signal's
 * reason, and with the model's failure. Keep the result for each model, and pass its `strategy` on.
 *
 * @example
 * ```ts
 * import { probeModel } from "pagehound/models";
 *
 * const { strategy, right, asked } = await probeModel(model, {
 *   onProgress: ({ asked, total }) => console.log(`${asked} of ${total}`),
 * });
 * console.log(`${right} of ${asked} right: ${strategy}`);
 * const { text } = await hound.ask("How long is the notice period?", { model, strategy });
 * ```
 */
export async function probeModel(
  model: LanguageModel,
  options: ProbeOptions = {},
): Promise<ProbeResult> {
  checkModel(model);
  const checked = checkedOptions(options);
  checked.signal?.throwIfAborted();
  const { probe } = await import("./ask-probe.js");
  return probe(model, checked);
}
