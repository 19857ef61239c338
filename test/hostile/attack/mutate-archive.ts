import { sha256 } from "../../../src/core/index.js";
import { openArchive, sectionOf } from "../../../src/store/archive/archive.js";
import { collect, compress, decompress } from "../../../src/store/archive/checked.js";
import type { Manifest } from "../../../src/store/archive/manifest.js";
import { writeHeader } from "../../../src/store/archive/section.js";
import { BlobSource } from "../../../src/store/archive/source.js";
import { seededRandom } from "../../bench/seeded-random.js";

type Bytes = Uint8Array<ArrayBuffer>;

/** A file taken apart: its parts are unpacked, and its originals unchanged. */
interface Parts {
  readonly manifest: Manifest;
  readonly sections: readonly Bytes[];
  readonly originals: readonly (Bytes | null)[];
}

/** The random choices of a mutation. */
interface Chance {
  /** An integer from 0 up to but excluding `below`. */
  readonly upTo: (below: number) => number;
  readonly oneOf: <Value>(values: readonly Value[]) => Value;
}

/** A modified file, with a description of the change. */
export interface Mutated {
  readonly file: Blob;
  readonly kind: string;
}

/**
 * Changes a collection file the way an attacker who knows the format would: the content of the
 * manifest, of a record or of the numbers in a part, or which part belongs to which document,
 * mostly with every checksum and length correct. The same seed makes the same file.
 */
export async function mutated(file: Blob, seed: number): Promise<Mutated> {
  const random = seededRandom(seed);
  const upTo = (below: number) => Math.floor(random() * below);
  const chance: Chance = { upTo, oneOf: (values) => values[upTo(values.length)] as never };
  const parts = await takenApart(file);
  const kind = kinds[seed % kinds.length] ?? "manifest";
  switch (kind) {
    case "bytes":
      return { kind, file: await withNoise(file, chance) };
    case "manifest":
      return { kind, file: await together(parts, (plain) => changedJson(plain, chance)) };
    case "layout":
      return { kind, file: await together(parts, (plain) => changedLayout(plain, chance)) };
    case "duplicate":
      return { kind, file: await together(parts, (plain) => withDuplicate(plain, chance)) };
    case "swap":
      return { kind, file: await together({ ...parts, sections: parts.sections.toReversed() }) };
    default: {
      const index = upTo(parts.sections.length);
      const sections = parts.sections.with(
        index,
        changedSection(parts.sections[index] ?? new Uint8Array(), kind, chance),
      );
      return { kind, file: await together({ ...parts, sections }) };
    }
  }
}

/** Mutations inside a part are more frequent, because that is where most can go wrong. */
const kinds = [
  ...["bytes", "manifest", "layout", "duplicate", "swap"],
  ...["record", "record", "index", "index", "numbers", "plain", "order", "manifest"],
] as const;

/** Values that code may choke on. */
const hostile: readonly unknown[] = [
  ...[null, true, false, "", 0, -1, 0.5, 1e308, -1e308, 2 ** 31, 2 ** 32, 2 ** 53, -(2 ** 53)],
  ...["__proto__", "constructor", "../../../etc/passwd", "a\u0000b", "\u202etxt.exe", "\ud800"],
  ...["<img src=x onerror=alert(1)>", "x".repeat(20_000), "9".repeat(400), "NaN"],
  ...[[], {}, [null], [[]], { length: 2 ** 32 }, Array(2_000).fill(0)],
];

const { signal } = new AbortController();

async function takenApart(file: Blob): Promise<Parts> {
  const archive = await openArchive(new BlobSource(file, "a.pagehound"), signal);
  const { manifest } = archive;
  const sections: Bytes[] = [];
  const originals: (Bytes | null)[] = [];
  for (const { section, original } of manifest.documents) {
    const packed = await sectionOf(archive, section, signal);
    sections.push(await collect(decompress(packed, section.size)));
    originals.push(original && (await sectionOf(archive, original, signal)));
  }
  return { manifest, sections, originals };
}

/**
 * Assembles the file with every length and checksum correct, after applying `change` to the
 * manifest.
 */
async function together(
  { manifest, sections, originals }: Parts,
  change: (manifest: Manifest) => string = (manifest) => JSON.stringify(manifest),
): Promise<Blob> {
  const packed = await Promise.all(sections.map((plain) => compress([plain])));
  let offset = 0;
  const place = async (bytes: Bytes, size: number) => {
    const at = { offset, length: bytes.byteLength, size, sha256: await sha256(bytes) };
    offset += bytes.byteLength;
    return at;
  };
  const placed: (typeof manifest.documents)[number][] = [];
  for (const [index, document] of manifest.documents.entries()) {
    const size = sections[index]?.byteLength ?? 0;
    placed.push({ ...document, section: await place(packed[index] ?? new Uint8Array(), size) });
  }
  for (const [index, bytes] of originals.entries()) {
    const document = placed[index];
    if (!bytes || !document?.original) continue;
    const at = await place(bytes, document.original.size);
    placed[index] = { ...document, original: { ...document.original, ...at } };
  }
  const plain = new TextEncoder().encode(change({ ...manifest, documents: placed }));
  const compressed = await compress([plain]);
  const header = writeHeader({
    length: compressed.byteLength,
    size: plain.byteLength,
    sha256: await sha256(compressed),
  });
  const rest = originals.filter((bytes) => bytes !== null);
  return new Blob([header, compressed, ...packed, ...rest]);
}

