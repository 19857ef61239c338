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

/** A driven browser that stays open. */
export interface StartedDriver {
  readonly driver: Driver;
  /** Closes it. */
  readonly end: () => Promise<void>;
}

/** Starts a driven browser, which the tests of a file share. */
export async function startDriver(options: DriverOptions = {}): Promise<StartedDriver> {
  return new Promise((started, failed) => {
    const driven = drive(async (driver) => {
      await new Promise<void>((finish) => {
        const end = (): Promise<void> => {
          finish();
          return driven;
        };
        started({ driver, end });
      });
    }, options);
    driven.catch(failed);
  });
}
