import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { CallOptions } from "../../../src/core/call-options.js";
import { debug, isDebugOn, startDebugLog } from "../../../src/core/debug-log.js";
import { PagehoundError } from "../../../src/core/errors.js";
import { linkedPair } from "../../linked-pair.js";

const secret = "The key of the safe is 4711.";
let lines: string[] = [];

beforeEach(() => {
  lines = [];
  vi.spyOn(console, "error").mockImplementation((line: string) => void lines.push(line));
});

afterEach(() => {
  startDebugLog(null);
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  vi.unstubAllEnvs();
});

describe("the debug log", () => {
  test("does not evaluate its lines while it is off", () => {
    startDebugLog(null);
    const line = vi.fn(() => "line");
    debug(line);
    expect(line).not.toHaveBeenCalled();
  });

  test("turns on with PAGEHOUND_DEBUG in Node", () => {
    vi.stubEnv("PAGEHOUND_DEBUG", "");
    expect(isDebugOn()).toBe(false);
    vi.stubEnv("PAGEHOUND_DEBUG", "1");
    expect(isDebugOn()).toBe(true);
  });

  test("turns on with localStorage.pagehound in a browser", () => {
    vi.stubGlobal("process", undefined);
    const stored = { getItem: (key: string) => (key === "pagehound" ? "debug" : null) };
    vi.stubGlobal("localStorage", stored);
    expect(isDebugOn()).toBe(true);
    vi.stubGlobal("localStorage", { getItem: () => null });
    expect(isDebugOn()).toBe(false);
  });

  test("stays off if a page may not use its storage", () => {
    vi.stubGlobal("process", undefined);
    const denied = () => {
      throw new DOMException("denied", "SecurityError");
    };
    vi.stubGlobal("localStorage", { getItem: denied });
    expect(isDebugOn()).toBe(false);
  });

  test("names calls with durations, counts and error codes, and never their content", async () => {
    startDebugLog("collection");
    const { remote, close } = linkedPair({
      search: async (_query: string, options?: CallOptions<unknown>) => {
        options?.onProgress?.({ type: "document-ready", title: secret });
        return [secret, secret];
      },
      open: async (_name: string) => {
        throw new PagehoundError("not-found", `There is no ${secret}`);
      },
    });
    await remote.search(secret);
    await expect(remote.open(secret)).rejects.toThrow();
    close(new Error("closed"));
    expect(lines.map((line) => line.replace(/\d+ ms/, "N ms"))).toEqual([
      "pagehound [collection] search (call 1) begins",
      "pagehound [collection] search (call 1) reports document-ready after N ms",
      "pagehound [collection] search (call 1) returns 2 items after N ms",
      "pagehound [collection] open (call 2) begins",
      "pagehound [collection] open (call 2) fails with not-found after N ms",
    ]);
    expect(lines.join("\n")).not.toContain("4711");
  });
});
