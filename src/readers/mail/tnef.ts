import { encodingOf } from "../text/parser.js";
import { decompressRtf } from "./compressed-rtf.js";

/** What a file `winmail.dat` holds (MS-OXTNEF): the body that a message has for Outlook, and what is attached. */
export interface TnefContent {
  readonly text: string;
  /** The body as a web page, or as rich text, where it has one. */
  readonly html: string | null;
  readonly rtf: Uint8Array<ArrayBuffer> | null;
  readonly files: readonly TnefFile[];
}

export interface TnefFile {
  readonly name: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

const signature = 0x223e9f78;
/** Messages inside one another, at most. */
const deepest = 4;

/** Attributes by their numbers and types (MS-OXTNEF, 2.1.3.1). */
const attribute = {
  body: 0x0002800c,
  codePage: 0x00069007,
  messageProperties: 0x00069003,
  beginsFile: 0x00069002,
  fileTitle: 0x00018010,
  fileData: 0x0006800f,
  fileProperties: 0x00069005,
} as const;

/** Properties by their numbers (MS-OXPROPS). */
const property = {
  body: 0x1000,
  rtf: 0x1009,
  html: 0x1013,
  content: 0x3701,
  shortName: 0x3704,
  longName: 0x3707,
  shownName: 0x3001,
} as const;

function isTnef(bytes: Uint8Array): boolean {
  return bytes.length > 6 && viewOf(bytes).getUint32(0, true) === signature;
}

/** Reads it as far as it is whole; null where it is none. */
export function readTnef(bytes: Uint8Array, depth = 1): TnefContent | null {
  if (!isTnef(bytes)) return null;
  let codePage = 1252;
  let body: Uint8Array | null = null;
  let properties: Properties = new Map();
  const files: { title: Uint8Array | null; data: Uint8Array | null; properties: Properties }[] = [];
  for (const { id, data } of attributesIn(bytes)) {
    const file = files.at(-1);
    if (id === attribute.codePage && data.length >= 4) codePage = viewOf(data).getUint32(0, true);
    else if (id === attribute.body) body = data;
    else if (id === attribute.messageProperties) properties = propertiesIn(data);
    else if (id === attribute.beginsFile)
      files.push({ title: null, data: null, properties: new Map() });
    else if (file && id === attribute.fileTitle) file.title = data;
    else if (file && id === attribute.fileData) file.data = data;
    else if (file && id === attribute.fileProperties) file.properties = propertiesIn(data);
  }
  const decode = (text: Uint8Array | null): string =>
    text === null
      ? ""
      : ended(new TextDecoder(encodingOf(codePage) ?? "windows-1252").decode(text));
  const textOf = (from: Properties, id: number): string => {
    const found = from.get(id);
    if (!found) return "";
    return found.type === unicodeText
      ? ended(new TextDecoder("utf-16le").decode(found.data))
      : decode(found.data);
  };
  const content: TnefFile[] = [];
  const inner: TnefContent[] = [];
  for (const file of files) {
    const names = [property.longName, property.shownName, property.shortName];
    const name = names.map((id) => textOf(file.properties, id)).find(Boolean) || decode(file.title);
    const object = file.properties.get(property.content)?.data;
    // A message stands behind the number of its class.
    const message = object && depth < deepest ? readTnef(object.subarray(16), depth + 1) : null;
    if (message) inner.push(message);
    const own = file.data ?? (message ? null : (object ?? null));
    if (own) content.push({ name, bytes: own.slice() });
  }
  const html = textOf(properties, property.html);
  const compressed = properties.get(property.rtf)?.data;
  const texts = [
    decode(body) || textOf(properties, property.body),
    ...inner.map(({ text }) => text),
  ];
  return {
    text: texts.filter(Boolean).join("\n\n"),
    html: html === "" ? null : html,
    rtf: compressed ? decompressRtf(compressed) : null,
    files: [...content, ...inner.flatMap((each) => each.files)],
  };
}

function viewOf(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

/** Without the zeros that texts end with. */
function ended(text: string): string {
  return text.replace(/(?<!\0)\0+$/, "");
}

function* attributesIn(bytes: Uint8Array): Generator<{ id: number; data: Uint8Array }> {
  const view = viewOf(bytes);
  // Level, number, length, data, sum.
  for (let at = 6; at + 9 <= bytes.length; ) {
    const id = view.getUint32(at + 1, true);
    const length = view.getUint32(at + 5, true);
    const data = bytes.subarray(at + 9, at + 9 + length);
    if (data.length < length) return;
    yield { id, data };
    at += 9 + length + 2;
  }
}

type Properties = Map<number, { readonly type: number; readonly data: Uint8Array }>;

const unicodeText = 0x1f;
/** Types whose values state their lengths: objects, texts, bytes. */
const variable = new Set([0x0d, 0x1e, unicodeText, 0x102]);
/** Bytes of the others (MS-OXCDATA, 2.11.1), as they are padded. */
const sizes: ReadonlyMap<number, number> = new Map([
  [0x02, 4],
  [0x03, 4],
  [0x04, 4],
  [0x05, 8],
  [0x06, 8],
  [0x07, 8],
  [0x0a, 4],
  [0x0b, 4],
  [0x14, 8],
  [0x40, 8],
  [0x48, 16],
]);
const several = 0x1000;

/** The first value of each property (MS-OXTNEF, 2.1.3.4), as far as they can be read. */
function propertiesIn(bytes: Uint8Array): Properties {
  const found: Properties = new Map();
  const view = viewOf(bytes);
  let at = 4;
  const number = (): number => {
    const value = at + 4 <= bytes.length ? view.getUint32(at, true) : 0;
    at += 4;
    return value;
  };
  for (let left = bytes.length >= 4 ? view.getUint32(0, true) : 0; left > 0; left--) {
    if (at + 4 > bytes.length) break;
    const written = view.getUint16(at, true);
    const id = view.getUint16(at + 2, true);
    at += 4;
    const type = written & ~several;
    if (id >= 0x8000) {
      at += 16;
      if (number() === 1) at += padded(number());
      else at += 4;
    }
    const isVariable = variable.has(type);
    const size = sizes.get(type);
    if (!isVariable && size === undefined) break;
    const count = isVariable || (written & several) !== 0 ? number() : 1;
    for (let index = 0; index < count && at < bytes.length; index++) {
      const length = isVariable ? number() : (size ?? 0);
      const data = bytes.subarray(at, at + length);
      if (index === 0 && data.length === length) found.set(id, { type, data });
      at += padded(length);
    }
  }
  return found;
}

function padded(length: number): number {
  return (length + 3) & ~3;
}
