import { PagehoundError } from "../core/errors.js";
import type { ParseApi } from "../parse/api.js";
import { type Connection, connect } from "../rpc/connect.js";
import type { HostApi } from "./api.js";

/** A parse worker. */
interface Parser {
  readonly id: number;
  readonly remote: ParseApi;
}

/** How long a parse worker may wait for work before it is ended; pdf.js keeps memory. */
const idleMilliseconds = 10_000;

/** Lends parse workers, starting them when needed, `size` at most. */
export class ParserPool {
  readonly #host: HostApi;
  readonly #size: number;
  readonly #connections = new Map<number, Connection<ParseApi>>();
  readonly #idle: Parser[] = [];
  readonly #waiting: (() => void)[] = [];
  #lent = 0;
  #idleTimer: ReturnType<typeof setTimeout> | undefined;

  constructor(host: HostApi, size: number) {
    this.#host = host;
    this.#size = size;
  }

  /** Waits for a parser and lends it to `use`. A parser whose work is aborted is ended, since it may be deep inside a page. */
  async lend<T>(signal: AbortSignal, use: (parser: Parser) => Promise<T>): Promise<T> {
    const parser = await this.#acquire(signal);
    try {
      return await use(parser);
    } finally {
      if (signal.aborted)
        this.#end(parser.id, new PagehoundError("closed", "The reader was stopped."));
      this.#release(parser);
    }
  }

  async #acquire(signal: AbortSignal): Promise<Parser> {
    while (this.#lent >= this.#size) await this.#turn(signal);
    signal.throwIfAborted();
    clearTimeout(this.#idleTimer);
    this.#lent++;
    const idle = this.#idle.pop();
    if (idle) return idle;
    try {
      const { parser, port } = await this.#host.startParser(null);
      const connection = connect<ParseApi>(port);
      this.#connections.set(parser, connection);
      return { id: parser, remote: connection.remote };
    } catch (error) {
      this.#returned();
      throw error;
    }
  }

  #release(parser: Parser): void {
    if (this.#connections.has(parser.id)) this.#idle.push(parser);
    this.#returned();
    if (this.#lent === 0) this.#idleTimer = setTimeout(() => this.#endIdle(), idleMilliseconds);
  }

  /** Rejects the calls of a parser that died; whoever holds it still gives it back. */
  failed(id: number, message: string): void {
    this.#end(id, new PagehoundError("worker-failed", message));
    const index = this.#idle.findIndex((parser) => parser.id === id);
    if (index >= 0) this.#idle.splice(index, 1);
  }

  #end(id: number, error: PagehoundError): void {
    this.#connections.get(id)?.close(error);
    if (this.#connections.delete(id)) void this.#host.endParser({ parser: id });
  }

  #endIdle(): void {
    for (const { id } of this.#idle.splice(0)) {
      this.#end(id, new PagehoundError("closed", "The reader was idle and was ended."));
    }
  }

  #returned(): void {
    this.#lent--;
    this.#waiting.shift()?.();
  }

  #turn(signal: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      const turn = () => {
        signal.removeEventListener("abort", abort);
        resolve();
      };
      const abort = () => {
        this.#waiting.splice(this.#waiting.indexOf(turn), 1);
        reject(signal.reason);
      };
      signal.addEventListener("abort", abort, { once: true });
      this.#waiting.push(turn);
    });
  }
}
