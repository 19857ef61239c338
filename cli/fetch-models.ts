import {
  type FileHandle,
  mkdir,
  open,
  readFile,
  realpath,
  rename,
  rm,
  stat,
} from "node:fs/promises";
import path from "node:path";
import { PagehoundError } from "../src/core/errors.js";
import { ModelHosts, modelListName, publicModelHosts } from "../src/core/model-hosts.js";
import {
  type FetchWords,
  type FileDraft,
  type FileFault,
  fetchFile,
} from "../src/models/download/fetch-file.js";
import { BadInput } from "./bad-input.js";
import { fileHash } from "./file-hash.js";
import { type HostedFile, modelFiles, readShards } from "./list-model-files.js";
import { partSuffix, writeList } from "./model-folder.js";
import { messages } from "./printer.js";
import { isPlainPath, liesInside } from "./safe-path.js";

/** A file to fetch, with its expected properties. */
interface WantedFile extends Omit<HostedFile, "from"> {
  readonly from: string;
  readonly md5?: string | null;
  /** Whether somebody typed the address, which counts as permission. */
  readonly typed?: boolean;
}

/** Downloads models into a folder, and writes its list. Throws `BadInput` for an unknown model. */
export async function fetchModels(ids: readonly string[], folder: string): Promise<void> {
  const hosts = new ModelHosts(process.env.PAGEHOUND_MODEL_HOSTS ?? publicModelHosts);
  const models = ids.map((id) => wantedFiles(id));
  // Requests that are not allowed are reported before anything is fetched.
  for (const file of models.flat(2)) addressOf(file, hosts);
  await mkdir(folder, { recursive: true });
  await checkLinks(folder, [path.join(folder, modelListName)]);
  for (const forms of models) for (const files of forms) await fetchAll(files, folder, hosts);
  await writeList(folder);
  messages.line(`${folder} has them.`);
}

/** The files of each form of a model, without the weights that its own list names. */
function wantedFiles(id: string): WantedFile[][] {
  if (/^https?:\/\//.test(id)) {
    return [[{ path: nameIn(id), bytes: null, from: id, sha256: null, typed: true }]];
  }
  return modelFiles(id).map(({ files }) =>
    files.flatMap(({ from, ...file }) => {
      if (from === null && !file.path.includes("*")) {
        throw new BadInput(
          `Pagehound does not know where ${id} is published. Pass the address of its file.`,
        );
      }
      return from === null ? [] : [{ ...file, from }];
    }),
  );
}

/** The name of the file at an address. Throws `BadInput` if it could lead out of a folder. */
function nameIn(address: string): string {
  const [encoded = ""] = URL.canParse(address)
    ? new URL(address).pathname.split("/").slice(-1)
    : [];
  if (!encoded.endsWith(".gguf"))
    throw new BadInput(`${address} is not the address of a GGUF file.`);
  const name = decoded(encoded);
  if (name !== null && !name.includes("/") && isPlainPath(name)) return name;
  throw new BadInput(
    `${address} does not end in a valid file name. Name an address that does, such as one ending in model.gguf.`,
  );
}

/** A part of an address, decoded; null if its encoding is invalid. */
function decoded(name: string): string | null {
  try {
    return decodeURIComponent(name);
  } catch {
    return null;
  }
}

function addressOf({ from, typed = false }: WantedFile, hosts: ModelHosts): string {
  const address = hosts.resolve(from) ?? (typed ? from : null);
  if (address !== null) return address;
  throw new BadInput(`${new URL(from).host} is not one of the hosts in PAGEHOUND_MODEL_HOSTS.`);
}

async function fetchAll(
  files: readonly WantedFile[],
  folder: string,
  hosts: ModelHosts,
): Promise<void> {
  for (const file of files) {
    await fetchOne(file, folder, hosts);
    if (!file.path.endsWith("/tensor-cache.json")) continue;
    const text = await readFile(path.join(folder, file.path), "utf8");
    for (const { dataPath, nbytes, md5sum = null } of readShards(text, file.path)) {
      const shard = shardOf(file, dataPath);
      await fetchOne({ ...shard, bytes: nbytes, sha256: null, md5: md5sum }, folder, hosts);
    }
  }
}

