import { fromMarkdown } from "mdast-util-from-markdown";
import { gfmFromMarkdown } from "mdast-util-gfm";
import { gfm } from "micromark-extension-gfm";
import { parseFragment } from "parse5";
import type { Block } from "../cut-parts.js";
import { htmlBlocks } from "../html/blocks.js";
import { textBlocks } from "../text/parser.js";
import { segments } from "./segments.js";
import { isTooDense } from "./too-dense.js";

type Root = ReturnType<typeof fromMarkdown>;
type Node = Root["children"][number];
type List = Extract<Node, { type: "list" }>;
type Table = Extract<Node, { type: "table" }>;

/** The text a reader sees in a paragraph, heading or cell; a line break only where one is forced. */
function inlineText(node: Node): string {
  switch (node.type) {
    case "text":
      return node.value.replace(/\s*\n\s*/g, " ");
    case "inlineCode":
      return node.value;
    case "break":
      return "\n";
    case "html":
      return /^<br\s*\/?>$/i.test(node.value) ? "\n" : "";
    case "image":
    case "imageReference":
      return node.alt ?? "";
    case "footnoteReference":
      return `[${node.label ?? node.identifier}]`;
    default:
      return "children" in node ? node.children.map(inlineText).join("") : "";
  }
}

function textLines(node: Node): string[] {
  return inlineText(node)
    .split("\n")
    .map((line) => line.trim())
    .filter(Boolean);
}

function cellText(node: Node): string {
  return inlineText(node).replace(/\s+/g, " ").trim();
}

function tableBlock(table: Table): Block {
  const lines = table.children.map((row) => row.children.map(cellText).join("\t").trimEnd());
  return { kind: "row", level: 0, lines, header: lines.length > 1 ? lines[0] : undefined };
}

function checkbox(checked: boolean | null | undefined): string {
  if (checked === null || checked === undefined) return "";
  return checked ? "[x] " : "[ ] ";
}

/** The items of a list, with those of lists inside it, as one block; other blocks in it cut it in two. */
function* listBlocks(list: List): Generator<Block> {
  let lines: string[] = [];
  let number = list.start ?? 1;
  const take = (): Block[] => {
    const taken = lines;
    lines = [];
    return taken.length > 0 ? [{ kind: "list-item", level: 0, lines: taken }] : [];
  };
  for (const item of list.children) {
    // An item's number is text that people refer to; a bullet says nothing that its kind does not say.
    let marker = (list.ordered ? `${number}. ` : "") + checkbox(item.checked);
    number += 1;
    for (const child of item.children) {
      if (child.type === "paragraph") {
        for (const line of textLines(child)) {
          lines.push(marker + line);
          marker = "";
        }
        continue;
      }
      for (const block of blocksOf([child])) {
        if (block.kind === "list-item") lines.push(...block.lines);
        else yield* [...take(), block];
      }
    }
  }
  yield* take();
}

function* blocksOf(nodes: readonly Node[]): Generator<Block> {
  for (const node of nodes) {
    switch (node.type) {
      case "heading":
        yield { kind: "heading", level: node.depth, lines: [textLines(node).join(" ")] };
        break;
      case "paragraph":
        yield { kind: "text", level: 0, lines: textLines(node) };
        break;
      case "code":
        yield { kind: "text", level: 0, lines: node.value.split("\n") };
        break;
      case "list":
        yield* listBlocks(node);
        break;
      case "table":
        yield tableBlock(node);
        break;
      case "html":
        yield* htmlBlocks(parseFragment(node.value));
        break;
      case "footnoteDefinition": {
        let mark = `[${node.label ?? node.identifier}] `;
        for (const block of blocksOf(node.children)) {
          const [first = "", ...rest] = block.lines;
          yield { ...block, lines: [mark + first, ...rest] };
          mark = "";
        }
        break;
      }
      case "blockquote":
        yield* blocksOf(node.children);
        break;
    }
  }
}

/** Quotes and lists nested this deep are no document; the parser would take hours over them. */
const nestedTooDeep = /^(?:[ \t]*(?:>|(?:[*+-]|\d{1,9}[.)])[ \t])){100}/m;

/** The blocks of a Markdown text as reading text, without the markup. */
export function* markdownBlocks(text: string): Generator<Block> {
  for (const segment of segments(text)) {
    if (nestedTooDeep.test(segment) || isTooDense(segment)) {
      yield* textBlocks(segment);
      continue;
    }
    const root = fromMarkdown(segment, {
      extensions: [gfm()],
      mdastExtensions: [gfmFromMarkdown()],
    });
    yield* blocksOf(root.children);
  }
}
