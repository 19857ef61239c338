import { ablationTable, type VariedRanking } from "../ablation-report.js";
import { variations } from "../ablations.js";
import { say } from "../command.js";
import type { IrCollection } from "./collection.js";
import { asDocuments, ourDocumentRanking } from "./rankings.js";
import { irTitle, measured } from "./report.js";

const shownMeasures = ["nDCG@10", "MAP"];

/** A collection's rankings, one per variation, the default first. */
export interface IrAblation {
  readonly collection: IrCollection;
  readonly rankings: readonly VariedRanking[];
}

/** Ranks all queries of a collection with every variation. */
export async function ablate(collection: IrCollection): Promise<IrAblation> {
  const documents = await asDocuments(collection.documents);
  const rankings: VariedRanking[] = [];
  for (const { name, ranking } of [{ name: "default", ranking: {} }, ...variations]) {
    say(`${collection.name}: ${name}.`);
    const rank = await ourDocumentRanking(documents, ranking);
    const { values } = await measured(name, collection.queries, rank);
    const measures = shownMeasures.map((measure) => {
      return { measure, values: values.get(measure) ?? [] };
    });
    rankings.push({ name, measures });
  }
  return { collection, rankings };
}

/** The ablation as a table. */
export function ablationText({ collection, rankings }: IrAblation): string {
  return `${irTitle(collection)}\n\n${ablationTable("ranking", rankings)}`;
}
