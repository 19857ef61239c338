import { execFileSync, spawnSync } from "node:child_process";
import { readdirSync } from "node:fs";
import path from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import type { GrepOptions, GrepResponse } from "../../src/index.js";
import { formatGrep, type GrepForm } from "../../src/search/grep/format-grep.js";
import { drive } from "../driver/driver.js";
import { ensureBuilt } from "../driver/ensure-built.js";
import { repository } from "../driver/repository.js";

const fixtures = "test/fixtures/pdf";
const samples = "public/samples";
const paper = `${samples}/keyword-search-over-personal-documents.pdf`;
const columns = `${fixtures}/two-columns.pdf`;
const table = `${fixtures}/table.pdf`;
const sidebar = `${fixtures}/sidebar.pdf`;
const margins = `${fixtures}/margins.pdf`;
/**
 * Left out: encrypted files, one of which needs a password; the scan, which has no text; the
 * truncated file, whose second page poppler repairs while pdf.js reports it as unreadable; and
 * files made to be read differently than by poppler, which leaves letters alone that are drawn
 * twice, spaced out or missing their accents, and does not read annotations.
 */
const leftOut =
  /^(?:owner-password|user-password|scan-and-empty|truncated|accents|annotations|drawn-twice|set-apart)\.pdf$/;
const files = [fixtures, samples].flatMap((folder) =>
  readdirSync(path.join(repository, folder))
    .filter((name) => name.endsWith(".pdf") && !leftOut.test(name))
    .map((name) => `${folder}/${name}`),
);

/**
 * Where the two differ because ours is better by design: file and page, our count, pdfgrep's count.
 */
type Exceptions = Readonly<Record<string, readonly [ours: number, theirs: number]>>;

interface Case {
  readonly what: string;
  readonly theirs: readonly string[];
  readonly ours: readonly [pattern: string | readonly string[], options: GrepOptions];
  /** Why and where they differ. */
  readonly because?: string;
  readonly exceptions?: Exceptions;
}

