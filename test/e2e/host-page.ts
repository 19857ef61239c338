import { existsSync } from "node:fs";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import type { Browser, BrowserContext, LaunchOptions, Page } from "playwright";
import { type Served, serveFolder } from "../../cli/serve.js";
import { buildDemo } from "../driver/build.js";
import { launchBrowser } from "../driver/launch-browser.js";
import { repository } from "../driver/repository.js";
import { collectComplaints } from "./collect-complaints.js";

/** The strict policy under which the element promises to work. */
const policy =
  "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; connect-src 'self'; worker-src 'self' blob:; img-src 'self' blob: data:; font-src 'self'";

/** Styles of the host page for its own text, none of which may leak into the element. */
const loudStyles = `
  html { font-size: 62.5%; }
  body { margin: 20px; font: italic 700 24px/3 serif; letter-spacing: 3px; text-transform: uppercase;
    text-align: center; color: maroon; }
  button, input, textarea, p, h1, h2 { background: lime; border: 5px dotted red; }
  .moved { transform: translateX(40px); overflow: hidden; }
`;

/** A server with the built site under one path and plain pages under another. */
export interface Intranet {
  readonly browser: Browser;
  readonly served: Served;
  /** Other origins that the pages may contact. */
  readonly contacted: readonly string[];
  /** Serves a page with `body` as its author's markup, and returns its address. */
  write(body: string): Promise<string>;
  close(): Promise<void>;
}

/**
 * Starts the server and a browser. The pages may contact these origins in addition to their own.
 *
 * @param stricter further directives of the policy
 */
export async function openIntranet(
  options: LaunchOptions = {},
  contacted: readonly string[] = [],
  stricter: string = "",
): Promise<Intranet> {
  const site = path.join(repository, "site");
  if (!existsSync(path.join(site, "index.html"))) await buildDemo();
  const pages = await mkdtemp(path.join(tmpdir(), "pagehound-host-"));
  await writeFile(path.join(pages, "loud.css"), loudStyles);
  const served = await serveFolder(
    { "/intranet/handbook/": pages, "/intranet/tools/hound/": site },
    {
      headers: {
        "content-security-policy": `${policy.replace(
          "connect-src 'self'",
          () => `connect-src ${["'self'", ...contacted].join(" ")}`,
        )}; ${stricter}`,
      },
    },
  );
  const browser = await launchBrowser(options);
  let written = 0;
  return {
    browser,
    served,
    contacted,
    write: async (body) => {
      const name = `${++written}.html`;
      await writeFile(path.join(pages, name), hostPage(body));
      return `${served.url}/intranet/handbook/${name}`;
    },
    close: async () => {
      await browser.close();
      await served.close();
      await rm(pages, { recursive: true, force: true });
    },
  };
}

/** A visit to a plain page that loads the script. */
export interface Visit {
  readonly context: BrowserContext;
  readonly page: Page;
  /** Policy violations, errors, and requests to other origins. */
  readonly complaints: readonly string[];
}

type ContextOptions = Parameters<Browser["newContext"]>[0];

/** Opens the plain page with `body` as its author's markup. */
export async function visit(
  { browser, served, contacted, write }: Intranet,
  body: string,
  options: ContextOptions = {},
): Promise<Visit> {
  const complaints: string[] = [];
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, ...options });
  const page = await context.newPage();
  collectComplaints(page, complaints);
  context.on("request", (request) => {
    const url = request.url();
    const isMeant = [served.url, ...contacted].some((origin) => url.startsWith(`${origin}/`));
    if (!isMeant && !/^(?:blob|data):/.test(url)) complaints.push(url);
  });
  await page.exposeFunction("complain", (text: string) => complaints.push(text));
  await page.addInitScript(() => {
    addEventListener("securitypolicyviolation", ({ violatedDirective, blockedURI }) => {
      const { complain } = globalThis as unknown as { complain(text: string): void };
      complain(`${violatedDirective} ${blockedURI}`);
    });
  });
  await page.goto(await write(body));
  return { context, page, complaints };
}

function hostPage(body: string): string {
  return `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>Handbook</title>
    <link rel="icon" href="data:,">
    <link rel="stylesheet" href="loud.css">
    <script type="module" src="../tools/hound/pagehound.js"></script>
  </head>
  <body>
    <main>
      <h1>Handbook</h1>
      ${body}
    </main>
  </body>
</html>`;
}
