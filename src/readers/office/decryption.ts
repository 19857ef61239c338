import { sha1 } from "@noble/hashes/legacy.js";
import { sha256, sha384, sha512 } from "@noble/hashes/sha2.js";
import { areEqual, damaged, joined, PagehoundError } from "../../core/index.js";
import { passwordRequired } from "../format.js";
import { CompoundFile, isCompound } from "./containers.js";

/** Bytes in the type that WebCrypto accepts. */
export type Bytes = Uint8Array<ArrayBuffer>;
type Hash = (bytes: Uint8Array) => Uint8Array;

/** The encryption of a file, which opens it with a password. */
interface Lock {
  /** The key of the file's content; null if the password is wrong. */
  keyOf(password: string): Promise<CryptoKey | null>;
  /** Decrypts the content, which starts after its stored length. */
  decrypt(key: CryptoKey, content: Bytes): Promise<Bytes>;
}

/**
 * The password that Excel uses when the author set none; it opens such files without asking
 * (MS-OFFCRYPTO 2.4.2.3).
 */
const ownPassword = "VelvetSweatshop";
const block = 16;
/** Bytes per segment in the newer scheme, each with its own first block (MS-OFFCRYPTO 2.3.4.15). */
const segment = 4096;
/** Hash repetitions: fixed in the older scheme, at most in the newer (2.3.4.7, 2.3.4.10). */
const fixedSpins = 50_000;
const maxSpins = 10_000_000;

/**
 * The office file inside a password-protected one (MS-OFFCRYPTO 2.3.4); null for any other file.
 * Throws `password-required` without the right password, `damaged-file`, and `unsupported-format`
 * for a file that no password opens.
 */
export async function unlockedOffice(
  bytes: Bytes,
  path: string,
  password: string | undefined,
): Promise<Bytes | null> {
  const streams = compoundOrNull(bytes, path);
  const content = streams?.stream("EncryptedPackage");
  if (!streams || !content) return null;
  if (content.length < 8) throw damaged(path, "its encrypted content is missing");
  const lock = lockOf(streams.stream("EncryptionInfo"), path);
  const key = await lock.keyOf(password ?? ownPassword);
  if (!key) throw passwordRequired(path, password !== undefined);
  const opened = await lock.decrypt(key, content.subarray(8));
  const length = new DataView(content.buffer).getBigUint64(0, true);
  return opened.subarray(0, Number(length));
}

/** Whether a file is a password-protected office file. */
export function isLockedOffice(bytes: Bytes): boolean {
  return compoundOrNull(bytes, "")?.names.includes("EncryptedPackage") ?? false;
}

/** Null also for a damaged compound file, whose reader reports the damage. */
function compoundOrNull(bytes: Bytes, path: string): CompoundFile | null {
  if (!isCompound(bytes)) return null;
  try {
    return new CompoundFile(bytes, path);
  } catch {
    return null;
  }
}

function lockOf(info: Bytes | null, path: string): Lock {
  if (!info) throw notOpened(path, "with rights managed by a server (IRM)");
  if (info.length < 8) throw damaged(path, "its encryption is not described");
  const view = new DataView(info.buffer);
  const [major, minor] = [view.getUint16(0, true), view.getUint16(2, true)];
  if (major === 4 && minor === 4) return agileLock(info, path);
  if (minor === 2 && major >= 2 && major <= 4) return standardLock(info, path);
  throw notOpened(path, "with a scheme specific to one program");
}

/** Reports that a file is encrypted in a way that cannot be opened here. */
export function notOpened(path: string, how: string): PagehoundError {
  return new PagehoundError(
    "unsupported-format",
    `${path} is encrypted ${how}, which is not supported. Open it in the program it was made with, save it unencrypted, and add that.`,
    { data: { path } },
  );
}

