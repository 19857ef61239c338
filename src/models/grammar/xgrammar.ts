import * as xgrammarModule from "@mlc-ai/web-xgrammar";

type Xgrammar = typeof xgrammarModule;

/**
 * xgrammar's build is meant for script tags but marked as a module: with bundlers that trust the
 * mark, it sets a property of the global object instead of exporting anything.
 */
export function xgrammar(): Xgrammar {
  const onGlobal = (globalThis as { xgrammar?: Xgrammar }).xgrammar;
  return "Testings" in xgrammarModule ? xgrammarModule : (onGlobal as Xgrammar);
}
