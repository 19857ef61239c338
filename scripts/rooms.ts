import { readFile, writeFile } from "node:fs/promises";
import path from "node:path";

/** A folder of `src`, and all that its files may import besides one another. */
interface Room {
  readonly room: string;
  /** Other rooms, or single files of them. */
  readonly imports: readonly string[];
  readonly packages?: readonly string[];
}

const engines = ["core", "rpc", "models/language-model", "models/download"];
/** What tools that others describe are made with. */
const described = ["tools/foreign-tools", "tools/definition", "tools/tool"];
const questions = ["core", "reading", "search/api", "grep/api"];

/**
 * The rooms in the order of the data. What a room imports stands above it, but for types: a contract
 * (`api`) may be known to those who are called through it.
 */
const rooms: readonly Room[] = [
  { room: "core", imports: [], packages: ["utif2"] },
  { room: "requests", imports: ["core"] },
  { room: "rpc", imports: ["core", "requests"] },
  { room: "store", imports: ["core"], packages: ["idb", "fake-indexeddb"] },
  { room: "archive", imports: ["core"] },
  {
    room: "parse",
    imports: ["core"],
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
  { room: "tables", imports: ["core"] },
  { room: "draw", imports: ["core", "rpc/remote"], packages: ["pdfjs-dist/**"] },
  {
    room: "search",
    imports: ["core"],
    packages: ["@orama/stemmers/**", "@orama/stopwords/**", "flexsearch"],
  },
  { room: "grep", imports: ["core"], packages: ["picomatch/posix.js"] },
  { room: "tool-knowledge", imports: ["core", "search"] },
  { room: "source-knowledge", imports: ["core", "search"] },
  {
    room: "collection",
    imports: [
      "core",
      "rpc",
      "store",
      "archive",
      "parse",
      "search",
      "grep",
      "tables",
      "tool-knowledge",
      "source-knowledge",
      "embed/embedder",
    ],
  },
  {
    room: "reading",
    imports: ["core", "search/api", "grep/api", "grep/format-grep"],
  },
  { room: "tools", imports: questions, packages: ["@cfworker/json-schema", "mathjs", "mathjs/**"] },
  {
    room: "sources",
    imports: [
      ...["core", "search", "source-knowledge", ...described],
      ...["tools/tool", "tools/pooled-reader", "tools/check-arguments"],
    ],
    packages: ["http-cache-semantics"],
  },
  {
    room: "mcp",
    imports: ["core", ...described],
    packages: ["@cfworker/json-schema", "@modelcontextprotocol/client", "zod/v4/core"],
  },
  {
    room: "adapters",
    imports: ["core", "reading", "search/api", "tools"],
    packages: ["ai", "@langchain/core/**"],
  },
  {
    room: "agent",
    imports: [...questions, "rpc", "tools", "models/language-model", "collection/api"],
    packages: ["gpt-tokenizer/**"],
  },
  { room: "models", imports: engines, packages: ["@mlc-ai/**", "@noble/hashes/**", "@wllama/**"] },
  { room: "embed", imports: engines, packages: ["@xenova/transformers"] },
  {
    room: "client",
    imports: [
      "core",
      "source-knowledge/guide",
      "requests",
      "rpc",
      "archive",
      "parse",
      "search",
      "grep",
      "draw",
      "collection",
      "reading",
      "tools",
      "agent",
      "models",
      "embed",
    ],
  },
  {
    room: "widget",
    imports: [
      "core",
      "requests/log",
      "rpc",
      "draw/api",
      "index",
      "embed/index",
      "models/index",
      "reading/index",
      "tools/index",
      "tools/foreign-tools",
      "mcp/index",
      "sources/index",
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
    room: "testing",
    imports: ["core", "models/language-model", "models/request-queue"],
    packages: ["@cfworker/json-schema"],
  },
  {
    room: "evaluation",
    imports: [
      "core",
      "search/api",
      "tool-knowledge",
      "tools/tool",
      "agent/answer",
      "agent/strategies",
      "agent/context/opening",
      "agent/context/token-budget",
      "agent/trace/trace",
      "models/language-model",
      "embed/embedder",
      "client/pagehound",
    ],
    packages: ["@orama/stemmers/**", "flexsearch", "gpt-tokenizer/**", "idb", "papaparse"],
  },
];

/** What the demo may import: the package as its users have it. */
const publicEntries = [
  "pagehound",
  "pagehound/embeddings",
  "pagehound/evaluation",
  "pagehound/mcp",
  "pagehound/models",
  "pagehound/reading",
  "pagehound/sources",
  "pagehound/tools",
  "pagehound/viewer",
  "pagehound/widget",
  "pagehound/widget/define",
];

interface Override {
  readonly includes: readonly string[];
  readonly group: readonly string[];
  readonly message: string;
}

function allowed(place: string, up: string): string {
  const isRoom = rooms.some(({ room }) => room === place);
  return `!${up}${place}${isRoom || place === "models/download" ? "/**" : ".js"}`;
}

function ofRoom({ room, imports, packages = [] }: Room): Override[] {
  const what = [...imports, ...new Set(packages.map((name) => name.replace("/**", "")))];
  const message = `${room} imports ${what.length === 0 ? "nothing" : `${what.join(", ")} only`}.`;
  const others = packages.map((name) => `!${name}`);
  return [
    {
      includes: [`src/${room}/*.ts`],
      group: ["**", "!./**", ...imports.map((place) => allowed(place, "../")), ...others],
      message,
    },
    {
      includes: [`src/${room}/*/**`],
      group: [
        "**",
        "!./**",
        "!../**",
        "../../**",
        ...imports.map((place) => allowed(place, "../../")),
        ...others,
      ],
      message,
    },
  ];
}

const overrides: readonly Override[] = [
  ...rooms.flatMap(ofRoom),
  {
    includes: ["src/*.ts"],
    group: ["**", "!./**", "./widget/**", "./evaluation/**"],
    message: "The library's entry imports its rooms but widget and evaluation, and no package.",
  },
  {
    includes: ["workers/**"],
    group: [
      "**",
      ...["requests", "rpc", "parse", "draw", "grep", "collection", "agent", "models", "embed"].map(
        (room) => `!../src/${room}/**`,
      ),
      "!pdfjs-dist/legacy/build/pdf.worker.mjs",
    ],
    message: "A worker imports rpc, requests and the room it serves.",
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
