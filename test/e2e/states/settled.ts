import type { Page } from "playwright";

/**
 * Waits until the page is drawn in its final form: animations have finished and sizes are measured.
 */
export async function settled(page: Page): Promise<void> {
  await page.evaluate(async () => {
    // Uses no named function, because the compiler for the command line would call a helper for it.
    for (let frames = 0; frames < 3; frames++) {
      await new Promise((done) => requestAnimationFrame(done));
    }
    // Each shadow root only knows its own animations.
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
    // Endless animations are skipped.
    const passing = scopes
      .flatMap((scope) => scope.getAnimations())
      .filter(({ effect }) => effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY);
    await Promise.allSettled(passing.map(({ finished }) => finished));
    await new Promise((done) => requestAnimationFrame(done));
  });
}
