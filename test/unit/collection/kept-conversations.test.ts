import { expect, it } from "vitest";
import { KeptConversations } from "../../../src/collection/kept-conversations.js";
import type { CollectionServices } from "../../../src/collection/services.js";
import type { DocumentCache } from "../../../src/collection/sync/document-cache.js";
import { type StoredTurn, turnVersion } from "../../../src/store/schema.js";

const turn = (number: number, version?: number): StoredTurn => ({
  ...{ conversation: "c", number, question: `q${number}`, standalone: `s${number}` },
  ...{ text: `t${number}`, answer: { number } },
  ...(version === undefined ? {} : { version }),
});
// The second one was stored by a newer version.
const turns = [turn(1), turn(2, turnVersion + 1), turn(3, turnVersion)];
const traces = turns.map(({ number }) => ({ conversation: "c", number, trace: { of: number } }));
const conversation = { id: "c", title: "q1", turns: 3, startedAt: 1, updatedAt: 3 };
const kept = new KeptConversations({
  store: {
    conversations: {
      whole: async () => ({ conversation, turns, traces }),
      lastTurns: async () => turns,
    },
  } as unknown as CollectionServices["store"],
  cache: { get: () => undefined, all: () => [] } as unknown as DocumentCache,
});

it("reads turns without a version, and only counts turns written by a newer version", async () => {
  const read = await kept.conversation({ id: "c" });
  expect(read.turns.map(({ question, trace }) => [question, trace])).toEqual([
    ["q1", { of: 1 }],
    ["q3", { of: 3 }],
  ]);
  expect(read.leftOut).toBe(1);
});

it("does not use turns written by a newer version as context", async () => {
  expect((await kept.pastTurns({ id: "c", limit: 6 })).map((turn) => turn.asked)).toEqual([
    "q1",
    "q3",
  ]);
});
