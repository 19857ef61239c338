import { existsSync } from "node:fs";
import { readdir } from "node:fs/promises";
import path from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import papaparse from "papaparse";
import type { Page } from "playwright";
import { BadInput } from "../../cli/bad-input.js";
import { documentTitle } from "../../src/core/index.js";
import { englishGridWords, shownText } from "../../src/grid/write-grid.js";
import type { GridAnswer, GridTable } from "../../src/index.js";
import type { BenchArguments } from "./bench-arguments.js";
import { driveBench } from "./bench-driver.js";
import { type BenchCommand, say } from "./command.js";
import { defaultData } from "./data-set.js";
import { hasLibreOffice, openInLibreOffice } from "./grid/open-in-libreoffice.js";
import { RecordedServer } from "./grid/recorded-server.js";
import type { GridStep } from "./page/interrupted-grid.js";
import { seededRandom } from "./seeded-random.js";
import { table } from "./table.js";

const usage = `Usage: npm run -s bench -- grid [--server URL] [--path DIR] [--files N] [--quick] [--json]

Puts six questions to 39 documents with the model of a server, or without a model, in Chromium, and
closes the page at 20 random moments. The grid has to end complete, and no answer that was finished
may be asked for or made again: the requests that the server received and the stored answers are both
looked at. Then its CSV and its workbook are opened in LibreOffice, where that is installed, and have
to hold the same.

  --server URL  an OpenAI-compatible server with a model, such as http://127.0.0.1:8080/v1 of
                llama-server -m FILE.gguf --threads 1 -c 4096; default: without a model
  --path DIR    a folder with the documents; default: the filings of ../shared/data/financebench
  --files N     as many of them as N, in the order of their names; default: 39
  --quick       four documents and three interruptions, to see that all works
  --json        print one JSON object
`;

const name = "bench-interrupted-grid";
const contextLength = 2048;
const id = "filings";
/** Questions about the first page of a filing. */
const columns = [
  { question: "What is the name of the company?", name: "Company" },
  {
    question: "What is the date of the report or of the end of the period?",
    name: "Date",
    type: "date",
  },
  { question: "What kind of form or document is this?", name: "Form" },
  { question: "In which state was the company incorporated?", name: "State" },
  { question: "What is the telephone number?", name: "Telephone" },
  { question: "How many shares were outstanding?", name: "Shares", type: "number" },
] as const;

/** What was observed over all interruptions. */
interface Outcome {
  readonly documents: number;
  readonly questions: number;
  readonly interruptions: number;
  /** Answers in progress when the page was closed. */
  readonly cutOff: number;
  readonly complete: boolean;
  readonly missing: number;
  /** Statuses of the stored answers, as shown in the grid. */
  readonly statuses: Readonly<Record<string, number>>;
  /** How many times an answer was started. */
  readonly begun: number;
  /** Answers that were started again although they were already stored. */
  readonly begunAgain: number;
  /** Stored answers that differed after an interruption. */
  readonly changed: number;
  readonly requests: number;
  /** Requests identical to one that the server had received before. */
  readonly repeated: number;
  /** How many of those the server had fully answered before an interruption prevented storing. */
  readonly repeatedWhole: number;
  readonly seconds: number;
  /** Cells that read differently in LibreOffice, out of all; null if it is not installed. */
  readonly libreOffice: Readonly<Record<"csv" | "xlsx", { cells: number; other: number }>> | null;
}

async function interruptedGrid({
  path: folder,
  server,
  files,
  quick,
  json,
}: BenchArguments): Promise<string> {
  const target = server === null ? null : await reachable(server);
  const documents = await documentsIn(folder, quick ? 4 : (files ?? 39));
  const recorded = target === null ? null : new RecordedServer(target);
  try {
    const outcome = await measure(documents, recorded, quick ? 3 : 20);
    const report = json ? `${JSON.stringify(outcome, null, 2)}\n` : printed(outcome);
    const { complete, begunAgain, changed, repeated, cutOff } = outcome;
    const { csv, xlsx } = outcome.libreOffice ?? {};
    const isSame = !csv?.other && !xlsx?.other;
    if (complete && begunAgain + changed === 0 && repeated <= cutOff && isSame) return report;
    throw new Error(`${report}\nThe grid is not what it must be.`);
  } finally {
    recorded?.close();
  }
}

async function reachable(server: string): Promise<string> {
  const start =
    "Start one, such as llama-server -m FILE.gguf --threads 1 -c 4096, and name it with --server http://127.0.0.1:8080/v1.";
  const models = await fetch(`${server.replace(/\/$/, "")}/models`).catch(() => null);
  if (models?.ok) return server;
  throw new BadInput(`No model server answers at ${server}. ${start}`);
}

async function documentsIn(folder: string, count: number): Promise<string[]> {
  const filings = path.join(folder, "pdfs");
  const place = existsSync(filings) ? filings : folder;
  const names = existsSync(place) ? await readdir(place) : [];
  const found = names.filter((each) => /\.(pdf|txt|md|docx|html)$/i.test(each)).sort();
  if (found.length === 0) {
    throw new BadInput(`There are no documents in ${folder}. Name a folder with --path.`);
  }
  if (found.length < count) say(`There are ${found.length} documents in ${place}, not ${count}.`);
  return found.slice(0, count).map((each) => path.join(place, each));
}

