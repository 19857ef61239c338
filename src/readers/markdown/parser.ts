import { fromMarkdown } from "mdast-util-from-markdown";
import { gfmFromMarkdown } from "mdast-util-gfm";
import { gfm } from "micromark-extension-gfm";
import { parseFragment } from "parse5";
import { append } from "../../core/index.js";
import type { OpenDocument, ParseSource } from "../format.js";
import { rawText } from "../html/dom.js";
import { flattenMarkup, shiftedAfter } from "../html/flatten.js";
import { readHtml } from "../html/parser.js";
import {
  type Block,
  bulletItem,
  openParts,
  removedBlocks,
  textMetadata,
  topHeading,
} from "../parts.js";
import { readText } from "../text/encoding.js";
import { textBlocks } from "../text/parser.js";

export async function openMarkdown(source: ParseSource): Promise<OpenDocument> {
  const { bytes } = source;
  const { text, encoding } = await readText(bytes, { chosen: source.encoding });
  const { values, body } = readFrontMatter(text.replace(/\r\n?/g, "\n"));
  const blocks = [...markdownBlocks(body)];
  return openParts(
    blocks,
    textMetadata(bytes.length, {
      title: values.get("title") ?? topHeading(blocks),
      author: values.get("author") ?? null,
      subject: values.get("description") ?? null,
      keywords: values.get("keywords") ?? null,
      created: isoDay(values.get("date") ?? values.get("created") ?? values.get("published")),
      modified: isoDay(values.get("modified") ?? values.get("updated") ?? values.get("lastmod")),
      encoding,
    }),
  );
}

/** A date in front matter, with or without a time; null for anything else. */
function isoDay(text: string | undefined): string | null {
  const [date] =
    /^\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?: ?(?:Z|[+-]\d\d:?\d\d))?)?/.exec(
      text ?? "",
    ) ?? [];
  return date === undefined || Number.isNaN(Date.parse(date))
    ? null
    : date.replace(" ", "T").replace(" ", "");
}

/** The metadata between the lines of dashes at the top of a Markdown file. */
export interface FrontMatter {
  /** The simple `key: value` lines; keys in lower case. */
  readonly values: ReadonlyMap<string, string>;
  /** The text after it. */
  readonly body: string;
}

