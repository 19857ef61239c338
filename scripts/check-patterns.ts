import path from "node:path";
import { collectPatterns, type SourcePattern } from "./collect-patterns.js";
import { judgePattern } from "./judge-pattern.js";

// Checks that every regular expression in the sources takes at most linear time, and has letters in the
// form that V8 compiles fastest (docs/decisions/090-where-a-search-spends-its-time.md).

const folders = ["src", "cli", "workers", "demo"];

/** A pattern that may be slower than linear. */
interface Allowance {
  readonly file: string;
  readonly source: string;
  /** The limit on the length of every text it is matched against. */
  readonly because: string;
}

/** Exponential time is never allowed. Rewriting a pattern is better than adding a line. */
const allowed: readonly Allowance[] = [];

/** Patterns built at run time. */
interface Built {
  readonly file: string;
  /** The name whose value is known only at run time. */
  readonly needs: string;
  /** Values for that name and others; each set is checked. */
  readonly samples?: readonly Readonly<Record<string, unknown>>[];
  /** Constants of the file that contain such patterns, all of which are checked. */
  readonly constants?: readonly string[];
  /** Where the values come from. */
  readonly because: string;
}

const names = ["Acme", "aaaa", String.raw`A\.B\. & C`];

const built: readonly Built[] = [
  {
    file: "src/agent/guided/document-question.ts",
    needs: "words",
    samples: [{ words: "last (?:changed|modified)|neu(?:e)?ste[ns]?|plus récent" }],
    because: "words of the same file",
  },
  {
    file: "src/agent/guided/document-types.ts",
    needs: "asked",
    samples: [{ asked: "contracts?|(?:meeting )?minutes" }],
    because: "words of the same file",
  },
  {
    file: "src/agent/guided/document-types.ts",
    needs: "says",
    samples: [{ says: String.raw`(?:\p{Alpha}+ )?agreements?|\p{Alpha}*vertrag|10-?[kq]` }],
    because: "words of the same file",
  },
  {
    file: "src/figures/question.ts",
    needs: "verb",
    samples: [{ verb: "turn", way: "off" }],
    because: "verbs and directions of the same file",
  },
  {
    file: "src/figures/question.ts",
    needs: "role",
    samples: [{ role: "auditor" }],
    because: "a word of a question, in letters and hyphens",
  },
  {
    file: "src/figures/definitions.ts",
    needs: "acronym",
    samples: [{ acronym: "AAAA", quote: '["“”]' }],
    because: "an abbreviation of a question, in letters and digits",
  },
  {
    file: "src/figures/definitions.ts",
    needs: "source",
    samples: [
      {
        source: String.raw`^(?:(?:the|an?) )?[“"]?trade secrets?["”]?(?: \([^()]{1,80}\))?,? (?:shall )?means?(?!\p{Alpha})`,
        caseFlags: "iu",
      },
      {
        source: String.raw`\((?:[^()]{0,60}[\s,])?[“"]aaaa["”](?:,? (?:or|and) [^()]{1,60})?[,.]?\)`,
        caseFlags: "iu",
      },
    ],
    because: "words of the same file around the escaped term of a question",
  },
  {
    file: "src/figures/comparison.ts",
    needs: "list",
    samples: [
      { list: "(?:grew|rose) (?:the )?(?:fastest|most)|plus (?:élevée?s?)|más (?:alt[oa]s?)" },
    ],
    because: "words of the same file",
  },
  {
    file: "src/figures/yes-or-no-grammar.ts",
    needs: "each",
    samples: [{ each: String.raw`if|not\s+(?:only|all)|cancel\p{Alpha}*|suspen(?:d|ds|ded)` }],
    because: "words of the same file",
  },
  {
    file: "src/figures/yes-or-no.ts",
    needs: "pattern",
    samples: [{ pattern: /(?<![\p{Alpha}'])(?:may|needs?\s+to)(?!\p{Alpha})/giu }],
    because: "words of its grammar",
  },
  {
    file: "src/figures/yes-or-no.ts",
    needs: "grammar",
    samples: [
      {
        grammar: { moods: { allowed: /(?<!\p{Alpha})(?:may|allowed)(?!\p{Alpha})/giu } },
        asked: "allowed",
      },
    ],
    because: "words of its grammar",
  },
  {
    file: "src/figures/names.ts",
    needs: "word",
    samples: [{ word: "(?:costs?|expenses?|spending)", link: "(?:of|for|on)" }],
    because: "words of `counted`",
  },
  {
    file: "src/agent/guided/named-documents.ts",
    needs: "plain",
    samples: names.map((plain) => ({ plain })),
    because: "an escaped name",
  },
  {
    file: "src/agent/guided/named-documents.ts",
    needs: "parts",
    samples: [{ parts: ["am", "ex"] }, { parts: ["aa", "aa"] }],
    because: "the two halves of a name of letters and digits",
  },
  {
    file: "src/agent/guided/named-documents.ts",
    needs: "quarter",
    samples: [{ quarter: 1 }],
    because: "a digit",
  },
  {
    file: "src/agent/guided/sides.ts",
    needs: "owned",
    samples: [{ owned: String.raw`(?:Acme|A\.B\. & C)(?:['’]s?)?(?!\p{Alpha})` }],
    because: "escaped names",
  },
  {
    file: "src/agent/verify/check-cells.ts",
    needs: "subject",
    samples: [
      {
        subject: String.raw`(?<!\p{Alpha})cash(?:[^\p{Alpha}]*$|\s*[:,(?]|\s+(?:was|of)(?!\p{Alpha})|\s*[$\d])`,
      },
    ],
    because: "a word of letters, and what follows it",
  },
  {
    file: "src/agent/verify/check-numbers.ts",
    needs: "year",
    samples: [{ year: "2024" }],
    because: "the digits of a year",
  },
  {
    file: "src/agent/verify/match-number.ts",
    needs: "words",
    samples: [{ words: "increas|grew|rose" }],
    because: "words of the same file",
  },
  {
    file: "src/agent/verify/named-companies.ts",
    needs: "words",
    samples: [{ words: ["Acme", "aaaa"] }],
    because: "words of letters and digits",
  },
  {
    file: "src/figures/months.ts",
    needs: "names",
    constants: ["eachMonth"],
    because: "names of months",
  },
  {
    file: "src/collection/retrieval/document-subjects.ts",
    needs: "spaced",
    samples: [{ spaced: "Acme\\s+aaaa" }],
    because: "escaped words",
  },
  {
    file: "src/collection/retrieval/search-passages.ts",
    needs: "word",
    samples: names.map((word) => ({ word })),
    because: "an escaped word of a query",
  },
  {
    file: "src/core/control-tokens.ts",
    needs: "tokens",
    samples: [{ tokens: ["<|im_end|>", "</s>"] }],
    because: "escaped control tokens of a model",
  },
  {
    file: "src/figures/number-forms.ts",
    needs: "space",
    samples: [{ space: "[ \\u00a0]" }],
    because: "a class of spaces",
  },
  {
    file: "src/figures/table-units.ts",
    needs: "stated",
    constants: ["forms"],
    because: "scale words",
  },
  {
    file: "src/figures/table-units.ts",
    needs: "words",
    constants: ["forms"],
    because: "words and signs of the same file",
  },
  {
    file: "src/evaluation/strategies/named-strategies.ts",
    needs: "base",
    samples: [{ base: "lookup" }],
    because: "the name of a strategy",
  },
  ...[
    { file: "src/search/grep/compile-pattern.ts", needs: "source" },
    { file: "src/search/grep/finders.ts", needs: "pattern" },
  ].map((each) => ({
    ...each,
    because:
      "what a person or a model searches for; a worker runs it, which is ended at its deadline",
  })),
  ...[
    { file: "src/search/grep/pattern/parse-pattern.ts", needs: "form" },
    { file: "src/search/grep/pattern/syntax.ts", needs: "part" },
  ].map((each) => ({ ...each, because: "one class of characters" })),
  {
    file: "src/readers/office/decryption.ts",
    needs: "name",
    samples: [{ name: "keyData" }],
    because: "the name of an element",
  },
  {
    file: "src/readers/office/decryption.ts",
    needs: "attribute",
    samples: [{ attribute: "saltValue" }],
    because: "the name of an attribute",
  },
  {
    file: "src/readers/mail/known-charsets.ts",
    needs: "name",
    samples: [{ name: "charset" }],
    because: "the name of a parameter",
  },
  {
    file: "src/readers/rtf/parser.ts",
    needs: "name",
    samples: [{ name: "title" }],
    because: "the name of a control word",
  },
  ...["src/evaluation/testing/random-instance.ts", "src/agent/tools/check-arguments.ts"].map(
    (file) => ({
      file,
      needs: "pattern",
      because: "the pattern in a tool's schema, for which whoever offers the tool answers",
    }),
  ),
];

/** Categories that V8 compiles several times slower than `\p{Alpha}`, `\p{Uppercase}` and `\p{Lowercase}`. */
const letterCategory = /\\[pP]\{L[ul]?\}/;
/** Where the category is meant: it decides what is stored, or it is what somebody searches for. */
const exactFiles =
  /^src\/(?:readers\/|search\/(?:index|grep)\/|search\/query\/query-|core\/text\/(?:terms|fold|joined-terms|greek-letters)\.ts)/;
/** An end of a word. In a pattern that ignores case, V8 compiles it slowest. */
const wordEnd = /\(\?<?!(?:\\p\{Alpha\}|\[(?!\^)[^\]]*\\p\{Alpha\}[^\]]*\])(?=[)|])/g;
/** Letters of other scripts than Latin, which may come before or after words of such scripts. */
const otherLetters = /[\u0370-\u1dff\u2c60-\u9fff\uac00-\ud7a3]|\\[pP]\{(?!N)/u;

const root = path.join(import.meta.dirname, "..");
const { patterns, dynamic, constant } = await collectPatterns(root, folders);
const problems: string[] = [];
const usedAllowances = new Set<Allowance>();
const usedBuilt = new Set<Built>();

/** Checks the ends of words of a pattern that is written out, whose letters are known. */
function checkWordEnds({ file, line, source, flags }: SourcePattern): void {
  if (exactFiles.test(file)) return;
  const words = source.replace(wordEnd, "");
  if (flags.includes("i") && words !== source && !otherLetters.test(words)) {
    problems.push(`${file}:${line}: [a-zß-ɏḀ-ỿ] ends Latin words faster: /${source}/${flags}`);
  }
}

const known = new Map<string, ReturnType<typeof judgePattern>>();
function check({ file, line, source, flags, isRepeated }: SourcePattern): void {
  if (letterCategory.test(source) && !exactFiles.test(file)) {
    problems.push(`${file}:${line}: \\p{Alpha} compiles faster: /${source}/${flags}`);
  }
  const key = `/${source}/${flags} ${isRepeated}`;
  const judgement = known.get(key) ?? judgePattern(source, flags, isRepeated);
  known.set(key, judgement);
  const { growth, pump } = judgement;
  if (growth === "linear") return;
  const allowance = allowed.find((each) => each.file === file && each.source === source);
  if (allowance) usedAllowances.add(allowance);
  if (allowance && growth === "polynomial") return;
  problems.push(
    `${file}:${line}: ${growth} on a text that repeats ${JSON.stringify(pump)}: /${source}/${flags}`,
  );
}

/** All patterns contained in a value, with those made when they are first needed (`lazy`). */
function patternsIn(value: unknown): RegExp[] {
  if (value instanceof RegExp) return [value];
  if (typeof value === "function" && value.length === 0) return patternsIn(value());
  return typeof value === "object" && value !== null
    ? Object.values(value).flatMap(patternsIn)
    : [];
}

for (const pattern of patterns) {
  check(pattern);
  checkWordEnds(pattern);
}
for (const { file, line, needs, build } of dynamic) {
  const listed = built.find((each) => each.file === file && each.needs === needs);
  if (!listed) {
    problems.push(`${file}:${line}: add to \`built\` where \`${needs}\` comes from.`);
    continue;
  }
  usedBuilt.add(listed);
  for (const values of listed.samples ?? []) check(build(values));
  for (const name of listed.constants ?? []) {
    for (const { source, flags } of patternsIn(constant(file, name))) {
      check({ file, line, source, flags, isRepeated: flags.includes("g") });
    }
  }
}
for (const { file, source } of allowed.filter((each) => !usedAllowances.has(each))) {
  problems.push(`${file}: no pattern needs the allowance for /${source}/.`);
}
for (const { file, needs } of built.filter((each) => !usedBuilt.has(each))) {
  problems.push(`${file}: no pattern is built from \`${needs}\`.`);
}

process.stdout.write([...problems, `${known.size} patterns checked.`, ""].join("\n"));
process.exitCode = problems.length > 0 ? 1 : 0;
