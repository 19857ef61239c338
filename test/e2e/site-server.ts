import { existsSync } from "node:fs";
import { copyFile, cp, link, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { type Mounts, serveFolder } from "../../cli/serve.js";
import { ModelHosts, publicModelHosts } from "../../src/core/model-hosts.js";
import { buildDemo } from "../driver/build.js";
import { repository } from "../driver/repository.js";

/** Builds the site if necessary, and returns its folder. */
export async function builtSite(): Promise<string> {
  const folder = path.join(repository, "site");
  if (!existsSync(path.join(folder, "service-worker.js"))) await buildDemo();
  return folder;
}

const { sources } = new ModelHosts(publicModelHosts);

/** The policy under which the site has to work. */
export const sitePolicy: string = `default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; connect-src 'self' http://localhost:* http://127.0.0.1:* ${sources.join(" ")}; worker-src 'self' blob:; img-src 'self' blob: data:; font-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'self'`;

/** The headers that a careful host sends with every file (see `demo/hosting`). */
export const siteHeaders: Readonly<Record<string, string>> = {
  "content-security-policy": sitePolicy,
  "x-content-type-options": "nosniff",
  "referrer-policy": "no-referrer",
  "cross-origin-opener-policy": "same-origin",
  "cross-origin-embedder-policy": "credentialless",
};

/**
 * A copy of the built site in its own folder. Everything may be changed except the engines, three
 * quarters of the bytes, which are hard links to the built files where the disk supports it.
 */
export async function copySite(): Promise<string> {
  const [site, folder] = [
    await builtSite(),
    await mkdtemp(path.join(os.tmpdir(), "pagehound-site-")),
  ];
  const isEngine = (file: string): boolean => file.endsWith(".wasm");
  await cp(site, folder, { recursive: true, filter: (file) => !isEngine(file) });
  for (const name of (await readdir(site, { recursive: true })).filter(isEngine)) {
    const [from, to] = [path.join(site, name), path.join(folder, name)];
    await link(from, to).catch(() => copyFile(from, to));
  }
  return folder;
}

/** A copy of the site, served below its own path, that tests can change. */
export interface SiteServer {
  /** URL of the site's page. */
  readonly url: string;
  /** The folder it is served from. */
  readonly folder: string;
  close(): Promise<void>;
}

/** Serves a copy of the built site below `/tools/pagehound/`, with other folders next to it. */
export async function serveSite(mounts: Mounts = {}): Promise<SiteServer> {
  const folder = await copySite();
  const below = "/tools/pagehound/";
  const others = Object.entries(mounts).map(([name, place]) => [`${below}${name}/`, place]);
  const served = await serveFolder(
    { [below]: folder, ...Object.fromEntries(others) },
    { headers: siteHeaders },
  );
  return {
    url: `${served.url}${below}`,
    folder,
    async close() {
      await served.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Publishes a new version: changes the page's title, and updates the service worker's list. */
export async function publish(folder: string, title: string): Promise<void> {
  const page = path.join(folder, "index.html");
  const worker = path.join(folder, "service-worker.js");
  const before = await readFile(page, "utf8");
  const list = await readFile(worker, "utf8");
  const revision = /(index\.html[`"'],\s*revision:\s*[`"'])[^`"']+/;
  if (!revision.test(list)) throw new Error("The service worker does not list the page.");
  await writeFile(page, before.replace(/<title>.*<\/title>/, `<title>${title}</title>`));
  await writeFile(worker, list.replace(revision, `$1${title.replaceAll(" ", "-")}`));
}

/**
 * Keeps fonts and character maps of PDFs, two thirds of the files, out of the service worker's
 * list, for tests that do not need them and would otherwise fetch them all.
 */
export async function keepLess(folder: string): Promise<void> {
  const worker = path.join(folder, "service-worker.js");
  const list = await readFile(worker, "utf8");
  const less = list.replace(/\{url:[`"']assets\/(?:cmaps|standard_fonts|iccs)\/[^{}]*\},?/g, "");
  if (less === list) throw new Error("The service worker lists no fonts.");
  await writeFile(worker, less);
}
