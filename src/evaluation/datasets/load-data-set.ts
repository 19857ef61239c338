import {
  checkedOptions,
  checkShape,
  checkText,
  checkTexts,
  invalidArgument,
  never,
  not,
  notFound,
  PagehoundError,
  slicer,
} from "../../core/index.js";
import type {
  EvaluationDataSet,
  EvaluationDocument,
  EvaluationFiles,
  GoldEvidence,
} from "../api.js";
import { Faults, shown } from "./fields.js";
import {
  choosePart,
  type DataSetLayout,
  type DataSetName,
  type DataSetReading,
  LeftOut,
  madePath,
  paragraphs,
  plainQuestion,
  QuestionList,
  webPage,
} from "./layout.js";
import { ownFormat } from "./own-format.js";
import { financebench, finqa, kgRag, llamahub } from "./question-files.js";
import { jsonLines, sourceLines } from "./source-files.js";
import { tatqa } from "./tatqa.js";
import { ownTools, sealTools, toole, tooleMulti } from "./tool-choice.js";

/** A data set that was found in a folder. */
export interface FoundDataSet {
  readonly name: DataSetName;
  /** Relative to the searched folder; empty for that folder itself. See `filesInFolder`. */
  readonly folder: string;
  /** A title that is unique among the data sets found together. */
  readonly title: string;
}

/**
 * All data sets in a folder and its subfolders, by folder. Everything below a data set belongs to
 * it and is not searched; a folder with two data sets in its files, like ToolE, counts twice.
 */
export function findDataSets(files: Pick<EvaluationFiles, "paths">): FoundDataSet[] {
  checkTexts("The paths of files", files?.paths);
  const { paths } = files;
  const found = search(paths, "");
  return found.map(({ name, folder }) => {
    const alone = found.filter((one) => one.name === name).length === 1;
    return { name, folder, title: alone ? name : folder.slice(folder.lastIndexOf("/") + 1) };
  });
}

/** The files in a folder, by paths relative to it. */
export function filesInFolder(files: EvaluationFiles, folder: string): EvaluationFiles {
  checkTexts("The paths of files", files?.paths);
  checkText("The folder", folder);
  if (folder === "") return files;
  const start = `${folder}/`;
  const paths = files.paths
    .filter((path) => path.startsWith(start))
    .map((path) => path.slice(start.length));
  return {
    paths,
    file: async (path) => {
      if (!paths.includes(path)) throw noSuchFile(path);
      return files.file(`${start}${path}`);
    },
  };
}

/** For adapters: the error for a file they do not have. */
export function noSuchFile(path: string): PagehoundError {
  return notFound(`There is no file ${path} in the data set.`, {
    data: { path },
  });
}

function search(paths: readonly string[], folder: string): { name: DataSetName; folder: string }[] {
  const here = layouts.filter((layout) => layout.matches(paths));
  // Only ToolE's two sets share a folder; for other layouts, the first counts.
  const tools = here.filter(({ name }) => name === "toole" || name === "toole-multi");
  const matching = tools.length > 0 ? tools : here.slice(0, 1);
  if (matching.length > 0) return matching.map(({ name }) => ({ name, folder }));
  const below = new Map<string, string[]>();
  for (const path of paths) {
    const slash = path.indexOf("/");
    if (slash < 0) continue;
    const name = path.slice(0, slash);
    const inside = below.get(name) ?? [];
    inside.push(path.slice(slash + 1));
    below.set(name, inside);
  }
  return [...below]
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .flatMap(([name, inside]) => search(inside, folder === "" ? name : `${folder}/${name}`));
}

/** A file and the path that it was dropped under. */
export interface DroppedFile {
  readonly path: string;
  readonly file: File;
}

/**
 * The files that a person has picked or dropped. Paths in a picked folder are relative to it. The
 * first of several files with the same path counts.
 */
export function pickedFiles(picked: Iterable<File | DroppedFile>): EvaluationFiles {
  if (typeof picked !== "object" || typeof picked?.[Symbol.iterator] !== "function") {
    throw not("The files of the data set", "a list of files", picked);
  }
  const byPath = new Map<string, File>();
  for (const one of picked) {
    if (!(one instanceof File)) checkShape("A file", one, { file: "object", path: "string" });
    const file = one instanceof File ? one : one.file;
    const path = one instanceof File ? one.webkitRelativePath || one.name : one.path;
    if (!byPath.has(path)) byPath.set(path, file);
  }
  const top = commonFolder([...byPath.keys()]);
  const files = new Map([...byPath].map(([path, file]) => [path.slice(top.length), file]));
  return {
    paths: [...files.keys()],
    file: async (path) => {
      const file = files.get(path);
      if (!file) throw noSuchFile(path);
      return file;
    },
  };
}

