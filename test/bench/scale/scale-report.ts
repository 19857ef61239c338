import { table } from "../table.js";
import type { ScaledText } from "./scaled-text.js";
import type { SizeMeasures } from "./size-measures.js";

export interface ScaleReport {
  readonly text: Pick<ScaledText, "law" | "real">;
  readonly sizes: readonly SizeMeasures[];
}

/** A measure's value at each size; null where it was not measured. */
interface ScaleRow {
  readonly measure: string;
  readonly values: readonly (number | null)[];
}

/** A limit that a measured value has to meet. */
interface Target {
  readonly target: string;
  readonly value: number;
  readonly limit: number;
  readonly unit: string;
  readonly met: boolean;
}

/** The report as JSON for scripts. */
export function scaleJson(report: ScaleReport): object {
  const { law, real } = report.text;
  return { text: { law, real }, sizes: report.sizes, targets: targets(report.sizes) };
}

/** The report as tables. */
export function scaleText({ text, sizes }: ScaleReport): string {
  const { law, real } = text;
  return [
    `The real text has ${whole(real.words)} words, ${whole(real.vocabulary)} of them different, in ${whole(real.paragraphs)} paragraphs. Heaps' law fits with β = ${law.beta.toFixed(3)}, K = ${law.k.toFixed(1)}; beyond the real text the vocabulary is made to grow by it.\n`,
    growthTable(sizes),
    againstTable(sizes),
    targetTable(sizes),
  ].join("\n");
}

/** Every measure at each size, and its growth from one size to the next. */
function growthTable(sizes: readonly SizeMeasures[]): string {
  const of = (measure: string, value: (size: SizeMeasures) => number | null): ScaleRow => {
    return { measure, values: sizes.map(value) };
  };
  const megabytes = (bytes: number | null) => (bytes === null ? null : bytes / 1e6);
  const rows = [
    of("Passages", ({ passages }) => passages),
    of("Words", ({ words }) => words),
    of("Vocabulary", ({ vocabulary }) => vocabulary),
    of("  by Heaps' law", ({ expectedVocabulary }) => expectedVocabulary),
    of("Text, MB", ({ textBytes }) => megabytes(textBytes)),
    of("Adding 1,000 passages, ms", ({ addThousand }) => addThousand),
    of("First search after a reload, ms", ({ firstSearch }) => firstSearch),
    of("JavaScript memory of the collection worker, MB", ({ heap }) => megabytes(heap)),
    of("Memory of the page's process, MB", ({ process }) => megabytes(process)),
    of("JavaScript memory of the grep worker, text loaded, MB", ({ grep }) => megabytes(grep.heap)),
    of("IndexedDB, MB", ({ database }) => megabytes(database)),
    ...(sizes[0]?.latency ?? []).flatMap(({ terms }, index) =>
      (["p50", "p95"] as const).map((share) =>
        of(`Search ${share}, ${terms} ${terms === 1 ? "term" : "terms"}, ms`, ({ latency }) => {
          return latency[index]?.[share] ?? null;
        }),
      ),
    ),
    of("Search p50, all, ms", ({ overall }) => overall.p50),
    of("Search p95, all, ms", ({ overall }) => overall.p95),
  ];
  const header = [
    "measure",
    ...sizes.map(({ wantedPassages }) => whole(wantedPassages)),
    ...sizes
      .slice(1)
      .map(
        ({ wantedPassages }, index) =>
          `from ${whole(sizes[index]?.wantedPassages ?? 0)} to ${whole(wantedPassages)}`,
      ),
  ];
  return table(
    header,
    rows.map(({ measure, values }) => [
      measure,
      ...values.map((value) => (value === null ? "" : rounded(value))),
      ...values.slice(1).map((value, index) => ratio(value, values[index] ?? null)),
    ]),
  );
}

/** How ours compares with others at each size. */
function againstTable(sizes: readonly SizeMeasures[]): string {
  const row = (
    measure: string,
    pair: (size: SizeMeasures) => readonly [ours: number, other: number] | null,
  ) => [
    measure,
    ...sizes.map((size) => {
      const compared = pair(size);
      if (!compared) return "not run";
      const [ours, other] = compared;
      return `${rounded(ours)} : ${rounded(other)} = ${rounded(other / ours)} ×`;
    }),
  ];
  return table(
    ["ours against another, ms", ...sizes.map(({ wantedPassages }) => whole(wantedPassages))],
    [
      row("First search, against building the index again", (size) => [
        size.firstSearch,
        size.rebuild,
      ]),
      row(
        "Search p95, against MiniSearch",
        ({ miniSearch }) => miniSearch && [miniSearch.ours.p95, miniSearch.theirs.p95],
      ),
      ...(sizes[0]?.grep.times ?? []).map(({ name }, index) =>
        row(`grep of ${name}, against ripgrep`, ({ grep }) => {
          const { ours = 0, ripgrep = null } = grep.times[index] ?? {};
          return ripgrep === null ? null : [ours, ripgrep];
        }),
      ),
    ],
  );
}

function targetTable(sizes: readonly SizeMeasures[]): string {
  const rows = targets(sizes).map(({ target, value, limit, unit, met }) => [
    target,
    `${rounded(value)} ${unit}`,
    `${rounded(limit)} ${unit}`,
    met ? "yes" : "no",
  ]);
  return table(["target", "measured", "less than", "met"], rows);
}

/** The size at which memory is limited, and the limit in bytes. */
const memoryTarget = { passages: 200_000, bytes: 500e6 };

/** The requirements that apply at the measured sizes. */
function targets(sizes: readonly SizeMeasures[]): Target[] {
  const [before, last] = sizes.slice(-2);
  const found: Target[] = [];
  const largest = sizes.at(-1);
  if (largest && largest.wantedPassages >= memoryTarget.passages) {
    const [value, limit] = [largest.heap / 1e6, memoryTarget.bytes / 1e6];
    const target = `JavaScript memory at ${whole(largest.wantedPassages)} passages`;
    found.push({ target, value, limit, unit: "MB", met: value < limit });
  }
  if (before && last) {
    const [value, limit] = [
      last.overall.p95 / before.overall.p95,
      last.wantedPassages / before.wantedPassages,
    ];
    const target = `Growth of search p95 from ${whole(before.wantedPassages)} to ${whole(last.wantedPassages)}`;
    found.push({ target, value, limit, unit: "×", met: value < limit });
  }
  return found;
}

function ratio(value: number | null, before: number | null): string {
  return value === null || before === null ? "" : `${(value / before).toFixed(2)} ×`;
}

function whole(value: number): string {
  return Math.round(value).toLocaleString("en-US");
}

function rounded(value: number): string {
  return value >= 100 ? whole(value) : value.toFixed(value >= 10 ? 1 : 2);
}
