import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { LeaderElection, type TabMessage } from "../../../src/collection/sync/tabs.js";

let collection = "";
let made = 0;
const open: Heard[] = [];

beforeEach(() => {
  made++;
  collection = `tabs-test-${made}`;
});
afterEach(() => {
  for (const { tabs } of open.splice(0)) tabs.close();
});

/** A tab with the messages it receives. */
class Heard {
  readonly messages: TabMessage[] = [];
  readonly tabs: LeaderElection;
  /** Resolves once this tab starts reading. */
  readonly reads: Promise<void>;
  begun = 0;
  readonly #waiting = new Set<() => void>();

  constructor(name: string | null = collection) {
    const begin = Promise.withResolvers<void>();
    this.reads = begin.promise;
    this.tabs = new LeaderElection(name, {
      message: (message) => {
        this.messages.push(message);
        for (const look of [...this.#waiting]) look();
      },
      elected: () => {
        this.begun++;
        begin.resolve();
      },
      deposed: () => {},
    });
    open.push(this);
  }

  /** Resolves after this many messages of a type. */
  heard(type: TabMessage["type"], count: number): Promise<void> {
    return new Promise((resolve) => {
      const look = () => {
        if (this.messages.filter((message) => message.type === type).length < count) return;
        this.#waiting.delete(look);
        resolve();
      };
      this.#waiting.add(look);
      look();
    });
  }
}

const changed = (...ordinals: number[]): TabMessage => ({ type: "documents-changed", ordinals });

/** Three tabs opened one after the other, so that they wait in this order. */
async function threeInTurn(): Promise<[Heard, Heard, Heard]> {
  const open = async () => {
    const tab = new Heard();
    await tab.tabs.settled;
    return tab;
  };
  return [await open(), await open(), await open()];
}

describe("Tabs", () => {
  it("lets the first tab read, and reports that once it is decided", async () => {
    const first = new Heard();
    await first.tabs.settled;
    const second = new Heard();
    await second.tabs.settled;
    expect([first, second].map(({ tabs, begun }) => [tabs.isLeader, begun])).toEqual([
      [true, 1],
      [false, 0],
    ]);
  });

  it("lets collections with other names read independently", async () => {
    const here = new Heard();
    const other = new Heard(`${collection}-other`);
    await Promise.all([here.reads, other.reads]);
    here.tabs.send(changed(1));
    const listener = new Heard(`${collection}-other`);
    other.tabs.send(changed(2));
    await listener.heard("documents-changed", 1);
    expect(listener.messages).toEqual([changed(2)]);
    expect(other.messages).toEqual([]);
  });

  it("sends messages to all other tabs, in order, exactly once", async () => {
    const tabs = [new Heard(), new Heard(), new Heard()];
    await Promise.all(tabs.map((tab) => tab.tabs.settled));
    const [first, second, third] = tabs as [Heard, Heard, Heard];
    first.tabs.send(changed(1));
    first.tabs.send({ type: "password", ordinal: 4, password: "gannet" });
    first.tabs.send({ type: "queue-changed" });
    for (const tab of [second, third]) {
      await tab.heard("queue-changed", 1);
      expect(tab.messages.filter(({ type }) => type !== "reader-changed")).toEqual([
        changed(1),
        { type: "password", ordinal: 4, password: "gannet" },
        { type: "queue-changed" },
      ]);
    }
    expect(first.messages).toEqual([]);
  });

  it("hands leadership to one other tab when the leader closes, and notifies the rest", async () => {
    const [first, second, third] = await threeInTurn();
    first.tabs.close();
    expect(first.tabs.isLeader).toBe(false);
    await second.reads;
    await third.heard("reader-changed", 1);
    expect([second.tabs.isLeader, third.tabs.isLeader]).toEqual([true, false]);
    second.tabs.close();
    await third.reads;
    expect(third.tabs.isLeader).toBe(true);
    expect([first, second, third].map(({ begun }) => begun)).toEqual([1, 1, 1]);
  });

  it("skips tabs that were closed while they waited", async () => {
    const [first, second, third] = await threeInTurn();
    second.tabs.close();
    first.tabs.close();
    await third.reads;
    expect([first, second, third].map(({ begun }) => begun)).toEqual([1, 0, 1]);
  });

  it("passes the lead on from a tab that is closed at once, which never starts reading", async () => {
    const hasty = new Heard();
    hasty.tabs.close();
    await hasty.tabs.settled;
    const next = new Heard();
    await next.reads;
    expect([hasty.begun, hasty.tabs.isLeader]).toEqual([0, false]);
  });

  it("sends and receives nothing once it is closed", async () => {
    const first = new Heard();
    const closed = new Heard();
    await Promise.all([first.tabs.settled, closed.tabs.settled]);
    const before = closed.messages.length;
    closed.tabs.close();
    closed.tabs.send(changed(1));
    first.tabs.send(changed(2));
    // A later message has arrived, so an earlier one would have too.
    const witness = new Heard();
    first.tabs.send(changed(3));
    await witness.heard("documents-changed", 1);
    expect(first.messages).toEqual([]);
    expect(closed.messages).toHaveLength(before);
  });

  it("reads at once and alone if the collection is in memory", async () => {
    const first = new Heard(null);
    const second = new Heard(null);
    expect(first.begun).toBe(0);
    await Promise.all([first.tabs.settled, second.tabs.settled]);
    expect([first.begun, second.begun]).toEqual([1, 1]);
    first.tabs.send(changed(1));
    const named = [new Heard(), new Heard()];
    await Promise.all(named.map(({ tabs }) => tabs.settled));
    named[0]?.tabs.send(changed(2));
    await named[1]?.heard("documents-changed", 1);
    expect(second.messages).toEqual([]);
  });
});
