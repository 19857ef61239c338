import { readText } from "../text/encoding.js";
import { encodingOf } from "../text/parser.js";

/** Names that say nothing of bytes beyond ASCII. */
const sayNothing =
  /^(?:us-ascii|ascii|ansi_x3\.4.*|iso-?646.*|7bit|8bit|binary|default|none|unknown.*|x-unknown.*|)$/i;

/** The encoding that a mail declares, as `TextDecoder` calls it; null where it says nothing or nobody knows it. */
export function declaredCharset(name: string | null): string | null {
  // Some programs put other quotation marks around it, or quote it twice.
  const plain = (name ?? "").replace(/["'\\<>\s]/g, "");
  if (sayNothing.test(plain)) return null;
  try {
    return new TextDecoder(plain).encoding;
  } catch {
    const page = /^(?:x-)?(?:cp|ms|win|windows|ibm|dos)[-_]?(\d+)$/i.exec(plain)?.[1];
    return page === undefined ? null : encodingOf(Number(page));
  }
}

/** The encoding that a web page declares in itself. */
export function charsetInPage(bytes: Uint8Array): string | null {
  const head = new TextDecoder("latin1").decode(bytes.subarray(0, 4096));
  return (
    /<meta[^>]{1,400}charset\s{0,20}=\s{0,20}["']?\s{0,20}([\w.:-]{1,60})/i.exec(head)?.[1] ?? null
  );
}

/**
 * The text that bytes of a mail stand for. All that is decoded here comes through this function: what
 * they are where nothing is declared is for `readText` to tell.
 */
export async function decodeMailText(bytes: Uint8Array, declared: string | null): Promise<string> {
  return (await readText(bytes, { declared: declaredCharset(declared) })).text;
}

/** Whether bytes are UTF-8, which ASCII is, too. */
export function isUtf8(bytes: Uint8Array): boolean {
  try {
    new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    return true;
  } catch {
    return false;
  }
}

export function isAscii(bytes: Uint8Array): boolean {
  return bytes.every((byte) => byte < 0x80);
}

/** Bytes as a string of one character each. */
export function byteString(bytes: Uint8Array): string {
  let text = "";
  for (let at = 0; at < bytes.length; at += 8192) {
    text += String.fromCharCode(...bytes.subarray(at, at + 8192));
  }
  return text;
}

/** The bytes of a string of one character each. */
export function bytesOf(text: string): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(text.length);
  for (let at = 0; at < text.length; at++) bytes[at] = text.charCodeAt(at);
  return bytes;
}

/** Base64 with whatever stands between its letters. */
export function fromBase64(text: string): Uint8Array<ArrayBuffer> {
  // Parts that were put together end in padding each.
  const pieces = text.replace(/[^a-z\d+/=]+/gi, "").split(/=+/);
  return bytesOf(
    pieces.map((piece) => atob(piece.length % 4 === 1 ? piece.slice(0, -1) : piece)).join(""),
  );
}

export function toBase64(bytes: Uint8Array): string {
  return btoa(byteString(bytes));
}

/** Quoted-printable (RFC 2045, 6.7) as bytes. */
export function fromQuotedPrintable(text: string): Uint8Array<ArrayBuffer> {
  return bytesOf(
    text
      .replace(/(?<![ \t])[ \t]+(?=\r?\n|$)/g, "")
      .replace(/=\r?\n/g, "")
      .replace(/=([\da-f]{2})/gi, (_, code: string) =>
        String.fromCharCode(Number.parseInt(code, 16)),
      ),
  );
}
