import { copyFile, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import type { Browser, BrowserContext, Page } from "playwright";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { writeList } from "../../cli/model-folder.js";
import { type Served, serveFolder } from "../../cli/serve.js";
import { drive } from "../driver/driver.js";
import { ensureBuilt } from "../driver/ensure-built.js";
import { launchBrowser } from "../driver/launch-browser.js";
import { repository } from "../driver/repository.js";
import { storedRandomGguf } from "../fixtures/models/stored-gguf.js";
import { tries } from "../tries.js";
import { withoutServiceWorker } from "./demo-page.js";
import { builtSite, sitePolicy } from "./site-server.js";
import { serveModel } from "./web-llm-server.js";

let site: string;
let names: string[];
let browser: Browser;

beforeAll(async () => {
  site = await builtSite();
  const entries = await readdir(site, { recursive: true, withFileTypes: true });
  names = entries
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(site, path.join(entry.parentPath, entry.name)))
    .sort();
  browser = await launchBrowser();
});

afterAll(() => browser?.close());

const read = (name: string): Promise<string> => readFile(path.join(site, name), "utf8");

describe("the folder", () => {
  test("the service worker lists every file once, except those that no page of the site shows", async () => {
    const worker = await read("service-worker.js");
    const listed = [...worker.matchAll(/url:[`"']([^`"']+)[`"'],\s*revision/g)]
      .map(([, url = ""]) => decodeURIComponent(url))
      .sort();
    const left = names.filter((name) => !listed.includes(name));
    expect(listed.filter((name) => !names.includes(name))).toEqual([]);
    expect(new Set(listed).size).toBe(listed.length);
    expect(
      left.filter(
        (name) =>
          !/^(?:models\/.*|service-worker\.js|screenshot[\w-]*\.png|.*LICENSE.*|THIRD-PARTY-NOTICES\.txt)$/.test(
            name,
          ),
      ),
    ).toEqual([]);
  });

  test("the folder has a known size for offline use, without model engines", async () => {
    const engines =
      /^(?:assets\/(?:o200k_base-|(?:ocr|onnx|wllama(?:-compat)?)\/)|workers\/(?:embed|transformers|web-llm)\.)/;
    const files = names.filter((name) => !engines.test(name) && !name.startsWith("screenshot"));
    const contents = await Promise.all(files.map((name) => readFile(path.join(site, name))));
    const bytes = contents.reduce((sum, content) => sum + content.byteLength, 0);
    // One megabyte of this detects encodings from bytes.
    expect(bytes).toBeLessThan(16_850_000);
  });

  test("refers to every file by a relative address, and has no inline script or style", async () => {
    for (const name of names.filter((file) => file.endsWith(".html"))) {
      const html = await read(name);
      for (const [, address] of html.matchAll(/(?:src|href)="([^"]*)"/g)) {
        expect(address, name).toMatch(/^(?:\.\/)?[\w-]+[\w/.-]*$/);
      }
      expect(html, name).not.toMatch(/<style|style="|\son\w+="|<script(?![^>]*\ssrc=)/);
    }
    const manifest = JSON.parse(await read("manifest.webmanifest"));
    const addresses = [manifest.start_url, manifest.scope, manifest.share_target.action];
    for (const address of addresses) expect(address).toMatch(/^\.\//);
    for (const { src } of manifest.icons) expect(names).toContain(src);
  });

  test("names download hosts only where models are offered, and in engines", async () => {
    const hosts = new Map<string, Set<string>>();
    for (const name of names.filter((file) => /\.(?:js|html|css|json|webmanifest)$/.test(file))) {
      for (const [, host = ""] of (await read(name)).matchAll(/\bhttps:\/\/([\w.-]+\.\w+)/g)) {
        // The bundler names the chunk after one of its files or another, depending on the rest.
        const stem = name
          .replace(/-[\w-]{8}\.js$/, "")
          .replace(/\/embedder$/, "/meaning")
          .replace(/\/stored-models$/, "/question-time");
        hosts.set(host, (hosts.get(host) ?? new Set()).add(stem));
      }
    }
    const fetchable = [...hosts].filter(([host]) => !mentioned.has(host));
    expect(Object.fromEntries(fetchable.map(([host, files]) => [host, [...files].sort()]))).toEqual(
      {
        "huggingface.co": [
          "assets/esm",
          "assets/meaning",
          "assets/models",
          "assets/question-time",
          "index.html",
          "workers/embed.worker",
          "workers/transformers.worker",
          "workers/web-llm.worker",
        ],
        "raw.githubusercontent.com": ["assets/models", "index.html", "workers/web-llm.worker"],
        // wllama's compatibility build, transformers.js and tesseract.js, which are always passed
        // our own URLs.
        "cdn.jsdelivr.net": [
          "assets/esm",
          "assets/ocr/tesseract.esm.min.js",
          "assets/ocr/worker.min.js",
          "workers/embed.worker",
          "workers/transformers.worker",
        ],
      },
    );
  });
});

/**
 * Hosts named only in messages, comments and documentation of dependencies, and in example
 * addresses.
 */
const mentioned = new Set([
  ...["github.com", "webgpureport.org", "bit.ly", "foo.bar"],
  ...["developer.mozilla.org", "gist.github.com", "rolldown.rs", "web.dev"],
  ...["json-schema.org", "tools.example", "search.example"],
]);

describe("the configuration of servers", () => {
  test.each(["nginx.conf", "apache.conf", "README.md"])(
    "%s has the tested policy",
    async (name) => {
      const text = await readFile(path.join(repository, "demo/hosting", name), "utf8");
      const policies = [...text.matchAll(/Content-Security-Policy:? "?(default-src [^"\n]+)/g)];
      expect(policies.map(([, policy]) => policy)).toEqual([sitePolicy]);
    },
  );

  test.each(["nginx.conf", "apache.conf"])(
    "%s lets files be cached forever only if their names contain a hash",
    async (name) => {
      const text = await readFile(path.join(repository, "demo/hosting", name), "utf8");
      const source = /(?:~|FilesMatch ")([^"]*\(\?:js\|css\|svg\)\$)"/.exec(text)?.[1] ?? "";
      const pattern = new RegExp(source);
      const kept = names.filter((file) => pattern.test(`/${file}`));
      expect(kept.filter((file) => !/^(?:assets|workers)\/[^/]+$/.test(file))).toEqual([]);
      expect(kept.length).toBeGreaterThan(10);
      expect(kept).not.toContain("pagehound.js");
    },
  );
});

