import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { ConversationList } from "../../../../src/element/ask/conversation-list.js";
import type { ConversationSummary } from "../../../../src/index.js";
import { fakeLocks } from "../../fake-locks.js";
import { shellOver } from "./shell-double.js";

let kept: Map<string, string>;
let deleted: string[];
let notices: string[];
let page: ReturnType<typeof fakeLocks>;

function summary(id: string): ConversationSummary {
  return { id, title: id, turns: 1, startedAt: 0, updatedAt: 0 };
}

function listOf(...ids: string[]): ConversationList {
  return listIn("default", ids);
}

function listIn(collection: string, ids: string[], List = ConversationList): ConversationList {
  const library = {
    conversations: {
      list: async () => ids.filter((id) => !deleted.includes(id)).map(summary),
      remove: async (id: string) => {
        deleted.push(id);
      },
    },
  };
  const shell = shellOver(library, notices);
  Object.assign(shell.setup, { collection });
  return new List(shell);
}

beforeEach(() => {
  vi.useFakeTimers();
  kept = new Map();
  deleted = [];
  notices = [];
  page = fakeLocks();
  vi.stubGlobal("navigator", { locks: page.locks });
  vi.stubGlobal("localStorage", {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
    removeItem: (key: string) => kept.delete(key),
  });
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test("erases all conversations after ten seconds, and not before", async () => {
  const list = listOf("a", "b", "c");
  await list.refresh();
  await list.remove(list.list);
  expect(list.list).toEqual([]);
  expect(list.removedTitle).toBe("3 conversations deleted");
  expect(notices).toEqual(["3 conversations deleted. You can undo this for ten seconds."]);
  await vi.advanceTimersByTimeAsync(9_900);
  expect(deleted).toEqual([]);
  await vi.advanceTimersByTimeAsync(200);
  expect(deleted).toEqual(["a", "b", "c"]);
  expect(list.removed).toBeNull();
  expect(kept.size).toBe(0);
});

test("undo restores all conversations, and nothing is erased later", async () => {
  const list = listOf("a", "b");
  await list.refresh();
  await list.remove(list.list);
  list.undo();
  expect(list.list.map(({ id }) => id)).toEqual(["a", "b"]);
  expect(notices.at(-1)).toBe("2 conversations are back.");
  await vi.advanceTimersByTimeAsync(60_000);
  expect(deleted).toEqual([]);
  expect(kept.size).toBe(0);
});

test("uses the singular for one deleted conversation, and ends its undo at the next deletion", async () => {
  const list = listOf("a", "b", "c");
  await list.refresh();
  await list.remove([summary("a")]);
  expect(list.removedTitle).toBe("Conversation deleted");
  await list.remove([summary("c")]);
  expect(deleted).toEqual(["a"]);
  expect(list.list.map(({ id }) => id)).toEqual(["b"]);
  expect([...kept.values()]).toEqual([expect.stringContaining('"ids":["c"]')]);
});

/** The list as it is after a reload. */
async function reloaded(collection: string, ids: string[]): Promise<ConversationList> {
  vi.clearAllTimers();
  page.endPage();
  vi.resetModules();
  const fresh = await import("../../../../src/element/ask/conversation-list.js");
  return listIn(collection, ids, fresh.ConversationList);
}

test("the next visit completes a deletion made just before leaving", async () => {
  const left = listOf("a", "b", "c");
  await left.refresh();
  await left.remove([summary("a"), summary("b")]);
  const next = await reloaded("default", ["a", "b", "c"]);
  await next.finish();
  expect(deleted).toEqual(["a", "b"]);
  expect(kept.size).toBe(0);
});

test("pending deletions wait for their own collection if another one is opened first", async () => {
  const left = listOf("a", "b");
  await left.remove([summary("a")]);
  const other = await reloaded("other", ["x"]);
  await other.finish();
  expect(deleted).toEqual([]);
  const same = await reloaded("default", ["a", "b"]);
  await same.finish();
  expect(deleted).toEqual(["a"]);
});

test("another element of the page does not end the time to undo, but removing the offer does", async () => {
  const list = listOf("a", "b");
  await list.remove([summary("a")]);
  await listOf("a", "b").finish();
  // Nor does another tab, which shares nothing with this one but the locks.
  vi.resetModules();
  const other = await import("../../../../src/element/ask/conversation-list.js");
  await listIn("default", ["a", "b"], other.ConversationList).finish();
  expect(deleted).toEqual([]);
  list.close();
  await vi.advanceTimersByTimeAsync(0);
  expect(deleted).toEqual(["a"]);
  expect(kept.size).toBe(0);
});

test("deletes conversations even without storage", async () => {
  vi.stubGlobal("localStorage", {
    getItem: () => null,
    setItem: () => {
      throw new DOMException("full", "QuotaExceededError");
    },
    removeItem: () => undefined,
  });
  const list = listOf("a");
  await list.remove([summary("a")]);
  await vi.advanceTimersByTimeAsync(10_100);
  expect(deleted).toEqual(["a"]);
});

test("accepts any name of a conversation and any stored value", async () => {
  const left = listOf("my notes", "my", "notes");
  await left.refresh();
  await left.remove([summary("my notes")]);
  const next = await reloaded("default", ["my notes", "my", "notes"]);
  await next.finish();
  expect(deleted).toEqual(["my notes"]);
  for (const strange of ["a b", "{", '{"offer":1,"ids":["my"]}', '{"offer":"x","ids":[7]}']) {
    kept.set("pagehound:conversations-to-delete:default", strange);
    await (await reloaded("default", ["my"])).finish();
  }
  expect(deleted).toEqual(["my notes"]);
});
