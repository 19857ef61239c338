import { readdir, readFile } from "node:fs/promises";
import path from "node:path";
import ts from "typescript-6";

// Fails on vague names in the code, and on unidiomatic phrases in messages, comments, test titles
// and documents. Errors name the file, the line, and what to write instead.

const root = path.join(import.meta.dirname, "..");

/** Vague names, and what to call the thing instead. */
const names: Readonly<Record<string, string>> = {
  anew: "again, or what it does: rename, reread",
  asks: "what is asked for: question, request",
  beside: "what is next to it: neighbours, context",
  given: "what it is: options, args, text, name",
  said: "what was said: text, stated, verdict",
  there: "what is there: existing, found, stored",
  told: "what is reported: text, message, reported",
  untold: "what is not reported: unlisted, unreported",
};

/** Names that are too vague in `src`. */
const sourceNames: typeof names = {
  ...names,
  of: "what it belongs to: owner, subject, function",
  own: "how it differs: local, ownRows, mine",
};

/** Names that are too vague elsewhere; properties of answers in `src` keep them. */
const otherNames: typeof names = {
  ...names,
  asked: "what was asked for: question, requests, calls",
};

/** Phrases, and what to write instead. */
const phrases: readonly (readonly [RegExp, string])[] = [
  [/\banew\b/i, "again"],
  [/\bgo(?:es|ing|ne)? on with\b/i, "continue, resume"],
  [/\bhang(?:s|ing)? on\b/i, "depend on"],
  [/\bmend(?:s|ed)?\b(?! them| in March)/, "fix, repair"],
  [/\btook part\b/i, "was used"],
  [/\bof which nothing is told\b/i, "not reported"],
  [/\b(?:is|are|was|were|be|been|being) told of\b/i, "told about, sees"],
  [/(?:\/\*\*|\/\/) Told\b/, "Called with, Reports"],
  [/\bwith what is to be\b/i, "name the thing"],
];

interface Finding {
  readonly file: string;
  readonly line: number;
  readonly word: string;
  readonly instead: string;
}

async function filesBelow(folder: string, ending: string): Promise<string[]> {
  const files = await readdir(path.join(root, folder), { recursive: true });
  return files.filter((file) => file.endsWith(ending)).map((file) => path.posix.join(folder, file));
}

function phrasesIn(file: string, text: string): Finding[] {
  return text.split("\n").flatMap((content, index) =>
    phrases.flatMap(([pattern, instead]): Finding[] => {
      const word = pattern.exec(content)?.[0];
      return word === undefined ? [] : [{ file, line: index + 1, word, instead }];
    }),
  );
}

/** Names declared in a file: variables, parameters, functions, and destructured members. */
function namesIn(file: string, text: string): Finding[] {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
  const findings: Finding[] = [];
  const vague = file.startsWith("src/") ? sourceNames : otherNames;
  const visit = (node: ts.Node): void => {
    const declares =
      ts.isVariableDeclaration(node) ||
      ts.isParameter(node) ||
      ts.isFunctionDeclaration(node) ||
      ts.isBindingElement(node);
    if (declares && node.name && ts.isIdentifier(node.name)) {
      const word = node.name.text;
      const instead = Object.hasOwn(vague, word) ? vague[word] : undefined;
      const { line } = source.getLineAndCharacterOfPosition(node.name.getStart());
      if (instead) findings.push({ file, line: line + 1, word, instead });
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return findings;
}

const code = (
  await Promise.all(
    ["src", "test", "cli", "workers", "demo", "scripts"].map((folder) => filesBelow(folder, ".ts")),
  )
)
  .flat()
  .filter((file) => file !== "scripts/check-words.ts");
const documents = [
  ...(await readdir(root)).filter((file) => file.endsWith(".md") && file !== "CHANGELOG.md"),
  ...(await filesBelow("docs", ".md")),
];

const findings = (
  await Promise.all(
    [...code, ...documents].map(async (file) => {
      const text = await readFile(path.join(root, file), "utf8");
      const named = file.endsWith(".ts") ? namesIn(file, text) : [];
      return [...named, ...phrasesIn(file, text)];
    }),
  )
).flat();

for (const { file, line, word, instead } of findings) {
  process.stderr.write(`${file}:${line}: “${word}”; write instead: ${instead}\n`);
}
if (findings.length > 0) process.exitCode = 1;
else
  process.stdout.write(`${code.length} files of code and ${documents.length} documents checked.\n`);
