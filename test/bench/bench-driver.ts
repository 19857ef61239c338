import path from "node:path";
import type { Page } from "playwright";
import type { DriverOptions } from "../../cli/driver.js";
import { type Driver, drive } from "../driver/driver.js";
import { ensureBenchBuilt, ensureBuilt } from "../driver/ensure-built.js";
import { repository } from "../driver/repository.js";
import { benchFolder, bundlePage } from "./bundle-page.js";
import { say } from "./command.js";
import type {} from "./page/bench-page.js";

/** Runs `use` with a browser whose harness page also holds the benchmarks' part; it is given `more`, too. */
export async function driveBench<T>(
  use: (driver: Driver) => Promise<T>,
  more: Omit<DriverOptions, "browserArguments"> = {},
): Promise<T> {
  await ensureBuilt();
  await ensureBenchBuilt(bundlePage);
  const mounts = {
    "/bench/": benchFolder,
    "/demo/": path.join(repository, "site"),
    ...more.mounts,
  };
  return drive(
    async (driver) => {
      await driver.page.exposeFunction("say", say);
      await loadBench(driver.page);
      return use({
        ...driver,
        reload: async () => {
          await driver.reload();
          await loadBench(driver.page);
        },
      });
    },
    // Lets the page ask for a collection of garbage before memory is read.
    { ...more, mounts, browserArguments: ["--js-flags=--expose-gc"] },
  );
}

async function loadBench(page: Page): Promise<void> {
  await page.addScriptTag({ type: "module", url: "/bench/index.js" });
  await page.waitForFunction(() => globalThis.bench !== undefined);
}
