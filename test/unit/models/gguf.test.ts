import { readFile } from "node:fs/promises";
import { describe, expect, test } from "vitest";
import { learnPieces } from "../../fixtures/models/learn-pieces.js";
import { makeRandomGguf } from "../../fixtures/models/make-gguf.js";
import { randomVocabulary } from "../../fixtures/models/random-vocabulary.js";
import { storedRandomGguf } from "../../fixtures/models/stored-gguf.js";

const text = "the profit of the company and the profits of other companies ".repeat(3);

describe("a GGUF file with random weights", () => {
  test("a GGUF file with random weights has version 3, and the length of its tensors", () => {
    const bytes = makeRandomGguf({ text, contextLength: 512 });
    const view = new DataView(bytes.buffer);
    expect(new TextDecoder().decode(bytes.subarray(0, 4))).toBe("GGUF");
    expect(view.getUint32(4, true)).toBe(3);
    // Two layers of nine tensors, the embedding, the last norm and the output.
    expect(view.getBigUint64(8, true)).toBe(21n);
    expect(bytes.length % 32).toBe(0);
  });

  test("a GGUF file with random weights has “random” in its name", () => {
    const head = new TextDecoder("latin1").decode(
      makeRandomGguf({ text, seed: 7 }).subarray(0, 300),
    );
    expect(head).toContain("random weights, seed 7");
  });

  test("a GGUF file with random weights is the same for the same options, and different for another seed", () => {
    const first = Buffer.from(makeRandomGguf({ text }));
    expect(first.equals(makeRandomGguf({ text }))).toBe(true);
    expect(first.equals(makeRandomGguf({ text, seed: 2 }))).toBe(false);
  });

  test("a GGUF file with random weights is written once for Node", async () => {
    const path = await storedRandomGguf();
    expect(path).toMatch(/random-[0-9a-f]{12}\.gguf$/);
    expect((await readFile(path)).subarray(0, 4).toString()).toBe("GGUF");
    expect(await storedRandomGguf()).toBe(path);
  });
});

describe("its vocabulary", () => {
  test("a vocabulary lists every byte and every printable character once", () => {
    const { tokens } = randomVocabulary(text, 100);
    expect(new Set(tokens).size).toBe(tokens.length);
    expect(tokens.filter((token) => /^<0x[0-9A-F]{2}>$/.test(token))).toHaveLength(256);
    for (let code = 0x21; code < 0x7f; code++) expect(tokens).toContain(String.fromCharCode(code));
  });

  test("learns the most frequent pieces, and can build each from two others", () => {
    const pieces = learnPieces(text, 100).map((piece) => piece.text);
    expect(pieces).toContain("\u2581profit");
    expect(pieces.length).toBeLessThanOrEqual(100);
    const known = new Set([..."\u2581abcdefghijklmnopqrstuvwxyz"]);
    for (const piece of pieces) {
      const cuts = Array.from({ length: piece.length - 1 }, (_, at) => at + 1);
      expect(cuts.some((at) => known.has(piece.slice(0, at)) && known.has(piece.slice(at)))).toBe(
        true,
      );
      known.add(piece);
    }
  });
});
