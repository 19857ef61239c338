import type { LineKind } from "../../core/page.js";
import type { Block } from "../cut-parts.js";
import {
  attribute,
  collapse,
  type Element,
  isBlock,
  isHidden,
  type ParentNode,
  rawText,
  walk,
} from "./dom.js";
import { isLayoutTable, tableBlocks } from "./table.js";

const lists = new Set(["ul", "ol", "dl", "menu", "dir"]);
const items = new Set(["li", "dt", "dd"]);

/** Collects the blocks of a page while it is walked. */
class BlockReader {
  readonly blocks: Block[] = [];
  #text: string[] = [];
  #headingLevel = 0;
  /** The next number of each open list; null for lists without numbers. */
  readonly #numbers: (number | null)[] = [];
  #inItem = 0;
  #marker = "";
  /** Lines of the list block that is being filled; items of one list are one block. */
  #items: string[] | null = null;

  text(value: string): void {
    this.#text.push(value.replace(/\s/g, " "));
  }

  enter(element: Element): boolean {
    if (isHidden(element)) return false;
    const { tagName } = element;
    if (tagName === "br") this.#text.push("\n");
    if (!isBlock(element) && tagName !== "textarea") return true;
    this.flush();
    if (tagName === "pre" || tagName === "textarea") {
      this.#add([{ kind: "text", level: 0, lines: preLines(element) }]);
      return false;
    }
    if (tagName === "table" && !isLayoutTable(element)) {
      this.#add(tableBlocks(element));
      return false;
    }
    if (/^h[1-6]$/.test(tagName)) this.#headingLevel = Number(tagName.slice(1));
    if (lists.has(tagName)) this.#openList(element);
    if (items.has(tagName)) this.#openItem(element);
    return true;
  }

  leave(element: Element): void {
    const { tagName } = element;
    if (!isBlock(element)) return;
    this.flush();
    if (/^h[1-6]$/.test(tagName)) this.#headingLevel = 0;
    if (items.has(tagName)) this.#inItem -= 1;
    if (!lists.has(tagName)) return;
    this.#numbers.pop();
    if (this.#numbers.length === 0) this.#items = null;
  }

  /** Ends the paragraph, heading or list item that is being read. */
  flush(): void {
    const paragraphs = this.#text
      .join("")
      .split(/ *\n[ \n]*\n */)
      .map((paragraph) => paragraph.split("\n").map(collapse).filter(Boolean))
      .filter((lines) => lines.length > 0);
    this.#text = [];
    for (const lines of paragraphs) {
      if (this.#headingLevel > 0) {
        this.#add([{ kind: "heading", level: this.#headingLevel, lines: [lines.join(" ")] }]);
      } else if (this.#inItem > 0) {
        this.#addItem(lines);
      } else {
        this.#add([{ kind: "text", level: 0, lines }]);
      }
    }
  }

  #add(blocks: readonly Block[]): void {
    this.#items = null;
    this.blocks.push(...blocks);
  }

  #addItem(lines: readonly string[]): void {
    if (!this.#items) {
      this.#items = [];
      const kind: LineKind = "list-item";
      this.blocks.push({ kind, level: 0, lines: this.#items });
    }
    for (const line of lines) {
      this.#items.push(this.#marker + line);
      this.#marker = "";
    }
  }

  #openList(list: Element): void {
    const start = Number.parseInt(attribute(list, "start") ?? "1", 10);
    const numbered = list.tagName === "ol" && attribute(list, "reversed") === null;
    this.#numbers.push(numbered ? (Number.isNaN(start) ? 1 : start) : null);
  }

  /** An item's number is text that people refer to; a bullet says nothing that its kind does not say. */
  #openItem(item: Element): void {
    this.#inItem += 1;
    this.#marker = "";
    const last = this.#numbers.length - 1;
    const number = this.#numbers[last];
    if (item.tagName !== "li" || number === null || number === undefined) return;
    const value = Number.parseInt(attribute(item, "value") ?? "", 10);
    const own = Number.isNaN(value) ? number : value;
    this.#marker = `${own}. `;
    this.#numbers[last] = own + 1;
  }
}

function preLines(element: Element): string[] {
  return rawText(element)
    .replace(/\r\n?/g, "\n")
    .split("\n")
    .map((line) => line.trimEnd());
}

/** The blocks of a page, or of a piece of one, as they would be read on the screen. */
export function htmlBlocks(root: ParentNode): Block[] {
  const reader = new BlockReader();
  walk(root, reader);
  reader.flush();
  return reader.blocks;
}
