import { damaged } from "../../core/zip.js";
import { CompoundFile, type CompoundStorage } from "../office/compound-file.js";
import { encodingOf } from "../text/code-pages.js";

/** A message of Outlook, in the words of those of other programs. */
export interface OutlookMessage {
  readonly subject: string;
  readonly from: string;
  readonly to: string;
  readonly cc: string;
  /** In ISO 8601; null where it has none. */
  readonly date: string | null;
  readonly text: string;
  /** The body as a web page; null where it has none. */
  readonly html: string | null;
  readonly files: readonly OutlookFile[];
  /** Messages that are attached to it. */
  readonly messages: readonly OutlookMessage[];
}

/** A file that is attached. */
export interface OutlookFile {
  readonly name: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** Whether it is a picture that stands in the text. */
  readonly isPart: boolean;
}

/** What is looked for, by the numbers of properties (MS-OXPROPS). */
const property = {
  subject: "0037",
  sent: "0039",
  senderName: "0C1A",
  senderAddress: "5D01",
  senderMail: "0C1F",
  cc: "0E03",
  to: "0E04",
  received: "0E06",
  body: "1000",
  html: "1013",
  content: "3701",
  shortName: "3704",
  longName: "3707",
  contentId: "3712",
  isHidden: "7FFE",
  shownName: "3001",
  codePage: "3FFD",
  locale: "3FF1",
  htmlCodePage: "3FDE",
} as const;

/** Reads a message of Outlook (MS-OXMSG). Throws `damaged-file`. */
export function outlookMessage(bytes: Uint8Array, path: string): OutlookMessage {
  const root = new CompoundFile(bytes, path).tree();
  if (!root.streams.has(fixedStream)) throw damaged(path, "what it says of itself is missing");
  return messageIn(root, rootHeader);
}

const fixedStream = "__properties_version1.0";
/** Bytes before the properties of fixed length: of a message, of one inside of it, and of what is attached. */
const rootHeader = 32;
const innerHeader = 24;
const fileHeader = 8;

function messageIn(storage: CompoundStorage, header: number): OutlookMessage {
  const own = new Properties(storage, header);
  const address = own.text(property.senderAddress) || own.text(property.senderMail);
  const name = own.text(property.senderName);
  const attached = storage.storages.filter((each) => each.name.startsWith("__attach_"));
  const embedded = attached.flatMap((each) =>
    each.storages.filter((inner) => inner.name.startsWith(`__substg1.0_${property.content}`)),
  );
  return {
    subject: own.text(property.subject),
    // Of colleagues the address is a name in a directory of their firm's.
    from: !address.includes("@") || address === name ? name : `${name} <${address}>`.trim(),
    to: own.text(property.to),
    cc: own.text(property.cc),
    date: own.time(property.sent) ?? own.time(property.received),
    text: own.text(property.body),
    html: own.html(),
    files: attached.flatMap(fileIn),
    messages: embedded.map((each) => messageIn(each, innerHeader)),
  };
}

function fileIn(storage: CompoundStorage): OutlookFile[] {
  const own = new Properties(storage, fileHeader);
  const bytes = storage.streams.get(`__substg1.0_${property.content}0102`)?.();
  if (!bytes) return [];
  const names = [property.longName, property.shownName, property.shortName];
  const name = names.map((each) => own.text(each)).find((each) => each !== "") ?? "";
  const isPart = own.text(property.contentId) !== "" && own.number(property.isHidden) === 1;
  return [{ name, bytes, isPart }];
}

/** The properties of a message, or of what is attached to it (MS-OXMSG 2.4). */
class Properties {
  readonly #streams: CompoundStorage["streams"];
  readonly #fixed: DataView;
  readonly #header: number;

  constructor({ streams }: CompoundStorage, header: number) {
    this.#streams = streams;
    this.#fixed = new DataView((streams.get(fixedStream)?.() ?? new Uint8Array()).buffer);
    this.#header = header;
  }

  /** A text; empty where there is none. */
  text(name: string): string {
    const wide = this.#streams.get(`__substg1.0_${name}001F`)?.();
    if (wide) return trimmed(new TextDecoder("utf-16le").decode(wide));
    const narrow = this.#streams.get(`__substg1.0_${name}001E`)?.();
    return narrow ? trimmed(this.#decoder(this.#codePage()).decode(narrow)) : "";
  }

  /** That of texts of one byte a letter: stated, or usual where the message was written. */
  #codePage(): number | null {
    const locale = this.number(property.locale);
    return this.number(property.codePage) ?? localePages.get(locale ?? 0) ?? null;
  }

  html(): string | null {
    const bytes = this.#streams.get(`__substg1.0_${property.html}0102`)?.();
    const text = bytes
      ? this.#decoder(this.number(property.htmlCodePage)).decode(bytes)
      : this.text(property.html);
    return text === "" ? null : text;
  }

  /** A time in ISO 8601; null where there is none. */
  time(name: string): string | null {
    const at = this.#placeOf(name);
    if (at === null) return null;
    // Tenths of microseconds since 1601.
    const ticks = this.#fixed.getBigUint64(at, true);
    const time = new Date(Number(ticks / 10_000n) - 11_644_473_600_000);
    return Number.isNaN(time.getTime()) ? null : time.toISOString();
  }

  /** A number; null where there is none. */
  number(name: string): number | null {
    const at = this.#placeOf(name);
    return at === null ? null : this.#fixed.getUint32(at, true);
  }

  #placeOf(name: string): number | null {
    const id = Number.parseInt(name, 16);
    for (let at = this.#header; at + 16 <= this.#fixed.byteLength; at += 16) {
      if (this.#fixed.getUint16(at + 2, true) === id) return at + 8;
    }
    return null;
  }

  #decoder(codePage: number | null): TextDecoder {
    return new TextDecoder(encodingOf(codePage ?? 1252) ?? "windows-1252");
  }
}

/** The code pages of languages other than those of Western Europe (MS-LCID). */
const localePages: ReadonlyMap<number, number> = new Map([
  [0x401, 1256],
  [0x404, 950],
  [0x405, 1250],
  [0x408, 1253],
  [0x40d, 1255],
  [0x40e, 1250],
  [0x411, 932],
  [0x412, 949],
  [0x415, 1250],
  [0x419, 1251],
  [0x41f, 1254],
  [0x422, 1251],
  [0x804, 936],
]);

/** Without the zeros that some programs end a text with. */
function trimmed(text: string): string {
  return text.replace(/\0+$/, "");
}
