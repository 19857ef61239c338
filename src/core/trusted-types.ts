/** What a page's `trusted-types` names for this library to work under `require-trusted-types-for`. */
const policyName = "pagehound";

/** What the browser's policies have of interest here. */
interface TrustedTypePolicy {
  createHTML(html: string): unknown;
  createScriptURL(url: string): unknown;
}

interface TrustedTypePolicyFactory {
  createPolicy(
    name: string,
    rules: { createHTML(html: string): string; createScriptURL(url: string): string },
  ): TrustedTypePolicy;
}

let policy: TrustedTypePolicy | null | undefined;

/** The library's policy; null if the browser has none, or the page does not allow it. */
function libraryPolicy(): TrustedTypePolicy | null {
  if (policy !== undefined) return policy;
  const factory: TrustedTypePolicyFactory | undefined = Reflect.get(globalThis, "trustedTypes");
  try {
    policy =
      factory?.createPolicy(policyName, { createHTML: (html) => html, createScriptURL }) ?? null;
  } catch {
    // Where types are required, too, the browser says which policy it misses.
    policy = null;
  }
  return policy;
}

/** Scripts come from the page's own site, or were made by it (`blob:`). */
function createScriptURL(url: string): string {
  // Not the origin of `location`: a page in `srcdoc` has none.
  if (!/^https?:/.test(url) || new URL(url).origin === globalThis.origin) return url;
  throw new TypeError(`${url} is of another origin.`);
}

/**
 * HTML for a sink of the browser. Only for what is constant, what nothing runs of because its document
 * is never shown, or what goes through a sanitiser.
 */
export function trustedHtml(html: string): string {
  return (libraryPolicy()?.createHTML(html) as string | undefined) ?? html;
}

/** The address of a script for a sink of the browser. Throws `TypeError` for one of another origin. */
export function trustedScriptUrl(url: string | URL): string {
  return (libraryPolicy()?.createScriptURL(String(url)) as string | undefined) ?? String(url);
}
