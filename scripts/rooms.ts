import { readFile, writeFile } from "node:fs/promises";
import path from "node:path";

/** A room of `src`, or a part of one, and all that its files may import besides one another. */
interface Room {
  readonly room: string;
  /** Other rooms, or parts and single files of them. */
  readonly imports: readonly string[];
  readonly packages?: readonly string[];
}

/** What a model's engine is made with. */
const engines = ["core", "models/language-model", "models/download"];
/** What tools that others describe are made with. */
const described = ["agent/tools/foreign-tools", "agent/tools/definition", "agent/tools/tool"];
/** How what is stored can be asked. */
const questions = ["core", "figures", "search/api", "search/grep/api"];

/**
 * The rooms in the order of the data. What a room imports stands above it, but for types: a contract
 * (`api`) may be known to those who are called through it. A part of a room has rules of its own where
 * it may import less than the room.
 */
const rooms: readonly Room[] = [
  { room: "core", imports: [], packages: ["utif2"] },
  {
    room: "search/text",
    imports: ["core"],
    packages: ["@orama/stemmers/**", "@orama/stopwords/**"],
  },
  { room: "figures", imports: ["core", "search/text"] },
  { room: "store", imports: ["core"], packages: ["idb", "fake-indexeddb"] },
  { room: "store/archive", imports: ["core"] },
  {
    room: "readers",
    imports: ["core", "figures"],
    packages: [
      "@noble/hashes/**",
      "fflate",
      "jschardet",
      "mdast-util-from-markdown",
      "mdast-util-gfm",
      "mdast-util-to-string",
      "micromark-extension-gfm",
      "numfmt",
      "papaparse",
      "parse5",
      "pdfjs-dist/**",
      "postal-mime",
      "saxen",
    ],
  },
  { room: "readers/tables", imports: ["core", "figures"] },
  { room: "readers/draw", imports: ["core"], packages: ["pdfjs-dist/**"] },
  {
    room: "search",
    imports: ["core", "figures"],
    packages: ["flexsearch"],
  },
  { room: "search/grep", imports: ["core"], packages: ["picomatch/posix.js"] },
  { room: "search/tool-knowledge", imports: ["core", "search"] },
  { room: "search/source-knowledge", imports: ["core", "search"] },
  {
    room: "models",
    imports: ["core"],
    packages: ["@mlc-ai/**", "@noble/hashes/**", "@wllama/**"],
  },
  { room: "models/embedders", imports: engines, packages: ["@xenova/transformers"] },
  {
    room: "collection",
    imports: ["core", "figures", "store", "readers", "search", "models/embedders/embedder"],
  },
  {
    room: "agent",
    imports: [...questions, "models/language-model", "collection/api"],
    packages: ["gpt-tokenizer/**"],
  },
  {
    room: "agent/reading",
    imports: [...questions, "search/cut-excerpt", "search/grep/format-grep"],
  },
  {
    room: "agent/tools",
    imports: [...questions, "agent/reading"],
    packages: ["@cfworker/json-schema", "mathjs", "mathjs/**"],
  },
  { room: "connect", imports: ["core", "connect/mcp", "connect/sources"] },
  {
    room: "connect/adapters",
    imports: ["core", "agent/reading", "search/api", "agent/tools"],
    packages: ["ai", "@langchain/core/**"],
  },
  {
    room: "connect/mcp",
    imports: ["core", ...described],
    packages: ["@cfworker/json-schema", "@modelcontextprotocol/client", "zod/v4/core"],
  },
  {
    room: "connect/sources",
    imports: [
      ...["core", "search", ...described],
      ...["agent/tools/tool", "agent/tools/pooled-reader", "agent/tools/check-arguments"],
    ],
    packages: ["http-cache-semantics"],
  },
  {
    room: "client",
    imports: ["core", "store/archive", "readers", "search", "collection", "agent", "models"],
  },
  {
    room: "element",
    imports: [
      "core",
      "figures",
      "readers/draw/api",
      "index",
      "models/embedders/index",
      "models/index",
      ...["agent/tools/foreign-tools", "agent/tools/pooled-reader", "agent/tools/standard-tools"],
      ...["agent/tools/tool", "connect/mcp/api", "connect/mcp/tool-server"],
      ...[
        "connect/sources/engine-reader",
        "connect/sources/http-api",
        "connect/sources/opensearch",
      ],
      "client/pagehound",
      "client/self-test",
    ],
    packages: [
      "@aiden0z/pptx-renderer",
      "dompurify",
      "lit",
      "lit/**",
      "micromark",
      "micromark-extension-gfm",
      "pdfjs-dist/**",
    ],
  },
  {
    room: "evaluation",
    imports: [
      "core",
      "figures",
      "search/api",
      "search/tool-knowledge",
      "agent/tools/tool",
      "agent/answer",
      "agent/strategies",
      "agent/context/opening-text",
      "agent/context/token-budget",
      "agent/trace/trace",
      "models/language-model",
      "models/embedders/embedder",
      "client/ask",
      "client/pagehound",
    ],
    packages: ["@orama/stemmers/**", "flexsearch", "gpt-tokenizer/**", "idb", "papaparse"],
  },
  {
    room: "evaluation/testing",
    imports: ["core", "models/language-model"],
    packages: ["@cfworker/json-schema"],
  },
];

