import { PrecacheController } from "workbox-precaching/PrecacheController.js";
import { keepShared } from "./shared-files.js";
import { fileAt, type KeptFile, shareAddress, type ToServiceWorker } from "./site-worker.js";

declare const self: ServiceWorkerGlobalScope;
/** The build inserts both lists here. */
declare const PAGE_FILES: readonly KeptFile[];
declare const ENGINE_FILES: readonly KeptFile[];

const { scope } = self.registration;
/** Cached when the worker is installed: the page needs nothing else. */
const page = kept("page", PAGE_FILES);
/** Cached when one is first used: 32 MB that most readers never need. */
const engine = kept("engine", ENGINE_FILES);

/**
 * A list of cached files, under a name that includes the folder's: another copy of the site on the
 * same origin has its own. A server's `Vary` is ignored, because every file has only one form.
 */
function kept(name: string, files: readonly KeptFile[]): PrecacheController {
  const controller = new PrecacheController({ cacheName: `pagehound-site-${name} ${scope}` });
  controller.addToCacheList(files.map((file) => ({ ...file, url: new URL(file.url, scope).href })));
  controller.strategy.matchOptions = { ignoreVary: true };
  return controller;
}

self.addEventListener("install", (event) => {
  void page.install(event);
  event.waitUntil(renewEngine(event));
});

self.addEventListener("activate", (event) => {
  event.waitUntil(self.clients.claim());
  tidy(event);
});

self.addEventListener("fetch", (event) => {
  const answer = answerTo(event);
  if (answer) event.respondWith(isolated(event.request, answer));
});

self.addEventListener("message", (event) => {
  const message: ToServiceWorker = event.data;
  // Sent after a reader agreed to the new version.
  if (message.type === "take-over") event.waitUntil(self.skipWaiting());
  if (message.type === "opened") tidy(event);
  // Fetched before this worker controlled the page.
  if (message.type === "used") event.waitUntil(keep(event, message.url));
});

/** The response to a request; null to leave it to the browser. */
function answerTo(event: FetchEvent): Promise<Response> | null {
  const { request } = event;
  if (isShared(request)) return share(request);
  // Ranges are requested from the network, and so is everything that no list names.
  if (request.method !== "GET" || request.headers.has("range")) return null;
  const url = fileAt(request.url, scope);
  for (const controller of [page, engine]) {
    const cacheKey = controller.getCacheKeyForURL(url);
    if (cacheKey === undefined) continue;
    const integrity = controller.getIntegrityForCacheKey(cacheKey);
    // Imported scripts of a worker carry no integrity information, so they could not be cached
    // safely.
    const sent =
      request.mode === "no-cors" && controller === engine ? siteRequest(request.url) : request;
    const answer = controller.strategy.handle({
      event,
      request: sent,
      params: { cacheKey, integrity },
    });
    // Storage may be full, or the server may already have another version.
    return answer.catch(() => fetch(request));
  }
  return isOlder(url) ? older(request) : null;
}

/**
 * The response; for a page or a worker, with the two headers that let it share memory between
 * threads, whatever the host sends: models on the CPU can then use several cores. This form does
 * not affect requests to other origins; Safari does not support it and ignores it.
 */
async function isolated(request: Request, answer: Promise<Response>): Promise<Response> {
  const response = await answer;
  const { ok, body, status, statusText } = response;
  if (!ok || !/^(?:document|iframe|worker)$/.test(request.destination)) return response;
  const headers = new Headers(response.headers);
  headers.set("cross-origin-opener-policy", "same-origin");
  headers.set("cross-origin-embedder-policy", "credentialless");
  return new Response(body, { status, statusText, headers });
}

/** Whether another program shares something: a page navigation, unlike a form sent into a frame. */
function isShared({ method, url, destination }: Request): boolean {
  return method === "POST" && url === shareAddress(scope) && destination === "document";
}

/**
 * Whether a file has a hash in its name, and so may belong to the version that another tab still
 * shows.
 */
function isOlder(url: string): boolean {
  return /\/(?:assets|workers)\/[^/]+-[\w-]{8}\.(?:js|css|svg)$/.test(url) && url.startsWith(scope);
}

async function older(request: Request): Promise<Response> {
  const cache = await caches.open(page.strategy.cacheName);
  return (await cache.match(request.url, { ignoreVary: true })) ?? fetch(request);
}

/** After an engine was used, fetches its newer files before the version that needs them runs. */
async function renewEngine(event: ExtendableEvent): Promise<void> {
  const stem = (url: string): string => url.replace(/\?.*$|-[\w-]{8}(?=\.js$)/gs, "");
  const cache = await caches.open(engine.strategy.cacheName);
  const used = new Set((await cache.keys()).map(({ url }) => stem(url)));
  for (const url of engine.getCachedURLs()) if (used.has(stem(url))) await keep(event, url);
}

async function keep(event: ExtendableEvent, url: string): Promise<void> {
  const cacheKey = engine.getCacheKeyForURL(url);
  if (cacheKey === undefined) return;
  const integrity = engine.getIntegrityForCacheKey(cacheKey);
  const request = siteRequest(url);
  await engine.strategy.handle({ event, request, params: { cacheKey, integrity } });
}

/** Returns a request for one of the site's own files. */
function siteRequest(url: string): Request {
  return new Request(url, { credentials: "same-origin" });
}

async function share(request: Request): Promise<Response> {
  // If nothing can be stored, the page is shown anyway.
  await keepShared(scope, request).catch(() => undefined);
  // The page offers the files to the reader.
  return Response.redirect(scope, 303);
}

/**
 * Deletes the files of older versions, unless a tab may still show one, or a newer worker has begun
 * to cache its own.
 */
function tidy(event: ExtendableEvent): void {
  event.waitUntil(
    (async () => {
      const { installing, waiting } = self.registration;
      const windows = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
      const siteWindows = windows.filter(({ url }) => url.startsWith(scope));
      if (siteWindows.length > 1 || installing || waiting) return;
      await Promise.all([page.activate(event), engine.activate(event)]);
    })(),
  );
}
