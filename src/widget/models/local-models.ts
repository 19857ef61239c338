import type { LanguageModel, LoadProgress } from "../../index.js";
import {
  type CpuModel,
  chooseModel,
  type DeviceReport,
  deleteWebLlmModel,
  deleteWllamaModel,
  loadPromptApi,
  loadWebLlm,
  loadWllama,
  modelNeeds,
  probeDevice,
  promptApiAvailability,
  recommendedCpuModels,
  recommendedModels,
  storedWebLlmModels,
  storedWllamaModels,
  type WebLlmModel,
} from "../../models/index.js";

/** A model that has less than this share of its size is taken to be incomplete. */
const nearlyAll = 0.8;

/** How a download is stopped and followed. */
interface LoadCall {
  readonly signal: AbortSignal;
  readonly onProgress: (progress: LoadProgress) => void;
}

/** A model that is kept on this device, or a part of it. */
export interface KeptModel {
  /** As `ModelInfo` has it once it is loaded. */
  readonly id: string;
  readonly name: string;
  /** Bytes on this device. */
  readonly storedBytes: number;
  readonly remove: () => Promise<void>;
}

/** A model that may run on this device. */
export interface ModelOffer extends KeptModel {
  readonly runsOn: "graphics" | "processor";
  readonly downloadBytes: number;
  readonly memoryBytes: number;
  /** SPDX identifier. */
  readonly license: string;
  readonly recommended: boolean;
  /** Whether the device has the room that it needs. */
  readonly fits: boolean;
  /** Whether only a part of it is on this device, so that a download can go on. */
  readonly partial: boolean;
  /** Whether it is certain that loading it fetches nothing. */
  readonly stored: boolean;
  load(call: LoadCall): Promise<LanguageModel>;
}

/** Why no model runs on the graphics chip. */
export type DeviceObstacle =
  | { readonly kind: "graphics" | "software" | "list" }
  /** `reason` is the library's own sentence, which is in English and more exact. */
  | { readonly kind: "device"; readonly reason: string };

/** What can run on this device. */
export interface LocalModels {
  readonly offers: readonly ModelOffer[];
  /** What is stored besides. */
  readonly others: readonly KeptModel[];
  /** Why the graphics adapter cannot run a model; null when it can. */
  readonly obstacle: DeviceObstacle | null;
  /** Whether the browser has a model of its own. */
  readonly builtIn: boolean;
}

/** Looks at the device, and at what is stored on it. Fetches nothing. `folder` is where models come from. */
export async function findLocalModels(folder: URL, assetsBase: URL): Promise<LocalModels> {
  const [report, onGraphics, onProcessor, availability] = await Promise.all([
    probeDevice(),
    storedWebLlmModels().catch(() => []),
    storedWllamaModels().catch(() => []),
    promptApiAvailability({ languages: builtInLanguages() }),
  ]);
  const choice = chooseModel(report);
  const stored = new Map<string, number>();
  for (const { id, bytes } of onGraphics) stored.set(id, bytes);
  const graphics = recommendedModels.map((model) =>
    graphicsOffer(model, folder, report, choice.model?.id ?? null, stored),
  );
  const processor = recommendedCpuModels.map((model, index) => {
    const url = new URL(model.file, folder).href;
    const kept = onProcessor.find((one) => one.url === url);
    const first = choice.model === null && index === 0;
    return processorOffer(model, url, assetsBase, first, kept?.bytes ?? 0, kept?.complete ?? false);
  });
  const all = [...graphics, ...processor];
  const offered = new Set(all.map(({ id }) => id));
  const others = [
    ...onGraphics.map(({ id, bytes }) => storedOther(`web-llm:${id}`, id, bytes)),
    ...onProcessor.map(({ url, bytes }) => storedOther(`wllama:${url}`, url, bytes)),
  ];
  return {
    // What cannot run is listed only where it takes up room.
    offers: all
      .filter(({ fits, storedBytes }) => fits || storedBytes > 0)
      .sort((a, b) => Number(b.recommended) - Number(a.recommended)),
    others: others.filter(({ id }) => !offered.has(id)),
    obstacle: choice.model === null ? obstacleOf(report, choice.reason) : null,
    builtIn: availability !== "unavailable",
  };
}

function obstacleOf({ adapter }: DeviceReport, reason: string): DeviceObstacle {
  if (!adapter) return { kind: "graphics" };
  return adapter.software ? { kind: "software" } : { kind: "device", reason };
}

/** A model that is stored and not offered; its address is all that is known of it. */
function storedOther(id: string, address: string, storedBytes: number): KeptModel {
  const [engine] = id.split(":", 1);
  return {
    id,
    name: address.slice(address.lastIndexOf("/") + 1),
    storedBytes,
    remove: () => (engine === "wllama" ? deleteWllamaModel(address) : deleteWebLlmModel(address)),
  };
}

function graphicsOffer(
  model: WebLlmModel,
  folder: URL,
  report: DeviceReport,
  chosen: string | null,
  stored: ReadonlyMap<string, number>,
): ModelOffer {
  const fit = chooseModel(report, [model]);
  const { precision, downloadBytes, memoryBytes } = modelNeeds(model, report);
  const { id } = model.variants[precision];
  const storedBytes = stored.get(id) ?? 0;
  return {
    id: `web-llm:${id}`,
    name: model.name,
    runsOn: "graphics",
    downloadBytes,
    memoryBytes,
    license: model.license,
    recommended: model.id === chosen,
    fits: fit.model !== null,
    storedBytes,
    // What it takes in all is known about only; a last file may still be missing.
    partial: storedBytes > 0 && storedBytes < downloadBytes * nearlyAll,
    // Its files count for the folder they came from only, and which that was is not known.
    stored: false,
    load: (call) =>
      loadWebLlm({ model: id, modelBase: folder.href, modelLibBase: folder.href }, call),
    remove: () => deleteWebLlmModel(id),
  };
}

function processorOffer(
  model: CpuModel,
  url: string,
  assetsBase: URL,
  recommended: boolean,
  storedBytes: number,
  stored: boolean,
): ModelOffer {
  const { name, license, downloadBytes, memoryBytes, contextLength, choosesTools } = model;
  const assets = (path: string): string => new URL(`${path}/`, assetsBase).href;
  return {
    id: `wllama:${url}`,
    name,
    runsOn: "processor",
    downloadBytes,
    memoryBytes,
    license,
    recommended,
    fits: true,
    storedBytes,
    partial: storedBytes > 0 && !stored,
    stored,
    load: (call) =>
      loadWllama(
        {
          model: url,
          name,
          assetsBase: assets("wllama"),
          compatBase: assets("wllama-compat"),
          contextLength,
          choosesTools,
        },
        call,
      ),
    remove: () => deleteWllamaModel(url),
  };
}

/** Makes the browser's built-in model ready. */
export function loadBuiltIn(call: LoadCall): Promise<LanguageModel> {
  return loadPromptApi({ languages: builtInLanguages() }, call);
}

/** The reader's language where browsers' models know it; they want to be told, and know few. */
function builtInLanguages(): string[] {
  const known = ["de", "en", "es", "fr", "ja"];
  const own = navigator.languages.map((language) => language.split("-")[0] ?? "");
  return [own.find((language) => known.includes(language)) ?? "en"];
}
