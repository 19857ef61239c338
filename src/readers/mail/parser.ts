import { parse } from "parse5";
import type { Address, Attachment, Email } from "postal-mime";
import { append } from "../../core/append.js";
import { PagehoundError } from "../../core/errors.js";
import { oneLine } from "../../core/one-line.js";
import { DistinctPaths } from "../../core/paths.js";
import { damaged } from "../../core/zip.js";
import type { AttachedFile, OpenDocument, ParseSource } from "../format.js";
import { readHtml } from "../html/parser.js";
import { CompoundFile, type CompoundStorage, isCompound } from "../office/containers.js";
import {
  type Block,
  blocksOf,
  openPages,
  type PagePart,
  removedBlocks,
  sectionParts,
  textMetadata,
} from "../parts.js";
import { openRichText } from "../rtf/parser.js";
import { encodingOf, textBlocks } from "../text/parser.js";
import { calendarLines } from "./calendar.js";
import { decompressRtf } from "./compressed-rtf.js";
import { beginsMailbox, messagesIn } from "./mailbox.js";
import { type MessageFault, parseMessage } from "./message.js";
import { readTnef } from "./tnef.js";

/** What is read of a message. */
type Mail = Pick<Email, "attachments"> & {
  readonly [Name in "from" | "to" | "cc" | "date" | "subject" | "text" | "html"]?:
    | Email[Name]
    | undefined;
} & {
  /** The body as rich text, where it has no other one. */
  readonly rtf?: Uint8Array<ArrayBuffer> | null;
  /** What Outlook has packed beside the body and says more than that. */
  readonly packed?: Body;
};

/** What a message says. */
interface Body {
  readonly blocks: readonly Block[];
  /** What is marked as deleted. */
  readonly removed: readonly string[];
}

/** Messages of a mailbox at most. */
const maxMessages = 50_000;
/** Files of a mail or mailbox that are read, at most; the others are only named. */
const maxAttached = 1_000;
/** Characters of a name; paths are shown. */
const longestFileName = 120;
/** Mails attached to one another whose files are read. What they hold is never more than they are. */
const deepestMail = 4;

/**
 * Opens a mail, or a mailbox with many of them (RFC 5322, RFC 4155), or a message of Outlook. What is attached is named in the
 * text of its message, and given to be read on its own. A message of a mailbox that cannot be read is an
 * unreadable page. Throws `damaged-file` for a mail by itself that cannot be read.
 */
export async function openMail({ bytes, path }: ParseSource): Promise<OpenDocument> {
  const parts: PagePart[] = [];
  let first: Mail | null = null;
  let count = 0;
  const isBox = beginsMailbox(bytes);
  const files = new AttachedFiles(path);
  for await (const found of mailsIn(bytes, path)) {
    if (++count > maxMessages) break;
    if ("reason" in found) {
      if (!isBox) {
        const message = `${path} cannot be read: ${found.reason}. ${saveParts}`;
        throw new PagehoundError("damaged-file", message, { data: { path } });
      }
      parts.push(unreadable(found, count));
      continue;
    }
    const mail = await unpacked(found);
    first ??= mail;
    for (const part of sectionParts(await messageBlocks(mail))) parts.push(part);
    files.add(mail.attachments, isBox || first !== mail ? subjectOf(mail) : null);
  }
  if (files.problem !== null) parts.push({ blocks: [], problem: files.problem });
  // What is attached to a message of Outlook stands below it.
  const isOne = count === 1 || !isBox;
  const time = Date.parse(first?.date ?? "");
  const metadata = textMetadata(bytes.length, {
    title: isOne ? (first?.subject ?? null) : null,
    author: isOne && first?.from ? named(first.from) : null,
    units: Math.min(count, maxMessages),
    created: !isOne || Number.isNaN(time) ? null : new Date(time).toISOString(),
  });
  return { ...openPages(parts, metadata), attached: files.all };
}

const saveParts = "Open it in a mail program, save what you need of it, and add that.";

/** The page of a message of a mailbox that cannot be read. */
function unreadable(fault: MessageFault, number: number): PagePart {
  const subject = subjectOf(fault);
  const which = `Message ${number} (“${oneLine(subject, longestFileName)}”)`;
  return {
    label: subject,
    blocks: [],
    problem: `${which} cannot be read: ${fault.reason}. ${saveParts}`,
  };
}

