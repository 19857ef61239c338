import { createReadStream, statSync } from "node:fs";
import { cp } from "node:fs/promises";
import { createRequire } from "node:module";
import path from "node:path";
import { playwright } from "@vitest/browser-playwright";
import { defaultClientConditions, type Plugin, type UserConfig } from "vite";
import type { TestProjectConfiguration, ViteUserConfigExport } from "vitest/config";
import { sitePlugin } from "./demo/build/site-plugin.js";
import { thirdPartyNotices } from "./scripts/notices.js";
import { copyOcrFiles, ocrFiles } from "./scripts/ocr-files.js";
import { openDoors } from "./scripts/open-doors.js";
import { quickPdfjs } from "./scripts/quick-pdfjs.js";
import { underTrustedTypes } from "./scripts/trusted-types-plugin.js";
import { bundledWorkers } from "./test/driver/bundled-workers.js";
import { browserArguments, findBrowser } from "./test/driver/find-browser.js";
import { embedderServer } from "./test/fixtures/embeddings/embedder-server.js";
import { assetServer } from "./test/hostile/attack/asset-server.js";

const root = import.meta.dirname;
const source = path.join(root, "src");
const installed = createRequire(import.meta.url);

/** A folder inside an installed package. */
function packageFolder(name: string, folder: string): string {
  return path.join(path.dirname(installed.resolve(`${name}/package.json`)), folder);
}

/** What PDFs need: folders under `assets/`, and where they come from. */
const pdfFolders = Object.fromEntries(
  ["cmaps", "standard_fonts", "wasm", "iccs"].map((folder) => [
    folder,
    packageFolder("pdfjs-dist", folder),
  ]),
);
/** What embedders need, 14 MB on the processor or 27 MB on the graphics card. Installed with their engine. */
const onnxFolder = path.dirname(
  createRequire(installed.resolve("@xenova/transformers")).resolve(
    "onnxruntime-web/ort-wasm-simd-threaded.wasm",
  ),
);
/** What models on the device need, of which those who use none copy nothing. */
const engineFolders = {
  onnx: onnxFolder,
  wllama: packageFolder("@wllama/wllama", "esm/wasm"),
  "wllama-compat": packageFolder("@wllama/wllama-compat", "wasm"),
};

/** Of what is in the folders: no types, and of onnxruntime no builds that nobody asks for. */
function isAsset(file: string): boolean {
  if (path.dirname(file) !== onnxFolder) return !file.endsWith(".d.ts");
  return /^ort-wasm-simd-threaded(?:\.asyncify)?\.(?:mjs|wasm)$/.test(path.basename(file));
}

/** Serves folders under `assets/`, and copies them into a build. */
function assets(folders: Readonly<Record<string, string>>): Plugin {
  let outDir = "";
  return {
    name: "pagehound:assets",
    configResolved: (config) => {
      outDir = path.resolve(config.root, config.build.outDir);
    },
    configureServer: ({ middlewares }) => {
      middlewares.use("/assets/", (request, response, next) => {
        const [name = "", file] = (request.url ?? "").slice(1).split("?")[0]?.split("/") ?? [];
        const folder = folders[name];
        if (!folder || !file) return next();
        // A module worker and streamed wasm are taken only under their own types.
        if (/\.m?js$/.test(file)) response.setHeader("content-type", "text/javascript");
        if (file.endsWith(".wasm")) response.setHeader("content-type", "application/wasm");
        createReadStream(path.join(folder, path.basename(file)))
          .on("error", () => next())
          .pipe(response);
      });
    },
    writeBundle: async () => {
      for (const [name, folder] of Object.entries(folders)) {
        await cp(folder, path.join(outDir, "assets", name), {
          recursive: true,
          filter: (file) => file === folder || isAsset(file),
        });
      }
    },
  };
}

/**
 * Serves what recognises text, under the policy that it has to work with: a worker has the policy
 * that its own file is served with. A build has it in `assets/ocr/`.
 */
