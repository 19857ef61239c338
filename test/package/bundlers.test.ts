import { spawn } from "node:child_process";
import { cp, readFile } from "node:fs/promises";
import path from "node:path";
import { afterEach, beforeAll, describe, expect, type TestContext, test } from "vitest";
import { ensureBuilt } from "../driver/ensure-built.js";
import {
  type Consumer,
  type ConsumerOptions,
  copyAssets,
  installConsumer,
  plainScript,
} from "./consumer.js";
import { policy, useSite } from "./use-site.js";

const typescript = { typescript: "~5.9" };
const react = {
  react: "^19",
  "react-dom": "^19",
  "@types/react": "^19",
  "@types/react-dom": "^19",
};
const jsx = "--module esnext --moduleResolution bundler --jsx react-jsx";

const projects: Consumer[] = [];
/** Functions that stop the servers. */
const servers: (() => Promise<void>)[] = [];

beforeAll(() => ensureBuilt());

afterEach(async () => {
  for (const end of servers.splice(0)) await end();
  for (const project of projects.splice(0)) await project.remove();
});

/** A project with other packages, or none if the registry is unreachable. */
async function project({ skip }: TestContext, options: ConsumerOptions): Promise<Consumer> {
  try {
    const consumer = await installConsumer(options);
    projects.push(consumer);
    return consumer;
  } catch (error) {
    const text = String(error);
    if (!/ENOTFOUND|ECONNREFUSED|ETIMEDOUT|EAI_AGAIN|ENOTCACHED|E404|E5\d\d/.test(text))
      throw error;
    return skip(
      `Skipped: ${Object.keys(options.packages ?? {}).join(", ")} cannot be installed here.`,
    );
  }
}

/** The site's page, with the script that a bundler writes. */
async function pageWith(consumer: Consumer, script: string): Promise<string> {
  const page = await readFile(path.join(consumer.folder, "index.html"), "utf8");
  return page.replace("./main.ts", script);
}

// Only in a long run, because installing and building takes minutes.
describe.runIf(process.env.PAGEHOUND_LONG)("other bundlers", { timeout: 3_600_000 }, () => {
  test("esbuild works with the workers copied next to its output", async (context) => {
    const consumer = await project(context, { site: ["site"], packages: { esbuild: "*" } });
    const { folder } = consumer;
    const options = "--bundle --splitting --format=esm --outdir=public --log-level=error";
    await consumer.run("esbuild/bin/esbuild", "main.ts", ...options.split(" "));
    await cp(
      path.join(folder, "node_modules/pagehound/dist/workers"),
      path.join(folder, "public/workers"),
      {
        recursive: true,
      },
    );
    await copyAssets(consumer, "public/pagehound-assets");
    await consumer.write("public/index.html", await pageWith(consumer, "./main.js"));
    await useSite({ site: path.join(folder, "public"), folder, policy });
  });

  test("webpack 5 works", async (context) => {
    const consumer = await project(context, { site: ["site"], packages: { webpack: "^5" } });
    const { folder } = consumer;
    await consumer.write("main.js", await plainScript(consumer, "main.ts"));
    await consumer.write("build.js", webpackBuild);
    const output = await consumer.run("../build.js");
    expect(output).not.toMatch(/ERROR|Critical dependency/);
    await copyAssets(consumer, "public/pagehound-assets");
    await consumer.write("public/index.html", await pageWith(consumer, "./main.js"));
    await useSite({ site: path.join(folder, "public"), folder, policy });
  });

  test.for(["^7", "^8"])("Vite %s works, built and as a dev server", async (vite, context) => {
    const consumer = await project(context, { site: ["site"], packages: { vite } });
    const { folder } = consumer;
    await copyAssets(consumer, "public/pagehound-assets");
    await consumer.run("vite/bin/vite.js", "build", "--base", "/sub/path/", "--logLevel", "error");
    await useSite({ site: path.join(folder, "dist"), folder, policy });

    await consumer.write("vite.config.js", developedWithVite);
    await useSite({ site: await developed(consumer, "vite/bin/vite.js"), folder });
  });

  test("React 19 works in strict mode, with the element and its types", async (context) => {
    const packages = { ...react, vite: "^8" };
    const consumer = await project(context, { site: ["site", "react"], packages });
    const { folder } = consumer;
    await consumer.checkTypes(jsx, "render.tsx");
    await copyAssets(consumer, "public/pagehound-assets");
    await consumer.run("vite/bin/vite.js", "build", "--base", "/sub/path/", "--logLevel", "error");
    const elements = ["element"];
    await useSite({ site: path.join(folder, "dist"), folder, policy, elements });

    // Strict mode mounts twice only in development.
    await consumer.write("vite.config.js", developedWithVite);
    await useSite({ site: await developed(consumer, "vite/bin/vite.js"), folder, elements });
  });

  test("Vue's templates work with the element's types", async (context) => {
    const packages = { ...typescript, vue: "^3.5", "vue-tsc": "^3" };
    const consumer = await project(context, { site: ["vue"], packages });
    await consumer.run("vue-tsc/bin/vue-tsc.js", "--project", "tsconfig.json");
  });

  test.for(["--turbopack", "--webpack"])("Next 16 works with %s", async (bundler, context) => {
    const packages = { ...typescript, ...react, "@types/node": "^20", next: "^16" };
    const consumer = await project(context, { site: ["site", "react", "next"], packages });
    const { folder } = consumer;
    await copyAssets(consumer, "public/pagehound-assets");
    await consumer.run("next/dist/bin/next", "build", bundler);
    const elements = ["element", "rendered"];
    await useSite({ site: path.join(folder, "out"), folder, elements });

    const { href } = await developed(consumer, "next/dist/bin/next", "dev", bundler, "--port", "0");
    await useSite({ site: new URL("sub/path/", href), folder, elements });
  });
});

/** The configuration for developing a site with Vite. */
const developedWithVite = 'export default { optimizeDeps: { exclude: ["pagehound"] } };\n';

/** A build that returns webpack's messages. It minifies the already minified workers once more. */
const webpackBuild = `import webpack from "webpack";
webpack(
  {
    mode: "production",
    entry: "./main.js",
    output: { path: import.meta.dirname + "/public" },
    performance: { hints: false },
  },
  (error, stats) => {
    if (error) throw error;
    console.log(stats.toString("errors-warnings"));
  },
);
`;

/** Serves the project for development until the test ends. */
async function developed(
  { folder }: Consumer,
  program: string,
  ...parameters: string[]
): Promise<URL> {
  const file = path.join(folder, "node_modules", program);
  const child = spawn(process.execPath, [file, ...parameters], {
    cwd: folder,
    stdio: ["ignore", "pipe", "inherit"],
    env: {
      ...process.env,
      NODE_ENV: "development",
      NEXT_TELEMETRY_DISABLED: "1",
      NO_COLOR: "1",
    },
  });
  const ended = new Promise<void>((resolve) => child.on("close", () => resolve()));
  // Before the project, to which it may still write, is removed.
  servers.push(() => {
    child.kill();
    return ended;
  });
  return new Promise((resolve, reject) => {
    let output = "";
    child.on("error", reject);
    child.on("close", () => reject(new Error(`${program} ended: ${output}`)));
    child.stdout.on("data", (text) => {
      output += text;
      const address = /http:\/\/(?:127\.0\.0\.1|localhost):\d+/.exec(output)?.[0];
      if (address) resolve(new URL(address));
    });
  });
}
