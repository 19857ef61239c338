import { append } from "../../core/append.js";
import type { DocumentMetadata } from "../../core/document.js";
import { damaged } from "../../core/zip.js";
import type { OpenDocument, ParseSource } from "../format.js";
import { type Block, openPages, openSections, type PagePart, textMetadata } from "../parts.js";
import { Archive } from "./containers.js";
import { oneLineOf } from "./drawing.js";
import {
  attribute,
  child,
  childrenNamed,
  elements,
  numberIn,
  readElements,
  readPart,
  TextBudget,
  textIn,
  within,
  type XmlElement,
} from "./package.js";
import {
  type CellFormula,
  FormulaBudget,
  openFormula,
  type SheetRow,
  sheetPages,
} from "./sheets.js";

/** Opens an OpenDocument text (ODF 1.3, part 3). Throws `damaged-file` and `too-large`. */
export async function openTextDocument(source: ParseSource): Promise<OpenDocument> {
  const reader = new OdfReader(source);
  const blocks: Block[] = reader.margins("header");
  reader.read((element) => append(blocks, reader.blocks(element)), isBlock);
  blocks.push(...reader.margins("footer"));
  const title = blocks.find(({ kind, level }) => kind === "heading" && level === 1)?.lines[0];
  return openSections(blocks, reader.metadata(source.bytes.length, title ?? null));
}

/** Opens an OpenDocument spreadsheet. */
export async function openSpreadsheet(source: ParseSource): Promise<OpenDocument> {
  const reader = new OdfReader(source);
  const pages: PagePart[] = [];
  let units = 0;
  reader.read(
    (element) => {
      units++;
      const label = attribute(element, "name") ?? "";
      append(pages, sheetPages(label, reader.rows(element), new Set()));
      const beside = within(element, "shapes").flatMap((shapes) => reader.blocks(shapes));
      if (beside.length > 0) pages.push({ label, blocks: beside });
    },
    (name) => name === "table",
  );
  const margins = [...reader.margins("header"), ...reader.margins("footer")];
  if (margins.length > 0) pages.push({ blocks: margins });
  return openPages(pages, { ...reader.metadata(source.bytes.length, null), units });
}

/** Opens an OpenDocument presentation: a slide a page. */
export async function openPresentation(source: ParseSource): Promise<OpenDocument> {
  const reader = new OdfReader(source);
  const pages: PagePart[] = [];
  reader.read(
    (element) => void pages.push({ blocks: reader.slide(element) }),
    (name) => name === "page",
  );
  return openPages(pages, reader.metadata(source.bytes.length, null));
}

/** Whether the head or foot of a page says more than which page of what it is. */
function saysMore(paragraph: XmlElement): boolean {
  const counts = elements(paragraph).some(({ name }) => /^(?:page-|sheet-name)/.test(name));
  const own = paragraph.children.filter((each) => typeof each === "string" || each.name === "span");
  const words = own.map((each) => (typeof each === "string" ? each : textIn(each))).join(" ");
  return !counts || (words.match(/\p{L}+/gu)?.length ?? 0) > 1;
}

/** What stands in a text one after the other. */
function isBlock(name: string): boolean {
  return /^(?:h|p|list|table|frame|section|table-of-content|tracked-changes|custom-shape)$/.test(
    name,
  );
}

/** Repetitions of an empty cell or row fill a sheet to its edge; of others so many are told. */
const maxRepeated = 1_000;
/** What a cell counts in addition to its text: a few that are repeated come to millions. */
const cellCost = 16;

class OdfReader {
  readonly #archive: Archive;
  readonly #budget: TextBudget;
  readonly #formulas = new FormulaBudget();

