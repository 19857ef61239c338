import type { BrowserContextOptions, Page } from "playwright";
import { type Mounts, type ServeOptions, serveFolder } from "../../cli/serve.js";
import { launchBrowser } from "../driver/launch-browser.js";
import { type RecordingProxy, recordingProxy } from "./recording-proxy.js";

/** The policy that pages with this library are tested under. */
export const strictPolicy =
  "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; connect-src 'self'; worker-src 'self' blob:; img-src 'self' blob: data:; font-src 'self'; manifest-src 'self'";

/** A page in a window that reaches nothing but through a proxy, which lets only the page's own origin through. */
export interface PageBehindProxy {
  readonly page: Page;
  readonly proxy: RecordingProxy;
  /** The page's origin. */
  readonly url: string;
  close(): Promise<void>;
}

/** Serves folders, opens their `/` behind a proxy, and ends all of it when it is closed. */
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
    // Of the window and not of the browser: Chromium asks its maker's servers for things by itself,
    // also when no page is open. Without the exception, what goes to this machine would pass it by.
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

/** What the proxy let through more often than a list has it. */
export function missingFrom(
  listed: readonly string[],
  { proxy, url }: Pick<PageBehindProxy, "proxy" | "url">,
): string[] {
  const left = [...listed];
  return proxy.own.filter((each) => {
    const place = left.indexOf(each);
    if (place >= 0) left.splice(place, 1);
    // Browsers ask for an icon by themselves; no script hears of it.
    return place < 0 && !/^\/favicon\.\w+$/.test(each.slice(url.length));
  });
}
