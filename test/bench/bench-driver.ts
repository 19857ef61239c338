import path from "node:path";
import type { Page } from "playwright";
import type { DriverOptions } from "../../cli/driver.js";
import { onnxFolder, threadHeaders } from "../../cli/engine-folders.js";
import { type Driver, drive } from "../driver/driver.js";
import { ensureBenchBuilt, ensureBuilt } from "../driver/ensure-built.js";
import { repository } from "../driver/repository.js";
import { benchFolder, bundlePage } from "./bundle-page.js";
import { say } from "./command.js";
import type {} from "./page/bench-page.js";

/** Runs `use` with a browser whose harness page also loads the benchmarks' page code. */
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
      await driver.context.exposeFunction("say", say);
      await loadBench(driver.page);
      return use({
        ...driver,
        get page() {
          return driver.page;
        },
        reload: async () => {
          await driver.reload();
          await loadBench(driver.page);
        },
        replace: async () => {
          await driver.replace();
          await loadBench(driver.page);
        },
      });
    },
    // Lets the page force a garbage collection before memory is read.
    { ...more, mounts, browserArguments: ["--js-flags=--expose-gc"] },
  );
}

/** The mounts and headers the page needs to load the embedder in a folder; empty if it is null. */
export function embedderMounts(folder: string | null): Pick<DriverOptions, "headers" | "mounts"> {
  if (folder === null) return {};
  return {
    headers: threadHeaders,
    mounts: { "/embedder/": folder, "/assets/onnx/": onnxFolder("--embedder") },
  };
}

async function loadBench(page: Page): Promise<void> {
  await page.addScriptTag({ type: "module", url: "/bench/index.js" });
  await page.waitForFunction(() => globalThis.bench !== undefined);
}
