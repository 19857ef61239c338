import { table } from "../table.js";
import type { FileState } from "./outcome.js";
import type { AddedFile, Memory, Run } from "./run-files.js";
import { isCovered, wordShare } from "./word-share.js";

/** A reference page of whose words too few are there. */
interface PoorPage {
  readonly number: number;
  readonly words: number;
  readonly found: number;
}

interface Judged extends AddedFile {
  /** Reference pages that have words, and how many of them are covered; null without a reference. */
  readonly reference: number | null;
  readonly covered: number | null;
  readonly poor: readonly PoorPage[];
}

/** What a run found, as one JSON object. */
export function robustnessJson({ files, memory }: Run): object {
  const judged = files.map(judge);
  return {
    files: judged.map(
      ({ listed, state, code, pages, unreadable, withoutText, covered, reference }) => {
        return {
          file: listed.file,
          state,
          code,
          pages,
          unreadable,
          withoutText,
          covered,
          reference,
        };
      },
    ),
    totals: { ...totalsOf(judged), memory },
  };
}

/** What a run found, for people. */
export function robustnessText({ files, memory }: Run): string {
  const judged = files.map(judge);
  const rows = judged.map((file) => [
    file.listed.file,
    file.code === null ? file.state : `${file.state}: ${file.code}`,
    String(file.pages - file.unreadable),
    String(file.unreadable),
    String(file.withoutText),
    file.reference === null ? "" : `${file.covered}/${file.reference}`,
    `${(file.milliseconds / 1000).toFixed(1)} s`,
  ]);
  const header = ["file", "state", "read", "unreadable", "without text", "covered", "time"];
  const totals = totalsOf(judged);
  const parts = [
    table(header, rows),
    `${totals.files} files: ${states.map((state) => `${totals[state]} ${state}`).join(", ")}`,
    `${totals.pages} pages: ${totals.unreadable} unreadable, ${totals.withoutText} without text`,
    `${totals.coveredPages} of ${totals.referencePages} reference pages have at least 80 % of their words${percentage(totals)}`,
    memoryLine(memory),
    ...judged.flatMap(({ listed, poor }) =>
      poor.map(
        ({ number, words, found }) =>
          `too little text: ${listed.file}, page ${number}: ${found} of ${words} words`,
      ),
    ),
    ...judged.flatMap(({ listed, problem }) =>
      problem === null ? [] : [`${listed.file}: ${problem}`],
    ),
  ];
  return `${parts.join("\n")}\n`;
}

function judge(file: AddedFile): Judged {
  const { reference } = file.listed;
  if (reference === null) return { ...file, reference: null, covered: null, poor: [] };
  let pages = 0;
  const poor: PoorPage[] = [];
  for (const [index, text] of reference.entries()) {
    const share = wordShare(text, file.texts[index] ?? "");
    if (share.words === 0) continue;
    pages++;
    if (!isCovered(share)) poor.push({ number: index + 1, ...share });
  }
  return { ...file, reference: pages, covered: pages - poor.length, poor };
}

const states = ["searchable", "partial", "refused", "crash", "hang", "unknown"] as const;

type Totals = Readonly<
  Record<
    | FileState
    | "files"
    | "pages"
    | "unreadable"
    | "withoutText"
    | "referencePages"
    | "coveredPages",
    number
  > & { milliseconds: number }
>;

function totalsOf(files: readonly Judged[]): Totals {
  const sum = (value: (file: Judged) => number) =>
    files.reduce((all, file) => all + value(file), 0);
  const counts = states.map((state) => [state, sum((file) => (file.state === state ? 1 : 0))]);
  return {
    files: files.length,
    ...(Object.fromEntries(counts) as Record<FileState, number>),
    pages: sum(({ pages }) => pages),
    unreadable: sum(({ unreadable }) => unreadable),
    withoutText: sum(({ withoutText }) => withoutText),
    referencePages: sum(({ reference }) => reference ?? 0),
    coveredPages: sum(({ covered }) => covered ?? 0),
    milliseconds: Math.round(sum(({ milliseconds }) => milliseconds)),
  };
}

function percentage({ coveredPages, referencePages }: Totals): string {
  if (referencePages === 0) return "";
  // Rounded down: 98.96 % is not 99 %.
  return ` (${(Math.floor((coveredPages / referencePages) * 10_000) / 100).toFixed(2)} %)`;
}

function memoryLine(memory: Memory | null): string {
  if (!memory) return "memory: not told, because a browser had to be started anew";
  const { before, after, anew } = memory;
  const megabytes = (bytes: number) => `${(bytes / 1e6).toFixed(1)} MB`;
  return `memory of the page and its workers: ${megabytes(before)} before, ${megabytes(after)} after, ${megabytes(anew)} with the same collection in a page loaded anew`;
}
