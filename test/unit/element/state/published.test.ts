import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Published } from "../../../../src/element/collections/collections-feature.js";
import type {
  CallOptions,
  PublishedCollection,
  PublishedUpdate,
  TransferProgress,
} from "../../../../src/index.js";
import { shellOver } from "./shell-double.js";

const handbook = "https://intranet.example/handbook.pagehound";
const rules = "https://intranet.example/rules.pagehound";

interface Call {
  readonly url: string;
  readonly options: CallOptions<TransferProgress>;
  readonly done: (update?: Partial<PublishedUpdate>) => void;
  readonly fail: (error: Error) => void;
}

let calls: Call[];
let here: Map<string, PublishedCollection>;
let notices: string[];
let kept: Map<string, string>;

beforeEach(() => {
  calls = [];
  here = new Map();
  notices = [];
  kept = new Map();
  vi.stubGlobal("localStorage", {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
    removeItem: (key: string) => kept.delete(key),
  });
});

afterEach(() => {
  vi.unstubAllGlobals();
});

function collection(url: string, about: Partial<PublishedCollection> = {}): PublishedCollection {
  const facts = { title: "Handbook", created: "", documents: 2, hidden: 0 };
  return { url, ...facts, complete: true, checkedAt: 1, ...about };
}

/** The collections of a freshly loaded page, which knows what was stored before. */
function load(...wanted: string[]): Published {
  const library = {
    published: {
      list: async () => [...here.values()],
      add: (url: string, options: CallOptions<TransferProgress>) =>
        new Promise<PublishedUpdate>((resolve, reject) => {
          options.signal?.addEventListener("abort", () => reject(options.signal?.reason));
          calls.push({
            url,
            options,
            done: (update) => {
              here.set(url, collection(url));
              resolve({ url, fetched: [], removed: 0, problem: null, ...update });
            },
            fail: reject,
          });
        }),
      remove: async (url: string) => {
        here.delete(url);
      },
    },
  };
  const shell = shellOver(library);
  const published = new Published(shell);
  vi.spyOn(shell.notices, "forget").mockImplementation((topic) => {
    notices.push(topic.replace("published", "forgotten"));
  });
  vi.spyOn(shell.notices, "show").mockImplementation((_title, { topic } = {}) => {
    notices.push(String(topic).replace("published", "failed"));
  });
  published.want(wanted);
  return published;
}

const requested = () => calls.map(({ url }) => url);
const settled = () => new Promise((resolve) => setTimeout(resolve));

test("fetches published collections only once the collection is open", async () => {
  const published = load(handbook);
  expect(requested()).toEqual([]);
  await published.open();
  expect(requested()).toEqual([handbook]);
  expect(published.shown).toEqual([handbook]);
  expect(published.nameOf(handbook)).toBe("handbook");
  calls[0]?.options.onProgress?.({ step: "fetching", done: 1, total: 2 });
  expect(published.fetchOf(handbook)).toEqual({
    state: "running",
    progress: { step: "fetching", done: 1, total: 2 },
  });
  expect(published.running).toBe(true);
  calls[0]?.done();
  await settled();
  expect(published.running).toBe(false);
  expect(published.shown).toEqual([]);
  expect(published.nameOf(handbook)).toBe("Handbook");
});

test("fetches only new files of a changed list, and keeps files it no longer names", async () => {
  const published = load(handbook);
  await published.open();
  calls[0]?.done();
  await settled();
  published.want([rules]);
  await settled();
  expect(requested()).toEqual([handbook, rules]);
  expect(published.all).toEqual([handbook, rules]);
  expect(published.get(handbook)).not.toBeNull();
});

test("checking stored collections is silent unless documents arrive", async () => {
  here.set(handbook, collection(handbook));
  const published = load(handbook);
  await published.open();
  expect(published.shown).toEqual([]);
  expect(published.running).toBe(false);
  calls[0]?.options.onProgress?.({ step: "fetching", done: 0, total: 1 });
  expect(published.shown).toEqual([handbook]);
});

test("shows a failure of an incomplete collection, but only records that of a complete one", async () => {
  here.set(handbook, collection(handbook));
  here.set(rules, collection(rules, { complete: false }));
  const published = load(handbook, rules);
  await published.open();
  for (const call of calls) call.fail(new Error("no connection"));
  await settled();
  expect(notices.filter((one) => one.startsWith("failed"))).toEqual([`failed ${rules}`]);
  expect(published.fetchOf(handbook)?.state).toBe("failed");
});

test("a stopped fetch stays in the list until it is resumed", async () => {
  const published = load(handbook);
  await published.open();
  published.stop(handbook);
  await settled();
  expect(published.fetchOf(handbook)?.state).toBe("stopped");
  expect(published.shown).toEqual([handbook]);
  expect(notices.filter((one) => one.startsWith("failed"))).toEqual([]);
  void published.fetch(handbook);
  void published.fetch(handbook);
  await settled();
  expect(requested()).toEqual([handbook, handbook]);
});

test("a removed collection stays away on the next visit, until it is fetched again", async () => {
  const first = load(handbook);
  await first.open();
  calls[0]?.done();
  await settled();
  await first.remove(handbook);
  expect(first.all).toEqual([handbook]);
  const second = load(handbook);
  await second.open();
  expect(requested()).toEqual([handbook]);
  void second.fetch(handbook);
  const third = load(handbook);
  await third.open();
  expect(requested()).toEqual([handbook, handbook, handbook]);
});

test("a collection removed while it is fetched does not return as stopped", async () => {
  const published = load(handbook);
  await published.open();
  here.set(handbook, collection(handbook, { complete: false }));
  await published.refresh();
  await published.remove(handbook);
  await settled();
  expect(published.fetchOf(handbook)).toBeNull();
  expect(here.size).toBe(0);
});

test("stops without a message when the element is removed", async () => {
  const published = load(handbook);
  await published.open();
  notices = [];
  published.close();
  await settled();
  expect(notices).toEqual([]);
});
