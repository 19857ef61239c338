import { beforeEach, describe, expect, test, vi } from "vitest";
import { type PreferenceStore, Settings } from "../../../../src/element/settings/settings.js";

class MemoryStore implements NonNullable<PreferenceStore> {
  readonly items = new Map<string, string>();
  getItem = (key: string): string | null => this.items.get(key) ?? null;
  setItem = (key: string, value: string): void => void this.items.set(key, value);
  removeItem = (key: string): void => void this.items.delete(key);
}

let store: MemoryStore;

beforeEach(() => {
  store = new MemoryStore();
});

describe("settings", () => {
  test("settings follow the page and the system until something is chosen", () => {
    const settings = new Settings("default", store);
    expect(settings.language).toBeNull();
    expect(settings.theme).toBe("system");
    expect(store.items.size).toBe(0);
  });

  test("settings are stored for the next visit, for this collection only", () => {
    new Settings("handbook", store).set({ language: "de", theme: "dark" });
    const again = new Settings("handbook", store);
    expect([again.language, again.theme]).toEqual(["de", "dark"]);
    expect(new Settings("other", store).language).toBeNull();
  });

  test("settings leave nothing behind when reset", () => {
    const settings = new Settings("default", store);
    settings.set({ theme: "light" });
    settings.set({ theme: "system" });
    expect(store.items.size).toBe(0);
  });

  test("settings notify listeners until they unsubscribe", () => {
    const settings = new Settings("default", store);
    const listener = vi.fn();
    const forget = settings.onChange(listener);
    settings.set({ language: "ar" });
    expect(listener).toHaveBeenLastCalledWith({ language: "ar", theme: "system" });
    forget();
    settings.set({ language: null });
    expect(listener).toHaveBeenCalledTimes(1);
  });

  test("settings apply what another tab has stored, and notify once", () => {
    const settings = new Settings("default", store);
    const listener = vi.fn();
    settings.onChange(listener);
    new Settings("default", store).set({ language: "ja" });
    settings.reload("something else");
    expect(settings.language).toBeNull();
    settings.reload("pagehound:settings:default");
    settings.reload(null);
    expect(settings.language).toBe("ja");
    expect(listener).toHaveBeenCalledTimes(1);
  });

  test.each(["", "null", "7", '{"language":"xx","theme":"blue"}', "{"])(
    "settings ignore %j",
    (text) => {
      store.items.set("pagehound:settings:default", text);
      const settings = new Settings("default", store);
      expect([settings.language, settings.theme]).toEqual([null, "system"]);
    },
  );

  test("settings work without storage", () => {
    const settings = new Settings("default", null);
    settings.set({ theme: "dark" });
    expect(settings.theme).toBe("dark");
  });
});
