import { afterEach, expect, it } from "vitest";
import type { Pagehound } from "../../../src/client/pagehound.js";
import { PagehoundError } from "../../../src/core/errors.js";
import { I18n } from "../../../src/element/i18n/i18n.js";
import { PermissionAsk } from "../../../src/element/shell/permission-ask.js";

afterEach(() => document.body.replaceChildren());

/** Requests a file that the reader refuses this many times; `allowed` counts the presses. */
function askRefused(times: number) {
  let allowed = 0;
  const file = new Blob(["ferries"]);
  const library = {
    original: async () => {
      if (allowed > times) return file;
      throw new PagehoundError("permission-required", "The browser requires permission.");
    },
    allow: async () => ++allowed > times,
  } as unknown as Pagehound;
  const ask = new PermissionAsk(Promise.resolve(library), {
    words: () => new I18n("en"),
    name: () => "report.pdf",
  });
  document.body.append(ask.element);
  return { ask, file, allowed: () => allowed };
}

const button = (): HTMLButtonElement | null => document.querySelector(".permission button");

it("shows a button, and resolves to the file once the reader has allowed it to be read", async () => {
  const { ask, file, allowed } = askRefused(1);
  const reading = ask.original("d1" as never);
  await expect.poll(() => document.activeElement === button()).toBe(true);
  const first = ask.element.innerText;
  expect(first).toContain("report.pdf");
  button()?.click();
  await expect.poll(() => allowed()).toBe(1);
  await expect.poll(() => !ask.element.hidden && ask.element.innerText !== first).toBe(true);
  button()?.click();
  expect(await reading).toBe(file);
  expect(ask.element.hidden).toBe(true);
});

it("rejects and disappears when something else is opened instead", async () => {
  const { ask } = askRefused(1);
  const opening = new AbortController();
  const reading = ask.original("d1" as never, { signal: opening.signal });
  await expect.poll(() => button() !== null).toBe(true);
  opening.abort(new Error("another page"));
  await expect(reading).rejects.toThrow("another page");
  expect(ask.element.hidden).toBe(true);
});