const fence = /^---[ \t]*\n([\s\S]*?)\n(?:---|\.\.\.)[ \t]*(?:\n|$)/;
/** A key, a list entry, a comment, an indented continuation or nothing. */
const metadataLine = /^(?:[\w-]+:(?:\s.*)?|\s.*|- .*|#.*|)$/s;

function unquote(value: string): string {
  const quoted = /^(["'])(.*)\1$/.exec(value);
  return quoted?.[2] ?? value;
}

/** Splits off the front matter of a Markdown text. Two rules around prose are not front matter. */
export function readFrontMatter(text: string): FrontMatter {
  const values = new Map<string, string>();
  // Anything longer is not front matter, and would be slow to search.
  const match = fence.exec(text.slice(0, 65_536));
  const lines = match?.[1]?.split("\n") ?? [];
  if (!match || !lines.every((line) => metadataLine.test(line))) return { values, body: text };
  for (const line of lines) {
    const pair = /^([\w-]+):\s+(\S.*)$/s.exec(line.trimEnd());
    if (pair?.[1] && pair[2]) values.set(pair[1].toLowerCase(), unquote(pair[2]));
  }
  return { values, body: text.slice(match[0].length) };
}

type Root = ReturnType<typeof fromMarkdown>;
type Node = Root["children"][number];
type List = Extract<Node, { type: "list" }>;
type Table = Extract<Node, { type: "table" }>;

/** The state of reading a Markdown text. */
interface Reading {
  /** The text that the positions of its nodes refer to. */
  readonly source: string;
  /** The text marked as deleted, in order. */
  readonly removed: string[];
}

/** The text a reader sees in a paragraph, heading or cell, with line breaks only where forced. */
function inlineText(node: Node, reading: Reading): string {
  if (!hasMarkup(node)) return plainText(node);
  const fragment = parseFragment(inlineHtml(node, reading.source, pairedTags(node)));
  append(reading.removed, flattenMarkup(fragment));
  // The spaces on both sides of a deleted word become one.
  return rawText(fragment).replace(/ {2,}/g, " ");
}

/** Whether a node contains anything that is read as HTML: deleted text or tags. */
function hasMarkup(node: Node): boolean {
  if (node.type === "delete" || (node.type === "html" && !lineBreak.test(node.value))) return true;
  return "children" in node && node.children.some(hasMarkup);
}

const lineBreak = /^<br\s*\/?>$/i;

function plainText(node: Node): string {
  switch (node.type) {
    case "text":
      return textValue(node.value);
    case "inlineCode":
      return node.value;
    case "break":
      return "\n";
    case "html":
      return lineBreak.test(node.value) ? "\n" : "";
    case "image":
    case "imageReference":
      return node.alt ?? "";
    case "footnoteReference":
      return `[${node.label ?? node.identifier}]`;
    default:
      return "children" in node ? node.children.map(plainText).join("") : "";
  }
}

/** Text between carets right after a word or number is raised in Pandoc's Markdown: "10^6^". */
const carets = /(?<=([\p{L}\p{N})]))\^([^\s^]{1,20})\^(?![\p{L}\p{N}])/gu;

function textValue(value: string): string {
  return value
    .replace(/(?<!\s)\s*\n\s*/g, " ")
    .replace(carets, (_whole, before: string, run: string) => shiftedAfter(before, run, "raised"));
}

/** Tags that change the meaning of their text; all others are ignored, as placeholders are. */
const tag = /^<(\/?)(sup|sub|del|s|strike|ruby|rb|rt|rp|rtc|span)(?:\s[^>]*)?>$/i;

/** The names of those tags that are both opened and closed in a node. */
function pairedTags(node: Node): ReadonlySet<string> {
  const seen = { opened: new Set<string>(), closed: new Set<string>() };
  const look = (each: Node): void => {
    if (each.type === "html") {
      const [, slash, name = ""] = tag.exec(each.value) ?? [];
      seen[slash ? "closed" : "opened"].add(name.toLowerCase());
    }
    if ("children" in each) each.children.forEach(look);
  };
  look(node);
  return new Set([...seen.opened].filter((name) => seen.closed.has(name)));
}

/** A paragraph, heading or cell as HTML, with the markup that changes the meaning of its text. */
function inlineHtml(node: Node, source: string, tags: ReadonlySet<string>): string {
  const inner = (parent: Node & { readonly children: readonly Node[] }): string =>
    parent.children.map((each) => inlineHtml(each, source, tags)).join("");
  switch (node.type) {
    case "html": {
      if (lineBreak.test(node.value)) return "<br>";
      return tags.has(tag.exec(node.value)?.[2]?.toLowerCase() ?? "") ? node.value : "";
    }
    case "break":
      return "<br>";
    case "delete": {
      const name = isLowered(node, source) ? "sub" : "del";
      return `<${name}>${inner(node)}</${name}>`;
    }
    default:
      if ("children" in node) return inner(node);
      return plainText(node).replace(/&/g, "&amp;").replace(/</g, "&lt;");
  }
}

/** True for single tildes after a letter, which lower text, as in "H~2~O"; others delete it. */
function isLowered(node: Node, source: string): boolean {
  const start = node.position?.start.offset;
  if (start === undefined || source.startsWith("~~", start)) return false;
  return /[\p{L}\p{N})]/u.test(source.charAt(start - 1));
}

function textLines(node: Node, reading: Reading): string[] {
  return inlineText(node, reading)
    .split("\n")
    .map((line) => line.trim())
    .filter(Boolean);
}

function tableBlock(table: Table, reading: Reading): Block {
  const lines = table.children.map((row) =>
    row.children
      .map((cell) => inlineText(cell, reading).replace(/\s+/g, " ").trim())
      .join("\t")
      .trimEnd(),
  );
  return { kind: "row", level: 0, lines, header: lines.length > 1 ? lines[0] : undefined };
}

function checkbox(checked: boolean | null | undefined): string {
  if (checked === null || checked === undefined) return "";
  return checked ? "[x] " : "[ ] ";
}

/** The items of a list and its nested lists as one block; any other block in the list splits it. */
function* listBlocks(list: List, reading: Reading): Generator<Block> {
  let lines: string[] = [];
  let number = list.start ?? 1;
  const take = (): Block[] => {
    const taken = lines;
    lines = [];
    return taken.length > 0 ? [{ kind: "list-item", level: 0, lines: taken }] : [];
  };
  for (const item of list.children) {
    const marker = (list.ordered ? `${number}. ` : "") + checkbox(item.checked);
    let isFirst = true;
    number += 1;
    for (const child of item.children) {
      if (child.type === "paragraph") {
        const text = textLines(child, reading).join(" ");
        if (text === "") continue;
        lines.push(isFirst ? bulletItem(marker + text) : text);
        isFirst = false;
        continue;
      }
      for (const block of blocksOf([child], reading)) {
        if (block.kind === "list-item") append(lines, block.lines);
        else yield* [...take(), block];
      }
    }
  }
  yield* take();
}

function* blocksOf(nodes: readonly Node[], reading: Reading): Generator<Block> {
  for (const node of nodes) {
    switch (node.type) {
      case "heading":
        yield { kind: "heading", level: node.depth, lines: [textLines(node, reading).join(" ")] };
        break;
      case "paragraph":
        yield { kind: "text", level: 0, lines: textLines(node, reading) };
        break;
      case "code":
        yield { kind: "text", level: 0, lines: node.value.split("\n") };
        break;
      case "list":
        yield* listBlocks(node, reading);
        break;
      case "table":
        yield tableBlock(node, reading);
        break;
      case "html": {
        const { blocks, removed } = readHtml(parseFragment(node.value));
        append(reading.removed, removed);
        yield* blocks;
        break;
      }
      case "footnoteDefinition": {
        let mark = `[${node.label ?? node.identifier}] `;
        for (const block of blocksOf(node.children, reading)) {
          const [first = "", ...rest] = block.lines;
          yield { ...block, lines: [mark + first, ...rest] };
          mark = "";
        }
        break;
      }
      case "blockquote":
        yield* blocksOf(node.children, reading);
        break;
    }
  }
}

/** Quotes and lists nested this deep are not a real document; the parser would take hours. */
const nestedTooDeep = /^(?:[ \t]*(?:>|(?:[*+-]|\d{1,9}[.)])[ \t])){100}/m;

