import type { Trace } from "../../agent/index.js";
import { ModelHosts, PagehoundError } from "../../core/index.js";
import type { LanguageModel } from "../../models/index.js";
import type { I18n } from "../i18n/i18n.js";
import { modelsFolderUrl, namedFolder } from "../shell/setup.js";
import type { Shell } from "../shell/shell.js";
import type { OwnServer } from "./endpoint-form.js";
import type { DeviceObstacle, KeptModel, Load, ModelOffer, ModelState } from "./local-models.js";
import type { KeptFiles, ModelFiles } from "./model-files.js";
import type { ServerSearch } from "./server-search.js";

/** What is known of a model before it is loaded. */
interface Wanted {
  readonly name: string;
  /** What it needs, by which a smaller one is found; null where that is not known. */
  readonly needs: Pick<ModelOffer, "runsOn" | "memoryBytes"> | null;
  /** Name of the larger model in whose place it is; null for none. */
  readonly insteadOf: string | null;
}

type ModelsShell = Pick<Shell, "emit" | "notices" | "progressed" | "setup" | "surface" | "words">;

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
  /** The person's own server; null until its code is there. */
  #ownServer: OwnServer | null = null;
  /** Programs on this computer that serve models. */
  #servers: ServerSearch | null = null;
  readonly shell: ModelsShell;
  readonly #changed: () => void;
  /** The model that answers, or was to. */
  #wanted: Wanted | null = null;
  /** Whether it has answered since it was loaded. */
  #hasAnswered = false;
  #probe: Promise<void> | null = null;
  #abort: AbortController | null = null;
  #again: (() => void) | null = null;
  /** The page's own model, which it lets go of itself. */
  #given: LanguageModel | null = null;

  /** @param changed called after each change but progress */
  constructor(shell: ModelsShell, changed: () => void) {
    this.shell = shell;
    this.folder = namedFolder(shell.setup);
    this.#changed = changed;
  }

  /** The search for servers, made with its code, which is fetched with its view, unless it is there. */
  serversOf(Kind: typeof ServerSearch): ServerSearch {
    this.#servers ??= new Kind(this.shell, this.#changed);
    return this.#servers;
  }

  /** The person's own server, made with its code, which is fetched with its view, unless it is there. */
  ownServerOf(Kind: typeof OwnServer): OwnServer {
    this.#ownServer ??= new Kind(this.shell, this.#changed, (name, load) =>
      this.#run(plain(name), load),
    );
    return this.#ownServer;
  }

  /** The model that answers, or null. */
  get ready(): LanguageModel | null {
    return this.state.kind === "ready" ? this.state.model : null;
  }

  /** Whether the server that answers cannot be held to the form of replies. */
  get simpler(): boolean {
    return this.#isOwn && this.#ownServer?.endpoint?.replyForm !== undefined;
  }

  /** Whether nobody says how much the server that answers reads at once. */
  get contextUnknown(): boolean {
    return this.#isOwn && this.#ownServer?.contextUnknown === true;
  }

  /** Whether the person's own server answers. */
  get #isOwn(): boolean {
    const { ready } = this;
    return ready !== this.#given && ready?.info.provider === "openai";
  }

  /** The model to offer first: one that is here already, else the best for the device; null for none. */
  get recommended(): ModelOffer | null {
    const offers = this.offers?.filter(({ fits }) => fits) ?? [];
    return (
      offers.find(({ stored }) => stored) ?? offers.find(({ recommended }) => recommended) ?? null
    );
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

  /** Takes the folder with models' files, with what is wrong with it or null, and looks what is in it. */
  setFolder(folder: string, fault: string | null): void {
    this.folder = folder;
    this.folderFault = fault;
    if (fault !== null) this.shell.surface.announce(fault);
    else this.#lookAgain();
    this.#changed();
  }

  /** Takes from the page anew where models may come from. */
  placesChanged(): void {
    const folder = namedFolder(this.shell.setup);
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
    this.#load(offer, null);
  }

  /** Takes what came of a question: how long it took, or that the memory did not suffice for it. */
  async learn(trace: Trace): Promise<void> {
    const { ready } = this;
    if (!ready || ready === this.#given || ready.info.id !== trace.model?.id) return;
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

  /** Makes a model ready from files of this computer. Settles when it is, or is not. */
  async useFiles(given: ModelFiles): Promise<void> {
    await this.#run(plain(given.name), async (call) => {
      const { keepFiles, loadFiles } = await import("./model-files.js");
      const model = await loadFiles(given, this.shell.setup.assetsBase, call);
      this.kept = (await keepFiles(given)) ?? this.kept;
      return model;
    });
  }

  /** Makes the model ready whose files were used last. To be called from a click. */
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

  /** Makes the browser's built-in model ready. */
  useBuiltIn(): void {
    void this.#run(plain(this.#words.t("models.builtIn.name")), async (call) => {
      const { loadBuiltIn } = await import("./local-models.js");
      return loadBuiltIn(call);
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

  /** Takes the page's own model, which answers from now on; null takes it back. */
  take(model: LanguageModel | null): void {
    const before = this.#given;
    if (model) {
      this.#stopLoading();
      void this.#letGo();
      this.state = { kind: "ready", model, insteadOf: null };
    } else if (before && this.ready === before) this.state = { kind: "none" };
    this.#given = model;
    this.#changed();
  }

  /** Lets go of the model and its memory. */
  async unload(): Promise<void> {
    const gone = this.#letGo();
    this.state = { kind: "none" };
    this.#changed();
    this.shell.surface.announce(this.#words.t("models.unloaded"));
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
      this.shell.surface.announce(this.#words.t("models.deleted", { name }));
    } catch (error) {
      this.state = { kind: "failed", name, message: this.#reason(error), smaller: null };
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
        ? this.#words.t("models.loading.said", { name })
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
      this.shell.surface.announce(this.#words.t("models.ready.said", { name: model.info.name }));
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

  /** Tells why the model that was wanted does not answer; for want of memory, goes on to a smaller one. */
  async #fail(error: unknown): Promise<void> {
    const { name = "", needs = null } = this.#wanted ?? {};
    const { nextSmaller } = await import("./local-models.js");
    const smaller = nextSmaller(error, needs, this.offers ?? []);
    this.shell.emit({ type: "failed", error });
    if (smaller?.stored) return this.#load(smaller, name);
    const message = this.#reason(error);
    this.state = { kind: "failed", name, message, smaller };
    this.shell.surface.announce(message);
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
    return this.shell.words;
  }
}

function plain(name: string): Wanted {
  return { name, needs: null, insteadOf: null };
}
