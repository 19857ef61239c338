import { argon2id } from "@noble/hashes/argon2.js";
import { Inflate, Zip, ZipPassThrough } from "fflate";
import { areEqual, damaged, joined, PagehoundError, tooMuch } from "../../core/index.js";
import { passwordRequired } from "../format.js";
import { Archive } from "./containers.js";
import { aesKey, type Bytes, decryptChain, fromBase64, notOpened } from "./decryption.js";
import { attribute, child, childrenNamed, readPart, type XmlElement } from "./package.js";

/** The name of the encrypted part when the whole file is encrypted as one. */
const wholeFile = "encrypted-package";
const manifestPart = "META-INF/manifest.xml";
/** The parts that are decrypted; others, such as pictures, stay locked. */
const readParts = /(?:^|\/)(?:content|styles|meta)\.xml$/;
/** Maximum number of hash repetitions for a password, far more than programs use. */
const maxIterations = 10_000_000;
/** Maximum kilobytes, rounds and lanes of Argon2; LibreOffice sets 65,536, 3 and 4. */
const maxArgon2 = { memory: 256 * 1024, iterations: 16, lanes: 16 };

/** The encrypted parts of an OpenDocument file; null for any other file. */
function lockedParts(archive: Archive): Map<string, XmlElement> | null {
  if (!archive.has("mimetype") || !archive.has(manifestPart)) return null;
  const parts = new Map<string, XmlElement>();
  for (const entry of childrenNamed(readPart(archive, manifestPart), "file-entry")) {
    const name = attribute(entry, "full-path");
    if (name !== null && child(entry, "encryption-data")) parts.set(name, entry);
  }
  return parts.size > 0 ? parts : null;
}

/** Null for a damaged archive, whose reader reports the damage. */
function archiveOrNull(bytes: Bytes, path: string): Archive | null {
  try {
    return new Archive(bytes, path);
  } catch {
    return null;
  }
}

/** Whether a zip archive is a password-protected OpenDocument file. */
export function isLockedOpenDocument(bytes: Bytes): boolean {
  const archive = archiveOrNull(bytes, "");
  return archive !== null && lockedParts(archive) !== null;
}

/**
 * Decrypts the needed parts of a password-protected OpenDocument file (ODF 1.3, part 2, 3.4 and
 * 4.8) into an unprotected one; null for any other file. Throws `password-required` without the
 * right password, `damaged-file`, and `unsupported-format` for other kinds of encryption.
 */
export async function unlockedOpenDocument(
  bytes: Bytes,
  path: string,
  password: string | undefined,
): Promise<Bytes | null> {
  const archive = archiveOrNull(bytes, path);
  const parts = archive && lockedParts(archive);
  if (!archive || !parts) return null;
  const keys = new Keys(path, password);
  const whole = parts.get(wholeFile);
  if (whole) return unpacked(await unlockedPart(archive, wholeFile, whole, keys), path);
  const unlocked: [name: string, deflated: Bytes][] = [];
  for (const [name, entry] of parts) {
    if (readParts.test(name)) unlocked.push([name, await unlockedPart(archive, name, entry, keys)]);
  }
  if (unlocked.length === 0) throw damaged(path, "its text is missing");
  return repacked(archive.bytes("mimetype") ?? new Uint8Array(), unlocked);
}

/** Decrypts a part, which is still deflated. */
async function unlockedPart(
  archive: Archive,
  name: string,
  entry: XmlElement,
  keys: Keys,
): Promise<Bytes> {
  const { path } = archive;
  const locked = archive.bytes(name);
  const data = child(entry, "encryption-data");
  const algorithm = child(data, "algorithm");
  if (!locked || !data || !algorithm) throw damaged(path, "its encrypted content is missing");
  const way = attribute(algorithm, "algorithm-name") ?? "";
  if (/blowfish/i.test(way)) throw notOpened(path, "with an old cipher (Blowfish)");
  const first = fromBase64(attribute(algorithm, "initialisation-vector") ?? "");
  if (/aes\d{3}-cbc$/i.test(way)) {
    if (first.length !== 16) throw damaged(path, "its encryption parameters are invalid");
    const opened = unpadded(await decryptChain(await keys.of(data, "AES-CBC"), first, locked));
    if (!opened || !(await hasChecksum(opened, data))) throw passwordRequired(path, true);
    return opened;
  }
  if (!/aes\d{3}-gcm$/i.test(way)) throw notOpened(path, "with a scheme specific to one program");
  const key = await keys.of(data, "AES-GCM");
  try {
    // The initialisation vector precedes the content (XML Encryption 1.1, 5.2.4).
    const [iv, content] = [locked.subarray(0, 12), locked.subarray(12)];
    return new Uint8Array(await crypto.subtle.decrypt({ name: "AES-GCM", iv }, key, content));
  } catch {
    throw passwordRequired(path, true);
  }
}

/** The keys derived from a password, each computed once. */
class Keys {
  readonly #path: string;
  readonly #password: string | undefined;
  readonly #made = new Map<string, Promise<CryptoKey>>();

  constructor(path: string, password: string | undefined) {
    this.#path = path;
    this.#password = password;
  }

