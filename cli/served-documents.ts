import { setTimeout } from "node:timers/promises";
import type { Page } from "playwright-core";
import { PagehoundError } from "../src/core/errors.js";
import type { IngestEvent } from "../src/index.js";
import { findTool } from "../src/tools/check-tools.js";
import type { ToolDefinition } from "../src/tools/index.js";
import type { Driver } from "./driver.js";
import { collectionPaths, type GatheredFiles } from "./gather-files.js";
import { endsFile } from "./progress.js";

/** What a tool call came to: a text for the model, or what the model can mend. */
export interface ToolReply {
  readonly text: string;
  readonly failed: boolean;
}

/** How long a call waits for files that are still read, in milliseconds: assistants give up after a minute. */
const patience = 20_000;

/** Documents of this machine in a driven browser, and the tools to ask them with. */
export class ServedDocuments {
  /** As a model is told of them. */
  readonly tools: readonly ToolDefinition[];
  readonly #page: Page;
  readonly #files: number;
  readonly #reading: Promise<void>;
  readonly #refused: string[];
  #settled = 0;
  #calls = 0;

  private constructor(
    page: Page,
    tools: readonly ToolDefinition[],
    { files, unread }: { readonly files: number; readonly unread: readonly string[] },
    read: (told: (event: IngestEvent) => void) => Promise<void>,
  ) {
    this.#page = page;
    this.tools = tools;
    this.#files = files;
    this.#refused = [...unread];
    this.#reading = read((event) => {
      if (event.type === "document-refused") this.#refused.push(`${event.path}: ${event.message}`);
      if (endsFile(event)) this.#settled++;
    });
    // Whoever calls a tool is told of it.
    this.#reading.catch(() => {});
  }

  /** Begins to read files; they can be asked at once. */
  static async open(
    { page, setFiles }: Driver,
    { files, skipped }: GatheredFiles,
    onProgress: (event: IngestEvent) => void,
  ): Promise<ServedDocuments> {
    await setFiles(files.map(({ file }) => file));
    let told: (event: IngestEvent) => void = () => {};
    await page.exposeFunction("reportReading", (event: IngestEvent) => {
      told(event);
      onProgress(event);
    });
    const tools = await page.evaluate(openInPage);
    // Named like documents, without their place on this machine.
    const names = collectionPaths(skipped.map(({ file }) => ({ path: file })));
    const unread = skipped.map(({ file, message }, at) =>
      message.replace(file, () => names[at] ?? file),
    );
    return new ServedDocuments(page, tools, { files: files.length, unread }, (next) => {
      told = next;
      return page.evaluate(readInPage, collectionPaths(files));
    });
  }

  /**
   * Carries out a call. Waits for files that are still read, though not for ever; what was not read by
   * then is told in the text. Rejects with the signal's reason, and where Pagehound itself failed.
   */
  async call(name: string, given: unknown, signal: AbortSignal): Promise<ToolReply> {
    signal.throwIfAborted();
    const known = this.#toolOf(name);
    if ("failed" in known) return known;
    const call = ++this.#calls;
    const aborted = new Promise<never>((_resolve, reject) => {
      signal.addEventListener("abort", () => {
        this.#page.evaluate(stopInPage, call).catch(() => {});
        reject(signal.reason);
      });
    });
    await Promise.race([this.#reading, setTimeout(patience, undefined, { ref: false }), aborted]);
    const called = this.#page.evaluate(callInPage, { call, name: known.name, given });
    const reply = await Promise.race([called, aborted]);
    const notes = [this.#unread(), known.name === "list_documents" ? this.#unreadable() : ""];
    return { ...reply, text: [...notes, reply.text].filter((part) => part !== "").join("\n\n") };
  }

  /** The tool of that name, or what the model is told that there are. */
  #toolOf(name: string): ToolDefinition | ToolReply {
    try {
      return findTool(this.tools, name);
    } catch (error) {
      if (!PagehoundError.isInstance(error)) throw error;
      return { text: error.message, failed: true };
    }
  }

  #unread(): string {
    const rest = this.#files - this.#settled;
    if (rest <= 0) return "";
    return `${this.#settled} of ${this.#files} files are read so far. The others cannot be found yet: ask again in a while.`;
  }

  #unreadable(): string {
    return this.#refused.map((one) => `Not read: ${one}`).join("\n");
  }
}

async function openInPage(): Promise<ToolDefinition[]> {
  const { library, tools } = globalThis.harness;
  const collection = await library.Pagehound.open({ name: "served" });
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
  given,
}: {
  readonly call: number;
  readonly name: string;
  readonly given: unknown;
}): Promise<ToolReply> {
  const { tools, running } = globalThis.served;
  const tool = tools.find((one) => one.name === name);
  if (!tool) throw new Error(`The page lacks the tool ${name}.`);
  const stop = new AbortController();
  running.set(call, stop);
  try {
    const { text } = await tool.run(given ?? {}, { signal: stop.signal });
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
    readonly tools: readonly import("../src/tools/index.js").DocumentTool[];
    readonly running: Map<number, AbortController>;
  };
}
