import path from "node:path";
import { build, type InlineConfig, type Plugin, type Rolldown } from "vite";
import { repository } from "./repository.js";

const workerUrl = /new URL\("[./]*\/workers\/([\w-]+\.worker)\.ts", import\.meta\.url\)/g;
const folder = "/bundled-workers/";

/** The files of a worker by their paths: its script, and chunks that it loads when needed. */
type WorkerFiles = ReadonlyMap<string, string>;

/**
 * Serves workers to browser tests, bundling each on first request. Unbundled, every start of a
 * worker requests hundreds of modules; unminified, it reads several times as much, and reading the
 * script is most of what a start costs. For that reason, too, they are not one file each as in the
 * package, whose form the tests of the built package cover: a parse worker that reads only text
 * starts in a fifth of the processor time without the readers of other formats. The URL parameter
 * `first` is code that runs before the worker's own, to make it misbehave; that worker is one file.
 */
export function bundledWorkers(config: InlineConfig): Plugin {
  const bundles = new Map<string, Promise<WorkerFiles>>();
  const bundle = (name: string, isOneFile: boolean): Promise<WorkerFiles> => {
    const key = `${name} ${isOneFile}`;
    const known = bundles.get(key);
    if (known) return known;
    const made = bundleOf(name, isOneFile, config);
    bundles.set(key, made);
    return made;
  };
  return {
    name: "pagehound:bundled-workers",
    enforce: "pre",
    transform(code, id) {
      if (!id.includes("/src/")) return null;
      const bundled = code.replace(workerUrl, `new URL("${folder}$1.js", self.origin)`);
      return bundled === code ? null : { code: bundled, map: null };
    },
    configureServer: {
      // Runs after the middleware that sets a worker's policy.
      order: "post",
      handler: ({ middlewares }) => {
        middlewares.use(folder, (request, response, next) => {
          const { pathname, searchParams } = new URL(request.url ?? "", "http://localhost");
          const name = /^\/([\w-]+\.worker)(?:\.js|\/)/.exec(pathname)?.[1];
          if (!name) return next();
          const first = searchParams.get("first") ?? "";
          bundle(name, first !== "").then((files) => {
            const code = files.get(pathname.slice(1));
            if (code === undefined) return next();
            response.setHeader("content-type", "text/javascript");
            response.setHeader("cache-control", "max-age=86400, immutable");
            response.end(`${first}\n${code}`);
          }, next);
        });
      },
    },
  };
}

async function bundleOf(
  name: string,
  isOneFile: boolean,
  config: InlineConfig,
): Promise<WorkerFiles> {
  const built = (await build({
    ...config,
    configFile: false,
    root: repository,
    publicDir: false,
    logLevel: "error",
    build: {
      write: false,
      target: "es2022",
      minify: true,
      // Addresses relative to the script, and no preloading, which needs a document.
      modulePreload: false,
      rolldownOptions: {
        input: path.join(repository, "workers", `${name}.ts`),
        output: {
          format: "es",
          codeSplitting: !isOneFile,
          entryFileNames: `${name}.js`,
          chunkFileNames: `${name}/[name]-[hash].js`,
        },
      },
    },
  })) as Rolldown.RolldownOutput;
  const chunks = built.output.filter((file) => file.type === "chunk");
  return new Map(chunks.map(({ fileName, code }) => [fileName, code]));
}
