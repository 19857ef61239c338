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
} from "../../model/index.js";

/** How a download is stopped and followed. */
interface LoadCall {
  readonly signal: AbortSignal;
  readonly onProgress: (progress: LoadProgress) => void;
}

/** A model that may run on this device. */
export interface ModelOffer {
  /** As `ModelInfo` has it once it is loaded. */
  readonly id: string;
  readonly name: string;
  /** Where it computes, for people. */
  readonly runsOn: string;
  readonly downloadBytes: number;
  readonly memoryBytes: number;
  readonly license: string;
  readonly recommended: boolean;
  /** Why it cannot run here; null when it can. */
  readonly obstacle: string | null;
  /** Bytes on this device. */
  readonly storedBytes: number;
  /** Whether it is certain that loading it fetches nothing. */
  readonly stored: boolean;
  load(call: LoadCall): Promise<LanguageModel>;
  remove(): Promise<void>;
}

/** What can run on this device. */
export interface LocalModels {
  readonly offers: readonly ModelOffer[];
  /** Why the graphics adapter cannot run a model; null when it can. */
  readonly obstacle: string | null;
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
  const usable = choice.model !== null;
  return {
    // What cannot run is listed only where it takes up room.
    offers: [...graphics, ...processor]
      .filter(({ obstacle, storedBytes }) => obstacle === null || storedBytes > 0)
      .sort((a, b) => Number(b.recommended) - Number(a.recommended)),
    obstacle: usable ? null : choice.reason,
    builtIn: availability !== "unavailable",
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
    runsOn: "graphics chip",
    downloadBytes,
    memoryBytes,
    license: licenseName(model.license),
    recommended: model.id === chosen,
    obstacle: fit.model === null ? "Too large for what this browser offers." : null,
    storedBytes,
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
    runsOn: "processor, slowly",
    downloadBytes,
    memoryBytes,
    license: licenseName(license),
    recommended,
    obstacle: null,
    storedBytes,
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

/** What a licence is called, from its SPDX identifier. */
function licenseName(identifier: string): string {
  const own = /^LicenseRef-(.*)$/.exec(identifier)?.[1];
  return own === undefined ? identifier.replace(/-(?=\d)/, " ") : `${own} licence`;
}
