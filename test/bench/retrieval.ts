import { ablationJson, ablationTable } from "./ablation-report.js";
import type { BenchArguments } from "./bench-arguments.js";
import { driveBench } from "./bench-driver.js";
import { type BenchCommand, say } from "./command.js";
import { type DataSet, defaultData, loadDataSet, type Question } from "./data-set.js";
import { ablate, readStoredDocuments } from "./retrieval-ablation.js";
import { judgedRanking, retrievalJson, retrievalText } from "./retrieval-report.js";

const usage = `Usage: npm run -s bench -- retrieval [--path DIR] [--ablation] [--json] [--quick]

Recall of the evidence, with each question as it is as the query: of evidence pages over all
documents and inside the right document, or, where the data names source documents only, of those.

  --path DIR  a folder with questions.jsonl and PDFs in pdfs/ (questions name evidence pages) or in
              docs/ (questions name source_docs); default: ../shared/data/financebench
  --ablation  what each part of the ranking contributes, instead of a comparison with other engines
  --json      print one JSON object
  --quick     only about ten documents with questions
`;

/** The minimum number of documents in a quick run. */
const quickDocuments = 10;
const collection = "bench-retrieval";

async function retrieval({ path, json, quick, ablation }: BenchArguments): Promise<string> {
  const data = await loadDataSet(path);
  const { names, questions } = quick ? part(data) : whole(data);
  const { unit } = data;
  // Searching deeper than the number of documents would be pointless.
  const depth = unit === "page" ? 20 : Math.min(10, names.length);
  say(`${questions.length} questions, ${names.length} files; ${data.skipped} questions left out.`);
  return driveBench(async ({ page, setFiles }) => {
    await setFiles(names.map((name) => data.files.get(name) ?? name));
    const compared = await page.evaluate((request) => globalThis.bench.compareRankings(request), {
      name: collection,
      paths: names,
      questions: questions.map(({ text, document }) => ({ text, document })),
      unit,
      depth,
      oursOnly: ablation,
    });
    if (ablation) {
      const [ours] = compared.rankings;
      if (!ours) throw new Error("The browser gave no ranking.");
      const documents = await readStoredDocuments(page, collection);
      const varied = await ablate({ unit, questions, documents, depth }, ours);
      return json ? printed({ ablation: ablationJson(varied) }) : ablationTable("ranking", varied);
    }
    const rankings = compared.rankings.map((ranking) => judgedRanking(unit, questions, ranking));
    const report = { ...compared, unit, questions: questions.length, rankings };
    return json ? printed(retrievalJson(report)) : retrievalText(report);
  });
}

interface Part {
  readonly names: readonly string[];
  readonly questions: readonly Question[];
}

function whole({ files, questions }: DataSet): Part {
  return { names: [...files.keys()], questions };
}

/** The documents of the first questions, and the questions they answer. */
function part({ questions }: DataSet): Part {
  const kept = new Set<string>();
  for (const question of questions) {
    if (kept.size < quickDocuments) for (const name of documentsOf(question)) kept.add(name);
  }
  return {
    names: [...kept],
    questions: questions.filter((question) =>
      documentsOf(question).every((name) => kept.has(name)),
    ),
  };
}

function documentsOf({ document, evidence }: Question): string[] {
  const named = evidence.map((one) => one.document);
  return document === null ? named : [document, ...named];
}

function printed(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}

export const benchmark: BenchCommand = {
  usage,
  data: defaultData,
  options: ["json", "quick", "ablation"],
  run: retrieval,
};