  constructor({ bytes, path, opening }: ParseSource) {
    this.#archive = new Archive(bytes, path, opening);
    this.#budget = new TextBudget(path);
    if (this.#archive.has("content.xml")) return;
    throw damaged(path, "its text is missing");
  }

  read(visit: (element: XmlElement) => void, wanted: (name: string) => boolean): void {
    let found = 0;
    const whole = readElements(this.#archive, "content.xml", wanted, (element) => {
      found++;
      visit(element);
    });
    if (!whole && found === 0) throw damaged(this.#archive.path, "its text is no XML");
  }

  metadata(fileSize: number, heading: string | null): DocumentMetadata {
    const meta = this.#archive.has("meta.xml") ? readPart(this.#archive, "meta.xml") : null;
    const said = (name: string): string | null =>
      oneLineOf(textIn(within(meta, name)[0] ?? null)) || null;
    const time = (name: string): string | null => {
      const value = Date.parse(said(name) ?? "");
      return Number.isNaN(value) ? null : new Date(value).toISOString();
    };
    return textMetadata(fileSize, {
      title: said("title") ?? heading,
      author: said("initial-creator") ?? said("creator"),
      subject: said("subject"),
      keywords: said("keyword"),
      creator: said("generator"),
      created: time("creation-date"),
      modified: time("date"),
    });
  }

  /** The headers or footers of all pages, each line once. */
  margins(type: "header" | "footer"): Block[] {
    if (!this.#archive.has("styles.xml")) return [];
    const masters = child(readPart(this.#archive, "styles.xml"), "master-styles");
    const lines = within(masters, type).flatMap((each) =>
      within(each, "p")
        .filter(saysMore)
        .flatMap((one) => linesOf(this.#text(one, []))),
    );
    const told = [...new Set(lines)].filter((line) => /\p{L}/u.test(line));
    return told.length > 0 ? [{ kind: "text", level: 0, lines: told }] : [];
  }

  blocks(element: XmlElement): Block[] {
    switch (element.name) {
      case "h":
      case "p": {
        const after: Block[] = [];
        const lines = linesOf(this.#text(element, after));
        if (lines.length === 0) return after;
        if (element.name === "p") return [{ kind: "text", level: 0, lines }, ...after];
        const level = Math.max(1, numberIn(element, "outline-level") ?? 1);
        return [{ kind: "heading", level, lines: [lines.join(" ")] }, ...after];
      }
      case "list":
        return this.#list(element);
      case "table":
        return this.#table(element);
      case "tracked-changes": {
        const removed = within(element, "deletion").flatMap((each) =>
          [...within(each, "p"), ...within(each, "h")].flatMap((one) =>
            linesOf(this.#text(one, [])),
          ),
        );
        const lines = removed.map((line) => `[−] ${line}`);
        return lines.length > 0 ? [{ kind: "list-item", level: 0, lines }] : [];
      }
      case "object":
        return this.#object(attribute(element, "href"));
      case "notes":
      case "event-listeners":
        return [];
      default:
        return elements(element).flatMap((each) => this.blocks(each));
    }
  }

  slide(page: XmlElement): Block[] {
    const shapes = elements(page).filter(({ name }) => name !== "notes" && name !== "annotation");
    const titles: Block[] = [];
    const others: Block[] = [];
    for (const shape of shapes) {
      const blocks = this.blocks(shape);
      const lines = blocks.flatMap((each) => each.lines);
      const isTitle = attribute(shape, "class") === "title" && titles.length === 0;
      if (isTitle && lines.length > 0) {
        titles.push({ kind: "heading", level: 1, lines: [lines.join(" ")] });
      } else append(others, blocks);
    }
    const notes = childrenNamed(page, "notes").flatMap((each) =>
      elements(each)
        .filter(
          (shape) => !/^(?:page|header|footer|date-time)/.test(attribute(shape, "class") ?? ""),
        )
        .flatMap((shape) => this.blocks(shape)),
    );
    const comments = childrenNamed(page, "annotation").flatMap((each) => this.#annotation(each));
    return [...titles, ...others, ...notes, ...comments];
  }

  rows(table: XmlElement): SheetRow[] {
    const rows: SheetRow[] = [];
    let number = 1;
    const visit = (parent: XmlElement): void => {
      for (const each of elements(parent)) {
        if (/^table-(?:rows|header-rows|row-group)$/.test(each.name)) visit(each);
        if (each.name !== "table-row") continue;
        const repeated = Math.max(1, numberIn(each, "number-rows-repeated") ?? 1);
        const row = this.#cells(each);
        if (row.columns.length > 0) {
          for (let copy = 0; copy < Math.min(repeated, maxRepeated); copy++) {
            for (const text of row.texts) this.#budget.take(text.length + cellCost);
            rows.push({ row: number + copy, ...row });
          }
        }
        number += repeated;
      }
    };
    visit(table);
    return rows;
  }

  #cells(row: XmlElement): Omit<SheetRow, "row"> {
    const columns: number[] = [];
    const texts: string[] = [];
    const formulas: CellFormula[] = [];
    let column = 1;
    for (const cell of elements(row)) {
      if (cell.name !== "table-cell" && cell.name !== "covered-table-cell") continue;
      const repeated = Math.max(1, numberIn(cell, "number-columns-repeated") ?? 1);
      const text = cell.name === "table-cell" ? this.#cellText(cell) : "";
      const formula = this.#formulas.kept(openFormula(cell) ?? "");
      if (formula !== null) formulas.push({ column, text: formula });
      for (let copy = 0; text !== "" && copy < Math.min(repeated, maxRepeated); copy++) {
        columns.push(column + copy);
        texts.push(text);
      }
      column += repeated;
    }
    return { columns, texts, ...(formulas.length > 0 ? { formulas } : {}) };
  }

  #cellText(cell: XmlElement): string {
    const blocks = elements(cell).flatMap((each) => this.blocks(each));
    const notes = childrenNamed(cell, "annotation").flatMap((each) => this.#annotation(each));
    const shown = [...blocks, ...notes]
      .flatMap(({ lines }) => lines.map((line) => line.replaceAll("\t", " ")))
      .join(" ");
    return shown === "" ? statedValue(cell) : shown;
  }

  #table(table: XmlElement): Block[] {
    const rows = this.rows(table);
    const columns = [...new Set(rows.flatMap((row) => row.columns))].sort((a, b) => a - b);
    // Few cells that stand far apart come to many columns.
    this.#budget.take(columns.length * rows.length);
    const lines = rows.map(({ columns: own, texts }) => {
      const at = new Map(own.map((column, index) => [column, texts[index] ?? ""]));
      return columns
        .map((column) => at.get(column) ?? "")
        .join("\t")
        .trimEnd();
    });
    if (lines.length === 0) return [];
    const headed = within(table, "table-header-rows").length > 0 && lines.length > 1;
    return [{ kind: "row", level: 0, lines, header: headed ? lines[0] : undefined }];
  }

  #list(list: XmlElement): Block[] {
    const lines: string[] = [];
    const others: Block[] = [];
    for (const item of elements(list)) {
      for (const block of elements(item).flatMap((each) => this.blocks(each))) {
        if (block.kind === "row" || block.kind === "heading") others.push(block);
        else lines.push(block.lines.join(" "));
      }
    }
    return [
      ...(lines.length > 0 ? [{ kind: "list-item", level: 0, lines } as const] : []),
      ...others,
    ];
  }

  /** A chart or an equation, which is a document of its own inside this one. */
  #object(reference: string | null): Block[] {
    const part = `${(reference ?? "").replace(/^\.\//, "")}/content.xml`;
    if (!this.#archive.has(part)) return [];
    const root = readPart(this.#archive, part);
    const [math] = within(root, "math");
    if (root?.name === "math" || math) {
      const line = oneLineOf(textIn(within(root, "annotation")[0] ?? math ?? root));
      return line === "" ? [] : [{ kind: "text", level: 0, lines: [line] }];
    }
    const titles = within(root, "title").flatMap((each) => this.blocks(each));
    return [...titles, ...within(root, "table").flatMap((each) => this.#table(each))];
  }

  #annotation(note: XmlElement): Block[] {
    const author = oneLineOf(textIn(child(note, "creator")));
    const text = within(note, "p")
      .map((each) => oneLineOf(textIn(each)))
      .join(" ");
    if (text === "") return [];
    return [{ kind: "text", level: 0, lines: [`[${author === "" ? "" : `${author}: `}${text}]`] }];
  }

  /** The text of a paragraph; what is drawn or noted in it comes after it. */
  #text(element: XmlElement, after: Block[]): string {
    let text = "";
    for (const node of element.children) {
      if (typeof node === "string") text += node.replace(/\s+/g, " ");
      else if (node.name === "s") text += " ".repeat(Math.min(100, numberIn(node, "c") ?? 1));
      else if (node.name === "tab") text += " ";
      else if (node.name === "line-break") text += "\n";
      else if (node.name === "note") {
        const mark = `[${oneLineOf(textIn(child(node, "note-citation")))}]`;
        const body = elements(child(node, "note-body") ?? node).flatMap((each) =>
          this.blocks(each),
        );
        const lines = body.flatMap((block) => block.lines);
        text += mark;
        after.push({ kind: "text", level: 0, lines: [`${mark} ${lines.join(" ")}`] });
      } else if (node.name === "annotation") append(after, this.#annotation(node));
      else if (/^(?:frame|custom-shape|g|rect|object)$/.test(node.name))
        append(after, this.blocks(node));
      else if (node.name !== "annotation-end") text += this.#text(node, after);
    }
    this.#budget.take(text.length);
    return text;
  }
}

/** The value of a cell whose program has not written what it shows. */
function statedValue(cell: XmlElement): string {
  const names = ["string-value", "date-value", "time-value", "boolean-value", "value"];
  const value = names.map((name) => attribute(cell, name)).find((each) => each !== null);
  return oneLineOf(value ?? "");
}

function linesOf(text: string): string[] {
  return text.split("\n").map(oneLineOf).filter(Boolean);
}
