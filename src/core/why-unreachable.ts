import { pause } from "./call-options.js";

/** Milliseconds after which a browser has told of a request that the page's policy stopped. */
const toldWithin = 2000;

/**
 * Why a browser got no answer that it may read from an address, and what to do, as a sentence without
 * its beginning: "does not answer. Check its address, …". Browsers do not say; what can be told apart
 * is, with one more request.
 */
export async function whyUnreachable(url: URL): Promise<string> {
  const isBrowser = "document" in globalThis;
  let stopped: (event: SecurityPolicyViolationEvent) => void = () => undefined;
  const isStopped = new Promise<boolean>((resolve) => {
    stopped = ({ blockedURI }) => {
      if (URL.canParse(blockedURI) && new URL(blockedURI).origin === url.origin) resolve(true);
    };
  });
  if (isBrowser) document.addEventListener("securitypolicyviolation", stopped);
  // What may be asked but not read gives an answer that nobody can look into.
  const answers =
    isBrowser &&
    (await fetch(url, { mode: "no-cors", credentials: "omit", method: "HEAD" }).then(
      () => true,
      () => false,
    ));
  // That the page's own rules forbid it is told later than that it failed.
  const late = pause(toldWithin, undefined).then(() => false);
  const isForbidden = isBrowser && !answers && (await Promise.race([isStopped, late]));
  if (isBrowser) document.removeEventListener("securitypolicyviolation", stopped);
  if (isForbidden) {
    return `cannot be asked, because the rules of this page do not name it: whoever runs the page adds ${url.origin} to connect-src of its policy.`;
  }
  if (!answers)
    return "does not answer. Check its address, whether it runs, and whether the browser lets this page ask it.";
  return `answers, but does not let this page read it: whoever runs it sends Access-Control-Allow-Origin: ${globalThis.origin} and, to the request OPTIONS, Access-Control-Allow-Headers with the names of the headers asked for.`;
}