async function withNoise(file: Blob, { upTo }: Chance): Promise<Blob> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  const [from, gone, come] = [upTo(bytes.length), upTo(3) * upTo(200), upTo(3) * upTo(200)];
  const noise = Uint8Array.from({ length: come + 1 }, () => upTo(256));
  return new Blob([bytes.slice(0, from), noise, bytes.slice(from + gone)]);
}

/** JSON in which one to three values are changed, removed or extended. */
function changedJson(value: unknown, chance: Chance): string {
  const copy: unknown = JSON.parse(JSON.stringify(value));
  const places: [holder: Record<string, unknown>, key: string][] = [];
  const look = (each: unknown) => {
    if (typeof each !== "object" || each === null) return;
    for (const [key, inner] of Object.entries(each)) {
      places.push([each as Record<string, unknown>, key]);
      look(inner);
    }
  };
  look(copy);
  for (let times = 1 + chance.upTo(3); times > 0 && places.length > 0; times--) {
    const [holder, key] = chance.oneOf(places);
    const before = holder[key];
    const nearby =
      typeof before === "number" ? [before + 1, before - 1, -before, before * 1e6] : [];
    if (chance.upTo(6) === 0) delete holder[key];
    else holder[key] = chance.oneOf(chance.upTo(2) === 0 && nearby.length > 0 ? nearby : hostile);
  }
  const text = JSON.stringify(copy);
  // `JSON.parse` keeps this as a plain property, but code that copies it may set a prototype.
  return chance.upTo(8) === 0
    ? text.replace("{", '{"__proto__":{"path":"forged","hash":"x"},')
    : text;
}

/** Parts that overlap, lie past the end, or do not exist. */
function changedLayout(manifest: Manifest, chance: Chance): string {
  const sections = manifest.documents.flatMap(({ section, original }) =>
    original ? [section, original] : [section],
  );
  const [one, other] = [chance.oneOf(sections), chance.oneOf(sections)];
  const lie = chance.oneOf([
    { ...other },
    { offset: other.offset },
    { offset: one.offset + 1 },
    { offset: -1 },
    { length: one.length - 1 },
    { length: one.length + other.length },
    { length: 2 ** 40, size: 2 ** 40 },
    { size: one.size - 1 },
    { size: one.length * 1_000 },
    { length: 0, size: 0 },
  ]);
  Object.assign(one, lie);
  return JSON.stringify(manifest);
}

/** Duplicates a document: under the same name, under another, or with another document's hash. */
function withDuplicate({ documents, ...manifest }: Manifest, chance: Chance): string {
  const one = chance.oneOf(documents);
  const again = chance.oneOf([
    one,
    { ...one, path: `${one.path}.copy` },
    { ...one, path: "", original: null },
    { ...one, path: "__proto__", section: { ...one.section } },
    { ...one, path: "again.txt", original: { ...one.section, compressed: true } },
  ]);
  const hash = documents[0]?.hash;
  const alike = documents.map((document) => ({ ...document, hash }));
  const all = chance.upTo(3) === 0 ? alike : [...documents, again];
  return JSON.stringify({ ...manifest, documents: all });
}

function changedSection(plain: Bytes, kind: string, chance: Chance): Bytes {
  const records = recordsOf(plain);
  const last = records.length - 1;
  switch (kind) {
    case "record":
    case "index": {
      const at = kind === "index" ? last : chance.upTo(records.length);
      const record = records[at];
      if (!record) return plain;
      const json = changedJson(JSON.parse(new TextDecoder().decode(record.json)), chance);
      return joinedRecords(records.with(at, { ...record, json: new TextEncoder().encode(json) }));
    }
    case "numbers": {
      const at = chance.upTo(records.length);
      const record = records[at];
      if (!record || record.numbers.length === 0) return plain;
      const numbers = record.numbers.slice();
      for (let times = 1 + chance.upTo(4); times > 0; times--) {
        numbers[chance.upTo(numbers.length)] = chance.oneOf([
          0,
          1,
          127,
          128,
          255,
          chance.upTo(256),
        ]);
      }
      return joinedRecords(records.with(at, { ...record, numbers }));
    }
    case "order":
      return joinedRecords(
        chance.oneOf([
          records.toReversed(),
          records.slice(1),
          records.slice(0, last),
          [...records, ...records],
          records.flatMap((record) => [record, record]),
        ]),
      );
    default: {
      const changed = plain.slice();
      for (let times = 1 + chance.upTo(5); times > 0; times--) {
        changed[chance.upTo(changed.length)] = chance.upTo(256);
      }
      return changed;
    }
  }
}

interface PlainRecord {
  readonly json: Bytes;
  readonly numbers: Bytes;
}

function recordsOf(plain: Bytes): PlainRecord[] {
  const view = new DataView(plain.buffer, plain.byteOffset, plain.byteLength);
  const records: PlainRecord[] = [];
  for (let at = 0; at < plain.byteLength; ) {
    const [json, numbers] = [view.getUint32(at, true), view.getUint32(at + 4, true)];
    const [from, middle] = [at + 8, at + 8 + json];
    at = middle + numbers;
    records.push({ json: plain.slice(from, middle), numbers: plain.slice(middle, at) });
  }
  return records;
}

function joinedRecords(records: readonly PlainRecord[]): Bytes {
  const pieces = records.flatMap(({ json, numbers }) => {
    const lengths = new Uint8Array(8);
    const view = new DataView(lengths.buffer);
    view.setUint32(0, json.length, true);
    view.setUint32(4, numbers.length, true);
    return [...lengths, ...json, ...numbers];
  });
  return Uint8Array.from(pieces);
}
