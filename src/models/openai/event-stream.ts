import { type BodyBounds, BodyOutOfBounds, boundedPieces } from "../../core/bounded-body.js";

/** Characters of an event at most: a line or an event without end is not waited for. */
const longestEvent = 2 ** 20;

/**
 * Takes the data out of a stream of server-sent events
 * (https://html.spec.whatwg.org/multipage/server-sent-events.html), however it is cut into pieces.
 * Names, ids and retry times are passed over. An event that the end of the stream cuts off before its
 * empty line counts, since some servers leave that line out. An event of more than a million
 * characters throws `BodyOutOfBounds`.
 */
export class EventStreamParser {
  readonly #decoder = new TextDecoder();
  #line = "";
  #data: string[] = [];
  #dataLength = 0;
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
    if (this.#line.length > longestEvent) throw new BodyOutOfBounds("bytes");
    return events;
  }

  #endLine(line: string): string | null {
    if (line === "") {
      const data = this.#data;
      this.#data = [];
      this.#dataLength = 0;
      return data.length === 0 ? null : data.join("\n");
    }
    const match = /^data(?:: ?(.*))?$/s.exec(line);
    if (!match) return null;
    const data = match[1] ?? "";
    // Empty lines of data count as well.
    this.#dataLength += data.length + 1;
    if (this.#dataLength > longestEvent) throw new BodyOutOfBounds("bytes");
    this.#data.push(data);
    return null;
  }
}

/** The data of each event of a body. Throws `BodyOutOfBounds`, or what the browser throws. */
export async function* readEvents(
  body: ReadableStream<Uint8Array>,
  bounds: BodyBounds,
): AsyncGenerator<string, void, undefined> {
  const parser = new EventStreamParser();
  for await (const piece of boundedPieces(body, bounds)) yield* parser.push(piece);
  yield* parser.end();
}