/** The blocks of a Markdown text without the markup; deleted text comes last, separately. */
export function* markdownBlocks(text: string): Generator<Block> {
  const removed: string[] = [];
  for (const segment of segments(text)) {
    if (nestedTooDeep.test(segment) || isTooDense(segment)) {
      yield* textBlocks(segment);
      continue;
    }
    const root = fromMarkdown(segment, {
      extensions: [gfm()],
      mdastExtensions: [gfmFromMarkdown()],
    });
    yield* blocksOf(root.children, { source: segment, removed });
  }
  yield* removedBlocks(removed);
}

/** Characters after which a Markdown text is cut for parsing. */
const segmentSize = 65_536;

/** Without a good place, the text is cut at a line end, or else inside a line, at this size. */
const segmentLimit = 4 * segmentSize;

const codeFence = /^ {0,3}(`{3,}|~{3,})/;

/**
 * Cuts a Markdown text into pieces that can be parsed separately, where a block at the left margin
 * follows an empty line outside code. The parser's tree takes a hundred times the memory of its
 * text, so a large file is read piece by piece.
 */
function* segments(text: string): Generator<string> {
  let start = 0;
  let line = 0;
  let fence: string | null = null;
  let afterBlank = false;
  while (line < text.length) {
    const next = text.indexOf("\n", line) + 1 || text.length;
    const atMargin = afterBlank && fence === null && !/\s/.test(text[line] ?? "");
    if (line - start >= segmentSize && (atMargin || next - start > segmentLimit)) {
      yield text.slice(start, line);
      start = line;
      fence = null;
    }
    while (next - start > segmentLimit) {
      const space = text.lastIndexOf(" ", start + segmentLimit);
      const end = space > start + segmentSize ? space : start + segmentLimit;
      yield text.slice(start, end);
      start = end;
    }
    const head = text.slice(line, Math.min(next, line + 80));
    const mark = codeFence.exec(head)?.[1];
    if (mark && fence === null) fence = mark;
    else if (mark && fence !== null && mark.startsWith(fence)) fence = null;
    afterBlank = next - line <= 80 && head.trim() === "";
    line = next;
  }
  if (start < text.length) yield text.slice(start);
}

/** Maximum brackets in a paragraph: at each closing one, the parser searches the text before it. */
const maxInParagraph = 1_000;
/** Maximum brackets in a stretch of 64 KB; a list of nothing but links has half as many. */
const maxInStretch = 16_000;
/** Maximum headings underlined on the next line: for each, the parser searches all text before. */
const maxUnderlined = 1_000;
/** Maximum number of addresses that begin within one word: each is tried up to the word's end. */
const maxInWord = 100;

const heading = /^ {0,3}#{1,6}\s/;
const bullet = /^\s*[*+-]\s+\S/;
/** Neither interrupts a paragraph, except in a list. */
const numbered = /^\s*(?:\d{1,9}[.)]\s|\[[^\]]+\]:)/;
const tableRule = /^[\s>]*(?:\|\s*)?:?-+:?\s*\|/;
const underline = /^ {0,3}(?:=+|-+)[ \t]*$/;

/**
 * True if a stretch of text is not a real document and the parser would take minutes over it,
 * because its time is quadratic in what is counted here. Scans the text once.
 */
export function isTooDense(stretch: string): boolean {
  let [inParagraph, inStretch, underlined] = [0, 0, 0];
  // Lists and tables: each of their lines counts as a separate paragraph.
  let [afterBlank, inList, inTable] = [true, false, false];
  for (const line of stretch.split("\n")) {
    const blank = line.trim() === "";
    if (!blank && !afterBlank && underline.test(line)) underlined++;
    if (tableRule.test(line)) inTable = true;
    const lists = numbered.test(line);
    const begins = blank || heading.test(line) || bullet.test(line) || inTable;
    if (begins || (lists && (inList || afterBlank))) inParagraph = 0;
    if (blank || lists) inList = lists;
    if (blank) inTable = false;
    afterBlank = blank;
    const brackets = countBrackets(line);
    inParagraph += brackets;
    inStretch += brackets;
    if (inParagraph > maxInParagraph || inStretch > maxInStretch) return true;
    if (underlined > maxUnderlined || hasAddressesInWord(line)) return true;
  }
  return false;
}

function countBrackets(line: string): number {
  let count = 0;
  for (let at = 0; at < line.length; at++) {
    const code = line.charCodeAt(at);
    if (code === 0x5b || code === 0x5d) count++;
  }
  return count;
}

/** True if more addresses begin in one word than in any real text. */
function hasAddressesInWord(line: string): boolean {
  let [count, end] = [0, 0];
  for (const { index } of line.matchAll(/www\.|https?:\/\/|@/gi)) {
    if (/\s/.test(line.slice(end, index))) count = 0;
    if (++count > maxInWord) return true;
    end = index;
  }
  return false;
}
