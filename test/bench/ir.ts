import { ablationJson } from "./ablation-report.js";
import type { BenchArguments } from "./bench-arguments.js";
import { type BenchCommand, say } from "./command.js";
import { ablate, ablationText } from "./ir/ablation.js";
import { defaultCollections, type IrCollection, loadCollections } from "./ir/collection.js";
import {
  asDocuments,
  type DocumentRanking,
  otherDocumentRanking,
  otherEngines,
  ourDocumentRanking,
} from "./ir/rankings.js";
import { type IrReport, irJson, irText, measured } from "./ir/report.js";

const usage = `Usage: npm run -s bench -- ir [--path DIR] [--ablation] [--json] [--quick]

Ranks test collections with relevance judgements: nDCG@10, MAP, recall and precision as trec_eval
defines them, ours beside plain BM25, FlexSearch and MiniSearch. Ours reads each document as a web
page with a title and cuts it into passages; the others index title and text whole.

  --path DIR  a collection in BEIR's layout (corpus.jsonl, queries.PART.jsonl, qrels.PART.tsv), or a
              folder with several; default: ../shared/data/ir
  --ablation  what each part of the ranking contributes, instead of a comparison with other engines
  --json      print one JSON object
  --quick     only the first 50 queries
`;

const quickQueries = 50;

async function ir({ path, json, quick, ablation }: BenchArguments): Promise<string> {
  const all = await loadCollections(path);
  const collections = quick
    ? all.map((one) => ({ ...one, queries: one.queries.slice(0, quickQueries) }))
    : all;
  if (ablation) {
    const varied = await each(collections, ablate);
    return json
      ? printed(
          varied.map(({ collection, rankings }) => {
            return { name: collection.name, ablation: ablationJson(rankings) };
          }),
        )
      : varied.map(ablationText).join("\n");
  }
  const reports = await each(collections, compare);
  return json ? printed(reports.map(irJson)) : reports.map(irText).join("\n");
}

async function compare(collection: IrCollection): Promise<IrReport> {
  const { name, documents, queries } = collection;
  const run = (engine: string, rank: DocumentRanking) => {
    say(`${name}: ranking with ${engine}.`);
    return measured(engine, queries, rank);
  };
  const ours = await ourDocumentRanking(await asDocuments(documents));
  const rankings = [await run("Pagehound", ours)];
  for (const engine of otherEngines) {
    rankings.push(await run(engine, otherDocumentRanking(engine, documents)));
  }
  return { collection, rankings };
}

/** One at a time, because each uses all memory and every core. */
async function each<Item, Result>(
  items: readonly Item[],
  work: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = [];
  for (const item of items) results.push(await work(item));
  return results;
}

function printed(collections: unknown): string {
  return `${JSON.stringify({ collections }, null, 2)}\n`;
}

export const benchmark: BenchCommand = {
  usage,
  data: defaultCollections,
  options: ["json", "quick", "ablation"],
  run: ir,
};
