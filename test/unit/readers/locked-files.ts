import { createCipheriv, createHash, pbkdf2Sync } from "node:crypto";
import { argon2id } from "@noble/hashes/argon2.js";
import { deflateSync, strToU8, zipSync } from "fflate";
import { joined } from "../../../src/core/bytes.js";

const sector = 512;
const small = 64;
const free = 0xffffffff;
const end = 0xfffffffe;

/** The contents of a compound file: streams and folders. */
export interface Streams {
  readonly [name: string]: Uint8Array | Streams;
}

/** A compound file (MS-CFB) with these streams and folders at its root. */
export function compoundFile(streams: Streams): Uint8Array {
  const sectors: Uint8Array[] = [];
  const next: number[] = [];
  /** Stores bytes and returns their first sector. */
  const store = (bytes: Uint8Array): number => {
    const first = sectors.length;
    for (let at = 0; at < bytes.length; at += sector) {
      sectors.push(filled(bytes.subarray(at, at + sector), sector));
      next.push(at + sector < bytes.length ? sectors.length : end);
    }
    return bytes.length === 0 ? end : first;
  };
  const smallBytes: Uint8Array[] = [];
  const smallNext: number[] = [];
  const storeSmall = (bytes: Uint8Array): number => {
    const first = smallBytes.length;
    for (let at = 0; at < bytes.length; at += small) {
      smallBytes.push(filled(bytes.subarray(at, at + small), small));
      smallNext.push(at + small < bytes.length ? smallBytes.length : end);
    }
    return bytes.length === 0 ? end : first;
  };
  const entries: Uint8Array[] = [new Uint8Array()];
  /** Adds the contents of a folder as siblings, and returns the number of the first. */
  const add = (folder: Streams): number => {
    let first = free;
    for (const [name, content] of Object.entries(folder).reverse()) {
      const isStream = content instanceof Uint8Array;
      const size = isStream ? content.length : 0;
      const start = !isStream ? 0 : size < 4096 ? storeSmall(content) : store(content);
      const child = isStream ? free : add(content);
      first = entries.push(entry(name, isStream ? 2 : 1, start, size, first, child)) - 1;
    }
    return first;
  };
  const child = add(streams);
  const held = joined(smallBytes);
  entries[0] = entry("Root Entry", 5, store(held), held.length, free, child);
  const directory = store(joined(entries));
  const smallTable = store(words(smallNext));
  const first = sectors.length;
  const perSector = sector / 4;
  // The header lists this many sectors of the table; further ones have their own lists.
  const inHeader = 109;
  let [tables, lists] = [1, 0];
  while (tables * perSector < first + tables + lists) {
    tables++;
    lists = Math.max(0, Math.ceil((tables - inHeader) / (perSector - 1)));
  }
  for (let at = 0; at < tables; at++) next.push(0xfffffffd);
  for (let at = 0; at < lists; at++) next.push(0xfffffffc);
  const table = filled(words(next), tables * sector, 0xff);
  const numbers = Array.from({ length: tables }, (_, at) => first + at);
  const listed = Array.from({ length: lists }, (_, at) => {
    const start = inHeader + at * (perSector - 1);
    const list = filled(words(numbers.slice(start, start + perSector - 1)), sector, 0xff);
    const following = at + 1 < lists ? first + tables + at + 1 : end;
    new DataView(list.buffer).setUint32(sector - 4, following, true);
    return list;
  });
  const header = new Uint8Array(sector).fill(0xff, 76);
  const view = new DataView(header.buffer);
  header.set([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]);
  view.setUint16(30, 9, true);
  view.setUint16(32, 6, true);
  const firstList = lists > 0 ? first + tables : end;
  const facts = { 44: tables, 48: directory, 56: 4096, 60: smallTable, 68: firstList, 72: lists };
  for (const [at, value] of Object.entries(facts)) view.setUint32(Number(at), value, true);
  header.set(words(numbers.slice(0, inHeader)), 76);
  return joined([header, ...sectors, table, ...listed]);
}

function entry(
  name: string,
  type: number,
  start: number,
  size: number,
  right: number,
  child: number,
): Uint8Array {
  const bytes = new Uint8Array(128);
  bytes.set(wide(name));
  const view = new DataView(bytes.buffer);
  view.setUint16(64, name.length * 2 + 2, true);
  bytes[66] = type;
  for (const [at, id] of [
    [68, free],
    [72, right],
    [76, child],
  ] as const) {
    view.setUint32(at, id, true);
  }
  view.setUint32(116, start, true);
  view.setUint32(120, size, true);
  return bytes;
}

/**
 * A file encrypted as Office has done since 2010, or as it did in 2007. Few spins make a quick
 * test.
 */
