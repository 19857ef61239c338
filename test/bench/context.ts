import { mean } from "../../src/evaluation/metrics/metric-info.js";
import type { BenchArguments } from "./bench-arguments.js";
import { driveBench } from "./bench-driver.js";
import { type BenchCommand, say } from "./command.js";
import { defaultData, loadDataSet } from "./data-set.js";
import type { BusyRun } from "./page/ask-busily.js";
import { table } from "./table.js";

const usage = `Usage: npm run -s bench -- context [--path DIR] [--json] [--quick]

What runs of ten tool calls cost with twelve documents loaded: a stand-in for a model makes calls of
all kinds and then answers. Tokens are counted as o200k counts them, and what is reused by web-llm's
rule: all messages but the last must be those of the request before.

  --path DIR  a folder with questions.jsonl and PDFs in pdfs/ or docs/;
              default: ../shared/data/financebench
  --json      print one JSON object, with every run
  --quick     four questions only
`;

const documents = 12;
const contextLengths = [3072, 4096, 8192, 16_384];

/** The cost of the runs with one context length. */
interface Row {
  readonly contextLength: number;
  /** Number of times older results were folded into notes. */
  readonly folds: number;
  readonly runs: number;
  readonly calls: number;
  readonly promptTokens: number;
  /** Share of the prompt's tokens that were still cached: mean and minimum over the runs. */
  readonly reused: number;
  readonly minReused: number;
  /** Tokens of the longest prompt plus its reply. */
  readonly longest: number;
  readonly overflows: number;
}

async function context({ path, json, quick }: BenchArguments): Promise<string> {
  const data = await loadDataSet(path);
  const wanted = data.questions.map(({ document, evidence }) => document ?? evidence[0]?.document);
  const named = [
    ...new Set([...wanted.filter((name) => name !== undefined), ...data.files.keys()]),
  ];
  const paths = named.slice(0, documents);
  const questions = data.questions.slice(0, quick ? 4 : 24).map(({ text }) => text);
  say(`${paths.length} documents, ${questions.length} questions.`);
  const runs = await driveBench(async ({ page, setFiles }) => {
    await setFiles(paths.map((name) => data.files.get(name) ?? name));
    const request = { name: "bench-context", paths, questions, contextLengths };
    return page.evaluate((argument) => globalThis.bench.askBusily(argument), request);
  });
  const rows = rowsOf(runs);
  return json ? `${JSON.stringify({ rows, runs }, null, 2)}\n` : printed(rows);
}

function rowsOf(runs: readonly BusyRun[]): Row[] {
  const groups = new Map<string, BusyRun[]>();
  for (const run of runs) {
    const key = `${run.contextLength} ${run.usage.folds}`;
    groups.set(key, [...(groups.get(key) ?? []), run]);
  }
  return [...groups.values()].flatMap((group) => {
    const [first] = group;
    if (!first) return [];
    const reused = group.map(({ usage }) => usage.reusedTokens / usage.promptTokens);
    return {
      contextLength: first.contextLength,
      folds: first.usage.folds,
      runs: group.length,
      calls: mean(group.map(({ usage }) => usage.calls)),
      promptTokens: Math.round(mean(group.map(({ usage }) => usage.promptTokens))),
      reused: mean(reused),
      minReused: Math.min(...reused),
      longest: Math.max(...group.map(({ longest }) => longest.together)),
      overflows: group.reduce((sum, { overflows }) => sum + overflows, 0),
    };
  });
}

function printed(rows: readonly Row[]): string {
  const share = (value: number) => `${(value * 100).toFixed(1)} %`;
  return table(
    [
      "Context",
      "Folds",
      "Runs",
      "Calls",
      "Prompt tokens",
      "Reused",
      "Least",
      "Longest",
      "Overflows",
    ],
    rows.map((row) => [
      String(row.contextLength),
      String(row.folds),
      String(row.runs),
      row.calls.toFixed(1),
      String(row.promptTokens),
      share(row.reused),
      share(row.minReused),
      String(row.longest),
      String(row.overflows),
    ]),
  );
}

export const benchmark: BenchCommand = {
  usage,
  data: defaultData,
  options: ["json", "quick"],
  run: context,
};
