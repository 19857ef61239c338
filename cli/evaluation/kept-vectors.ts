import { type FileHandle, mkdir, open, realpath } from "node:fs/promises";
import path from "node:path";
import { BadInput } from "../bad-input.js";
import { startFolder } from "../package-folder.js";
import { liesInside } from "../safe-path.js";

/** Bytes of a text's key: the first half of a SHA-256. */
const keyBytes = 16;
/** Bytes per number of a vector. */
const numberBytes = 4;

/**
 * Vectors that are kept beyond a run, so that another ranking of the same texts need not make them
 * again: a file for each embedder and version, of alternating keys and 32-bit numbers.
 */
export class KeptVectors {
  readonly #file: FileHandle;
  readonly #dimensions: number;
  readonly #byKey: Map<string, Buffer>;

  private constructor(file: FileHandle, dimensions: number, byKey: Map<string, Buffer>) {
    this.#file = file;
    this.#dimensions = dimensions;
    this.#byKey = byKey;
  }

  /**
   * Throws `BadInput` if the file is a link that leads out of the folder.
   *
   * @param embedder names the model and the version of its files
   */
  static async open(folder: string, embedder: string, dimensions: number): Promise<KeptVectors> {
    const place = path.resolve(startFolder(), folder);
    await mkdir(place, { recursive: true });
    const name = `${embedder.replace(/[^\w.-]+/g, "-").slice(0, 120)}.vectors`;
    if (!(await liesInside(await realpath(place), path.join(place, name)))) {
      throw new BadInput(`--vectors: ${name} in ${place} is a link that leads out of the folder.`);
    }
    const file = await open(path.join(place, name), "a+");
    const content = await file.readFile();
    const length = keyBytes + dimensions * numberBytes;
    const count = Math.floor(content.length / length);
    // A run that was killed may have written only part of an entry.
    if (count * length < content.length) await file.truncate(count * length);
    const byKey = new Map<string, Buffer>();
    for (let index = 0; index < count; index++) {
      const record = content.subarray(index * length, (index + 1) * length);
      byKey.set(record.toString("hex", 0, keyBytes), record.subarray(keyBytes));
    }
    return new KeptVectors(file, dimensions, byKey);
  }

  /** The vectors of texts by their keys, in base64; null for missing ones. */
  get(keys: readonly string[]): (string | null)[] {
    return keys.map((key) => this.#byKey.get(key)?.toString("base64") ?? null);
  }

  /** Stores vectors, in base64. */
  async put(vectors: readonly (readonly [key: string, vector: string])[]): Promise<void> {
    const records: Buffer[] = [];
    for (const [key, text] of vectors) {
      const vector = Buffer.from(text, "base64");
      const whole = vector.length === this.#dimensions * numberBytes;
      if (!whole || this.#byKey.has(key)) continue;
      this.#byKey.set(key, vector);
      records.push(Buffer.concat([Buffer.from(key, "hex"), vector]));
    }
    await this.#file.appendFile(Buffer.concat(records));
  }

  async close(): Promise<void> {
    await this.#file.close();
  }
}
