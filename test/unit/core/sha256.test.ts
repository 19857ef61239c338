import { createHash } from "node:crypto";
import fc from "fast-check";
import { expect, test } from "vitest";
import { Sha256 } from "../../../src/core/sha256.js";
import { tries } from "../../tries.js";

function hashed(pieces: readonly Uint8Array[]): string {
  const hash = new Sha256();
  for (const piece of pieces) hash.add(piece);
  return hash.digest();
}

test("is what the standard says, however the bytes are cut", () => {
  const pieces = fc.array(fc.uint8Array({ maxLength: 200 }), { maxLength: 8 });
  fc.assert(
    fc.property(pieces, (some) => {
      expect(hashed(some)).toBe(createHash("sha256").update(Buffer.concat(some)).digest("hex"));
    }),
    { numRuns: tries(200, 5000) },
  );
});

test("is so for a file of some megabytes", () => {
  const bytes = Uint8Array.from({ length: 3_000_001 }, (_, at) => (at * 31) % 251);
  const cut = [bytes.subarray(0, 65_537), bytes.subarray(65_537)];
  expect(hashed(cut)).toBe(createHash("sha256").update(bytes).digest("hex"));
});
