import { checkEach } from "../../core/arguments.js";
import type { EvaluationDataSet } from "../data-set.js";
import { mean, meanWithMargin, metricInfo } from "../metrics/metric-info.js";
import type { ScoredRecord } from "../score-record.js";

/** What a report is made of. */
export interface ReportParts
  extends Pick<
    EvaluationReport,
    | "documents"
    | "pages"
    | "model"
    | "embedder"
    | "judge"
    | "skipped"
    | "notes"
    | "replayed"
    | "records"
  > {
  readonly dataSet: Pick<EvaluationDataSet, "name" | "questions">;
}

/**
 * Makes a report of scored records. Strategies stand in the order in which they come first; the
 * records of each in the order of the data set's questions.
 */
export function makeReport(given: ReportParts): EvaluationReport {
  checkEach("The records of a report", given?.records, { record: "object", scores: "object" });
  checkEach("The questions of a data set", given.dataSet?.questions, { id: "string" });
  const { dataSet, records, ...parts } = given;
  const places = new Map(dataSet.questions.map(({ id }, index) => [id, index]));
  const placeOf = ({ record }: ScoredRecord) => places.get(record.question) ?? places.size;
  const names = [...new Set(records.map(({ record }) => record.strategy))];
  const kinds = new Map(dataSet.questions.map(({ id, kind }) => [id, kind]));
  const byStrategy = names.map((name) =>
    records
      .filter(({ record }) => record.strategy === name)
      .sort((one, other) => placeOf(one) - placeOf(other)),
  );
  return {
    reportVersion: 1,
    dataSet: dataSet.name,
    ...parts,
    questions: new Set(records.map(({ record }) => record.question)).size,
    strategies: byStrategy.map((ours, index) => strategyReport(names[index] ?? "", ours, kinds)),
    records: byStrategy.flat(),
  };
}

/** A report as JSON, indented, with a line break at its end. */
export function reportJson(report: EvaluationReport): string {
  return `${JSON.stringify(report, null, 2)}\n`;
}

function strategyReport(
  strategy: string,
  records: readonly ScoredRecord[],
  kinds: ReadonlyMap<string, string | null>,
): StrategyReport {
  const byKind = new Map<string, ScoredRecord[]>();
  for (const scored of records) {
    const kind = kinds.get(scored.record.question) ?? null;
    if (kind !== null) byKind.set(kind, [...(byKind.get(kind) ?? []), scored]);
  }
  return {
    strategy,
    questions: records.length,
    failed: records.filter(({ record: { outcome } }) => {
      return outcome === null || outcome.answer?.kind === "failed";
    }).length,
    metrics: byMetric(records, meanWithMargin),
    kinds: Object.fromEntries(
      [...byKind]
        .sort(([one], [other]) => (one < other ? -1 : 1))
        .map(([kind, ours]) => [kind, byMetric(ours, mean)]),
    ),
  };
}

/** What is made of the values of each metric that any record has, in the order of `metricInfo`. */
function byMetric<Summary>(
  records: readonly ScoredRecord[],
  summarise: (values: readonly number[]) => Summary,
): Record<string, Summary> {
  const values = new Map<string, number[]>();
  for (const { scores } of records) {
    for (const [name, score] of Object.entries(scores)) {
      const list = values.get(name);
      if (list) list.push(score);
      else values.set(name, [score]);
    }
  }
  const named = Object.keys(metricInfo).filter((name) => values.has(name));
  return Object.fromEntries(named.map((name) => [name, summarise(values.get(name) ?? [])]));
}

/** A strategy's means over the questions. */
export interface StrategyReport {
  readonly strategy: string;
  /** Questions that were run. */
  readonly questions: number;
  /** Of those, the ones that failed. */
  readonly failed: number;
  /**
   * The mean of each metric, over the questions it applies to, with how many those are and a 95 %
   * confidence interval of the mean (normal approximation).
   */
  readonly metrics: Readonly<
    Record<string, { readonly mean: number; readonly count: number; readonly margin: number }>
  >;
  /** The same by kind of question, where the data names kinds. */
  readonly kinds: Readonly<Record<string, Readonly<Record<string, number>>>>;
}

/** What an evaluation found. Can be written as JSON. */
export interface EvaluationReport {
  readonly reportVersion: 1;
  readonly dataSet: string;
  readonly documents: number;
  readonly pages: number;
  readonly questions: number;
  readonly model: string | null;
  readonly embedder: string | null;
  readonly judge: string | null;
  readonly strategies: readonly StrategyReport[];
  readonly skipped: readonly { readonly strategy: string; readonly reason: string }[];
  /** Files that could not be read, and what the data set left out. */
  readonly notes: readonly string[];
  /** Of a replay: how many questions ran as recorded, and what differed first where one did not. */
  readonly replayed: {
    readonly same: number;
    readonly different: readonly { readonly question: string; readonly difference: string }[];
  } | null;
  readonly records: readonly ScoredRecord[];
}
