import { parse } from "parse5";
import type { Address, Attachment } from "postal-mime";
import { append, DistinctPaths, oneLine, PagehoundError } from "../../core/index.js";
import type { AttachedFile, OpenDocument, ParseSource } from "../format.js";
import { readHtml } from "../html/parser.js";
import { isCompound } from "../office/containers.js";
import {
  type Block,
  blocksOf,
  isoTime,
  openPages,
  type PagePart,
  removedBlocks,
  sectionParts,
  textMetadata,
} from "../parts.js";
import { openRichText } from "../rtf/parser.js";
import { withTables } from "../text/aligned-tables.js";
import { textBlocks } from "../text/parser.js";
import { calendarLines } from "./calendar.js";
import { beginsMailbox, messagesIn } from "./mailbox.js";
import { type Mail, type MessageFault, parseMessage } from "./message.js";
import { outlookMails, readTnef } from "./outlook.js";

/** A message with its body and the one that Outlook packed into an attachment, if that has more. */
type UnpackedMail = Mail & { readonly body: Body; readonly packed: Body };

/** The content of a message. */
interface Body {
  readonly blocks: readonly Block[];
  /** The text marked as deleted. */
  readonly removed: readonly string[];
}

const maxMessages = 50_000;
/** Maximum number of files read from a mail or mailbox; any others are only named. */
const maxAttached = 1_000;
/** Maximum number of characters in a name, because paths are shown. */
const longestFileName = 120;
/** Maximum depth of nested mails whose files are read. No file is larger than its mail. */
const deepestMail = 4;

/**
 * Opens a mail, a mailbox (RFC 5322, RFC 4155), or an Outlook message. Attachments are named in the
 * text of their message, and returned to be read separately. A message of a mailbox that cannot be
 * read is an unreadable page. Throws `damaged-file` if a single mail cannot be read.
 */
export async function openMail({ bytes, path }: ParseSource): Promise<OpenDocument> {
  const parts: PagePart[] = [];
  let first: UnpackedMail | null = null;
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
    for (const part of sectionParts(messageBlocks(mail))) parts.push(part);
    files.add(mail.attachments, isBox || first !== mail ? subjectOf(mail) : null);
  }
  if (files.problem !== null) parts.push({ blocks: [], problem: files.problem });
  // Attachments of an Outlook message are below it.
  const isOne = count === 1 || !isBox;
  const metadata = textMetadata(bytes.length, {
    title: isOne ? (first?.subject ?? null) : null,
    author: isOne && first?.from ? named(first.from) : null,
    units: Math.min(count, maxMessages),
    created: isOne ? isoTime(first?.date) : null,
  });
  return { ...openPages(parts, metadata), attached: files.all };
}

const saveParts = "Open it in a mail program, save what you need, and add that.";

function unreadable(fault: MessageFault, number: number): PagePart {
  const subject = subjectOf(fault);
  const which = `Message ${number} (“${oneLine(subject, longestFileName)}”)`;
  return {
    label: subject,
    blocks: [],
    problem: `${which} cannot be read: ${fault.reason}. ${saveParts}`,
  };
}

/** The attachments of a file's messages, each with a distinct path. */
class AttachedFiles {
  readonly all: AttachedFile[] = [];
  readonly #isTooDeep: boolean;
  readonly #paths = new DistinctPaths([]);
  #leftOut = 0;

  constructor(path: string) {
    const mails = path.split("/").filter((name) => /\.(?:eml|mbox|msg)$/i.test(name));
    this.#isTooDeep = mails.length > deepestMail;
  }

