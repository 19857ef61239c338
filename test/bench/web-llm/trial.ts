import type { ChatMessage, ChatReply } from "../../../src/index.js";
import type { Driver } from "../../driver/driver.js";
import { graphicsMemory } from "../scale/process-memory.js";
import { type Asked, askInWidget } from "./ask-in-widget.js";
import {
  type Completed,
  type CompleteRequest,
  completeInPage,
  type LoadedModel,
  loadInPage,
} from "./in-page.js";
import type { FolderModel } from "./model-folder.js";

/** The adapter to use: Chromium's software adapter, or the machine's graphics card. */
export type AdapterKind = "software" | "hardware";

/** Chromium arguments that enable WebGPU in headless mode. */
export const adapterArguments: Readonly<Record<AdapterKind, readonly string[]>> = {
  software: ["--enable-unsafe-webgpu", "--use-webgpu-adapter=swiftshader"],
  // On Linux, WebGPU must be enabled and runs on Vulkan.
  hardware: ["--enable-unsafe-webgpu", "--ignore-gpu-blocklist", "--enable-features=Vulkan"],
};

/** Everything done with a model so far. */
export interface Outcome {
  load?: LoadedModel;
  first?: Completed;
  /** The next turn of the conversation, and the same messages with nothing cached. */
  continued?: Completed;
  reread?: Completed;
  grammar?: Completed;
  stoppedWriting?: Completed;
  stoppedReading?: Completed;
  /** The reply after an abort during reading. */
  afterReading?: Completed;
  widgetAnswer?: Asked;
  /**
   * Bytes used by pages and graphics with the model loaded; null if the system does not report
   * them.
   */
  memory?: number | null;
  reload?: LoadedModel;
}

/** A guarantee that the engine makes for any model. */
export interface Step {
  readonly name: string;
  /** Runs the step, records the result, and resolves to whether the guarantee held. */
  run(trial: Trial): Promise<boolean>;
}

const system: ChatMessage = { role: "system", content: "Answer in one sentence." };
const user = (content: string): ChatMessage => ({ role: "user", content });
export const firstMessages: readonly ChatMessage[] = [
  system,
  user("What is the capital of France?"),
];
const city = {
  type: "object",
  properties: { city: { type: "string", maxLength: 20 } },
  required: ["city"],
  additionalProperties: false,
} as const;
const sentence = "The ferry leaves at nine and carries forty passengers to the island. ";
const maxTokens = 24;

/**
 * A model under test in the harness page of a browser, where its folder is served as `/models/`.
 */
export class Trial {
  readonly outcome: Outcome = {};
  readonly driver: Driver;
  readonly #found: FolderModel;

  constructor(driver: Driver, found: FolderModel) {
    this.driver = driver;
    this.#found = found;
  }

