import { mean } from "../../../src/evaluation/metrics/metric-info.js";
import { table } from "../table.js";
import type { Moment, Run } from "./measure-run.js";
import { heapSize } from "./take-sample.js";

export interface Growth {
  /** Per page or document while reading: JavaScript memory beyond the index. */
  readonly whileReading: number;
  /** Memory of the parse workers alone. */
  readonly parsers: number;
  /** Memory of the index itself, per page or document. */
  readonly index: number;
  /**
   * What remains after everything was read and the parsers have exited, compared with a page that
   * only opens the collection. A total, because most of it is loaded code.
   */
  readonly afterwards: number;
}

/** The report as JSON for scripts. */
export function memoryJson(runs: readonly Run[]): object {
  return { runs: runs.map((run) => ({ ...run, files: run.files.length, growth: growthOf(run) })) };
}

/** The report as tables. */
export function memoryText(runs: readonly Run[]): string {
  return runs.map(runText).join("\n");
}

/** How memory grew over a run; null if there are too few samples. */
function growthOf({ moments }: Run): Growth | null {
  const [start, last] = [moments[0], moments.at(-1)];
  const reading = moments.filter(({ at }) => at.endsWith("%"));
  if (!start || !last || reading.length < 2) return null;
  return {
    whileReading: slope(reading, (moment) => heapSize(moment) - (moment.index ?? 0)),
    parsers: slope(reading, ({ parsers }) => parsers),
    index: ((last.index ?? 0) - (start.index ?? 0)) / (last.done - start.done),
    afterwards: heapSize(last) - (last.index ?? 0),
  };
}

/** Growth per item, by least squares. */
function slope(moments: readonly Moment[], value: (moment: Moment) => number): number {
  const meanDone = mean(moments.map(({ done }) => done));
  const meanValue = mean(moments.map(value));
  const rise = mean(moments.map((each) => (value(each) - meanValue) * (each.done - meanDone)));
  return rise / mean(moments.map(({ done }) => (done - meanDone) ** 2));
}

function runText(run: Run): string {
  const { name, documents, pages, passages, unit, moments } = run;
  const counts = `${whole(documents)} documents, ${whole(pages)} pages, ${whole(passages)} passages`;
  const rows = moments.map((moment) => [
    moment.at,
    whole(moment.done),
    ...[moment.page, moment.collection, moment.parsers, heapSize(moment)].map(megabytes),
    moment.index === null ? "" : megabytes(moment.index),
    moment.index === null ? "" : megabytes(heapSize(moment) - moment.index),
    moment.process === null ? "" : megabytes(moment.process),
  ]);
  const header = ["MB", unit, "page", "collection", "parsers", "all three"];
  const columns = [...header, "reopened", "beyond that", "process"];
  return `${name}: ${counts}\n\n${table(columns, rows)}\n${growthText(run)}`;
}

function growthText(run: Run): string {
  const growth = growthOf(run);
  if (!growth) return "It was read too fast for its growth to be measured.\n";
  const each = run.unit === "pages" ? "page" : "document";
  return [
    `While reading, each ${each} adds ${kilobytes(growth.whileReading)} beyond the index (parse workers alone: ${kilobytes(growth.parsers)}); the index itself takes ${kilobytes(growth.index)} for each.`,
    `The page's process took ${run.peak === null ? "an unknown amount" : `${megabytes(run.peak)} MB`} at most.`,
    `Afterwards ${megabytes(growth.afterwards)} MB are held beyond what opening the collection again needs.`,
    "",
  ].join("\n");
}

function whole(value: number): string {
  return Math.round(value).toLocaleString("en-US");
}

function megabytes(bytes: number): string {
  return (bytes / 1e6).toFixed(1);
}

function kilobytes(bytes: number): string {
  return `${(bytes / 1e3).toFixed(2)} kB`;
}