/** A file that a model's list names. Throws `invalid-data` if it is outside the list's folder. */
function shardOf({ path: place, from }: WantedFile, dataPath: string) {
  const url = URL.canParse(dataPath, from) ? new URL(dataPath, from).href : "";
  // A question mark or number sign ends the path of a URL, but not of a file.
  const isPlain = isPlainPath(dataPath) && !/[?#%]/.test(dataPath);
  if (!isPlain || !url.startsWith(new URL(".", from).href)) {
    throw new PagehoundError(
      "invalid-data",
      `${place} names a file outside of its folder: ${dataPath}. Nothing was written there; fetch the model from a host that you trust.`,
    );
  }
  return { path: path.posix.join(path.posix.dirname(place), dataPath), from: url };
}

async function fetchOne(file: WantedFile, folder: string, hosts: ModelHosts): Promise<void> {
  const place = path.join(folder, file.path);
  const size = await sizeOf(place);
  // Descriptions are small, and may have changed.
  const isKept = file.bytes === null ? /\.(?:gguf|wasm)$/.test(place) : size === file.bytes;
  if (size !== null && isKept) return messages.line(`${file.path}: here already`);
  await makeFolder(folder, file.path);
  await checkLinks(folder, [place, place + partSuffix]);
  const draft = await DiskDraft.at(place + partSuffix);
  const shown = progress(file.path, file.bytes);
  try {
    await fetchFile({
      url: addressOf(file, hosts),
      draft,
      words,
      signal: undefined,
      bytes: file.bytes,
      maxBytes: Number.POSITIVE_INFINITY,
      check: () => faultOf(file, draft.place),
      onBytes: shown,
    });
  } catch (error) {
    throw withCause(error);
  } finally {
    await draft.flush();
  }
  messages.line(`${file.path}: fetched`);
  await rename(draft.place, place);
}

/** Makes the folder of a file, level by level: none may be a link that leads out. */
async function makeFolder(folder: string, file: string): Promise<void> {
  let place = folder;
  for (const name of path.posix.dirname(file).split("/")) {
    place = path.join(place, name);
    await checkLinks(folder, [place]);
    await mkdir(place, { recursive: true });
  }
}

/** Throws `storage-failed` if one of these paths in a folder is a link that leads out of it. */
async function checkLinks(folder: string, places: readonly string[]): Promise<void> {
  const root = await realpath(folder);
  for (const place of places) {
    if (await liesInside(root, place)) continue;
    throw new PagehoundError(
      "storage-failed",
      `${place} is a link that leads out of the folder of the models, and nothing was written there. Remove it, or name another folder with --to.`,
    );
  }
}

const words: FetchWords = {
  owner: "a model",
  check: "Check its address, and that the model is there.",
  kept: "the same command goes on where it stopped",
  unreachable: "Check the connection and the address, and load it again",
};

/** A partial file next to its final path. One from an earlier call is resumed. */
class DiskDraft implements FileDraft {
  readonly lasts = true;
  readonly place: string;
  size: number;
  /**
   * Null for a file of an earlier call, whose size and hash show whether the server still has it.
   */
  #version: string | null = null;
  #file: FileHandle | null = null;

  private constructor(place: string, size: number) {
    this.place = place;
    this.size = size;
  }

  static async at(place: string): Promise<DiskDraft> {
    return new DiskDraft(place, (await sizeOf(place)) ?? 0);
  }

  get from(): number {
    return this.size;
  }

  continues(version: string | null): boolean {
    return version === null || this.#version === null || version === this.#version;
  }

  announce(version: string | null): void {
    this.#version = version ?? this.#version;
  }

  async take(piece: Uint8Array): Promise<void> {
    try {
      this.#file ??= await open(this.place, "a");
      await this.#file.appendFile(piece);
    } catch (cause) {
      const reason = cause instanceof Error ? cause.message : String(cause);
      const message = `${this.place} could not be written (${reason}). Free room there, or name another folder with --to; ${words.kept}.`;
      throw new PagehoundError("storage-failed", message, { cause });
    }
    this.size += piece.byteLength;
  }

  async flush(): Promise<void> {
    await this.#file?.close();
    this.#file = null;
  }

  async clear(): Promise<void> {
    await this.flush();
    await rm(this.place, { force: true });
    this.#version = null;
    this.size = 0;
  }
}

/** The fault of a file of the right size, as the end of a sentence. */
async function faultOf(
  { sha256, md5 = null }: WantedFile,
  place: string,
): Promise<FileFault | null> {
  const expected = sha256 ?? md5;
  if (expected === null) return null;
  if ((await fileHash(place, sha256 === null ? "md5" : "sha256")) === expected) return null;
  const name = sha256 === null ? "MD5" : "SHA-256";
  return { what: `is not the one expected: its ${name} differs`, passes: true };
}

/** Adds the system's reason for a failed connection, such as an unknown host name. */
function withCause(error: unknown): unknown {
  if (!PagehoundError.isInstance(error) || !(error.cause instanceof Error)) return error;
  const { cause } = error.cause;
  return cause instanceof Error
    ? new Error(`${error.message} (${cause.message})`, { cause })
    : error;
}

async function sizeOf(file: string): Promise<number | null> {
  return stat(file).then(
    ({ size }) => size,
    () => null,
  );
}

/** Shows on a terminal how much of a file has arrived. */
function progress(
  name: string,
  bytes: number | null,
): (loaded: number, total: number | null) => void {
  let shown = -1;
  return (loaded, announced) => {
    const total = bytes ?? announced ?? 0;
    const share = total > 0 ? Math.floor((100 * loaded) / total) : 0;
    if (share === shown || !messages.isTerminal) return;
    shown = share;
    messages.progress(`${name}: ${share} %`);
  };
}
