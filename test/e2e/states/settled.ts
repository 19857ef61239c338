import type { Page } from "playwright";

/** Waits until the page is drawn as it will stay: what moves has arrived, and sizes were taken. */
export async function settled(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const frame = (): Promise<unknown> => new Promise((done) => requestAnimationFrame(done));
    await frame();
    await frame();
    // What turns for ever is waited for by nobody.
    const passing = document
      .getAnimations()
      .filter(({ effect }) => effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY);
    await Promise.allSettled(passing.map(({ finished }) => finished));
    await frame();
  });
}
