import { expect, it, onTestFinished } from "vitest";
import type { LentParser } from "../../../src/collection/ingest/parser-pool.js";
import { ParserHost } from "./parser-host.js";

/** A pool of this size, and a way to borrow from it until `giveBack`. */
function pool(size: number) {
  const host = new ParserHost({ pages: 1, fates: {} }, size);
  onTestFinished(() => host.close());
  const { signal } = new AbortController();
  const borrow = () => {
    let giveBack = (): void => {};
    const until = new Promise<void>((resolve) => {
      giveBack = resolve;
    });
    let has = (_parser: LentParser): void => {};
    const lent = new Promise<LentParser>((resolve) => {
      has = resolve;
    });
    const over = host.pool.lend(signal, async (parser) => {
      has(parser);
      await until;
    });
    return { lent, giveBack, over };
  };
  return { host, borrow };
}

it("ends parsers beyond a lowered number when they have finished their file", async () => {
  const { host, borrow } = pool(3);
  const readers = [borrow(), borrow(), borrow()];
  await Promise.all(readers.map(({ lent }) => lent));
  host.pool.resize(1);
  expect(host.ended).toBe(0);
  const next = borrow();
  const [first, second, third] = readers;
  first?.giveBack();
  await first?.over;
  second?.giveBack();
  await second?.over;
  expect(host.ended).toBe(2);
  expect(host.pool.awaited).toBe(true);
  third?.giveBack();
  await next.lent;
  next.giveBack();
  await next.over;
  expect([host.started, host.ended]).toEqual([3, 2]);
});

it("ends idle parsers beyond a lowered number at once", async () => {
  const { host } = pool(4);
  host.pool.prepare(4);
  host.pool.resize(1);
  await expect.poll(() => host.ended).toBe(3);
});

it("lends to those who wait when the number is raised", async () => {
  const { host, borrow } = pool(1);
  const readers = [borrow(), borrow(), borrow(), borrow()];
  await readers[0]?.lent;
  host.pool.resize(3);
  await Promise.all([readers[1]?.lent, readers[2]?.lent]);
  expect(host.started).toBe(3);
  expect(host.pool.awaited).toBe(true);
  for (const { giveBack } of readers) giveBack();
  await Promise.all(readers.map(({ over }) => over));
});
