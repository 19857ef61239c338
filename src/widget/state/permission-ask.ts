import { html, nothing, render } from "lit/html.js";
import type { CallOptions, DocumentId, DocumentSummary, Pagehound } from "../../index.js";
import { PagehoundError } from "../../index.js";
import type { Words } from "../strings/words.js";
import { fileName } from "./document-names.js";

/** Reads the files of documents; where the browser wants to be asked first, it offers to do so, over the page. */
export class PermissionAsk {
  /** Lies over the pages while it asks. */
  readonly element: HTMLElement = document.createElement("div");
  readonly #library: Pagehound;
  readonly #words: () => Words;
  #name = "";

  /** `words` gives the words of the moment. */
  constructor(library: Pagehound, words: () => Words) {
    this.#library = library;
    this.#words = words;
    this.element.className = "permission";
    this.element.hidden = true;
  }

  /** The document that is opened next. */
  about({ path }: DocumentSummary): void {
    this.#name = fileName(path);
  }

  /** The file as it was added, once it may be read. */
  async original(id: DocumentId, options: CallOptions = {}): Promise<Blob> {
    for (let refused = false; ; refused = true) {
      try {
        return await this.#library.original(id, options);
      } catch (error) {
        const permission = PagehoundError.isInstance(error) && error.code === "permission-required";
        if (!permission) throw error;
      }
      await this.#allowed(id, refused, options.signal);
    }
  }

  /** Settles when the reader has answered; rejects when something else is opened instead. */
  #allowed(id: DocumentId, refused: boolean, signal: AbortSignal | undefined): Promise<void> {
    return new Promise((resolve, reject) => {
      const end = (settle: () => void): void => {
        this.#show(nothing);
        signal?.removeEventListener("abort", abort);
        settle();
      };
      const abort = (): void => end(() => reject(signal?.reason));
      const allow = async (): Promise<void> => {
        await this.#library.allow(id, { signal }).catch(() => false);
        end(resolve);
      };
      if (signal?.aborted) {
        reject(signal.reason);
        return;
      }
      signal?.addEventListener("abort", abort, { once: true });
      const words = this.#words();
      const name = html`<bdi>${this.#name}</bdi>`;
      this.#show(html`
        <div role="group" aria-labelledby="permission-words">
          <p id="permission-words">
            ${
              refused
                ? words.parts("documents.permission.refused", { name })
                : words.parts("documents.permission.asks", { name })
            }
          </p>
          <button class="button" type="button" @click=${() => void allow()}>${words.t("documents.permission.allow")}</button>
        </div>
      `);
      this.element.querySelector("button")?.focus();
    });
  }

  #show(content: unknown): void {
    this.element.hidden = content === nothing;
    render(content, this.element);
  }
}
