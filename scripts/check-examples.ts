import { execFile } from "node:child_process";
import { mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";

// Type-checks every `@example` in the sources, and every `ts` block in README and docs, against the
// sources. Errors name the file and line of the example. A block whose first line names a file of
// this repository (`// src/readers/subtitles/parser.ts`) is checked as if it were that file.

const root = path.join(import.meta.dirname, "..");
const folder = path.join(root, ".cache/examples");

/** A code block in a file, whose first line is `line`, counting from 1. */
interface Example {
  readonly file: string;
  readonly line: number;
  readonly code: string;
}

/** Names that examples may use without declaring them. */
const context = `import type { Pagehound, SearchHit } from "pagehound";
import type { Embedder, LanguageModel } from "pagehound/models";
import type { CountTokens } from "pagehound/tools";
declare global {
  const hound: Pagehound;
  const model: LanguageModel;
  const embedder: Embedder;
  const countTokens: CountTokens;
  const fileInput: HTMLInputElement;
  const element: HTMLElement;
  const showDirectoryPicker: () => Promise<FileSystemDirectoryHandle>;
  const hit: SearchHit;
}
`;

async function sources(place: string, ending: string): Promise<string[]> {
  const files = await readdir(path.join(root, place), { recursive: true });
  return files.filter((file) => file.endsWith(ending)).map((file) => path.join(place, file));
}

/** The `ts` blocks below an `@example`, or anywhere in a document. */
function examplesIn(file: string, text: string): Example[] {
  const isDocument = file.endsWith(".md");
  const examples: Example[] = [];
  let example: { line: number; code: string[] } | null = null;
  let wanted = isDocument;
  for (const [index, whole] of text.split("\n").entries()) {
    const line = isDocument ? whole : whole.replace(/^\s*\* ?/, "");
    if (example && line.startsWith("```")) {
      examples.push({ file, line: example.line, code: example.code.join("\n") });
      example = null;
    } else if (example) example.code.push(line);
    else if (wanted && line === "```ts") example = { line: index + 2, code: [] };
    else if (!isDocument && /^@\w+/.test(line)) wanted = line.startsWith("@example");
    else if (!isDocument && line.startsWith("/")) wanted = false;
  }
  return examples;
}

/** The path below `folder` where an example is compiled. */
function placeOf({ code }: Example, index: number): string {
  return /^\/\/ ((?:src|test)\/\S+\.ts)\n/.exec(code)?.[1] ?? `${index}.ts`;
}

const documents = (await readdir(path.join(root, "docs"))).filter((file) => file.endsWith(".md"));
const files = [
  ...(await sources("src", ".ts")),
  "README.md",
  ...documents.map((file) => path.join("docs", file)),
];
const examples = (
  await Promise.all(
    files.map(async (file) => examplesIn(file, await readFile(path.join(root, file), "utf8"))),
  )
).flat();

await rm(folder, { recursive: true, force: true });
await mkdir(folder, { recursive: true });
await writeFile(path.join(folder, "given.d.ts"), context);
await writeFile(
  path.join(folder, "tsconfig.json"),
  JSON.stringify({
    extends: "../../tsconfig.json",
    compilerOptions: {
      lib: ["ESNext", "DOM", "DOM.Iterable", "DOM.AsyncIterable"],
      target: "ESNext",
      module: "ESNext",
      moduleResolution: "Bundler",
      isolatedDeclarations: false,
      declaration: false,
      verbatimModuleSyntax: false,
      // Resolves relative imports of examples that stand for a file of the repository.
      rootDirs: ["../..", "."],
    },
    include: [".", "../../src/**/*.d.ts"],
    exclude: [],
  }),
);
for (const [index, example] of examples.entries()) {
  const file = path.join(folder, placeOf(example, index));
  await mkdir(path.dirname(file), { recursive: true });
  await writeFile(file, `${example.code}\nexport {};\n`);
}

const compiler = path.join(root, "node_modules/typescript/bin/tsc");
try {
  await promisify(execFile)(process.execPath, [compiler, "-p", folder, "--pretty", "false"]);
  process.stdout.write(`${examples.length} examples compile.\n`);
} catch (error) {
  const { stdout = "" } = error as { stdout?: string };
  // Makes errors point to the document instead of the copy.
  const places = new Map(examples.map((example, index) => [placeOf(example, index), example]));
  const errors = stdout.replace(/^(\S+?\.ts)\((\d+),(\d+)\)/gm, (all, file, line, column) => {
    const example = places.get(path.relative(folder, path.resolve(file)));
    return example ? `${example.file}:${example.line + Number(line) - 1}:${column}` : all;
  });
  process.stderr.write(errors || `${String(error)}\n`);
  process.exitCode = 1;
}
