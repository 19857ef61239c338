/**
 * Takes the data out of a stream of server-sent events
 * (https://html.spec.whatwg.org/multipage/server-sent-events.html), however it is cut into pieces.
 * Names, ids and retry times are passed over. An event that the end of the stream cuts off before its
 * empty line counts, since some servers leave that line out.
 */
export class EventStreamParser {
  readonly #decoder = new TextDecoder();
  #line = "";
  #data: string[] = [];
  #afterReturn = false;

  /** The data of the events that these bytes complete. */
  push(bytes: Uint8Array): string[] {
    return this.#read(this.#decoder.decode(bytes, { stream: true }));
  }

  /** The data of what was left without an end. */
  end(): string[] {
    return this.#read(`${this.#decoder.decode()}\n\n`);
  }

  #read(text: string): string[] {
    const events: string[] = [];
    // The second half of a CRLF that was cut in two ends no line of its own.
    const whole = this.#afterReturn && text.startsWith("\n") ? text.slice(1) : text;
    if (text !== "") this.#afterReturn = text.endsWith("\r");
    let from = 0;
    for (const ending of whole.matchAll(/\r\n|\r|\n/g)) {
      const event = this.#endLine(this.#line + whole.slice(from, ending.index));
      if (event !== null) events.push(event);
      this.#line = "";
      from = ending.index + ending[0].length;
    }
    this.#line += whole.slice(from);
    return events;
  }

  #endLine(line: string): string | null {
    if (line === "") {
      const data = this.#data;
      this.#data = [];
      return data.length === 0 ? null : data.join("\n");
    }
    const match = /^data(?:: ?(.*))?$/s.exec(line);
    if (match) this.#data.push(match[1] ?? "");
    return null;
  }
}

/** The data of each event of a body; `onBytes` is called whenever something came. */
export async function* readEvents(
  body: ReadableStream<Uint8Array>,
  onBytes: () => void,
): AsyncGenerator<string, void, undefined> {
  const reader = body.getReader();
  const parser = new EventStreamParser();
  try {
    for (let read = await reader.read(); !read.done; read = await reader.read()) {
      onBytes();
      yield* parser.push(read.value);
    }
    yield* parser.end();
  } finally {
    reader.cancel().catch(() => {});
  }
}
