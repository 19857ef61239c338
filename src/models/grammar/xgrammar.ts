import * as xgrammarModule from "@mlc-ai/web-xgrammar";

type Xgrammar = typeof xgrammarModule;

/**
 * xgrammar is delivered in a form for script tags and marked as a module: bundlers that believe the
 * mark leave it to put itself on the global object.
 */
export function xgrammar(): Xgrammar {
  const onGlobal = (globalThis as { xgrammar?: Xgrammar }).xgrammar;
  return "Testings" in xgrammarModule ? xgrammarModule : (onGlobal as Xgrammar);
}
