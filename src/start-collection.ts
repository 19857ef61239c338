import { onReturn } from "./catch-up.js";
import type { CollectionApi, HostApi, OpenRequest } from "./collection/api.js";
import { PagehoundError } from "./core/errors.js";
import { folderUrl, type OcrOptions, ocrSetup, recognitionOf } from "./ocr-setup.js";
import { parserCount } from "./parser-count.js";
import { requireBrowser } from "./require-browser.js";
import { type Connection, connect } from "./rpc/connect.js";
import { transfer } from "./rpc/message.js";
import { serve } from "./rpc/serve.js";
import { markSession } from "./session-marks.js";
import { WorkerStarter } from "./worker-starter.js";
import { startCollectionWorker } from "./workers.js";

/** How a collection is opened. */
export interface PagehoundOptions {
  /** Name of the collection; each name is a database of its own. `default` unless told. */
  readonly name?: string | undefined;
  /**
   * URL of the folder with `cmaps/`, `standard_fonts/`, `wasm/` and `iccs/`, relative to the page;
   * `assets/` beside the module unless told.
   */
  readonly assetsBase?: string | URL | undefined;
  /** How many parse workers at most; one less than the machine's cores, at most 4, unless told. */
  readonly parseWorkers?: number | undefined;
  /** Builds the index anew from the stored pages instead of loading it. Slow; for repairs and measurements. */
  readonly rebuild?: boolean | undefined;
  /** Seconds of work after which a page counts as unreadable and its document goes on without it; 30 unless told. */
  readonly pageSeconds?: number | undefined;
  /**
   * Bytes above which a file is not copied when it comes with a `handle`: it is then read from the
   * person's disk whenever it is opened, as long as it is there unchanged. 256 MiB unless told.
   */
  readonly copyUpTo?: number | undefined;
  /** `memory` keeps everything in this page and nothing after it. `disk` unless told, with `memory` where the browser lets nothing be stored. */
  readonly storage?: "disk" | "memory" | undefined;
  /** Asks the browser, when files are first added, not to clear what is stored by itself. True unless told. */
  readonly persist?: boolean | undefined;
  /** Recognises the text of scanned pages, on this device; not done unless told. */
  readonly ocr?: OcrOptions | undefined;
}

/** A collection in a worker that has been started. */
export interface StartedCollection {
  readonly connection: Connection<CollectionApi>;
  /** Opens it; to be called once. */
  open(signal: AbortSignal | undefined): Promise<void>;
  /** Ends its workers at once. */
  end(): void;
}

/**
 * Starts the worker of a collection. Throws `unsupported-browser`, and `invalid-argument` for options
 * that cannot be used.
 *
 * @param failed called when the worker does not start, or dies
 */
export function startCollection(
  options: PagehoundOptions,
  failed: (error: PagehoundError) => void,
): StartedCollection {
  const { name = "default", rebuild = false, storage = "disk" } = options;
  const { pageSeconds = 30, copyUpTo = 256 * 1024 * 1024 } = options;
  requireBrowser();
  if (name === "")
    throw new PagehoundError("invalid-argument", "A collection's name cannot be empty.");
  if (!(pageSeconds > 0 && copyUpTo >= 0)) {
    throw new PagehoundError(
      "invalid-argument",
      `The seconds for a page (${pageSeconds}) and the bytes that are copied (${copyUpTo}) are positive numbers.`,
    );
  }
  const parsers = parserCount(options.parseWorkers);
  const ocr = ocrSetup(options.ocr);
  const setup = { assetsBase: assetsBase(options.assetsBase), ocr };
  const worker = startCollectionWorker(null);
  const session = markSession();
  worker.onFailure = (error) => {
    session.fail();
    failed(error);
  };
  const connection = connect<CollectionApi>(worker.port);
  const host = new WorkerStarter(setup, (worker, message) => {
    void connection.remote.workerFailed({ worker, message }).catch(() => {});
  });
  const { port1, port2 } = new MessageChannel();
  const stop = serve<HostApi>(port1, host.api);
  const ignore = onReturn(() => void connection.remote.catchUp(null).catch(() => {}));
  const request: OpenRequest = {
    ...{ name, host: port2, parsers, rebuild, pageSeconds, copyUpTo },
    session: session.id,
    assetsBase: setup.assetsBase,
    inMemory: storage === "memory",
    recognition: recognitionOf(ocr),
  };
  return {
    connection,
    open: (signal) => connection.remote.open(transfer(request, [port2]), { signal }),
    end: () => {
      session.leave();
      ignore();
      stop();
      host.end();
      worker.end();
    },
  };
}

function assetsBase(asked: string | URL | undefined): string {
  // Not in one piece with `new URL`: bundlers would take it for a single file to copy.
  const beside = "assets/";
  return folderUrl(asked ?? new URL(beside, import.meta.url));
}
