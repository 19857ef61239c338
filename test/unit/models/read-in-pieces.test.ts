import { describe, expect, it } from "vitest";
import {
  isSameComputation,
  type PromptReader,
  readInPieces,
} from "../../../src/models/web-llm/read-in-pieces.js";

/** A reader that takes this many milliseconds per token, with its calls. */
function slowReader(prompt: number, millisecondsPerToken: number) {
  const did: string[] = [];
  let [now, queued] = [0, 0];
  const reader: PromptReader = {
    prefillChunkSize: 1024,
    getInputData: async () => [[], prompt, null],
    embedAndForward: async (_input, length) => {
      did.push(`queue ${length}`);
      queued += length;
      return length;
    },
    device: {
      sync: async () => {
        now += queued * millisecondsPerToken;
        queued = 0;
        did.push("compute");
      },
    },
  };
  /** Reads the prompt as web-llm does: in chunks of one size, without interruption. */
  const read = async () => {
    const size = reader.prefillChunkSize;
    const [, total] = await reader.getInputData();
    for (let at = 0; at < total; at += size) {
      await reader.embedAndForward([], Math.min(size, total - at));
    }
  };
  return { reader, did, read, now: () => now };
}

describe("a prompt that is read in pieces", () => {
  it("computes each piece before the next is queued, and reports progress", async () => {
    const { reader, did, read, now } = slowReader(80, 1);
    const reading = readInPieces(reader, now);
    const reports: number[][] = [];
    reading.begin((...report) => reports.push(report));
    await read();
    expect(did).toEqual(["queue 32", "compute", "queue 32", "compute", "queue 16", "compute"]);
    expect(reports).toEqual([
      [32, 80],
      [64, 80],
      [80, 80],
    ]);
  });

  it.each([
    ["is read in pieces as large as web-llm allows on a fast card", 0.1, 1024],
    ["is read in pieces of half a second on a slower card", 5, 100],
    ["is read in pieces as large as a processor's kernels compute at once", 500, 8],
  ])("a prompt %s", async (_, millisecondsPerToken, size) => {
    const { reader, read, now } = slowReader(40, millisecondsPerToken);
    const reading = readInPieces(reader, now);
    reading.begin(() => {});
    await read();
    reading.begin(() => {});
    expect(reader.prefillChunkSize).toBe(size);
  });

  it("stops after the piece in which it is interrupted, and reads the next prompt", async () => {
    const { reader, did, read, now } = slowReader(80, 1);
    const reading = readInPieces(reader, now);
    reading.begin(() => reading.interrupt());
    await expect(read()).rejects.toThrow("not read completely");
    expect(did).toEqual(["queue 32", "compute"]);
    reading.begin(() => {});
    await read();
    expect(did.filter((step) => step === "compute")).toHaveLength(2);
  });

  it("uses the requested size, or web-llm's own", async () => {
    const { reader, did, read, now } = slowReader(20, 1);
    const reading = readInPieces(reader, now);
    reading.begin(() => {}, 8);
    await read();
    expect(did.filter((step) => step !== "compute")).toEqual(["queue 8", "queue 8", "queue 4"]);
    reading.begin(() => {}, Number.POSITIVE_INFINITY);
    expect(reader.prefillChunkSize).toBe(1024);
    did.length = 0;
    reading.end();
    await read();
    expect(did).toEqual(["queue 20"]);
  });

  it("does not wait for tokens of the reply", async () => {
    const { reader, did, read, now } = slowReader(8, 1);
    const reading = readInPieces(reader, now);
    reading.begin(() => {});
    await read();
    did.length = 0;
    reading.interrupt();
    expect(await reader.embedAndForward([], 1)).toBe(1);
    expect(did).toEqual(["queue 1"]);
  });
});

it.each([
  ["rounding", { token: "The", logprob: -0.42 }, true],
  ["another probability", { token: "The", logprob: -0.92 }, false],
  ["another token", { token: "You", logprob: -0.4 }, false],
])("a reply's first token distinguishes a fault from %s", (_, inPieces, isSame) => {
  expect(isSameComputation({ token: "The", logprob: -0.4 }, inPieces)).toBe(isSame);
});
