import { createHash } from "node:crypto";
import { mkdir, readdir, readFile, rm, stat } from "node:fs/promises";
import path from "node:path";
import { build, type Plugin } from "vite";
import { serveModels, writeList } from "../../cli/model-folder.js";
import { ModelHosts, publicModelHosts } from "../../src/core/model-hosts.js";
import type { KeptFile } from "../site-worker.js";

const source = path.resolve(import.meta.dirname, "../service-worker.ts");
/** Cached on first use; only the recogniser's list of files is cached from the start. */
const engines =
  /^(?:assets\/(?:o200k_base-|slide-page-|(?:onnx|wllama(?:-compat)?)\/|ocr\/(?!index\.json))|workers\/(?:embed|transformers|web-llm)\.)/;
/** Models added by a person, pictures for other programs, and files that no page requests. */
const left =
  /^(?:models\/.*|service-worker\.js|screenshot.{0,99}\.png|LICENSE.*|THIRD-PARTY-NOTICES\.txt|assets\/ocr\/.{0,99}LICENSE.{0,99}|.*\.map)$/s;
const hashed = /^(?:assets|workers)\/[^/]+-[\w-]{8}\.(?:js|css|svg)$/;

/**
 * Headers that `vite` sends, as every host should (see `demo/hosting`); pages contain the other
 * rules.
 */
const headers = {
  "content-security-policy": "frame-ancestors 'self'",
  "x-content-type-options": "nosniff",
  "referrer-policy": "no-referrer",
  "cross-origin-opener-policy": "same-origin",
  "cross-origin-embedder-policy": "credentialless",
};

/**
 * Makes the service worker of the site once its folder is complete: it contains the list of the
 * files to cache, with a hash of each. It is built with `plugins`.
 */
export function sitePlugin(
  plugins: readonly Plugin[],
  { models, modelHosts = publicModelHosts }: SiteOptions,
): Plugin {
  let folder = "";
  return {
    name: "pagehound:site",
    config: () => ({ server: { headers }, preview: { headers } }),
    configResolved: (config) => {
      folder = path.resolve(config.root, config.build.outDir);
    },
    transformIndexHtml: {
      order: "pre",
      handler: (html) => withModelHosts(html, modelHosts),
    },
    configurePreviewServer: ({ middlewares }) =>
      void middlewares.use("/models", serveModels(models)),
    configureServer: ({ middlewares }) => {
      middlewares.use("/models", serveModels(models));
      middlewares.use((request, _response, next) => {
        // The example uses the script's name in the build.
        if (request.url === "/pagehound.js") request.url = "/pagehound.ts";
        next();
      });
    },
    renderStart: {
      order: "pre",
      sequential: true,
      // Replaces Vite's own emptying, which would delete the models.
      handler: () => emptyFolder(folder),
    },
    closeBundle: {
      order: "post",
      sequential: true,
      async handler() {
        // A build that failed has no folder, and has reported why.
        if ((await stat(path.join(folder, "index.html")).catch(() => null)) === null) return;
        // Pages request only files that this list names.
        await mkdir(path.join(folder, "models"), { recursive: true });
        await writeList(path.join(folder, "models"));
        await buildServiceWorker(folder, await keptFiles(folder), plugins);
      },
    },
  };
}

/** How a site is built. */
export interface SiteOptions {
  /**
   * A folder with models that is served along with the site's own, and that builds do not touch.
   */
  readonly models: string;
  /** The public hosts that models may be fetched from, as `ModelHosts` reads them. */
  readonly modelHosts: string | undefined;
}

/** The full page with the hosts of models in its element and its content security policy. */
export function withModelHosts(html: string, modelHosts: string): string {
  const { sources } = new ModelHosts(modelHosts);
  if (sources.length === 0 || !html.includes('<page-hound mode="page"')) return html;
  return html
    .replace("connect-src 'self'", () => `connect-src 'self' ${sources.join(" ")}`)
    .replace('<page-hound mode="page"', (tag) => `${tag} model-hosts="${modelHosts}"`);
}

/** Empties the site's folder, except for the models that a person put there. */
export async function emptyFolder(folder: string): Promise<void> {
  const names = await readdir(folder).catch(() => []);
  const built = names.filter((name) => name !== "models");
  await Promise.all(
    built.map((name) => rm(path.join(folder, name), { recursive: true, force: true })),
  );
}

/** The files of a built site that work offline, each with a content hash. */
export async function keptFiles(folder: string): Promise<KeptFile[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const names = entries
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)))
    .map((name) => name.split(path.sep).join("/"))
    .filter((name) => !left.test(name))
    .sort();
  return Promise.all(
    names.map(async (url) => {
      const content = await readFile(path.join(folder, url));
      const hash = createHash("sha256").update(content).digest();
      return {
        url: url.split("/").map(encodeURIComponent).join("/"),
        revision: hashed.test(url) ? null : hash.toString("hex").slice(0, 16),
        // Some servers add something to pages.
        ...(url.endsWith(".html") ? {} : { integrity: `sha256-${hash.toString("base64")}` }),
      };
    }),
  );
}

/** A classic script in one file: not every browser supports modules as service workers. */
async function buildServiceWorker(
  folder: string,
  files: readonly KeptFile[],
  plugins: readonly Plugin[],
): Promise<void> {
  await build({
    configFile: false,
    root: path.dirname(source),
    publicDir: false,
    logLevel: "warn",
    plugins: [...plugins],
    define: {
      PAGE_FILES: JSON.stringify(files.filter(({ url }) => !engines.test(url))),
      ENGINE_FILES: JSON.stringify(files.filter(({ url }) => engines.test(url))),
    },
    build: {
      outDir: folder,
      emptyOutDir: false,
      target: "es2022",
      modulePreload: false,
      rolldownOptions: {
        input: source,
        output: { format: "iife", entryFileNames: "service-worker.js" },
      },
    },
  });
}