  add(attachments: readonly Attachment[], folder: string | null): void {
    for (const each of attachments) {
      const name = nameOf(each);
      // Inline images are not documents.
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

  /** Why some files are not read; null if all are. */
  get problem(): string | null {
    if (this.#leftOut === 0) return null;
    const why = this.#isTooDeep
      ? `nested mails are opened only ${deepestMail} levels deep`
      : `of one file ${maxAttached} are read`;
    return `${this.#leftOut} attached files were not read: ${why}. Save them, and add them separately.`;
  }
}

/** The name of an attachment; null for an unnamed part that is not a file. */
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

/** The messages of a file; an Outlook message is followed by those attached to it. */
async function* mailsIn(bytes: Uint8Array, path: string): AsyncGenerator<Mail | MessageFault> {
  if (isCompound(bytes)) yield* outlookMails(bytes, path, deepestMail);
  else for (const message of messagesIn(bytes)) yield await parseMessage(message);
}

/** A mail with the attachments, and perhaps the body, that Outlook packs in "winmail.dat". */
async function unpacked(mail: Mail): Promise<UnpackedMail> {
  const attachments: Attachment[] = [];
  const blocks: Block[] = [];
  const removed: string[] = [];
  const body = await bodyOf(mail);
  const written = letters(linesIn(body.blocks));
  for (const each of mail.attachments) {
    const content =
      typeof each.content === "string" ? null : readTnef(new Uint8Array(each.content));
    if (content === null) {
      attachments.push(each);
      continue;
    }
    const inside = await bodyOf(content);
    if (!written.includes(letters(linesIn(inside.blocks)))) {
      append(blocks, inside.blocks);
      append(removed, inside.removed);
    }
    append(attachments, content.attachments);
  }
  return { ...mail, attachments, body, packed: { blocks, removed } };
}

function linesIn(blocks: readonly Block[]): string {
  return blocks.flatMap(({ lines }) => lines).join(" ");
}

/** A text without the whitespace and line breaks that programs change. */
function letters(text: string): string {
  return text.replace(/\s+/g, "");
}

/** The events sent with a message. */
function eventBlocks(attachments: readonly Attachment[]): Block[] {
  const seen = new Set<string>();
  return attachments.flatMap(({ mimeType, filename, content }): Block[] => {
    const isCalendar =
      /^(?:text\/calendar|application\/ics)$/.test(mimeType) || /\.ics$/i.test(filename ?? "");
    if (!isCalendar) return [];
    const text = typeof content === "string" ? content : new TextDecoder().decode(content);
    const lines = calendarLines(text);
    // The same event is often sent both as a part and as a file.
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

function messageBlocks(mail: UnpackedMail): readonly Block[] {
  const { from, to, cc, date, attachments, body, packed } = mail;
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
  append(blocks, packed.blocks);
  append(blocks, eventBlocks(attachments));
  const files = attachments.map(({ filename }) => oneLine(filename ?? "")).filter(Boolean);
  if (files.length > 0) blocks.push({ kind: "list-item", level: 0, lines: files });
  append(blocks, removedBlocks([...body.removed, ...packed.removed]));
  return blocks.map((block) =>
    // The headings of a message rank below its subject.
    block.kind === "heading" && block !== blocks[0] ? { ...block, level: block.level + 1 } : block,
  );
}

/** How many times as many letters a web page needs to count as the body beside a plain text. */
const muchMore = 1.5;

/**
 * The body as plain text, else as a web page, else as rich text. A plain text that says much less
 * than the page only stands in for it: "Please see the HTML part of this mail".
 */
async function bodyOf({ text, html, rtf }: Mail): Promise<Body> {
  const blocks = [...textBlocks(text ?? "")].flatMap(withTables);
  const isBlank = blocks.every(({ lines }) => lines.every((line) => line.trim() === ""));
  if (html) {
    const least = lettersIn(blocks) * muchMore;
    // Markup alone is longer than what it says.
    const page = isBlank || html.length > least ? readHtml(parse(html)) : null;
    if (page && (isBlank || lettersIn(page.blocks) > least)) return page;
  }
  return { blocks: isBlank && rtf ? await richBlocks(rtf) : blocks, removed: [] };
}

/** Number of letters and digits in a text, without those of addresses. */
function lettersIn(blocks: readonly Block[]): number {
  const text = linesIn(blocks).replace(/https?:\/\/\S{1,2000}/gu, " ");
  return text.match(/[\p{Alpha}\p{N}]/gu)?.length ?? 0;
}

/** "2026-02-03 10:00 UTC"; an unparsable date unchanged. */
function dateText(date: string): string {
  const time = isoTime(date);
  return time === null ? date : `${time.slice(0, 16).replace("T", " ")} UTC`;
}

function named({ name, address, group }: Address): string {
  if (group) return group.map(named).join(", ");
  if (!address) return name;
  return name === "" ? address : `${name} <${address}>`;
}

function subjectOf({ subject }: Pick<Mail, "subject"> | MessageFault): string {
  return oneLine(subject ?? "") || "(no subject)";
}
