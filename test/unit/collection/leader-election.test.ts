import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { LeaderElection } from "../../../src/collection/sync/tabs.js";
import { FakeChannel, fakeLocks } from "../fake-locks.js";

let page: ReturnType<typeof fakeLocks>;
const tabs: LeaderElection[] = [];

beforeEach(() => {
  vi.useFakeTimers();
  page = fakeLocks();
  vi.stubGlobal("navigator", { locks: page.locks });
  vi.stubGlobal("BroadcastChannel", FakeChannel);
});
afterEach(async () => {
  for (const tab of tabs.splice(0)) tab.close();
  await seconds(10);
  expect(FakeChannel.open.size).toBe(0);
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const seconds = (count: number) => vi.advanceTimersByTimeAsync(count * 1_000);

/** A tab, with the events it received in order. */
async function openTab() {
  const events: string[] = [];
  const election = new LeaderElection("test", {
    message: ({ type }) => events.push(type),
    elected: () => events.push("elected"),
    deposed: () => events.push("deposed"),
  });
  tabs.push(election);
  await Promise.all([election.settled, seconds(0)]);
  return { election, events };
}

it("a tab that the browser has frozen does not block the others", async () => {
  void page.locks.request("pagehound:test:reader", {}, () => new Promise(() => {})).catch(() => {});
  const { election, events } = await openTab();
  expect(election.isLeader).toBe(false);
  await seconds(60);
  expect([election.isLeader, events]).toEqual([true, ["elected"]]);
});

it("a tab that wakes up stops reading, and takes its turn again when the other is closed", async () => {
  const woken = await openTab();
  expect(woken.election.isLeader).toBe(true);
  // Another tab has noticed that this one is asleep.
  let close = (): void => {};
  const other = new Promise<void>((resolve) => {
    close = resolve;
  });
  void page.locks.request("pagehound:test:reader", { steal: true }, () => other);
  await seconds(0);
  expect([woken.election.isLeader, woken.events]).toEqual([false, ["elected", "deposed"]]);
  close();
  await seconds(10);
  expect([woken.election.isLeader, woken.events]).toEqual([
    true,
    ["elected", "deposed", "elected"],
  ]);
});

it("an awake tab keeps reading, however many wait", async () => {
  const [first, second, third] = [await openTab(), await openTab(), await openTab()];
  await seconds(600);
  expect([first, second, third].map(({ election }) => election.isLeader)).toEqual([
    true,
    false,
    false,
  ]);
  expect(first.events).toEqual(["elected"]);
});
