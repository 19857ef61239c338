import type { AgentApi, AgentHostApi, AskRequest } from "../agent/api.js";
import type { Replay } from "../agent/trace/compare-runs.js";
import type { AgentEvent, Trace } from "../agent/trace/trace.js";
import type { CollectionApi } from "../collection/api.js";
import { type CallOptions, untilAborted } from "../core/call-options.js";
import { PagehoundError } from "../core/errors.js";
import { type Connection, connect, transfer } from "../rpc/remote.js";
import { serve } from "../rpc/serve.js";
import type { HostedWorker } from "../rpc/worker-host.js";
import { FoundTools } from "./page-tools.js";
import { startAgentWorker } from "./workers.js";

/** What one question needs of the page: `AgentHostApi`, without having to say for which question. */
export interface QuestionHost {
  complete: WithoutRun<AgentHostApi["complete"]>;
  callTool: WithoutRun<AgentHostApi["callTool"]>;
  askSource: WithoutRun<AgentHostApi["askSource"]>;
}

type WithoutRun<Method> = Method extends (
  request: infer Request,
  options?: infer Options,
) => infer Reply
  ? (request: Omit<Request, "run">, options: NonNullable<Options>) => Reply
  : never;

interface RunningAgent {
  readonly worker: HostedWorker;
  readonly connection: Connection<AgentApi>;
  readonly stop: () => void;
  /** Settles when the worker knows its ports. */
  readonly ready: Promise<void>;
}

/** The agent worker: started with the first question, and again with the next one after it died. */
export class AgentConnection {
  readonly #collection: CollectionApi;
  readonly #workerBase: string | null;
  readonly #hosts = new Map<number, { host: QuestionHost; signal: AbortSignal }>();
  /** What conversations have used and found of tools that did not all have room. */
  readonly found: FoundTools = new FoundTools();
  #agent: RunningAgent | null = null;
  #runs = 0;
  #closed: PagehoundError | null = null;

  constructor(collection: CollectionApi, workerBase: string | null) {
    this.#collection = collection;
    this.#workerBase = workerBase;
  }

  /** Answers a question; see `AgentApi.ask`. Throws `worker-failed` when the worker dies. */
  async ask(
    request: AskRequest,
    host: QuestionHost,
    { signal, onProgress }: CallOptions<AgentEvent>,
  ): Promise<void> {
    const run = ++this.#runs;
    const over = new AbortController();
    // What the page does for a question ends with it, whether or not the worker still says so.
    const ends = signal ? AbortSignal.any([signal, over.signal]) : over.signal;
    this.#hosts.set(run, { host, signal: ends });
    try {
      const agent = await this.#running(signal);
      await agent.ask({ ...request, run }, { signal, onProgress });
    } finally {
      this.#hosts.delete(run);
      over.abort();
    }
  }

  /** Runs a trace again; see `AgentApi.replay`. */
  async replay(trace: Trace, options: CallOptions): Promise<Replay> {
    const agent = await this.#running(options.signal);
    return agent.replay({ trace }, options);
  }

  /** Ends the worker. Questions that wait, and later ones, reject with `error`. */
  close(error: PagehoundError): void {
    this.#closed = error;
    this.#end(error);
  }

  async #running(signal: AbortSignal | undefined): Promise<AgentApi> {
    if (this.#closed) throw this.#closed;
    signal?.throwIfAborted();
    this.#agent ??= this.#begin();
    const { ready, connection } = this.#agent;
    // A worker may take its time to start; a question that is given up does not wait for it.
    await untilAborted(ready, signal);
    return connection.remote;
  }

  #begin(): RunningAgent {
    const worker = startAgentWorker(this.#workerBase);
    const connection = connect<AgentApi>(worker.port);
    const collection = new MessageChannel();
    const host = new MessageChannel();
    const stop = serve<AgentHostApi>(host.port1, {
      complete: ({ run, ...request }, options) =>
        this.#forRun(run, options, (each, call) => each.complete(request, call)),
      callTool: ({ run, ...request }, options) =>
        this.#forRun(run, options, (each, call) => each.callTool(request, call)),
      askSource: ({ run, ...request }, options) =>
        this.#forRun(run, options, (each, call) => each.askSource(request, call)),
    });
    worker.onFailure = (error) => this.#end(error);
    const ports = { collection: collection.port2, host: host.port2 };
    const ready = Promise.all([
      this.#collection.share(transfer({ port: collection.port1 }, [collection.port1])),
      connection.remote.connect(transfer(ports, [ports.collection, ports.host])),
    ]).then(() => {});
    ready.catch(() => {});
    return { worker, connection, stop, ready };
  }

  #end(error: PagehoundError): void {
    const agent = this.#agent;
    this.#agent = null;
    agent?.connection.close(error);
    agent?.stop();
    agent?.worker.end();
  }

  async #forRun<T, Progress>(
    run: number,
    options: CallOptions<Progress> = {},
    work: (host: QuestionHost, options: CallOptions<Progress>) => Promise<T>,
  ): Promise<T> {
    const question = this.#hosts.get(run);
    if (!question) throw new PagehoundError("closed", "The question is no longer being answered.");
    const signal = options.signal
      ? AbortSignal.any([question.signal, options.signal])
      : question.signal;
    signal.throwIfAborted();
    return work(question.host, { ...options, signal });
  }
}
