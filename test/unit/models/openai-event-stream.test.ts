import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { EventStreamParser, readEvents } from "../../../src/models/openai/read-reply.js";

function parse(...pieces: readonly (string | Uint8Array)[]): string[] {
  const parser = new EventStreamParser();
  const encoder = new TextEncoder();
  const events = pieces.flatMap((piece) =>
    parser.push(typeof piece === "string" ? encoder.encode(piece) : piece),
  );
  return [...events, ...parser.end()];
}

describe("server-sent events", () => {
  it("returns the data of each event", () => {
    expect(parse("data: one\n\ndata: two\n\n")).toEqual(["one", "two"]);
  });

  it("joins the lines of one event", () => {
    expect(parse("data: one\ndata:two\ndata\ndata:  three\n\n")).toEqual(["one\ntwo\n\n three"]);
  });

  it("skips comments, names, ids and unknown fields", () => {
    expect(parse(": ping\n\nevent: message\nid: 7\nretry: 10\ndatabase: x\ndata: x\n\n")).toEqual([
      "x",
    ]);
  });

  it("accepts any line ending, even one that is split in two", () => {
    expect(parse("data: one\r\n\r\ndata: two\r\rdata: three\n\n")).toEqual(["one", "two", "three"]);
    expect(parse("data: one\r", "\n", "\r", "\ndata: two\r", "\n\r\n")).toEqual(["one", "two"]);
    expect(parse("data: a\r", "data: b\r\r")).toEqual(["a\nb"]);
  });

  it("skips a byte order mark", () => {
    expect(parse(Uint8Array.of(0xef, 0xbb, 0xbf), "data: x\n\n")).toEqual(["x"]);
  });

  it("returns the last event even without its empty line", () => {
    expect(parse("data: one\n\ndata: last")).toEqual(["one", "last"]);
    expect(parse("data: last\r")).toEqual(["last"]);
  });

  it("reads the same events however the bytes are split", () => {
    const part = fc.oneof(
      fc.constantFrom("data", ": ", ":", "\n", "\r", "\r\n", "\n\n", "event: x", "{}", "[DONE]"),
      fc.string({ unit: "grapheme" }),
    );
    fc.assert(
      fc.property(
        fc.array(part, { maxLength: 40 }).map((parts) => parts.join("")),
        fc.array(fc.nat(), { maxLength: 20 }),
        (text, places) => {
          const bytes = new TextEncoder().encode(text);
          const cuts = [0, ...places.map((place) => place % (bytes.length + 1)), bytes.length];
          cuts.sort((a, b) => a - b);
          const pieces = cuts.slice(1).map((cut, index) => bytes.slice(cuts[index], cut));
          expect(parse(...pieces)).toEqual(parse(bytes));
        },
      ),
      { numRuns: 500 },
    );
  });

  it("returns any JSON that was sent", () => {
    fc.assert(
      fc.property(fc.array(fc.json()), fc.constantFrom("\n", "\r", "\r\n"), (sent, ending) => {
        const lines = sent.map((data) => `data: ${data}${ending}${ending}`);
        expect(parse(lines.join(""))).toEqual(sent);
      }),
    );
  });

  it("ends the transfer when nobody reads any further", async () => {
    let cancelled = false;
    const body = new ReadableStream<Uint8Array>({
      start: (controller) => controller.enqueue(new TextEncoder().encode("data: 1\n\ndata: 2\n\n")),
      cancel: () => {
        cancelled = true;
      },
    });
    for await (const data of readEvents(body, { bytes: 100, silence: 60_000 })) {
      expect(data).toBe("1");
      break;
    }
    expect(cancelled).toBe(true);
  });
});
