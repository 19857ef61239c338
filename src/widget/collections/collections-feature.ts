import type { Pagehound } from "../../index.js";
import type { DocumentsFeature } from "../documents/documents-feature.js";
import type { Shell } from "../shell/shell.js";
import { Published, publishedListener } from "./published.js";
import type { CollectionInput, Transfers } from "./transfers.js";

/** Collections as files, and those that others have published. */
export class CollectionsFeature {
  readonly shell: Shell;
  /** Where their documents come to. */
  readonly documents: DocumentsFeature;
  readonly published: Published;
  readonly #library: Pagehound;
  #transfers: Transfers | null = null;

  constructor(documents: DocumentsFeature, library: Pagehound) {
    const { shell } = documents;
    const { changed, progressed, setup } = shell;
    this.#library = library;
    this.shell = shell;
    this.documents = documents;
    const listener = publishedListener(this);
    this.published = new Published(library, setup.collection, { changed, progressed, ...listener });
  }

  /** Collections that are saved or opened; null until their code is there. */
  get transfers(): Transfers | null {
    return this.#transfers;
  }

  /** The same, made with its code unless it is there. */
  transfersOf(Kind: typeof Transfers): Transfers {
    this.#transfers ??= new Kind(this.documents, this.#library, this.shell.progressed);
    return this.#transfers;
  }

  /** Opens collections that are files, one after the other. */
  async openFiles(files: readonly CollectionInput[]): Promise<void> {
    const { Transfers } = await import("./transfers.js");
    await this.transfersOf(Transfers).open(files);
  }

  /** Stops all that comes and all that is saved. */
  close(): void {
    this.published.close();
    this.#transfers?.cancel();
  }
}
