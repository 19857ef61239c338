import path from "node:path";
import { parseArgs } from "node:util";
import { BadInput } from "../driver/bad-input.js";
import { startFolder } from "../driver/repository.js";
import { defaultData } from "./data-set.js";

/** What a benchmark was told. */
export interface BenchArguments {
  /** Folder with the data. */
  readonly path: string;
  readonly json: boolean;
  /** A small run that only shows that everything works. */
  readonly quick: boolean;
}

/** Reads the command line. Null when help is asked for; throws `BadInput`. */
export function benchArguments(parameters: readonly string[]): BenchArguments | null {
  try {
    const { values } = parseArgs({
      args: [...parameters],
      options: {
        path: { type: "string", default: defaultData },
        json: { type: "boolean", default: false },
        quick: { type: "boolean", default: false },
        help: { type: "boolean", short: "h", default: false },
      },
    });
    return values.help ? null : { ...values, path: path.resolve(startFolder(), values.path) };
  } catch (error) {
    throw new BadInput(error instanceof Error ? error.message : String(error));
  }
}
