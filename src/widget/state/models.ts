import type { LanguageModel, LoadProgress } from "../../index.js";
import { PagehoundError } from "../../index.js";
import type { ModelOffer } from "./local-models.js";
import type { WidgetSetup } from "./setup.js";
import type { Surface } from "./surface.js";
import { count, size } from "./words.js";

/** Which model answers, if any. */
export type ModelState =
  | { readonly kind: "none" }
  | {
      readonly kind: "loading";
      readonly name: string;
      /** Null until something is known. */
      readonly progress: LoadProgress | null;
    }
  | { readonly kind: "ready"; readonly model: LanguageModel }
  | { readonly kind: "failed"; readonly name: string; readonly message: string };

/** What a person says of an endpoint of their own, as it was typed. */
export interface EndpointForm {
  readonly url: string;
  readonly model: string;
  readonly apiKey: string;
  /** Empty: what the endpoint says. */
  readonly contextLength: string;
}

/** What is wrong with what was typed, and where. */
export interface EndpointFault {
  readonly field: "url" | "contextLength";
  readonly message: string;
}

/** Fewer are most likely a slip, such as 8 for 8,000. */
const leastContext = 1000;
const largestContext = 10_000_000;

type Load = (call: {
  signal: AbortSignal;
  onProgress: (progress: LoadProgress) => void;
}) => Promise<LanguageModel>;

/** The models there are, and the one that answers. Nothing of them is loaded before it is asked for. */
export class Models {
  state: ModelState = { kind: "none" };
  /** What can run on this device; null while that is not known. */
  offers: readonly ModelOffer[] | null = null;
  /** Why nothing can run on this device; null when something can. */
  obstacle: string | null = null;
  /** Whether the browser has a model of its own that this page can use. */
  builtIn = false;
  /** The model whose download was asked for and has still to be agreed to. */
  asked: ModelOffer | null = null;
  /** Whether all models are listed, or the first few. */
  allShown = false;
  /** Where models' files are fetched from, as it was typed. */
  folder: string;
  /** What is wrong with what was typed, or null. */
  folderFault: string | null = null;
  endpointFault: EndpointFault | null = null;
  readonly #surface: Surface;
  readonly #setup: WidgetSetup;
  readonly #changed: () => void;
  readonly #progressed: () => void;
  #probe: Promise<void> | null = null;
  #abort: AbortController | null = null;
  #again: (() => void) | null = null;

  constructor(surface: Surface, setup: WidgetSetup, changed: () => void, progressed: () => void) {
    this.#surface = surface;
    this.#setup = setup;
    this.folder = setup.models;
    this.#changed = changed;
    this.#progressed = progressed;
  }

  /** The model that answers, or null. */
  get ready(): LanguageModel | null {
    return this.state.kind === "ready" ? this.state.model : null;
  }

  /** The model to offer first, or null. */
  get recommended(): ModelOffer | null {
    return this.offers?.find(({ recommended }) => recommended) ?? null;
  }

  /** Finds out what can run on this device. Fetches nothing but the page's own code. */
  probe(): Promise<void> {
    this.#probe ??= this.#look();
    return this.#probe;
  }

  /** Takes where models come from. */
  setFolder(folder: string): void {
    this.folder = folder;
    this.folderFault = null;
    this.asked = null;
    this.#changed();
  }

  /** Asks whether a model may be downloaded; one that is on the device already is loaded at once. */
  choose(offer: ModelOffer): void {
    if (offer.stored) {
      this.load(offer);
      return;
    }
    this.folderFault = folderFault(this.folder);
    this.asked = this.folderFault === null ? offer : null;
    if (this.folderFault) this.#surface.announce(this.folderFault);
    this.#changed();
  }

  /** Lists all models. */
  showAll(): void {
    this.allShown = true;
    this.#changed();
  }

  /** Takes the question back. */
  decline(): void {
    this.asked = null;
    this.#changed();
  }

