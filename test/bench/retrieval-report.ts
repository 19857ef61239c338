import { type Judged, recallAt } from "../../src/evaluation/metrics/ranking.js";
import type { EvidenceUnit, Question } from "./data-set.js";
import { figure, range, signed } from "./figures.js";
import type { ComparedRankings } from "./page/compare-rankings.js";
import { type ByDepth, depthsOf, meanRecall, recallIntervals } from "./recall.js";
import { differenceInterval, type Interval } from "./statistics.js";
import { table } from "./table.js";

export interface JudgedRanking {
  readonly name: string;
  readonly all: readonly Judged[];
  /** Within the right document; only for questions about one document that has evidence. */
  readonly inDocument: readonly Judged[];
}

/** The judged rankings, ours first. */
export interface RetrievalReport {
  readonly unit: EvidenceUnit;
  readonly questions: number;
  readonly documents: number;
  readonly pages: number;
  readonly passages: number;
  readonly rankings: readonly JudgedRanking[];
}

interface RetrievalJson extends Omit<RetrievalReport, "rankings"> {
  readonly rankings: readonly {
    readonly name: string;
    readonly all: ByDepth<number>;
    /** Null if the evidence is whole documents. */
    readonly inDocument: ByDepth<number> | null;
    /** 95 % confidence intervals of the values above. */
    readonly intervals: {
      readonly all: ByDepth<Interval>;
      readonly inDocument: ByDepth<Interval> | null;
    };
  }[];
}

/** Compares each question's evidence with what a ranking returned for it. */
export function judgedRanking(
  unit: EvidenceUnit,
  questions: readonly Question[],
  { name, all, inDocument }: ComparedRankings["rankings"][number],
): JudgedRanking {
  const judge = (
    ranked: readonly (readonly string[])[],
    counts: (evidence: Question["evidence"][number], question: Question) => boolean,
  ): Judged[] =>
    questions.map((question, index) => ({
      evidence: new Set(
        question.evidence.filter((one) => counts(one, question)).map(({ key }) => key),
      ),
      ranked: ranked[index] ?? [],
    }));
  // Within one document, only that document's evidence can be found.
  const inside = judge(inDocument, (one, { document }) => one.document === document);
  return {
    name,
    all: judge(all, () => true),
    inDocument: unit === "page" ? inside.filter(({ evidence }) => evidence.size > 0) : [],
  };
}

/** The report as JSON for scripts. */
export function retrievalJson({ rankings, ...counts }: RetrievalReport): RetrievalJson {
  const depths = depthsOf[counts.unit];
  const inside = <T>(figures: () => T): T | null => (counts.unit === "page" ? figures() : null);
  return {
    ...counts,
    rankings: rankings.map(({ name, all, inDocument }) => ({
      name,
      all: meanRecall(all, depths),
      inDocument: inside(() => meanRecall(inDocument, depths)),
      intervals: {
        all: recallIntervals(all, depths),
        inDocument: inside(() => recallIntervals(inDocument, depths)),
      },
    })),
  };
}

/** The report as tables. */
export function retrievalText(report: RetrievalReport): string {
  const { unit, questions, documents, pages, passages } = report;
  const what = unit === "page" ? "Page" : "Document";
  return [
    `${what} recall with the question as it is. ${questions} questions; ${documents} documents, ${pages} pages, ${passages} passages. In brackets: 95 % confidence.\n`,
    section("Over all documents", report, "all"),
    ...(unit === "page" ? [section("Inside the right document", report, "inDocument")] : []),
    differences(report),
  ].join("\n");
}

function section(
  title: string,
  { unit, rankings }: RetrievalReport,
  scope: "all" | "inDocument",
): string {
  const depths = depthsOf[unit];
  const rows = rankings.map((ranking) => {
    const intervals = recallIntervals(ranking[scope], depths);
    const recall = meanRecall(ranking[scope], depths);
    const cells = depths.map((depth) => {
      const interval = intervals[depth];
      return `${figure(recall[depth] ?? 0)} ${interval ? range(interval) : ""}`;
    });
    return [ranking.name, ...cells];
  });
  return table([title, ...depths.map((depth) => `R@${depth}`)], rows);
}

/** The depth at which rankings are compared question by question. */
const comparedDepth: Readonly<Record<EvidenceUnit, number>> = { page: 10, document: 5 };

/** How much better ours is over all documents, question by question. */
function differences({ unit, rankings }: RetrievalReport): string {
  const [ours, ...others] = rankings;
  if (!ours) return "";
  const depth = comparedDepth[unit];
  const recall = meanRecall(ours.all, [depth])[depth] ?? 0;
  const each = (judged: readonly Judged[]) => judged.map((one) => recallAt(one, depth));
  const rows = others.map(({ name, all }) => {
    const theirs = meanRecall(all, [depth])[depth] ?? 0;
    const ratio = theirs === 0 ? "∞" : `${(recall / theirs).toFixed(2)} ×`;
    const interval = range(differenceInterval(each(ours.all), each(all)), signed);
    return [name, ratio, `${signed(recall - theirs)} ${interval}`];
  });
  return table(
    [`${ours.name} at ${depth} over all documents, against`, "ratio", "difference"],
    rows,
  );
}