/** What the demo may import: the package as its users have it. */
const publicEntries = [
  "pagehound",
  "pagehound/connect",
  "pagehound/evaluation",
  "pagehound/models",
  "pagehound/tools",
  "pagehound/viewer",
  "pagehound/widget",
];

interface Override {
  readonly includes: readonly string[];
  readonly group: readonly string[];
  readonly message: string;
}

const folders = new Set([...rooms.map(({ room }) => room), "models/download"]);
/** Folders inside one another, at most. */
const deepest = 3;

/** A place as files of a folder name it. */
function allowed(place: string, folder: string): string {
  return `!${path.posix.relative(folder, place)}${folders.has(place) ? "/**" : ".js"}`;
}

function depthOf({ room }: Room): number {
  return room.split("/").length;
}

function ofRoom({ room, imports, packages = [] }: Room): Override[] {
  const what = [...imports, ...new Set(packages.map((name) => name.replace("/**", "")))];
  const message = `${room} imports ${what.length === 0 ? "nothing" : `${what.join(", ")} only`}.`;
  return Array.from({ length: deepest }, (_, depth) => ({
    includes: [`src/${room}/${"*/".repeat(depth)}*.ts`],
    group: [
      "**",
      "!./**",
      ...(depth === 0 ? [] : ["!../**", `${"../".repeat(depth + 1)}**`]),
      ...imports.map((place) => allowed(place, room + "/x".repeat(depth))),
      ...packages.map((name) => `!${name}`),
    ],
    message,
  }));
}

const overrides: readonly Override[] = [
  // The rules of a part come after those of its room, which it replaces.
  ...[...rooms].sort((one, other) => depthOf(one) - depthOf(other)).flatMap(ofRoom),
  {
    includes: ["src/*.ts"],
    group: ["**", "!./**", "./element/**", "./evaluation/**"],
    message: "The library's entry imports its rooms but element and evaluation, and no package.",
  },
  {
    includes: ["src/entries/*.ts"],
    group: ["**", "!../**"],
    message: "A public entry imports the rooms, and no package.",
  },
  {
    includes: ["workers/**"],
    group: [
      "**",
      ...["core", "readers", "search/grep", "collection", "agent", "models"].map(
        (room) => `!../src/${room}/**`,
      ),
      "!pdfjs-dist/legacy/build/pdf.worker.mjs",
    ],
    message: "A worker imports core and the room it serves.",
  },
  {
    includes: ["demo/**", "!demo/samples/**", "!demo/icons/**", "!demo/build/**"],
    group: [
      "**",
      "!./**",
      "!../**",
      "**/src/**",
      "**/workers/**",
      "**/test/**",
      ...publicEntries.map((entry) => `!${entry}`),
      "!workbox-precaching/PrecacheController.js",
      "!lit/html.js",
    ],
    message: "The demo imports the package's entries, lit, and what its service worker needs only.",
  },
];

/** The rules as Biome takes them. */
const configuration = {
  overrides: overrides.map(({ includes, group, message }) => ({
    includes,
    linter: {
      rules: {
        style: {
          noRestrictedImports: { level: "error", options: { patterns: [{ group, message }] } },
        },
      },
    },
  })),
};

const file = path.join(import.meta.dirname, "../biome.rooms.json");
const text = `${JSON.stringify(configuration, null, 2)}\n`;
if (process.argv.includes("--check")) {
  if ((await readFile(file, "utf8")) !== text) {
    process.stderr.write(
      "biome.rooms.json is not what scripts/rooms.ts makes: run `npm run rooms`.\n",
    );
    process.exitCode = 1;
  }
} else {
  await writeFile(file, text);
}