const cases: readonly Case[] = [
  { what: "a word", theirs: ["-P", "the"], ours: ["the", {}] },
  { what: "no match at all", theirs: ["-P", "qersu"], ours: ["qersu", {}] },
  { what: "ignoring case", theirs: ["-i", "the"], ours: ["the", { ignoreCase: true }] },
  {
    what: "a fixed string",
    theirs: ["-F", "(18,440)"],
    ours: ["(18,440)", { fixed: true }],
  },
  {
    what: "a fixed string, ignoring case",
    theirs: ["-F", "-i", "harbour."],
    ours: ["harbour.", { fixed: true, ignoreCase: true }],
  },
  { what: "an extended expression", theirs: ["keepers?|gulls?"], ours: ["keepers?|gulls?", {}] },
  { what: "a Perl expression", theirs: ["-P", "(?<=of )fog"], ours: ["(?<=of )fog", {}] },
  { what: "an inline flag", theirs: ["-P", "(?i)THE\\b"], ours: ["(?i)THE\\b", {}] },
  { what: "a counted repetition", theirs: ["-P", "\\d{4}"], ours: ["\\d{4}", {}] },
  { what: "a POSIX class", theirs: ["[[:digit:]]+"], ours: ["[[:digit:]]+", {}] },
  { what: "word edges", theirs: ["-P", "\\bof the\\b"], ours: ["\\bof the\\b", {}] },
  { what: "a needless escape", theirs: ["-P", "20\\d\\d\\."], ours: ["20\\d\\d\\.", {}] },
  { what: "letters beyond ASCII", theirs: ["-P", "café"], ours: ["café", {}] },
  { what: "lazy", theirs: ["-P", "T[a-z]+?e"], ours: ["T[a-z]+?e", {}] },
  { what: "possessive", theirs: ["-P", "\\d++[,.]"], ours: ["\\d++[,.]", {}] },
  { what: "quoted", theirs: ["-P", "\\Q(In th\\E"], ours: ["\\Q(In th\\E", {}] },
  {
    what: "a group with a name",
    theirs: ["-P", "(?P<x>[a-z])(?P=x)"],
    ours: ["(?P<x>[a-z])(?P=x)", {}],
    because: '"com-" and "monly" are joined.',
    exceptions: { [`${paper}:1`]: [48, 47] },
  },
  { what: "line starts", theirs: ["-P", "(?m)^Nobody|^Nothing"], ours: ["^Nobody|^Nothing", {}] },
  {
    what: "a range of pages",
    theirs: ["-P", "--page-range", "2-3,5", "e"],
    ours: ["e", { pages: "2-3,5" }],
  },
  {
    what: "a word with a hyphen at the end of a line",
    theirs: ["-P", "long-term"],
    ours: ["long-term", {}],
    because: "A word that goes on in the next line is joined.",
    exceptions: { [`${columns}:1`]: [2, 1] },
  },
  {
    what: "a phrase over a line break",
    theirs: ["-P", "had a keeper, who trimmed the wick and wrote down"],
    ours: ["had a keeper, who trimmed the wick and wrote down", {}],
    because: "A space matches a line break inside a paragraph.",
    exceptions: { [`${columns}:1`]: [1, 0] },
  },
  {
    what: "what stands beside one another in two columns",
    theirs: ["-P", "coast was {2,}\\w"],
    ours: ["coast was {2,}\\w", {}],
    because: "Columns are read one after the other, and never make one line.",
    exceptions: { [`${columns}:1`]: [0, 1] },
  },
  {
    what: "an amount with its sign at the column's edge",
    theirs: ["-P", "\\$ ?[\\d,]+"],
    ours: ["\\$ ?[\\d,]+", {}],
    because: "A currency sign alone in its cell is joined to the amount.",
    exceptions: { [`${table}:1`]: [4, 0] },
  },
  {
    what: "a word in small capitals",
    theirs: ["-P", "ABSTRACT"],
    ours: ["ABSTRACT", {}],
    because: "Letters of two sizes make one word.",
    exceptions: { [`${paper}:1`]: [1, 0] },
  },
  {
    what: "a straight apostrophe",
    theirs: ["-P", "somebody's"],
    ours: ["somebody's", {}],
    because: "A straight quote in a pattern matches a curly one.",
    exceptions: { [`${paper}:1`]: [1, 0] },
  },
  {
    what: "a line's start",
    theirs: ["-P", "^Nothing may"],
    ours: ["^Nothing may", {}],
    because: "pdfgrep's ^ is the start of a page, unless told (?m).",
    exceptions: {
      [`${margins}:1`]: [1, 0],
      [`${margins}:2`]: [1, 0],
      [`${margins}:3`]: [1, 0],
      [`${margins}:4`]: [1, 0],
    },
  },
  {
    what: "several patterns",
    theirs: ["-i", "-e", "harbour", "-e", "ferry"],
    ours: [["harbour", "ferry"], { ignoreCase: true }],
    because: "pdfgrep passes over a pattern's matches that stand before one of an earlier pattern.",
    exceptions: { [`${sidebar}:1`]: [7, 3] },
  },
  {
    what: "globs",
    theirs: ["-r", "--include", "h*.pdf", "--include", "t*.pdf", "--exclude", "tr*", "the"],
    ours: ["the", { include: ["h*.pdf", "t*.pdf"], exclude: "tr*" }],
  },
  {
    what: "context",
    theirs: ["-B", "1", "nobody works"],
    ours: ["nobody works", { before: 1 }],
  },
];
const otherwiseCalled = new Set(["globs", "context"]);

/** Returns the lines that pdfgrep prints. It exits with 1 if nothing matches. */
function pdfgrep(parameters: readonly string[]): string[] {
  const { stdout, status, stderr } = spawnSync("pdfgrep", parameters, {
    cwd: repository,
    encoding: "utf8",
  });
  if (status !== 0 && status !== 1) throw new Error(`pdfgrep failed: ${stderr}`);
  return stdout.split("\n").filter((line) => line !== "");
}

function isInstalled(): boolean {
  try {
    execFileSync("pdfgrep", ["--version"], { stdio: "ignore" });
    return true;
  } catch {
    return false;
  }
}