function ocrAssets(): Plugin {
  const policy = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'";
  let outDir = "";
  return {
    name: "pagehound:ocr-assets",
    configResolved: (config) => {
      outDir = path.resolve(config.root, config.build.outDir);
    },
    writeBundle: () => copyOcrFiles(path.join(outDir, "assets/ocr")),
    configureServer: ({ middlewares }) => {
      middlewares.use("/assets/ocr/", (request, response, next) => {
        const name = (request.url ?? "").slice(1).split("?", 1)[0] ?? "";
        if (name === "index.json") {
          const files = Object.entries(ocrFiles).map(([path, file]) => ({
            path,
            bytes: statSync(file).size,
          }));
          response.setHeader("content-type", "application/json");
          return response.end(JSON.stringify({ files }));
        }
        const file = ocrFiles[name];
        if (!file) {
          response.statusCode = 404;
          return response.end();
        }
        const type = file.endsWith(".js") ? "text/javascript" : "application/octet-stream";
        response.setHeader("content-type", type);
        response.setHeader("content-security-policy", policy);
        createReadStream(file).on("error", next).pipe(response);
      });
    },
  };
}

/**
 * Writes worker URLs in the one form that every bundler recognises. Vite's own output nests two
 * `new URL`s, which a consumer's bundler takes for an address it knows nothing about.
 */
function portableWorkerUrls(): Plugin {
  const nested =
    /new URL\(\s*(?:\/\*[^*]*\*\/\s*)?new URL\("(workers\/[\w.-]+)", import\.meta\.url\)\.href,\s*"" \+ import\.meta\.url\s*\)/g;
  return {
    name: "pagehound:portable-worker-urls",
    enforce: "post",
    generateBundle(_options, bundle) {
      let written = 0;
      for (const chunk of Object.values(bundle)) {
        if (chunk.type !== "chunk") continue;
        chunk.code = chunk.code.replace(nested, (_match, file: string) => {
          written++;
          return `new URL("./${file}", import.meta.url)`;
        });
      }
      if (written === 0)
        this.error("No worker URL was found: has the form that Vite writes changed?");
    },
  };
}

/**
 * Packages that tell workers from pages by the `worker` condition are taken in their worker form
 * everywhere: it needs no DOM and works on a page as well. onnxruntime is taken in the form that loads
 * its wasm from `assets/`; the other one would be built together with 27 MB.
 */
const conditions = ["worker", "onnxruntime-web-use-extern-wasm", ...defaultClientConditions];

/**
 * Takes an address out of onnxruntime that only its own build has: a consumer's bundler would look for
 * the file, and stop where there is none.
 */
function withoutOwnAddress(): Plugin {
  const own = /new URL\(new \w+\("ort\.[\w.]+\.mjs", ?import\.meta\.url\)\.href, ?\w+\)\.href/;
  return {
    name: "pagehound:onnx-without-own-address",
    transform(code, id) {
      if (!/\/onnxruntime-web\/dist\/ort\..*\.mjs$/.test(id)) return;
      if (!own.test(code)) this.error("onnxruntime does not name its own file as it used to.");
      return { code: code.replace(own, "self.location.href"), map: null };
    },
  };
}

/**
 * Takes what draws slides in a form that a strict policy allows: styles in attributes become styles of
 * the object model. And without the library that unpacks files, which is done here within bounds.
 */
