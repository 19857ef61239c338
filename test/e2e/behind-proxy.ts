import type { BrowserContextOptions, Page } from "playwright";
import { type Mounts, type ServeOptions, serveFolder } from "../../cli/serve.js";
import { launchBrowser } from "../driver/launch-browser.js";
import { type RecordingProxy, recordingProxy } from "./recording-proxy.js";

/** The content security policy under which pages with this library are tested. */
export const strictPolicy =
  "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; connect-src 'self'; worker-src 'self' blob:; img-src 'self' blob: data:; font-src 'self'; manifest-src 'self'";

/**
 * A page in a window that only reaches the network through a proxy, which forwards nothing but the
 * page's own origin.
 */
export interface PageBehindProxy {
  readonly page: Page;
  readonly proxy: RecordingProxy;
  readonly url: string;
  close(): Promise<void>;
}

/** Serves folders and opens their `/` behind a proxy; closing it stops all of this. */
export async function openBehindProxy(
  folders: Mounts,
  serving: ServeOptions,
  window: BrowserContextOptions = {},
): Promise<PageBehindProxy> {
  const served = await serveFolder(folders, serving);
  const proxy = await recordingProxy(served.url);
  const browser = await launchBrowser({});
  const close = async () => {
    await browser.close();
    await proxy.close();
    await served.close();
  };
  try {
    // Set for the window rather than the browser: Chromium contacts Google's servers on its own,
    // even with no page open. `<-loopback>` sends local traffic through the proxy too, which would
    // bypass it otherwise.
    const through = { server: proxy.server, bypass: "<-loopback>" };
    const context = await browser.newContext({ ...window, proxy: through });
    const page = await context.newPage();
    await page.goto(`${served.url}/`);
    return { page, proxy, url: served.url, close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** The requests that passed the proxy more often than a list contains them. */
export function missingFrom(
  listed: readonly string[],
  { proxy, url }: Pick<PageBehindProxy, "proxy" | "url">,
): string[] {
  const left = [...listed];
  return proxy.own.filter((each) => {
    const place = left.indexOf(each);
    if (place >= 0) left.splice(place, 1);
    // Browsers request an icon on their own, and scripts cannot see that request.
    return place < 0 && !/^\/favicon\.\w+$/.test(each.slice(url.length));
  });
}