  /** Downloads a model as far as it is not here, and makes it ready. */
  load(offer: ModelOffer): void {
    this.asked = null;
    void this.#run(offer.name, async (call) => {
      // What was typed since decides where it comes from.
      const offers = await this.#find();
      const { load } =
        offers.find(({ name, runsOn }) => name === offer.name && runsOn === offer.runsOn) ?? offer;
      return load(call);
    }).then(() => this.#find());
  }

  /** Makes the browser's built-in model ready. */
  useBuiltIn(): void {
    void this.#run("The browser's built-in model", async (call) => {
      const { loadBuiltIn } = await import("./local-models.js");
      return loadBuiltIn(call);
    });
  }

  /** Connects to a person's own endpoint. */
  connect(form: EndpointForm): void {
    this.endpointFault = endpointFault(form);
    if (this.endpointFault) {
      this.#surface.announce(this.endpointFault.message);
      this.#changed();
      return;
    }
    const { url, model, apiKey } = form;
    const contextLength = typedNumber(form.contextLength) ?? undefined;
    const address = new URL(url, document.baseURI).href;
    void this.#run("Your endpoint", async ({ signal }) => {
      const { connectEndpoint } = await import("../../model/index.js");
      return connectEndpoint(
        { url: address, model: model || undefined, apiKey: apiKey || undefined, contextLength },
        { signal },
      );
    });
  }

  /** Stops the loading. What was downloaded is kept for the next time. */
  cancel(): void {
    this.#abort?.abort();
  }

  /** Tries again what failed; a download goes on where it stopped. */
  retry(): void {
    this.#again?.();
  }

  /** Lets go of the model and its memory. */
  async unload(): Promise<void> {
    const { ready } = this;
    this.state = { kind: "none" };
    this.#changed();
    this.#surface.announce("The model is unloaded.");
    await ready?.unload().catch(() => undefined);
  }

  /** Deletes a model's files from this device. */
  async deleteStored(offer: ModelOffer): Promise<void> {
    if (this.ready?.info.id === offer.id) await this.unload();
    try {
      await offer.remove();
      this.#surface.announce(`${offer.name} is deleted from this device.`);
    } catch (error) {
      this.state = { kind: "failed", name: offer.name, message: words(error) };
    }
    await this.#find();
  }

  async #look(): Promise<void> {
    try {
      await this.#find();
    } catch {
      this.#probe = null;
      this.offers = [];
      this.obstacle = "The list of models could not be loaded. Check the connection and try again.";
    }
    this.#changed();
  }

  async #find(): Promise<readonly ModelOffer[]> {
    const { findLocalModels } = await import("./local-models.js");
    const { offers, obstacle, builtIn } = await findLocalModels(
      folderUrl(this.folder),
      this.#setup.assetsBase,
    );
    Object.assign(this, { offers, obstacle, builtIn });
    this.#changed();
    return offers;
  }

  async #run(name: string, load: Load): Promise<void> {
    this.#abort?.abort();
    const abort = new AbortController();
    this.#abort = abort;
    await this.ready?.unload().catch(() => undefined);
    this.#again = () => void this.#run(name, load);
    this.state = { kind: "loading", name, progress: null };
    this.#surface.announce(`Loading ${name}.`);
    this.#changed();
    try {
      const model = await load({
        signal: abort.signal,
        onProgress: (progress) => {
          if (this.#abort !== abort) return;
          this.state = { kind: "loading", name, progress };
          this.#progressed();
        },
      });
      if (this.#abort !== abort) return void (await model.unload());
      this.state = { kind: "ready", model };
      this.#surface.announce(`${model.info.name} is ready.`);
    } catch (error) {
      if (this.#abort !== abort) return;
      this.state = abort.signal.aborted
        ? { kind: "none" }
        : { kind: "failed", name, message: words(error) };
      this.#surface.announce(this.state.kind === "failed" ? this.state.message : "Cancelled.");
    }
    this.#abort = null;
    this.#changed();
  }
}

/** "1.1 GB to download, about 2 GB of memory". */
export function offerNeeds({ downloadBytes, memoryBytes, storedBytes }: ModelOffer): string {
  const memory = `about ${size(memoryBytes)} of memory`;
  if (storedBytes > 0) return `on this device (${size(storedBytes)}), needs ${memory}`;
  return `${size(downloadBytes)} to download, needs ${memory}`;
}

/** A folder as it was typed, with or without a slash at its end. */
export function folderUrl(folder: string): URL {
  return new URL(folder.endsWith("/") ? folder : `${folder}/`, document.baseURI);
}

function folderFault(folder: string): string | null {
  const url = URL.parse(folder, document.baseURI);
  if (folder.trim() !== "" && url?.origin === location.origin) return null;
  return `The rules of this page let it fetch from ${location.host} only. Give a folder there, such as ./models/.`;
}

function endpointFault({ url, contextLength }: EndpointForm): EndpointFault | null {
  const message = addressFault(url);
  if (message !== null) return { field: "url", message };
  if (contextLength === "") return null;
  const tokens = typedNumber(contextLength);
  if (tokens !== null && tokens >= leastContext && tokens <= largestContext) return null;
  return {
    field: "contextLength",
    message: `Give how many tokens the model reads at once as a whole number from ${count(leastContext)} to ${count(largestContext)}, or leave that empty.`,
  };
}

/** A whole number, with or without marks between its thousands; null for anything else. */
function typedNumber(text: string): number | null {
  if (!/^(?:\d+|\d{1,3}(?:[\s.,'’]\d{3})+)$/.test(text)) return null;
  return Number(text.replace(/\D/g, ""));
}

function addressFault(address: string): string | null {
  const url = URL.parse(address, document.baseURI);
  if (address.trim() === "" || !url || !/^https?:$/.test(url.protocol)) {
    return "Give the endpoint's address, such as /model/v1.";
  }
  if (url.origin === location.origin) return null;
  return `The rules of this page let it contact ${location.host} only. Make the endpoint answer under this site's own address, or serve your own copy of this page with ${url.host} in its rules.`;
}

function words(error: unknown): string {
  if (PagehoundError.isInstance(error)) return error.message;
  return "The model could not be loaded. Try again.";
}
