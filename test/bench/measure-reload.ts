import { say } from "./command.js";
import { searchCollection } from "./measure-search.js";
import type { Row } from "./row.js";
import type { BenchSetup } from "./setup.js";
import { median } from "./statistics.js";

/**
 * Times the first search in a fresh page on the stored collection, and compares it with a rebuild.
 */
export async function measureReload(setup: BenchSetup): Promise<Row> {
  const times = { stored: [] as number[], rebuilt: [] as number[] };
  const query = setup.queries[0] ?? "";
  for (let round = 0; round < setup.sizes.reloadRounds; round++) {
    say(`Reload, round ${round + 1}.`);
    for (const rebuild of [false, true]) {
      const page = await setup.fresh();
      const request = { name: searchCollection, query, rebuild };
      const time = await page.evaluate(
        (argument) => globalThis.bench.firstSearch(argument),
        request,
      );
      times[rebuild ? "rebuilt" : "stored"].push(time);
    }
  }
  const ours = median(times.stored);
  const other = median(times.rebuilt);
  return {
    measure: "First search after a reload",
    ours,
    other,
    unit: "ms",
    against: "rebuilding the index",
    ratio: other / ours,
    demanded: 10,
  };
}
