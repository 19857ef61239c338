import { mean } from "../../../src/evaluation/metrics/metric-info.js";
import { figure, range, signed } from "../figures.js";
import { differenceInterval, type Interval, meanInterval } from "../statistics.js";
import { table } from "../table.js";
import type { IrCollection, IrQuery } from "./collection.js";
import { measures } from "./metrics.js";
import type { DocumentRanking } from "./rankings.js";

/** A ranking's score for every query, by measure. */
export interface MeasuredRanking {
  readonly name: string;
  readonly values: ReadonlyMap<string, readonly number[]>;
}

/** The rankings of one collection, ours first. */
export interface IrReport {
  readonly collection: IrCollection;
  readonly rankings: readonly MeasuredRanking[];
}

interface IrJson extends Omit<IrCollection, "documents" | "queries"> {
  readonly documents: number;
  readonly queries: number;
  readonly rankings: readonly {
    readonly name: string;
    readonly measures: Readonly<Record<string, { mean: number; interval: Interval }>>;
  }[];
}

/** Runs all queries and measures the results. */
export async function measured(
  name: string,
  queries: readonly IrQuery[],
  rank: DocumentRanking,
): Promise<MeasuredRanking> {
  const values = new Map(measures.map((measure) => [measure.name, [] as number[]]));
  for (const { text, judgements } of queries) {
    const ranked = await rank(text);
    for (const measure of measures) values.get(measure.name)?.push(measure.of(ranked, judgements));
  }
  return { name, values };
}

/** The report as JSON for scripts. */
export function irJson({ collection, rankings }: IrReport): IrJson {
  const { documents, queries, ...about } = collection;
  return {
    ...about,
    documents: documents.length,
    queries: queries.length,
    rankings: rankings.map(({ name, values }) => ({
      name,
      measures: Object.fromEntries(
        [...values].map(([measure, all]) => [
          measure,
          { mean: mean(all), interval: meanInterval(all) },
        ]),
      ),
    })),
  };
}

/** The measures that are compared query by query. */
const comparedMeasures = ["nDCG@10", "MAP"];

/** The report as tables. */
export function irText({ collection, rankings }: IrReport): string {
  const [ours] = rankings;
  const rows = rankings.map(({ name, values }) => [
    name,
    ...[...values.values()].map((all) => `${figure(mean(all))} ${range(meanInterval(all))}`),
  ]);
  const differences = rankings.slice(1).map(({ name, values }) => [
    name,
    ...comparedMeasures.map((measure) => {
      const [mine, theirs] = [ours?.values.get(measure) ?? [], values.get(measure) ?? []];
      return `${signed(mean(mine) - mean(theirs))} ${range(differenceInterval(mine, theirs), signed)}`;
    }),
  ]);
  return [
    `${irTitle(collection)}\n`,
    table(["ranking", ...measures.map(({ name }) => name)], rows),
    table(["Pagehound against", ...comparedMeasures], differences),
  ].join("\n");
}

/** Describes a collection by its contents and the files it was read from. */
export function irTitle(collection: IrCollection): string {
  const { name, documents, queries, skipped, queriesFile, judgementsFile } = collection;
  const left = skipped === 0 ? "" : `, ${skipped} without a relevant document left out`;
  return `${name}: ${documents.length} documents, ${queries.length} queries${left}; ${queriesFile}, ${judgementsFile}`;
}