const installed = isInstalled();
const title = `grep and pdfgrep${installed ? "" : " (skipped: pdfgrep is not installed)"}`;

describe.skipIf(!installed)(title, () => {
  const found = new Map<string, GrepResponse>();

  beforeAll(async () => {
    await ensureBuilt();
    const questions = cases.map(({ what, ours }) => ({ what, ours }));
    await drive(async ({ page, setFiles }) => {
      await setFiles(files.map((file) => path.join(repository, file)));
      const responses = await page.evaluate(
        async ({ paths, questions }) => {
          const { library, files } = globalThis.harness;
          const hound = await library.Pagehound.open({ name: "pdfgrep-parity" });
          const inputs = files().map((file, index) => ({ file, path: paths[index] ?? "" }));
          for await (const event of hound.add(inputs)) {
            if (event.type === "document-refused") throw new Error(event.message);
          }
          const responses: GrepResponse[] = [];
          for (const { ours } of questions) responses.push(await hound.grep(...ours));
          return responses;
        },
        { paths: files, questions },
      );
      responses.forEach((response, index) => {
        found.set(cases[index]?.what ?? "", response);
      });
    });
  });

  const ours = (what: string): GrepResponse => found.get(what) ?? expect.fail(what);

  const same = cases.filter(({ what }) => !otherwiseCalled.has(what));
  test.each(same)(
    "$what: finds the same pages and counts as pdfgrep",
    ({ what, theirs, exceptions = {} }) => {
      const mine = countsOf(formatGrep(ours(what), { form: "page-counts" }).split("\n"));
      const other = countsOf(pdfgrep([...theirs, "-p", "-H", ...files]));
      expect(mine.size === 0 && other.size === 0).toBe(what === "no match at all");
      expect(differences(mine, other)).toEqual(exceptions);
    },
  );

  test.each(["a word", "an extended expression", "a counted repetition"])(
    "%s: counts the same matches and lists the same files as pdfgrep",
    (what) => {
      const theirs = cases.find((each) => each.what === what)?.theirs ?? [];
      const lines = (form: GrepForm) => formatGrep(ours(what), { form }).split("\n");
      const counts = countsOf(pdfgrep([...theirs, "-c", "-H", ...files]));
      expect(differences(countsOf(lines("counts")), counts)).toEqual({});
      expect(lines("with-match").sort()).toEqual(pdfgrep([...theirs, "-l", ...files]).sort());
      const without = lines("without-match").filter((line) => line.endsWith(".pdf"));
      expect(without.sort()).toEqual(pdfgrep([...theirs, "-L", ...files]).sort());
    },
  );

  test("globs match the same files as in pdfgrep", () => {
    const theirs = cases.find(({ what }) => what === "globs")?.theirs ?? [];
    const counts = countsOf(pdfgrep([...theirs, "-c", "-H", fixtures]));
    expect(
      differences(countsOf(formatGrep(ours("globs"), { form: "counts" }).split("\n")), counts),
    ).toEqual({});
  });

  test("context: shows the same lines as pdfgrep, numbered within the page", () => {
    const theirs = cases.find(({ what }) => what === "context")?.theirs ?? [];
    const mine = formatGrep(ours("context"))
      .split("\n")
      .map((line) => line.replace(/([:-])\d+[:-] (?=\D)/, "$1"));
    expect(mine).toEqual(pdfgrep([...theirs, "-n", "-H", margins]));
  });
});

/** Parses lines such as `file:page:count` into counts, by the part before the count. */
function countsOf(lines: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const line of lines) {
    const [, place, count] = /^(.+\.pdf(?::\d+)?):(\d+)$/.exec(line) ?? [];
    if (place && Number(count) > 0) counts.set(place, Number(count));
  }
  return counts;
}

function differences(
  mine: ReadonlyMap<string, number>,
  other: ReadonlyMap<string, number>,
): Exceptions {
  const differing: Record<string, readonly [number, number]> = {};
  for (const place of new Set([...mine.keys(), ...other.keys()])) {
    const pair = [mine.get(place) ?? 0, other.get(place) ?? 0] as const;
    if (pair[0] !== pair[1]) differing[place] = pair;
  }
  return differing;
}
