import path from "node:path";
import { build, type InlineConfig, type Plugin, type Rolldown } from "vite";
import { repository } from "./repository.js";

const workerUrl = /new URL\("[./]*\/workers\/([\w-]+\.worker)\.ts", import\.meta\.url\)/g;
const folder = "/bundled-workers/";

/**
 * Serves workers to browser tests as one file each, as in the package, bundling each on first
 * request. Unbundled, every start of a worker requests hundreds of modules; unminified, it reads
 * several times as much, and reading the script is most of what a start costs. The URL parameter
 * `first` is code that runs before the worker's own, to make it misbehave.
 */
export function bundledWorkers(config: InlineConfig): Plugin {
  const bundles = new Map<string, Promise<string>>();
  const bundle = (name: string): Promise<string> => {
    const known = bundles.get(name);
    if (known) return known;
    const made = bundleOf(name, config);
    bundles.set(name, made);
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
          const name = /^\/([\w-]+\.worker)\.js$/.exec(pathname)?.[1];
          if (!name) return next();
          const first = searchParams.get("first") ?? "";
          bundle(name).then((code) => {
            response.setHeader("content-type", "text/javascript");
            response.setHeader("cache-control", "max-age=86400, immutable");
            response.end(`${first}\n${code}`);
          }, next);
        });
      },
    },
  };
}

async function bundleOf(name: string, config: InlineConfig): Promise<string> {
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
      rolldownOptions: {
        input: path.join(repository, "workers", `${name}.ts`),
        output: { format: "es", codeSplitting: false },
      },
    },
  })) as Rolldown.RolldownOutput;
  return built.output[0].code;
}
