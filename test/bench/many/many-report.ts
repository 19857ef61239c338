import { table } from "../table.js";
import type { ManyTimes, Stretch } from "./measure-adding.js";
import type { ListTasks } from "./measure-list.js";

/** What was measured with many files. */
export interface ManyReport {
  readonly files: number;
  readonly times: ManyTimes;
  readonly list: readonly ListTasks[];
}

/** The report as an object for programs. */
export function manyJson({ files, times, list }: ManyReport): object {
  return { files, ...times, ratio: ratio(times.stretches), list };
}

/** The report as tables for people. */
export function manyText({ files, times, list }: ManyReport): string {
  const { stretches, unchangedPerSecond, open, list: listed, remove } = times;
  const rows = stretches.map((stretch) => [
    whole(stretch.documents),
    stretch.filesPerSecond.toFixed(1),
    stretch.processorMilliseconds?.toFixed(1) ?? "",
    megabytes(stretch.memory),
    megabytes(stretch.disk),
  ]);
  const tasks = list.map(({ doing, long, longest }) => [
    doing,
    String(long),
    longest === 0 ? "" : whole(longest),
  ]);
  const { rate, processor } = ratio(stretches);
  const held =
    processor === null ? "" : `; the first takes ${processor.toFixed(2)} of its processor time`;
  return [
    `${whole(files)} files, added at once\n`,
    table(["documents", "files/s", "processor ms/file", "memory MB", "disk MB"], rows),
    `The last stretch goes at ${rate.toFixed(2)} of the first one's rate${held}.`,
    `The same files once more, unchanged: ${unchangedPerSecond.toFixed(0)} files/s. Opening: ${whole(open)} ms, listing: ${whole(listed)} ms, removing all: ${whole(remove)} ms.\n`,
    table(["On the demo page", "tasks of 50 ms", "longest ms"], tasks),
  ].join("\n");
}

/** The last stretch against the first: how fast, and how little processor time; 1 is as good, less is worse. */
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
