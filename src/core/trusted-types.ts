/**
 * The name to allow in a page's `trusted-types`, so that this library works under
 * `require-trusted-types-for`.
 */
const policyName = "pagehound";

/** The used part of the browser's policies. */
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
    // If types are required, too, the browser names the missing policy.
    policy = null;
  }
  return policy;
}

/** Scripts must come from the page's own site, or be created by it (`blob:`). */
function createScriptURL(url: string): string {
  // Not the origin of `location`: a page in `srcdoc` has none.
  if (!/^https?:/.test(url) || new URL(url).origin === globalThis.origin) return url;
  throw new TypeError(`${url} is of another origin.`);
}

/**
 * HTML for a sink of the browser. Only for constants, for documents that are never shown, in which
 * nothing runs, or for input of a sanitiser.
 */
export function trustedHtml(html: string): string {
  return (libraryPolicy()?.createHTML(html) as string | undefined) ?? html;
}

/**
 * The address of a script for a sink of the browser. Throws `TypeError` for one of another origin.
 */
export function trustedScriptUrl(url: string | URL): string {
  return (libraryPolicy()?.createScriptURL(String(url)) as string | undefined) ?? String(url);
}
