import type { Pagehound } from "../../index.js";
import type { DocumentsFeature } from "../documents/documents-feature.js";
import type { Shell } from "../shell/shell.js";
import { Published, publishedListener } from "./published.js";
import { Transfers } from "./transfers.js";

/** Collections as files, and those that others have published. */
export class CollectionsFeature {
  readonly shell: Shell;
  /** Where their documents come to. */
  readonly documents: DocumentsFeature;
  readonly transfers: Transfers;
  readonly published: Published;

  constructor(documents: DocumentsFeature, library: Pagehound) {
    const { shell } = documents;
    const { changed, progressed, setup } = shell;
    this.shell = shell;
    this.documents = documents;
    this.transfers = new Transfers(documents, library, progressed);
    const listener = publishedListener(this);
    this.published = new Published(library, setup.collection, { changed, progressed, ...listener });
  }

  /** Stops all that comes and all that is saved. */
  close(): void {
    this.published.close();
    this.transfers.cancel();
  }
}