async function measure(
  files: readonly string[],
  recorded: RecordedServer | null,
  interruptions: number,
): Promise<Outcome> {
  const server = recorded && (await recorded.listen());
  const random = seededRandom(39);
  const grid = { id, title: "Filings", columns };
  const total = files.length * columns.length;
  return driveBench(async (driver) => {
    const watch = new GridWatch(recorded);
    await driver.context.exposeFunction("gridStep", (step: GridStep) => watch.take(step));
    await driver.setFiles(files);
    const paths = files.map((file) => path.basename(file));
    await driver.page.evaluate((request) => globalThis.bench.readFilings(request), {
      ...{ name, paths, isKept: false },
    });
    const started = performance.now();
    const request = { name, grid, server, contextLength };
    const run = (page: Page) =>
      page.evaluate((argument) => globalThis.bench.runGrid(argument), request);
    const stored = (page: Page) =>
      page.evaluate((argument) => globalThis.bench.storedGrid(argument), { name, id });
    for (let left = interruptions; left > 0; left--) {
      const rest = total - watch.finished.size;
      const more = Math.floor(random() * Math.max(1, (2 * rest) / (left + 1)));
      let isInterrupted = false;
      const ended = run(driver.page).catch((error: unknown) => {
        if (!isInterrupted) throw error;
      });
      const due = watch.after(Math.min(more, rest - 1));
      await Promise.race([due, ended]);
      await wait(random() * watch.usual);
      isInterrupted = true;
      watch.interrupt();
      await driver.replace();
      await ended;
      watch.compare(await stored(driver.page));
      say(`${interruptions - left + 1} interruptions, ${watch.finished.size} of ${total} answers`);
    }
    await run(driver.page);
    const table = await stored(driver.page);
    watch.compare(table);
    if (!table) throw new Error("There is no grid.");
    const seconds = Math.round((performance.now() - started) / 1_000);
    const libreOffice = (await hasLibreOffice()) ? await inLibreOffice(driver.page, table) : null;
    return {
      ...watch.outcome(table),
      documents: files.length,
      interruptions,
      seconds,
      libreOffice,
    };
  });
}

/** Watches what is requested, answered and stored, and counts work done twice. */
class GridWatch {
  /** Text of each stored answer, by key. */
  readonly finished = new Map<string, string>();
  readonly #recorded: RecordedServer | null;
  readonly #begun: string[] = [];
  /** Keys of the answers reported as finished or found in storage. */
  readonly #known = new Set<string>();
  readonly #times: number[] = [];
  #current: { readonly key: string; readonly at: number } | null = null;
  #begunAgain = 0;
  #cutOff = 0;
  #changed = 0;
  #waiting: { count: number; resolve: () => void } | null = null;

  constructor(recorded: RecordedServer | null) {
    this.#recorded = recorded;
  }

  /** The typical time an answer takes, in milliseconds. */
  get usual(): number {
    const last = this.#times.slice(-10);
    return last.length === 0 ? 1_000 : last.reduce((sum, each) => sum + each, 0) / last.length;
  }

