import type { Trace } from "../../agent/index.js";
import { ModelHosts, PagehoundError } from "../../core/index.js";
import type { LanguageModel } from "../../models/index.js";
import type { I18n } from "../i18n/i18n.js";
import { modelsFolderUrl, namedFolder } from "../shell/setup.js";
import type { Shell } from "../shell/shell.js";
import type { OwnServer } from "./endpoint-form.js";
import type { DeviceObstacle, KeptModel, Load, ModelOffer, ModelState } from "./local-models.js";
import type { KeptFiles, ModelFiles } from "./model-files.js";
import type { ModelProbe } from "./model-probe.js";
import type { ServerSearch } from "./server-search.js";

/** The facts about a model that are known before it is loaded. */
interface Wanted {
  readonly name: string;
  /** The model's requirements, to find a smaller one; null if unknown. */
  readonly needs: Pick<ModelOffer, "runsOn" | "memoryBytes"> | null;
  /** Name of the larger model that it replaces; null for none. */
  readonly insteadOf: string | null;
}

type ModelsShell = Pick<
  Shell,
  "changed" | "emit" | "focusBox" | "notices" | "progressed" | "setup" | "surface" | "words"
>;

/** The available models, and the one that answers. None is loaded until the reader asks for it. */
export class Models {
  state: ModelState = { kind: "none" };
  /** The models that can run on this device; null until they are known. */
  offers: readonly ModelOffer[] | null = null;
  /** Why nothing can run on this device; null if something can. */
  obstacle: DeviceObstacle | null = null;
  /** Other stored models: no longer offered, or from elsewhere. */
  others: readonly KeptModel[] = [];
  /** Whether the browser has a built-in model that this page can use. */
  builtIn = false;
  /** The model whose download was requested and must still be confirmed. */
  asked: ModelOffer | null = null;
  /** The last used model in files of this computer, to be offered again; null for none. */
  kept: KeptFiles | null = null;
  /** Where the download was requested: in the line next to the questions, or in the panel. */
  askedIn: "line" | "panel" = "panel";
  /** Whether all models are listed, or the first few. */
  allShown = false;
  /** The folder of models' files, as it was typed; empty for none. */
  folder: string;
  /** The error in the typed folder, or null. */
  folderFault: string | null = null;
  /** The person's own server; null until its code is loaded. */
  #ownServer: OwnServer | null = null;
  /** Programs on this computer that serve models. */
  #servers: ServerSearch | null = null;
  /** Whether the loaded model follows tools; null for none, and for the page's own. */
  probed: ModelProbe | null = null;
  /** Whether nothing else needs the model. */
  idle: () => boolean = () => true;
  readonly shell: ModelsShell;
  readonly #changed: () => void;
  /** The model that answers, or that was to answer but failed. */
  #wanted: Wanted | null = null;
  /** Whether the model has answered since it was loaded. */
  #hasAnswered = false;
  #probe: Promise<void> | null = null;
  #abort: AbortController | null = null;
  #again: (() => void) | null = null;
  /** Settles when `probed` is up to date. */
  #probing: Promise<void> | null = null;
  /** The page's own model, which the page unloads itself. */
  #pageModel: LanguageModel | null = null;

  /** @param changed called after each change except progress */
  constructor(shell: ModelsShell, changed: () => void) {
    this.shell = shell;
    this.folder = namedFolder(shell.setup);
    this.#changed = changed;
  }

  /** The search for servers, created on first use; its code is loaded together with its view. */
  serversOf(Kind: typeof ServerSearch): ServerSearch {
    this.#servers ??= new Kind(this.shell, this.#changed);
    return this.#servers;
  }

