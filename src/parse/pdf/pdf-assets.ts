import { PagehoundError } from "../../core/errors.js";
import { fetchAsset, hasStandIn } from "../../core/fetch-asset.js";

/** What pdf.js's worker half asks for. */
interface AssetRequest {
  readonly kind: "cMapUrl" | "standardFontDataUrl" | "wasmUrl";
  readonly filename: string;
}

const folders = {
  cMapUrl: "cmaps/",
  standardFontDataUrl: "standard_fonts/",
  wasmUrl: "wasm/",
} as const;

/**
 * The files of `assetsBase` as one document needs them. pdf.js goes on without what it cannot fetch,
 * and says nothing: of a Japanese page nothing is left but its Latin letters. So it fetches them
 * through here, where what is missing is remembered. No file is asked for twice that was not there,
 * and none after one that did not come in time.
 */
export class PdfAssets {
  readonly #base: string;
  readonly #failed = new Map<string, PagehoundError>();
  /** Decoders that are missing, in whose place pdf.js takes a script that is there. */
  readonly #replaced = new Set<string>();
  #stuck: PagehoundError | null = null;
  /** Paths of what was asked for in vain since the last look. */
  readonly #missed = new Set<string>();
  /** Called when a file is asked for, which may take a while. */
  onRequest: () => void = () => {};

  /** @param base see `ParseSource.assetsBase` */
  constructor(base: string) {
    this.#base = base;
  }

  /** What pdf.js is to be opened with. */
  get options(): object {
    const load = (request: AssetRequest) => this.#load(request);
    return {
      cMapUrl: `${this.#base}${folders.cMapUrl}`,
      cMapPacked: true,
      standardFontDataUrl: `${this.#base}${folders.standardFontDataUrl}`,
      wasmUrl: `${this.#base}${folders.wasmUrl}`,
      iccUrl: `${this.#base}iccs/`,
      useWorkerFetch: false,
      BinaryDataFactory: class {
        fetch(request: AssetRequest): Promise<Uint8Array> {
          return load(request);
        }
      },
    };
  }

  /** Forgets what was missed: another page begins. */
  begin(): void {
    this.#missed.clear();
  }

  /** Whether text was lost since `begin`; pdf.js keeps the fonts that it could not make sense of. */
  get lostText(): boolean {
    return this.#missedIn(folders.cMapUrl).length > 0;
  }

  /**
   * Throws `MissingAssets` when something was missed that text cannot do without: cMaps, which tell
   * characters. Standard fonts change the looks and nothing else.
   */
  requireText(): void {
    this.#require(folders.cMapUrl);
  }

  /** Throws `MissingAssets` when a decoder was missed, and so an image was not drawn. */
  requireImages(): void {
    this.#require(folders.wasmUrl);
  }

  #require(folder: string): void {
    const names = this.#missedIn(folder);
    const cause = this.#failed.get(names[0] ?? "");
    if (cause) throw new MissingAssets(names, cause);
  }

  #missedIn(folder: string): string[] {
    return [...this.#missed].filter((name) => name.startsWith(folder));
  }

  async #load({ kind, filename }: AssetRequest): Promise<Uint8Array> {
    const name = `${folders[kind]}${filename}`;
    const known = this.#failed.get(name) ?? this.#stuck;
    try {
      if (known) throw known;
      this.onRequest();
      return await fetchAsset(`${this.#base}${name}`);
    } catch (error) {
      if (!PagehoundError.isInstance(error)) throw error;
      if (isTimeout(error)) this.#stuck = error;
      else if (!known && (await hasStandIn(`${this.#base}${name}`))) this.#replaced.add(name);
      this.#failed.set(name, error);
      if (!this.#replaced.has(name)) this.#missed.add(name);
      throw error;
    }
  }
}

/** What pdf.js needed for a page could not be had. The message says which file, and why. */
export class MissingAssets extends Error {
  override readonly name = "MissingAssets";
  /** Paths in the folder. */
  readonly missing: readonly string[];

  constructor(missing: readonly string[], cause: PagehoundError) {
    super(cause.message.replace(/\.$/, ""), { cause });
    this.missing = missing;
  }
}

function isTimeout({ cause }: PagehoundError): boolean {
  return (cause as { name?: string } | undefined)?.name === "TimeoutError";
}
