import { readdir, readFile } from "node:fs/promises";
import path from "node:path";
import {
  browsers,
  isBefore,
  scriptFeatures,
  styleFeatures,
  type Versions,
} from "./used-features.js";

/** The oldest versions that the README promises. */
const floor = { chrome: "124", firefox: "125", safari: "17.5" } as const;

/** Features that may occur although browsers at the floor lack them. */
interface Allowance {
  readonly features: readonly string[];
  /** Files in which they may occur; all of them by default. */
  readonly files?: RegExp;
  /** Why that does no harm. */
  readonly because: string;
}

// The bundler names the chunk with pdf.js of the site's parse worker after one of its files.
const withPdf = /\/(?:(?:draw|parse|viewer)\.worker|pdf|scanned-pages)\b[^/]*$/;
const withModels =
  /\/(?:(?:embed|transformers|web-llm)\.worker|models|stored-models|load-wllama|local-models|question-time|esm)\b[^/]*$/;

const allowed: readonly Allowance[] = [
  {
    features: [
      ...["Float16Array", "JSON.isRawJSON", "JSON.rawJSON", "Math.sumPrecise", "Promise.try"],
      ...["URL.parse", "Uint8Array.fromBase64"],
      ...[".fromBase64", ".getOrInsert", ".getOrInsertComputed", ".rawJSON", ".setFromBase64"],
      ...[".setFromHex", ".toArray", ".toBase64", ".toHex"],
    ],
    files: withPdf,
    because: "pdf.js's legacy build brings it where a browser lacks it",
  },
  {
    features: ["Error.captureStackTrace"],
    files: /\/write-xlsx-[^/]*$/,
    because: "fflate asks whether it is there before it uses it, also for workbooks",
  },
  {
    features: ["Error.captureStackTrace"],
    files: withPdf,
    because: "fflate asks whether it is there before it uses it",
  },
  {
    features: [".contentEncoding", ".isError", ".requestId"],
    files: /\/(?:dist|mcp|server-tools|tool-server)-[^/]*$/,
    because: "fields of messages of the Model Context Protocol",
  },
  {
    features: [".responseHeaders"],
    files: /\/(?:sources|tool-servers|http-api)-[^/]*$/,
    because: "a method of http-cache-semantics",
  },
  {
    features: [".stackTraceLimit", "Error.captureStackTrace"],
    files: /\/dist-[^/]*$/,
    because: "zod asks whether it is there before it uses it",
  },
  {
    features: [".imageSmoothingQuality"],
    files: /\/(?:(?:draw|parse|viewer)\.worker|pdf|pictures|scanned-pages)\b[^/]*$/,
    because: "set before a picture is made smaller; a browser without it smooths in its own way",
  },
  {
    features: [".displayName", ".setStatus"],
    files: /\/assets\/ocr\//,
    because: "the recogniser has members of its own by that name",
  },
  {
    features: ["ImageDecoder", "ImageDecoder.isTypeSupported", "VideoFrame"],
    files: withPdf,
    because: "pdf.js asks whether it is there before it uses it",
  },
  {
    features: [
      ...[".ariaControlsElements", ".changedTouches", ".colorScheme", ".isVisible", ".updateUI"],
      ...[".requestDevice"],
    ],
    files: withPdf,
    because: "belongs to pdf.js's editors, forms and filters, which nobody here uses",
  },
  {
    features: [
      ...[".colorSpace", ".copyTo", ".displayHeight", ".displayWidth", ".fontKerning"],
      ...[".isValid", ".letterSpacing", ".setStatus", ".wordSpacing"],
    ],
    files: withPdf,
    because: "pdf.js and what comes with it have members of their own by that name",
  },
  {
    features: [
      ...["Float16Array", "GPUAdapter", "GPUDevice", ".createWritable", ".requestDevice"],
      ...[".imageSmoothingQuality", ".fileName", ".setStatus", ".toArray"],
    ],
    files: withModels,
    because: "engines of models, which are offered only where they can run",
  },
  {
    features: [
      ...[".contextUsage", ".contextWindow", ".inputQuota", ".measureContextUsage"],
      ...[".measureInputUsage", ".promptStreaming"],
    ],
    files: withModels,
    because: "of the browser's own model, in whatever form there is one",
  },
  {
    features: ["Symbol.asyncDispose"],
    files: /\/(?:pagehound|shape)\b/,
    because: "where it is missing, the name is taken that `await using` is compiled with",
  },
  {
    features: [".navigationType"],
    files: /\/address-[^/]*$/,
    because: "of an event of the Navigation API, which is listened to where it exists",
  },
  { features: [".deviceMemory"], because: "undefined is an answer, too" },
  {
    features: [".toArray", ".toHex"],
    files: /\/(?:agent\.worker|(?:standard-)?tools|web-mcp)\b/,
    because: "methods of mathjs and its numbers",
  },
  {
    features: [
      ...[
        ".changedTouches",
        ".copyTo",
        ".displayName",
        ".fieldOfView",
        ".fontKerning",
        ".getLayers",
      ],
      ...[".getType", ".letterSpacing", ".listStyle", ".prevValue", ".readValue", ".targetTouches"],
      ...[".toArray", "Symbol.dispose"],
    ],
    files: /\/slide-page\b/,
    because:
      "the drawing of slides has members of its own by that name, sets a style that others do without, or offers a second name of what is called by another",
  },
  {
    features: ["scheduler", ".getAllRecords", ".postTask"],
    files: /\/collection\.worker\b/,
    because: "the database in memory has one of its own, or asks whether it is there",
  },
  {
    features: [
      ...[".attrName", ".createHTML", ".createPolicy", ".createScriptURL", ".emptyScript"],
      ...[".getAttributeType"],
    ],
    because: "lit and DOMPurify ask for trusted types before they use them",
  },
  {
    features: ["ClipboardItem"],
    because: "asked for before it is used: without it a table is copied as text alone",
  },
  { features: [".responseStatus"], because: "the log of requests does without a status" },
  {
    features: [".colorScheme", ".textStream", "requestIdleCallback"],
    because: "a member of our own by that name; asked for before it is used",
  },
  {
    features: [
      ...[
        "accent-color",
        "break-after: avoid",
        "contain: style",
        "font-family: ui-monospace",
        "overscroll-behavior",
      ],
      ...["scrollbar-gutter", "scrollbar-gutter: stable", "scrollbar-width"],
      ...["scrollbar-width: thin", "text-decoration: dotted", "text-wrap: pretty"],
      ...["forced-color-adjust", "forced-color-adjust: none"],
    ],
    because: "an embellishment: what is shown is the same without it",
  },
  {
    features: ["field-sizing", "field-sizing: content"],
    because: "the box for a question scrolls where it cannot grow",
  },
  {
    features: ["overflow-anchor", "overflow-anchor: none"],
    because: "turns off what such a browser does not do",
  },
  {
    features: [
      ...["text-size-adjust", "text-size-adjust: none", "user-select"],
      ...["print-color-adjust", "print-color-adjust: exact"],
    ],
    because: "written with the prefix of WebKit as well",
  },
];

