import { afterEach, expect, test, vi } from "vitest";
import { needsCompatible } from "../../../src/models/wllama/engine.js";

afterEach(() => vi.unstubAllGlobals());

interface Browser {
  readonly userAgent: string;
  readonly largeMemory: boolean;
  readonly promises: boolean;
}

/** Makes the test environment look like this browser. */
function pretend({ userAgent, largeMemory, promises }: Browser): void {
  class Memory {
    constructor({ address }: { address?: string }) {
      if (address === "i64" && !largeMemory) throw new TypeError("No 64-bit memory.");
    }
  }
  vi.stubGlobal("navigator", { userAgent });
  vi.stubGlobal("WebAssembly", { Memory, ...(promises ? { Suspending: class {} } : {}) });
}

const chrome = "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/140.0.0.0 Safari/537.36";
const firefox = "Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0";
const safari = "Mozilla/5.0 (Macintosh) AppleWebKit/605.1.15 Version/18.0 Safari/605.1.15";

test.each([
  ["a browser with all features", chrome, true, true, false],
  ["Chrome without promise integration", chrome, true, false, true],
  ["Firefox without promise integration", firefox, true, false, false],
  ["Firefox without 64-bit memory", firefox, false, false, true],
  ["Firefox without 64-bit memory, with promise integration", firefox, false, true, true],
  ["Safari", safari, false, false, true],
])("%s uses the build that it can run", (_, userAgent, largeMemory, promises, compatible) => {
  pretend({ userAgent, largeMemory, promises });
  expect(needsCompatible()).toBe(compatible);
});
