import { table } from "../table.js";
import type { FileState } from "./outcome.js";
import type { AddedFile, Memory, Run } from "./run-files.js";
import { isCovered, wordShare } from "./word-share.js";

/** A reference page of which too few words were found. */
interface PoorPage {
  readonly number: number;
  readonly words: number;
  readonly found: number;
}

interface Judged extends AddedFile {
  /**
   * Number of reference pages with words, and how many are covered; null without a reference. A
   * file compared as a whole counts as one page, covered by the share of words found.
   */
  readonly reference: number | null;
  readonly covered: number | null;
  readonly coveredPages: number;
  readonly poor: readonly PoorPage[];
}

/** The results of a run as one JSON object. */
export function robustnessJson({ files, memory }: Run): object {
  const judged = files.map(judge);
  return {
    files: judged.map(
      ({
        listed,
        state,
        code,
        pages,
        unreadable,
        withoutText,
        covered,
        reference,
        milliseconds,
        peak,
        textsLeftOut,
      }) => {
        return {
          file: listed.file,
          state,
          code,
          pages,
          unreadable,
          withoutText,
          covered,
          reference,
          milliseconds: Math.round(milliseconds),
          peak,
          notCompared: { characters: listed.leftOut, pages: textsLeftOut },
        };
      },
    ),
    totals: { ...totalsOf(judged), memory },
  };
}

/** The results of a run as text. */
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
    file.peak === null ? "" : `${Math.round(file.peak / 1e6)} MB`,
  ]);
  const header = [
    "file",
    "state",
    "read",
    "unreadable",
    "without text",
    "covered",
    "time",
    "memory",
  ];
  const totals = totalsOf(judged);
  const parts = [
    table(header, rows),
    `${totals.files} files: ${states.map((state) => `${totals[state]} ${state}`).join(", ")}`,
    `${totals.pages} pages: ${totals.unreadable} unreadable, ${totals.withoutText} without text`,
    `${totals.coveredPages} of ${totals.referencePages} reference pages have at least 80 % of their words (office files 95 %)${percentage(totals)}`,
    memoryLine(memory),
    ...judged.flatMap(({ listed, poor }) =>
      poor.map(
        ({ number, words, found }) =>
          `too little text: ${listed.file}, page ${number}: ${found} of ${words} words`,
      ),
    ),
    ...judged.flatMap(notCompared),
    ...judged.flatMap(({ listed, problem }) =>
      problem === null ? [] : [`${listed.file}: ${problem}`],
    ),
  ];
  return `${parts.join("\n")}\n`;
}

/** Notes the parts of a file that were too long to compare. */
function notCompared({ listed: { file, leftOut, reference }, textsLeftOut }: AddedFile): string[] {
  const compared = reference?.reduce((sum, text) => sum + text.length, 0) ?? 0;
  return [
    ...(leftOut > 0
      ? [
          `not compared: ${file}: ${leftOut} characters of the reference behind the first ${compared}`,
        ]
      : []),
    ...(textsLeftOut > 0
      ? [`not compared: ${file}: the text of its last ${textsLeftOut} pages, which is too long`]
      : []),
  ];
}

/** The minimum share of words found in a file that is compared as a whole. */
const wholeShare = 0.95;

function judge(file: AddedFile): Judged {
  const { reference, isWhole } = file.listed;
  const nothing = { ...file, reference: null, covered: null, coveredPages: 0, poor: [] };
  // A refused file has no text to compare; its state covers that.
  if (reference === null || (isWhole && file.pages === 0)) return nothing;
  if (isWhole) {
    const share = wordShare(reference.join("\n"), file.texts.join("\n"));
    const covered = share.words === 0 ? 1 : share.found / share.words;
    const isEnough = covered >= wholeShare;
    const poor = isEnough ? [] : [{ number: 1, ...share }];
    // Rounded down, because .9499 is not enough.
    const rounded = Math.floor(covered * 10_000) / 10_000;
    return { ...file, reference: 1, covered: rounded, coveredPages: isEnough ? 1 : 0, poor };
  }
  let pages = 0;
  const poor: PoorPage[] = [];
  for (const [index, text] of reference.entries()) {
    const share = wordShare(text, file.texts[index] ?? "");
    if (share.words === 0) continue;
    pages++;
    if (!isCovered(share)) poor.push({ number: index + 1, ...share });
  }
  const covered = pages - poor.length;
  return { ...file, reference: pages, covered, coveredPages: covered, poor };
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
    coveredPages: sum(({ coveredPages }) => coveredPages),
    milliseconds: Math.round(sum(({ milliseconds }) => milliseconds)),
  };
}

function percentage({ coveredPages, referencePages }: Totals): string {
  if (referencePages === 0) return "";
  // Rounded down, because 98.96 % is not 99 %.
  return ` (${(Math.floor((coveredPages / referencePages) * 10_000) / 100).toFixed(2)} %)`;
}

function memoryLine(memory: Memory | null): string {
  if (!memory) return "memory: not measured, because a browser had to be restarted";
  const { before, after, reloaded } = memory;
  const megabytes = (bytes: number) => `${(bytes / 1e6).toFixed(1)} MB`;
  return `memory of the page and its workers: ${megabytes(before)} before, ${megabytes(after)} after, ${megabytes(reloaded)} with the same collection after a reload`;
}
