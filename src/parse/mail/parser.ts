import { parse } from "parse5";
import PostalMime, { type Address, type Email } from "postal-mime";
import type { OpenDocument, ParseSource } from "../format.js";
import { htmlBlocks } from "../html/parser.js";
import { type Block, openSections, textMetadata } from "../parts.js";
import { textBlocks } from "../text/parser.js";

/** Messages of a mailbox at most. */
const maxMessages = 50_000;

/** Opens a mail, or a mailbox with many of them (RFC 5322, RFC 4155). Attachments are named, not read. */
export async function openMail({ bytes }: ParseSource): Promise<OpenDocument> {
  const blocks: Block[] = [];
  let first: Email | null = null;
  let count = 0;
  for (const message of messagesIn(bytes)) {
    if (++count > maxMessages) break;
    const mail = await PostalMime.parse(message);
    first ??= mail;
    const [head, ...rest] = messageBlocks(mail);
    if (head) blocks.push({ ...head, startsPart: true }, ...rest);
  }
  const time = Date.parse(first?.date ?? "");
  return openSections(
    blocks,
    textMetadata(bytes.length, {
      title: count === 1 ? (first?.subject ?? null) : null,
      author: count === 1 && first?.from ? named(first.from) : null,
      created: count !== 1 || Number.isNaN(time) ? null : new Date(time).toISOString(),
    }),
  );
}

const lineFeed = 0x0a;
const separator = [..."From "].map((letter) => letter.charCodeAt(0));

/** The messages of a mailbox, between lines that begin with "From "; a mail is one. */
function* messagesIn(bytes: Uint8Array): Generator<Uint8Array<ArrayBuffer>> {
  const begins = (at: number): boolean =>
    separator.every((code, index) => bytes[at + index] === code);
  if (!begins(0)) {
    yield bytes.slice();
    return;
  }
  let start = 0;
  for (let at = bytes.indexOf(lineFeed); at >= 0; at = bytes.indexOf(lineFeed, at + 1)) {
    if (!begins(at + 1)) continue;
    yield message(bytes, start, at);
    start = at + 1;
  }
  yield message(bytes, start, bytes.length);
}

/** Without the line that sets it apart from the one before. */
function message(bytes: Uint8Array, start: number, end: number): Uint8Array<ArrayBuffer> {
  return bytes.slice(bytes.indexOf(lineFeed, start) + 1, end);
}

function messageBlocks(mail: Email): Block[] {
  const { subject, from, to, cc, date, text, html, attachments } = mail;
  const people = (list: readonly Address[] | undefined): string =>
    (list ?? []).map(named).filter(Boolean).join(", ");
  const head = [
    ["From", from ? named(from) : ""],
    ["To", people(to)],
    ["Cc", people(cc)],
    ["Date", date ?? ""],
  ].flatMap(([name, value]) => (value === "" ? [] : [`${name}: ${oneLine(value ?? "")}`]));
  const blocks: Block[] = [
    { kind: "heading", level: 1, lines: [oneLine(subject ?? "") || "(no subject)"] },
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

function oneLine(text: string): string {
  return text.replace(/\s+/g, " ").trim();
}