  of(data: XmlElement, way: "AES-CBC" | "AES-GCM"): Promise<CryptoKey> {
    const derivation = child(data, "key-derivation");
    const start = child(data, "start-key-generation");
    if (!derivation) throw notOpened(this.#path, "with something other than a password");
    const settings = JSON.stringify([way, derivation.attributes, start?.attributes]);
    const key = this.#made.get(settings) ?? this.#make(derivation, start, way);
    this.#made.set(settings, key);
    return key;
  }

  async #make(
    derivation: XmlElement,
    start: XmlElement | null,
    way: "AES-CBC" | "AES-GCM",
  ): Promise<CryptoKey> {
    const path = this.#path;
    const method = attribute(derivation, "key-derivation-name") ?? "";
    const [salt, length] = [
      fromBase64(attribute(derivation, "salt") ?? ""),
      numberOf(derivation, "key-size", 16),
    ];
    const isKnown = /pbkdf2$/i.test(method) || /argon2id$/i.test(method);
    if (!isKnown) throw notOpened(path, "with a scheme specific to one program");
    if (![16, 24, 32].includes(length) || salt.length === 0) {
      throw damaged(path, "its encryption parameters are invalid");
    }
    if (this.#password === undefined) throw passwordRequired(path, false);
    const letters = new TextEncoder().encode(this.#password);
    // The older scheme does not name its hash.
    const named = (start && attribute(start, "start-key-generation-name")) ?? "sha1";
    const hash = /sha256$/i.test(named) ? "SHA-256" : "SHA-1";
    const first = new Uint8Array(await crypto.subtle.digest(hash, letters));
    const key = /argon2id$/i.test(method)
      ? argon2(derivation, first, salt, length, path)
      : await pbkdf2(derivation, first, salt, length, path);
    return aesKey(key, path, way);
  }
}

async function pbkdf2(
  derivation: XmlElement,
  first: Bytes,
  salt: Bytes,
  length: number,
  path: string,
): Promise<Bytes> {
  const iterations = numberOf(derivation, "iteration-count", 0);
  if (!(iterations >= 1 && iterations <= maxIterations)) {
    throw damaged(path, "its encryption parameters are invalid");
  }
  const material = await crypto.subtle.importKey("raw", first, "PBKDF2", false, ["deriveBits"]);
  const how = { name: "PBKDF2", hash: "SHA-1", salt, iterations };
  return new Uint8Array(await crypto.subtle.deriveBits(how, material, length * 8));
}

function argon2(
  derivation: XmlElement,
  first: Bytes,
  salt: Bytes,
  length: number,
  path: string,
): Bytes {
  const [t, m, p] = [
    numberOf(derivation, "argon2-iterations", 0),
    numberOf(derivation, "argon2-memory", 0),
    numberOf(derivation, "argon2-lanes", 0),
  ];
  const { memory, iterations, lanes } = maxArgon2;
  const isSound = t >= 1 && t <= iterations && p >= 1 && p <= lanes && m >= 8 * p && m <= memory;
  if (!isSound || salt.length < 8) throw damaged(path, "its encryption parameters are invalid");
  return new Uint8Array(argon2id(first, salt, { t, m, p, dkLen: length }));
}

function numberOf(element: XmlElement, name: string, usual: number): number {
  const number = Number(attribute(element, name) ?? usual);
  return Number.isSafeInteger(number) ? number : -1;
}

/** Removes the padding, whose length is in the last byte; null if that length is invalid. */
function unpadded(opened: Bytes): Bytes | null {
  const padding = opened.at(-1) ?? 0;
  return padding >= 1 && padding <= 16 ? opened.subarray(0, opened.length - padding) : null;
}

/** Whether a decrypted part, or its first kilobyte, matches its checksum. */
async function hasChecksum(opened: Bytes, data: XmlElement): Promise<boolean> {
  const [type, sum] = [attribute(data, "checksum-type") ?? "", attribute(data, "checksum")];
  if (sum === null) return true;
  const [, bits = "1"] = /sha-?(256|512)/i.exec(type) ?? [];
  const hash = `SHA-${bits}`;
  const start = /1k$/i.test(type) ? opened.subarray(0, 1024) : opened;
  const digest = new Uint8Array(await crypto.subtle.digest(hash, start));
  return areEqual(digest, fromBase64(sum));
}

/** Inflates the file inside a part. Its content is already packed, so it is hardly larger. */
function unpacked(packed: Bytes, path: string): Bytes {
  const pieces: Uint8Array[] = [];
  let size = 0;
  const inflate = new Inflate((piece) => {
    size += piece.length;
    if (size > longestFile) throw tooMuch(path, "unpacks to over 1 GB");
    pieces.push(piece);
  });
  try {
    for (let at = 0; at < packed.length; at += atOnce) {
      inflate.push(packed.subarray(at, at + atOnce), at + atOnce >= packed.length);
    }
  } catch (cause) {
    if (PagehoundError.isInstance(cause)) throw cause;
    throw damaged(path, "its encrypted content cannot be decompressed", cause);
  }
  return joined(pieces);
}

/** Maximum number of bytes that such a file unpacks to, and packed bytes processed at once. */
const longestFile = 1024 * 1024 * 1024;
const atOnce = 32 * 1024;

/** An archive made of parts that are already deflated. */
function repacked(mimetype: Bytes, parts: readonly (readonly [string, Bytes])[]): Bytes {
  const pieces: Uint8Array[] = [];
  const zip = new Zip((error, piece) => {
    if (error) throw error;
    pieces.push(piece);
  });
  for (const [name, bytes] of [["mimetype", mimetype] as const, ...parts]) {
    const file = new ZipPassThrough(name);
    if (name !== "mimetype") file.compression = 8;
    zip.add(file);
    file.push(bytes, true);
  }
  zip.end();
  return joined(pieces);
}
