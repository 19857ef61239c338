import { spawn } from "node:child_process";
import { cp, mkdir, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import path from "node:path";
import { parseArgs } from "node:util";
import { BadInput } from "../../cli/bad-input.js";
import { loadDataSets } from "../../cli/evaluation/load-data-sets.js";
import { RunFolder } from "../../cli/evaluation/run-folder.js";
import { startFolder } from "../../cli/package-folder.js";
import { repository } from "../driver/repository.js";
import { type AnswerVerdict, answersReport, answersText, recordOf } from "./answers-report.js";
import { type CustomCommand, print, say } from "./command.js";
import { seededRandom } from "./seeded-random.js";

const usage = `Usage: npm run -s bench -- answers --path DIR --model SPEC [--own] [--strategy S] [options]

Asks the questions of a data set with a model, and counts right answers, wrong ones, those not found,
and wrong ones that are shown as verified. The same runner, recording and grader as
"npm run eval"; called again with the same options, it goes on where it stopped.

  --path DIR      a folder with one data set, such as ../shared/data/financebench
  --model SPEC    openai:URL#NAME or wllama:FILE.gguf
  --own           asks each question of its own documents; else of all of them
  --strategy S    default: guided
  --context N     tokens that the model reads at once
  --limit N       only the first N questions
  --sample N      only N questions, drawn at random: the same ones for the same --seed
  --seed N        default: 1
  --timeout N     seconds that a model may be silent
  --out DIR       keeps the run there; default: .cache/answers/…
  --json          print one JSON object
`;

export const benchmark: CustomCommand = {
  main: async (parameters) => {
    await print(await answers(parameters));
    return 0;
  },
};

async function answers(parameters: readonly string[]): Promise<string> {
  const parsed = readArguments(parameters);
  if (parsed.help) return usage;
  const { path: data, model, own, strategy, context, limit, timeout, json } = parsed;
  if (data === undefined || model === undefined)
    throw new BadInput("--path and --model are needed.");
  const scope = [
    own ? "own" : "all",
    ...(parsed.sample ? [`${parsed.sample}-of-${parsed.seed}`] : []),
  ].join("-");
  const name = `${path.basename(data)}-${scope}-${strategy}-${model.replace(/[^\w.-]+/gu, "_")}`;
  const out =
    parsed.out === undefined
      ? path.join(repository, ".cache/answers", name)
      : path.resolve(startFolder(), parsed.out);
  await mkdir(out, { recursive: true });
  const whole = path.resolve(startFolder(), data);
  const folder =
    parsed.sample === undefined
      ? whole
      : await sampled(whole, out, Number(parsed.sample), Number(parsed.seed));
  await evaluate([
    "--path",
    folder,
    "--strategy",
    strategy,
    "--model",
    model,
    "--out",
    out,
    ...(own ? ["--own-documents"] : []),
    ...(context === undefined ? [] : ["--context", context]),
    ...(limit === undefined ? [] : ["--limit", limit]),
    ...(timeout === undefined ? [] : ["--timeout", timeout]),
  ]);
  const { records } = await RunFolder.read(out);
  const texts = await questionsIn(folder);
  const verdicts = await verdictsIn(path.join(out, "scores.json"));
  const report = answersReport(
    records
      .filter((record) => record.strategy === strategy)
      .map((record) =>
        recordOf(record, verdicts.get(record.question) ?? null, (id) => texts.get(id) ?? ""),
      ),
  );
  return json ? `${JSON.stringify(report, null, 2)}\n` : answersText(report);
}

function readArguments(parameters: readonly string[]) {
  try {
    return parseArgs({
      args: [...parameters],
      options: {
        path: { type: "string" },
        model: { type: "string" },
        own: { type: "boolean", default: false },
        strategy: { type: "string", default: "guided" },
        context: { type: "string" },
        limit: { type: "string" },
        timeout: { type: "string" },
        sample: { type: "string" },
        seed: { type: "string", default: "1" },
        out: { type: "string" },
        json: { type: "boolean", default: false },
        help: { type: "boolean", short: "h", default: false },
      },
    }).values;
  } catch (error) {
    throw new BadInput(error instanceof Error ? error.message : String(error));
  }
}

/** Copies a data set into the run's folder with a sample of its questions. */
async function sampled(from: string, out: string, count: number, seed: number): Promise<string> {
  if (!(Number.isInteger(count) && count > 0 && Number.isInteger(seed))) {
    throw new BadInput("--sample and --seed are whole numbers.");
  }
  const to = path.join(out, `sample-${path.basename(from)}`);
  if (!(await stat(to).catch(() => null))) await cp(from, to, { recursive: true });
  const ids = [...(await questionsIn(from)).keys()];
  const random = seededRandom(seed);
  const drawn = ids
    .map((id) => ({ id, place: random() }))
    .sort((one, other) => one.place - other.place)
    .slice(0, count);
  const kept = new Set(drawn.map(({ id }) => id));
  for (const name of await readdir(from)) {
    const text = /\.jsonl?$/u.test(name) ? await readFile(path.join(from, name), "utf8") : "";
    if (/^questions.*\.jsonl$/u.test(name)) {
      const lines = text.split("\n").filter((line) => line.trim() !== "" && keeps(line, kept));
      const file = path.join(to, name);
      // An empty file of questions would count as damaged.
      if (lines.length === 0) await rm(file);
      else await writeFile(file, lines.map((line) => `${line}\n`).join(""));
    } else if (name.startsWith("tatqa_dataset")) {
      const contexts = JSON.parse(text).map((context: { questions: { uid: string }[] }) => {
        return { ...context, questions: context.questions.filter(({ uid }) => kept.has(uid)) };
      });
      await writeFile(path.join(to, name), JSON.stringify(contexts));
    }
  }
  return to;
}

function keeps(line: string, kept: ReadonlySet<string>): boolean {
  const { id, financebench_id: other } = JSON.parse(line);
  return kept.has(String(id ?? other));
}

/** Runs the `eval` command without printing its tables. */
async function evaluate(parameters: readonly string[]): Promise<void> {
  say("Asking the questions.");
  const tsx = path.join(repository, "node_modules/.bin/tsx");
  const command = [path.join(repository, "test/driver/command.ts"), "eval", ...parameters];
  const child = spawn(tsx, command, { stdio: ["ignore", "ignore", "inherit"] });
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once("error", reject);
    child.once("exit", resolve);
  });
  if (code === 2) throw new BadInput("The questions could not be asked.");
  if (code !== 0) throw new Error(`The evaluation ended with exit code ${code}.`);
}

/** The grader's verdicts, by question id. */
async function verdictsIn(file: string): Promise<ReadonlyMap<string, AnswerVerdict>> {
  const { dataSets } = JSON.parse(await readFile(file, "utf8"));
  const verdicts = new Map<string, AnswerVerdict>();
  for (const { records } of dataSets) {
    for (const { question, scores } of records) verdicts.set(question, scores);
  }
  return verdicts;
}

/** The questions of a data set, by id. */
async function questionsIn(folder: string): Promise<ReadonlyMap<string, string>> {
  const shape = { ownDocuments: false, documents: [] };
  const dataSets = await loadDataSets(folder, "all", shape);
  return new Map(
    dataSets.flatMap(({ dataSet }) => dataSet.questions.map(({ id, text }) => [id, text] as const)),
  );
}
