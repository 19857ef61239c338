import { type Rate, rateOf, rateText } from "../statistics.js";
import { table } from "../table.js";
import { type ChangeKind, changeKinds } from "./changes.js";

export interface JudgedStatement {
  /** The data set it was made from. */
  readonly source: string;
  readonly half: "development" | "counted";
  /** What was changed; null for a true statement. */
  readonly kind: ChangeKind | null;
  readonly text: string;
  /** The true statement it was derived from. */
  readonly truth: string;
  readonly question: string;
  /** The row it cites. */
  readonly row: readonly string[];
  readonly document: string;
  readonly accepted: boolean;
  readonly isTruthAccepted: boolean;
  readonly reason: string;
}

/** Counts of statements; `total` includes all. */
export interface VerifierCounts {
  readonly true: { readonly accepted: number; readonly total: number };
  readonly changed: Readonly<Record<ChangeKind | "all", RejectedCounts>>;
}

interface Rejected {
  readonly rejected: number;
  readonly total: number;
}

/**
 * `told` counts only statements whose true version was accepted, since the checker told only these
 * apart.
 */
interface RejectedCounts extends Rejected {
  readonly told: Rejected;
}

export function countsOf(judged: readonly JudgedStatement[]): VerifierCounts {
  const truths = judged.filter(({ kind }) => kind === null);
  const counted = (of: readonly JudgedStatement[]): Rejected => ({
    rejected: of.filter(({ accepted }) => !accepted).length,
    total: of.length,
  });
  const rejected = (of: readonly JudgedStatement[]): RejectedCounts => ({
    ...counted(of),
    told: counted(of.filter(({ isTruthAccepted }) => isTruthAccepted)),
  });
  const ofKind = (kind: ChangeKind) => judged.filter((one) => one.kind === kind);
  const kinds = changeKinds.map((kind) => [kind, rejected(ofKind(kind))]);
  return {
    true: {
      accepted: truths.filter(({ accepted }) => accepted).length,
      total: truths.length,
    },
    changed: {
      ...Object.fromEntries(kinds),
      all: rejected(judged.filter(({ kind }) => kind !== null)),
    },
  };
}

/** True if the checker was wrong about a statement. */
function isMisjudged({ kind, accepted }: JudgedStatement): boolean {
  return accepted !== (kind === null);
}

/** Groups of statements by name: all, each half, and each half of each source. */
function groupsOf(
  judged: readonly JudgedStatement[],
): readonly (readonly [string, readonly JudgedStatement[]])[] {
  const halves = ["development", "counted"] as const;
  const sources = [...new Set(judged.map(({ source }) => source))];
  return [
    ["all", judged],
    ...halves.map((half) => [half, judged.filter((one) => one.half === half)] as const),
    ...sources.flatMap((source) =>
      halves.map(
        (half) =>
          [
            `${source}, ${half}`,
            judged.filter((one) => one.half === half && one.source === source),
          ] as const,
      ),
    ),
  ];
}

/** The counts over all statements at the top level, and per group by name. */
export function verifierJson(judged: readonly JudgedStatement[]): object {
  const groups = groupsOf(judged).map(([name, of]) => [name, countsOf(of)]);
  return { ...countsOf(judged), groups: Object.fromEntries(groups) };
}

/** One table per group. */
export function verifierText(judged: readonly JudgedStatement[]): string {
  return groupsOf(judged)
    .map(([name, of]) => {
      const { true: truths, changed } = countsOf(of);
      const row = (label: string, ...rates: readonly Rate[]): string[] => [
        label,
        ...rates.map(rateText),
      ];
      const rows = [
        row("true, accepted", rateOf(truths.accepted, truths.total)),
        ...(["all", ...changeKinds] as const).map((kind) =>
          row(
            kind === "all" ? "changed, rejected" : `  ${kind}`,
            rateOf(changed[kind].rejected, changed[kind].total),
            rateOf(changed[kind].told.rejected, changed[kind].told.total),
          ),
        ),
      ];
      return table([name, "of all", "where the true one is accepted"], rows);
    })
    .join("\n");
}

/** The misjudged statements of the tuning half, to be read by a person. */
export function misjudgedText(judged: readonly JudgedStatement[]): string {
  return judged
    .filter((one) => one.half === "development" && isMisjudged(one))
    .map(({ kind, text, truth, row, document, reason }) =>
      [
        kind === null ? "true, rejected" : `${kind}, accepted`,
        text,
        ...(kind === null ? [] : [truth]),
        row.join(" | "),
        ...(reason === "" ? [] : [reason]),
        document,
        "",
      ].join("\n"),
    )
    .join("\n");
}
