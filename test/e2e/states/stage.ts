import { existsSync } from "node:fs";
import path from "node:path";
import { type Browser, type BrowserContext, chromium, type Page } from "playwright";
import { buildDemo } from "../../driver/build.js";
import { browserArguments, findBrowser } from "../../driver/find-browser.js";
import { repository } from "../../driver/repository.js";
import { type Served, serveFolder } from "../../driver/serve.js";
import { type ScriptedEndpoint, scriptedEndpoint } from "../scripted-endpoint.js";
import { hostPage } from "./host-page.js";
import type { Mode, Stage, State } from "./state.js";

const policy =
  "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; connect-src 'self'; worker-src 'self' blob:; img-src 'self' blob: data:; font-src 'self'; manifest-src 'self'";

/** Opens the built site and brings it into states. */
export interface Theatre {
  /** Opens a page in a language and brings it into a state. It is to be closed when it was seen. */
  show(state: State, language: string): Promise<Shown>;
  close(): Promise<void>;
}

/** A page in a state. */
export interface Shown {
  readonly page: Page;
  close(): Promise<void>;
}

/** Starts a server and a browser; the site is the built one unless another folder is named. */
export async function openTheatre(
  site: string = path.join(repository, "site"),
  language?: readonly string[],
): Promise<Theatre> {
  if (!existsSync(path.join(site, "index.html"))) await buildDemo();
  const endpoint = await scriptedEndpoint();
  const served = await serveFolder(site, {
    headers: { "content-security-policy": policy },
    model: endpoint.url,
  });
  const browser = await chromium.launch({
    executablePath: await findBrowser(),
    args: browserArguments,
  });
  return new BuiltTheatre(browser, served, endpoint);
}

class BuiltTheatre implements Theatre {
  /** Contexts with the samples in them, by language. */
  readonly #stocked = new Map<string, Promise<BrowserContext>>();

  constructor(
    private readonly browser: Browser,
    private readonly served: Served,
    private readonly endpoint: ScriptedEndpoint,
  ) {}
}