/** The older scheme, of Office 2007: AES-ECB and SHA-1 (MS-OFFCRYPTO 2.3.4.5 to 2.3.4.9). */
function standardLock(info: Bytes, path: string): Lock {
  const view = new DataView(info.buffer);
  const at = 12 + (info.length >= 12 ? view.getUint32(8, true) : 0);
  if (at + 72 > info.length) throw damaged(path, "its encryption is not described");
  const algorithm = view.getUint32(20, true);
  const keyLength = view.getUint32(28, true) / 8;
  if (!/^66(?:0e|0f|10)$/.test(algorithm.toString(16))) {
    throw notOpened(path, "with an old cipher (RC4)");
  }
  const salt = info.slice(at + 4, at + 20);
  const verifier = info.slice(at + 20, at + 36);
  const verifierHash = info.slice(at + 40, at + 72);
  return {
    async keyOf(password) {
      const spun = sha1(joined([spin(sha1, salt, password, fixedSpins), littleEndian(0)]));
      const derived = (pad: number): Uint8Array => {
        const padded = new Uint8Array(64).fill(pad);
        for (const [index, byte] of spun.entries()) padded[index] = byte ^ pad;
        return sha1(padded);
      };
      const key = await aesKey(joined([derived(0x36), derived(0x5c)]).slice(0, keyLength), path);
      const plainVerifier = await decryptBlocks(key, verifier);
      const hash = (await decryptBlocks(key, verifierHash)).subarray(0, 20);
      return areEqual(sha1(plainVerifier), hash) ? key : null;
    },
    decrypt: decryptBlocks,
  };
}

/** The newer scheme derives a key from the password for each of these (MS-OFFCRYPTO 2.3.4.13). */
const purposes = {
  verifier: Uint8Array.of(0xfe, 0xa7, 0xd2, 0x76, 0x3b, 0x4b, 0x9e, 0x79),
  verifierHash: Uint8Array.of(0xd7, 0xaa, 0x0f, 0x6d, 0x30, 0x61, 0x34, 0x4e),
  key: Uint8Array.of(0x14, 0x6e, 0x0b, 0xe7, 0xab, 0xac, 0xd0, 0xd6),
};

const hashes: Readonly<Record<string, Hash>> = {
  SHA1: sha1,
  SHA256: sha256,
  SHA384: sha384,
  SHA512: sha512,
};

/** The scheme since Office 2010: AES-CBC, described in XML (MS-OFFCRYPTO 2.3.4.10 to 2.3.4.15). */
function agileLock(info: Bytes, path: string): Lock {
  const described = new TextDecoder().decode(info.subarray(8));
  const content = cipherOf(described, "keyData", path);
  const keyCipher = cipherOf(described, "encryptedKey", path);
  const spins = Number(keyCipher.attributeValue("spinCount"));
  if (!(spins >= 0 && spins <= maxSpins))
    throw damaged(path, "its encryption parameters are invalid");
  return {
    async keyOf(password) {
      const spun = spin(keyCipher.hash, keyCipher.salt, password, spins);
      const decrypted = async (purpose: Uint8Array, name: string): Promise<Bytes> => {
        const key = await aesKey(
          sized(keyCipher.hash(joined([spun, purpose])), keyCipher.keyLength),
          path,
        );
        return decryptChain(
          key,
          sized(keyCipher.salt, block),
          fromBase64(keyCipher.attributeValue(name)),
        );
      };
      const plainVerifier = await decrypted(purposes.verifier, "encryptedVerifierHashInput");
      const hash = await decrypted(purposes.verifierHash, "encryptedVerifierHashValue");
      const known = keyCipher.hash(plainVerifier.subarray(0, keyCipher.salt.length));
      if (!areEqual(known, hash.subarray(0, known.length))) return null;
      const key = await decrypted(purposes.key, "encryptedKeyValue");
      return aesKey(key.slice(0, keyCipher.keyLength), path);
    },
    async decrypt(key, locked) {
      // Decrypts one single chain and then corrects the first block of each segment: a call for
      // each segment takes far longer.
      const opened = await decryptChain(key, new Uint8Array(block), locked);
      for (let start = 0, index = 0; start < opened.length; start += segment, index++) {
        const first = sized(content.hash(joined([content.salt, littleEndian(index)])), block);
        for (let at = 0; at < block; at++) {
          const before = start === 0 ? 0 : (locked[start - block + at] ?? 0);
          opened[start + at] = (opened[start + at] ?? 0) ^ before ^ (first[at] ?? 0);
        }
      }
      return opened;
    },
  };
}