  /** The context length to load the model with: enough for the question about a document. */
  get contextLength(): number {
    return Math.min(2048, this.#found.model.contextLength);
  }

  load(): Promise<LoadedModel> {
    const { variant, model } = this.#found;
    const { contextLength } = this;
    return this.driver.page.evaluate(loadInPage, { variant, model, contextLength });
  }

  complete(request: CompleteRequest): Promise<Completed> {
    return this.driver.page.evaluate(completeInPage, request);
  }

  /** True if the first question gets the same reply as before. */
  async repeatsItself(): Promise<boolean> {
    return isSame(await this.complete({ messages: firstMessages, maxTokens }), this.outcome.first);
  }

  /** The messages of the conversation's second turn. */
  get secondMessages(): readonly ChatMessage[] {
    const content = this.outcome.first?.reply?.content ?? "";
    return [...firstMessages, { role: "assistant", content }, user("And of Germany?")];
  }
}

/** True if both are complete and identical. */
function isSame(one: Completed | undefined, other: Completed | undefined): boolean {
  return one?.reply != null && one.reply.content === other?.reply?.content;
}

/** The steps in order; each needs the previous ones. */
export const steps: readonly Step[] = [
  {
    name: "loads, and reports each phase",
    async run(trial) {
      const load = await trial.load();
      trial.outcome.load = load;
      return load.phases.join() === "download,prepare,check";
    },
  },
  {
    name: "streams its reply, and reports how far the prompt is read",
    async run(trial) {
      const first = await trial.complete({ messages: firstMessages, maxTokens });
      trial.outcome.first = first;
      const { reply, pieces, read } = first;
      const isWhole = reply !== null && reply.content !== "" && pieces.join("") === reply.content;
      return isWhole && pieces.length > 1 && read.at(-1) === 1;
    },
  },
  {
    name: "continues the conversation without reading it again",
    async run(trial) {
      const continued = await trial.complete({ messages: trial.secondMessages, maxTokens });
      trial.outcome.continued = continued;
      return (continued.reply?.usage.reusedTokens ?? 0) > 0;
    },
  },
  {
    name: "keeps to a schema",
    async run(trial) {
      const messages = [system, user("What is the capital of Italy?")];
      const grammar = await trial.complete({ messages, schema: city, maxTokens });
      trial.outcome.grammar = grammar;
      return /^\{"city":"[^"]*"\}$/.test(grammar.reply?.content ?? "");
    },
  },
  {
    name: "had read the same prompt, to the token, as when it reads all of it",
    async run(trial) {
      const reread = await trial.complete({ messages: trial.secondMessages, maxTokens });
      trial.outcome.reread = reread;
      const { continued } = trial.outcome;
      const { promptTokens, reusedTokens } = reread.reply?.usage ?? {};
      const isAsLong = promptTokens === continued?.reply?.usage.promptTokens;
      return reusedTokens === 0 && isAsLong && isSame(reread, continued);
    },
  },
  {
    name: "stops while it writes, and answers the next request as before",
    async run(trial) {
      const stopped = await trial.complete({ messages: firstMessages, abort: "writing" });
      trial.outcome.stoppedWriting = stopped;
      const isStopped = stopped.failure === "stopped" && stopped.pieces.length > 1;
      return isStopped && (await trial.repeatsItself());
    },
  },
  {
    name: "stops while it reads, and answers the next request as before",
    async run(trial) {
      const messages = [system, user(sentence.repeat(10))];
      const stopped = await trial.complete({ messages, abort: "reading" });
      trial.outcome.stoppedReading = stopped;
      const after = await trial.complete({ messages: firstMessages, maxTokens });
      trial.outcome.afterReading = after;
      const isStopped = stopped.failure === "stopped" && stopped.pieces.length === 0;
      return isStopped && isSame(after, trial.outcome.first);
    },
  },
  {
    name: "refuses a prompt over its context",
    async run(trial) {
      const prompt = sentence.repeat(Math.ceil(trial.contextLength / 10));
      const { failure } = await trial.complete({ messages: [system, user(prompt)] });
      return failure === "context-exceeded";
    },
  },
  {
    name: "answers a question over a short PDF, whose citation opens",
    async run(trial) {
      const widgetAnswer = await askInWidget(trial.driver);
      trial.outcome.widgetAnswer = widgetAnswer;
      trial.outcome.memory = await graphicsMemory();
      return (
        widgetAnswer.kind === "answered" &&
        widgetAnswer.replies.length > 0 &&
        widgetAnswer.marked !== ""
      );
    },
  },
  {
    name: "says that the graphics device was lost, and answers the next request as before",
    async run(trial) {
      const { page, context } = trial.driver;
      const lost = trial.complete({ messages: [system, user(sentence.repeat(10))] });
      await page.waitForFunction(() => globalThis.webLlmHasRead, null, { timeout: 0 });
      const session = await context.newCDPSession(page);
      await session.send("Browser.crashGpuProcess");
      return (await lost).failure === "device-lost" && (await trial.repeatsItself());
    },
  },
  {
    name: "loads from storage without a request, and answers as before",
    async run(trial) {
      const { driver } = trial;
      const requested: string[] = [];
      await driver.reload();
      driver.context.on("request", (request) => {
        const { pathname } = new URL(request.url());
        if (pathname.startsWith("/models/")) requested.push(pathname);
      });
      trial.outcome.reload = await trial.load();
      return requested.length === 0 && (await trial.repeatsItself());
    },
  },
  {
    name: "is closed once it is unloaded",
    async run(trial) {
      await trial.driver.page.evaluate(() => globalThis.loadedModel?.unload());
      const { failure } = await trial.complete({ messages: firstMessages });
      return failure === "closed";
    },
  },
];

/** Tokens read and written per second over several replies. */
export function speedsOf(replies: readonly Pick<ChatReply, "usage" | "timing">[]): {
  readonly read: number;
  readonly written: number;
} {
  let [read, reading, written, writing] = [0, 0, 0, 0];
  for (const { usage, timing } of replies) {
    const first = timing.firstToken ?? timing.total;
    read += usage.promptTokens - (usage.reusedTokens ?? 0);
    reading += first;
    // The first token is generated together with reading the prompt.
    written += Math.max(0, usage.completionTokens - 1);
    writing += timing.total - first;
  }
  return { read: (read / reading) * 1000, written: (written / writing) * 1000 };
}
