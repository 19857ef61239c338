import { expect, test, vi } from "vitest";
import { Search } from "../../../../src/element/search/search.js";
import type { Pagehound } from "../../../../src/index.js";

function searching() {
  const queries: string[] = [];
  const library = {
    search: async (query: string) => {
      queries.push(query);
      return { hits: [] };
    },
  } as unknown as Pagehound;
  const search = new Search(
    library,
    () => ({ documents: [], by: "words" }),
    () => {},
  );
  return { search, queries };
}

test("typing the same words again does not restart the search", async () => {
  vi.useFakeTimers();
  try {
    const { search, queries } = searching();
    search.type("harbour");
    await vi.advanceTimersByTimeAsync(119);
    search.type("harbour");
    await vi.advanceTimersByTimeAsync(1);
    expect(queries).toEqual(["harbour"]);
    search.type("harbour");
    search.type("harbours");
    await vi.runAllTimersAsync();
    expect(queries).toEqual(["harbour", "harbours"]);
  } finally {
    vi.useRealTimers();
  }
});

test("searches for a typed example, although its words are already in the box", async () => {
  vi.useFakeTimers();
  try {
    const { search, queries } = searching();
    search.propose("harbour");
    await vi.runAllTimersAsync();
    expect(queries).toEqual([]);
    search.type("harbour");
    await vi.runAllTimersAsync();
    expect(queries).toEqual(["harbour"]);
  } finally {
    vi.useRealTimers();
  }
});

test("runs an action once the latest input is answered, and not after the input is cleared", async () => {
  vi.useFakeTimers();
  try {
    const { search, queries } = searching();
    const seen: (string | undefined)[] = [];
    const act = () => seen.push(queries.at(-1));
    search.whenAnswered(act);
    expect(seen).toEqual([undefined]);
    search.type("har");
    search.whenAnswered(act);
    search.type("harbour");
    expect(seen).toEqual([undefined]);
    await vi.runAllTimersAsync();
    expect(seen).toEqual([undefined, "harbour"]);
    search.again();
    search.whenAnswered(act);
    expect(seen).toEqual([undefined, "harbour", "harbour"]);
    await vi.runAllTimersAsync();
    search.type("harbours");
    search.whenAnswered(act);
    search.type("");
    await vi.runAllTimersAsync();
    expect(seen).toHaveLength(3);
  } finally {
    vi.useRealTimers();
  }
});