/** The command-line program runs in Node. */
const forNode = /^dist\/cli\/(?!page\/)/;

/** Folders with unmodified third-party files: model engines, and the decoders of pdf.js. */
const foreign = /\/assets\/(?:cmaps|onnx|standard_fonts|iccs|wasm|wllama|wllama-compat)\//;

async function builtFiles(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile() && /\.(?:m?js|css)$/.test(entry.name))
    .map((entry) => path.join(entry.parentPath, entry.name))
    .filter((file) => !foreign.test(file) && !forNode.test(file));
}

function lacking(versions: Versions): string[] {
  const late = browsers.filter((browser) => {
    const first = versions[browser];
    return first === null || isBefore(floor[browser], first);
  });
  return late.map((browser) => `${browser} ${versions[browser] ?? "never"}`);
}

/** Returns a predicate for the files that must not use a feature. */
function notAllowed(feature: string): (file: string) => boolean {
  const allowances = allowed.filter(({ features }) => features.includes(feature));
  return (file) => !allowances.some(({ files }) => files?.test(file) ?? true);
}

/**
 * Prints the features used in the built files that browsers at the floor lack. Returns true if
 * there are none.
 */
async function check(...folders: readonly string[]): Promise<boolean> {
  const found = new Map<string, { lacks: string[]; files: Set<string> }>();
  const files = (await Promise.all(folders.map(builtFiles))).flat();
  for (const file of files) {
    const read = file.endsWith(".css") ? styleFeatures : scriptFeatures;
    read(await readFile(file, "utf8"), (feature, versions) => {
      const lacks = lacking(versions);
      if (lacks.length === 0) return;
      const before = found.get(feature) ?? { lacks, files: new Set() };
      found.set(feature, before);
      before.files.add(path.relative(process.cwd(), file));
    });
  }
  const faults = [...found]
    .map(
      ([feature, { lacks, files }]) =>
        [feature, lacks, [...files].filter(notAllowed(feature))] as const,
    )
    .filter(([, , files]) => files.length > 0)
    .map(([feature, lacks, files]) => `${feature} (${lacks.join(", ")}): ${files.join(" ")}`)
    .sort();
  const idle = allowed.flatMap(({ features }) => features.filter((name) => !found.has(name)));
  for (const line of faults) process.stdout.write(`Newer than the floor: ${line}\n`);
  for (const feature of idle) process.stdout.write(`Allowed, but used nowhere: ${feature}\n`);
  process.stdout.write(`${files.length} built files, ${found.size} features beyond the floor.\n`);
  return files.length > 0 && faults.length === 0 && idle.length === 0;
}

process.exitCode = (await check("dist", "site")) ? 0 : 1;
