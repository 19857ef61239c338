import { parse } from "parse5";
import PostalMime, { type Address, type Attachment, type Email } from "postal-mime";
import { oneLine } from "../../core/one-line.js";
import { DistinctPaths } from "../../core/paths.js";
import type { AttachedFile, OpenDocument, ParseSource } from "../format.js";
import { htmlBlocks } from "../html/parser.js";
import { isCompound } from "../office/compound-file.js";
import { type Block, openSections, textMetadata } from "../parts.js";
import { textBlocks } from "../text/parser.js";
import { type OutlookMessage, outlookMessage } from "./outlook.js";

/** What is read of a message. */
type Mail = Pick<Email, "attachments"> & {
  readonly [Name in "from" | "to" | "cc" | "date" | "subject" | "text" | "html"]?:
    | Email[Name]
    | undefined;
};

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
 * text of its message, and given to be read on its own.
 */
export async function openMail({ bytes, path }: ParseSource): Promise<OpenDocument> {
  const blocks: Block[] = [];
  let first: Mail | null = null;
  let count = 0;
  const isBox = begins(bytes, 0);
  const files = new AttachedFiles(path);
  for await (const mail of mailsIn(bytes, path)) {
    if (++count > maxMessages) break;
    first ??= mail;
    const [head, ...rest] = messageBlocks(mail);
    if (head) blocks.push({ ...head, startsPart: true }, ...rest);
    files.add(mail.attachments, isBox || first !== mail ? subjectOf(mail) : null);
  }
  // What is attached to a message of Outlook stands below it.
  const isOne = count === 1 || !isBox;
  const time = Date.parse(first?.date ?? "");
  const document = openSections(
    blocks,
    textMetadata(bytes.length, {
      title: isOne ? (first?.subject ?? null) : null,
      author: isOne && first?.from ? named(first.from) : null,
      units: Math.min(count, maxMessages),
      created: !isOne || Number.isNaN(time) ? null : new Date(time).toISOString(),
    }),
    { problem: files.problem },
  );
  return { ...document, attached: files.all };
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

const lineFeed = 0x0a;
const separator = [..."From "].map((letter) => letter.charCodeAt(0));

function begins(bytes: Uint8Array, at: number): boolean {
  return separator.every((code, index) => bytes[at + index] === code);
}

/** The messages of a file; after one of Outlook those that are attached to it. */
async function* mailsIn(bytes: Uint8Array, path: string): AsyncGenerator<Mail> {
  if (isCompound(bytes)) yield* outlookMails(outlookMessage(bytes, path), 1);
  else for (const message of messagesIn(bytes)) yield await PostalMime.parse(message);
}

function* outlookMails(message: OutlookMessage, depth: number): Generator<Mail> {
  const { subject, from, to, cc, date, text, html, files, messages } = message;
  const people = (names: string): Address[] => (names === "" ? [] : [{ name: names, address: "" }]);
  yield {
    ...{ subject, from: people(from)[0], to: people(to), cc: people(cc) },
    ...{ date: date ?? undefined, text, html: html ?? undefined },
    attachments: files.map(({ name, bytes, isPart }) => ({
      ...{ filename: name || null, mimeType: "application/octet-stream", disposition: null },
      ...{ related: isPart, content: bytes.buffer },
    })),
  };
  if (depth >= deepestMail) return;
  for (const inner of messages) yield* outlookMails(inner, depth + 1);
}

/** The messages of a mailbox, between lines that begin with "From "; a mail is one. */
function* messagesIn(bytes: Uint8Array): Generator<Uint8Array<ArrayBuffer>> {
  if (!begins(bytes, 0)) {
    yield bytes.slice();
    return;
  }
  let start = 0;
  for (let at = bytes.indexOf(lineFeed); at >= 0; at = bytes.indexOf(lineFeed, at + 1)) {
    if (!begins(bytes, at + 1)) continue;
    yield message(bytes, start, at);
    start = at + 1;
  }
  yield message(bytes, start, bytes.length);
}

/** Without the line that sets it apart from the one before. */
function message(bytes: Uint8Array, start: number, end: number): Uint8Array<ArrayBuffer> {
  return bytes.slice(bytes.indexOf(lineFeed, start) + 1, end);
}

function messageBlocks(mail: Mail): Block[] {
  const { from, to, cc, date, text, html, attachments } = mail;
  const people = (list: readonly Address[] | undefined): string =>
    (list ?? []).map(named).filter(Boolean).join(", ");
  const head = [
    ["From", from ? named(from) : ""],
    ["To", people(to)],
    ["Cc", people(cc)],
    ["Date", date ?? ""],
  ].flatMap(([name, value]) => (value === "" ? [] : [`${name}: ${oneLine(value ?? "")}`]));
  const blocks: Block[] = [
    { kind: "heading", level: 1, lines: [subjectOf(mail)] },
    { kind: "text", level: 0, lines: head },
  ];
  const body = [...textBlocks(text ?? "")];
  const written = body.some(({ lines }) => lines.some((line) => line.trim() !== ""));
  blocks.push(...(written || !html ? body : htmlBlocks(parse(html))));
  const files = attachments.map(({ filename }) => oneLine(filename ?? "")).filter(Boolean);
  if (files.length > 0) blocks.push({ kind: "list-item", level: 0, lines: files });
  return blocks.map((block) =>
    // The headings of a message stand under its subject.
    block.kind === "heading" && block !== blocks[0] ? { ...block, level: block.level + 1 } : block,
  );
}

function named({ name, address, group }: Address): string {
  if (group) return group.map(named).join(", ");
  if (!address) return name;
  return name === "" ? address : `${name} <${address}>`;
}

function subjectOf({ subject }: Mail): string {
  return oneLine(subject ?? "") || "(no subject)";
}