/** What is attached to the messages of a file, each with a path of its own. */
class AttachedFiles {
  readonly all: AttachedFile[] = [];
  readonly #isTooDeep: boolean;
  readonly #paths = new DistinctPaths([]);
  #leftOut = 0;

  constructor(path: string) {
    const mails = path.split("/").filter((name) => /\.(?:eml|mbox|msg)$/i.test(name));
    this.#isTooDeep = mails.length > deepestMail;
  }

  /** Adds those of a message, in a folder if one is named. */
  add(attachments: readonly Attachment[], folder: string | null): void {
    for (const each of attachments) {
      const name = nameOf(each);
      // Pictures that stand in the text are no documents.
      if (name === null || each.related || typeof each.content === "string") continue;
      if (this.#isTooDeep || this.all.length >= maxAttached) {
        this.#leftOut++;
        continue;
      }
      const wanted = folder === null ? name : `${plainName(folder)}/${name}`;
      const path = this.#paths.take(wanted);
      this.all.push({ path, bytes: new Uint8Array(each.content).slice() });
    }
  }

  /** Why some are not read; null where all can be. */
  get problem(): string | null {
    if (this.#leftOut === 0) return null;
    const why = this.#isTooDeep
      ? `mails are opened ${deepestMail} deep in one another`
      : `of one file ${maxAttached} are read`;
    return `${this.#leftOut} attached files were not read: ${why}. Save them, and add them by themselves.`;
  }
}

/** What an attachment is called; null for a part without a name that is no file for its readers. */
function nameOf({ filename, mimeType }: Attachment): string | null {
  const name = plainName(filename ?? "");
  if (name !== "") return name;
  if (mimeType === "message/rfc822") return "message.eml";
  return mimeType.startsWith("text/") ? null : "attachment";
}

/** A name that can be a part of a path. */
function plainName(name: string): string {
  return oneLine(name.replace(/[/\\]/g, "_"), longestFileName).replace(/^\.+/, "");
}

/** The messages of a file; after one of Outlook those that are attached to it. */
async function* mailsIn(bytes: Uint8Array, path: string): AsyncGenerator<Mail | MessageFault> {
  if (isCompound(bytes)) yield* outlookMails(outlookMessage(bytes, path), 1);
  else for (const message of messagesIn(bytes)) yield await parseMessage(message);
}

function* outlookMails(message: OutlookMessage, depth: number): Generator<Mail> {
  const { subject, from, to, cc, date, text, html, rtf, files, messages } = message;
  const people = (names: string): Address[] => (names === "" ? [] : [{ name: names, address: "" }]);
  yield {
    ...{ subject, from: people(from)[0], to: people(to), cc: people(cc) },
    ...{ date: date ?? undefined, text, html: html ?? undefined, rtf },
    attachments: files.map(({ name, bytes, isPart }) => ({
      ...{ filename: name || null, mimeType: "application/octet-stream", disposition: null },
      ...{ related: isPart, content: bytes.buffer },
    })),
  };
  if (depth >= deepestMail) return;
  for (const inner of messages) yield* outlookMails(inner, depth + 1);
}

/**
 * A mail with what Outlook has packed into a file "winmail.dat": the files that are attached, and the
 * body where it says more than that of the mail.
 */
async function unpacked(mail: Mail): Promise<Mail> {
  const attachments: Attachment[] = [];
  const blocks: Block[] = [];
  const removed: string[] = [];
  const written = letters(linesIn((await bodyOf(mail)).blocks));
  for (const each of mail.attachments) {
    const content =
      typeof each.content === "string" ? null : readTnef(new Uint8Array(each.content));
    if (content === null) {
      attachments.push(each);
      continue;
    }
    const { text, html, rtf, files } = content;
    const body = await bodyOf({ text, html: html ?? undefined, rtf });
    if (!written.includes(letters(linesIn(body.blocks)))) {
      append(blocks, body.blocks);
      append(removed, body.removed);
    }
    for (const { name, bytes } of files) {
      attachments.push({
        ...{ filename: name || null, mimeType: "application/octet-stream" },
        ...{ disposition: "attachment", content: bytes.buffer },
      });
    }
  }
  return { ...mail, attachments, packed: { blocks, removed } };
}

function linesIn(blocks: readonly Block[]): string {
  return blocks.flatMap(({ lines }) => lines).join(" ");
}

/** A text without what programs change of it: spaces and line breaks. */
function letters(text: string): string {
  return text.replace(/\s+/g, "");
}

/** The events that are sent with a message. */
function eventBlocks(attachments: readonly Attachment[]): Block[] {
  const seen = new Set<string>();
  return attachments.flatMap(({ mimeType, filename, content }): Block[] => {
    const isCalendar =
      /^(?:text\/calendar|application\/ics)$/.test(mimeType) || /\.ics$/i.test(filename ?? "");
    if (!isCalendar) return [];
    const text = typeof content === "string" ? content : new TextDecoder().decode(content);
    const lines = calendarLines(text);
    // The same event is often sent as a part and as a file.
    if (lines.length === 0 || seen.has(lines.join("\n"))) return [];
    seen.add(lines.join("\n"));
    return [{ kind: "text", level: 0, lines }];
  });
}

/** The body of a message as rich text. */
async function richBlocks(bytes: Uint8Array<ArrayBuffer>): Promise<Block[]> {
  const source = { path: "", password: undefined, assetsBase: "", recogniser: null };
  return blocksOf(await openRichText({ ...source, bytes }));
}

async function messageBlocks(mail: Mail): Promise<Block[]> {
  const { from, to, cc, date, attachments, packed } = mail;
  const body = await bodyOf(mail);
  const people = (list: readonly Address[] | undefined): string =>
    (list ?? []).map(named).filter(Boolean).join(", ");
  const head = [
    ["From", from ? named(from) : ""],
    ["To", people(to)],
    ["Cc", people(cc)],
    ["Date", date ? dateText(date) : ""],
  ].flatMap(([name, value]) => (value === "" ? [] : [`${name}: ${oneLine(value ?? "")}`]));
  const blocks: Block[] = [
    { kind: "heading", level: 1, lines: [subjectOf(mail)] },
    { kind: "text", level: 0, lines: head },
  ];
  append(blocks, body.blocks);
  append(blocks, packed?.blocks ?? []);
  append(blocks, eventBlocks(attachments));
  const files = attachments.map(({ filename }) => oneLine(filename ?? "")).filter(Boolean);
  if (files.length > 0) blocks.push({ kind: "list-item", level: 0, lines: files });
  append(blocks, removedBlocks([...body.removed, ...(packed?.removed ?? [])]));
  return blocks.map((block) =>
    // The headings of a message stand under its subject.
    block.kind === "heading" && block !== blocks[0] ? { ...block, level: block.level + 1 } : block,
  );
}

/** The body as plain text, else as a web page, else as rich text. */
async function bodyOf({ text, html, rtf }: Partial<Mail>): Promise<Body> {
  const blocks = [...textBlocks(text ?? "")];
  if (blocks.some(({ lines }) => lines.some((line) => line.trim() !== ""))) {
    return { blocks, removed: [] };
  }
  if (html) return readHtml(parse(html));
  return { blocks: rtf ? await richBlocks(rtf) : blocks, removed: [] };
}

/** "2026-02-03 10:00 UTC"; a date that cannot be read as it stands there. */
function dateText(date: string): string {
  const time = Date.parse(date);
  if (Number.isNaN(time)) return date;
  return `${new Date(time).toISOString().slice(0, 16).replace("T", " ")} UTC`;
}

function named({ name, address, group }: Address): string {
  if (group) return group.map(named).join(", ");
  if (!address) return name;
  return name === "" ? address : `${name} <${address}>`;
}

function subjectOf({ subject }: Pick<Mail, "subject"> | MessageFault): string {
  return oneLine(subject ?? "") || "(no subject)";
}

/** A message of Outlook, in the words of those of other programs. */
interface OutlookMessage {
  readonly subject: string;
  readonly from: string;
  readonly to: string;
  readonly cc: string;
  /** In ISO 8601; null where it has none. */
  readonly date: string | null;
  readonly text: string;
  /** The body as a web page; null where it has none. */
  readonly html: string | null;
  readonly rtf: Uint8Array<ArrayBuffer> | null;
  readonly files: readonly OutlookFile[];
  /** Messages that are attached to it. */
  readonly messages: readonly OutlookMessage[];
}

/** A file that is attached. */
interface OutlookFile {
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
  rtf: "1009",
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
function outlookMessage(bytes: Uint8Array, path: string): OutlookMessage {
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
    rtf: own.rtf(),
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

  rtf(): Uint8Array<ArrayBuffer> | null {
    const bytes = this.#streams.get(`__substg1.0_${property.rtf}0102`)?.();
    return bytes ? decompressRtf(bytes) : null;
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
  return text.replace(/(?<!\0)\0+$/, "");
}
