import { html, nothing } from "lit/html.js";
import { describe, expect, test, vi } from "vitest";
import { I18n } from "../../../../src/widget/i18n/i18n.js";
import type { App } from "../../../../src/widget/shell/app.js";
import { lazyView } from "../../../../src/widget/shell/lazy-view.js";

/** As much of an app as a view needs that is not there yet. */
function appStub(): { app: App; drawn: ReturnType<typeof vi.fn> } {
  const drawn = vi.fn((make: () => void) => make());
  return { app: { change: drawn, words: new I18n("en") } as unknown as App, drawn };
}

describe("a view that is fetched when it is drawn", () => {
  test("shows nothing until it is there, draws again once, and is drawn at once from then on", async () => {
    const shown = html`<p>here</p>`;
    const fetched = vi.fn(async () => () => shown);
    const view = lazyView(fetched);
    const { app, drawn } = appStub();
    expect(fetched).not.toHaveBeenCalled();
    expect(view(app)).toBe(nothing);
    expect(view(app)).toBe(nothing);
    await vi.waitFor(() => expect(drawn).toHaveBeenCalledTimes(1), 30_000);
    expect(view(app)).toBe(shown);
    expect(fetched).toHaveBeenCalledTimes(1);
  });

  test("draws all who wait for it", async () => {
    const view = lazyView(async () => () => nothing);
    const [one, other] = [appStub(), appStub()];
    view(one.app);
    view(other.app);
    await vi.waitFor(() => expect(other.drawn).toHaveBeenCalledTimes(1), 30_000);
    expect(one.drawn).toHaveBeenCalledTimes(1);
  });

  test("says that it could not be fetched, and does not try again by itself", async () => {
    const fetched = vi.fn(async () => Promise.reject(new TypeError("no connection")));
    const view = lazyView(fetched);
    const { app, drawn } = appStub();
    view(app);
    await vi.waitFor(() => expect(drawn).toHaveBeenCalledTimes(1), 30_000);
    expect(view(app)).toMatchObject({
      values: expect.arrayContaining([app.words.t("privacy.part.failed")]),
    });
    expect(fetched).toHaveBeenCalledTimes(1);
  });
});
