import type { Question } from "./data-set.js";
import type { ComparedRankings } from "./page/compare-rankings.js";
import {
  type ByDepth,
  depths,
  differenceInterval,
  type Judged,
  meanRecall,
  recallIntervals,
} from "./recall.js";
import type { Interval } from "./statistics.js";
import { table } from "./table.js";

/** Rankings with what they found for each question; ours first. */
export interface RetrievalReport {
  readonly questions: number;
  readonly documents: number;
  readonly pages: number;
  readonly passages: number;
  readonly rankings: readonly {
    readonly name: string;
    readonly all: readonly Judged[];
    readonly inDocument: readonly Judged[];
  }[];
}

/** What `bench:retrieval --json` prints. */
interface RetrievalJson extends Omit<RetrievalReport, "rankings"> {
  readonly rankings: readonly {
    readonly name: string;
    readonly all: ByDepth<number>;
    readonly inDocument: ByDepth<number>;
    /** 95 % confidence intervals of the figures above. */
    readonly intervals: { readonly all: ByDepth<Interval>; readonly inDocument: ByDepth<Interval> };
  }[];
}

/** Puts the evidence of each question beside what each ranking returned for it. */
export function judged(
  questions: readonly Question[],
  compared: ComparedRankings,
): RetrievalReport {
  const judge = (ranked: readonly (readonly string[])[], inDocument: boolean): Judged[] =>
    questions.map(({ evidence, document }, question) => ({
      // Inside the right document only the evidence that stands there can be found.
      evidence: new Set(
        evidence
          .filter((page) => !inDocument || page.document === document)
          .map((page) => page.key),
      ),
      ranked: ranked[question] ?? [],
    }));
  const { documents, pages, passages, rankings } = compared;
  return {
    questions: questions.length,
    documents,
    pages,
    passages,
    rankings: rankings.map(({ name, all, inDocument }) => ({
      name,
      all: judge(all, false),
      inDocument: judge(inDocument, true).filter(({ evidence }) => evidence.size > 0),
    })),
  };
}

/** The report as an object for programs. */
export function retrievalJson({ rankings, ...counts }: RetrievalReport): RetrievalJson {
  return {
    ...counts,
    rankings: rankings.map(({ name, all, inDocument }) => ({
      name,
      all: meanRecall(all),
      inDocument: meanRecall(inDocument),
      intervals: { all: recallIntervals(all), inDocument: recallIntervals(inDocument) },
    })),
  };
}

/** The report as tables for people. */
export function retrievalText(report: RetrievalReport): string {
  const { questions, documents, pages, passages } = report;
  return [
    `Page recall with the question as it is. ${questions} questions; ${documents} documents, ${pages} pages, ${passages} passages. In brackets: 95 % confidence.\n`,
    section("Over all documents", report, "all"),
    section("Inside the right document", report, "inDocument"),
    differences(report),
  ].join("\n");
}

function section(
  title: string,
  { rankings }: RetrievalReport,
  scope: "all" | "inDocument",
): string {
  const rows = rankings.map((ranking) => {
    const recall = meanRecall(ranking[scope]);
    const intervals = recallIntervals(ranking[scope]);
    const cells = depths.map((depth) => `${figure(recall[depth])} ${range(intervals[depth])}`);
    return [ranking.name, ...cells];
  });
  return table([title, ...depths.map((depth) => `R@${depth}`)], rows);
}

/** How much better ours is at 10 over all documents, question by question. */
function differences({ rankings }: RetrievalReport): string {
  const [ours, ...others] = rankings;
  if (!ours) return "";
  const depth = 10;
  const recall = meanRecall(ours.all)[depth];
  const rows = others.map(({ name, all }) => {
    const theirs = meanRecall(all)[depth];
    const ratio = theirs === 0 ? "∞" : `${(recall / theirs).toFixed(2)} ×`;
    const interval = range(differenceInterval(ours.all, all, depth), signed);
    return [name, ratio, `${signed(recall - theirs)} ${interval}`];
  });
  return table(
    [`${ours.name} at ${depth} over all documents, against`, "ratio", "difference"],
    rows,
  );
}

function figure(value: number): string {
  return value.toFixed(3);
}

function signed(value: number): string {
  return `${value < 0 ? "−" : "+"}${Math.abs(value).toFixed(3)}`;
}

function range([low, high]: Interval, format = figure): string {
  return `[${format(low)}, ${format(high)}]`;
}