  take({ type, document, column }: GridStep): void {
    const key = `${document} ${column}`;
    if (type === "answer-started") {
      this.#begun.push(key);
      if (this.#known.has(key)) this.#begunAgain++;
      this.#current = { key, at: performance.now() };
    } else {
      if (this.#current) this.#times.push(performance.now() - this.#current.at);
      this.#current = null;
      this.#known.add(key);
    }
    this.#notify(type);
  }

  /** Resolves once this many more answers have finished and the next one has started. */
  after(count: number): Promise<void> {
    return new Promise((resolve) => {
      this.#waiting = { count, resolve };
    });
  }

  #notify(type: GridStep["type"]): void {
    const waiting = this.#waiting;
    if (!waiting) return;
    if (type === "answer") waiting.count--;
    else if (waiting.count <= 0) waiting.resolve();
  }

  /** Called when the page is closed. */
  interrupt(): void {
    if (this.#current) this.#cutOff++;
    this.#current = null;
    this.#waiting = null;
  }

  /** Compares what is stored now with what was stored before the interruption. */
  compare(table: GridTable | null): void {
    for (const [key, answer] of answersOf(table)) {
      const json = JSON.stringify(answer);
      const before = this.finished.get(key);
      if (before !== undefined && before !== json) this.#changed++;
      this.finished.set(key, json);
      // It may have been stored just as the page was closed.
      this.#known.add(key);
    }
    const stored = new Set(answersOf(table).keys());
    for (const key of this.finished.keys()) if (!stored.has(key)) this.#changed++;
  }

  outcome(
    table: GridTable,
  ): Omit<Outcome, "documents" | "interruptions" | "seconds" | "libreOffice"> {
    const cells = table.rows.flatMap(({ answers }) => answers);
    const statuses: Record<string, number> = {};
    for (const answer of cells) {
      const status = answer?.status ?? "missing";
      statuses[status] = (statuses[status] ?? 0) + 1;
    }
    const missing = statuses.missing ?? 0;
    const { repeated, repeatedWhole } = this.#repeated();
    return {
      questions: table.columns.length,
      cutOff: this.#cutOff,
      complete: missing === 0,
      ...{ missing, statuses },
      begun: this.#begun.length,
      begunAgain: this.#begunAgain,
      changed: this.#changed,
      requests: this.#recorded?.requests.length ?? 0,
      ...{ repeated, repeatedWhole },
    };
  }

  #repeated(): Pick<Outcome, "repeated" | "repeatedWhole"> {
    const replied = new Map<string, boolean>();
    let [repeated, repeatedWhole] = [0, 0];
    for (const request of this.#recorded?.requests ?? []) {
      const before = replied.get(request.body);
      if (before !== undefined) repeated++;
      if (before) repeatedWhole++;
      replied.set(request.body, request.replied);
    }
    return { repeated, repeatedWhole };
  }
}

function answersOf(table: GridTable | null): Map<string, GridAnswer> {
  const answers = (table?.rows ?? []).flatMap((row) =>
    row.answers.flatMap((answer): [string, GridAnswer][] =>
      answer ? [[`${row.document.id} ${answer.column}`, answer]] : [],
    ),
  );
  return new Map(answers);
}

/** Opens the grid's CSV and workbook in LibreOffice, and compares every answer. */
async function inLibreOffice(page: Page, table: GridTable): Promise<Outcome["libreOffice"]> {
  const bytesOf = async (form: "csv" | "xlsx"): Promise<Buffer> => {
    const base64 = await page.evaluate((argument) => globalThis.bench.gridAsFile(argument), {
      ...{ name, id, form },
    });
    return Buffer.from(base64, "base64");
  };
  const [csv, xlsx] = [await bytesOf("csv"), await bytesOf("xlsx")];
  const written = papaparse.parse<string[]>(csv.toString("utf8").replace(/^\ufeff/, ""), {
    delimiter: ",",
  }).data;
  const lines = written.filter((line) => line.length > 1);
  const answers = table.rows.map(({ document, answers }) => [
    document.path,
    ...answers.map((answer) => {
      return answer?.value?.type === "number"
        ? answer.value.number
        : shownText(answer, englishGridWords);
    }),
    documentTitle(document) ?? "",
  ]);
  const heads = ["Document", ...table.columns.map(({ name }) => name), englishGridWords.title];
  return {
    csv: compared(lines, await openInLibreOffice(csv, "csv")),
    // The totals are below the documents.
    xlsx: compared([heads, ...answers], await openInLibreOffice(xlsx, "xlsx")),
  };
}

function compared(
  expected: readonly (readonly string[])[],
  opened: readonly (readonly string[])[],
): { cells: number; other: number } {
  let [cells, other] = [0, 0];
  for (const [row, line] of expected.entries()) {
    for (const [column, value] of line.entries()) {
      const found = opened[row]?.[column] ?? "";
      cells++;
      if (isSame(value, found)) continue;
      other++;
      say(`LibreOffice has ${JSON.stringify(found)} where ${JSON.stringify(value)} was written.`);
    }
  }
  return { cells, other };
}

/** True for the same text, ignoring white space, or the same number. */
function isSame(written: string, opened: string): boolean {
  const plain = (text: string): string => text.replace(/\s+/g, " ").trim();
  if (plain(written) === plain(opened)) return true;
  return written !== "" && opened !== "" && Number(written) === Number(opened);
}

function printed(outcome: Outcome): string {
  const { documents, questions, interruptions, complete, libreOffice, statuses } = outcome;
  const rows = [
    ["Interruptions", `${interruptions}`],
    ["Answers cut off by one", `${outcome.cutOff}`],
    ["Answers missing at the end", `${outcome.missing}`],
    ["Answers begun", `${outcome.begun}`],
    ["Answers begun although they were there", `${outcome.begunAgain}`],
    ["Stored answers that changed", `${outcome.changed}`],
    ["Requests to the server", `${outcome.requests}`],
    ["Requests that had come before", `${outcome.repeated}`],
    ["… and had been replied to whole", `${outcome.repeatedWhole}`],
    ...Object.entries(statuses).map(([status, count]) => [`Status ${status}`, `${count}`]),
    ...Object.entries(libreOffice ?? {}).map(([form, { cells, other }]) => [
      `Cells that LibreOffice has otherwise, ${form}`,
      `${other} of ${cells}`,
    ]),
  ];
  const without = libreOffice ? "" : "\nLibreOffice is not installed: the files were not opened.";
  return `${documents} documents, ${questions} questions, ${outcome.seconds} s; ${complete ? "complete" : "not complete"}.

${table(["", ""], rows)}${without}
`;
}

export const benchmark: BenchCommand = {
  usage,
  data: defaultData,
  options: ["server", "files", "quick", "json"],
  run: interruptedGrid,
};
