import { BadInput } from "../../cli/bad-input.js";
import type { AskEvent, ChatReply, LanguageModel } from "../../src/index.js";
import type { LoadProgress } from "../../src/models/download/load-progress.js";
import type { Driver } from "../driver/driver.js";

/** A question to a model on the graphics card. */
export interface WebGpuQuestion {
  readonly modelBase: string;
  readonly modelLibBase: string;
  /** Null for the one that is chosen for the device. */
  readonly model: string | null;
  readonly question: string;
}

/** What came of it. */
export interface WebGpuAnswer {
  /** The graphics adapter and the model, in words. */
  readonly adapter: string;
  readonly model: string;
  readonly contextLength: number;
  /** Milliseconds until the model was loaded, its download included. */
  readonly loading: number;
  readonly answer: Extract<AskEvent, { type: "answer" }>;
  /** What each request to the model cost. */
  readonly replies: readonly Pick<ChatReply, "usage" | "timing">[];
}

declare global {
  function reportLoading(progress: LoadProgress): Promise<void>;
}

/**
 * Asks a question on the harness page, on which the files are. Throws `BadInput` when there is no
 * graphics adapter, or the model cannot be loaded.
 */
export async function askOnWebGpu(
  { page }: Driver,
  asked: WebGpuQuestion,
  onLoading: (progress: LoadProgress) => void,
): Promise<WebGpuAnswer> {
  await page.exposeFunction("reportLoading", onLoading);
  const outcome = await page.evaluate(askInPage, asked);
  if ("obstacle" in outcome) throw new BadInput(outcome.obstacle);
  return outcome;
}

async function askInPage(asked: WebGpuQuestion): Promise<WebGpuAnswer | { obstacle: string }> {
  const { library, models, files } = globalThis.harness;
  const { adapter } = await models.probeDevice();
  if (!adapter) return { obstacle: "This browser offers no graphics adapter (WebGPU)." };
  const name = [adapter.vendor, adapter.architecture, adapter.description]
    .filter(Boolean)
    .join(" ");
  if (adapter.software) {
    return {
      obstacle: `The only graphics adapter here (${name}) computes on the processor, which is far too slow for a model. Run this on a machine with a graphics card.`,
    };
  }
  const start = performance.now();
  let loaded: LanguageModel;
  try {
    const { modelBase, modelLibBase, model } = asked;
    const options = { modelBase, modelLibBase, model: model ?? undefined };
    const onProgress = (progress: LoadProgress) => void globalThis.reportLoading(progress);
    loaded = await models.loadWebLlm(options, { onProgress });
  } catch (error) {
    if (!library.PagehoundError.isInstance(error)) throw error;
    return { obstacle: error.message };
  }
  const loading = performance.now() - start;
  const replies: Pick<ChatReply, "usage" | "timing">[] = [];
  const model: LanguageModel = {
    info: loaded.info,
    async complete(request, options) {
      const { usage, timing, ...reply } = await loaded.complete(request, options);
      replies.push({ usage, timing });
      return { ...reply, usage, timing };
    },
    unload: () => loaded.unload(),
  };
  const hound = await library.Pagehound.open({ name: "check-webgpu" });
  for await (const event of hound.add(files())) {
    if (event.type === "document-refused") throw new Error(event.message);
  }
  for await (const event of hound.ask(asked.question, { model })) {
    if (event.type !== "answer") continue;
    const { id: model, contextLength } = loaded.info;
    return { adapter: name, model, contextLength, loading, answer: event, replies };
  }
  throw new Error("The question was not answered.");
}
