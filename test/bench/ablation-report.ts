import { mean } from "../../src/evaluation/metrics/metric-info.js";
import { figure, range, signed } from "./figures.js";
import { differenceInterval, type Interval } from "./statistics.js";
import { table } from "./table.js";

/** A measure of one ranking, question by question. */
export interface MeasuredQuestions {
  readonly measure: string;
  readonly values: readonly number[];
}

/** The measures of one variation; the same ones in the same order for all. */
export interface VariedRanking {
  readonly name: string;
  readonly measures: readonly MeasuredQuestions[];
}

/** What `--ablation --json` prints for a variation. */
interface AblationJson {
  readonly name: string;
  readonly measures: readonly {
    readonly measure: string;
    readonly mean: number;
    /** Against the default; 0 for the default itself. */
    readonly difference: number;
    readonly interval: Interval;
  }[];
}

/** Each ranking against the first, which is the default, for programs. */
export function ablationJson(rankings: readonly VariedRanking[]): AblationJson[] {
  return rankings.map(({ name, measures }) => ({
    name,
    measures: measures.map(({ measure, values }, index) => {
      const before = rankings[0]?.measures[index]?.values ?? [];
      return {
        measure,
        mean: mean(values),
        difference: mean(values) - mean(before),
        interval: differenceInterval(values, before),
      };
    }),
  }));
}

/** Each ranking against the first, which is the default, as a table for people. */
export function ablationTable(title: string, rankings: readonly VariedRanking[]): string {
  const rows = ablationJson(rankings).map(({ name, measures }, row) => [
    name,
    ...measures.flatMap(({ mean: value, difference, interval }) =>
      row === 0
        ? [figure(value), ""]
        : [figure(value), `${signed(difference)} ${range(interval, signed)}`],
    ),
  ]);
  const header = rankings[0]?.measures.flatMap(({ measure }) => [measure, "Δ"]) ?? [];
  return table([title, ...header], rows);
}
