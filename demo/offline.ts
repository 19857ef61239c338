import type { ToServiceWorker } from "./site-worker.js";
import type { UpdateBar } from "./update-bar.js";

/** How long an open page waits before it checks for a new version. */
const lookAgain = 60 * 60_000;

/**
 * Stores the site on this device, so that it works offline from now on. New versions are stored
 * next to the running one, and offered. `<html data-offline="ready">` says that everything is
 * stored. If the browser does not allow this, the site works only online.
 */
export async function keepOffline(bar: UpdateBar): Promise<void> {
  // Missing if the page is not served securely.
  const { serviceWorker: workers } = navigator as { serviceWorker?: ServiceWorkerContainer };
  if (!workers) return;
  await settled();
  let controlled = workers.controller !== null;
  let agreed = false;
  workers.addEventListener("controllerchange", () => {
    if (agreed) location.reload();
    // A reader agreed in another tab. This one keeps its own version until it is left.
    else if (controlled) bar.offer(() => location.reload());
    else reportUsed(workers.controller);
    controlled = true;
    markReady(workers);
  });
  try {
    const address = new URL("service-worker.js", document.baseURI);
    const registration = await workers.register(address, { updateViaCache: "none" });
    whenNewer(registration, (newer) =>
      bar.offer(() => {
        agreed = true;
        takeOver(newer);
      }),
    );
    lookOnReturn(registration);
    say(registration.active, { type: "opened" });
    markReady(workers);
  } catch {
    // For example in a private window, or if the server lacks the worker.
  }
}

/** Calls back with a version that is stored next to the running one, now or later. */
function whenNewer(
  registration: ServiceWorkerRegistration,
  found: (newer: ServiceWorker) => void,
): void {
  const follow = (): void => {
    const { installing } = registration;
    installing?.addEventListener("statechange", () => {
      if (installing.state === "installed" && registration.active) found(installing);
    });
  };
  registration.addEventListener("updatefound", follow);
  follow();
  if (registration.waiting && registration.active) found(registration.waiting);
}

/** Activates a version after the reader agreed, and then reloads the page. */
function takeOver(newer: ServiceWorker): void {
  // Another tab may have activated it meanwhile.
  if (newer.state !== "installed") {
    location.reload();
    return;
  }
  // The page is reloaded once the new version controls it, and once more if that did not happen.
  newer.addEventListener("statechange", () => {
    if (newer.state === "activated" || newer.state === "redundant") location.reload();
  });
  say(newer, { type: "take-over" });
}

/** Browsers check for a new version when a page is opened; a page open for days checks itself. */
function lookOnReturn(registration: ServiceWorkerRegistration): void {
  let looked = Date.now();
  document.addEventListener("visibilitychange", () => {
    if (document.hidden || !navigator.onLine || Date.now() - looked < lookAgain) return;
    looked = Date.now();
    registration.update().catch(() => undefined);
  });
}

/** The first visit's page may have used files of an engine before the worker could keep them. */
function reportUsed(worker: ServiceWorker | null): void {
  for (const { name } of performance.getEntriesByType("resource")) {
    if (/\/(?:assets\/wllama|workers\/web-llm)/.test(name))
      say(worker, { type: "used", url: name });
  }
}

function say(worker: ServiceWorker | null, message: ToServiceWorker): void {
  worker?.postMessage(message);
}

function markReady({ controller }: ServiceWorkerContainer): void {
  if (controller) document.documentElement.dataset.offline = "ready";
}

/** Resolves when the page has been drawn and is idle: its own files come first. */
async function settled(): Promise<void> {
  if (document.readyState !== "complete") {
    await new Promise((done) => addEventListener("load", done, { once: true }));
  }
  await new Promise<unknown>((done) => {
    // Missing in Safari.
    if ("requestIdleCallback" in globalThis) requestIdleCallback(done, { timeout: 2000 });
    else setTimeout(done, 500);
  });
}
