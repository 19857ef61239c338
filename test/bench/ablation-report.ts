import { mean } from "../../src/evaluation/metrics/metric-info.js";
import { figure, range, signed } from "./figures.js";
import { differenceInterval, type Interval } from "./statistics.js";
import { table } from "./table.js";

/** How one ranking scores on each question by one measure. */
export interface MeasuredQuestions {
  readonly measure: string;
  readonly values: readonly number[];
}

/** One variation's scores. Every variation lists the same measures in the same order. */
export interface VariedRanking {
  readonly name: string;
  readonly measures: readonly MeasuredQuestions[];
}

interface AblationJson {
  readonly name: string;
  readonly measures: readonly {
    readonly measure: string;
    readonly mean: number;
    /** Relative to the default ranking; 0 for the default itself. */
    readonly difference: number;
    readonly interval: Interval;
  }[];
}

/** Compares each ranking with the first, the default, as JSON for scripts. */
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

/** Compares each ranking with the first, the default, as a readable table. */
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
