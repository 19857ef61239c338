import { seededRandom } from "../../bench/seeded-random.js";
import { isLong, type PoolFile, wholeFolder } from "./file-pool.js";
import type { Ending } from "./killable-browser.js";
import type { Report } from "./probe.js";

/** When to end a page. */
export type Moment =
  /** This many milliseconds after the start of adding files. */
  | { readonly milliseconds: number }
  /**
   * This many milliseconds after the `count`-th report of a type; null counts reports of every type
   * or file.
   */
  | {
      readonly kind: string | null;
      readonly path: string | null;
      readonly count: number;
      readonly milliseconds: number;
    };

/** Everything a seed determines. */
export interface Plan {
  readonly seed: number;
  /** The files to add, each path once. */
  readonly files: readonly PoolFile[];
  readonly folders: readonly string[];
  /** How many documents to remove, and after how many reports. */
  readonly remove: { readonly count: number; readonly after: number } | null;
  readonly moment: Moment;
  readonly ending: Ending;
  /** Bytes that the browser grants beyond what is stored; null for its normal quota. */
  readonly room: number | null;
  /** Whether reading stays paused after reopening until it is resumed. */
  readonly paused: boolean;
  /** Whether all files are read to the end before the next ones are added. */
  readonly finishes: boolean;
  /** Makes the random choices while the plan runs. */
  readonly random: () => number;
}

const kinds = [
  "document-waiting",
  "document-started",
  "document-progress",
  "document-indexing",
  "document-indexing",
  "document-ready",
];

/** The actions of a seed, the same in every run except for how far the page gets. */
export function planOf(seed: number, pool: readonly PoolFile[]): Plan {
  const random = seededRandom(seed * 7919);
  const { upTo, pick } = drawing(random);
  const paths = [...new Set(pool.map(({ path }) => path))];
  const wanted = paths.filter(() => random() < 0.6);
  const files = wanted.map((path) => pick(pool.filter((file) => file.path === path)));
  const inFolder = files.some(({ path }) => path.startsWith(`${wholeFolder}/`));
  return {
    seed,
    files: shuffled(files, random),
    folders: inFolder && random() < 0.7 ? [wholeFolder] : [],
    remove: random() < 0.5 ? { count: 1 + upTo(3), after: upTo(30) } : null,
    moment: pickMoment(files.filter(isLong), random),
    ending: pick<Ending>(["tab", "tab", "browser", "process", "process", "crash"]),
    paused: random() < 0.5,
    finishes: random() < 0.3,
    room: random() < 0.15 ? upTo(3_000_000) : null,
    random,
  };
}

function pickMoment(long: readonly PoolFile[], random: () => number): Moment {
  const { upTo, pick } = drawing(random);
  const chance = random();
  if (chance < 0.2) return { milliseconds: upTo(1_500) };
  const anyFile = { path: null };
  if (chance < 0.4) return { ...anyFile, kind: null, count: 1 + upTo(70), milliseconds: 0 };
  if (chance < 0.5) return { ...anyFile, kind: "removed", count: 1, milliseconds: upTo(10) };
  if (chance < 0.7 || long.length === 0) {
    return { ...anyFile, kind: pick(kinds), count: 1 + upTo(8), milliseconds: upTo(25) };
  }
  const { path } = pick(long);
  if (chance < 0.85) return { path, kind: "document-started", count: 1, milliseconds: upTo(400) };
  return { path, kind: "document-progress", count: 1 + upTo(6), milliseconds: upTo(40) };
}

/** True if a moment counts the report. */
export function isCounted(
  report: Report,
  { kind, path }: Extract<Moment, { kind: unknown }>,
): boolean {
  const about = report.type === "event" ? report.event : report;
  const isOfFile = path === null || ("path" in about && about.path === path);
  return isOfFile && (kind === null || about.type === kind);
}

function drawing(random: () => number) {
  const upTo = (limit: number) => Math.floor(random() * limit);
  const pick = <Item>(items: readonly Item[]) => items[upTo(items.length)] as Item;
  return { upTo, pick };
}

function shuffled<Item>(items: readonly Item[], random: () => number): Item[] {
  return items
    .map((item) => ({ item, place: random() }))
    .sort((a, b) => a.place - b.place)
    .map(({ item }) => item);
}
