import { readFile, writeFile } from "node:fs/promises";
import path from "node:path";

/** A room of `src`, or a part of one, and everything its files may import from outside. */
interface Room {
  readonly room: string;
  /** Other rooms; for a part, also the parts and single files of its own room. */
  readonly imports: readonly string[];
  readonly packages?: readonly string[];
}

/**
 * The rooms, in the order of the data flow. A room imports others only through their entries
 * (`index.ts`), and only rooms above it, except for types: a room that is called may know a
 * contract (`api`). A part of a room has its own rules if it may import less than the room.
 */
const rooms: readonly Room[] = [
  { room: "core", imports: [], packages: ["utif2"] },
  {
    room: "core/text",
    imports: ["core"],
    packages: ["@orama/stemmers/**", "@orama/stopwords/**"],
  },
  { room: "figures", imports: ["core"] },
  { room: "notes", imports: ["core"] },
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
    packages: ["@mlc-ai/**", "@noble/hashes/**", "@wllama/**", "@xenova/transformers"],
  },
  {
    room: "models/embedders",
    imports: ["core", "models/engine-worker", "models/download", "models/onnx"],
    packages: ["@xenova/transformers"],
  },
  {
    room: "models/onnx",
    imports: ["core", "models/download"],
    packages: ["@xenova/transformers"],
  },
  {
    room: "collection",
    imports: ["core", "figures", "notes", "store", "readers", "search", "models"],
  },
  {
    room: "agent",
    imports: ["core", "figures", "search", "models", "collection"],
    packages: ["gpt-tokenizer/**"],
  },
  { room: "agent/reading", imports: ["core", "figures", "search"] },
  {
    room: "agent/tools",
    imports: ["core", "figures", "search", "agent/reading"],
    packages: ["@cfworker/json-schema", "mathjs", "mathjs/**"],
  },
  { room: "connect", imports: ["core", "connect/mcp", "connect/sources"] },
  {
    room: "connect/adapters",
    imports: ["core", "search", "agent"],
    packages: ["ai", "@langchain/core/**"],
  },
  {
    room: "connect/mcp",
    imports: ["core", "agent"],
    packages: ["@cfworker/json-schema", "@modelcontextprotocol/client", "zod/v4/core"],
  },
  {
    room: "connect/sources",
    imports: ["core", "search", "agent"],
    packages: ["http-cache-semantics"],
  },
  {
    room: "grid",
    imports: ["core", "figures", "agent"],
    packages: ["write-excel-file/universal"],
  },
  {
    room: "client",
    imports: [
      ...["core", "notes", "store", "readers", "search", "collection", "agent", "grid"],
      "models",
    ],
  },
  {
    room: "element",
    imports: [
      ...["core", "figures", "notes", "readers", "search", "collection", "models", "agent"],
      ...["connect", "grid", "client"],
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
    imports: ["core", "figures", "search", "agent", "models", "client"],
    packages: ["@orama/stemmers/**", "flexsearch", "gpt-tokenizer/**", "idb", "papaparse"],
  },
  {
    room: "evaluation/testing",
    imports: ["core", "models"],
    packages: ["@cfworker/json-schema"],
  },
];

/** The modules that the demo may import: the package as its users see it. */
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
/** The maximum depth of nested folders. */
const deepest = 3;

/** A location as the files of a folder import it: another room by its entry. */
function allowed(place: string, folder: string): string {
  const isInside = place.split("/")[0] === folder.split("/")[0];
  const files = isInside ? (folders.has(place) ? "/**" : ".js") : "/index.js";
  return `!${path.posix.relative(folder, place)}${files}`;
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
  // A part's rules come after those of its room, which they override.
  ...[...rooms].sort((one, other) => depthOf(one) - depthOf(other)).flatMap(ofRoom),
  {
    includes: ["src/*.ts"],
    group: ["**", "!./*/index.js"],
    message: "The list of all types imports the rooms by their doors, and no package.",
  },
  {
    includes: ["src/entries/*.ts"],
    group: ["**", "!../index.js", "!../*/index.js"],
    message: "A public entry imports the rooms by their doors, and no package.",
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

/** The rules in Biome's format. */
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
      "biome.rooms.json is not what scripts/rooms.ts makes: run `npx tsx scripts/rooms.ts`.\n",
    );
    process.exitCode = 1;
  }
} else {
  await writeFile(file, text);
}
