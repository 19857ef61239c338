import { createRequire } from "node:module";
import path from "node:path";
import { BadInput } from "./bad-input.js";
import type { LocalModel } from "./model-spec.js";
import { packageManifest } from "./package-folder.js";
import type { Mounts } from "./serve.js";

const installed = createRequire(import.meta.url);
/** The ONNX engine's package, as this repository names it and as everybody else does. */
const onnxEngines = ["@xenova/transformers", "@huggingface/transformers"];

/** The other fields of `package.json` that are used. */
interface PeerManifest {
  readonly peerDependencies?: Readonly<Record<string, string>>;
}

/** Headers that allow a page to use several threads. */
export const threadHeaders: Readonly<Record<string, string>> = {
  "cross-origin-embedder-policy": "require-corp",
  "cross-origin-opener-policy": "same-origin",
};

/**
 * The folders that a browser needs in addition to the library to run a model itself. Throws `BadInput`
 * if the engine is not installed.
 */
export function localModelMounts(model: LocalModel): Mounts {
  if (model.engine === "wllama") return wllamaMounts();
  return { "/model/": model.folder, "/assets/onnx/": onnxFolder("--model transformers:") };
}

/** The folders of the engine for GGUF files. Throws `BadInput` if it is not installed. */
export function wllamaMounts(): Mounts {
  return {
    "/assets/wllama/": wllamaFolder("@wllama/wllama", "esm/wasm"),
    "/assets/wllama-compat/": wllamaFolder("@wllama/wllama-compat", "wasm"),
  };
}

function wllamaFolder(name: string, folder: string): string {
  try {
    return path.join(path.dirname(installed.resolve(`${name}/package.json`)), folder);
  } catch {
    const { peerDependencies = {} } = packageManifest() as PeerManifest;
    const packages = ["@wllama/wllama", "@wllama/wllama-compat"];
    const wanted = packages.map((each) => `${each}@${peerDependencies[each]}`).join(" ");
    throw new BadInput(
      `--model wllama: needs the engine that runs models on the CPU, which is not installed: run \`npm install ${wanted}\`.`,
    );
  }
}

/**
 * The folder of the engine that runs embedders and language models in ONNX: what sites serve as
 * `assets/onnx/`. Throws `BadInput` if it is not installed; `option` is the option that needs it.
 */
export function onnxFolder(option: string): string {
  for (const name of onnxEngines) {
    try {
      const engine = createRequire(installed.resolve(name));
      return path.dirname(engine.resolve("onnxruntime-web/ort-wasm-simd-threaded.wasm"));
    } catch {
      // Reported below.
    }
  }
  throw new BadInput(
    `${option} needs the engine that runs models in ONNX, which is not installed: run \`npm install ${onnxVersion()}\`.`,
  );
}

/** The engine's version that is built into our workers, which its wasm must match. */
function onnxVersion(): string {
  const { devDependencies } = packageManifest();
  return String(devDependencies?.["@xenova/transformers"]).replace(/^npm:/, "");
}
