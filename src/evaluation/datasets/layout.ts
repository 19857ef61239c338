import { appendTo, cutText } from "../../core/index.js";
import type {
  EvaluationDataSet,
  EvaluationDocument,
  EvaluationFiles,
  EvaluationQuestion,
  GoldEvidence,
  SourcePlace,
} from "../api.js";
import { type Faults, type Fields, shown } from "./fields.js";

/** Names of the layouts that can be read. */
export type DataSetName =
  | "own"
  | "financebench"
  | "kg-rag"
  | "tatqa"
  | "llamahub"
  | "finqa"
  | "beir"
  | "seal-tools"
  | "tools"
  | "toole"
  | "toole-multi";

/** The context for reading a layout. */
export interface DataSetReading {
  /** All paths of the data set. */
  readonly paths: EvaluationFiles["paths"];
  /** A file's bytes. Throws `not-found`. */
  file(path: string): Promise<Blob>;
  readonly faults: Faults;
  /** Notes on what was left out, and why, are added here. */
  readonly notes: string[];
  /** The requested part of a data set with several; null for the first. */
  readonly part: string | null;
  readonly signal: AbortSignal | undefined;
  /** Await often during long work, so that other work can run. Throws the signal's reason. */
  pause(): Promise<void>;
}

export interface DataSetLayout {
  readonly name: DataSetName;
  /** The required files, for usage texts. */
  readonly description: string;
  /** Whether files with these paths have this layout. */
  matches(paths: readonly string[]): boolean;
  /** Reads it. Faults are recorded in `reading.faults`; the result is valid only without any. */
  read(
    reading: DataSetReading,
  ): Promise<Pick<EvaluationDataSet, "documents" | "questions" | "tools">>;
}

/** The paths of files below a folder, except hidden ones. */
export function filesBelow(paths: readonly string[], folder: string): string[] {
  const start = `${folder}/`;
  return paths.filter((path) => path.startsWith(start) && !/(?:^|\/)\./.test(path));
}

/** The first path that exists, or null. */
export function firstOf(paths: readonly string[], wanted: readonly string[]): string | null {
  return wanted.find((path) => paths.includes(path)) ?? null;
}

/**
 * The file of the requested part, or else the first. Records a fault if there is no such part.
 *
 * @param parts files by the name of their part
 */
export function choosePart(
  parts: ReadonlyMap<string, string>,
  { part, notes, faults }: DataSetReading,
): string {
  const names = [...parts.keys()].sort();
  const chosen = part ?? names.find((name) => name !== "as_published") ?? names[0] ?? "";
  const file = parts.get(chosen);
  if (file === undefined) {
    const place = { file: [...parts.values()][0] ?? "", line: null, entry: "" };
    faults.add(
      place,
      null,
      `has no part "${chosen}" next to it; available parts: ${names.join(", ")}.`,
    );
    return place.file;
  }
  if (part === null && names.length > 1) {
    notes.push(`Part "${chosen}" was read; there are: ${names.join(", ")}.`);
  }
  return file;
}

/** Documents that are files of the data set. */
export function fileDocuments(paths: readonly string[]): EvaluationDocument[] {
  return paths.toSorted().map((path) => ({ path, text: null }));
}

/** The path for a document made from a record, by the record's id. `ending` includes the dot. */
export function madePath(id: string, ending: string): string {
  // Half a surrogate pair cannot be encoded.
  return `${encodeURIComponent(id.replace(/\p{Surrogate}/gu, "\ufffd"))}${ending}`;
}

/**
 * Finds a document's path by the name in a field: the path itself, or the path without the folder.
 * An empty name means the only document. Records a fault if there is none, and returns the name.
 */
