import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdir, open, readFile, realpath, rename, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";
import { isRecord, parseJson } from "../../src/core/json.js";
import type { EvaluationRecord } from "../../src/evaluation/api.js";
import { readRecords } from "../../src/evaluation/stored-log.js";
import { BadInput } from "../bad-input.js";
import { packageFolder, packageManifest } from "../package-folder.js";
import { liesInside } from "../safe-path.js";

/** The description of the run: `run.json`. */
export interface RunDescription {
  readonly runVersion: 1;
  /** Version of the library, and its commit; null outside a repository. */
  readonly version: string;
  readonly commit: string | null;
  /** When it was started: ISO 8601. */
  readonly date: string;
  /** Folder of the data, relative to the run's folder. */
  readonly path: string;
  /** As named on the command line, like the following fields. */
  readonly dataSet: string;
  readonly ownDocuments: boolean;
  readonly documents: readonly number[];
  readonly strategies: readonly string[];
  readonly model: string | null;
  readonly context: number | null;
  /** Id of the embedder. */
  readonly embedder: string | null;
  readonly judge: string | null;
  readonly limit: number | null;
  readonly calls: number;
  /** Facts about each completed data set, by name. */
  readonly done: Readonly<Record<string, RunDataSet>>;
}

/** Facts about a data set of a run that its records do not contain. */
export interface RunDataSet {
  /** Hash of its questions and documents, see `dataSetHash`; absent in older runs. */
  readonly hash?: string | undefined;
  readonly documents: number;
  readonly pages: number;
  readonly notes: readonly string[];
  readonly skipped: readonly { readonly strategy: string; readonly reason: string }[];
}

/** A folder with a run, or for one. */
export class RunFolder {
  readonly folder: string;
  /** Null if it is new. */
  readonly description: RunDescription | null;
  /** Records of earlier calls. */
  readonly records: readonly EvaluationRecord[];
  /** A note on what was left out of them, or null. */
  readonly note: string | null;
  /** Length of `records.jsonl` in bytes up to where the next record belongs. */
  readonly #end: number;
  readonly #lineBreak: boolean;

  private constructor(
    folder: string,
    description: RunDescription | null,
    { records, note, end }: ReturnType<typeof readRecords>,
    recording: string,
  ) {
    this.folder = folder;
    this.description = description;
    this.records = records;
    this.note = note;
    const kept = recording.slice(0, end);
    this.#end = Buffer.byteLength(kept);
    this.#lineBreak = kept === "" || kept.endsWith("\n");
  }

  /** Reads what exists. Throws `BadInput` for a folder with other content, and `invalid-data`. */
  static async read(folder: string): Promise<RunFolder> {
    await checkLinks(folder);
    const described = await contentOf(path.join(folder, "run.json"));
    const file = path.join(folder, "records.jsonl");
    const recording = (await contentOf(file)) ?? "";
    if (described === null && recording !== "") {
      throw new BadInput(
        `${folder} has records but no run.json that says of what: name another folder.`,
      );
    }
    const description = described === null ? null : readDescription(folder, described);
    return new RunFolder(folder, description, readRecords(recording, file), recording);
  }

  /** The file with the records. */
  get file(): string {
    return path.join(this.folder, "records.jsonl");
  }

  /** Opens the file to add records after the last complete one. */
  append(): Promise<RecordFile> {
    return writing(this.folder, async () => {
      await mkdir(this.folder, { recursive: true });
      const file = await open(this.file, "a");
      await file.truncate(this.#end);
      if (!this.#lineBreak) await file.write("\n");
      return {
        add: (line) => writing(this.folder, () => file.appendFile(`${line}\n`)),
        close: () => file.close(),
      };
    });
  }

  /** Writes a file atomically: an interruption leaves the previous one. */
  write(name: string, content: string): Promise<void> {
    return writing(this.folder, async () => {
      await mkdir(this.folder, { recursive: true });
      const file = path.join(this.folder, name);
      // It may be a link to another file, which would be overwritten.
      await rm(`${file}.new`, { force: true });
      await writeFile(`${file}.new`, content);
      await rename(`${file}.new`, file);
    });
  }
}

/** Throws `BadInput` if a file of a run is a link that leads out of its folder. */
async function checkLinks(folder: string): Promise<void> {
  const root = await realpath(folder).catch(() => null);
  if (root === null) return;
  for (const name of ["run.json", "records.jsonl"]) {
    const file = path.join(folder, name);
    if (await liesInside(root, file)) continue;
    throw new BadInput(`${file} is a link that leads out of the folder. Name another folder.`);
  }
}

/**
 * Where records are added, one per line; `add` resolves when the operating system has accepted it.
 */
export interface RecordFile {
  add(line: string): Promise<void>;
  close(): Promise<void>;
}

/** Throws `BadInput` if the system refuses to write. */
async function writing<T>(folder: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new BadInput(
      `${folder} cannot be written to (${reason}). Make room there, or name another folder with --out; what it has is kept.`,
    );
  }
}

/** The version of the library, and its commit if it is in a repository and git reports it. */
export async function libraryVersion(): Promise<{ version: string; commit: string | null }> {
  const { version } = packageManifest();
  // An installed package may be inside somebody else's repository.
  if (!existsSync(path.join(packageFolder, ".git"))) return { version, commit: null };
  try {
    const settings = { cwd: packageFolder };
    const { stdout } = await promisify(execFile)("git", ["rev-parse", "HEAD"], settings);
    return { version, commit: stdout.trim() };
  } catch {
    return { version, commit: null };
  }
}

async function contentOf(file: string): Promise<string | null> {
  try {
    return await readFile(file, "utf8");
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return null;
    const reason = error instanceof Error ? error.message : String(error);
    throw new BadInput(`${file} cannot be read (${reason}). Name another folder.`);
  }
}

function readDescription(folder: string, text: string): RunDescription {
  const value = parseJson(text);
  if (isRecord(value) && value.runVersion === 1 && Array.isArray(value.documents)) {
    return value as unknown as RunDescription;
  }
  throw new BadInput(`${folder}/run.json does not describe a run: name another folder.`);
}
