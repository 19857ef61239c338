import type { EvaluationDocument, GoldEvidence } from "../data-set.js";
import { LeftOut, madePath, paragraphs, QuestionList, webPage } from "./documents.js";
import { shown } from "./fields.js";
import { choosePart, type DataSetLayout, type DataSetReading } from "./layout.js";

import { jsonLines, sourceLines } from "./source-lines.js";

const corpus = "corpus.jsonl";

/**
 * Collections in the layout of BEIR (Thakur et al., arXiv:2104.08663): `corpus.jsonl`, queries, and
 * judgements as tab-separated values, in `queries.PART.jsonl` and `qrels.PART.tsv`, or `queries.jsonl`
 * and `qrels/PART.tsv`. Every document becomes a web page with its title as heading. Judgements above 0
 * are the evidence, as grades of documents. Queries without any are left out, and so are documents
 * without text.
 */
export const beir: DataSetLayout = {
  name: "beir",
  description: "corpus.jsonl, queries.PART.jsonl and qrels.PART.tsv (or queries.jsonl and qrels/)",
  matches: (paths) =>
    paths.includes(corpus) && partsOf(paths).size > 0 && queriesOf(paths, null) !== null,
  read: async (reading) => {
    const judgementsFile = choosePart(partsOf(reading.paths), reading);
    const documents = await readCorpus(reading);
    const judgements = await readJudgements(reading, judgementsFile, documents);
    const part = partName(judgementsFile);
    const list = new QuestionList();
    const leftOut = new LeftOut();
    for await (const fields of jsonLines(reading, queriesOf(reading.paths, part) ?? "")) {
      const id = fields.label("_id");
      const evidence = judgements.get(id) ?? [];
      const text = fields.text("text");
      if (evidence.length === 0) {
        leftOut.add("no document is judged relevant", id);
        continue;
      }
      const rest = { answers: [], unanswerable: false, documents: null, kind: null };
      list.add({ id, text, evidence, ...rest, place: fields.place }, fields, "_id");
    }
    reading.notes.push(...leftOut.notes("question"));
    return { documents: [...documents.values()], questions: list.questions };
  },
};

/** Files of judgements by the name of their part. */
function partsOf(paths: readonly string[]): Map<string, string> {
  const files = paths.filter((path) => /^qrels(?:\.[^/]+\.tsv|\/[^/]+\.tsv)$/.test(path)).sort();
  return new Map(files.map((file) => [partName(file), file]));
}

function partName(file: string): string {
  return /^qrels[./](.+)\.tsv$/.exec(file)?.[1] ?? "";
}

/** The queries of a part; judgements "as published" are about those of another part. */
function queriesOf(paths: readonly string[], part: string | null): string | null {
  const own = `queries.${part}.jsonl`;
  if (paths.includes(own)) return own;
  return paths.filter((path) => /^queries(?:\.[^/]+)?\.jsonl$/.test(path)).sort()[0] ?? null;
}

async function readCorpus(reading: DataSetReading): Promise<Map<string, EvaluationDocument>> {
  const documents = new Map<string, EvaluationDocument>();
  const seen = new Set<string>();
  const leftOut = new LeftOut();
  for await (const fields of jsonLines(reading, corpus)) {
    const id = fields.label("_id");
    const title = fields.optionalText("title");
    const text = fields.optionalText("text");
    if (id !== "" && seen.has(id)) fields.fault("_id", `must be unique: ${shown(id)} came before.`);
    seen.add(id);
    if (title.trim() === "" && text.trim() === "") {
      leftOut.add("without text", id);
      continue;
    }
    const path = madePath(id, ".html");
    documents.set(id, { path, text: webPage(title.trim(), paragraphs(text)) });
  }
  reading.notes.push(...leftOut.notes("document"));
  return documents;
}

/** The relevant documents of each query. */
async function readJudgements(
  reading: DataSetReading,
  file: string,
  documents: ReadonlyMap<string, EvaluationDocument>,
): Promise<Map<string, GoldEvidence[]>> {
  const byQuery = new Map<string, GoldEvidence[]>();
  let absent = 0;
  for await (const { number, text } of sourceLines(reading, file)) {
    const cells = text.split("\t").map((cell) => cell.trim());
    const [query = "", id = "", score = ""] = cells;
    const isHead = byQuery.size === 0 && /^query-?_?id$/i.test(query);
    if (isHead) continue;
    const grade = Number(score);
    if (cells.length !== 3 || query === "" || id === "" || score === "" || Number.isNaN(grade)) {
      const place = { file, line: number, entry: "" };
      const form = "must be a query, a document and a score, parted by tabs.";
      reading.faults.add(place, null, form);
      continue;
    }
    const judged = byQuery.get(query) ?? [];
    byQuery.set(query, judged);
    const document = documents.get(id)?.path;
    if (document === undefined) absent += grade > 0 ? 1 : 0;
    else if (grade > 0) judged.push({ unit: "document", document, grade });
  }
  if (byQuery.size === 0) {
    reading.faults.add({ file, line: null, entry: "" }, null, "has no judgements.");
  }
  if (absent > 0) {
    reading.notes.push(
      `${file}: judgements left out because their document is not there: ${absent}.`,
    );
  }
  return byQuery;
}
