import { readdir, readFile } from "node:fs/promises";
import path from "node:path";
import { BadInput } from "../../../cli/bad-input.js";
import { repository } from "../../driver/repository.js";

/** The development collections, next to the repository. */
export const defaultCollections: string = path.join(repository, "../shared/data/ir");

export interface IrDocument {
  readonly id: string;
  readonly title: string;
  readonly text: string;
}

/** A query with its relevance judgements. */
export interface IrQuery {
  readonly id: string;
  readonly text: string;
  /** Judgements by document id; above 0 is relevant, and a document without one is not. */
  readonly judgements: ReadonlyMap<string, number>;
}

export interface IrCollection {
  /** The name of its folder and the split of its queries. */
  readonly name: string;
  readonly queriesFile: string;
  readonly judgementsFile: string;
  readonly documents: readonly IrDocument[];
  readonly queries: readonly IrQuery[];
  /** Queries left out because no document is judged relevant. */
  readonly skipped: number;
}

/** The files of one split (train, test, all) of a collection. */
interface PartFiles {
  readonly queries: string;
  readonly judgements: string;
}

const queriesName = /^queries(?:\.(.+))?\.jsonl$/;

/**
 * The collections in BEIR layout in a folder: the folder itself or its subfolders. Throws
 * `BadInput` if there are none.
 */
export async function loadCollections(folder: string): Promise<IrCollection[]> {
  const names = (await readdir(folder).catch(() => [])).sort();
  const folders = names.includes("corpus.jsonl")
    ? [folder]
    : names.map((name) => path.join(folder, name));
  const collections: IrCollection[] = [];
  for (const one of folders) collections.push(...(await collectionsIn(one)));
  if (collections.length > 0) return collections;
  throw new BadInput(
    `No collection in ${folder}: corpus.jsonl, queries.PART.jsonl and qrels.PART.tsv are needed, there or in folders below. Name another folder with --path DIR.`,
  );
}

/** One collection for each split that has queries and judgements. */
async function collectionsIn(folder: string): Promise<IrCollection[]> {
  const names: string[] = await readdir(folder).catch(() => []);
  if (!names.includes("corpus.jsonl")) return [];
  const parts = partsOf(names, await readdir(path.join(folder, "qrels")).catch(() => []));
  if (parts.length === 0) return [];
  const documents = (await records(path.join(folder, "corpus.jsonl"))).map(
    ({ _id, title, text }) => ({ id: String(_id), title: textOf(title), text: textOf(text) }),
  );
  return Promise.all(parts.map((part) => collection(folder, part, documents)));
}

/** Pairs queries with judgements of the same split, or else with the ones named "as published". */
function partsOf(names: readonly string[], inQrels: readonly string[]): PartFiles[] {
  return names.toSorted().flatMap((queries) => {
    const match = queriesName.exec(queries);
    if (!match) return [];
    const [, part] = match;
    // BEIR's own layout has one file for all queries, and the judgements in a folder.
    if (part === undefined) {
      const files = inQrels.filter((name) => name.endsWith(".tsv")).sort();
      return files.map((name) => ({ queries, judgements: `qrels/${name}` }));
    }
    const judgements = [`qrels.${part}.tsv`, "qrels.as_published.tsv"].find((name) =>
      names.includes(name),
    );
    return judgements === undefined ? [] : [{ queries, judgements }];
  });
}

async function collection(
  folder: string,
  files: PartFiles,
  documents: readonly IrDocument[],
): Promise<IrCollection> {
  const judgements = await readJudgements(path.join(folder, files.judgements));
  const judged = (await records(path.join(folder, files.queries))).flatMap(({ _id, text }) => {
    const found = judgements.get(String(_id));
    return found ? [{ id: String(_id), text: textOf(text), judgements: found }] : [];
  });
  const queries = judged.filter((query) =>
    [...query.judgements.values()].some((score) => score > 0),
  );
  const part = /([^./]+)\.tsv$/.exec(files.judgements)?.[1];
  return {
    name: `${path.basename(folder)} (${part})`,
    queriesFile: files.queries,
    judgementsFile: files.judgements,
    documents,
    queries,
    skipped: judged.length - queries.length,
  };
}

async function readJudgements(file: string): Promise<Map<string, Map<string, number>>> {
  const byQuery = new Map<string, Map<string, number>>();
  const [, ...lines] = (await readFile(file, "utf8")).split("\n");
  for (const [index, line] of lines.entries()) {
    if (line.trim() === "") continue;
    const [query, document, score] = line.trim().split("\t");
    if (query === undefined || document === undefined || !Number.isFinite(Number(score))) {
      throw new BadInput(`${file}:${index + 2} is not a query, a document and a score.`);
    }
    const judged = byQuery.get(query) ?? new Map<string, number>();
    byQuery.set(query, judged.set(document, Number(score)));
  }
  return byQuery;
}

interface CollectionRecord {
  readonly _id?: unknown;
  readonly title?: unknown;
  readonly text?: unknown;
}

async function records(file: string): Promise<CollectionRecord[]> {
  const lines = (await readFile(file, "utf8")).split("\n");
  return lines.flatMap((line, index) => {
    if (line.trim() === "") return [];
    try {
      return [JSON.parse(line) as CollectionRecord];
    } catch {
      throw new BadInput(`${file}:${index + 1} is not a JSON object.`);
    }
  });
}

function textOf(value: unknown): string {
  return typeof value === "string" ? value : "";
}