function slidesUnderPolicy(): Plugin {
  const attribute = /([\w$]+)\.setAttribute\("style", ("[^"]*")\)/g;
  return {
    name: "pagehound:slides-under-policy",
    enforce: "pre",
    resolveId(source, importer) {
      const isDrawing = importer?.includes("/@aiden0z/pptx-renderer/") === true;
      return isDrawing && source === "jszip" ? "\0pagehound:no-zip" : null;
    },
    load: (id) => (id === "\0pagehound:no-zip" ? "export default null;" : null),
    transform(code, id) {
      if (!/\/@aiden0z\/pptx-renderer\/dist\/[^?]*\.js/.test(id)) return;
      const clean = code.replace(attribute, "$1.style.cssText = $2");
      if (clean === code || clean.includes('setAttribute("style"')) {
        this.error("Slides set styles in a way that is not known.");
      }
      return { code: clean, map: null };
    },
  };
}

/**
 * Takes lit-html in the form that it has for Node, which differs from the other in one thing: it can be
 * imported where there is no document. A site that is rendered on a server imports the element there.
 */
function withoutDocument(): Plugin {
  return {
    name: "pagehound:lit-without-document",
    enforce: "pre",
    async resolveId(source, importer) {
      if (!source.startsWith("lit-html") && !importer?.includes("/lit-html/")) return null;
      const resolved = await this.resolve(source, importer, { skipSelf: true });
      const id = resolved?.id.replace(/\/lit-html\/(?!node\/)/, "/lit-html/node/");
      return id ?? null;
    },
  };
}

const notices = thirdPartyNotices();

/** Leaves out what mathjs writes formulas in LaTeX with, which nothing here asks it for. */
function withoutLatex(): Plugin {
  return {
    name: "pagehound:without-latex",
    load: (id) =>
      id.endsWith("/mathjs/lib/esm/utils/latex.js")
        ? `export const latexSymbols = {}, latexOperators = {}, latexFunctions = {}, defaultTemplate = "";
          export const escapeLatex = String, toSymbol = String;`
        : null,
  };
}

/** Workers are single files: a consumer's bundler copies only a worker's entry. */
const worker: UserConfig["worker"] = {
  format: "es",
  plugins: () => [
    openDoors(source),
    quickPdfjs(),
    withoutLatex(),
    withoutOwnAddress(),
    notices.collect(),
  ],
  rolldownOptions: {
    output: { codeSplitting: false, entryFileNames: "workers/[name].js" },
  },
};

const library: UserConfig = {
  base: "./",
  publicDir: false,
  plugins: [
    openDoors(source),
    assets(pdfFolders),
    portableWorkerUrls(),
    withoutDocument(),
    slidesUnderPolicy(),
    underTrustedTypes(),
    notices.collect(),
    notices.write(Object.values(pdfFolders)),
  ],
  resolve: { conditions },
  worker,
  build: {
    outDir: "dist",
    target: "es2022",
    minify: true,
    sourcemap: false,
    lib: {
      entry: {
        "ai-sdk": "src/connect/adapters/ai-sdk.ts",
        connect: "src/entries/connect.ts",
        evaluation: "src/entries/evaluation.ts",
        index: "src/entries/pagehound.ts",
        langchain: "src/connect/adapters/langchain.ts",
        models: "src/entries/models.ts",
        // No entries of the package. They stay apart from what else is in `tools` and `widget`, so that
        // whoever only reads leaves the calculator out, and the element's first code is one file.
        element: "src/element/element.ts",
        reading: "src/agent/reading/index.ts",
        tools: "src/entries/tools.ts",
        viewer: "src/entries/viewer.ts",
        widget: "src/entries/widget.ts",
      },
      formats: ["es"],
    },
    rolldownOptions: {
      // What the adapters are for is there where they are used.
      external: [/^ai$/, /^@langchain\/core\//],
      // Left to itself, the bundler puts them into the library, which the widget would then load at once.
      output: {
        codeSplitting: {
          groups: [{ name: "locks", test: /src\/core\/(?:locks|unnamed-file)\.ts$/ }],
        },
      },
    },
  },
};

/** The command `pagehound`, plain JavaScript for Node, beside the page that it drives. */
const commandLine: UserConfig = {
  publicDir: false,
  plugins: [
    openDoors(source),
    notices.collect(),
    notices.write([]),
    {
      name: "pagehound:driven-page",
      writeBundle: () =>
        cp(path.join(root, "cli/page"), path.join(root, "dist/cli/page"), { recursive: true }),
    },
  ],
  ssr: { noExternal: true, external: ["playwright-core"] },
  build: {
    outDir: "dist/cli",
    target: "node20",
    ssr: "cli/pagehound.ts",
    rolldownOptions: {
      output: { entryFileNames: "[name].js", chunkFileNames: "[name]-[hash].js" },
    },
  },
};

/**
 * Workers of the site have a hash in their names, so that a tab with an older version keeps its own.
 * They load what only some files need from chunks, because nobody builds the site again: a parse
 * worker that reads text starts with a twentieth of the code.
 */
const siteWorker: UserConfig["worker"] = {
  format: "es",
  plugins: () => [openDoors(source), quickPdfjs(), notices.collect()],
  rolldownOptions: {
    output: {
      entryFileNames: "workers/[name]-[hash].js",
      chunkFileNames: "workers/[name]-[hash].js",
    },
  },
};

/** What is asked of the bundler about a module. */
interface ModuleGraph {
  getModuleInfo(id: string): { readonly importedIds: readonly string[] } | null;
}

/** A module and all that it imports before it runs. */
function imported(entry: string, graph: ModuleGraph): Set<string> {
  const found = new Set([entry]);
  for (const id of found)
    for (const next of graph.getModuleInfo(id)?.importedIds ?? []) found.add(next);
  return found;
}

/** What one script imports before it runs, and another does not. */
function onlyImported(script: string, other: string, graph: ModuleGraph): Set<string> {
  const [found, others] = [
    imported(path.join(root, script), graph),
    imported(path.join(root, other), graph),
  ];
  found.delete(path.join(root, script));
  for (const id of others) found.delete(id);
  return found;
}

/**
 * Puts what a page loads first into one chunk. By itself the bundler parts what is also imported by
 * something that is loaded later, which is compressed worse in many small files. What the page for
 * evaluations imports, too, stays where the bundler has it: with it came what only that page needs.
 */
function firstLoaded(): (id: string, graph: ModuleGraph) => string | null {
  let first: ReadonlySet<string> | null = null;
  return (id, graph) => {
    first ??= onlyImported("demo/pagehound.ts", "demo/evaluate/main.ts", graph);
    return first.has(id) ? "first" : null;
  };
}

const siteFolders = { ...pdfFolders, ...engineFolders };

/** The folder to put on a server: the full page, the script to embed, and all that they need. */
const site: UserConfig = {
  root: path.join(root, "demo"),
  base: "./",
  publicDir: path.join(root, "public"),
  plugins: [
    openDoors(source),
    quickPdfjs(),
    assets(siteFolders),
    ocrAssets(),
    slidesUnderPolicy(),
    underTrustedTypes(),
    sitePlugin([notices.collect()], {
      models: path.join(root, "models"),
      modelHosts: process.env.PAGEHOUND_MODEL_HOSTS,
    }),
    notices.collect(),
    notices.write(Object.values(siteFolders)),
  ],
  worker: siteWorker,
  resolve: {
    conditions,
    alias: {
      "pagehound/connect": path.join(root, "src/entries/connect.ts"),
      "pagehound/evaluation": path.join(root, "src/entries/evaluation.ts"),
      "pagehound/models": path.join(root, "src/entries/models.ts"),
      "pagehound/tools": path.join(root, "src/entries/tools.ts"),
      "pagehound/viewer": path.join(root, "src/entries/viewer.ts"),
      "pagehound/widget": path.join(root, "src/entries/widget.ts"),
      pagehound: path.join(root, "src/entries/pagehound.ts"),
    },
  },
  build: {
    outDir: path.join(root, "site"),
    // By the plugin, which leaves the models that a person put there.
    emptyOutDir: false,
    target: "es2022",
    // The tokenizer's words, which evaluations count chunks with, have 2 MB.
    chunkSizeWarningLimit: 2100,
    rolldownOptions: {
      input: {
        evaluate: path.join(root, "demo/evaluate.html"),
        index: path.join(root, "demo/index.html"),
        pagehound: path.join(root, "demo/pagehound.ts"),
        "signed-in": path.join(root, "demo/signed-in.html"),
      },
      output: {
        // The name that other pages embed it by.
        entryFileNames: ({ name }) =>
          name === "pagehound" ? "pagehound.js" : "assets/[name]-[hash].js",
        codeSplitting: { groups: [{ name: firstLoaded() }] },
      },
    },
  },
  server: { fs: { allow: [root] } },
};

const built: TestProjectConfiguration = {
  extends: true,
  test: {
    name: "built",
    include: [
      "test/e2e/**/*.test.ts",
      "test/hostile/site/**/*.test.ts",
      "test/package/**/*.test.ts",
    ],
    // On a busy machine, too, only what hangs is to fail.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    expect: { poll: { timeout: 60_000 } },
    // Beside those of the other projects: each has a browser of its own, and waits for it part of the
    // time, in which a processor has something else to do.
    maxWorkers: 2,
    // The files of a worker share its browser (`launchBrowser`), and load modules once.
    isolate: false,
  },
};

async function inBrowser(): Promise<TestProjectConfiguration> {
  const launchOptions = { executablePath: await findBrowser(), args: browserArguments };
  return {
    extends: true,
    test: {
      name: "browser",
      include: ["test/browser/**/*.test.ts", "test/hostile/page/**/*.test.ts"],
      setupFiles: [
        "test/seed.ts",
        "test/browser/empty-browser.ts",
        ...(process.env.PAGEHOUND_DELAY ? ["test/browser/late-messages.ts"] : []),
      ],
      testTimeout: 240_000,
      hookTimeout: 240_000,
      expect: { poll: { timeout: 30_000 } },
      // A long run's tests of something random try it far more often, and on other examples.
      env: {
        PAGEHOUND_LONG: process.env.PAGEHOUND_LONG ?? "",
        PAGEHOUND_SEED: process.env.PAGEHOUND_SEED ?? "",
        PAGEHOUND_DELAY: process.env.PAGEHOUND_DELAY ?? "",
        // The address of a model whose replies are recorded (test/fixtures/played/README.md).
        PAGEHOUND_PLAYER: process.env.PAGEHOUND_PLAYER ?? "",
      },
      // Two pages, each with a profile of its own; projects that run together have to say the same.
      maxWorkers: 2,
      browser: {
        enabled: true,
        headless: true,
        // Modules are loaded once a page, not once a file, which saves a fifth of the processor time. What a
        // file opens, it closes; a test that needs a window of its own has `emptyWindow`.
        isolate: false,
        screenshotFailures: false,
        provider: playwright({ launchOptions }),
        instances: [{ browser: "chromium" }],
      },
    },
  };
}

const config: ViteUserConfigExport = async ({ mode }) => {
  if (mode === "demo") return site;
  if (mode === "cli") return commandLine;
  if (mode !== "test") return library;
  const { LongestFirst } = await import("./test/driver/longest-first.js");
  return {
    plugins: [
      openDoors(source),
      bundledWorkers({
        plugins: [openDoors(source), quickPdfjs(), withoutOwnAddress()],
        resolve: { conditions },
      }),
      ocrAssets(),
      embedderServer(),
      assetServer(pdfFolders),
      assets({ ...pdfFolders, ...engineFolders }),
    ],
    resolve: { conditions },
    worker,
    // Named, because what only workers import is found late, and would reload the page mid-test.
    optimizeDeps: {
      include: [
        "@cfworker/json-schema",
        "@aiden0z/pptx-renderer",
        "axe-core",
        "@mlc-ai/web-llm",
        "@mlc-ai/web-xgrammar",
        "@orama/stemmers/danish",
        "@orama/stemmers/dutch",
        "@orama/stemmers/english",
        "@orama/stemmers/finnish",
        "@orama/stemmers/french",
        "@orama/stemmers/german",
        "@orama/stemmers/greek",
        "@orama/stemmers/hungarian",
        "@orama/stemmers/italian",
        "@orama/stemmers/norwegian",
        "@orama/stemmers/portuguese",
        "@orama/stemmers/romanian",
        "@orama/stemmers/russian",
        "@orama/stemmers/spanish",
        "@orama/stemmers/swedish",
        "@orama/stemmers/turkish",
        "@orama/stopwords/danish",
        "@orama/stopwords/dutch",
        "@orama/stopwords/english",
        "@orama/stopwords/finnish",
        "@orama/stopwords/french",
        "@orama/stopwords/german",
        "@orama/stopwords/greek",
        "@orama/stopwords/hungarian",
        "@orama/stopwords/italian",
        "@orama/stopwords/japanese",
        "@orama/stopwords/norwegian",
        "@orama/stopwords/portuguese",
        "@orama/stopwords/romanian",
        "@orama/stopwords/russian",
        "@orama/stopwords/swedish",
        "@orama/stopwords/turkish",
        "@wllama/wllama/esm/index.js",
        "@xenova/transformers",
        "fake-indexeddb",
        "fflate",
        "flexsearch",
        "gpt-tokenizer/encoding/o200k_base",
        "idb",
        "mathjs",
        "mdast-util-from-markdown",
        "mdast-util-gfm",
        "micromark-extension-gfm",
        "numfmt",
        "papaparse",
        "parse5",
        "pdfjs-dist/legacy/build/pdf.mjs",
        "picomatch/posix.js",
        "pdfjs-dist/legacy/build/pdf.worker.mjs",
        "postal-mime",
        "saxen",
        "utif2",
      ],
    },
    test: {
      sequence: { sequencer: LongestFirst },
      projects: [
        {
          extends: true,
          test: {
            name: "node",
            include: ["test/unit/**/*.test.ts"],
            setupFiles: ["test/seed.ts"],
            // Many properties on a busy machine: only what hangs is to fail.
            testTimeout: 180_000,
            hookTimeout: 180_000,
            expect: { poll: { timeout: 30_000 } },
            // Modules are loaded once, not once a file. Stubs and clocks are put back by each test.
            isolate: false,
            maxWorkers: 2,
          },
        },
        await inBrowser(),
        built,
      ],
    },
  };
};

export default config;
