import { describe, expect, it } from "vitest";
import type { PageCounts } from "../../../../src/index.js";
import { outcomeOf } from "../../../bench/robustness/outcome.js";

function added(counts: Partial<PageCounts>) {
  const none = { total: 0, text: 0, recognised: 0, empty: 0, scanned: 0, unreadable: 0 };
  return { kind: "added", pages: { ...none, ...counts }, texts: [], textsLeftOut: 0 } as const;
}

describe("the outcome of adding a file", () => {
  it("the outcome of adding a file is searchable if everything on its pages can be found", () => {
    const outcome = outcomeOf(added({ total: 3, text: 2, empty: 1 }), []);
    expect(outcome).toMatchObject({ state: "searchable", pages: 3, withoutText: 1, problem: null });
  });

  it("the outcome of adding a file is partial with scanned or unreadable pages, and without any text", () => {
    expect(outcomeOf(added({ total: 2, text: 1, scanned: 1 }), []).state).toBe("partial");
    expect(outcomeOf(added({ total: 2, text: 1, unreadable: 1 }), []).state).toBe("partial");
    expect(outcomeOf(added({ total: 1, empty: 1 }), []).state).toBe("partial");
  });

  it("the outcome of adding a file is refused with the error's code, unless the code blames the library", () => {
    const refused = (code: string) => outcomeOf({ kind: "refused", code, message: "m" }, []);
    expect(refused("damaged-file")).toMatchObject({ state: "refused", code: "damaged-file" });
    expect(refused("internal")).toMatchObject({ state: "unknown", problem: "internal: m" });
    expect(refused("worker-failed").state).toBe("crash");
  });

  it("the outcome of adding a file is unknown if an error was not caught or the counts do not add up", () => {
    expect(outcomeOf(added({ total: 1, text: 1 }), ["Uncaught"])).toMatchObject({
      state: "unknown",
      problem: "Uncaught",
    });
    expect(outcomeOf(added({ total: 2, text: 1 }), []).state).toBe("unknown");
    expect(outcomeOf(added({}), []).state).toBe("unknown");
  });
});
