import type { Page } from "playwright";

/** Waits until the page is drawn as it will stay: what moves has arrived, and sizes were taken. */
export async function settled(page: Page): Promise<void> {
  await page.evaluate(async () => {
    // No function with a name: what compiles this for the command line would call a helper for it.
    for (let frames = 0; frames < 3; frames++) {
      await new Promise((done) => requestAnimationFrame(done));
    }
    // Each shadow root knows its own animations only.
    const scopes: (Document | ShadowRoot)[] = [document];
    for (const scope of scopes) {
      for (const { shadowRoot } of scope.querySelectorAll("*")) {
        if (shadowRoot) scopes.push(shadowRoot);
      }
    }
    // Tables replace their placeholder text.
    while (scopes.some((scope) => scope.querySelector(".result[aria-busy]"))) {
      await new Promise((done) => requestAnimationFrame(done));
    }
    // Endless animations are not waited for.
    const passing = scopes
      .flatMap((scope) => scope.getAnimations())
      .filter(({ effect }) => effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY);
    await Promise.allSettled(passing.map(({ finished }) => finished));
    await new Promise((done) => requestAnimationFrame(done));
  });
}
