import { createHash, type Hash } from "node:crypto";
import { createReadStream, createWriteStream } from "node:fs";
import { mkdir, readFile, rename, rm, stat } from "node:fs/promises";
import path from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { ModelHosts, publicModelHosts } from "../src/core/model-hosts.js";
import { BadInput } from "./bad-input.js";
import { type HostedFile, modelFiles, readShards } from "./list-model-files.js";
import { partSuffix, writeList } from "./model-folder.js";

/** A file to fetch, and what it must be. */
interface WantedFile extends Omit<HostedFile, "from"> {
  readonly from: string;
  readonly md5?: string | null;
  /** Whether somebody typed the address, which is a permission of its own. */
  readonly typed?: boolean;
}

const attempts = 3;
const silence = 60_000;

/** Downloads models into a folder, and writes its list. Throws `BadInput` for what nobody knows. */
export async function fetchModels(ids: readonly string[], folder: string): Promise<void> {
  const hosts = new ModelHosts(process.env.PAGEHOUND_MODEL_HOSTS ?? publicModelHosts);
  const models = ids.map((id) => wantedFiles(id));
  // What may not be asked is told before anything is fetched.
  for (const file of models.flat(2)) addressOf(file, hosts);
  await mkdir(folder, { recursive: true });
  for (const forms of models) for (const files of forms) await fetchAll(files, folder, hosts);
  await writeList(folder);
  tell(`${folder} has them.\n`);
}

/** The files of each form of a model, without the weights that its own list names. */
function wantedFiles(id: string): WantedFile[][] {
  if (/^https?:\/\//.test(id)) {
    const name = URL.canParse(id) ? path.posix.basename(new URL(id).pathname) : "";
    if (!name.endsWith(".gguf")) throw new BadInput(`${id} is no address of a GGUF file.`);
    return [[{ path: decodeURIComponent(name), bytes: null, from: id, sha256: null, typed: true }]];
  }
  return modelFiles(id).map(({ files }) =>
    files.flatMap(({ from, ...file }) => {
      if (from === null && !file.path.includes("*")) {
        throw new BadInput(`Nobody told where ${id} is published: name the address of its file.`);
      }
      return from === null ? [] : [{ ...file, from }];
    }),
  );
}

function addressOf({ from, typed = false }: WantedFile, hosts: ModelHosts): string {
  const address = hosts.resolve(from) ?? (typed ? from : null);
  if (address !== null) return address;
  throw new BadInput(`${new URL(from).host} is none of the hosts in PAGEHOUND_MODEL_HOSTS.`);
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
      const url = new URL(dataPath, file.from).href;
      if (!url.startsWith(new URL(".", file.from).href)) {
        throw new Error(`${file.path} names a file outside of its folder: ${dataPath}.`);
      }
      const shard = { path: path.posix.join(path.posix.dirname(file.path), dataPath), from: url };
      await fetchOne({ ...shard, bytes: nbytes, sha256: null, md5: md5sum }, folder, hosts);
    }
  }
}

async function fetchOne(file: WantedFile, folder: string, hosts: ModelHosts): Promise<void> {
  const place = path.join(folder, file.path);
  const there = await sizeOf(place);
  // Descriptions are small, and may have changed.
  const isKept = file.bytes === null ? /\.(?:gguf|wasm)$/.test(place) : there === file.bytes;
  if (there !== null && isKept) return tell(`${file.path}: here already\n`);
  await mkdir(path.dirname(place), { recursive: true });
  const address = addressOf(file, hosts);
  for (let attempt = 1; ; attempt++) {
    try {
      await receive(file, address, place + partSuffix);
      break;
    } catch (error) {
      if (attempt === attempts || !isPassing(error)) throw failure(address, error);
    }
  }
  await rename(place + partSuffix, place);
}

/** Fetches a file, on from what is here of it, and checks it. */
async function receive(file: WantedFile, address: string, draft: string): Promise<void> {
  const from = (await sizeOf(draft)) ?? 0;
  const headers: Record<string, string> = from > 0 ? { range: `bytes=${from}-` } : {};
  const stop = new AbortController();
  let timer = setTimeout(() => stop.abort(), silence);
  try {
    const response = await fetch(address, { headers, signal: stop.signal });
    if (response.status === 416) await rm(draft);
    if (!response.ok || !response.body) {
      throw new Refused(`answered ${response.status}`, response.status);
    }
    const isRest = response.status === 206;
    let loaded = isRest ? from : 0;
    const total = file.bytes ?? loaded + Number(response.headers.get("content-length") ?? 0);
    const shown = progress(file.path, total);
    const body = Readable.fromWeb(response.body as import("node:stream/web").ReadableStream);
    body.on("data", (piece: Uint8Array) => {
      clearTimeout(timer);
      timer = setTimeout(() => stop.abort(), silence);
      loaded += piece.length;
      shown(loaded);
    });
    await pipeline(body, createWriteStream(draft, { flags: isRest ? "a" : "w" }));
    shown(null);
  } finally {
    clearTimeout(timer);
  }
  await check(file, draft);
}

async function check({ bytes, sha256, md5 = null }: WantedFile, draft: string): Promise<void> {
  const size = await sizeOf(draft);
  const told = async (hash: Hash): Promise<string> => {
    await pipeline(createReadStream(draft), hash);
    return hash.digest("hex");
  };
  let fault: string | null = null;
  if (bytes !== null && size !== bytes) fault = `has ${size} bytes instead of ${bytes}`;
  else if (sha256 !== null && (await told(createHash("sha256"))) !== sha256) {
    fault = "is not the one expected: its SHA-256 differs";
  } else if (md5 !== null && (await told(createHash("md5"))) !== md5) {
    fault = "is not the one expected: its MD5 differs";
  }
  if (fault === null) return;
  // What is too short may be gone on with.
  if (bytes === null || size === null || size >= bytes) await rm(draft, { force: true });
  throw new Refused(fault, null);
}

/** A file that is refused, or is not what it should be. */
class Refused extends Error {
  /** Of the server's answer; null when there was one with a file. */
  readonly status: number | null;

  constructor(message: string, status: number | null) {
    super(message);
    this.status = status;
  }
}

function isPassing(error: unknown): boolean {
  if (!(error instanceof Refused) || error.status === null) return true;
  return [408, 416, 429].includes(error.status) || error.status >= 500;
}

function failure(address: string, error: unknown): Error {
  const told = error instanceof Error ? error.message : String(error);
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause.message : told;
  return new Error(
    `${address} could not be fetched (${cause}). What came is kept: the same command goes on with it.`,
  );
}

async function sizeOf(file: string): Promise<number | null> {
  return stat(file).then(
    ({ size }) => size,
    () => null,
  );
}

/** Shows how much of a file is here; null when it is all. */
function progress(name: string, total: number): (loaded: number | null) => void {
  let shown = -1;
  return (loaded) => {
    if (loaded === null) return tell(process.stderr.isTTY ? "\n" : `${name}: fetched\n`);
    const share = total > 0 ? Math.floor((100 * loaded) / total) : 0;
    if (share === shown || !process.stderr.isTTY) return;
    shown = share;
    tell(`\r${name}: ${share} %`);
  };
}

function tell(text: string): void {
  process.stderr.write(text);
}