export function nameFinder(
  paths: readonly string[],
  folder: string,
): (fields: Fields, field: string, name: string) => string {
  // Typed names and file names may compose accents differently.
  const byName = new Map(paths.map((path) => [path.normalize(), path]));
  return (fields, field, name) => {
    const [only] = paths;
    if (name === "") {
      if (only !== undefined && paths.length === 1) return only;
      fields.fault(field, `is missing; it must name one of the ${paths.length} documents.`);
      return name;
    }
    const plain = name.normalize().replaceAll("\\", "/").replace(/^\.\//, "");
    const path = byName.get(`${folder}/${plain}`) ?? byName.get(plain);
    if (path !== undefined) return path;
    fields.fault(field, `names ${shown(name)}, which is not in ${folder}/.`);
    return name;
  };
}

/** An HTML page from its parts; `title` may be empty. */
export function webPage(title: string, body: readonly string[]): string {
  const head = title === "" ? "" : `<title>${escaped(title)}</title>\n<h1>${escaped(title)}</h1>\n`;
  return `<!doctype html>\n<meta charset="utf-8">\n${head}${body.join("\n")}\n`;
}

/** One paragraph for each block of text between blank lines. */
export function paragraphs(text: string): string[] {
  return text
    .split(/\n(?:[^\S\n]*\n)+/)
    .filter((paragraph) => paragraph.trim() !== "")
    .map((paragraph) => `<p>${escaped(paragraph)}</p>`);
}

/** A table whose first rows are column headings. */
export function table(rows: readonly (readonly string[])[], headRows: number): string {
  const lines = rows.map((cells, index) => {
    const tag = index < headRows ? "th" : "td";
    return `<tr>${cells.map((cell) => `<${tag}>${escaped(cell)}</${tag}>`).join("")}</tr>`;
  });
  return `<table>\n${lines.join("\n")}\n</table>`;
}

/**
 * The same data set with every question asked only of the documents with its evidence: the
 * published setting with one index per document. Questions without evidence, or with documents of
 * their own, stay unchanged.
 */
export function askOwnDocuments(dataSet: EvaluationDataSet): EvaluationDataSet {
  const questions = dataSet.questions.map((question) => {
    const goldDocuments = new Set(question.evidence.map(({ document }) => document));
    const isKnown = goldDocuments.size > 0 && !goldDocuments.has("");
    return question.documents === null && isKnown
      ? { ...question, documents: [...goldDocuments] }
      : question;
  });
  return { ...dataSet, questions };
}

/** Evidence that is these documents as a whole, each once. */
export function wholeDocuments(paths: Iterable<string>): GoldEvidence[] {
  return [...new Set(paths)].map((document) => ({ unit: "document", document, grade: 1 }));
}

/** What a question has unless its data says otherwise: it is asked of all documents. */
export const plainQuestion: Pick<
  EvaluationQuestion,
  "answers" | "unanswerable" | "documents" | "kind"
> = { answers: [], unanswerable: false, documents: null, kind: null };

/** Collects the questions of a data set; a repeated id is a fault. */
export class QuestionList {
  readonly questions: EvaluationQuestion[] = [];
  readonly #places = new Map<string, SourcePlace>();

  /** @param idField the field that a fault of the id is about */
  add(question: EvaluationQuestion, fields: Fields, idField: string): void {
    // Its absence was already recorded.
    if (question.id === "") return;
    const earlier = this.#places.get(question.id);
    if (earlier) {
      const where = earlier.line === null ? earlier.entry : `line ${earlier.line}`;
      const which = idField === "question" ? "the same is" : `${shown(question.id)} is also`;
      const hint = idField === "question" ? "; give each an id" : "";
      fields.fault(idField, `must be unique: ${which} in ${where}${hint}.`);
      return;
    }
    this.#places.set(question.id, fields.place);
    this.questions.push(question);
  }
}

function escaped(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
}

/** Collects what was left out, by reason, as notes for people. */
export class LeftOut {
  readonly #reasons = new Map<string, string[]>();

  add(reason: string, id: string): void {
    appendTo(this.#reasons, reason, cutText(id, 40));
  }

  /** Sentences such as `3 questions left out (a, b, c): the PDF is not there.` */
  notes(thing: string): string[] {
    return [...this.#reasons].map(([reason, ids]) => {
      const named = ids.length > 5 ? `${ids.slice(0, 4).join(", ")}, …` : ids.join(", ");
      const things = ids.length === 1 ? thing : `${thing}s`;
      return `${ids.length} ${things} left out (${named}): ${reason}.`;
    });
  }
}
