import type { BrowserContext } from "playwright";

/**
 * Runs before everything else in the worker. It is a string because the test compiler adds helper
 * calls to functions.
 */
const gate = (messages: number): string => `{
  const say = MessagePort.prototype.postMessage;
  const held = [];
  let left = ${messages};
  MessagePort.prototype.postMessage = function (...said) {
    if (--left >= 0) say.apply(this, said);
    else held.push(() => say.apply(this, said));
  };
  new BroadcastChannel("test-gate").addEventListener("message", () => {
    left = Infinity;
    for (const send of held.splice(0)) send();
  });
}
`;

/** Workers that are held up in the middle of a file. */
export interface HeldReading {
  /** Lets them read on, and no longer holds up others. */
  readonly letRead: () => Promise<void>;
  /** Holds up no workers that start later; those that are held stay so. */
  readonly holdNoOthers: () => Promise<void>;
}

/**
 * Stops reading after a few pages in workers started from now on: each sends only this many
 * messages, about one per page, and the rest once they may read on.
 */
export async function holdReadingMidway(
  context: BrowserContext,
  messages: number = 40,
): Promise<HeldReading> {
  const pattern = /parse\.worker[^/]*\.js/;
  await context.route(pattern, async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, body: gate(messages) + (await response.text()) });
  });
  const holdNoOthers = (): Promise<void> => context.unroute(pattern);
  const letRead = async (): Promise<void> => {
    await holdNoOthers();
    for (const page of context.pages()) {
      await page.evaluate(() => new BroadcastChannel("test-gate").postMessage("open"));
    }
  };
  return { letRead, holdNoOthers };
}
