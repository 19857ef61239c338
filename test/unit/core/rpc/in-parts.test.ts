import { expect, it } from "vitest";
import type { CallOptions } from "../../../../src/core/call-options.js";
import { inParts, wholeOf } from "../../../../src/core/rpc/remote.js";
import { linkedPair } from "../../../linked-pair.js";

interface Lister {
  list(
    request: { length: number },
    options?: CallOptions<readonly number[]>,
  ): Promise<readonly number[]>;
}

const numbers = (length: number) => Array.from({ length }, (_, index) => index);

it.each([0, 1, 200, 201, 1_000])("a list of %i arrives complete and in order", async (length) => {
  const parts: number[] = [];
  const { remote, close } = linkedPair<Lister>({
    list: async ({ length }, options) => {
      const last = inParts(numbers(length), {
        onProgress: (part) => {
          parts.push(part.length);
          options?.onProgress?.(part);
        },
      });
      parts.push(last.length);
      return last;
    },
  });
  expect(await wholeOf((call) => remote.list({ length }, call), {})).toEqual(numbers(length));
  expect(Math.max(...parts)).toBeLessThanOrEqual(200);
  close(new Error("end of test"));
});

it("a caller without progress receives everything at once", () => {
  expect(inParts(numbers(1_000))).toHaveLength(1_000);
});
