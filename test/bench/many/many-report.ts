import { table } from "../table.js";
import type { ManyTimes, Stretch } from "./measure-adding.js";
import type { GridShape } from "./measure-grid.js";
import type { PageTasks } from "./watch-tasks.js";

export interface ManyReport {
  readonly files: number;
  /** Null if only the list was measured. */
  readonly times: ManyTimes | null;
  readonly list: readonly PageTasks[];
}

/** The report as JSON for scripts. */
export function manyJson({ files, times, list }: ManyReport): object {
  return { files, ...(times && { ...times, ratio: ratio(times.stretches) }), list };
}

/** The report as tables. */
export function manyText({ files, times, list }: ManyReport): string {
  return [
    `${whole(files)} files, added at once\n`,
    ...(times ? timesText(times) : []),
    tasksText(list),
  ].join("\n");
}

/** The grid measurements as tables. */
export function gridsText(
  grids: readonly (GridShape & { readonly tasks: readonly PageTasks[] })[],
): string {
  const texts = grids.map(
    ({ documents, columns, tasks }) =>
      `A grid of ${whole(documents)} documents and ${whole(columns)} questions\n\n${tasksText(tasks)}`,
  );
  return texts.join("\n");
}

function tasksText(tasks: readonly PageTasks[]): string {
  const rows = tasks.map(({ doing, long, longest, processor }) => [
    doing,
    String(long),
    longest === 0 ? "" : whole(longest),
    whole(processor),
  ]);
  return table(["On the demo page", "tasks of 50 ms", "longest ms", "most processor ms"], rows);
}

function timesText({ stretches, unchangedPerSecond, open, list, remove }: ManyTimes): string[] {
  const rows = stretches.map((stretch) => [
    whole(stretch.documents),
    stretch.filesPerSecond.toFixed(1),
    stretch.processorMilliseconds?.toFixed(1) ?? "",
    megabytes(stretch.memory),
    megabytes(stretch.disk),
  ]);
  const { rate, processor } = ratio(stretches);
  const held =
    processor === null ? "" : `; the first takes ${processor.toFixed(2)} of its processor time`;
  return [
    table(["documents", "files/s", "processor ms/file", "memory MB", "disk MB"], rows),
    `The last stretch goes at ${rate.toFixed(2)} of the first one's rate${held}.`,
    `The same files once more, unchanged: ${unchangedPerSecond.toFixed(0)} files/s. Opening: ${whole(open)} ms, listing: ${whole(list)} ms, removing all: ${whole(remove)} ms.\n`,
  ];
}

/** The last section relative to the first, in throughput and processor time; below 1 is worse. */
function ratio(stretches: readonly Stretch[]): { rate: number; processor: number | null } {
  const [first, last] = [stretches[0], stretches.at(-1)];
  if (!first || !last) throw new RangeError("Nothing was measured.");
  const times = [first.processorMilliseconds, last.processorMilliseconds] as const;
  const processor = times[0] === null || times[1] === null ? null : times[0] / times[1];
  return { rate: last.filesPerSecond / first.filesPerSecond, processor };
}

function whole(value: number): string {
  return Math.round(value).toLocaleString("en-US");
}

function megabytes(bytes: number): string {
  return (bytes / 1e6).toFixed(1);
}
