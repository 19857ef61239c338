import path from "node:path";
import type { Plugin } from "vite";

const types = path.join(import.meta.dirname, "../src/core/trusted-types.ts");
const head = `import { trustedHtml as pagehoundHtml, trustedScriptUrl as pagehoundScriptUrl } from ${JSON.stringify(types)};\n`;

/** A replacement in a package's files. */
interface Rewrite {
  readonly files: RegExp;
  readonly replace: (code: string) => string;
  /** Code that must not remain. */
  readonly unsafe: RegExp;
}

/**
 * Wraps the HTML that a script assigns, up to the end of the expression. Clearing an element needs
 * no HTML.
 */
function withTrustedHtml(code: string): string {
  return code
    .replace(/\.innerHTML = (?:""|''|null)(?=[;,\n])/g, '.textContent = ""')
    .replace(
      /\.innerHTML = ([\w$.[\]]+(?: (?:\+|\|\|) [\w$.[\]()']+)*)(?=[;,\n])/g,
      ".innerHTML = pagehoundHtml($1)",
    )
    .replace(/\.parseFromString\(([\w$]+), /g, ".parseFromString(pagehoundHtml($1), ");
}

const unsafeHtml = /\.innerHTML = (?!pagehoundHtml\()|\.parseFromString\((?!pagehoundHtml\()/;

const rewrites: readonly Rewrite[] = [
  {
    files: /\/lit-html\/(?:node\/)?lit-html\.js$/,
    replace: (code) =>
      code.replace(
        /(?<=[,\s]\w+=)\w+\?\w+\.createPolicy\("lit-html",\{createHTML:\w+=>\w+\}\):void 0/,
        "{createHTML:pagehoundHtml}",
      ),
    unsafe: /createPolicy/,
  },
  {
    files: /\/@aiden0z\/pptx-renderer\/dist\/[^?]*\.js$|\/(?:echarts|zrender)\/lib\/[^?]*\.js$/,
    replace: (code) =>
      withTrustedHtml(code).replace(
        /new Worker\(([\w$]+), /g,
        "new Worker(pagehoundScriptUrl($1), ",
      ),
    unsafe: unsafeHtml,
  },
  {
    files: /\/@wllama\/wllama\/esm\/index\.js$/,
    replace: (code) =>
      code
        .replace("new Worker(workerURL, ", "new Worker(pagehoundScriptUrl(workerURL), ")
        // A worker's code inherits the page's policy, and creates its own.
        .replace(
          "worker=new Worker(pthreadMainJs,",
          'worker=new Worker((globalThis.trustedTypes?globalThis.pagehoundPolicy??=trustedTypes.createPolicy("pagehound",{createScriptURL:url=>url}):{createScriptURL:url=>url}).createScriptURL(pthreadMainJs),',
        ),
    unsafe: /new Worker\((?:workerURL|pthreadMainJs)/,
  },
];

/**
 * Makes packages on the page's side use the library's Trusted Types policy instead of their own, so
 * that a page has to allow only one.
 */
export function underTrustedTypes(): Plugin {
  return {
    name: "pagehound:under-trusted-types",
    enforce: "pre",
    transform(code, id) {
      const rewrite = rewrites.find(({ files }) => files.test(id));
      if (!rewrite) return;
      const clean = rewrite.replace(code);
      if (rewrite.unsafe.test(clean))
        this.error(`${id} sets HTML or starts scripts in a way that is not known.`);
      return clean === code ? null : { code: head + clean, map: null };
    },
  };
}
