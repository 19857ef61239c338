import path from "node:path";
import { modelListName } from "../../../src/core/model-hosts.js";
import { storedRandomEmbedder } from "../../fixtures/embeddings/stored-embedder.js";
import { storedRandomGguf } from "../../fixtures/models/stored-gguf.js";
import { press, seen } from "./press.js";
import type { Stage } from "./state.js";

const embedder = "all-MiniLM-L6-v2";
const weights = "onnx/model_quantized.onnx";
const embedderFiles = ["config.json", "tokenizer.json", "tokenizer_config.json", weights];
const processorModels = ["smollm2-360m-instruct-q8_0.gguf", "qwen2.5-0.5b-instruct-q4_k_m.gguf"];

/**
 * Puts an embedder and two models for the CPU, with random weights, into the site's model folder.
 */
export async function stockModels({
  context,
  origin,
}: Pick<Stage, "context" | "origin">): Promise<void> {
  const folder = await storedRandomEmbedder();
  const gguf = await storedRandomGguf();
  const files = [...embedderFiles.map((file) => `${embedder}/${file}`), ...processorModels];
  await context.route(`${origin}/models/**`, (route) => {
    const name = new URL(route.request().url()).pathname.slice("/models/".length);
    if (name === modelListName) {
      return route.fulfill({
        json: { files: files.map((file) => ({ path: file, bytes: 400_000 })) },
      });
    }
    if (!files.includes(name)) return route.fulfill({ status: 404 });
    const file = name.startsWith(embedder) ? path.join(folder, name.slice(embedder.length)) : gguf;
    return route.fulfill({ path: file });
  });
}

/** Makes the embedder's weights unavailable: they never arrive, or the connection breaks. */
export async function withoutWeights(
  { context, origin }: Pick<Stage, "context" | "origin">,
  how: "never" | "broken",
): Promise<void> {
  await context.route(`${origin}/models/${embedder}/${weights}`, (route) =>
    how === "broken" ? route.abort() : undefined,
  );
}

/** Starts setting up search by meaning from the line below the search box. */
export async function prepareMeaning({ page }: Pick<Stage, "page">): Promise<void> {
  await press(page, "#tab-search");
  await press(page, ".meaning-state .link");
  await press(page, ".meaning-agree .primary");
}

/** The same, waiting until it is ready. */
export async function meaningReady(stage: Pick<Stage, "page">): Promise<void> {
  await prepareMeaning(stage);
  await seen(stage.page, '.search-by input[value="both"]:checked');
}

/**
 * Makes models on the CPU run out of memory while loading, counting a page's loads: from the
 * `from`th up to but excluding the `to`th.
 */
export async function runOutOfMemory(
  { context }: Pick<Stage, "context">,
  from: number,
  to: number,
): Promise<void> {
  await context.addInitScript(
    ([first, end]) => {
      const own = Worker.prototype.postMessage;
      let loads = 0;
      Worker.prototype.postMessage = function (this: Worker, ...args: [unknown]) {
        const { verb } = (args[0] ?? {}) as { verb?: string };
        const fails = verb === "fs.alloc" && loads >= first && loads < end;
        if (verb === "fs.alloc") loads++;
        if (!fails) return own.apply(this, args);
        const data = { verb: "signal.abort", args: ["abort", "OOM", "", null] };
        this.dispatchEvent(new MessageEvent("message", { data }));
      };
    },
    [from, to] as const,
  );
}

/**
 * Stores the locations of a model's files, as from an earlier visit; the files are in the browser's
 * own storage.
 */
export async function keepModelFile({ page }: Pick<Stage, "page">): Promise<void> {
  await page.evaluate(async () => {
    const folder = await navigator.storage.getDirectory();
    const handle = await folder.getFileHandle("Qwen3-4B-Q4_K_M.gguf", { create: true });
    const opening = indexedDB.open("pagehound-models", 1);
    opening.onupgradeneeded = () => opening.result.createObjectStore("files");
    await new Promise((done) => {
      opening.onsuccess = done;
    });
    const writing = opening.result.transaction("files", "readwrite");
    const kept = { name: "Qwen3-4B-Q4_K_M", bytes: 2_497_000_000, handles: [handle] };
    writing.objectStore("files").put(kept, "last");
    await new Promise((done) => {
      writing.oncomplete = done;
    });
    opening.result.close();
  });
  await page.reload();
}
