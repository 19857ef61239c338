// The entry point of `npm run bench -- NAME …`.
import type { BenchCommand, CustomCommand } from "./command.js";
import { print, runCommand, say } from "./command.js";

interface Benchmark {
  readonly about: string;
  /** Loaded on demand: most benchmarks have large dependencies that the others do not need. */
  readonly load: () => Promise<{ readonly benchmark: BenchCommand | CustomCommand }>;
}

const standard = "performance";

const benchmarks: Readonly<Record<string, Benchmark>> = {
  [standard]: {
    about: "speed beside pdf.js, MiniSearch and ripgrep (also without a name)",
    load: () => import("./performance.js"),
  },
  "answer-judgement": {
    about: "fits the constants that tell whether a sentence or row is the answer",
    load: () => import("./answer-judgement.js"),
  },
  answers: {
    about: "right, wrong and verified answers of a model to a data set",
    load: () => import("./answers.js"),
  },
  context: {
    about: "what runs of ten tool calls cost in tokens",
    load: () => import("./context.js"),
  },
  engine: {
    about: "how fast llama.cpp reads, writes and stops",
    load: () => import("./engine.js"),
  },
  figures: {
    about: "questions for figures of filings, without a model",
    load: () => import("./figure-questions.js"),
  },
  "first-answer": {
    about: "questions answered by what is marked, without a model",
    load: () => import("./first-answer.js"),
  },
  grep: {
    about: "times of greps, beside ripgrep and another commit",
    load: () => import("./grep.js"),
  },
  grid: {
    about: "a grid of 39 documents with a model, whose page is closed at 20 random moments",
    load: () => import("./interrupted-grid.js"),
  },
  grader: {
    about: "how far the grader of answers agrees with people",
    load: () => import("./grader.js"),
  },
  ir: {
    about: "ranking of test collections with relevance judgements",
    load: () => import("./ir.js"),
  },
  many: { about: "a collection of many tiny files", load: () => import("./many.js") },
  meaning: {
    about: "comparing a query's vector with 200,000 others",
    load: () => import("./meaning.js"),
  },
  memory: { about: "memory while reading large inputs", load: () => import("./memory.js") },
  probe: {
    about: "whether a model follows tools, as the probe of models judges",
    load: () => import("./probe.js"),
  },
  retrieval: {
    about: "recall of the evidence for questions",
    load: () => import("./retrieval.js"),
  },
  robustness: {
    about: "odd, broken and encrypted files, one by one",
    load: () => import("./robustness.js"),
  },
  routing: {
    about: "which of many sources is chosen for a question",
    load: () => import("./routing.js"),
  },
  scale: {
    about: "how time, memory and storage grow with the text",
    load: () => import("./scale.js"),
  },
  search: {
    about: "times of searches, beside MiniSearch and another commit",
    load: () => import("./search.js"),
  },
  sources: {
    about: "recall and speed of an OpenSearch index",
    load: () => import("./sources.js"),
  },
  tables: { about: "tables found in PDFs, cell by cell", load: () => import("./tables.js") },
  tools: {
    about: "finding the right one among 5,000 tools",
    load: () => import("./tools.js"),
  },
  verifier: {
    about: "true and changed statements, accepted or rejected",
    load: () => import("./verifier.js"),
  },
  "web-llm": {
    about: "what web-llm promises, with a model on WebGPU, and how fast it is",
    load: () => import("./web-llm.js"),
  },
  workbook: { about: "a workbook of a million cells", load: () => import("./workbook.js") },
};

function help(): string {
  const width = Math.max(...Object.keys(benchmarks).map((name) => name.length));
  const lines = Object.entries(benchmarks).map(
    ([name, { about }]) => `  ${name.padEnd(width)}  ${about}`,
  );
  return `Usage: npm run -s bench -- [NAME] [options]

${lines.join("\n")}

npm run -s bench -- NAME --help prints a benchmark's options.
`;
}

async function bench(parameters: readonly string[]): Promise<number> {
  const [first = "", ...rest] = parameters;
  if (first === "help") {
    await print(help());
    return 0;
  }
  const isNamed = first !== "" && !first.startsWith("-");
  const benchmark = benchmarks[isNamed ? first : standard];
  if (!benchmark) {
    say(`There is no benchmark "${first}". Run npm run bench -- help for the list.`);
    return 2;
  }
  const loaded = await benchmark.load();
  return runCommand(loaded.benchmark, isNamed ? rest : parameters);
}

process.exitCode = await bench(process.argv.slice(2));
// The library yields through a MessageChannel, which would keep Node running.
process.exit();
