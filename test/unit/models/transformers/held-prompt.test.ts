import { expect, test } from "vitest";
import { HeldPrompt } from "../../../../src/models/transformers/held-prompt.js";
import type { Memory, Network } from "../../../../src/models/transformers/network.js";

/** A network whose memories are the tokens they contain. */
function network(cuts: boolean): { network: Network; freed: string[] } {
  const freed: string[] = [];
  return {
    freed,
    network: {
      read: () => Promise.reject(new Error("Nothing is read here.")),
      cut: async (memory, length) =>
        cuts ? memoryOf(textOf(memory).split(" ").slice(0, length).map(Number)) : null,
      forget: (memory) => void freed.push(textOf(memory)),
    },
  };
}

const memoryOf = (tokens: readonly number[]): Memory =>
  ({ text: tokens.join(" ") }) as unknown as Memory;
const textOf = (memory: Memory | null): string =>
  (memory as unknown as { text: string } | null)?.text ?? "";
const numbers = (from: number, to: number): number[] =>
  Array.from({ length: to - from }, (_, at) => from + at);

test("reads a prompt that continues the previous one from where that ended", async () => {
  const held = new HeldPrompt(network(false).network);
  held.hold([1, 2, 3], memoryOf([1, 2, 3]));
  const begun = await held.begin([1, 2, 3, 4]);
  expect(begun).toMatchObject({ reused: 3, stopAt: null });
  expect(textOf(begun.memory)).toBe("1 2 3");
});

test("reads the last token of a prompt again, because its logits are needed", async () => {
  const held = new HeldPrompt(network(true).network);
  held.hold([1, 2, 3], memoryOf([1, 2, 3]));
  const begun = await held.begin([1, 2, 3]);
  expect(begun.reused).toBe(2);
  expect(textOf(begun.memory)).toBe("1 2");
});

test("cuts a memory with one entry per token where two prompts diverge", async () => {
  const held = new HeldPrompt(network(true).network);
  held.hold([1, 2, 3, 9, 9], memoryOf([1, 2, 3, 9, 9]));
  const begun = await held.begin([1, 2, 3, 4, 5]);
  expect(begun.reused).toBe(3);
  expect(textOf(begun.memory)).toBe("1 2 3");
});

test("keeps the common beginning of two prompts for other models, and frees it when replaced", async () => {
  const { network: fake, freed } = network(false);
  const held = new HeldPrompt(fake);
  const head = numbers(0, 40);
  await held.begin([...head, 100, 101]);
  held.hold([...head, 100, 101], memoryOf([...head, 100, 101]));

  const second = await held.begin([...head, 200, 201]);
  expect(second).toMatchObject({ reused: 0, memory: null, stopAt: 40 });
  expect(freed).toEqual([[...head, 100, 101].join(" ")]);
  const kept = memoryOf(head);
  held.keepHead(head, kept);
  expect(held.isHead(kept)).toBe(true);
  held.hold([...head, 200, 201], memoryOf([...head, 200, 201]));

  const third = await held.begin([...head, 300]);
  expect(third).toMatchObject({ reused: 40, memory: kept, stopAt: null });
  held.keepHead([7], memoryOf([7]));
  expect(freed.at(-1)).toBe(head.join(" "));
});
