import type { HostApi } from "../../../src/collection/api.js";
import { ParserPool } from "../../../src/collection/ingest/parser-pool.js";
import type { PackedPage } from "../../../src/core/page.js";
import { serve } from "../../../src/core/rpc/serve.js";
import type { ParseApi } from "../../../src/readers/format.js";
import { textMetadata } from "../../../src/readers/parts.js";

/** What a parser does with a page, or with a file that it opens. */
export type Fate = "reads" | "sticks" | "dies" | "dies once" | "takes long and tells";

/** A file, as parsers encounter it. */
export interface FatedFile {
  readonly pages: number;
  /** The pages that are not simply read. */
  readonly fates: Readonly<Record<number, Fate>>;
  readonly opening?: Fate;
  /** The fate of every opening after the first. */
  readonly openingAgain?: Fate;
  readonly bytes?: () => Promise<ArrayBuffer>;
}

/** In this thread, a parser that never answers stands in for one that is stuck. */
const never = new Promise<never>(() => {});

/** Starts parsers in this thread that read one file, and records their calls. */
export class ParserHost {
  readonly pool: ParserPool;
  /** The pages that parsers started, in order. */
  readonly begun: number[] = [];
  started = 0;
  ended = 0;
  opened = 0;
  readonly #file: FatedFile;
  readonly #ports: MessagePort[] = [];

  constructor(file: FatedFile, size: number) {
    this.#file = file;
    const host: HostApi = {
      startWorker: async () => {
        const worker = ++this.started;
        const { port1, port2 } = new MessageChannel();
        this.#ports.push(port1, port2);
        serve(
          port1,
          this.#parser(() => this.pool.failed(worker, "The parse worker failed.")),
        );
        return { worker, port: port2 };
      },
      wasLeft: async () => true,
      hungOn: async () => null,
      endWorker: async () => {
        this.ended++;
      },
    };
    this.pool = new ParserPool(host, size);
  }

  close(): void {
    for (const port of this.#ports) port.close();
  }

  #parser(die: () => void): ParseApi {
    const { pages, fates, opening = "reads", openingAgain = opening } = this.#file;
    const meet = async (wanted: Fate, alive: () => void, number = 0): Promise<void> => {
      const first = this.begun.filter((begun) => begun === number).length === 1;
      const fate = wanted === "dies once" ? (first ? "dies" : "reads") : wanted;
      if (fate === "dies") die();
      if (fate === "dies" || fate === "sticks") await never;
      for (let sign = 0; fate === "takes long and tells" && sign < 10; sign++) {
        await new Promise((resolve) => setTimeout(resolve, 50));
        alive();
      }
    };
    // Pages are read one after the other, as by real parsers.
    let last: Promise<unknown> = Promise.resolve();
    return {
      open: async (_request, options) => {
        const alive = () => options?.onProgress?.({ share: 0.5 });
        await meet(this.opened++ === 0 ? opening : openingAgain, alive);
        return {
          format: "pdf",
          formatVersion: 1,
          pageUnit: "page",
          metadata: textMetadata(1),
          pageCount: pages,
          bookmarks: [],
        };
      },
      readPage: ({ number }, options) => {
        const reading = last.then(async () => {
          this.begun.push(number);
          const alive = () => options?.onProgress?.({ doing: "recognising" });
          await meet(fates[number] ?? "reads", alive, number);
          return pageOf(number);
        });
        last = reading.catch(() => {});
        return reading;
      },
      close: async () => {},
    };
  }
}

function pageOf(number: number): PackedPage {
  return {
    number,
    label: null,
    state: "text",
    width: 0,
    height: 0,
    text: `page ${number}`,
    lines: new Float64Array(),
    geometry: null,
  };
}
