import type { BrowserContext } from "playwright";

/**
 * Runs before everything else in page and worker. It is a string because the test compiler adds
 * helper calls to functions.
 */
const clock = `{
  let ahead = 0;
  const now = performance.now.bind(performance);
  performance.now = () => now() + ahead;
  const set = self.setTimeout;
  const waiting = new Map();
  self.setTimeout = (run, wait, ...given) => {
    const due = performance.now() + (wait ?? 0);
    const timer = set(() => { waiting.delete(timer); run(...given); }, wait);
    waiting.set(timer, { due, run: () => run(...given) });
    return timer;
  };
  const clear = self.clearTimeout;
  self.clearTimeout = (timer) => { waiting.delete(timer); clear(timer); };
  new BroadcastChannel("test-clock").addEventListener("message", ({ data }) => {
    ahead += data;
    for (const [timer, { due, run }] of [...waiting]) {
      if (due > performance.now()) continue;
      self.clearTimeout(timer);
      run();
    }
  });
}
`;

/**
 * Gives pages loaded from now on, and their collection workers, a clock that the returned function
 * advances by a number of milliseconds.
 */
export async function advanceableClock(
  context: BrowserContext,
): Promise<(milliseconds: number) => Promise<void>> {
  await context.addInitScript(clock);
  await context.route(/collection\.worker[^/]*\.js/, async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, body: clock + (await response.text()) });
  });
  return async (milliseconds) => {
    const [page] = context.pages();
    await page?.evaluate(
      (milliseconds) => new BroadcastChannel("test-clock").postMessage(milliseconds),
      milliseconds,
    );
  };
}
