import { setTimeout } from "node:timers/promises";
import type { Page } from "playwright-core";
import { findTool } from "../src/agent/tools/check-tools.js";
import type { ToolDefinition } from "../src/agent/tools/definition.js";
import { PagehoundError } from "../src/core/errors.js";
import { Heartbeat } from "../src/core/rpc/heartbeat.js";
import type { IngestEvent } from "../src/index.js";
import type { Driver } from "./driver.js";
import { collectionPaths, type GatheredFiles, type LocalFile } from "./gather-files.js";
import { endsFile } from "./progress.js";

/** The result of a tool call: text for the model, or a mistake that the model can correct. */
export interface ToolReply {
  readonly text: string;
  readonly failed: boolean;
}

/** Milliseconds that a call waits for files being read: assistants give up after a minute. */
const patience = 20_000;

/** How documents are served. */
export interface ServedOptions {
  /** Seconds without an answer after which a worker, or the page itself, counts as hung. */
  readonly hangSeconds: number;
  readonly onProgress: (event: IngestEvent) => void;
}

/** A page that serves the documents, from its start to its end. */
interface ServingPage {
  readonly page: Page;
  /** Settles when its files are read. Failures are reported to callers of tools. */
  readonly reading: Promise<void>;
  /** Settles if the page hangs. */
  readonly hung: Promise<typeof hung>;
  readonly heartbeat: Heartbeat;
}

const hung = Symbol("hung");

/** Documents on this machine in a driven browser, and the tools to query them. */
export class ServedDocuments {
  /** As described to a model. */
  readonly tools: readonly ToolDefinition[];
  readonly #driver: Driver;
  readonly #files: readonly LocalFile[];
  readonly #paths: readonly string[];
  readonly #options: ServedOptions;
  #serving: Promise<ServingPage>;
  /** Why each unread file was not read, by path. */
  readonly #refused = new Map<string, string>();
  readonly #settled = new Set<string>();
  #calls = 0;
  /** Calls that the page has not answered. */
  #waiting = 0;

