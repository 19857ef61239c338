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

/**
 * Stops reading after a few pages in workers started from now on: each sends only this many
 * messages, about one per page, and the rest once the returned function is called.
 */
export async function holdReadingMidway(
  context: BrowserContext,
  messages: number = 40,
): Promise<() => Promise<void>> {
  const pattern = /parse\.worker[^/]*\.js/;
  await context.route(pattern, async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, body: gate(messages) + (await response.text()) });
  });
  return async () => {
    await context.unroute(pattern);
    for (const page of context.pages()) {
      await page.evaluate(() => new BroadcastChannel("test-gate").postMessage("open"));
    }
  };
}
