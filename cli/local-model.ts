import { createRequire } from "node:module";
import path from "node:path";
import { BadInput } from "./bad-input.js";
import type { DriverOptions } from "./driver.js";
import { packageManifest } from "./package-folder.js";

/** The other used fields of `package.json`. */
interface PeerManifest {
  readonly peerDependencies?: Readonly<Record<string, string>>;
}

const installed = createRequire(import.meta.url);

/**
 * What a browser needs in addition to the library to run a model itself; the headers allow several
 * threads. Throws `BadInput` if the engine is not installed.
 */
export function withLocalModel(): Required<Pick<DriverOptions, "mounts" | "headers">> {
  return {
    mounts: {
      "/assets/wllama/": engineFolder("@wllama/wllama", "esm/wasm"),
      "/assets/wllama-compat/": engineFolder("@wllama/wllama-compat", "wasm"),
    },
    headers: {
      "cross-origin-embedder-policy": "require-corp",
      "cross-origin-opener-policy": "same-origin",
    },
  };
}

function engineFolder(name: string, folder: string): string {
  try {
    return path.join(path.dirname(installed.resolve(`${name}/package.json`)), folder);
  } catch {
    const { peerDependencies = {} } = packageManifest() as PeerManifest;
    const packages = ["@wllama/wllama", "@wllama/wllama-compat"];
    const wanted = packages.map((each) => `${each}@${peerDependencies[each]}`).join(" ");
    throw new BadInput(
      `--model wllama: needs the engine that runs models on the processor, which is not installed: run \`npm install ${wanted}\`.`,
    );
  }
}