test("on a host that sends no headers, the service worker adds those that let threads share memory", async () => {
  const served = await serveFolder(site);
  const context = await browser.newContext();
  try {
    const page = await context.newPage();
    await page.goto(`${served.url}/`);
    await page.locator("html[data-offline=ready]").waitFor({ timeout: 60_000 });
    expect(await page.evaluate(() => crossOriginIsolated)).toBe(false);
    await page.reload();
    expect(await page.evaluate(() => crossOriginIsolated)).toBe(true);
    // The workers would not start without the header.
    await page
      .locator('input[type="file"]')
      .first()
      .setInputFiles({
        name: "ferry.txt",
        mimeType: "text/plain",
        buffer: Buffer.from("The ferry leaves at nine."),
      });
    const documents = page.getByRole("checkbox", { name: /^Search in / });
    await expect.poll(() => documents.count()).toBe(1);
  } finally {
    await context.close();
    await served.close();
  }
});

describe("in a browser whose policy would let it fetch from anywhere", () => {
  let served: Served;
  let folder: string;
  let context: BrowserContext;
  let page: Page;
  /** Requests to other origins by the page, a worker, or a worker's worker. */
  let elsewhere: string[];

  beforeEach(async () => {
    folder = await mkdtemp(path.join(os.tmpdir(), "pagehound-hosts-"));
    await copyFile(await storedRandomGguf(), path.join(folder, "Qwen3-0.6B-Q8_0.gguf"));
    await writeList(folder);
    // The page carries its policy in its own markup too.
    await writeFile(
      path.join(folder, "free.html"),
      (await read("index.html"))
        .replace(/<meta http-equiv[^>]*>/, "")
        .replaceAll('"./', '"/tools/pagehound/'),
    );
    await writeFile(
      path.join(folder, "plain.html"),
      '<!doctype html><link rel="icon" href="data:,"><script type="module" src="../tools/pagehound/pagehound.js"></script><page-hound></page-hound>',
    );
    served = await serveFolder({
      "/tools/pagehound/": site,
      "/tools/pagehound/models/": folder,
      "/intranet/": folder,
    });
    elsewhere = [];
    context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
    await withoutServiceWorker(context);
    context.on("request", (request) => {
      const url = request.url();
      if (!url.startsWith(`${served.url}/`) && !/^(?:blob|data):/.test(url)) elsewhere.push(url);
    });
    page = await context.newPage();
  });

  afterEach(async () => {
    await context.close();
    await served.close();
    await rm(folder, { recursive: true });
  });

  const loaded = async (): Promise<void> => {
    await page
      .locator('input[type="file"]')
      .first()
      .setInputFiles({
        name: "ferry.txt",
        mimeType: "text/plain",
        buffer: Buffer.from("The ferry leaves at nine."),
      });
    await page.getByRole("button", { name: /^Model: / }).click();
    const panel = page.getByRole("dialog", { name: "Model" });
    await panel.getByRole("button", { name: "Download Qwen3 0.6B" }).click();
    await panel.getByRole("group", { name: "Download" }).getByRole("button").first().click();
    const now = panel.getByRole("region", { name: "Now" });
    await expect.poll(() => now.innerText(), { timeout: 60_000 }).toContain("Qwen3 0.6B answers.");
  };

  test.each(tries(["usual"], ["usual", "compatible"]))(
    "the %s build of the engine comes from the folder",
    async (build) => {
      if (build === "compatible") {
        await page.addInitScript(() => {
          // Emulates browsers without JavaScript promise integration.
          Reflect.deleteProperty(WebAssembly, "Suspending");
        });
      }
      const requested: string[] = [];
      context.on("request", (request) => requested.push(new URL(request.url()).pathname));
      await page.goto(`${served.url}/intranet/free.html`);
      await loaded();
      const engine = requested.filter((name) => /wllama[^/]*\/wllama\.(?:js|wasm)$/.test(name));
      const kind = build === "usual" ? "wllama" : "wllama-compat";
      expect(engine.length).toBeGreaterThan(0);
      for (const name of engine) expect(name).toContain(`/tools/pagehound/assets/${kind}/`);
      expect(elsewhere).toEqual([]);
    },
  );

  test("a page elsewhere on the site needs only the script, and loads everything relative to it", async () => {
    const requested: string[] = [];
    context.on("request", (request) => requested.push(new URL(request.url()).pathname));
    await page.goto(`${served.url}/intranet/plain.html`);
    const element = page.locator("page-hound");
    await expect
      .poll(() => element.getAttribute("assets"))
      .toBe(`${served.url}/tools/pagehound/assets/`);
    expect(await element.getAttribute("models")).toBe(`${served.url}/tools/pagehound/models/`);
    await page
      .locator('input[type="file"]')
      .first()
      .setInputFiles(path.join(repository, "test/fixtures/pdf/cjk.pdf"));
    await expect
      .poll(() => requested.filter((name) => name.endsWith(".bcmap")), { timeout: 60_000 })
      .toContain("/tools/pagehound/assets/cmaps/UniJIS-UTF16-H.bcmap");
    const outside = requested.filter((name) => !name.startsWith("/tools/pagehound/"));
    expect(outside).toEqual(["/intranet/plain.html"]);
    expect(elsewhere).toEqual([]);
  });

  test("web-llm requests the named files and no others", async () => {
    await ensureBuilt();
    const model = await serveModel("Noise-1B-q4f32_1-MLC");
    try {
      const requested = await drive(
        async ({ page }) => {
          const requests: string[] = [];
          page.context().on("request", (request) => requests.push(request.url()));
          await page.evaluate(loadNoise, model.url);
          return requests.filter((url) => new URL(url).origin !== new URL(page.url()).origin);
        },
        { browserArguments: ["--enable-unsafe-webgpu"] },
      );
      const others = requested.filter((url) => !url.startsWith(`${model.url}/`));
      expect(others.filter((url) => !/^(?:blob|data):/.test(url))).toEqual([]);
      expect(requested.some((url) => url.endsWith("/noise.wasm"))).toBe(true);
    } finally {
      await model.close();
    }
  });

  test("the browser finds the page installable", async () => {
    await page.goto(`${served.url}/tools/pagehound/`);
    const session = await context.newCDPSession(page);
    const { errors, data } = await session.send("Page.getAppManifest");
    expect(errors).toEqual([]);
    expect(JSON.parse(data ?? "{}")).toMatchObject({ display: "standalone", name: "Pagehound" });
    const { installabilityErrors } = await session.send("Page.getInstallabilityErrors");
    // A private window cannot install anything.
    const ids = installabilityErrors.map(({ errorId }) => errorId);
    expect(ids.filter((id) => id !== "in-incognito")).toEqual([]);
  });
});

/** Loads a model's files up to its library, which is broken. */
async function loadNoise(url: string): Promise<void> {
  const variant = { id: "Noise-1B-q4f32_1-MLC", library: "noise.wasm", memoryBytes: 1 };
  const noise = {
    id: "Noise-1B",
    name: "Noise",
    license: "CC0-1.0",
    parameters: 1e5,
    variants: { f16: variant, f32: variant },
    numbersPerToken: 1,
    largestTensor: 1,
    contextLength: 4096,
    minimumContext: 4096,
    mobile: true,
    choosesTools: false,
    thinks: false,
  };
  const options = {
    model: variant.id,
    models: [noise],
    modelBase: `${url}/models`,
    modelLibBase: `${url}/libs`,
  };
  await globalThis.harness.models.loadWebLlm(options).catch(() => null);
}