  /** The person's own server, created on first use; its code is loaded together with its view. */
  ownServerOf(Kind: typeof OwnServer): OwnServer {
    this.#ownServer ??= new Kind(this.shell, this.#changed, (name, load) =>
      this.#run(plain(name), load),
    );
    return this.#ownServer;
  }

  get ready(): LanguageModel | null {
    return this.state.kind === "ready" ? this.state.model : null;
  }

  /** Whether the answering server cannot be constrained to the reply format. */
  get simpler(): boolean {
    return this.#isOwn && this.#ownServer?.endpoint?.replyForm !== undefined;
  }

  /** Whether the context size of the answering server is unknown. */
  get contextUnknown(): boolean {
    return this.#isOwn && this.#ownServer?.contextUnknown === true;
  }

  /** Whether the person's own server answers. */
  get #isOwn(): boolean {
    const { ready } = this;
    return ready !== this.#pageModel && ready?.info.provider === "openai";
  }

  /** The model to offer first: a stored one, else the best for the device; null for none. */
  get recommended(): ModelOffer | null {
    const offers = this.offers?.filter(({ fits }) => fits) ?? [];
    return (
      offers.find(({ stored }) => stored) ?? offers.find(({ recommended }) => recommended) ?? null
    );
  }

  /** Everything stored on this device, with sizes. */
  get stored(): readonly KeptModel[] {
    const offered = this.offers?.filter(({ storedBytes }) => storedBytes > 0) ?? [];
    return [...offered, ...this.others];
  }

  /** Finds out what can run on this device. Fetches only this site's code and model list. */
  probe(): Promise<void> {
    this.#probe ??= this.#look();
    return this.#probe;
  }

  /** Sets the folder with models' files and the error in it, or null, and reads its contents. */
  setFolder(folder: string, fault: string | null): void {
    this.folder = folder;
    this.folderFault = fault;
    if (fault !== null) this.shell.surface.announce(fault);
    else this.#lookAgain();
    this.#changed();
  }

  /** Rereads the page's settings on where models may come from. */
  placesChanged(): void {
    const folder = namedFolder(this.shell.setup);
    const same = folder === this.folder;
    this.folder = folder;
    this.folderFault = null;
    // Examines the device only after somebody has asked what it can run.
    if (this.#probe) this.#lookAgain();
    else if (!same) this.#changed();
  }

  /** Asks whether a model may be downloaded; a stored one is loaded at once. */
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

  /** Cancels the question. */
  decline(): void {
    this.asked = null;
    this.#changed();
  }

  /** Downloads the missing parts of a model, and loads it. */
  load(offer: ModelOffer): void {
    this.#load(offer, null);
  }

  /** Call when a question begins, to interrupt the probe. Returns the probed strategy, if any. */
  async questionBegins(): Promise<ReturnType<ModelProbe["questionBegins"]>> {
    await this.#probing;
    return this.probed?.questionBegins();
  }

  /** Records the outcome of a question: how long it took, or that it failed for lack of memory. */
  async learn(trace: Trace): Promise<void> {
    const { ready } = this;
    if (!ready || ready === this.#pageModel || ready.info.id !== trace.model?.id) return;
    const { memoryFailure } = await import("./local-models.js");
    const { keepQuestionTime } = await import("./question-time.js");
    const failure = memoryFailure(trace, !this.#hasAnswered);
    if (this.ready !== ready) return;
    if (failure === null) {
      this.#hasAnswered = true;
      if (keepQuestionTime(trace)) await this.#look();
      return;
    }
    await this.#letGo();
    if (this.ready === ready) await this.#fail(failure);
    this.#changed();
  }

  /** Loads a model from files of this computer. Settles whether or not it succeeds. */
  async useFiles(files: ModelFiles): Promise<void> {
    await this.#run(plain(files.name), async (call) => {
      const { keepFiles, loadFiles } = await import("./model-files.js");
      const model = await loadFiles(files, this.shell.setup.assetsBase, call);
      this.kept = (await keepFiles(files)) ?? this.kept;
      return model;
    });
  }

  /** Loads the model whose files were used last. Call from a click. */
  async useKept(): Promise<void> {
    const { kept } = this;
    if (!kept) return;
    await this.#run(plain(kept.name), async (call) => {
      const { loadFiles, openFiles } = await import("./model-files.js");
      const files = await openFiles(kept);
      return loadFiles({ name: kept.name, files }, this.shell.setup.assetsBase, call);
    });
  }

  /** Forgets which files were used last. The files themselves stay. */
  async forget(): Promise<void> {
    const { forgetFiles } = await import("./model-files.js");
    await forgetFiles();
    this.kept = null;
    this.#changed();
  }

  useBuiltIn(): void {
    void this.#run(plain(this.#words.t("models.builtIn.name")), async (call) => {
      const { loadBuiltIn } = await import("./local-models.js");
      return loadBuiltIn(call);
    });
  }

  /** Stops the loading. Downloaded parts are kept for the next time. */
  cancel(): void {
    this.#abort?.abort();
  }

  /** Retries what failed; a download resumes where it stopped. */
  retry(): void {
    this.#again?.();
  }

  /** Sets the page's own model, which answers from now on; null removes it. */
  take(model: LanguageModel | null): void {
    const before = this.#pageModel;
    if (model) {
      this.#stopLoading();
      void this.#letGo();
      this.state = { kind: "ready", model, insteadOf: null };
    } else if (before && this.ready === before) this.state = { kind: "none" };
    this.#pageModel = model;
    this.#changed();
  }

  /** Unloads the model and frees its memory. */
  async unload(): Promise<void> {
    const gone = this.#letGo();
    this.state = { kind: "none" };
    this.#changed();
    this.shell.surface.announce(this.#words.t("models.unloaded"));
    await gone;
  }

  /** Ends everything in progress, and unloads the model. */
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
      this.shell.surface.announce(this.#words.t("models.deleted", { name }));
    } catch (error) {
      this.state = { kind: "failed", name, ...this.#reason(error), smaller: null };
      this.shell.emit({ type: "failed", error });
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
    // Often called while the page is drawn, and an import adds an element for each file.
    await new Promise((resolve) => setTimeout(resolve));
    try {
      const { findLocalModels } = await import("./local-models.js");
      const { assetsBase, modelHosts } = this.shell.setup;
      const places = {
        folder: modelsFolderUrl(folder),
        hosts: new ModelHosts(modelHosts),
      };
      const { keptFiles } = await import("./model-files.js");
      const found = findLocalModels(places, assetsBase);
      const [{ offers, others, obstacle, builtIn }, kept] = [await found, await keptFiles()];
      // Another folder may have been entered in the meantime.
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

  #load(offer: ModelOffer, insteadOf: string | null): void {
    this.asked = null;
    const wanted = { name: offer.name, needs: offer, insteadOf };
    void this.#run(wanted, (call) => offer.load(call)).then(() => this.#look());
  }

  async #run(wanted: Wanted, load: Load): Promise<void> {
    this.#abort?.abort();
    const abort = new AbortController();
    this.#abort = abort;
    await this.#letGo();
    if (this.#abort !== abort) return;
    const { name, insteadOf } = wanted;
    this.#wanted = wanted;
    this.#hasAnswered = false;
    this.#again = () => void this.#run(wanted, load);
    this.state = { kind: "loading", name, progress: null, insteadOf };
    this.shell.surface.announce(
      insteadOf === null
        ? this.#words.t("models.loading.announcement", { name })
        : this.#words.t("models.smaller.used", { name, other: insteadOf }),
    );
    this.#changed();
    try {
      const model = await load({
        signal: abort.signal,
        onProgress: (progress) => {
          if (this.#abort !== abort) return;
          this.state = { kind: "loading", name, progress, insteadOf };
          this.shell.progressed();
        },
      });
      if (this.#abort !== abort) return void (await model.unload());
      this.state = { kind: "ready", model, insteadOf };
      this.#probing = this.#openProbe(model);
      this.shell.surface.announce(
        this.#words.t("models.ready.announcement", { name: model.info.name }),
      );
    } catch (error) {
      if (this.#abort !== abort) return;
      if (abort.signal.aborted) {
        this.state = { kind: "none" };
        this.shell.surface.announce(this.#words.t("models.cancelled"));
      } else await this.#fail(error);
    }
    if (this.#abort !== abort) return;
    this.#abort = null;
    this.#changed();
  }

  /** Reports why the requested model does not answer; if it lacks memory, loads a smaller one. */
  async #fail(error: unknown): Promise<void> {
    const { name = "", needs = null } = this.#wanted ?? {};
    const { nextSmaller } = await import("./local-models.js");
    const smaller = nextSmaller(error, needs, this.offers ?? []);
    this.shell.emit({ type: "failed", error });
    if (smaller?.stored) return this.#load(smaller, name);
    const reason = this.#reason(error);
    this.state = { kind: "failed", name, ...reason, smaller };
    this.shell.surface.announce(reason.brief);
  }

  #stopLoading(): void {
    this.#abort?.abort();
    this.#abort = null;
  }

  /** Loads the code that probes a model. Without it, questions are answered as before. */
  async #openProbe(model: LanguageModel): Promise<void> {
    const { ModelProbe } = await import("./model-probe.js").catch(() => ({ ModelProbe: null }));
    if (!ModelProbe || this.ready !== model) return;
    const { idle, shell } = this;
    this.probed = new ModelProbe({ model, shell, idle, changed: this.#changed });
  }

  /** Frees the memory of the answering model, unless it is the page's own. */
  async #letGo(): Promise<void> {
    const { ready } = this;
    this.probed?.close();
    this.probed = null;
    if (ready !== this.#pageModel) await ready?.unload().catch(() => undefined);
  }

  #reason(error: unknown): { readonly message: string; readonly brief: string } {
    const isKnown = PagehoundError.isInstance(error);
    const exact = isKnown ? this.#words.error(error) : this.#words.t("models.failed");
    const isUnreachable =
      isKnown && error.code === "download-failed" && error.data.status === undefined;
    const brief = isUnreachable ? this.#words.t("errors.download-failed") : exact;
    // Offline, the address of a file that a site may lack does not help.
    return { message: navigator.onLine ? exact : brief, brief };
  }

  get #words(): I18n {
    return this.shell.words;
  }
}

function plain(name: string): Wanted {
  return { name, needs: null, insteadOf: null };
}
