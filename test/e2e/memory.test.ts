import { beforeAll, expect, test } from "vitest";
import { ensureBuilt } from "../driver/ensure-built.js";
import { runBenchmark } from "../driver/run-command.js";

beforeAll(ensureBuilt);

// Takes a minute, and what it guards changes rarely.
test.runIf(process.env.PAGEHOUND_LONG)(
  "the benchmark of memory prints exactly one JSON object, and growth stays small",
  async () => {
    const { code, out, err } = await runBenchmark(["memory", "--quick", "--json"]);
    expect(code, err).toBe(0);
    const { runs } = JSON.parse(out);
    expect(runs).toMatchObject([
      { unit: "pages", documents: 1, refused: 0 },
      { unit: "documents", documents: 300, refused: 0 },
      { unit: "pages", documents: 1, refused: 0 },
    ]);
    const [large, small] = runs;
    for (const { moments, growth } of runs) {
      expect(moments[0]).toMatchObject({ at: "start", done: 0 });
      expect(moments.at(-1)).toMatchObject({ at: "parsers ended", parsers: 0 });
      for (const { page, collection } of moments) {
        expect(page).toBeGreaterThan(0);
        expect(collection).toBeGreaterThan(0);
      }
      // Mostly code. Each page that was read adds some 20 kB of lines and geometry.
      expect(growth.afterwards).toBeLessThan(8_000_000);
    }
    expect(small.pages * 20_000).toBeGreaterThan(8_000_000);
    // pdf.js alone keeps 6 kB per page if its documents are never closed.
    expect(large.growth.whileReading).toBeLessThan(5_000);
  },
);