/** The folder that all paths start with, with its slash; empty if there is none. */
function commonFolder(paths: readonly string[]): string {
  const first = paths[0] ?? "";
  const folder = first.slice(0, first.indexOf("/") + 1);
  return paths.every((path) => path.startsWith(folder)) ? folder : "";
}

const corpus = "corpus.jsonl";

/**
 * Collections in the layout of BEIR (Thakur et al., arXiv:2104.08663): `corpus.jsonl`, queries, and
 * judgements as tab-separated values, in `queries.PART.jsonl` and `qrels.PART.tsv`, or
 * `queries.jsonl` and `qrels/PART.tsv`. Every document becomes a web page with its title as
 * heading. Judgements above 0 are the evidence, as grades of documents. Queries without any are
 * left out, and so are documents without text.
 */
const beir: DataSetLayout = {
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
      list.add({ ...plainQuestion, id, text, evidence, place: fields.place }, fields, "_id");
    }
    reading.notes.push(...leftOut.notes("question"));
    return { documents: [...documents.values()], questions: list.questions };
  },
};

function partsOf(paths: readonly string[]): Map<string, string> {
  const files = paths.filter((path) => /^qrels(?:\.[^/]+\.tsv|\/[^/]+\.tsv)$/.test(path)).sort();
  return new Map(files.map((file) => [partName(file), file]));
}

function partName(file: string): string {
  return /^qrels[./](.+)\.tsv$/.exec(file)?.[1] ?? "";
}

/** The file with the queries of a part; judgements "as published" are about another part's. */
function queriesOf(paths: readonly string[], part: string | null): string | null {
  const partFile = `queries.${part}.jsonl`;
  if (paths.includes(partFile)) return partFile;
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

/** All layouts; if files fit several, the first counts. */
const layouts: readonly DataSetLayout[] = [
  ownFormat,
  financebench,
  kgRag,
  tatqa,
  llamahub,
  beir,
  sealTools,
  toole,
  tooleMulti,
  ownTools,
  finqa,
];

/** The readable layouts and their files, for usage texts. */
export const dataSetNames: readonly {
  readonly name: DataSetName;
  readonly description: string;
}[] = layouts.map(({ name, description }) => ({ name, description }));

/** How a data set is read. */
export interface LoadOptions {
  readonly signal?: AbortSignal | undefined;
  /** Which part of a data set with several, such as `train`; by default, the first by name. */
  readonly part?: string | undefined;
  /** The display name, such as the name of its folder; by default, the name of its layout. */
  readonly title?: string | undefined;
}

/**
 * Reads a data set. Documents that are files stay unread, so the existence of evidence pages is not
 * checked yet; see `checkEvidence`.
 *
 * Throws `invalid-data` for invalid data: the message names the file, the line and the field of the
 * first fault and counts the others, and `data` has `file`, `line`, `field`, `faults` (how many)
 * and `list` (all messages, one per line; reading stops at 20). Throws `invalid-argument` for an
 * unknown name, and the signal's reason if aborted.
 */
export async function loadDataSet(
  name: DataSetName,
  files: EvaluationFiles,
  options: LoadOptions = {},
): Promise<EvaluationDataSet> {
  checkTexts("The paths of files", files?.paths);
  const { signal, part = null, title = name } = checkedOptions(options);
  signal?.throwIfAborted();
  const layout = layoutNamed(name);
  if (!layout.matches(files.paths)) throw noFiles(layout);
  const faults = new Faults();
  const notes: string[] = [];
  const file = (path: string): Promise<Blob> => files.file(path);
  const pause = slicer(signal ?? never());
  const reading = { paths: files.paths, file, faults, notes, part, signal, pause };
  const { documents, questions, tools } = await layout.read(reading);
  faults.throwIfAny();
  signal?.throwIfAborted();
  return { name: title, documents, questions, ...(tools ? { tools } : {}), notes };
}

function layoutNamed(name: DataSetName): DataSetLayout {
  const layout = layouts.find((one) => one.name === name);
  if (layout) return layout;
  const names = layouts.map((one) => one.name).join(", ");
  throw invalidArgument(`No data set is called "${name}". Use ${names}.`);
}

function noFiles({ name, description }: DataSetLayout): PagehoundError {
  return new PagehoundError(
    "invalid-data",
    `This is not a data set with the layout "${name}", which consists of ${description}.`,
    { data: { file: null, line: null, field: null } },
  );
}