export function lockedFile(
  content: Uint8Array,
  password: string,
  way: "agile" | "standard",
  { hash = "SHA512", bits = 256 }: { readonly hash?: string; readonly bits?: number } = {},
): Uint8Array {
  const [info, encrypted] =
    way === "agile" ? agile(content, password, hash, bits) : standard(content, password);
  const length = new Uint8Array(8);
  new DataView(length.buffer).setUint32(0, content.length, true);
  return compoundFile({
    EncryptionInfo: info,
    EncryptedPackage: joined([length, encrypted]),
    "\u0006DataSpaces": new Uint8Array(4),
  });
}

const spins = 50;

function agile(
  content: Uint8Array,
  password: string,
  name: string,
  bits: number,
): [Uint8Array, Uint8Array] {
  const digest = hasher(name.toLowerCase());
  const [salt, ownSalt] = [filled(words([1, 2, 3, 4]), 16), filled(words([5, 6, 7, 8]), 16)];
  const key = filled(words([9, 10, 11]), bits / 8);
  const spun = spin(digest, ownSalt, password, spins);
  const lock = (purpose: number[], bytes: Uint8Array): string => {
    const derived = filled(digest(joined([spun, Uint8Array.from(purpose)])), bits / 8, 0x36);
    return Buffer.from(aes("cbc", derived, ownSalt, padded(bytes))).toString("base64");
  };
  const verifier = filled(words([12, 13]), 16);
  const size = digest(verifier).length;
  const cipher = `saltSize="16" blockSize="16" keyBits="${bits}" hashSize="${size}" cipherAlgorithm="AES" cipherChaining="ChainingModeCBC" hashAlgorithm="${name}"`;
  const base64 = (bytes: Uint8Array): string => Buffer.from(bytes).toString("base64");
  const described = `<?xml version="1.0" encoding="UTF-8"?>\r\n<encryption xmlns="http://schemas.microsoft.com/office/2006/encryption" xmlns:p="http://schemas.microsoft.com/office/2006/keyEncryptor/password"><keyData ${cipher} saltValue="${base64(salt)}"/><dataIntegrity encryptedHmacKey="" encryptedHmacValue=""/><keyEncryptors><keyEncryptor uri="http://schemas.microsoft.com/office/2006/keyEncryptor/password"><p:encryptedKey spinCount="${spins}" ${cipher} saltValue="${base64(ownSalt)}" encryptedVerifierHashInput="${lock([0xfe, 0xa7, 0xd2, 0x76, 0x3b, 0x4b, 0x9e, 0x79], verifier)}" encryptedVerifierHashValue="${lock([0xd7, 0xaa, 0x0f, 0x6d, 0x30, 0x61, 0x34, 0x4e], digest(verifier))}" encryptedKeyValue="${lock([0x14, 0x6e, 0x0b, 0xe7, 0xab, 0xac, 0xd0, 0xd6], key)}"/></keyEncryptor></keyEncryptors></encryption>`;
  const pieces: Uint8Array[] = [];
  for (let at = 0, index = 0; at < content.length; at += 4096, index++) {
    const first = digest(joined([salt, words([index])])).subarray(0, 16);
    pieces.push(aes("cbc", key, first, padded(content.subarray(at, at + 4096))));
  }
  const info = joined([
    Uint8Array.of(4, 0, 4, 0, 0x40, 0, 0, 0),
    new TextEncoder().encode(described),
  ]);
  return [info, joined(pieces)];
}

function standard(content: Uint8Array, password: string): [Uint8Array, Uint8Array] {
  const digest = hasher("sha1");
  const salt = filled(words([1, 2, 3, 4]), 16);
  const spun = digest(joined([spin(digest, salt, password, 50_000), words([0])]));
  const mixed = new Uint8Array(64).fill(0x36).map((pad, at) => pad ^ (spun[at] ?? 0));
  const key = digest(mixed).subarray(0, 16);
  const verifier = filled(words([12, 13]), 16);
  const provider = wide("A provider\0");
  const header = joined([words([0x24, 0, 0x660e, 0x8004, 128, 24, 0, 0]), provider]);
  const info = joined([
    Uint8Array.of(3, 0, 2, 0),
    words([0x24, header.length]),
    header,
    words([16]),
    salt,
    aes("ecb", key, null, verifier),
    words([20]),
    aes("ecb", key, null, filled(digest(verifier), 32)),
  ]);
  return [info, aes("ecb", key, null, padded(content))];
}

function hasher(name: string): (bytes: Uint8Array) => Uint8Array {
  return (bytes) => new Uint8Array(createHash(name).update(bytes).digest());
}

function spin(
  digest: (bytes: Uint8Array) => Uint8Array,
  salt: Uint8Array,
  password: string,
  times: number,
): Uint8Array {
  let spun = digest(joined([salt, wide(password)]));
  for (let index = 0; index < times; index++) spun = digest(joined([words([index]), spun]));
  return spun;
}

function aes(
  mode: "cbc" | "ecb",
  key: Uint8Array,
  first: Uint8Array | null,
  bytes: Uint8Array,
): Uint8Array {
  const cipher = createCipheriv(`aes-${key.length * 8}-${mode}`, key, first).setAutoPadding(false);
  return joined([cipher.update(bytes), cipher.final()]);
}

