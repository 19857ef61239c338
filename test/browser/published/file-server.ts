/** How a test server behaves. */
export interface ServerHabits {
  /** Whether it serves ranges, as most servers do. */
  readonly ranges: boolean;
  /** Whether it sends versions, and nothing if the client has the current one. */
  readonly etags: boolean;
}

/** A request as it arrived, with the number of bytes sent. */
export interface Served {
  readonly range: string | null;
  readonly status: number;
  readonly bytes: number;
}

/**
 * A server with one file, in place of `fetch`, that counts requests for its URL. Real servers are
 * tested end to end.
 */
export class FileServer {
  readonly url: string = new URL("/published/handbook.pagehound", location.href).href;
  readonly served: Served[] = [];
  readonly habits: ServerHabits;
  /** Called before each response; a result other than null is sent instead. */
  before: (range: string | null, request: number) => Promise<Response | null> | Response | null =
    () => null;
  #file: Blob | null = null;
  #version = 0;
  readonly #fetch = globalThis.fetch;

  constructor(habits: ServerHabits) {
    this.habits = habits;
    globalThis.fetch = (input, init) => {
      const request = new Request(input, init);
      return request.url === this.url ? this.#answer(request) : this.#fetch(input, init);
    };
  }

  publish(file: Blob | null): void {
    this.#file = file;
    this.#version++;
  }

  /** The number of bytes sent since the last call. */
  sent(): number {
    const bytes = this.served.reduce((sum, each) => sum + each.bytes, 0);
    this.served.length = 0;
    return bytes;
  }

  close(): void {
    globalThis.fetch = this.#fetch;
  }

  async #answer(request: Request): Promise<Response> {
    const range = request.headers.get("Range");
    const other = await this.before(range, this.served.length);
    request.signal.throwIfAborted();
    const response = other ?? this.#respond(request, range);
    const bytes = (await response.clone().blob()).size;
    this.served.push({ range, status: response.status, bytes });
    return response;
  }

  #respond(request: Request, range: string | null): Response {
    const file = this.#file;
    if (!file) return new Response("Nothing here", { status: 404 });
    const etag = `"${this.#version}"`;
    const headers = this.habits.etags ? { ETag: etag } : new Headers();
    if (this.habits.etags && request.headers.get("If-None-Match") === etag) {
      return new Response(null, { status: 304, headers });
    }
    const bounds = /^bytes=(\d+)-(\d+)$/.exec(range ?? "");
    if (!this.habits.ranges || !bounds) return new Response(file, { headers });
    const [from, to] = [Number(bounds[1]), Math.min(Number(bounds[2]), file.size - 1)];
    if (from >= file.size) return new Response(null, { status: 416, headers });
    const part = new Headers(headers);
    part.set("Content-Range", `bytes ${from}-${to}/${file.size}`);
    return new Response(file.slice(from, to + 1), { status: 206, headers: part });
  }
}
