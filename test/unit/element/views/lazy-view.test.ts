import { html, nothing } from "lit/html.js";
import { describe, expect, test, vi } from "vitest";
import { I18n } from "../../../../src/element/i18n/i18n.js";
import type { Shell } from "../../../../src/element/shell/shell.js";
import { lazyView } from "../../../../src/element/shell/view-parts.js";

/** The part of a shell that an unloaded view needs. */
function shellStub(): { shell: Shell; drawn: ReturnType<typeof vi.fn> } {
  const drawn = vi.fn();
  return { shell: { changed: drawn, words: new I18n("en") } as unknown as Shell, drawn };
}

describe("a lazily loaded view", () => {
  test("shows nothing until loaded, renders once, and renders at once from then on", async () => {
    const shown = html`<p>here</p>`;
    const fetched = vi.fn(async () => () => shown);
    const view = lazyView(fetched);
    const { shell, drawn } = shellStub();
    expect(fetched).not.toHaveBeenCalled();
    expect(view(shell)).toBe(nothing);
    expect(view(shell)).toBe(nothing);
    await vi.waitFor(() => expect(drawn).toHaveBeenCalledTimes(1), 30_000);
    expect(view(shell)).toBe(shown);
    expect(fetched).toHaveBeenCalledTimes(1);
  });

  test("redraws every element that waits for the view", async () => {
    const view = lazyView(async () => () => nothing);
    const [one, other] = [shellStub(), shellStub()];
    view(one.shell);
    view(other.shell);
    await vi.waitFor(() => expect(other.drawn).toHaveBeenCalledTimes(1), 30_000);
    expect(one.drawn).toHaveBeenCalledTimes(1);
  });

  test("requests a view once more if it cannot be loaded, and then renders it", async () => {
    const shown = html`<p>here</p>`;
    const fetched = vi
      .fn(async () => () => shown)
      .mockRejectedValueOnce(new TypeError("connection lost"));
    const view = lazyView(fetched);
    const { shell, drawn } = shellStub();
    view(shell);
    await vi.waitFor(() => expect(drawn).toHaveBeenCalledTimes(1), 30_000);
    expect(view(shell)).toBe(shown);
    expect(fetched).toHaveBeenCalledTimes(2);
  });

  test("says that the view could not be loaded after two attempts, and tries no more on its own", async () => {
    const fetched = vi.fn(async () => Promise.reject(new TypeError("no connection")));
    const view = lazyView(fetched);
    const { shell, drawn } = shellStub();
    view(shell);
    await vi.waitFor(() => expect(drawn).toHaveBeenCalledTimes(1), 30_000);
    expect(view(shell)).toMatchObject({
      values: expect.arrayContaining([shell.words.t("privacy.part.failed")]),
    });
    expect(fetched).toHaveBeenCalledTimes(2);
    view(shell);
    expect(fetched).toHaveBeenCalledTimes(2);
  });
});
