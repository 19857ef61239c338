import { ModelHosts } from "../../core/model-hosts.js";
import { type LanguageModel, type LoadProgress, PagehoundError } from "../../index.js";
import type { ReplyForm } from "../../models/index.js";
import type { I18n } from "../i18n/i18n.js";
import type { Surface } from "../shell/renderer.js";
import { modelsFolderUrl, namedFolder, type WidgetSetup } from "../shell/setup.js";
import {
  AllowedOrigins,
  connectTo,
  type EndpointFault,
  type EndpointForm,
  endpointFault,
  folderFault,
  type KeptEndpoint,
  keepEndpoint,
  keepReplyForm,
  keptEndpoint,
} from "./endpoint-form.js";
import type { KeptFiles, ModelFiles } from "./kept-files.js";
import type { DeviceObstacle, KeptModel, ModelOffer } from "./local-models.js";
import type { ServerSearch } from "./server-search.js";

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

/** What is told of models. */
export interface ModelsListener {
  readonly changed: () => void;
  readonly progressed: () => void;
  /** A model could not be made ready, or not be deleted. */
  readonly failed: (error: unknown) => void;
}

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
  obstacle: DeviceObstacle | null = null;
  /** What else is stored on this device: models that are offered no more, or come from elsewhere. */
  others: readonly KeptModel[] = [];
  /** Whether the browser has a model of its own that this page can use. */
  builtIn = false;
  /** The model whose download was asked for and has still to be agreed to. */
  asked: ModelOffer | null = null;
  /** The model in files of this computer that was used last, to be offered again; null for none. */
  kept: KeptFiles | null = null;
  /** Where that was asked: in the line beside the questions, or in the panel. */
  askedIn: "line" | "panel" = "panel";
  /** Whether all models are listed, or the first few. */
  allShown = false;
  /** The folder of models' files, as it was typed; empty for none. */
  folder: string;
  /** What is wrong with what was typed, or null. */
  folderFault: string | null = null;
  endpointFault: EndpointFault | null = null;
  /** The endpoint that was connected to last, on this visit or an earlier one. */
  endpoint: KeptEndpoint | null;
  /** Programs on this computer that serve models. */
  #servers: ServerSearch | null = null;
  readonly #surface: Surface;
  readonly #setup: WidgetSetup;
  readonly #listener: ModelsListener;
  readonly #changed: () => void;
  #probe: Promise<void> | null = null;
  #abort: AbortController | null = null;
  #again: (() => void) | null = null;
  /** The page's own model, which it lets go of itself. */
  #given: LanguageModel | null = null;

  constructor(surface: Surface, setup: WidgetSetup, listener: ModelsListener) {
    this.#surface = surface;
    this.#setup = setup;
    this.folder = namedFolder(setup);
    this.endpoint = keptEndpoint(setup.collection);
    this.#listener = listener;
    this.#changed = listener.changed;
  }

  /** The search for servers, made with its code, which is fetched with its view, unless it is there. */
  serversOf(Kind: typeof ServerSearch): ServerSearch {
    this.#servers ??= new Kind(this.#surface, this.#listener);
    return this.#servers;
  }

  /** The model that answers, or null. */
  get ready(): LanguageModel | null {
    return this.state.kind === "ready" ? this.state.model : null;
  }

  /** Whether the server that answers cannot be held to the form of replies. */
  get simpler(): boolean {
    const { ready, endpoint } = this;
    const own = ready !== null && ready !== this.#given && ready.info.provider === "openai";
    return own && endpoint?.replyForm !== undefined;
  }

  /** The model to offer first: one that is here already, else the best for the device; null for none. */
  get recommended(): ModelOffer | null {
    const offers = this.offers?.filter(({ fits }) => fits) ?? [];
    return (
      offers.find(({ stored }) => stored) ?? offers.find(({ recommended }) => recommended) ?? null
    );
  }

  /** Where models may come from, and where an endpoint may be. */
  get origins(): AllowedOrigins {
    const { allowedOrigins = [], models, assetsBase } = this.#setup;
    // The page itself has named these two.
    return new AllowedOrigins(document.baseURI, [...allowedOrigins, models, assetsBase.href]);
  }

  /** All that is stored on this device, each with its size. */
  get stored(): readonly KeptModel[] {
    const offered = this.offers?.filter(({ storedBytes }) => storedBytes > 0) ?? [];
    return [...offered, ...this.others];
  }

  /** Finds out what can run on this device. Fetches nothing but the page's own code and its list of models. */
  probe(): Promise<void> {
    this.#probe ??= this.#look();
    return this.#probe;
  }

  /** Takes the folder with models' files, and looks what is in it. */
  setFolder(typed: string): void {
    const folder = typed.trim();
    this.folder = folder;
    this.folderFault = folderFault(folder, this.origins, this.#words);
    if (this.folderFault) {
      this.#surface.announce(this.folderFault);
      this.#changed();
      return;
    }
    this.#lookAgain();
  }

  /** Takes from the page anew where models may come from. */
  placesChanged(): void {
    const folder = namedFolder(this.#setup);
    const same = folder === this.folder;
    this.folder = folder;
    this.folderFault = null;
    // What nobody has asked for yet is not looked for.
    if (this.#probe) this.#lookAgain();
    else if (!same) this.#changed();
  }

  /** Asks whether a model may be downloaded; one that is on the device already is loaded at once. */
  choose(offer: ModelOffer, place: "line" | "panel"): void {
    if (offer.stored) {
      this.load(offer);
      return;
    }
    this.asked = offer;
    this.askedIn = place;
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
    void this.#run(offer.name, (call) => offer.load(call)).then(() => this.#look());
  }

  /** Makes a model ready from files of this computer. Settles when it is, or is not. */
  async useFiles(given: ModelFiles): Promise<void> {
    await this.#run(given.name, async (call) => {
      const { keepFiles, loadFiles } = await import("./kept-files.js");
      const model = await loadFiles(given.files, this.#setup.assetsBase, call);
      this.kept = (await keepFiles(given)) ?? this.kept;
      return model;
    });
  }

  /** Makes the model ready whose files were used last. To be called from a click. */
  async useKept(): Promise<void> {
    const { kept } = this;
    if (!kept) return;
    await this.#run(kept.name, async (call) => {
      const { loadFiles, openFiles } = await import("./kept-files.js");
      return loadFiles(await openFiles(kept), this.#setup.assetsBase, call);
    });
  }

  /** Forgets which files were used last. The files themselves stay. */
  async forget(): Promise<void> {
    const { forgetFiles } = await import("./kept-files.js");
    await forgetFiles();
    this.kept = null;
    this.#changed();
  }

  /** Makes the browser's built-in model ready. */
  useBuiltIn(): void {
    void this.#run(this.#words.t("models.builtIn.name"), async (call) => {
      const { loadBuiltIn } = await import("./local-models.js");
      return loadBuiltIn(call);
    });
  }

  /** Puts an address into the form of an endpoint, to be completed. */
  fillIn(url: string): void {
    this.endpoint = { url, model: "", contextLength: "" };
    this.#changed();
  }

  /** Connects to a person's own endpoint. */
  connect(form: EndpointForm): void {
    this.endpointFault = endpointFault(form, this.origins, this.#words);
    if (this.endpointFault) {
      this.#surface.announce(this.endpointFault.message);
      this.#changed();
      return;
    }
    const { collection } = this.#setup;
    const endpoint = keepEndpoint(collection, form);
    this.endpoint = endpoint;
    const learnt = (replyForm: ReplyForm): void => {
      if (this.endpoint?.url !== endpoint.url) return;
      this.endpoint = keepReplyForm(collection, endpoint, replyForm);
      this.#changed();
    };
    void this.#run(this.#words.t("models.endpoint.name"), ({ signal }) =>
      connectTo(form, { replyForm: endpoint.replyForm, learnt, signal }),
    );
  }

  /** Stops the loading. What was downloaded is kept for the next time. */
  cancel(): void {
    this.#abort?.abort();
  }

  /** Tries again what failed; a download goes on where it stopped. */
  retry(): void {
    this.#again?.();
  }

  /** Takes the page's own model, which answers from now on; null takes it back. */
  take(model: LanguageModel | null): void {
    const before = this.#given;
    if (model) {
      this.#stopLoading();
      void this.#letGo();
      this.state = { kind: "ready", model };
    } else if (before && this.ready === before) this.state = { kind: "none" };
    this.#given = model;
    this.#changed();
  }

  /** Lets go of the model and its memory. */
  async unload(): Promise<void> {
    const gone = this.#letGo();
    this.state = { kind: "none" };
    this.#changed();
    this.#surface.announce(this.#words.t("models.unloaded"));
    await gone;
  }

  /** Ends what goes on, and lets go of the model. */
  close(): void {
    this.#stopLoading();
    this.#servers?.cancel();
    void this.#letGo();
    this.state = { kind: "none" };
  }

  /** Deletes a model's files from this device. */
  async deleteStored({ id, name, remove }: KeptModel): Promise<void> {
    if (this.ready?.info.id === id) await this.unload();
    try {
      await remove();
      this.#surface.announce(this.#words.t("models.deleted", { name }));
    } catch (error) {
      this.state = { kind: "failed", name, message: this.#reason(error) };
      this.#listener.failed(error);
    }
    await this.#look();
  }

  #lookAgain(): void {
    this.asked = null;
    this.offers = null;
    this.#changed();
    this.#probe = this.#look();
  }

  async #look(): Promise<void> {
    const { folder } = this;
    try {
      const { findLocalModels } = await import("./local-models.js");
      const { assetsBase, modelHosts } = this.#setup;
      const places = {
        folder: modelsFolderUrl(folder),
        hosts: new ModelHosts(modelHosts),
      };
      const { keptFiles } = await import("./kept-files.js");
      const found = findLocalModels(places, assetsBase);
      const [{ offers, others, obstacle, builtIn }, kept] = [await found, await keptFiles()];
      // Another folder may have been typed in the meantime.
      if (folder !== this.folder) return;
      Object.assign(this, { offers, others, obstacle, builtIn, kept });
    } catch {
      if (folder !== this.folder) return;
      this.#probe = null;
      this.offers = [];
      this.obstacle = { kind: "list" };
    }
    this.#changed();
  }

  async #run(name: string, load: Load): Promise<void> {
    this.#abort?.abort();
    const abort = new AbortController();
    this.#abort = abort;
    await this.#letGo();
    if (this.#abort !== abort) return;
    this.#again = () => void this.#run(name, load);
    this.state = { kind: "loading", name, progress: null };
    this.#surface.announce(this.#words.t("models.loading.said", { name }));
    this.#changed();
    try {
      const model = await load({
        signal: abort.signal,
        onProgress: (progress) => {
          if (this.#abort !== abort) return;
          this.state = { kind: "loading", name, progress };
          this.#listener.progressed();
        },
      });
      if (this.#abort !== abort) return void (await model.unload());
      this.state = { kind: "ready", model };
      this.#surface.announce(this.#words.t("models.ready.said", { name: model.info.name }));
    } catch (error) {
      if (this.#abort !== abort) return;
      this.state = abort.signal.aborted
        ? { kind: "none" }
        : { kind: "failed", name, message: this.#reason(error) };
      if (this.state.kind === "failed") this.#listener.failed(error);
      this.#surface.announce(
        this.state.kind === "failed" ? this.state.message : this.#words.t("models.cancelled"),
      );
    }
    this.#abort = null;
    this.#changed();
  }

  /** Stops the loading, of which nothing more is heard. */
  #stopLoading(): void {
    this.#abort?.abort();
    this.#abort = null;
  }

  /** Frees the memory of the model that answers, unless it is the page's own. */
  async #letGo(): Promise<void> {
    const { ready } = this;
    if (ready !== this.#given) await ready?.unload().catch(() => undefined);
  }

  #reason(error: unknown): string {
    if (PagehoundError.isInstance(error)) return this.#words.error(error);
    return this.#words.t("models.failed");
  }

  get #words(): I18n {
    return this.#surface.words;
  }
}
