import { type Driver, type DriverOptions, driveChromium } from "../../cli/driver.js";
import { fewerProcesses, findBrowser } from "./find-browser.js";

export type { Driver } from "../../cli/driver.js";

/** Runs `use` with a driven browser, installing one if necessary. */
export async function drive<T>(
  use: (driver: Driver) => Promise<T>,
  options: DriverOptions = {},
): Promise<T> {
  const { browserArguments = [] } = options;
  return driveChromium(use, {
    ...options,
    browser: await findBrowser(),
    browserArguments: [fewerProcesses, ...browserArguments],
  });
}