/** How something is encrypted, from an element of the description. */
function cipherOf(described: string, name: string, path: string) {
  const attributes = new RegExp(`<(?:\\w+:)?${name}\\s([^<>]*)>`).exec(described)?.[1] ?? "";
  const attributeValue = (attribute: string): string =>
    new RegExp(`(?:^|\\s)${attribute}\\s*=\\s*["']([^"']*)["']`).exec(attributes)?.[1] ?? "";
  const hash = hashes[attributeValue("hashAlgorithm").replace("-", "")];
  const isKnown =
    attributeValue("cipherAlgorithm") === "AES" &&
    attributeValue("cipherChaining") === "ChainingModeCBC";
  if (attributes === "") throw notOpened(path, "with something other than a password");
  if (!hash || !isKnown) throw notOpened(path, "with a scheme specific to one program");
  const [salt, keyLength] = [
    fromBase64(attributeValue("saltValue")),
    Number(attributeValue("keyBits")) / 8,
  ];
  if (![16, 24, 32].includes(keyLength))
    throw damaged(path, "its encryption parameters are invalid");
  return { attributeValue, hash, salt, keyLength };
}

/** Hashes a password so often that guessing takes long (MS-OFFCRYPTO 2.3.4.7, 2.3.4.11). */
function spin(hash: Hash, salt: Uint8Array, password: string, times: number): Uint8Array {
  const letters = new Uint8Array(password.length * 2);
  const view = new DataView(letters.buffer);
  for (let at = 0; at < password.length; at++)
    view.setUint16(at * 2, password.charCodeAt(at), true);
  let spun = hash(joined([salt, letters]));
  const input = new Uint8Array(4 + spun.length);
  const counter = new DataView(input.buffer);
  // Uses a library: the platform's asynchronous hash would add some seconds in all.
  for (let index = 0; index < times; index++) {
    counter.setUint32(0, index, true);
    input.set(spun, 4);
    spun = hash(input);
  }
  return spun;
}

/** An AES key. Throws `unsupported-format` for a length that browsers do not support. */
export async function aesKey(
  key: Bytes,
  path: string,
  way: "AES-CBC" | "AES-GCM" = "AES-CBC",
): Promise<CryptoKey> {
  try {
    return await crypto.subtle.importKey("raw", key, way, false, ["encrypt", "decrypt"]);
  } catch {
    // Browsers support AES with 128 and 256 bits.
    throw notOpened(path, `with a key of ${key.length * 8} bits`);
  }
}

/** Decrypts AES-CBC without padding, by adding the padding that the platform requires. */
export async function decryptChain(key: CryptoKey, first: Bytes, encrypted: Bytes): Promise<Bytes> {
  const whole = encrypted.subarray(0, encrypted.length - (encrypted.length % block));
  const last = whole.length === 0 ? first : whole.slice(-block);
  const padding = new Uint8Array(block).fill(block);
  const end = await crypto.subtle.encrypt({ name: "AES-CBC", iv: last }, key, padding);
  const padded = joined([whole, new Uint8Array(end).subarray(0, block)]);
  return new Uint8Array(await crypto.subtle.decrypt({ name: "AES-CBC", iv: first }, key, padded));
}

/** Decrypts AES-ECB, which the platform lacks, by undoing the chaining of AES-CBC. */
async function decryptBlocks(key: CryptoKey, encrypted: Bytes): Promise<Bytes> {
  const opened = await decryptChain(key, new Uint8Array(block), encrypted);
  for (let at = block; at < opened.length; at++) {
    opened[at] = (opened[at] ?? 0) ^ (encrypted[at - block] ?? 0);
  }
  return opened;
}

/** Truncates bytes, or pads them as the standard does if a hash is too short for a key. */
function sized(bytes: Uint8Array, length: number): Bytes {
  const exact = new Uint8Array(length).fill(0x36);
  exact.set(bytes.subarray(0, length));
  return exact;
}

function littleEndian(number: number): Bytes {
  const bytes = new Uint8Array(4);
  new DataView(bytes.buffer).setUint32(0, number, true);
  return bytes;
}

/** Decodes base64; empty if the text is not valid. */
export function fromBase64(text: string): Bytes {
  try {
    return Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
  } catch {
    return new Uint8Array();
  }
}