  private constructor(
    driver: Driver,
    { files, skipped }: GatheredFiles,
    options: ServedOptions,
    tools: readonly ToolDefinition[],
  ) {
    this.#driver = driver;
    this.#files = files;
    this.#paths = collectionPaths(files);
    this.#options = options;
    this.tools = tools;
    // Named like documents, without revealing where they are on this machine.
    const names = collectionPaths(skipped.map(({ file }) => ({ path: file })));
    for (const [at, { file, message }] of skipped.entries()) {
      const name = names[at] ?? file;
      this.#refused.set(
        name,
        message.replace(file, () => name),
      );
    }
    this.#serving = this.#serve();
  }

  /** Starts to read files; calls are accepted at once. */
  static async open(
    driver: Driver,
    gathered: GatheredFiles,
    options: ServedOptions,
  ): Promise<ServedDocuments> {
    const tools = await openPage(driver, gathered.files, options);
    const documents = new ServedDocuments(driver, gathered, options, tools);
    await documents.#serving;
    return documents;
  }

  /**
   * Runs a call. Waits for files that are still being read, up to a limit; the text says what was
   * not read by then. A call that hangs the page ends with an error, and the next one gets another
   * page. Rejects with the signal's reason, and if Pagehound itself failed.
   */
  async call(name: string, args: unknown, signal: AbortSignal): Promise<ToolReply> {
    signal.throwIfAborted();
    const known = this.#toolOf(name);
    if ("failed" in known) return known;
    const call = ++this.#calls;
    const serving = await this.#serving;
    const { page, reading } = serving;
    const aborted = new Promise<never>((_resolve, reject) => {
      signal.addEventListener("abort", () => {
        page.evaluate(stopInPage, call).catch(() => {});
        reject(signal.reason);
      });
    });
    const waited = setTimeout(patience, undefined, { ref: false });
    const early = await Promise.race([serving.hung, reading, waited, aborted]);
    // The page hung in another call before this one was sent, so it can be repeated.
    if (early === hung) return this.call(name, args, signal);
    const called = page.evaluate(callInPage, { call, name: known.name, args });
    const reply = await this.#watched(serving, Promise.race([called, aborted]));
    if (reply === hung) return { text: this.#tookTooLong(known.name), failed: true };
    const notes = [this.#unread(), known.name === "list_documents" ? this.#unreadable() : ""];
    return { ...reply, text: [...notes, reply.text].filter((part) => part !== "").join("\n\n") };
  }

  /** Makes the open page read the files. */
  async #serve(): Promise<ServingPage> {
    const { page } = this.#driver;
    await page.exposeFunction("reportReading", (event: IngestEvent) => this.#hear(event));
    const reading = page.evaluate(readInPage, this.#paths);
    reading.catch(() => {});
    let hangs = (_hung: typeof hung): void => {};
    const found = new Promise<typeof hung>((resolve) => (hangs = resolve));
    const heartbeat: Heartbeat = new Heartbeat({
      seconds: this.#options.hangSeconds,
      ping: () => {
        page
          .evaluate(() => {})
          .then(
            () => heartbeat.heard(),
            () => {},
          );
      },
      onHang: () => {
        this.#serving = this.#replace();
        this.#serving.catch(() => {});
        hangs(hung);
      },
    });
    return { page, reading, hung: found, heartbeat };
  }

  /** Ends the page, and makes another one open what is stored. */
  async #replace(): Promise<ServingPage> {
    await this.#driver.replace();
    await openPage(this.#driver, this.#files, this.#options);
    return this.#serve();
  }

  /** Settles like a call of the page, or reports that the page hangs. */
  async #watched<T>({ heartbeat, hung: found }: ServingPage, call: Promise<T>) {
    this.#waiting++;
    heartbeat.watch(true);
    // It rejects when the page is ended.
    call.catch(() => {});
    try {
      return await Promise.race([call, found]);
    } finally {
      this.#waiting--;
      if (this.#waiting === 0) heartbeat.watch(false);
    }
  }

  #tookTooLong(name: string): string {
    return `${name} took too long: it was stopped after ${this.#options.hangSeconds} seconds without a response. Call it with other arguments, or another tool.`;
  }

  /** A replaced page reads the same files again, and finds most of them stored. */
  #hear(event: IngestEvent): void {
    const { path } = event;
    if (this.#settled.has(path)) return;
    if (event.type === "document-refused") this.#refused.set(path, `${path}: ${event.message}`);
    if (endsFile(event) && this.#paths.includes(path)) this.#settled.add(path);
    this.#options.onProgress(event);
  }

  /** The tool of that name, or an error for the model that lists the existing ones. */
  #toolOf(name: string): ToolDefinition | ToolReply {
    try {
      return findTool(this.tools, name);
    } catch (error) {
      if (!PagehoundError.isInstance(error)) throw error;
      return { text: error.message, failed: true };
    }
  }

  #unread(): string {
    const [read, all] = [this.#settled.size, this.#files.length];
    if (read >= all) return "";
    return `${read} of ${all} files are read so far. The others cannot be found yet: ask again in a while.`;
  }

  #unreadable(): string {
    return [...this.#refused.values()].map((one) => `Not read: ${one}`).join("\n");
  }
}

/** Puts the files on the page and opens the collection there. Returns its tools. */
async function openPage(
  { page, setFiles }: Driver,
  files: readonly LocalFile[],
  { hangSeconds }: ServedOptions,
): Promise<ToolDefinition[]> {
  await setFiles(files.map(({ file }) => file));
  return page.evaluate(openInPage, hangSeconds);
}

async function openInPage(hangSeconds: number): Promise<ToolDefinition[]> {
  const { library, tools } = globalThis.harness;
  const collection = await library.Pagehound.open({ name: "served", hangSeconds });
  const own = tools.documentTools(collection);
  globalThis.served = { collection, tools: own, running: new Map() };
  return own.map(({ name, description, parameters, readOnly }) => {
    return { name, description, parameters, readOnly };
  });
}

async function readInPage(paths: readonly string[]): Promise<void> {
  const inputs = globalThis.harness
    .files()
    .map((file, index) => ({ file, path: paths[index] ?? file.name }));
  for await (const event of globalThis.served.collection.add(inputs)) {
    void globalThis.reportReading(event);
  }
}

async function callInPage({
  call,
  name,
  args,
}: {
  readonly call: number;
  readonly name: string;
  readonly args: unknown;
}): Promise<ToolReply> {
  const { tools, running } = globalThis.served;
  const tool = tools.find((one) => one.name === name);
  if (!tool) throw new Error(`The page lacks the tool ${name}.`);
  const stop = new AbortController();
  running.set(call, stop);
  try {
    const { text } = await tool.run(args ?? {}, { signal: stop.signal });
    return { text, failed: false };
  } catch (error) {
    if (!globalThis.harness.library.PagehoundError.isInstance(error)) throw error;
    return { text: error.message, failed: true };
  } finally {
    running.delete(call);
  }
}

function stopInPage(call: number): void {
  globalThis.served.running.get(call)?.abort();
}

declare global {
  function reportReading(event: IngestEvent): Promise<void>;
  var served: {
    readonly collection: import("../src/index.js").Pagehound;
    readonly tools: readonly import("../src/agent/tools/standard-tools.js").DocumentTool[];
    readonly running: Map<number, AbortController>;
  };
}