function padded(bytes: Uint8Array): Uint8Array {
  return filled(bytes, Math.ceil(bytes.length / 16) * 16);
}

function filled(bytes: Uint8Array, length: number, by = 0): Uint8Array {
  const whole = new Uint8Array(length).fill(by);
  whole.set(bytes.subarray(0, length));
  return whole;
}

function words(numbers: readonly number[]): Uint8Array {
  const bytes = new Uint8Array(numbers.length * 4);
  const view = new DataView(bytes.buffer);
  for (const [index, number] of numbers.entries()) view.setUint32(index * 4, number, true);
  return bytes;
}

function wide(text: string): Uint8Array {
  return new Uint8Array(Buffer.from(text, "utf16le"));
}

/**
 * An OpenDocument file encrypted with a password: each part separately, as since ODF 1.2 (in the
 * older way with SHA-1), or all parts as one, as LibreOffice does since 24.8.
 */
export async function lockedOpenDocument(
  parts: Readonly<Record<string, string>>,
  password: string,
  way: "parts" | "older" | "whole" | "blowfish",
): Promise<Uint8Array> {
  const mimetype = strToU8("application/vnd.oasis.opendocument.text");
  const base64 = (bytes: Uint8Array): string => Buffer.from(bytes).toString("base64");
  const hash = way === "older" || way === "blowfish" ? "sha1" : "sha256";
  const first = createHash(hash).update(password, "utf8").digest();
  const salt = filled(words([1, 2, 3, 4]), 16);
  const start = `<m:start-key-generation m:start-key-generation-name="${hash === "sha1" ? "SHA1" : "http://www.w3.org/2000/09/xmldsig#sha256"}" m:key-size="32"/>`;
  const described = (name: string, size: number, data: string): string =>
    `<m:file-entry m:full-path="${name}" m:size="${size}">${data}</m:file-entry>`;
  const files: Record<string, Uint8Array> = { mimetype };
  const listed: string[] = [];
  if (way === "whole") {
    const inner = zipSync({
      mimetype,
      ...Object.fromEntries(Object.entries(parts).map(([name, text]) => [name, strToU8(text)])),
    });
    const key = argon2id(first, salt, { t: 1, m: 64, p: 2, dkLen: 32 });
    const iv = filled(words([5]), 12);
    const cipher = createCipheriv("aes-256-gcm", key, iv);
    const content = joined([cipher.update(deflateSync(inner)), cipher.final()]);
    files["encrypted-package"] = joined([iv, content, cipher.getAuthTag()]);
    listed.push(
      described(
        "encrypted-package",
        inner.length,
        `<m:encryption-data><m:algorithm m:algorithm-name="http://www.w3.org/2009/xmlenc11#aes256-gcm" m:initialisation-vector="${base64(iv)}"/><m:key-derivation m:key-derivation-name="urn:org:documentfoundation:names:experimental:office:manifest:argon2id" m:key-size="32" l:argon2-iterations="1" l:argon2-memory="64" l:argon2-lanes="2" m:salt="${base64(salt)}"/>${start}</m:encryption-data>`,
      ),
    );
  } else {
    const key = pbkdf2Sync(first, salt, 50, 32, "sha1");
    for (const [name, text] of Object.entries(parts)) {
      const iv = filled(words([6, listed.length]), 16);
      const packed = deflateSync(strToU8(text));
      const sum = createHash(hash).update(packed.subarray(0, 1024)).digest();
      const padding = 16 - (packed.length % 16);
      files[name] = aes("cbc", key, iv, joined([packed, new Uint8Array(padding).fill(padding)]));
      const algorithm =
        way === "blowfish" ? "Blowfish CFB" : "http://www.w3.org/2001/04/xmlenc#aes256-cbc";
      listed.push(
        described(
          name,
          text.length,
          `<m:encryption-data m:checksum-type="${hash === "sha1" ? "SHA1/1K" : "urn:oasis:names:tc:opendocument:xmlns:manifest:1.0#sha256-1k"}" m:checksum="${base64(sum)}"><m:algorithm m:algorithm-name="${algorithm}" m:initialisation-vector="${base64(iv)}"/><m:key-derivation m:key-derivation-name="PBKDF2" m:key-size="32" m:iteration-count="50" m:salt="${base64(salt)}"/>${start}</m:encryption-data>`,
        ),
      );
    }
  }
  files["META-INF/manifest.xml"] = strToU8(
    `<m:manifest xmlns:m="urn:oasis:names:tc:opendocument:xmlns:manifest:1.0" xmlns:l="urn:org:documentfoundation:names:experimental:office:xmlns:loext:1.0"><m:file-entry m:full-path="/"/>${listed.join("")}</m:manifest>`,
  );
  return zipSync(files, { level: 0 });
}
