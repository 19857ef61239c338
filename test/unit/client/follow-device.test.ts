import { afterEach, beforeEach, expect, it, onTestFinished, vi } from "vitest";
import { followDevice, hiddenMilliseconds } from "../../../src/client/follow-device.js";

/** A page and a device whose visibility and battery change on request. */
const page = Object.assign(new EventTarget(), { visibilityState: "visible" });
const battery = Object.assign(new EventTarget(), { charging: true });

function show(state: "visible" | "hidden"): void {
  page.visibilityState = state;
  page.dispatchEvent(new Event("visibilitychange"));
}

function charge(charging: boolean): void {
  battery.charging = charging;
  battery.dispatchEvent(new Event("chargingchange"));
}

/** Follows a device for which four parse workers are usual; `seen` lists the new numbers. */
async function following({ getBattery = async (): Promise<unknown> => battery, usual = 4 } = {}) {
  vi.stubGlobal("navigator", { getBattery });
  const end = new AbortController();
  onTestFinished(() => end.abort());
  const seen: number[] = [];
  const changed = async (number: number): Promise<void> => void seen.push(number);
  followDevice(usual, changed, end.signal);
  await vi.advanceTimersByTimeAsync(0);
  return { seen, end };
}

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("document", page);
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  page.visibilityState = "visible";
  battery.charging = true;
});

it("halves the number of parse workers while the device runs on its battery", async () => {
  const { seen } = await following();
  charge(false);
  charge(true);
  expect(seen).toEqual([2, 4]);
  battery.charging = false;
  expect((await following()).seen).toEqual([2]);
  expect((await following({ usual: 3 })).seen).toEqual([1]);
});

it("keeps one parse worker once the page has been hidden for a while", async () => {
  const { seen } = await following();
  show("hidden");
  vi.advanceTimersByTime(hiddenMilliseconds - 1);
  show("visible");
  show("hidden");
  vi.advanceTimersByTime(hiddenMilliseconds - 1);
  expect(seen).toEqual([]);
  vi.advanceTimersByTime(1);
  charge(false);
  expect(seen).toEqual([1]);
  show("visible");
  expect(seen).toEqual([1, 2]);
});

it("starts with one parse worker in a page that was opened in the background", async () => {
  page.visibilityState = "hidden";
  const { seen } = await following();
  vi.advanceTimersByTime(hiddenMilliseconds);
  expect(seen).toEqual([1]);
});

it("stays the usual number where the state of the battery is forbidden, or unknown", async () => {
  const forbidden = () => Promise.reject(new DOMException("Blocked.", "NotAllowedError"));
  expect((await following({ getBattery: forbidden })).seen).toEqual([]);
  expect((await following({ getBattery: async () => undefined })).seen).toEqual([]);
});

it("does not ask for the battery where one parse worker is usual", async () => {
  const getBattery = vi.fn(async () => battery);
  await following({ getBattery, usual: 1 });
  expect(getBattery).not.toHaveBeenCalled();
});

it("follows nothing after its end", async () => {
  const { seen, end } = await following();
  show("hidden");
  end.abort();
  charge(false);
  vi.advanceTimersByTime(hiddenMilliseconds);
  expect(seen).toEqual([]);
});
